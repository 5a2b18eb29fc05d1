// A walk through a checked winning strategy: where the reader stands, what it needs, and what it answers.

import { t } from '../words.js';
import { joiningChain, opponent } from './game.js';
import { parseCell } from './geometry.js';
import { NAMES } from './words.js';

/** @typedef {import('./game.js').Color} Color */
/**
 * The server's result for a strategy file.
 * @typedef {object} Strategy
 * @property {[number, number]} size
 * @property {string[]} black
 * @property {string[]} white
 * @property {Color} winner
 * @property {string | null} first
 * @property {number} root
 * @property {number} nodes how many there are
 * @property {number} connections how many of them are connections
 * @property {number} steps of all their certificates
 */
/**
 * The claim of a node; `answers` have the cells of the nodes that they lead to. A node that is filled in counts captured pairs
 * as stones: a stone of the loser on one cell is answered on the other, and is dead then.
 * @typedef {object} Node
 * @property {string[]} stones
 * @property {string[]} cells
 * @property {number} [steps]
 * @property {{cell: string, node: number, cells: string[]}[]} [answers]
 * @property {{node: number, pairs: [string, string][]}} [filled]
 */
/** @typedef {(number: number) => Promise<Node>} Fetch asks the server for a node */
/**
 * Where a line stands: at a node, and inside of it after stones of the loser, if it is a connection.
 * @typedef {object} Place
 * @property {number} number
 * @property {Node} node
 * @property {string[]} intrusions
 * @property {string[]} needs
 * @property {[string, string][]} pairs captured pairs that count as stones
 * @property {string} reason
 */
/** @typedef {(body: object) => Promise<{answers: {cell: string | null, needed: boolean}[], needs: string[], steps: number}>} Ask */

export class Line {
  #strategy;
  /** @type {string[]} the lines of the nodes in the file */
  #lines;
  #fetch;
  /** @type {Place} */
  #start;
  /** @type {Place[]} one for each move of the loser, and the first */
  #places = [];
  /** @type {{cell: string, color: Color}[]} */
  moves = [];

  /**
   * @param {Strategy} strategy
   * @param {string} text the file
   * @param {Fetch} fetch
   */
  static async open(strategy, text, fetch) {
    const story = strategy.first ? `${t('strategy.begins', { cell: strategy.first })} ` : '';
    return new Line(strategy, text, fetch, await enter(fetch, strategy.root, story, []));
  }

  /**
   * @param {Strategy} strategy
   * @param {string} text the file
   * @param {Fetch} fetch
   * @param {Place} start
   */
  constructor(strategy, text, fetch, start) {
    this.#strategy = strategy;
    this.#fetch = fetch;
    this.#start = start;
    this.#lines = text.split('\n').filter((line) => /^[acf] /.test(line));
    this.winner = strategy.winner;
    this.loser = opponent(strategy.winner);
    this.size = { cols: strategy.size[0], rows: strategy.size[1] };
    this.restart();
  }

  restart() {
    const { first } = this.#strategy;
    this.moves = first ? [{ cell: first, color: this.winner }] : [];
    this.#places = [this.#start];
  }

  /** Takes the loser's last move back, with the answer to it. */
  back() {
    if (this.#places.length < 2) return;
    this.#places.pop();
    while (this.moves.length && this.moves.at(-1)?.color === this.winner) this.moves.pop();
    this.moves.pop();
  }

  get #place() {
    return this.#places[this.#places.length - 1];
  }

  /** The stones on the board now. */
  get stones() {
    /** @type {Map<string, Color>} */
    const stones = new Map();
    for (const cell of this.#strategy.black) stones.set(cell, 'black');
    for (const cell of this.#strategy.white) stones.set(cell, 'white');
    for (const { cell, color } of this.moves) stones.set(cell, color);
    return stones;
  }

  get outcome() {
    return joiningChain(this.stones, this.size, this.winner).length ? { winner: this.winner } : null;
  }

  /** The board's drawing. */
  game() {
    const { stones, size, outcome, moves } = this;
    return {
      size, stones, outcome,
      numbers: new Map(moves.map(({ cell }, index) => [cell, index + 1])),
      lastCell: moves.at(-1)?.cell ?? null,
      toMove: this.loser,
      winningChain: () => (outcome ? joiningChain(stones, size, outcome.winner) : []),
    };
  }

  /** The cells that the strategy still needs. */
  carrier() {
    return [...this.#place.needs, ...this.#waiting().flat()];
  }

  /** The captured pairs of which neither cell is played. */
  #waiting() {
    const { stones } = this;
    return this.#place.pairs.filter((pair) => !pair.some((cell) => stones.has(cell)));
  }

  /** The answers that are ready here, each with the cells that it needs: it is good against every reply outside of them. */
  answers() {
    return (this.#place.node.answers ?? []).map(({ cell, node, cells }) => ({ cell, node, covers: [cell, ...cells] }));
  }

  /** Why the winner wins from here. */
  reason() {
    return this.outcome ? t('strategy.joined') : this.#place.reason;
  }

  /**
   * In short.
   * @param {string} name
   */
  describe(name) {
    const { nodes, connections } = this.#strategy;
    return t('strategy.checked', { name, color: NAMES[this.winner], nodes, connections });
  }

  /**
   * Why a move of the loser is not allowed; null if it is.
   * @param {string} cell
   */
  refuse(cell) {
    if (this.outcome) return t('game.over');
    if (!parseCell(cell, this.size)) return t('game.off-board', { cell });
    return this.stones.has(cell) ? t('game.occupied', { cell }) : null;
  }

  /**
   * The loser plays, the strategy answers.
   * @param {string} cell
   * @param {Ask} ask asks the server about a connection
   */
  async reply(cell, ask) {
    const place = this.#place;
    const waiting = this.#waiting();
    const pair = place.pairs.find((cells) => cells.includes(cell));
    if (pair) {
      const partner = pair[0] === cell ? pair[1] : pair[0];
      const answer = waiting.includes(pair) ? partner : waiting[0]?.[0] ?? null;
      this.#go(cell, answer, { ...place, reason: t('strategy.dead', { cell, partner }) });
      return;
    }
    if (place.node.answers) {
      // Any answer that the stone does not touch; of those the one that needs least.
      const clear = this.answers().filter(({ covers }) => !covers.includes(cell)).sort((a, b) => a.covers.length - b.covers.length);
      const [best] = clear;
      if (!best) throw new Error(t('strategy.none', { cell }));
      const story = `${t('strategy.covers', { answer: best.cell, cell, count: best.covers.length })} `;
      // A move on a cell that counts as played may be there already.
      this.#go(cell, this.stones.has(best.cell) ? null : best.cell, await enter(this.#fetch, best.node, story, place.pairs));
      return;
    }
    const intrusions = [...place.intrusions, cell];
    const { answers, needs, steps } = await ask({ size: this.#strategy.size, winner: this.winner, line: this.#lines[place.number], intrusions });
    const answer = answers[answers.length - 1];
    // Where nothing else is left to do, a captured pair is played out.
    answer.cell ??= waiting[0]?.[0] ?? null;
    const why = answer.needed ? [t('strategy.connection-answers', { cell, answer: answer.cell ?? '' })]
      : [t('strategy.outside', { cell }), ...(answer.cell ? [t('strategy.nearer', { cell: answer.cell })] : [])];
    this.#go(cell, answer.cell, { ...place, intrusions, needs, reason: [...why, t('strategy.stay', { count: steps })].join(' ') });
  }

  /**
   * @param {string} cell
   * @param {string | null} answer
   * @param {Place} place
   */
  #go(cell, answer, place) {
    this.moves.push({ cell, color: this.loser });
    if (answer) this.moves.push({ cell: answer, color: this.winner });
    this.#places.push(place);
  }
}

/**
 * The place at a node, or at the one that it fills in.
 * @param {Fetch} fetch
 * @param {number} number
 * @param {string} story
 * @param {[string, string][]} pairs that count as stones already
 * @returns {Promise<Place>}
 */
async function enter(fetch, number, story, pairs) {
  const node = await fetch(number);
  if (node.filled) return enter(fetch, node.filled.node, story, [...pairs, ...node.filled.pairs]);
  const { answers, cells } = node;
  const reason = `${story}${answers ? t('strategy.ready', { count: answers.length }) : t('strategy.connected', { count: cells.length })}`;
  return { number, node, intrusions: [], needs: cells, pairs, reason };
}
