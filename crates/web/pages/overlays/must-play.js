// Where the side to move must play, and which threat a move elsewhere misses.

import { NAMES } from '../hex/words.js';
import { t } from '../words.js';
import { other } from './overlay.js';

/** @typedef {import('../hex/game.js').Color} Color */
/**
 * @typedef {object} Region
 * @property {Color | null} winner
 * @property {string | null} winning_move
 * @property {string[]} must_play
 * @property {{key: string | null, carrier: string[]}[]} threats
 * @property {boolean} [may_swap]
 */

/** @type {import('./overlay.js').OverlayKind} */
export const mustPlay = {
  id: 'must-play',
  lane: 'quick',
  ask: (game) => (game.outcome ? null : { path: '/api/jobs/must-play', body: {} }),
  show(/** @type {Region} */ { winner, winning_move: key, must_play: region, threats, may_swap: maySwap }, game) {
    const mover = game.toMove;
    const rival = other(mover);
    const names = { color: NAMES[mover], opponent: NAMES[rival] };
    const everywhere = region.length === game.emptyCells().length;
    /** @param {string} cell */
    const point = (cell) => {
      if (game.stones.has(cell)) return null;
      const missed = threats.find(({ carrier }) => !carrier.includes(cell));
      if (!missed) return { text: t('must-play.meets', { ...names, cell }) };
      const stones = [{ cell, color: mover, label: '1' }, ...(missed.key ? [{ cell: missed.key, color: rival, label: '2' }] : [])];
      const text = missed.key ? t('must-play.misses-by', { ...names, cell, key: missed.key }) : t('must-play.misses', { ...names, cell });
      return { text, ghosts: stones, cells: missed.carrier };
    };
    let text = t('must-play.region', { ...names, count: region.length });
    if (winner === mover) text = key ? t('must-play.connected-by', { ...names, key }) : t('must-play.connected', names);
    else if (region.length === 0) text = t('must-play.lost', names);
    else if (everywhere) text = t('must-play.anywhere', names);
    if (maySwap) text = `${t('must-play.swap', names)} ${text}`;
    const isDrawn = !everywhere && winner !== mover && region.length > 0;
    const hint = t('must-play.hint');
    return {
      drawn: isDrawn ? { shades: [{ cells: region, kind: 'must-play' }], hints: new Map(region.map((cell) => /** @type {[string, string]} */ ([cell, hint]))) } : {},
      text,
      legend: isDrawn ? [{ kind: 'must-play', text: hint }] : [],
      point,
    };
  },
};
