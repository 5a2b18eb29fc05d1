// The geometry of the board: names of cells, neighbours, and where a cell lies in the picture.

/** @typedef {{cols: number, rows: number}} Size */
/** @typedef {'flat' | 'diamond' | 'vertical'} Orientation */
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
 * Column and row of a cell's name; null if the board has no such cell.
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

/** How far each orientation turns the flat board, in degrees: the long diagonal of a diamond lies level, that of a vertical board stands. */
const TURNS = { flat: 0, diamond: -30, vertical: 60 };

/**
 * @param {Point} point of the flat board
 * @param {Orientation} orientation
 * @returns {Point}
 */
export function turn({ x, y }, orientation) {
  const angle = (TURNS[orientation] * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  return { x: x * cos - y * sin, y: x * sin + y * cos };
}

/**
 * The names of columns and rows, beside the edges.
 * @param {Size} size
 * @param {Orientation} orientation
 * @param {number} [gap] from the cell to the middle of the name
 * @returns {{name: string, at: Point}[]}
 */
export function coordinates({ cols, rows }, orientation, gap = 0.65) {
  const names = [];
  const beside = (/** @type {number} */ col, /** @type {number} */ row, /** @type {Point} */ step) => {
    const middle = centre(col, row, 'flat');
    return turn({ x: middle.x + step.x, y: middle.y + step.y }, orientation);
  };
  for (let col = 0; col < cols; col += 1) names.push({ name: String.fromCharCode(97 + col), at: beside(col, 0, { x: 0, y: -1 - gap }) });
  for (let row = 0; row < rows; row += 1) names.push({ name: String(row + 1), at: beside(0, row, { x: -SQRT3 / 2 - gap, y: 0 }) });
  return names;
}

/**
 * The four borders of the board: for each edge the points where the cells end, from corner to corner, and as far outside as the border is broad.
 * Neighbouring borders share their first and last points, so that they meet in a mitre.
 * @param {Size} size
 * @param {Orientation} orientation
 * @param {number} breadth
 * @returns {{edge: 'top' | 'right' | 'bottom' | 'left', inner: Point[], outer: Point[]}[]}
 */
export function borders({ cols, rows }, orientation, breadth) {
  // Clockwise: the cells of an edge, and which of their corners lie on it. The first and the last corner are those of the board.
  /** @type {{edge: 'top' | 'right' | 'bottom' | 'left', cells: [number, number][], around: number[], end: number}[]} */
  const edges = [
    { edge: 'top', cells: Array.from({ length: cols }, (_, col) => [col, 0]), around: [5, 0], end: 1 },
    { edge: 'right', cells: Array.from({ length: rows }, (_, row) => [cols - 1, row]), around: [1, 2], end: 2 },
    { edge: 'bottom', cells: Array.from({ length: cols }, (_, col) => [cols - 1 - col, rows - 1]), around: [2, 3], end: 4 },
    { edge: 'left', cells: Array.from({ length: rows }, (_, row) => [0, rows - 1 - row]), around: [4, 5], end: 5 },
  ];
  const reach = breadth / Math.cos(Math.PI / 6);
  return edges.map(({ edge, cells, around, end }) => {
    /** @type {Point[]} */
    const inner = [];
    /** @type {Point[]} */
    const outer = [];
    const add = (/** @type {[number, number]} */ [col, row], /** @type {number} */ corner) => {
      const at = corners(col, row, 'flat')[corner];
      const out = outward(at, { cols, rows });
      inner.push(turn(at, orientation));
      outer.push(turn({ x: at.x + reach * out.x, y: at.y + reach * out.y }, orientation));
    };
    for (const cell of cells) for (const corner of around) add(cell, corner);
    add(cells[cells.length - 1], end);
    return { edge, inner, outer };
  });
}

/**
 * The direction that leads from a point on the border away from the cells that touch it.
 * @param {Point} at on the flat board
 * @param {Size} size
 * @returns {Point}
 */
function outward(at, { cols, rows }) {
  /** @type {Point[]} */
  const near = [];
  const about = Math.round(at.y / 1.5);
  for (let row = about - 1; row <= about + 1; row += 1) {
    const place = Math.round(at.x / SQRT3 - row / 2);
    for (let col = place - 1; col <= place + 1; col += 1) {
      const middle = centre(col, row, 'flat');
      if (col >= 0 && row >= 0 && col < cols && row < rows && Math.hypot(middle.x - at.x, middle.y - at.y) < 1.01) near.push(middle);
    }
  }
  const [x, y] = [0, 1].map((axis) => near.reduce((sum, point) => sum + (axis ? point.y : point.x), 0) / near.length);
  const length = Math.hypot(at.x - x, at.y - y);
  return { x: (at.x - x) / length, y: (at.y - y) / length };
}

/**
 * The box around the cells of the board, with room for what is beside them.
 * @param {Size} size
 * @param {Orientation} orientation
 * @param {number} [edge] room for the border
 * @param {number} [gap] from a cell to the middle of a name
 * @param {number} [letter] half the size of a name
 */
export function bounds(size, orientation, edge = 0.35, gap = 0.65, letter = 0.4) {
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
  for (const { at } of coordinates(size, orientation, gap)) reach(at, letter);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

/**
 * The part of the plane that a picture of a given size shows, so borders and names have the same size in pixels on every board.
 * @param {Size} size
 * @param {Orientation} orientation
 * @param {{width: number, height: number}} picture in pixels
 * @param {{border: number, gap: number, letter: number, cell: number}} pixels the border, from a cell to a name, half a name, the largest radius of a cell
 * @returns {{left: number, top: number, width: number, height: number, pixel: number}} `pixel` is the size of a pixel
 */
export function frame(size, orientation, picture, pixels) {
  let pixel = 1 / pixels.cell;
  let box = bounds(size, orientation, 0, 0, 0);
  // The margins depend on the scale, and the scale on the margins: a few rounds settle both.
  for (let round = 0; round < 6; round += 1) {
    box = bounds(size, orientation, (pixels.border + 1) * pixel, pixels.gap * pixel, pixels.letter * pixel);
    pixel = Math.max(1 / pixels.cell, box.width / picture.width, box.height / picture.height);
  }
  box = bounds(size, orientation, (pixels.border + 1) * pixel, pixels.gap * pixel, pixels.letter * pixel);
  const [width, height] = [picture.width * pixel, picture.height * pixel];
  return { left: box.left - (width - box.width) / 2, top: box.top - (height - box.height) / 2, width, height, pixel };
}
