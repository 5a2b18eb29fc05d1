// Words that all panels use.

/** @typedef {import('./game.js').Color} Color */

/** The colours by their names on the board. */
export const NAMES = /** @type {Record<Color, string>} */ ({ black: 'Red', white: 'Blue' });

/**
 * @param {number} share from 0 to 1
 * @param {number} [digits]
 */
export const percent = (share, digits = 1) => `${(100 * share).toFixed(digits)} %`;
