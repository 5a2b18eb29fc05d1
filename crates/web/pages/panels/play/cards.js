// The two player cards beside the board: a stone, a name, whose turn it is, a clock.

import { html } from '../../view/element.js';
import { NAMES } from '../../hex/words.js';
import { t } from '../../words.js';

/** @typedef {import('../../hex/game.js').Color} Color */
/**
 * The text of a card.
 * @typedef {object} Face
 * @property {string} name
 * @property {string} strength empty if it is not known
 * @property {'to-move' | 'thinking' | 'won' | 'lost' | 'waits'} state
 */

const COLORS = /** @type {Color[]} */ (['black', 'white']);

export class Cards {
  #root;
  /** @type {Record<Color, {card: HTMLElement, name: HTMLElement, about: HTMLElement, clock: HTMLElement}>} */
  #parts;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#root = root;
    const make = (/** @type {Color} */ color) => {
      const [name, about, clock] = [html('strong', {}), html('small', {}), html('time', { class: 'clock', 'data-clock': color, hidden: true })];
      const card = html('div', { class: `player ${color}`, 'data-seat': color, role: 'group' }, [
        html('span', { class: `disc ${color}`, 'aria-hidden': 'true' }), html('span', { class: 'who' }, [name, about]), clock,
      ]);
      return { card, name, about, clock };
    };
    this.#parts = { black: make('black'), white: make('white') };
    root.replaceChildren(this.#parts.black.card, this.#parts.white.card);
  }

  /**
   * @param {Record<Color, Face>} faces
   * @param {Color} near who sits nearer to the reader: below the board
   */
  show(faces, near) {
    for (const color of COLORS) {
      const { card, name, about } = this.#parts[color];
      const { name: who, strength, state } = faces[color];
      const says = state === 'waits' ? t(`play.goal.${color}`) : t(`play.state.${state}`);
      name.textContent = who;
      about.replaceChildren(...(strength ? [html('span', { class: 'strength' }, [`${strength} · `])] : []), says);
      card.setAttribute('aria-label', `${who === NAMES[color] ? who : `${NAMES[color]}: ${who}`}, ${says}`);
      card.classList.toggle('next', state === 'to-move' || state === 'thinking');
      card.classList.toggle('thinks', state === 'thinking');
      card.classList.toggle('won', state === 'won');
      card.classList.toggle('near', color === near);
    }
  }

  /**
   * @param {Record<Color, string> | null} faces null: no clocks
   * @param {(color: Color) => boolean} isUrgent
   */
  clocks(faces, isUrgent) {
    for (const color of COLORS) {
      const { card, clock } = this.#parts[color];
      card.classList.toggle('timed', faces !== null);
      clock.hidden = faces === null;
      if (faces) clock.textContent = faces[color];
      clock.classList.toggle('urgent', faces !== null && isUrgent(color));
    }
  }

  /** @param {boolean} isVisible */
  set visible(isVisible) {
    this.#root.hidden = !isVisible;
  }
}
