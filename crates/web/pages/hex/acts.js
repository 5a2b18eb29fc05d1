// Games of the arena: what its acts lead to on the board.

import { Game, emptyStart, joiningChain } from './game.js';
import { Tree } from './tree.js';

/** @typedef {import('./game.js').Color} Color */
/** @typedef {{color: Color, deed: string, used: number[], left: number[]}} Act */

/**
 * Reads an act, such as `b c3 900 0 299100 300000`.
 * @param {string} text
 * @returns {Act}
 */
export function parseAct(text) {
  const [who, deed, ...times] = text.split(' ');
  const [usedBlack, usedWhite, leftBlack, leftWhite] = times.map(Number);
  return { color: who === 'w' ? 'white' : 'black', deed, used: [usedBlack, usedWhite], left: [leftBlack, leftWhite] };
}

/**
 * The size of a board from `11x9` or `11`.
 * @param {string} text
 */
export function parseSize(text) {
  const [cols, rows] = text.split('x').map(Number);
  return { cols, rows: rows ?? cols };
}

/** @param {string} deed */
const isStone = (deed) => /^[a-s][0-9]+$/.test(deed);

/**
 * The acts that put a stone down or take one over.
 * @param {string[]} acts
 */
export const stoneActs = (acts) => acts.map(parseAct).filter(({ deed }) => isStone(deed) || deed === 'swap');

/**
 * The moves of a game of Hex, as the page's own tree names them.
 * @param {string[]} acts
 */
export const hexMoves = (acts) => stoneActs(acts).map(({ deed }) => (deed === 'swap' ? 'swap-pieces' : deed));

/**
 * The board after this many stones, as it is drawn.
 * @param {{size: string, variant: string, acts: string[]}} game
 * @param {number} [count] all of them where it is left out
 */
export function boardAfter({ size: text, variant, acts }, count) {
  const size = parseSize(text);
  if (variant === 'hex') return new Game(emptyStart(size), hexMoves(acts).slice(0, count));
  /** @type {Map<string, Color>} */
  const stones = new Map();
  const shown = stoneActs(acts).slice(0, count);
  for (const { color, deed } of shown) stones.set(deed, color);
  const last = shown.at(-1);
  const winner = /** @type {Color[]} */ (['black', 'white']).find((color) => joiningChain(stones, size, color).length);
  return {
    size, stones,
    numbers: new Map(shown.map(({ deed }, index) => [deed, index + 1])),
    lastCell: last?.deed ?? null,
    toMove: /** @type {Color} */ ('black'),
    outcome: winner ? { winner } : null,
    winningChain: () => (winner ? joiningChain(stones, size, winner) : []),
  };
}

/**
 * A game of Hex as a tree, for the analysis.
 * @param {{size: string, acts: string[], black: string, white: string}} game
 */
export function treeOf({ size, acts, black, white }) {
  const tree = new Tree(emptyStart(parseSize(size)));
  tree.nodes[0].comment = `${black} (red) against ${white} (blue)`;
  for (const move of hexMoves(acts)) tree.play(move);
  return tree;
}
