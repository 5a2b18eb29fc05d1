// The evaluation bar beside the board: one number, or the seal of a proof.

import { NAMES } from '../hex/words.js';
import { t } from '../words.js';
import { html } from './element.js';

/** @typedef {import('../hex/game.js').Color} Color */
/** @typedef {{black: number, proved: boolean}} Evaluation red's chance from 0 to 1 */

/**
 * @param {HTMLElement} root
 * @returns {(evaluation: Evaluation | null) => void} shows an evaluation; null if nothing is known yet
 */
export function evaluationBar(root) {
  const red = html('span', { class: 'share black' });
  const number = html('b', { class: 'number' });
  root.setAttribute('role', 'img');
  root.replaceChildren(html('span', { class: 'share white' }), red, html('span', { class: 'middle' }), number);
  return (evaluation) => {
    const black = evaluation?.black ?? 0.5;
    root.style.setProperty('--black-share', black.toFixed(3));
    root.classList.toggle('unknown', evaluation === null);
    root.classList.toggle('proved', evaluation?.proved === true);
    const leader = black >= 0.5 ? 'black' : 'white';
    root.dataset.leader = leader;
    const percent = percentOf(black);
    number.textContent = !evaluation ? '' : evaluation.proved ? '✓' : String(leader === 'black' ? percent : 100 - percent);
    const label = !evaluation ? t('bar.unknown') : evaluation.proved ? t('bar.proved', { color: NAMES[leader] }) : t('bar.chances', { red: percent, blue: 100 - percent });
    root.setAttribute('aria-label', label);
    root.title = label;
  };
}

/**
 * A chance in per cent, as it is shown: what is not proved is never 0 or 100.
 * @param {number} chance
 */
export const percentOf = (chance) => Math.min(99, Math.max(1, Math.round(100 * chance)));
