// The rules of Hex: what a list of moves leads to.

import { t } from '../words.js';
import { allCells, mirror, neighbours, parseCell } from './geometry.js';

/** @typedef {import('./geometry.js').Size} Size */
/** @typedef {'black' | 'white'} Color */
/**
 * The set-up before the first move.
 * @typedef {{size: Size, black: string[], white: string[], toMove: Color | null}} Start
 */
/** @typedef {{winner: Color, reason: 'connection' | 'resignation'}} Outcome */

/**
 * @param {Color} color
 * @returns {Color}
 */
export const opponent = (color) => (color === 'black' ? 'white' : 'black');

/**
 * @param {Size} size
 * @returns {Start}
 */
export const emptyStart = (size) => ({ size, black: [], white: [], toMove: null });

/**
 * Who makes the first move.
 * @param {Start} start
 * @returns {Color}
 */
export const firstMover = ({ black, white, toMove }) => toMove ?? (black.length > white.length ? 'white' : 'black');

/**
 * Who is to move after a move; swapping sides leaves the stones, so that the other player goes on with the same colour.
 * @param {Color} mover
 * @param {string} move
 * @returns {Color}
 */
export const moverAfter = (mover, move) => (move === 'swap-sides' || move === 'resign' ? mover : opponent(mover));

/** A position of a game, made by replaying its moves. */
export class Game {
  /**
   * @param {Start} start
   * @param {string[]} moves
   * @param {boolean} swapAllowed
   */
  constructor(start, moves = [], swapAllowed = true) {
    this.start = start;
    this.size = start.size;
    this.swapAllowed = swapAllowed;
    /** @type {Map<string, Color>} */
    this.stones = new Map();
    /** @type {Map<string, number>} the number of the move that put a stone on a cell */
    this.numbers = new Map();
    for (const cell of start.black) this.stones.set(cell, 'black');
    for (const cell of start.white) this.stones.set(cell, 'white');
    /** @type {Color} */
    this.toMove = firstMover(start);
    /** @type {string[]} */
    this.moves = [];
    /** @type {string | null} */
    this.lastCell = null;
    /** @type {Outcome | null} */
    this.outcome = this.#winner(start.black, 'black') ?? this.#winner(start.white, 'white');
    for (const move of moves) this.play(move);
  }

  /** Whether the side to move may take over the first stone. */
  get canSwap() {
    return this.swapAllowed && this.moves.length === 1 && this.start.black.length + this.start.white.length === 0
      && this.outcome === null && parseCell(this.moves[0], this.size) !== null;
  }

  /**
   * Why a move is not allowed now; null if it is.
   * @param {string} move
   * @returns {string | null}
   */
  refuse(move) {
    if (this.outcome) return t('game.over');
    if (move === 'resign' || move === 'pass') return null;
    if (move === 'swap-pieces' || move === 'swap-sides') {
      if (!this.canSwap) return t('game.swap-second');
      const isSquare = this.size.cols === this.size.rows;
      return move === 'swap-pieces' && !isSquare ? t('game.swap-square') : null;
    }
    if (!parseCell(move, this.size)) return t('game.off-board', { cell: move });
    return this.stones.has(move) ? t('game.occupied', { cell: move }) : null;
  }

  /**
   * Makes a move that is allowed.
   * @param {string} move
   */
  play(move) {
    const problem = this.refuse(move);
    if (problem) throw new Error(problem);
    const mover = this.toMove;
    this.moves.push(move);
    this.toMove = moverAfter(mover, move);
    if (move === 'resign') {
      this.outcome = { winner: opponent(mover), reason: 'resignation' };
    } else if (move === 'swap-pieces') {
      const first = this.moves[0];
      const mirrored = mirror(first, this.size);
      this.stones.delete(first);
      this.numbers.delete(first);
      this.stones.set(mirrored, mover);
      this.numbers.set(mirrored, 1);
      this.lastCell = mirrored;
    } else if (move !== 'swap-sides' && move !== 'pass') {
      this.stones.set(move, mover);
      this.numbers.set(move, this.moves.length);
      this.lastCell = move;
      this.outcome = this.#winner([move], mover);
    }
  }

  /** The empty cells. */
  emptyCells() {
    return allCells(this.size).filter((cell) => !this.stones.has(cell));
  }

  /**
   * The game as the server reads it.
   * @returns {object}
   */
  toRequest() {
    const { size, start } = this;
    if (this.moves.includes('pass')) return this.positionRequest();
    return {
      size: [size.cols, size.rows],
      black: start.black,
      white: start.white,
      ...(start.toMove ? { to_move: start.toMove } : {}),
      moves: this.moves,
      swap: this.swapAllowed,
    };
  }

  /** The position without its history, without a swap, because the server's rules have no pass. */
  positionRequest() {
    const of = (/** @type {Color} */ color) => [...this.stones].filter(([, owner]) => owner === color).map(([cell]) => cell);
    return { size: [this.size.cols, this.size.rows], black: of('black'), white: of('white'), to_move: this.toMove, moves: [], swap: false };
  }

  /** The cells of the chain that joins the winner's edges; empty while there is none. */
  winningChain() {
    if (this.outcome?.reason !== 'connection') return [];
    return joiningChain(this.stones, this.size, this.outcome.winner);
  }

  /**
   * Whether one of these stones joins the edges of its colour.
   * @param {string[]} stones
   * @param {Color} color
   * @returns {Outcome | null}
   */
  #winner(stones, color) {
    return stones.some((stone) => joins(this.stones, this.size, color, stone)) ? { winner: color, reason: 'connection' } : null;
  }
}

/**
 * Whether the group of a stone touches both edges of its colour.
 * @param {Map<string, Color>} stones
 * @param {Size} size
 * @param {Color} color
 * @param {string} stone
 */
function joins(stones, size, color, stone) {
  const group = new Set([stone]);
  let [isAtFirst, isAtLast] = [false, false];
  for (const cell of group) {
    const [col, row] = /** @type {[number, number]} */ (parseCell(cell, size));
    const [depth, last] = color === 'black' ? [row, size.rows - 1] : [col, size.cols - 1];
    isAtFirst ||= depth === 0;
    isAtLast ||= depth === last;
    if (isAtFirst && isAtLast) return true;
    for (const next of neighbours(cell, size)) if (stones.get(next) === color) group.add(next);
  }
  return false;
}

/**
 * A shortest chain of a colour from edge to edge; empty if there is none.
 * @param {Map<string, Color>} stones
 * @param {Size} size
 * @param {Color} color
 * @returns {string[]}
 */
export function joiningChain(stones, size, color) {
  const depth = (/** @type {string} */ cell) => {
    const at = /** @type {[number, number]} */ (parseCell(cell, size));
    return color === 'black' ? at[1] : at[0];
  };
  const last = (color === 'black' ? size.rows : size.cols) - 1;
  /** @type {Map<string, string | null>} */
  const from = new Map();
  const queue = [];
  for (const [cell, owner] of stones) {
    if (owner === color && depth(cell) === 0) {
      from.set(cell, null);
      queue.push(cell);
    }
  }
  for (const cell of queue) {
    if (depth(cell) === last) {
      const chain = [];
      for (let at = /** @type {string | null} */ (cell); at; at = from.get(at) ?? null) chain.push(at);
      return chain;
    }
    for (const next of neighbours(cell, size)) {
      if (stones.get(next) === color && !from.has(next)) {
        from.set(next, cell);
        queue.push(next);
      }
    }
  }
  return [];
}
