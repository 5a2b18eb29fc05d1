// The tree of a game: moves, variations, comments, marks. The page's own record, kept in the browser.
//
// What a viewer tries is not the game: a node that is `aside` is a variation even where it comes after the last move of the game.

import { Game, emptyStart, firstMover, moverAfter } from './game.js';

/** @typedef {import('./game.js').Start} Start */
/** @typedef {import('./game.js').Color} Color */
/**
 * @typedef {object} Node
 * @property {number | null} parent
 * @property {string | null} move null for the root
 * @property {string} comment
 * @property {number[]} children the first one is the main line, unless it is aside
 * @property {boolean} [aside] tried by a viewer: no move of the game
 * @property {Mark[]} [marks] marked cells
 * @property {[string, string][]} [arrows] from cell to cell
 */
/** @typedef {'circle' | 'cross' | 'square' | 'triangle' | 'selected'} MarkKind */
/** @typedef {{cell: string, kind: MarkKind}} Mark */
/**
 * What a record says of the game as a whole, by the names of SGF: PB, PW, EV, DT, RE and others.
 * @typedef {Record<string, string>} Facts
 */

export class Tree {
  /** @param {Start} start */
  constructor(start) {
    this.start = start;
    /** @type {Node[]} */
    this.nodes = [{ parent: null, move: null, comment: '', children: [] }];
    this.current = 0;
    /** @type {Facts} */
    this.facts = {};
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
   * @param {boolean} aside whether the move is only tried: the game stays as it is
   */
  play(move, aside = false) {
    const { children } = this.nodes[this.current];
    const known = children.find((child) => this.nodes[child].move === move);
    const isNew = known === undefined;
    const id = isNew ? this.#add(this.current, move, '') : known;
    if (isNew && aside) this.nodes[id].aside = true;
    // A move of the game comes before all that was tried in its place.
    if (!aside && this.nodes[children[0]].aside) this.#toFront(id);
    this.current = id;
  }

  /** The next node of the game after a node; undefined at its end. */
  next(id = this.current) {
    const [first] = this.nodes[id].children;
    return first === undefined || this.nodes[first].aside ? undefined : first;
  }

  /** The last node of the game: of the main line, without what was tried. */
  get end() {
    let at = 0;
    for (let next = this.next(at); next !== undefined; next = this.next(at)) at = next;
    return at;
  }

  /** Whether a node is a place in the game, and not in a variation. */
  isInGame(id = this.current) {
    for (let at = 0; ; ) {
      if (at === id) return true;
      const next = this.next(at);
      if (next === undefined) return false;
      at = next;
    }
  }

  /** @param {number} id a node that becomes the first of its siblings, and a move of the game */
  #toFront(id) {
    const { parent } = this.nodes[id];
    if (parent === null) return;
    const siblings = this.nodes[parent].children;
    siblings.splice(siblings.indexOf(id), 1);
    siblings.unshift(id);
    delete this.nodes[id].aside;
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
    for (let at = /** @type {number | null} */ (this.current); at !== null; at = this.nodes[at].parent) this.#toFront(at);
  }

  /** A tree of its own with the same moves and comments, at the same place. */
  copy() {
    const tree = new Tree(this.start);
    tree.nodes = structuredClone(this.nodes);
    tree.current = this.current;
    tree.facts = { ...this.facts };
    return tree;
  }

  /**
   * The node that a list of moves leads to from the root, as far as the tree has it.
   * @param {string[]} moves
   * @returns {{id: number, known: number}} the last node, and how many of the moves led there
   */
  follow(moves) {
    let id = 0;
    for (const [known, move] of moves.entries()) {
      const next = this.nodes[id].children.find((child) => this.nodes[child].move === move);
      if (next === undefined) return { id, known };
      id = next;
    }
    return { id, known: moves.length };
  }

  /**
   * The tree as the server reads it, and as the browser's storage keeps it.
   * @param {boolean} [isOwn] with what only this page knows
   */
  toJSON(isOwn = false) {
    const order = this.#order();
    const place = new Map(order.map((id, index) => [id, index]));
    const { size, black, white, toMove } = this.start;
    /** @type {Color[]} who is to move after each node, by its place */
    const next = [];
    const nodes = order.map((id) => {
      const { parent, move, comment, marks, arrows, aside } = this.nodes[id];
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
      if (marks?.length) node.marks = marks;
      if (arrows?.length) node.arrows = arrows;
      if (aside && isOwn) node.aside = true;
      return node;
    });
    return { size: [size.cols, size.rows], nodes, ...(Object.keys(this.facts).length ? { facts: this.facts } : {}) };
  }

  /**
   * Reads what toJSON wrote, or what the server made of a record.
   * @param {{size: number[], nodes: any[], facts?: Facts, cursor?: number}} json
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
    tree.facts = json.facts ?? {};
    tree.#adorn(0, root);
    const ids = [0];
    for (const node of rest) {
      const parent = ids[node.parent];
      // Set-up stones inside a game, and the end of one by forfeit, have no place on the board: their comments move up.
      const playable = node.action && node.action !== 'forfeit';
      if (!playable) {
        ids.push(parent);
        if (node.comment) tree.nodes[parent].comment += `\n${node.comment}`;
        continue;
      }
      const id = tree.#add(parent, node.action, '');
      tree.#adorn(id, node);
      ids.push(id);
    }
    if (json.cursor !== undefined) tree.current = ids[json.cursor] ?? 0;
    return tree;
  }

  /**
   * Puts a comment and marks on a node.
   * @param {number} id
   * @param {{comment?: string, marks?: Mark[], arrows?: [string, string][], aside?: boolean}} what
   */
  #adorn(id, { comment = '', marks, arrows, aside }) {
    const node = this.nodes[id];
    node.comment = comment;
    if (marks?.length) node.marks = marks;
    if (arrows?.length) node.arrows = arrows;
    if (aside) node.aside = true;
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
