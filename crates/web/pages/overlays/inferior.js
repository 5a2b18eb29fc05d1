// Cells that need not be searched: dead, captured, dominated and the rest, with the reason of each.

import { NAMES, recolor } from '../hex/words.js';

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
  title: 'Dead, captured, dominated cells',
  about: 'Cells that need not be searched, and why',
  lane: 'quick',
  ask: (game) => (game.outcome ? null : { path: '/api/jobs/inferior', body: { connections: false } }),
  show(/** @type {{cells: Record<string, Finding>, survivors: string[], winner: Color | null}} */ { cells, survivors, winner }, game) {
    const entries = Object.entries(cells);
    const classes = [...new Set(entries.map(([, finding]) => finding.class))].sort();
    const kind = (/** @type {Finding} */ finding) => (finding.filled && finding.class !== 'dead' ? `filled ${finding.filled}` : kindOf(finding.class));
    /** @type {Map<string, string[]>} */
    const shades = new Map();
    for (const [cell, finding] of entries) shades.set(kind(finding), [...(shades.get(kind(finding)) ?? []), cell]);
    const counts = classes.map((name) => `${entries.filter(([, finding]) => finding.class === name).length} ${name}`);
    const verdict = winner ? ` The filled-in stones join ${NAMES[winner]}’s edges: ${NAMES[winner]} wins.` : '';
    return {
      drawn: {
        shades: [...shades].map(([name, members]) => ({ kind: name, cells: members })),
        labels: new Map(entries.map(([cell, finding]) => [cell, LETTERS[slug(finding.class)] ?? '?'])),
        hints: new Map(entries.map(([cell, finding]) => [cell, recolor(finding.text)])),
      },
      text: entries.length ? `${counts.join(', ')}; ${survivors.length} moves remain for ${NAMES[game.toMove]}.${verdict}` : `Nothing found: all ${survivors.length} moves remain.`,
      legend: [...new Map(entries.map(([, finding]) => [`${kind(finding)} ${finding.class}`, {
        kind: kind(finding),
        text: `${LETTERS[slug(finding.class)] ?? '?'} ${finding.class}${finding.filled && finding.class !== 'dead' ? ` for ${NAMES[finding.filled]}` : ''}`,
      }])).values()],
      point(cell) {
        const finding = cells[cell];
        if (!finding) return survivors.includes(cell) ? { text: `${cell} is a move worth considering` } : null;
        return { text: `${cell} is ${recolor(finding.text)}`, cells: finding.carrier, ...(finding.other ? { ghosts: [{ cell: finding.other, color: finding.class.includes('dominated') ? game.toMove : game.toMove === 'black' ? 'white' : 'black', label: '!' }] } : {}) };
      },
    };
  },
};

/** @param {string} name */
const slug = (name) => name.replaceAll(' ', '-');

/** @param {string} name */
const kindOf = (name) => `inferior ${slug(name)}`;
