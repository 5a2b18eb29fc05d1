// Undo of edits: copies of the earlier tree.

/** @typedef {import('./tree.js').Tree} Tree */

/** The most edits that can be undone. */
const MOST = 40;

export class Past {
  /** @type {{tree: Tree, deed: string}[]} */
  #kept = [];

  /**
   * Keeps a tree as it is now.
   * @param {Tree} tree
   * @param {string} deed what is going to happen to it, in words
   */
  keep(tree, deed) {
    this.#kept.push({ tree: tree.copy(), deed });
    if (this.#kept.length > MOST) this.#kept.shift();
  }

  /** The tree before the last edit, and what the edit was; null if there is none. */
  take() {
    return this.#kept.pop() ?? null;
  }

  get isEmpty() {
    return this.#kept.length === 0;
  }
}
