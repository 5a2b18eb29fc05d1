// Where the side to move must play: what all threats of the opponent have in common.

import { NAMES } from '../hex/words.js';
import { list, other } from './overlay.js';

/** @typedef {import('../hex/game.js').Color} Color */
/**
 * @typedef {object} Region
 * @property {Color | null} winner
 * @property {string | null} winning_move
 * @property {string[]} must_play
 * @property {string[]} carrier
 * @property {{key: string | null, carrier: string[]}[]} threats
 */

/** @type {import('./overlay.js').OverlayKind} */
export const mustPlay = {
  id: 'must-play',
  title: 'Must-play region',
  about: 'Where the side to move must play to meet every threat',
  lane: 'quick',
  ask: (game) => (game.outcome ? null : { path: '/api/jobs/must-play', body: {} }),
  show(/** @type {Region} */ { winner, winning_move: key, must_play: region, threats }, game) {
    const mover = game.toMove;
    const opponent = other(mover);
    const everywhere = region.length === game.emptyCells().length;
    /** @param {string} cell */
    const point = (cell) => {
      if (game.stones.has(cell)) return null;
      const missed = threats.find(({ carrier }) => !carrier.includes(cell));
      if (!missed) return { text: `${cell} meets every threat of ${NAMES[opponent]} that is known` };
      const stones = [{ cell, color: mover, label: '1' }, ...(missed.key ? [{ cell: missed.key, color: opponent, label: '2' }] : [])];
      const by = missed.key ? ` with ${missed.key}` : '';
      return { text: `${cell} misses a threat: ${NAMES[opponent]} wins${by} over ${list(missed.carrier)}`, ghosts: stones, cells: missed.carrier };
    };
    let text = `${NAMES[mover]} must play one of ${region.length} cells: ${list(region, 12)}. Point at another to see why it loses.`;
    if (winner === mover) text = `${NAMES[mover]} is connected already${key ? ` by ${key}` : ''}: nothing must be met.`;
    else if (region.length === 0) text = `${NAMES[opponent]} is connected whatever ${NAMES[mover]} plays.`;
    else if (everywhere) text = `No threat of ${NAMES[opponent]} from edge to edge is known: ${NAMES[mover]} may play anywhere.`;
    const drawn = everywhere || winner === mover ? {} : { shades: [{ cells: region, kind: 'must-play' }], hints: new Map(region.map((cell) => /** @type {[string, string]} */ ([cell, 'must-play']))) };
    return { drawn, text, legend: [{ kind: 'must-play', text: 'must-play region' }], point };
  },
};
