// The base of all overlays: a question to the server, and the drawing and text of its answer.

import { language } from '../words.js';

/** @typedef {import('../hex/game.js').Game} Game */
/** @typedef {import('../hex/game.js').Color} Color */
/** @typedef {import('../view/board.js').Overlay} Drawn */
/** @typedef {import('../view/board.js').Ghost} Ghost */
/**
 * The text and drawing for the pointed cell.
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
 * @property {{kind: string, text: string, sign?: string}[]} [legend] what the shades mean
 * @property {{title: string, lines: string[]}} [more] what is told to those who ask
 * @property {import('./verdict.js').Headline} [headline] what the head of the analysis says
 * @property {(cell: string) => Pointed | Promise<Pointed | null> | null} [point]
 */
/**
 * @typedef {object} Question
 * @property {string} path
 * @property {object} body what is asked besides the game
 */
/** @typedef {{chance: number | null, proved: boolean}} Worth */
/**
 * The values of swapping and of playing on, for a side that may swap.
 * @typedef {{move: string, swapping: Worth, playing_on: Worth}} SwapWorth
 */
/**
 * Something that can be shown over the board.
 * @typedef {object} OverlayKind
 * @property {string} id by which the catalogue names it
 * @property {'quick' | 'proof'} lane quick questions are asked one after the other, proofs side by side
 * @property {(game: Game) => Question | null} ask null if there is nothing to ask now
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
  const arrows = layers.flatMap((layer) => layer.arrows ?? []);
  return { ...(heat ? { heat } : {}), labels, hints, shades, edges, arrows };
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
export const count = (value) => Math.round(value).toLocaleString(language);

/**
 * A list that does not get too long.
 * @param {string[]} cells
 * @param {number} most
 */
export const list = (cells, most = 8) => (cells.length > most ? `${cells.slice(0, most).join(' ')} …` : cells.join(' '));
