// All connections of a group or an edge that the reader picks.

import { NAMES } from '../hex/words.js';
import { list } from './overlay.js';

/** @typedef {import('../hex/game.js').Color} Color */
/** @typedef {{to: string, kind: 'full' | 'semi', key: string | null, carrier: string[], why: string | null}} Connection */
/**
 * @typedef {object} Found
 * @property {Color} colour
 * @property {string} end
 * @property {string[]} group
 * @property {Connection[]} connections
 * @property {boolean} limited
 */

export const EDGES = ['top', 'bottom', 'left', 'right'];

/**
 * The end that is picked, and which of its connections is highlighted.
 * @typedef {{end: string | null, chosen: number | null, found: Found | null}} Picked
 */

/**
 * @param {Picked} picked
 * @returns {import('./overlay.js').OverlayKind}
 */
export const connections = (picked) => ({
  id: 'connections',
  title: 'Connections of a group',
  about: 'Click a stone or an edge: what it is connected to',
  lane: 'quick',
  ask: () => (picked.end ? { path: '/api/jobs/connections', body: { end: picked.end } } : null),
  show(/** @type {Found} */ answer, game) {
    picked.found = answer;
    const { colour, end, group, connections: all } = answer;
    const stones = all.filter(({ to }) => isGroup(to, game));
    const chosen = picked.chosen === null ? null : all[picked.chosen];
    const reached = (/** @type {string} */ kind) => all.filter((one) => one.kind === kind && !isGroup(one.to, game)).map(({ to }) => to);
    const full = new Set(reached('full'));
    const semi = reached('semi').filter((cell) => !full.has(cell));
    const name = EDGES.includes(end) ? `The ${end} edge` : `The group of ${end}`;
    const summary = `${name} (${NAMES[colour]}) has ${stones.filter(({ kind }) => kind === 'full').length} full and ${stones.filter(({ kind }) => kind === 'semi').length} semi connections to groups and edges, and reaches ${full.size} cells for sure, ${semi.length} by moving first.`;
    return {
      drawn: {
        edges: true,
        shades: chosen
          ? [{ cells: group, kind: 'picked' }, { cells: chosen.carrier, kind: chosen.kind }]
          : [{ cells: group, kind: 'picked' }, { cells: full, kind: 'full' }, { cells: semi, kind: 'semi' }],
        labels: new Map(chosen?.key ? [[chosen.key, 'k']] : []),
      },
      legend: chosen
        ? [{ kind: chosen.kind, text: `carrier, ${chosen.kind}${chosen.key ? ' (k: key)' : ''}` }]
        : [{ kind: 'full', text: 'connected for sure' }, { kind: 'semi', text: 'connected by moving first' }],
      text: summary,
      point(cell) {
        const found = all.filter(({ to }) => to === cell);
        if (!found.length) return null;
        const [first] = found;
        return { text: `${describe(first, end)}${found.length > 1 ? ` (and ${found.length - 1} more)` : ''}`, cells: first.carrier };
      },
    };
  },
});

/**
 * @param {Connection} connection
 * @param {string} end
 */
export function describe({ to, kind, key, carrier }, end) {
  const how = kind === 'full' ? 'full' : `semi, key ${key}`;
  return `${end} – ${to}: ${how}${carrier.length ? ` over ${list(carrier, 14)}` : ', neighbours'}`;
}

/**
 * Whether an end is an edge or has a stone.
 * @param {string} to
 * @param {import('../hex/game.js').Game} game
 */
export const isGroup = (to, game) => EDGES.includes(to) || game.stones.has(to);
