// Who can be played against: the levels as cards, the engines with their settings.

import { playerName } from '../../hex/words.js';
import { html } from '../../view/element.js';
import { t, tOr } from '../../words.js';
import english from '../../words/en.js';

/** @typedef {import('../../api.js').Player} Player */

export const PERSON = 'person';
export const ENGINE = 'engine';
/** The opponent that is offered first, to newcomers. */
export const RECOMMENDED = 'level:n=1';

/**
 * The Elo gain of each level over the one below it: the measured table of docs/explanation/players.md, which a test compares.
 */
export const STEPS = [0, 230, 220, 92, 156, 147, 164, 100, 200, 191];

/** @param {number} level from 1 */
const rating = (level) => STEPS.slice(0, level).reduce((sum, step) => sum + step, 0);

/**
 * A sentence of the server in the language of the reader, where the catalogue has the very same one in English.
 * @param {string} key
 * @param {string} said
 */
export function styleOf(key, said) {
  const known = /** @type {Record<string, unknown>} */ (english)[key];
  return known === said ? tOr(key, said) : said;
}

/** @param {string} text */
const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/**
 * The name of a player in the language of the reader.
 * @param {string} player
 */
export function nameOf(player) {
  const level = /^level:n=(\d+)$/.exec(player);
  if (level) return t('play.level', { level: level[1] });
  const name = playerName(player);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/**
 * How strong a player is, where that was measured.
 * @param {string} player
 */
export function strengthOf(player) {
  const level = Number(/^level:n=(\d+)$/.exec(player)?.[1]);
  return level > 1 && level <= STEPS.length ? t('play.elo', { elo: rating(level).toLocaleString('en').replace(',', '\u2009') }) : '';
}

/**
 * The levels, each a card to pick.
 * @param {Player[]} players
 * @param {string} picked
 */
export function levelCards(players, picked) {
  const levels = players.find(({ name }) => name === 'level')?.levels ?? [];
  return levels.map(({ player, about }, index) => html('label', { class: 'opponent' }, [
    html('input', { type: 'radio', name: 'opponent', value: player, checked: player === picked }),
    html('span', { class: 'badge', 'aria-hidden': 'true' }, [String(index + 1)]),
    html('span', { class: 'who' }, [
      html('strong', {}, [nameOf(player)]),
      ...(player === RECOMMENDED ? [html('em', { class: 'recommended' }, [t('play.recommended')])] : []),
      html('span', { class: 'rating' }, [strengthOf(player)]),
      html('small', {}, [sentence(styleOf(`level.${index + 1}`, about))]),
    ]),
  ]));
}

/**
 * The engines by name, with the levels of those that have some.
 * @param {Player[]} players
 */
export function engineOptions(players) {
  const option = (/** @type {string} */ value, /** @type {string} */ text) => html('option', { value }, [text]);
  return players.filter(({ name }) => name !== 'level').sort((a, b) => Number(b.name === 'neural') - Number(a.name === 'neural')).map(({ name, about, levels }) => (
    levels.length
      ? html('optgroup', { label: nameOf(name) }, [option(name, nameOf(name)), ...levels.map(({ player, about: how }) => option(player, `${nameOf(player)}: ${how}`))])
      : option(name, `${nameOf(name)}: ${styleOf(`engine.${name}`, about)}`)
  ));
}
