// The few texts of the rules that a board in another page says; the catalogues of the full page are larger than all the rest.

/** @type {Record<string, string>} */
const TEXTS = {
  'game.over': 'found a move after the end of the game',
  'game.swap-second': 'found a swap: expected it as the second move',
  'game.swap-square': 'found a swap of pieces: expected a square board',
  'game.off-board': 'found {cell}: expected a cell of the board',
  'game.occupied': 'found {cell}: expected an empty cell',
};

/**
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export const t = (key, values = {}) => (TEXTS[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));
