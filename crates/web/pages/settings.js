// What the reader likes, kept in the browser.

/**
 * @typedef {object} Settings
 * @property {'auto' | 'light' | 'dark'} theme
 * @property {'flat' | 'diamond'} orientation
 * @property {boolean} large cells of the size of a finger, so that a large board scrolls
 * @property {boolean} numbers
 * @property {boolean} patterns
 * @property {boolean} sound
 */

const KEY = 'hexwright.settings';

/** @type {Settings} */
const DEFAULTS = { theme: 'auto', orientation: 'flat', large: false, numbers: false, patterns: false, sound: false };

/** @returns {Settings} */
export function loadSettings() {
  return { ...DEFAULTS, ...readStored(KEY) };
}

/** @param {Settings} settings */
export function saveSettings(settings) {
  store(KEY, settings);
}

/**
 * What was stored under a key; null where there is nothing, or nothing readable.
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
