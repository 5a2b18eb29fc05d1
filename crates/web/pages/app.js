// What all panels share: the tree of the game, the board that shows it, and who must be told when it changes.

import { emptyStart } from './hex/game.js';
import { Tree } from './hex/tree.js';
import { readStored, store } from './settings.js';

/** @typedef {import('./hex/game.js').Game} Game */
/** @typedef {import('./hex/game.js').Start} Start */
/** @typedef {import('./view/board.js').Board} Board */
/**
 * What a panel shows on the board instead of the game: it draws itself, and hears the clicks.
 * @typedef {{show: () => void, onCell: (cell: string) => void}} Stage
 */

const KEY = 'hexwright.game';
const REVIEW_KEY = 'hexwright.review';

export class App {
  /** @type {(() => void)[]} */
  #listeners = [];
  /** @type {((panel: string) => void)[]} */
  #watchers = [];
  /** @type {Board | null} */
  board = null;
  /** @type {Stage | null} */
  #stage = null;

  constructor() {
    this.tree = restore() ?? new Tree(emptyStart({ cols: 11, rows: 11 }));
    /** @type {Game} */
    this.game = this.tree.game();
    /** @type {(cell: string) => void} what a click on a cell does; panels replace it */
    this.onCell = (cell) => { this.playAt(cell); };
    /** @type {((cell: string) => boolean)[]} asked first about a click: whoever says true has taken it */
    this.clicks = [];
    /** @type {((cell: string | null) => void)[]} hear which cell is pointed at, by pointer or keyboard */
    this.points = [];
    /** @type {((edge: string) => void)[]} hear which edge is picked */
    this.edges = [];
    /** @type {import('./hex/review.js').Review | null} the judged game */
    this.review = restoreReview();
    /** The panel that is in front. */
    this.panel = 'play';
    /** @type {(text: string, isError?: boolean) => void} says something in the status line */
    this.say = () => {};
    /** @type {(text: string) => void} tells readers of the screen what the others see */
    this.announce = () => {};
    /** @type {(panel: string) => Promise<unknown>} brings a panel to the front; done when it is there */
    this.select = () => Promise.resolve();
    /** @type {() => void} takes the machines from the board */
    this.sendMachinesAway = () => {};
    /** @type {() => string | null} why the reader may not move now, if so */
    this.objection = () => null;
  }

  /** Whether the board shows the game, and not something of a panel's own. */
  get showsGame() {
    return this.#stage === null;
  }

  /** @param {Stage | null} stage what the board shows from now on; null for the game */
  enter(stage) {
    this.#stage = stage;
    this.board?.point({});
    if (!stage) {
      this.board?.show(this.game, {});
      return;
    }
    this.board?.overlay({});
    stage.show();
  }

  /** Draws what the board shows once more. */
  redraw() {
    if (this.#stage) this.#stage.show();
    else this.board?.show(this.game);
  }

  /** @param {string} cell that was clicked */
  clicked(cell) {
    const objection = this.#stage ? null : this.objection();
    if (objection) this.say(objection, true);
    else if (this.#stage) this.#stage.onCell(cell);
    else if (!this.clicks.some((take) => take(cell))) this.onCell(cell);
  }

  /** @param {() => void} listener called after every change of the game */
  onChange(listener) {
    this.#listeners.push(listener);
  }

  /** @param {(panel: string) => void} listener called when a panel has come to the front */
  onSelect(listener) {
    this.#watchers.push(listener);
  }

  /** @param {string} panel that has come to the front */
  selected(panel) {
    this.panel = panel;
    for (const listener of this.#watchers) listener(panel);
  }

  /**
   * Plays at a cell; whoever may swap does so by taking the stone that lies there.
   * @param {string} cell
   */
  playAt(cell) {
    const { game } = this;
    const swaps = game.canSwap && cell === game.moves[0] && game.refuse('swap-pieces') === null;
    return this.play(swaps ? 'swap-pieces' : cell);
  }

  /**
   * Makes a move if it is allowed.
   * @param {string} move
   */
  play(move) {
    const problem = this.game.refuse(move);
    if (problem) {
      this.say(problem, true);
      return false;
    }
    this.tree.play(move);
    this.changed();
    return true;
  }

  /** @param {number} id */
  goTo(id) {
    this.tree.current = id;
    this.changed();
  }

  /** @param {Tree} tree */
  open(tree) {
    this.tree = tree;
    this.changed();
  }

  /**
   * Opens a game that comes from elsewhere: no machine moves in it until it is asked to.
   * @param {Tree} tree
   */
  openRecord(tree) {
    this.sendMachinesAway();
    this.open(tree);
  }

  /** @param {import('./hex/review.js').Review} review that replaces the one before, and survives a reload */
  keepReview(review) {
    this.review = review;
    store(REVIEW_KEY, review);
  }

  /** The tree or the place in it has changed. */
  changed() {
    this.game = this.tree.game();
    store(KEY, { tree: this.tree.toJSON(), moves: this.tree.moves() });
    if (this.showsGame) {
      this.board?.point({});
      this.board?.show(this.game, {});
    }
    for (const listener of this.#listeners) listener();
  }
}

/** The game that was on the board when the page was left. */
function restore() {
  const stored = readStored(KEY);
  if (!stored) return null;
  try {
    const tree = Tree.fromJSON(stored.tree);
    for (const move of stored.moves) tree.play(move);
    tree.game();
    return tree;
  } catch {
    return null;
  }
}

/**
 * The review that was made before the page was left.
 * @returns {import('./hex/review.js').Review | null}
 */
function restoreReview() {
  const stored = readStored(REVIEW_KEY);
  return stored && Array.isArray(stored.line) && Array.isArray(stored.positions) && Array.isArray(stored.moves) ? stored : null;
}
