// The rules of Hex: what a list of moves leads to.

import { allCells, mirror, neighbours, parseCell } from './geometry.js';

/** @typedef {import('./geometry.js').Size} Size */
/** @typedef {'black' | 'white'} Color */
/**
 * What was set up before the first move.
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
    this.toMove = start.toMove ?? (start.black.length > start.white.length ? 'white' : 'black');
    /** @type {string[]} */
    this.moves = [];
    /** @type {string | null} */
    this.lastCell = null;
    /** @type {Outcome | null} */
    this.outcome = this.#connection();
    for (const move of moves) this.play(move);
  }

  /** Whether the side to move may take over the first stone. */
  get canSwap() {
    return this.swapAllowed && this.moves.length === 1 && this.start.black.length + this.start.white.length === 0
      && this.outcome === null && parseCell(this.moves[0], this.size) !== null;
  }

  /**
   * Why a move is not allowed now; null where it is.
   * @param {string} move
   * @returns {string | null}
   */
  refuse(move) {
    if (this.outcome) return 'The game is over.';
    if (move === 'resign') return null;
    if (move === 'swap-pieces' || move === 'swap-sides') {
      if (!this.canSwap) return 'Swap is only allowed as the second move.';
      const isSquare = this.size.cols === this.size.rows;
      return move === 'swap-pieces' && !isSquare ? 'Swapping pieces needs a square board.' : null;
    }
    if (!parseCell(move, this.size)) return `${move} is not on this board.`;
    return this.stones.has(move) ? `${move} is occupied.` : null;
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
      this.toMove = opponent(mover);
    } else if (move !== 'swap-sides') {
      this.stones.set(move, mover);
      this.numbers.set(move, this.moves.length);
      this.lastCell = move;
      this.toMove = opponent(mover);
      this.outcome = this.#connection();
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
    return {
      size: [size.cols, size.rows],
      black: start.black,
      white: start.white,
      ...(start.toMove ? { to_move: start.toMove } : {}),
      moves: this.moves,
      swap: this.swapAllowed,
    };
  }

  /** The cells of the chain that joins the winner's edges; empty while there is none. */
  winningChain() {
    if (this.outcome?.reason !== 'connection') return [];
    return joiningChain(this.stones, this.size, this.outcome.winner);
  }

  /** @returns {Outcome | null} */
  #connection() {
    for (const color of /** @type {Color[]} */ (['black', 'white'])) {
      if (joiningChain(this.stones, this.size, color).length > 0) return { winner: color, reason: 'connection' };
    }
    return null;
  }
}

/**
 * A shortest chain of a colour from edge to edge; empty where there is none.
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
