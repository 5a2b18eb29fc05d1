// Words that all panels use.

import { t } from '../words.js';

/** @typedef {import('./game.js').Color} Color */

/** The colours by their names on the board. */
export const NAMES = /** @type {Record<Color, string>} */ ({ black: t('color.black'), white: t('color.white') });

/**
 * @param {number} share from 0 to 1
 * @param {number} [digits]
 */
export const percent = (share, digits = 1) => `${(100 * share).toFixed(digits)} %`;

/**
 * A player as people call it: `level:n=3` is level 3.
 * @param {string} player
 */
export const playerName = (player) => player.replace(/^level:n=(\d+)$/, 'level $1').replace(/^(\w+):level=(\d+)$/, '$1, level $2');

/**
 * The server speaks of Black and White, the page of Red and Blue.
 * @param {string} text
 */
export const recolor = (text) => text.replace(/\bblack\b/gi, NAMES.black).replace(/\bwhite\b/gi, NAMES.white);
