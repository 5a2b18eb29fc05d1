// What every overlay is: a question to the server, and what is drawn and said about the answer.

/** @typedef {import('../hex/game.js').Game} Game */
/** @typedef {import('../hex/game.js').Color} Color */
/** @typedef {import('../view/board.js').Overlay} Drawn */
/** @typedef {import('../view/board.js').Ghost} Ghost */
/**
 * What is said and drawn about the cell that the reader points at.
 * @typedef {object} Pointed
 * @property {string} text
 * @property {Ghost[]} [ghosts] stones to come, numbered
 * @property {string[]} [cells] cells to outline
 */
/**
 * An answer made visible.
 * @typedef {object} Shown
 * @property {Drawn} drawn
 * @property {string} text
 * @property {{kind: string, text: string}[]} [legend] what the shades mean
 * @property {{title: string, lines: string[]}} [more] what is told to those who ask
 * @property {number} [balance] from 0 (blue will win) to 1 (red), while that is open
 * @property {(cell: string) => Pointed | Promise<Pointed | null> | null} [point]
 */
/**
 * @typedef {object} Question
 * @property {string} path
 * @property {object} body what is asked besides the game
 */
/**
 * Something that can be shown over the board.
 * @typedef {object} OverlayKind
 * @property {string} id
 * @property {string} title
 * @property {string} about
 * @property {'quick' | 'proof' | 'search'} lane questions of one lane are asked one after the other
 * @property {(game: Game) => Question | null} ask null where there is nothing to ask now
 * @property {(answer: any, game: Game, done: boolean) => Shown} show
 */

/**
 * One picture out of several: heat from the first that has one, later labels over earlier ones, all shades, all hints.
 * @param {Drawn[]} layers
 * @returns {Drawn}
 */
export function combine(layers) {
  /** @type {Map<string, string>} */
  const labels = new Map();
  /** @type {Map<string, string>} */
  const hints = new Map();
  /** @type {{cells: Iterable<string>, kind: string}[]} */
  const shades = [];
  for (const layer of layers) {
    for (const [cell, label] of layer.labels ?? []) labels.set(cell, label);
    for (const [cell, hint] of layer.hints ?? []) hints.set(cell, [hints.get(cell), hint].filter(Boolean).join('; '));
    shades.push(...(layer.shades ?? []));
  }
  const heat = layers.find((layer) => layer.heat)?.heat;
  const edges = layers.some((layer) => layer.edges);
  return { ...(heat ? { heat } : {}), labels, hints, shades, edges };
}

/**
 * A line of play as ghost stones.
 * @param {string[]} line
 * @param {Color} first who begins
 * @returns {Ghost[]}
 */
export function ghosts(line, first) {
  return line.map((cell, index) => ({ cell, color: index % 2 === 0 ? first : other(first), label: String(index + 1) }));
}

/**
 * @param {Color} color
 * @returns {Color}
 */
export const other = (color) => (color === 'black' ? 'white' : 'black');

/**
 * A whole number as people write it.
 * @param {number} value
 */
export const count = (value) => Math.round(value).toLocaleString('en');

/**
 * A number with its noun.
 * @param {number} value
 * @param {string} noun
 */
export const many = (value, noun) => `${count(value)} ${noun}${value === 1 ? '' : 's'}`;

/**
 * A list that does not get too long.
 * @param {string[]} cells
 * @param {number} most
 */
export const list = (cells, most = 8) => (cells.length > most ? `${cells.slice(0, most).join(' ')} …` : cells.join(' '));
