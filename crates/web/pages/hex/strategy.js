// A walk through a checked winning strategy: where the reader stands, what it needs, and what it answers.

import { joiningChain, opponent } from './game.js';
import { parseCell } from './geometry.js';

/** @typedef {import('./game.js').Color} Color */
/**
 * What the server made of a strategy's file.
 * @typedef {object} Strategy
 * @property {[number, number]} size
 * @property {string[]} black
 * @property {string[]} white
 * @property {Color} winner
 * @property {string | null} first
 * @property {number} root
 * @property {{stones: string[], cells: string[], steps?: number, answers?: {cell: string, node: number}[]}[]} nodes
 */
/**
 * Where a line stands: at a node, and inside of it after stones of the loser, if it is a connection.
 * @typedef {object} Place
 * @property {number} node
 * @property {string[]} intrusions
 * @property {string[]} needs
 * @property {string} reason
 */
/** @typedef {(body: object) => Promise<{answers: {cell: string | null, needed: boolean}[], needs: string[], steps: number}>} Ask */

export class Line {
  #strategy;
  /** @type {string[]} the lines of the nodes in the file */
  #lines;
  /** @type {Place[]} one for each move of the loser, and the first */
  #places = [];
  /** @type {{cell: string, color: Color}[]} */
  moves = [];

  /**
   * @param {Strategy} strategy
   * @param {string} text the file
   */
  constructor(strategy, text) {
    this.#strategy = strategy;
    this.#lines = text.split('\n').filter((line) => /^[ac] /.test(line));
    this.winner = strategy.winner;
    this.loser = opponent(strategy.winner);
    this.size = { cols: strategy.size[0], rows: strategy.size[1] };
    this.restart();
  }

  restart() {
    const { first, root } = this.#strategy;
    this.moves = first ? [{ cell: first, color: this.winner }] : [];
    this.#places = [this.#at(root, first ? `The strategy begins with ${first}. ` : '')];
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

  /** What the board draws. */
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
    return this.#place.needs;
  }

  /** The answers that are ready here, each with the cells that it needs: it is good against every reply outside of them. */
  answers() {
    const { nodes } = this.#strategy;
    return (nodes[this.#place.node].answers ?? []).map(({ cell, node }) => ({ cell, node, covers: [cell, ...nodes[node].cells] }));
  }

  /** Why the winner wins from here. */
  reason() {
    return this.outcome ? 'The edges are joined.' : this.#place.reason;
  }

  /** In short. */
  describe() {
    const { nodes } = this.#strategy;
    const connections = nodes.filter(({ steps }) => steps !== undefined);
    const steps = connections.reduce((sum, node) => sum + (node.steps ?? 0), 0);
    return `${this.winner === 'black' ? 'red' : 'blue'} wins; checked, ${nodes.length} nodes, ${connections.length} of them connections with certificates of ${steps} steps.`;
  }

  /**
   * Why a move of the loser is not allowed; null where it is.
   * @param {string} cell
   */
  refuse(cell) {
    if (this.outcome) return 'The edges are joined: the game is over.';
    if (!parseCell(cell, this.size)) return `${cell} is not on this board.`;
    return this.stones.has(cell) ? `${cell} is occupied.` : null;
  }

  /**
   * The loser plays, the strategy answers.
   * @param {string} cell
   * @param {Ask} ask asks the server about a connection
   */
  async reply(cell, ask) {
    const { nodes } = this.#strategy;
    const place = this.#place;
    if (nodes[place.node].answers) {
      // Any answer that the stone does not touch; of those the one that needs least.
      const clear = this.answers().filter(({ covers }) => !covers.includes(cell)).sort((a, b) => a.covers.length - b.covers.length);
      const [best] = clear;
      if (!best) throw new Error(`the strategy has no answer to ${cell}`);
      this.#go(cell, best.cell, this.#at(best.node, `${best.cell} answers ${cell}, and every other reply outside of ${best.covers.length} cells. `));
      return;
    }
    const intrusions = [...place.intrusions, cell];
    const { answers, needs, steps } = await ask({ size: this.#strategy.size, winner: this.winner, line: this.#lines[place.node], intrusions });
    const answer = answers[answers.length - 1];
    const why = answer.needed ? `The certificate answers ${cell} with ${answer.cell}.`
      : `${cell} does not touch what the connection needs${answer.cell ? `; ${answer.cell} brings the end nearer` : ''}.`;
    this.#go(cell, answer.cell, { node: place.node, intrusions, needs, reason: `${why} The edges stay connected, by ${steps} steps that were checked.` });
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

  /**
   * @param {number} node
   * @param {string} story
   * @returns {Place}
   */
  #at(node, story) {
    const { answers, cells, steps } = this.#strategy.nodes[node];
    const reason = answers
      ? `${story}${answers.length} ${answers.length === 1 ? 'answer is' : 'answers are'} ready; no cell is needed by all of them.`
      : `${story}The edges are connected: a certificate of ${steps} steps over ${cells.length} cells was checked.`;
    return { node, intrusions: [], needs: cells, reason };
  }
}
