// The geometry of the board: names of cells, neighbours, and where a cell lies in the picture.

/** @typedef {{cols: number, rows: number}} Size */
/** @typedef {'flat' | 'diamond'} Orientation */
/** @typedef {{x: number, y: number}} Point */

export const MAX_SIDE = 19;
const SQRT3 = Math.sqrt(3);

/**
 * The name of a cell, such as c7.
 * @param {number} col counted from 0
 * @param {number} row counted from 0
 */
export function cellName(col, row) {
  return String.fromCharCode(97 + col) + (row + 1);
}

/**
 * Column and row of a cell's name; null where the board has no such cell.
 * @param {string} name
 * @param {Size} size
 * @returns {[number, number] | null}
 */
export function parseCell(name, size) {
  const match = /^([a-s])([1-9][0-9]?)$/i.exec(name);
  if (!match) return null;
  const col = match[1].toLowerCase().charCodeAt(0) - 97;
  const row = Number(match[2]) - 1;
  return col < size.cols && row < size.rows ? [col, row] : null;
}

/**
 * All cells, row by row.
 * @param {Size} size
 */
export function allCells(size) {
  const names = [];
  for (let row = 0; row < size.rows; row += 1) {
    for (let col = 0; col < size.cols; col += 1) names.push(cellName(col, row));
  }
  return names;
}

/** Steps to the six neighbours, clockwise from the upper left. */
const STEPS = [[0, -1], [1, -1], [1, 0], [0, 1], [-1, 1], [-1, 0]];

/**
 * The neighbours of a cell.
 * @param {string} name
 * @param {Size} size
 * @returns {string[]}
 */
export function neighbours(name, size) {
  const at = parseCell(name, size);
  if (!at) return [];
  return STEPS.map(([c, r]) => [at[0] + c, at[1] + r])
    .filter(([c, r]) => c >= 0 && r >= 0 && c < size.cols && r < size.rows)
    .map(([c, r]) => cellName(c, r));
}

/**
 * The mirror image in the long diagonal: a3 becomes c1.
 * @param {string} name
 * @param {Size} size
 */
export function mirror(name, size) {
  const at = parseCell(name, size);
  return at ? cellName(at[1], at[0]) : name;
}

/**
 * The middle of a cell; the distance between neighbours is the square root of 3.
 * @param {number} col
 * @param {number} row
 * @param {Orientation} orientation
 * @returns {Point}
 */
export function centre(col, row, orientation) {
  return turn({ x: (col + row / 2) * SQRT3, y: row * 1.5 }, orientation);
}

/**
 * The six corners of a cell, clockwise; between corner k and corner k + 1 lies the neighbour of STEPS[(k + 1) % 6].
 * @param {number} col
 * @param {number} row
 * @param {Orientation} orientation
 * @param {number} [radius]
 * @returns {Point[]}
 */
export function corners(col, row, orientation, radius = 1) {
  const middle = centre(col, row, 'flat');
  return [0, 1, 2, 3, 4, 5].map((k) => {
    const angle = ((60 * k - 90) * Math.PI) / 180;
    return turn({ x: middle.x + radius * Math.cos(angle), y: middle.y + radius * Math.sin(angle) }, orientation);
  });
}

/**
 * The diamond is the flat board turned so that its long diagonal lies level.
 * @param {Point} point
 * @param {Orientation} orientation
 * @returns {Point}
 */
function turn({ x, y }, orientation) {
  if (orientation === 'flat') return { x, y };
  const [sin, cos] = [-0.5, SQRT3 / 2];
  return { x: x * cos - y * sin, y: x * sin + y * cos };
}

/**
 * The names of columns and rows, beside the edges.
 * @param {Size} size
 * @param {Orientation} orientation
 * @returns {{name: string, at: Point}[]}
 */
export function coordinates({ cols, rows }, orientation) {
  const names = [];
  for (let col = 0; col < cols; col += 1) names.push({ name: String.fromCharCode(97 + col), at: centre(col + 0.56, -1.12, orientation) });
  for (let row = 0; row < rows; row += 1) names.push({ name: String(row + 1), at: centre(-1, row, orientation) });
  return names;
}

/**
 * The box around the board, its edges and its coordinates.
 * @param {Size} size
 * @param {Orientation} orientation
 */
export function bounds(size, orientation) {
  const [edge, letter] = [0.35, 0.55];
  /** @type {number[]} */
  const xs = [];
  /** @type {number[]} */
  const ys = [];
  const reach = (/** @type {Point} */ { x, y }, /** @type {number} */ room) => {
    xs.push(x - room, x + room);
    ys.push(y - room, y + room);
  };
  for (const [col, row] of [[0, 0], [size.cols - 1, 0], [0, size.rows - 1], [size.cols - 1, size.rows - 1]]) {
    for (const corner of corners(col, row, orientation)) reach(corner, edge);
  }
  for (const { at } of coordinates(size, orientation)) reach(at, letter);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}
