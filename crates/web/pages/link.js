// The address bar follows the position: the whole game is in the address, behind the #, so that the server never sees it.

import { firstMover } from './hex/game.js';
import { parseCell } from './hex/geometry.js';
import { Tree } from './hex/tree.js';
import { t } from './words.js';

/** @typedef {import('./hex/game.js').Game} Game */
/** @typedef {import('./hex/game.js').Start} Start */
/** @typedef {import('./app.js').App} App */

/** Panels that addresses call by another name than the page does. */
const NAMES = /** @type {Record<string, string>} */ ({ proofs: 'strategy', review: 'analyse' });

/** A reader who walks through a game does not fill the history. */
const PAUSE = 60;

/**
 * The position in an address.
 * @param {Game} game
 */
function parametersOf({ size, start, moves }) {
  const parameters = new URLSearchParams({ size: `${size.cols}x${size.rows}` });
  if (start.black.length) parameters.set('black', start.black.join(' '));
  if (start.white.length) parameters.set('white', start.white.join(' '));
  if (start.toMove) parameters.set('to-move', start.toMove);
  if (moves.length) parameters.set('moves', moves.join(' '));
  return parameters;
}

/**
 * The link to a position on this page.
 * @param {Game} game
 */
export const linkTo = (game) => `${location.origin}${location.pathname}#${readable(parametersOf(game))}`;

/**
 * Parameters as people read them: spaces as plus signs need no more room.
 * @param {URLSearchParams} parameters
 */
const readable = (parameters) => parameters.toString();

/**
 * The position that a link leads to; null if it leads to none.
 * @param {string} hash
 * @returns {{start: Start, moves: string[]} | null}
 */
export function readPosition(hash) {
  const parameters = new URLSearchParams(hash.slice(1));
  const size = /^([0-9]{1,2})x([0-9]{1,2})$/.exec(parameters.get('size') ?? '');
  if (!size) return null;
  const words = (/** @type {string} */ name) => (parameters.get(name) ?? '').split(' ').filter(Boolean);
  const side = parameters.get('to-move');
  /** @type {import('./hex/game.js').Color | null} */
  const toMove = side === 'black' || side === 'white' ? side : null;
  const start = {
    size: { cols: Number(size[1]), rows: Number(size[2]) },
    black: words('black'),
    white: words('white'),
    toMove,
  };
  const { cols, rows } = start.size;
  if (Math.min(cols, rows) < 1 || Math.max(cols, rows) > 19) throw new Error(`found a board of ${cols}x${rows}: expected 1x1 to 19x19`);
  const lost = [...start.black, ...start.white].find((cell) => !parseCell(cell, start.size));
  if (lost) throw new Error(t('game.off-board', { cell: lost }));
  return { start, moves: words('moves') };
}

/**
 * The game that a link leads to; null if it leads to none.
 * @param {string} hash
 * @returns {Tree | null}
 */
export function readLink(hash) {
  const found = readPosition(hash);
  if (!found) return null;
  const tree = new Tree(found.start);
  playAll(tree, found.moves);
  return tree;
}

/**
 * @param {Tree} tree
 * @param {string[]} moves
 */
function playAll(tree, moves) {
  for (const move of moves) {
    const problem = tree.game().refuse(move);
    if (problem) throw new Error(problem);
    tree.play(move);
  }
}

/**
 * Whether two games begin with the same board, stones and side to move.
 * @param {Start} one
 * @param {Start} other
 */
function sameStart(one, other) {
  const key = (/** @type {Start} */ start) => JSON.stringify([start.size.cols, start.size.rows, [...start.black].sort(), [...start.white].sort(), firstMover(start)]);
  return key(one) === key(other);
}

/** The panel that the address names: `#panel=watch`. */
export function linkedPanel() {
  const named = new URLSearchParams(location.hash.slice(1)).get('panel') ?? '';
  const panel = NAMES[named] ?? named;
  return panel && document.getElementById(`tab-${panel}`) ? panel : null;
}

/**
 * Opens what the address names, lets the address follow the position from then on, and goes where Back and Forward lead.
 * @param {App} app
 */
export function followAddress(app) {
  let written = '';
  let line = /** @type {string[]} */ ([]);
  let tree = app.tree;
  let panel = app.panel;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /**
   * Opens the position that the address names.
   * @param {boolean} [isReload] the page was loaded again
   */
  const open = (isReload = false) => {
    try {
      const found = readPosition(location.hash);
      if (!found) return;
      // A place in the game that is on the board already keeps its variations and its players.
      const isKnown = sameStart(found.start, app.tree.start);
      const place = app.tree.follow(found.moves);
      if (isKnown && place.known === found.moves.length) {
        // A move that comes while the page is being left is kept with the game, but no longer gets into the address.
        if (!isReload && app.tree.current !== place.id) app.goTo(place.id);
        return;
      }
      const opened = /** @type {Tree} */ (readLink(location.hash));
      app.openRecord(opened, false);
    } catch (error) {
      app.say(t('link.damaged', { problem: error instanceof Error ? error.message : String(error) }), true);
    }
  };

  const write = () => {
    clearTimeout(timer);
    const address = addressOf(app);
    const moves = app.game.moves;
    // A new place in the history for what the reader did: a move, another game, another panel. Walking only changes the address.
    const isMove = moves.length === line.length + 1 && line.every((move, index) => move === moves[index]) && app.tree.nodes[app.tree.current].children.length === 0;
    const isDeed = isMove || app.tree !== tree || app.panel !== panel;
    [line, tree, panel] = [moves, app.tree, app.panel];
    if (address === written) return;
    written = address;
    if (isDeed) {
      history.pushState(null, '', address);
    } else {
      timer = setTimeout(() => history.replaceState(null, '', address), PAUSE);
    }
  };

  const go = () => {
    clearTimeout(timer);
    if (location.pathname + location.hash === written) return;
    const named = linkedPanel();
    const wanted = named ?? (location.hash ? app.panel : 'play');
    open();
    if (wanted !== app.panel) app.select(wanted);
    [line, tree, panel, written] = [app.game.moves, app.tree, app.panel, location.pathname + location.hash];
  };

  const [visit] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
  open(visit?.type === 'reload');
  [line, tree, panel] = [app.game.moves, app.tree, app.panel];
  written = addressOf(app);
  history.replaceState(null, '', written);
  app.onChange(write);
  app.onSelect(write);
  window.addEventListener('popstate', go);
}

/** @param {App} app */
function addressOf(app) {
  const parameters = new URLSearchParams();
  const named = Object.entries(NAMES).find(([name, panel]) => panel === app.panel && name !== 'review')?.[0] ?? app.panel;
  const { game } = app;
  const isEmpty = !game.moves.length && !game.stones.size && game.size.cols === 11 && game.size.rows === 11;
  const hasPosition = app.showsGame && !isEmpty;
  if (hasPosition) for (const [name, value] of parametersOf(game)) parameters.set(name, value);
  if (app.panel !== 'play') parameters.set('panel', named);
  const text = readable(parameters);
  return location.pathname + (text ? `#${text}` : '');
}
