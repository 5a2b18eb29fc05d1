// State that all panels share: the tree of the game, the board that shows it, and who must be told when it changes.

import { emptyStart } from './hex/game.js';
import { Past } from './hex/past.js';
import { Tree } from './hex/tree.js';
import { readStored, store } from './storage.js';
import { t } from './words.js';

/** @typedef {import('./hex/game.js').Game} Game */
/** @typedef {import('./hex/game.js').Start} Start */
/** @typedef {import('./view/board.js').Board} Board */
/**
 * A panel's view of the board instead of the game: it draws itself and handles the clicks.
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
    /** @type {((cell: string) => boolean)[]} called first for a click: the handler that returns true has taken it */
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
    /** @type {(text: string, action?: {label: string, act: () => void}) => void} a note that goes by itself, with one thing to do about it */
    this.toast = () => {};
    /** @type {(text: string) => void} tells readers of the screen what the others see */
    this.announce = () => {};
    /** @type {(panel: string) => Promise<unknown>} brings a panel to the front; done when it is there */
    this.select = () => Promise.resolve();
    /** @type {() => void} takes the machines from the board */
    this.sendMachinesAway = () => {};
    /** Whether the game has ended badly for the one person who played it. */
    this.lost = () => false;
    /** @type {() => void} a mark or an arrow was drawn on the board */
    this.drawn = () => {};
    /** @type {() => import('./hex/tree.js').Facts} who plays the game on the board, and when, as SGF names it */
    this.players = () => ({});
    /** @type {() => string | null} why the reader may not move now, if so */
    this.objection = () => null;
    /** Trees from before the edits. */
    this.past = new Past();
    /** Whether the game on the board is being played: it is not replaced unasked. */
    this.live = false;
    /** Whether the tree holds a game that was played or opened, whose moves stay as they are, and not only an analysis. */
    this.isGame = readStored(KEY)?.isGame === true;
    /** @type {(tree: Tree) => void} goes on from a position against the opponent that is chosen; the play panel replaces it */
    this.playFrom = (tree) => {
      this.select('play');
      this.open(tree);
    };
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
   * Plays at a cell; a click on the first stone swaps if the swap is allowed.
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
    // What is tried in the analysis of a game leaves the game as it is.
    const aside = this.panel === 'analyse' && this.isGame && this.tree.current === this.tree.end;
    this.tree.play(move, aside);
    if (this.panel === 'play') this.live = true;
    this.changed();
    return true;
  }

  /** @param {number} id */
  goTo(id) {
    this.tree.current = id;
    this.changed();
  }

  /**
   * @param {Tree} tree
   * @param {boolean} [isGame] whether its moves were played, so that an analysis leaves them as they are
   */
  open(tree, isGame = false) {
    if (this.tree.nodes.length > 1) this.keep('undo.replaced');
    this.tree = tree;
    this.live = false;
    this.isGame = isGame;
    this.changed();
  }

  /**
   * Keeps the tree as it is, so that what happens to it next can be undone.
   * @param {'undo.replaced' | 'undo.comment' | 'undo.comments' | 'undo.delete' | 'undo.promote'} deed
   */
  keep(deed) {
    this.past.keep(this.tree, t(deed));
  }

  /** Undoes the last edit of the tree; false if there is none. */
  undoEdit() {
    const before = this.past.take();
    if (!before) return false;
    this.tree = before.tree;
    this.changed();
    this.say(t('undo.done', { deed: before.deed }));
    return true;
  }

  /**
   * Opens a game that comes from elsewhere: no machine moves in it until it is asked to.
   * @param {Tree} tree
   * @param {boolean} [isGame] whether it was played; otherwise it is a position to study
   */
  openRecord(tree, isGame = true) {
    this.sendMachinesAway();
    this.open(tree, isGame);
  }

  /** @param {import('./hex/review.js').Review} review that replaces the one before, and survives a reload */
  keepReview(review) {
    this.review = review;
    store(REVIEW_KEY, review);
  }

  /** Keeps the tree for the next visit. */
  keepTree() {
    store(KEY, { tree: this.tree.toJSON(true), moves: this.tree.moves(), isGame: this.isGame });
  }

  /** The tree or the place in it has changed. */
  changed() {
    this.game = this.tree.game();
    this.keepTree();
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
    tree.current = tree.follow(stored.moves).id;
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
