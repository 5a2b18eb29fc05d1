// The user's settings, stored in the browser.

import { readStored, store } from './storage.js';

/**
 * @typedef {object} Settings
 * @property {'auto' | 'light' | 'dark'} theme
 * @property {'paper' | 'wood' | 'slate' | 'forest'} board
 * @property {'auto' | 'flat' | 'diamond' | 'vertical'} orientation auto: vertical on a phone held upright, flat elsewhere
 * @property {'auto' | 'always' | 'never'} confirm whether a move is confirmed; auto: where a finger covers more than a cell
 * @property {boolean} large cells of the size of a finger, so that a large board scrolls
 * @property {boolean} numbers
 * @property {boolean} patterns
 * @property {boolean} sound
 */

const KEY = 'hexwright.settings';

/** @type {Settings} */
const DEFAULTS = { theme: 'auto', board: 'paper', orientation: 'auto', confirm: 'auto', large: false, numbers: false, patterns: false, sound: true };

/** @returns {Settings} */
export function loadSettings() {
  return { ...DEFAULTS, ...readStored(KEY) };
}

/** @param {Settings} settings */
export function saveSettings(settings) {
  store(KEY, settings);
}
