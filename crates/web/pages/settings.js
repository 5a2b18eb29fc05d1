// The user's settings, stored in the browser.

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

/**
 * The value stored under a key; null if it is missing or unreadable.
 * @param {string} key
 * @returns {any}
 */
export function readStored(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {unknown} value
 */
export function store(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still plays.
  }
}
