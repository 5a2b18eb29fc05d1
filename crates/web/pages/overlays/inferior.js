// Cells that are not worth a move: dead, captured, dominated and the rest, each with its reason.

import { NAMES } from '../hex/words.js';
import { t } from '../words.js';
import { other as opponentOf } from './overlay.js';

/** @typedef {import('../hex/game.js').Color} Color */
/**
 * @typedef {object} Finding
 * @property {string} class
 * @property {Color | null} filled
 * @property {string | null} other the cell that kills, reverses or dominates
 * @property {string[]} carrier
 * @property {string} text
 */

/** The letter of each class, so that the kinds can be told apart without colours. */
const LETTERS = /** @type {Record<string, string>} */ ({
  dead: '†', captured: 'c', 'permanently-inferior': 'p', vulnerable: 'v', 'captured-reversible': 'r', dominated: 'd', 'star-dominated': 's',
});

/** @type {import('./overlay.js').OverlayKind} */
export const inferior = {
  id: 'inferior',
  lane: 'quick',
  ask: (game) => (game.outcome ? null : { path: '/api/jobs/inferior', body: { connections: false } }),
  show(/** @type {{cells: Record<string, Finding>, survivors: string[], winner: Color | null}} */ { cells, survivors, winner }, game) {
    const entries = Object.entries(cells);
    /** @type {Map<string, string[]>} */
    const shades = new Map();
    for (const [cell, finding] of entries) shades.set(kindOf(finding), [...(shades.get(kindOf(finding)) ?? []), cell]);
    const found = entries.length ? t('inferior.found', { count: entries.length, left: survivors.length, color: NAMES[game.toMove] }) : t('inferior.none');
    return {
      drawn: {
        shades: [...shades].map(([kind, members]) => ({ kind, cells: members })),
        labels: new Map(entries.map(([cell, finding]) => [cell, letterOf(finding)])),
        hints: new Map(entries.map(([cell, finding]) => [cell, reasonOf(finding, game.toMove)])),
      },
      text: winner ? `${found} ${t('inferior.verdict', { color: NAMES[winner] })}` : found,
      legend: [...new Map(entries.map(([, finding]) => [reasonOf(finding, game.toMove), {
        kind: kindOf(finding), sign: letterOf(finding), text: reasonOf(finding, game.toMove),
      }])).values()],
      point(cell) {
        const finding = cells[cell];
        if (!finding) return survivors.includes(cell) ? { text: t('inferior.survivor', { cell }) } : null;
        const color = finding.class.includes('dominated') ? game.toMove : opponentOf(game.toMove);
        return { text: `${cell} – ${reasonOf(finding, game.toMove)}`, cells: finding.carrier, ...(finding.other ? { ghosts: [{ cell: finding.other, color, label: '!' }] } : {}) };
      },
    };
  },
};

/** @param {Finding} finding */
const slugOf = (finding) => finding.class.replaceAll(' ', '-');

/** @param {Finding} finding */
const letterOf = (finding) => LETTERS[slugOf(finding)] ?? '?';

/** @param {Finding} finding */
const kindOf = (finding) => (finding.filled && finding.class !== 'dead' ? `filled ${finding.filled}` : `inferior ${slugOf(finding)}`);

/**
 * Why a cell is not worth a move.
 * @param {Finding} finding
 * @param {Color} mover
 */
function reasonOf(finding, mover) {
  const slug = slugOf(finding);
  const color = NAMES[finding.filled ?? mover];
  return slug in LETTERS ? t(/** @type {import('../words.js').Key} */ (`inferior.${slug}`), { color, other: NAMES[opponentOf(finding.filled ?? mover)] }) : finding.class;
}
