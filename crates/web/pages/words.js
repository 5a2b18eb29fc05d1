// Every text that a person reads, by its key, in the language of the reader.
//
// A catalogue is one file in `words/`. A text has places for values, `{move}`. A text whose form depends on a number is an object with the plural
// forms of the language as `Intl.PluralRules` names them; the number is the value `count`. English is complete by definition, and a test holds
// every other catalogue against it.

import { readStored, store } from './storage.js';
import english from './words/en.js';

/** @typedef {keyof typeof english} Key */
/** @typedef {Record<string, string | {[form: string]: string}>} Catalogue */

/** The languages that there are, by their own names. */
export const LANGUAGES = /** @type {const} */ ({ en: 'English', de: 'Deutsch', fr: 'Français', pl: 'Polski', zh: '中文' });

const KEY = 'hexwright.language';

/**
 * The first language that is wanted and known; English where none is.
 * @param {readonly (string | null | undefined)[]} wanted such as `pl-PL`, the dearest first
 * @param {string[]} [known]
 */
export function pickLanguage(wanted, known = Object.keys(LANGUAGES)) {
  for (const tag of wanted) {
    const found = known.find((name) => tag?.toLowerCase().split('-')[0] === name);
    if (found) return found;
  }
  return 'en';
}

/** The language that the reader set; null if the browser decides. */
export const chosenLanguage = () => /** @type {string | null} */ (readStored(KEY));

/** @param {string | null} language from the next visit on; null leaves it to the browser */
export const chooseLanguage = (language) => store(KEY, language);

/** The language of this page. */
export const language = pickLanguage([chosenLanguage(), ...(globalThis.navigator?.languages ?? [])]);

/** @type {Catalogue} */
const catalogue = await load(language);
const plurals = new Intl.PluralRules(language);

/**
 * @param {string} name
 * @returns {Promise<Catalogue>}
 */
async function load(name) {
  if (name === 'en') return english;
  // A page in English is better than none if the catalogue cannot be fetched.
  return import(`./words/${name}.js`).then((module) => module.default, () => english);
}

/**
 * A text in the language of the reader.
 * @param {Key} key
 * @param {Record<string, string | number>} [values] what its places are filled with
 */
export function t(key, values = {}) {
  return format(catalogue[key] ?? english[key], values, plurals);
}

/**
 * Fills the places of a text.
 * @param {string | {[form: string]: string}} text
 * @param {Record<string, string | number>} values
 * @param {Intl.PluralRules} rules
 */
export function format(text, values, rules) {
  const chosen = typeof text === 'string' ? text : text[rules.select(Number(values.count))] ?? text.other;
  return chosen.replace(/\{(\w+)\}/g, (place, name) => (name in values ? String(values[name]) : place));
}

/**
 * A text that may lack in the catalogue, such as the description of a player that another version of the server has.
 * @param {string} key
 * @param {string} otherwise
 * @param {Record<string, string | number>} [values]
 */
export function tOr(key, otherwise, values = {}) {
  return key in english ? t(/** @type {Key} */ (key), values) : otherwise;
}

/**
 * Puts the texts of the page's own elements in: `data-t` names the text of an element, `data-t-label` its name for screen readers and its tip.
 * @param {ParentNode} root
 */
export function translate(root) {
  for (const element of root.querySelectorAll('[data-t]')) element.textContent = t(/** @type {Key} */ (element.getAttribute('data-t')));
  for (const element of root.querySelectorAll('[data-t-label]')) {
    const text = t(/** @type {Key} */ (element.getAttribute('data-t-label')));
    element.setAttribute('aria-label', text);
    if (element instanceof HTMLElement && element.hasAttribute('title')) element.title = text;
  }
}
