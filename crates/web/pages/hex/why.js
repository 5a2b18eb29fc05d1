// The purpose of a move in words, from the stones on the board, without search.

import { joiningChain, opponent } from './game.js';
import { allCells, cellName, neighbours, parseCell } from './geometry.js';

/** @typedef {import('./game.js').Color} Color */
/** @typedef {import('./geometry.js').Size} Size */
/** @typedef {{size: Size, stones: Map<string, Color>, toMove: Color, lastCell: string | null}} Position */
/**
 * A reason, with the cells to show.
 * @typedef {object} Reason
 * @property {'wins' | 'connects' | 'saves' | 'saves-edge' | 'stops' | 'bridge' | 'bridge-edge' | 'extends' | 'blocks' | 'nearer' | 'shape'} kind
 * @property {string[]} cells stones and empty cells that it is about
 * @property {string} [with] the stone that the move works with
 * @property {'top' | 'bottom' | 'left' | 'right'} [edge]
 * @property {number} [count]
 */

/** Steps from a stone to the other end of a bridge. */
const BRIDGES = [[1, -2], [2, -1], [1, 1], [-1, 2], [-2, 1], [-1, -1]];

/**
 * The reasons for a move, the weightiest first.
 * @param {Position} position
 * @param {string} move
 * @returns {Reason[]}
 */
export function reasonsFor(position, move) {
  const { size, stones, toMove } = position;
  const after = new Map(stones).set(move, toMove);
  const other = opponent(toMove);
  const [mine, theirs] = [distance(stones, size, toMove), distance(stones, size, other)];
  const [mineAfter, theirsAfter] = [distance(after, size, toMove), distance(after, size, other)];
  if (joiningChain(after, size, toMove).length) return [{ kind: 'wins', cells: [move] }];
  /** @type {Reason[]} */
  const reasons = [];
  const saved = savedBridge(position, move);
  if (saved) reasons.push(saved);
  // Two threats at once may share a gap: this is what it looks like, not a proof.
  if (mineAfter === 0 && mine > 0) reasons.push({ kind: 'connects', cells: [move] });
  if (theirs === 1 && theirsAfter > 1) reasons.push({ kind: 'stops', cells: [move] });
  if (theirsAfter > theirs) reasons.push({ kind: 'blocks', cells: [move], count: theirsAfter });
  const beside = neighbours(move, size).filter((cell) => stones.get(cell) === toMove);
  if (beside.length) reasons.push({ kind: 'extends', cells: beside, with: beside[0] });
  const bridges = bridgesOf(stones, size, move, toMove).filter((bridge) => !beside.some((cell) => neighbours(cell, size).includes(bridge.end)));
  if (bridges.length) reasons.push({ kind: 'bridge', cells: bridges.flatMap(({ end, between }) => [end, ...between]), with: bridges[0].end });
  const edge = edgeBridge(stones, size, move, toMove);
  if (edge) reasons.push(edge);
  if (mineAfter < mine && mineAfter > 0) reasons.push({ kind: 'nearer', cells: [move], count: mineAfter });
  if (!reasons.length) reasons.push({ kind: 'shape', cells: [move] });
  return reasons;
}

/**
 * The bridge that the opponent has just intruded into, if the move saves it.
 * @param {Position} position
 * @param {string} move
 * @returns {Reason | null}
 */
function savedBridge({ size, stones, toMove, lastCell }, move) {
  if (!lastCell || stones.get(lastCell) !== opponent(toMove) || !neighbours(lastCell, size).includes(move)) return null;
  const ends = neighbours(move, size).filter((cell) => stones.get(cell) === toMove && neighbours(lastCell, size).includes(cell));
  if (ends.length === 2) return { kind: 'saves', cells: ends, with: ends[0] };
  const [end] = ends;
  const edge = edgeBeside(move, size, toMove);
  if (end && edge && edge === edgeBeside(lastCell, size, toMove)) return { kind: 'saves-edge', cells: [end], with: end, edge };
  return null;
}

/**
 * The stones that a stone on a cell would have a free bridge to.
 * @param {Map<string, Color>} stones
 * @param {Size} size
 * @param {string} cell
 * @param {Color} color
 */
export function bridgesOf(stones, size, cell, color) {
  const [col, row] = /** @type {[number, number]} */ (parseCell(cell, size));
  return BRIDGES.flatMap(([c, r]) => {
    const [endCol, endRow] = [col + c, row + r];
    if (endCol < 0 || endRow < 0 || endCol >= size.cols || endRow >= size.rows) return [];
    const end = cellName(endCol, endRow);
    if (stones.get(end) !== color) return [];
    const between = neighbours(cell, size).filter((one) => neighbours(end, size).includes(one));
    return between.length === 2 && between.every((one) => !stones.has(one)) ? [{ end, between }] : [];
  });
}

/**
 * The edge of a colour that a cell lies on.
 * @param {string} cell
 * @param {Size} size
 * @param {Color} color
 * @returns {'top' | 'bottom' | 'left' | 'right' | undefined}
 */
function edgeBeside(cell, size, color) {
  const [col, row] = /** @type {[number, number]} */ (parseCell(cell, size));
  if (color === 'black') return row === 0 ? 'top' : row === size.rows - 1 ? 'bottom' : undefined;
  return col === 0 ? 'left' : col === size.cols - 1 ? 'right' : undefined;
}

/**
 * A bridge from a cell on the second row to the edge.
 * @param {Map<string, Color>} stones
 * @param {Size} size
 * @param {string} cell
 * @param {Color} color
 * @returns {Reason | null}
 */
function edgeBridge(stones, size, cell, color) {
  const edge = edgeBeside(cell, size, color);
  if (edge) return null;
  for (const side of /** @type {const} */ (['top', 'bottom', 'left', 'right'])) {
    const feet = neighbours(cell, size).filter((one) => edgeBeside(one, size, color) === side);
    if (feet.length === 2 && feet.every((one) => !stones.has(one))) return { kind: 'bridge-edge', cells: feet, edge: side };
  }
  return null;
}

/**
 * How many stones a colour still needs from edge to edge if the opponent passes; bridges count as connected. Infinity where there is no way.
 * @param {Map<string, Color>} stones
 * @param {Size} size
 * @param {Color} color
 */
export function distance(stones, size, color) {
  const last = (color === 'black' ? size.rows : size.cols) - 1;
  const depth = (/** @type {string} */ cell) => /** @type {[number, number]} */ (parseCell(cell, size))[color === 'black' ? 1 : 0];
  const cost = (/** @type {string} */ cell) => (stones.get(cell) === color ? 0 : 1);
  const isOpen = (/** @type {string} */ cell) => !stones.has(cell) || stones.get(cell) === color;
  /** A cell on the second row touches the edge by a bridge. */
  const touches = (/** @type {string} */ cell, /** @type {number} */ edge) => depth(cell) === edge
    || (Math.abs(depth(cell) - edge) === 1 && neighbours(cell, size).filter((one) => depth(one) === edge && !stones.has(one)).length === 2);
  /** @type {Map<string, number>} */
  const best = new Map();
  const cells = allCells(size).filter(isOpen);
  /** @type {string[][]} cells to visit, by what they cost */
  const queue = [];
  const reach = (/** @type {string} */ cell, /** @type {number} */ length) => {
    if ((best.get(cell) ?? Infinity) <= length) return;
    best.set(cell, length);
    (queue[length] ??= []).push(cell);
  };
  for (const cell of cells) if (touches(cell, 0)) reach(cell, cost(cell));
  for (let length = 0; length < queue.length; length += 1) {
    for (const cell of queue[length] ?? []) {
      if (best.get(cell) !== length) continue;
      if (touches(cell, last)) return length;
      for (const next of neighbours(cell, size)) if (isOpen(next)) reach(next, length + cost(next));
      const [col, row] = /** @type {[number, number]} */ (parseCell(cell, size));
      for (const [c, r] of BRIDGES) {
        const [endCol, endRow] = [col + c, row + r];
        if (endCol < 0 || endRow < 0 || endCol >= size.cols || endRow >= size.rows) continue;
        const end = cellName(endCol, endRow);
        if (!isOpen(end)) continue;
        const between = neighbours(cell, size).filter((one) => neighbours(end, size).includes(one));
        if (between.every((one) => !stones.has(one))) reach(end, length + cost(end));
      }
    }
  }
  return Infinity;
}
