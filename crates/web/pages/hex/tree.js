// The tree of a game: moves, variations, comments. The page's own record, kept in the browser.

import { Game, emptyStart, firstMover, moverAfter } from './game.js';

/** @typedef {import('./game.js').Start} Start */
/** @typedef {import('./game.js').Color} Color */
/**
 * @typedef {object} Node
 * @property {number | null} parent
 * @property {string | null} move null for the root
 * @property {string} comment
 * @property {number[]} children the first one is the main line
 */

export class Tree {
  /** @param {Start} start */
  constructor(start) {
    this.start = start;
    /** @type {Node[]} */
    this.nodes = [{ parent: null, move: null, comment: '', children: [] }];
    this.current = 0;
  }

  /** The moves from the root to a node. */
  moves(id = this.current) {
    const moves = [];
    for (let at = /** @type {number | null} */ (id); at !== null; at = this.nodes[at].parent) {
      const { move } = this.nodes[at];
      if (move !== null) moves.unshift(move);
    }
    return moves;
  }

  /** The game at a node. */
  game(id = this.current) {
    return new Game(this.start, this.moves(id));
  }

  /**
   * Makes a move at the current node and goes there: an old variation if there is one, otherwise a new one.
   * @param {string} move
   */
  play(move) {
    const known = this.nodes[this.current].children.find((child) => this.nodes[child].move === move);
    this.current = known ?? this.#add(this.current, move, '');
  }

  /** Goes one move back; false at the root. */
  back() {
    const { parent } = this.nodes[this.current];
    if (parent === null) return false;
    this.current = parent;
    return true;
  }

  /** Goes one move on along the main line of this node; false at the end. */
  forward() {
    const [first] = this.nodes[this.current].children;
    if (first === undefined) return false;
    this.current = first;
    return true;
  }

  first() {
    this.current = 0;
  }

  last() {
    while (this.forward());
  }

  /** Removes the current node with all that follows, and goes to its parent. */
  remove() {
    const { parent } = this.nodes[this.current];
    if (parent === null) return;
    const siblings = this.nodes[parent].children;
    siblings.splice(siblings.indexOf(this.current), 1);
    this.current = parent;
    this.#compact();
  }

  /** Makes the line of the current node the main line. */
  promote() {
    for (let at = this.current; ;) {
      const { parent } = this.nodes[at];
      if (parent === null) return;
      const siblings = this.nodes[parent].children;
      siblings.splice(siblings.indexOf(at), 1);
      siblings.unshift(at);
      at = parent;
    }
  }

  /** The tree as the server and the browser's storage keep it. */
  toJSON() {
    const order = this.#order();
    const place = new Map(order.map((id, index) => [id, index]));
    const { size, black, white, toMove } = this.start;
    /** @type {Color[]} who is to move after each node, by its place */
    const next = [];
    const nodes = order.map((id) => {
      const { parent, move, comment } = this.nodes[id];
      const before = parent === null ? null : /** @type {number} */ (place.get(parent));
      /** @type {Record<string, unknown>} */
      const node = { parent: before };
      if (before !== null && move !== null) {
        const mover = next[before];
        next.push(moverAfter(mover, move));
        node.color = mover;
        node.action = move;
      } else {
        next.push(firstMover(this.start));
        if (black.length) node.black = black;
        if (white.length) node.white = white;
        if (toMove) node.to_move = toMove;
      }
      if (comment) node.comment = comment;
      return node;
    });
    return { size: [size.cols, size.rows], nodes };
  }

  /**
   * Reads what toJSON wrote, or what the server made of a record.
   * @param {{size: number[], nodes: any[]}} json
   * @returns {Tree}
   */
  static fromJSON(json) {
    const [root, ...rest] = json.nodes;
    const start = {
      ...emptyStart({ cols: json.size[0], rows: json.size[1] }),
      black: root.black ?? [],
      white: root.white ?? [],
      toMove: root.to_move ?? null,
    };
    const tree = new Tree(start);
    tree.nodes[0].comment = root.comment ?? '';
    const ids = [0];
    for (const node of rest) {
      const parent = ids[node.parent];
      // Passes and set-up stones inside a game have no place on the board: their comments move up.
      const playable = node.action && !['pass', 'forfeit'].includes(node.action);
      if (!playable) {
        ids.push(parent);
        if (node.comment) tree.nodes[parent].comment += `\n${node.comment}`;
        continue;
      }
      ids.push(tree.#add(parent, node.action, node.comment ?? ''));
    }
    return tree;
  }

  /**
   * @param {number} parent
   * @param {string} move
   * @param {string} comment
   */
  #add(parent, move, comment) {
    const id = this.nodes.length;
    this.nodes.push({ parent, move, comment, children: [] });
    this.nodes[parent].children.push(id);
    return id;
  }

  /** All nodes, parents before children, the main line first. */
  #order() {
    /** @type {number[]} */
    const order = [];
    const stack = [0];
    for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
      order.push(id);
      stack.push(...[...this.nodes[id].children].reverse());
    }
    return order;
  }

  /** Forgets nodes that no longer hang in the tree. */
  #compact() {
    const order = this.#order();
    const place = new Map(order.map((id, index) => [id, index]));
    const at = (/** @type {number} */ id) => /** @type {number} */ (place.get(id));
    const nodes = order.map((id) => {
      const node = this.nodes[id];
      return { ...node, parent: node.parent === null ? null : at(node.parent), children: node.children.map(at) };
    });
    this.current = at(this.current);
    this.nodes = nodes;
  }
}
