// Evaluations as maps of the board: a number for each cell, pale to deep.

import { recolor } from '../hex/words.js';

/** @typedef {import('./overlay.js').OverlayKind} OverlayKind */
/**
 * @typedef {object} Map_
 * @property {number | null} value
 * @property {string} unit
 * @property {Record<string, number | null>} numbers
 * @property {{name: string, cells: Record<string, number>, low_is_urgent: boolean}} map
 */

/** How many cells have their number written on them. */
const WRITTEN = 14;

/** The maps in the order of the list. */
export const MAPS = [
  { id: 'resistance', title: 'Resistance of the circuits' },
  { id: 'connections', title: 'Resistance with virtual connections' },
  { id: 'two-distance', title: 'Two-distance' },
  { id: 'connectibility', title: 'Connectibility' },
  { id: 'criticality', title: 'Critical cells in random fillings' },
  { id: 'network', title: 'The network: moves and chances' },
];

/**
 * @param {string} id
 * @returns {OverlayKind}
 */
export function mapOverlay(id) {
  const title = MAPS.find((map) => map.id === id)?.title ?? id;
  const base = { id: `map-${id}`, title, about: '', lane: /** @type {const} */ ('quick') };
  if (id === 'criticality') {
    return { ...base, ask: () => ({ path: '/api/jobs/chance', body: {} }), show: showChance };
  }
  return { ...base, ask: () => ({ path: '/api/jobs/evaluate', body: { with: id } }), show: (answer) => showMap(answer) };
}

/**
 * @param {Map_} answer
 * @returns {import('./overlay.js').Shown}
 */
function showMap({ value, unit, numbers, map }) {
  const cells = Object.entries(map.cells);
  const details = Object.entries(numbers).map(([name, number]) => `${name} ${number === null ? 'none' : short(number)}`).slice(0, 4);
  const verdict = value === null ? 'The game is decided.' : `${short(value)} ${unit}.`;
  return {
    drawn: drawn(cells, map.low_is_urgent),
    text: `${recolor(verdict)} ${recolor(details.join(', '))}. The map: ${map.name}.`,
    point: (cell) => (cell in map.cells ? { text: `${cell}: ${short(map.cells[cell])}, ${map.name}` } : null),
  };
}

/**
 * @param {{black_wins: number, best: string[], critical: Record<string, number>}} answer
 * @returns {import('./overlay.js').Shown}
 */
function showChance({ black_wins: blackWins, best, critical }) {
  const cells = Object.entries(critical);
  const shown = drawn(cells.map(([cell, value]) => [cell, 100 * value]), false);
  for (const cell of best) shown.labels?.set(cell, '★');
  return {
    drawn: { ...shown, hints: new Map(cells.map(([cell, value]) => [cell, `critical with probability ${value.toFixed(4)}`])) },
    text: `A random filling is won by red with probability ${blackWins.toFixed(4)}. Most critical: ${best.join(', ')}.`,
    point: (cell) => (cell in critical ? { text: `${cell} decides ${(100 * critical[cell]).toFixed(2)} % of the random fillings` } : null),
  };
}

/**
 * @param {[string, number][]} cells
 * @param {boolean} lowIsUrgent
 * @returns {import('./overlay.js').Drawn}
 */
export function drawn(cells, lowIsUrgent) {
  const values = cells.map(([, value]) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const share = (/** @type {number} */ value) => {
    const up = (value - least) / Math.max(most - least, 1e-12);
    return lowIsUrgent ? 1 - up : up;
  };
  const urgent = [...cells].sort((a, b) => share(b[1]) - share(a[1])).slice(0, WRITTEN);
  return {
    heat: new Map(cells.map(([cell, value]) => [cell, share(value)])),
    labels: new Map(urgent.map(([cell, value]) => [cell, short(value)])),
    hints: new Map(cells.map(([cell, value]) => [cell, short(value)])),
  };
}

/**
 * At most three digits that matter.
 * @param {number} value
 */
export function short(value) {
  const size = Math.abs(value);
  return size >= 100 ? value.toFixed(0) : size >= 10 ? String(Number(value.toFixed(1))) : String(Number(value.toFixed(2)));
}
