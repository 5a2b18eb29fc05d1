// Links to a position: the whole game is in the address, behind the #, so that the server never sees it.

import { parseCell } from './hex/geometry.js';
import { Tree } from './hex/tree.js';

/** @typedef {import('./hex/game.js').Game} Game */

/**
 * The link to a position on this server.
 * @param {Game} game
 */
export function linkTo({ size, start, moves }) {
  const parameters = new URLSearchParams({ size: `${size.cols}x${size.rows}` });
  if (start.black.length) parameters.set('black', start.black.join(' '));
  if (start.white.length) parameters.set('white', start.white.join(' '));
  if (start.toMove) parameters.set('to-move', start.toMove);
  if (moves.length) parameters.set('moves', moves.join(' '));
  return `${location.origin}/#${parameters}`;
}

/**
 * The game that a link leads to; null where it leads to none.
 * @param {string} hash
 * @returns {Tree | null}
 */
export function readLink(hash) {
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
  if (lost) throw new Error(`${lost} is not on this board.`);
  const tree = new Tree(start);
  for (const move of words('moves')) {
    const problem = tree.game().refuse(move);
    if (problem) throw new Error(problem);
    tree.play(move);
  }
  return tree;
}
