// The connections of a group or an edge, in the words of a player: a bridge, a ziggurat, with the cells lit.

import { neighbours, parseCell } from '../hex/geometry.js';
import { bridgesOf } from '../hex/why.js';
import { NAMES } from '../hex/words.js';
import { t } from '../words.js';

/** @typedef {import('../hex/game.js').Color} Color */
/** @typedef {import('../hex/game.js').Game} Game */
/** @typedef {import('../words.js').Key} Key */
/** @typedef {{to: string, kind: 'full' | 'semi', key: string | null, carrier: string[], why: string | null}} Connection */
/**
 * @typedef {object} Found
 * @property {Color} colour
 * @property {string} end
 * @property {string[]} group
 * @property {Connection[]} connections
 * @property {boolean} limited
 */

export const EDGES = /** @type {const} */ (['top', 'bottom', 'left', 'right']);
/** @typedef {typeof EDGES[number]} Edge */

/**
 * The end that is picked, and which of its connections is highlighted.
 * @typedef {{end: string | null, chosen: number | null, found: Found | null}} Picked
 */

/**
 * @param {string} end
 * @returns {end is Edge}
 */
const isEdge = (end) => /** @type {readonly string[]} */ (EDGES).includes(end);

/** @param {Color} color */
const edgesOf = (color) => /** @type {Edge[]} */ (color === 'black' ? ['top', 'bottom'] : ['left', 'right']);

/**
 * @param {Picked} picked
 * @returns {import('./overlay.js').OverlayKind}
 */
export const connections = (picked) => ({
  id: 'connections',
  lane: 'quick',
  ask: () => (picked.end ? { path: '/api/jobs/connections', body: { end: picked.end } } : null),
  show(/** @type {Found} */ answer, game) {
    picked.found = answer;
    const { colour, end, group, connections: all } = answer;
    const chosen = picked.chosen === null ? null : all[picked.chosen];
    const point = (/** @type {string} */ cell) => {
      const [first] = all.filter(({ to }) => to === cell);
      return first ? { text: nameOf(first, answer, game), cells: first.carrier } : null;
    };
    if (chosen) {
      return {
        drawn: { edges: true, shades: [{ cells: group, kind: 'picked' }, { cells: chosen.carrier, kind: chosen.kind }], labels: new Map(chosen.key ? [[chosen.key, '1']] : []) },
        legend: [{ kind: chosen.kind, text: t('connections.lit') }],
        text: `${nameOf(chosen, answer, game)}.`,
        point,
      };
    }
    if (isEdge(end)) {
      const reached = all.filter(({ kind }) => kind === 'full').map(({ to }) => to);
      return {
        drawn: { edges: true, shades: [{ cells: reached, kind: 'full' }] },
        legend: [{ kind: 'full', text: t('connections.reached') }],
        text: t('connections.edge', { edge: t(`edge.${end}`) }),
        point,
      };
    }
    const links = edgesOf(colour).map((edge) => linkTo(edge, answer, game));
    return {
      drawn: { edges: true, shades: [{ cells: group, kind: 'picked' }, { cells: links.flatMap(({ cells }) => cells), kind: 'full' }] },
      legend: links.some(({ cells }) => cells.length) ? [{ kind: 'full', text: t('connections.lit') }] : [],
      text: links.map(({ text }) => text).join(' '),
      point,
    };
  },
});

/**
 * How a group is connected to an edge.
 * @param {Edge} edge
 * @param {Found} found
 * @param {Game} game
 * @returns {{text: string, cells: string[]}}
 */
function linkTo(edge, found, game) {
  const { colour, end, group, connections: all } = found;
  const names = { color: NAMES[colour], cell: end, edge: t(`edge.${edge}`) };
  if (group.some((cell) => rowFrom(edge, cell, game) === 1)) return { text: t('connections.touches', names), cells: [] };
  const full = all.filter(({ to, kind }) => to === edge && kind === 'full').sort((a, b) => a.carrier.length - b.carrier.length);
  const direct = full.map((connection) => ({ kind: shapeOf(connection, group, game), carrier: connection.carrier })).find(({ kind }) => kind !== 'other');
  if (direct) return { text: t('connections.joined', { ...names, how: t(/** @type {Key} */ (`connection.${direct.kind}`)) }), cells: direct.carrier };
  const chain = full.length ? chainTo(edge, found, game) : null;
  if (chain) return { text: t('connections.joined', { ...names, how: listed(chain.steps) }), cells: chain.cells };
  if (!full.length) return { text: t('connections.open', names), cells: [] };
  return { text: t('connections.joined', { ...names, how: t('connection.other', { count: full[0].carrier.length }) }), cells: full[0].carrier };
}

/**
 * A way over bridges from group to group, and from the last one to the edge by a pattern that has a name. None of its cells is used twice.
 * @param {Edge} edge
 * @param {Found} found
 * @param {Game} game
 * @returns {{steps: string[], cells: string[]} | null}
 */
function chainTo(edge, { colour, group }, game) {
  const { size, stones } = game;
  const queue = [{ group, steps: /** @type {string[]} */ ([]), cells: /** @type {string[]} */ ([]) }];
  const seen = new Set(group);
  for (const at of queue) {
    const end = at === queue[0] ? null : patternTo(edge, at.group, game);
    if (end && !end.cells.some((cell) => at.cells.includes(cell))) return { steps: [...at.steps, ...end.steps], cells: [...at.cells, ...end.cells] };
    for (const stone of at.group) {
      for (const { end: far, between } of bridgesOf(stones, size, stone, colour)) {
        if (seen.has(far) || between.some((cell) => at.cells.includes(cell))) continue;
        const next = groupOf(far, game);
        for (const cell of next) seen.add(cell);
        queue.push({ group: next, steps: [...at.steps, `${t('connection.bridge')} ${t('connections.through', { cell: far })}`], cells: [...at.cells, ...between] });
      }
    }
  }
  return null;
}

/**
 * The pattern between a group and an edge, drawn from the board alone.
 * @param {Edge} edge
 * @param {string[]} group
 * @param {Game} game
 * @returns {{steps: string[], cells: string[]} | null}
 */
function patternTo(edge, group, game) {
  const isFree = (/** @type {string} */ cell) => !game.stones.has(cell);
  if (group.some((cell) => rowFrom(edge, cell, game) === 1)) return { steps: [], cells: [] };
  for (const stone of group) {
    if (rowFrom(edge, stone, game) === 2) {
      const feet = neighbours(stone, game.size).filter((cell) => rowFrom(edge, cell, game) === 1);
      if (feet.length === 2 && feet.every(isFree)) return { steps: [t('connection.edge-bridge')], cells: feet };
    }
    if (rowFrom(edge, stone, game) === 3) {
      for (const cells of ziggurats(stone, edge, game)) if (cells.every(isFree)) return { steps: [t('connection.ziggurat')], cells };
    }
  }
  return null;
}

/**
 * The two ziggurats below a stone on the third row: two cells of its row, three of the second, and of the first row all that lie below them.
 * @param {string} stone
 * @param {Edge} edge
 * @param {Game} game
 */
export function ziggurats(stone, edge, { size }) {
  const row = (/** @type {string} */ cell) => rowFrom(edge, cell, { size });
  const below = (/** @type {string[]} */ cells, /** @type {number} */ depth) => [...new Set(cells.flatMap((cell) => neighbours(cell, size).filter((one) => row(one) === depth)))];
  const beside = neighbours(stone, size).filter((cell) => row(cell) === 3);
  return beside.flatMap((mate) => {
    const second = below([stone, mate], 2);
    const first = below(second, 1);
    return second.length === 3 && first.length === 4 ? [[mate, ...second, ...first]] : [];
  });
}

/**
 * What players call a connection: by the shape of its carrier.
 * @param {Connection} connection
 * @param {string[]} group
 * @param {Game} game
 * @returns {'adjacent' | 'bridge' | 'edge-bridge' | 'ziggurat' | 'other'}
 */
export function shapeOf({ to, carrier }, group, game) {
  if (!carrier.length) return 'adjacent';
  const { size } = game;
  if (!isEdge(to)) {
    const isBetween = carrier.length === 2 && carrier.every((cell) => neighbours(cell, size).includes(to) && neighbours(cell, size).some((one) => group.includes(one)));
    return isBetween ? 'bridge' : 'other';
  }
  const rows = carrier.map((cell) => rowFrom(to, cell, game));
  const stands = (/** @type {number} */ row) => group.some((cell) => rowFrom(to, cell, game) === row);
  if (carrier.length === 2 && rows.every((row) => row === 1) && stands(2)) return 'edge-bridge';
  const isZiggurat = group.some((stone) => rowFrom(to, stone, game) === 3 && ziggurats(stone, to, game).some((cells) => carrier.every((cell) => cells.includes(cell))));
  return isZiggurat ? 'ziggurat' : 'other';
}

/**
 * A connection in a sentence without its end.
 * @param {Connection} connection
 * @param {Found} found
 * @param {Game} game
 */
export function nameOf(connection, { group }, game) {
  const goal = isEdge(connection.to) ? t(`goal.${connection.to}`) : connection.to;
  if (connection.key) return t('connections.semi', { goal, key: connection.key });
  return t('connections.full', { goal, how: t(/** @type {Key} */ (`connection.${shapeOf(connection, group, game)}`), { count: connection.carrier.length }) });
}

/** @param {string[]} parts */
const listed = (parts) => (parts.length > 1 ? `${parts.slice(0, -1).join(', ')} ${t('connections.and')} ${parts.at(-1)}` : parts.join(''));

/**
 * How far a cell is from an edge; 1 is the row beside it.
 * @param {Edge} edge
 * @param {string} cell
 * @param {{size: import('../hex/geometry.js').Size}} game
 */
function rowFrom(edge, cell, { size }) {
  const [col, row] = /** @type {[number, number]} */ (parseCell(cell, size));
  return { top: row + 1, bottom: size.rows - row, left: col + 1, right: size.cols - col }[edge];
}

/**
 * The stones that are one with a stone.
 * @param {string} stone
 * @param {Game} game
 */
function groupOf(stone, { stones, size }) {
  const group = new Set([stone]);
  for (const cell of group) for (const next of neighbours(cell, size)) if (stones.get(next) === stones.get(stone)) group.add(next);
  return [...group];
}

/**
 * Whether an end is an edge or has a stone.
 * @param {string} to
 * @param {Game} game
 */
export const isGroup = (to, game) => isEdge(to) || game.stones.has(to);
