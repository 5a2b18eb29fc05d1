// Pictures for buttons: lines on a ground of 24 by 24, in the colour of the text.

import { html, svg } from './element.js';

/** The drawing of each icon. */
const PATHS = {
  play: 'M12 3l7.8 4.5v9L12 21l-7.8-4.5v-9z M10 8.8v6.4l5.2-3.2z',
  people: 'M8.5 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6z M2.5 19c0-3.3 2.7-5.5 6-5.5s6 2.2 6 5.5 M15.5 5.3a3 3 0 0 1 0 5.4 M17.5 13.9c2.4.7 4 2.6 4 5.1',
  analyse: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13z M15.5 15.5 20.5 20.5',
  undo: 'M9 6 4.5 10.5 9 15 M4.5 10.5H14a5.5 5.5 0 0 1 0 11h-2.5',
  swap: 'M7 4 3.5 7.5 7 11 M3.5 7.5H17 M17 13l3.5 3.5L17 20 M20.5 16.5H7',
  hint: 'M9 18h6 M10 21h4 M12 3a6 6 0 0 0-3.6 10.8c.6.5.9 1.2.9 2V16h5.4v-.2c0-.8.3-1.5.9-2A6 6 0 0 0 12 3z',
  flag: 'M6 21V4 M6 5c3-2 6 1.5 12-.5v9c-6 2-9-1.5-12 .5',
  sound: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5z M15.5 9a4 4 0 0 1 0 6 M18 6.5a8 8 0 0 1 0 11',
  mute: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5z M16 9.5l5 5 M21 9.5l-5 5',
  theme: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16z M12 4v16a8 8 0 0 0 0-16z',
  settings: 'M4 7h9 M19 7h1 M16 4.5v5 M4 12h3 M13 12h7 M10 9.5v5 M4 17h7 M17 17h3 M14 14.5v5',
  games: 'M3.5 6.5a1 1 0 0 1 1-1h5l2 2.5h8a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1z',
  keys: 'M9.2 9.3a2.9 2.9 0 1 1 4.3 2.5c-1 .6-1.5 1.2-1.5 2.4 M12 17.6v.1',
  plus: 'M12 5v14 M5 12h14',
  again: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3L20 9.4 M20 4v5.4h-5.4',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  close: 'M6 6l12 12 M18 6 6 18',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.6 1.6 M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.6-1.6',
  pause: 'M8.5 5.5v13 M15.5 5.5v13',
  go: 'M7.5 5l11 7-11 7z',
  first: 'M6 5v14 M18.5 5.5 9 12l9.5 6.5z',
  previous: 'M16.5 5.5 7 12l9.5 6.5z',
  next: 'M7.5 5.5 17 12l-9.5 6.5z',
  last: 'M18 5v14 M5.5 5.5 15 12l-9.5 6.5z',
  up: 'M12 19V6 M6 11.5 12 5.5l6 6',
  bin: 'M5 7h14 M9.5 7V4.5h5V7 M7 7l1 12.5h8L17 7 M10.3 10.5v6 M13.7 10.5v6',
  chart: 'M4 19.5h16 M5 15l4.5-5 4 3.5L19.5 6',
};
/** @typedef {keyof typeof PATHS} Icon */

/** @param {Icon} name */
export function icon(name) {
  return svg('svg', { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true', focusable: 'false' }, [svg('path', { d: PATHS[name] })]);
}

/**
 * A button with an icon alone; its text is its name and its tip.
 * @param {Icon} name
 * @param {string} label
 * @param {() => void} action
 * @param {Record<string, string | boolean>} [attributes]
 */
export function iconButton(name, label, action, attributes = {}) {
  const { class: kind = '', ...rest } = attributes;
  const element = html('button', { type: 'button', 'aria-label': label, title: label, class: `icon-button ${kind}`.trim(), ...rest }, [icon(name)]);
  element.addEventListener('click', action);
  return /** @type {HTMLButtonElement} */ (element);
}

/**
 * A button with an icon and a text.
 * @param {Icon} name
 * @param {string} text
 * @param {() => void} action
 * @param {Record<string, string | boolean>} [attributes]
 */
export function labelledButton(name, text, action, attributes = {}) {
  const element = html('button', { type: 'button', ...attributes, class: `with-icon ${attributes.class ?? ''}`.trim() }, [icon(name), html('span', {}, [text])]);
  element.addEventListener('click', action);
  return /** @type {HTMLButtonElement} */ (element);
}
