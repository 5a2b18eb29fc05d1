// The rules of Random-Turn and Bidding Hex: what a list of events leads to.

import { t } from '../words.js';
import { joiningChain, opponent } from './game.js';
import { parseCell } from './geometry.js';

/** @typedef {import('./game.js').Color} Color */
/** @typedef {import('./geometry.js').Size} Size */
/**
 * How a game begins.
 * @typedef {object} Setup
 * @property {'random-turn' | 'bidding'} variant
 * @property {Size} size
 * @property {string[]} [black] stones that are there from the start
 * @property {string[]} [white]
 * @property {number} coin the probability that Black moves, in Random-Turn Hex
 * @property {[number, number]} chips Black's and White's, in Bidding Hex
 * @property {Color} advantage who holds the advantage chip
 * @property {'advantage' | 'coin' | 'black' | 'white'} ties who moves after equal bids
 * @property {'opponent' | 'bank'} payment where the winning bid goes
 */
/**
 * One move and how it came about.
 * @typedef {object} Round
 * @property {Color} mover
 * @property {string} cell
 * @property {[number, number] | null} bids
 * @property {'taken' | 'declined' | 'coin' | 'rule' | null} tie how equal bids were settled
 * @property {[number, number]} chips after the payment
 */

/** A game of chance, made by replaying its events; see the server's ChanceGame for what an event looks like. */
export class ChanceGame {
  /**
   * @param {Setup} setup
   * @param {string[]} events
   */
  constructor(setup, events = []) {
    this.setup = setup;
    this.size = setup.size;
    /** @type {Map<string, Color>} */
    this.stones = new Map();
    /** @type {Map<string, number>} */
    this.numbers = new Map();
    for (const cell of setup.black ?? []) this.stones.set(cell, 'black');
    for (const cell of setup.white ?? []) this.stones.set(cell, 'white');
    /** @type {[number, number]} */
    this.chips = [...setup.chips];
    this.advantage = setup.advantage;
    /** @type {Round[]} */
    this.rounds = [];
    /** @type {string[]} */
    this.events = [];
    /** @type {string | null} */
    this.lastCell = null;
    /** @type {{winner: Color, reason: 'connection' | 'resignation'} | null} */
    this.outcome = null;
    /** @type {'bids' | 'advantage' | 'flip' | 'move' | 'over'} what the game waits for */
    this.phase = this.#start;
    /** @type {Color} whose stone is due, or who decides about the advantage chip */
    this.toMove = 'black';
    /** @type {[number, number] | null} the bids of this round */
    this.bids = null;
    /** @type {Round['tie']} */
    this.tie = null;
    this.#end();
    for (const event of events) this.happen(event);
  }

  /** The state at the beginning of each round. */
  get #start() {
    return this.setup.variant === 'bidding' ? /** @type {const} */ ('bids') : /** @type {const} */ ('flip');
  }

  /**
   * Why an event is not allowed now; null if it is.
   * @param {string} event
   * @returns {string | null}
   */
  refuse(event) {
    const [word, ...rest] = event.split(' ');
    if (this.phase === 'over') return t('game.over');
    if (word === 'resign') return null;
    if (word === 'bids') {
      if (this.phase !== 'bids') return t('chance.not-bids');
      const bids = rest.map(Number);
      const over = bids.findIndex((bid, index) => !Number.isInteger(bid) || bid < 0 || bid > this.chips[index]);
      return over >= 0 ? t('chance.bid-range', { most: this.chips[over] }) : null;
    }
    if (word === 'take' || word === 'decline') return this.phase === 'advantage' ? null : t('chance.not-equal');
    if (word === 'flip') return this.phase === 'flip' ? null : t('chance.not-coin');
    if (this.phase !== 'move') return this.phase === 'bids' ? t('chance.first-bids') : t('chance.first-decide');
    if (!parseCell(event, this.size)) return t('game.off-board', { cell: event });
    return this.stones.has(event) ? t('game.occupied', { cell: event }) : null;
  }

  /**
   * Something that is allowed happens.
   * @param {string} event
   */
  happen(event) {
    const problem = this.refuse(event);
    if (problem) throw new Error(problem);
    const [word, ...rest] = event.split(' ');
    this.events.push(event);
    if (word === 'resign') {
      this.outcome = { winner: opponent(/** @type {Color} */ (rest[0])), reason: 'resignation' };
      this.phase = 'over';
    } else if (word === 'bids') {
      this.#bid([Number(rest[0]), Number(rest[1])]);
    } else if (word === 'take' || word === 'decline') {
      const holder = this.advantage;
      this.tie = word === 'take' ? 'taken' : 'declined';
      if (word === 'take') this.advantage = opponent(holder);
      this.#pay(word === 'take' ? holder : opponent(holder));
    } else if (word === 'flip') {
      const mover = /** @type {Color} */ (rest[0]);
      if (this.bids) {
        this.tie = 'coin';
        this.#pay(mover);
      } else {
        this.toMove = mover;
        this.phase = 'move';
      }
    } else {
      this.#place(event);
    }
  }

  /** The cells of the chain that joins the winner's edges; empty while there is none. */
  winningChain() {
    return this.outcome?.reason === 'connection' ? joiningChain(this.stones, this.size, this.outcome.winner) : [];
  }

  /** The game as the server reads it. */
  toRequest() {
    const { size, black = [], white = [], ...rules } = this.setup;
    return { ...rules, size: [size.cols, size.rows], black, white, events: this.events };
  }

  /** The position alone, as the server reads it. */
  positionRequest() {
    const of = (/** @type {Color} */ color) => [...this.stones].filter(([, owner]) => owner === color).map(([cell]) => cell);
    return { size: [this.size.cols, this.size.rows], black: of('black'), white: of('white') };
  }

  /**
   * Reads what the server made of a record.
   * @param {any} json
   */
  static fromJSON(json) {
    const { size, events, ...rules } = json;
    return new ChanceGame({ ...rules, size: { cols: size[0], rows: size[1] } }, events);
  }

  /** @param {[number, number]} bids */
  #bid(bids) {
    this.bids = bids;
    this.tie = null;
    const { ties } = this.setup;
    if (bids[0] !== bids[1]) {
      this.#pay(bids[0] > bids[1] ? 'black' : 'white');
    } else if (ties === 'advantage') {
      this.toMove = this.advantage;
      this.phase = 'advantage';
    } else if (ties === 'coin') {
      this.phase = 'flip';
    } else {
      this.tie = 'rule';
      this.#pay(ties);
    }
  }

  /** @param {Color} mover who pays its bid and moves */
  #pay(mover) {
    const payer = mover === 'black' ? 0 : 1;
    const bid = this.bids?.[payer] ?? 0;
    this.chips[payer] -= bid;
    if (this.setup.payment === 'opponent') this.chips[1 - payer] += bid;
    this.toMove = mover;
    this.phase = 'move';
  }

  /** @param {string} cell */
  #place(cell) {
    const mover = this.toMove;
    this.stones.set(cell, mover);
    this.lastCell = cell;
    this.rounds.push({ mover, cell, bids: this.bids, tie: this.tie, chips: [...this.chips] });
    this.numbers.set(cell, this.rounds.length);
    this.bids = null;
    this.tie = null;
    this.phase = this.#start;
    this.#end();
  }

  #end() {
    for (const color of /** @type {Color[]} */ (['black', 'white'])) {
      if (joiningChain(this.stones, this.size, color).length > 0) {
        this.outcome = { winner: color, reason: 'connection' };
        this.phase = 'over';
      }
    }
  }
}
