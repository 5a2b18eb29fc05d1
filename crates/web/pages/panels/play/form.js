// How a new game of Hex begins: the size, the opponent, the colours, the time.

import { MAX_SIDE } from '../../hex/geometry.js';
import { html } from '../../view/element.js';

export const PERSON = 'person';
/** The opponent that is offered first: one that people beat now and then. */
const STANDARD = 'level:n=4';

/**
 * @param {import('../../api.js').Player[]} players
 * @param {number} side
 */
export function newGameForm(players, side) {
  const option = (/** @type {string} */ value, /** @type {string} */ text) => html('option', { value, selected: value === STANDARD }, [text]);
  const field = (/** @type {string} */ label, /** @type {HTMLElement} */ input) => html('label', {}, [label, input]);
  const number = (/** @type {string} */ name, /** @type {number} */ value, /** @type {number} */ min, /** @type {number} */ max, /** @type {number} */ step) =>
    html('input', { type: 'number', name, value, min, max, step, required: true });
  const levels = (/** @type {string} */ of) => players.find(({ name }) => name === of)?.levels ?? [];
  const numbered = (/** @type {string} */ of, /** @type {string} */ title) => levels(of).map(({ player, about }, index) => option(player, `${title} ${index + 1}: ${about}`));
  const opponents = /** @type {HTMLSelectElement} */ (html('select', { name: 'opponent' }, [
    option(PERSON, 'another person at this board'),
    html('optgroup', { label: 'Levels for people' }, numbered('level', 'Level')),
    html('optgroup', { label: 'The network' }, [option('neural', 'neural: as long as it may'), ...numbered('neural', 'neural')]),
    html('optgroup', { label: 'Other players' }, players.filter((player) => !player.levels.length).map(({ name, about }) => option(name, `${name}: ${about}`))),
  ]));
  // The list cuts long texts off; below it there is room.
  const about = html('p', { class: 'about' });
  const describe = () => { about.textContent = opponents.selectedOptions[0]?.textContent?.replace(/^[^:]*: /, '') ?? ''; };
  opponents.addEventListener('change', describe);
  describe();
  return html('form', { id: 'new-game' }, [
    html('h3', {}, ['New game']),
    field('Board size', number('size', side, 3, MAX_SIDE, 1)),
    field('Opponent', opponents),
    about,
    html('details', {}, [html('summary', {}, ['Settings of the player']), field('As in the terminal, such as visits=800', html('input', { name: 'settings', autocomplete: 'off', maxlength: 200 }))]),
    field('You play', html('select', { name: 'color' }, [
      option('black', 'red, first'),
      option('white', 'blue, second'),
      option('either', 'either, by lot'),
      option('none', 'nobody: watch the machine'),
    ])),
    field('Seconds a move for the machine', number('seconds', 1, 0.1, 60, 0.1)),
    field('Minutes on each clock (0: none)', number('minutes', 0, 0, 180, 1)),
    html('label', { class: 'check' }, [html('input', { type: 'checkbox', name: 'from-here' }), 'From the position on the board']),
    html('button', { type: 'submit', class: 'primary' }, ['Start']),
  ]);
}
