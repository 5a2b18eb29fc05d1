// Evaluations as maps of the board: a number for each cell, pale to deep.

import { NAMES, recolor } from '../hex/words.js';
import { language, t } from '../words.js';

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
export const MAPS = /** @type {const} */ (['network', 'criticality', 'resistance', 'connections', 'two-distance', 'connectibility']);

/**
 * @param {string} id
 * @returns {OverlayKind}
 */
export function mapOverlay(id) {
  const base = { id: `map-${id}`, lane: /** @type {const} */ ('quick') };
  if (id === 'criticality') {
    return { ...base, ask: () => ({ path: '/api/jobs/chance', body: {} }), show: showChance };
  }
  return {
    ...base,
    ask: () => ({ path: '/api/jobs/evaluate', body: { with: id } }),
    show: (answer, game) => (id === 'network' ? showNetwork(answer, game) : showMap(answer)),
  };
}

/** @param {number} share */
const percent = (share) => (100 * share).toFixed(1);

/**
 * @param {Map_} answer
 * @param {import('../hex/game.js').Game} game
 * @returns {import('./overlay.js').Shown}
 */
function showNetwork({ value, map }, game) {
  const red = value === null ? null : (value + 1) / 2;
  const text = red === null ? t('map.decided') : t('map.network-says', { color: NAMES[game.toMove], chance: percent(game.toMove === 'black' ? red : 1 - red) });
  return {
    drawn: drawn(Object.entries(map.cells), map.low_is_urgent),
    text,
    point: (cell) => (cell in map.cells ? { text: t('map.network-cell', { cell, chance: map.cells[cell].toFixed(1) }) } : null),
  };
}

/**
 * @param {Map_} answer
 * @returns {import('./overlay.js').Shown}
 */
function showMap({ value, unit, map }) {
  const verdict = value === null ? t('map.decided') : language === 'en' ? `${short(value)} ${recolor(unit)}.` : '';
  return {
    drawn: drawn(Object.entries(map.cells), map.low_is_urgent),
    text: `${verdict} ${t('map.shows', { name: map.name })}`.trim(),
    point: (cell) => (cell in map.cells ? { text: `${cell}: ${short(map.cells[cell])}` } : null),
  };
}

/**
 * @param {{black_wins: number, best: string[], critical: Record<string, number>}} answer
 * @returns {import('./overlay.js').Shown}
 */
function showChance({ black_wins: blackWins, best, critical }) {
  const cells = Object.entries(critical);
  const shown = drawn(cells.map(([cell, value]) => [cell, 100 * value]), false);
  return {
    drawn: { ...shown, hints: new Map(cells.map(([cell, value]) => [cell, t('map.critical-hint', { percent: percent(value) })])) },
    text: t('map.critical-says', { color: NAMES.black, percent: percent(blackWins), best: best.join(', ') }),
    point: (cell) => (cell in critical ? { text: t('map.critical-cell', { cell, percent: percent(critical[cell]) }) } : null),
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
 * A number with one decimal, so that all of a map look alike.
 * @param {number} value
 */
export const short = (value) => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(1));
