// How the page looks and sounds.

import { html } from '../view/element.js';
import { LANGUAGES, chooseLanguage, chosenLanguage, t } from '../words.js';

/** @typedef {import('../settings.js').Settings} Settings */

/** The choices and switches. */
const CHOICES = /** @type {const} */ ({
  theme: ['auto', 'light', 'dark'],
  board: ['paper', 'wood', 'slate', 'forest'],
  orientation: ['auto', 'flat', 'diamond', 'vertical'],
  confirm: ['auto', 'always', 'never'],
});
const SWITCHES = /** @type {const} */ (['sound', 'numbers', 'patterns', 'large']);

/**
 * @param {HTMLElement} root
 * @param {Settings} settings changed in place
 * @param {() => void} apply
 * @returns {() => void} shows the settings again after somebody else changed them
 */
export function settingsPanel(root, settings, apply) {
  /** @type {(() => void)[]} */
  const shows = [];
  const choices = Object.entries(CHOICES).map(([name, values]) => {
    const select = /** @type {HTMLSelectElement} */ (html('select', { name }, values.map((value) => html('option', { value }, [t(/** @type {any} */ (`settings.${name}.${value}`))]))));
    shows.push(() => { select.value = settings[/** @type {keyof typeof CHOICES} */ (name)]; });
    select.addEventListener('change', () => {
      Object.assign(settings, { [name]: select.value });
      apply();
    });
    return html('label', {}, [t(/** @type {any} */ (`settings.${name}`)), select]);
  });
  const switches = SWITCHES.map((name) => {
    const box = /** @type {HTMLInputElement} */ (html('input', { type: 'checkbox', name }));
    shows.push(() => { box.checked = settings[name]; });
    box.addEventListener('change', () => {
      settings[name] = box.checked;
      apply();
    });
    return html('label', { class: 'check' }, [box, t(`settings.${name}`)]);
  });
  const language = /** @type {HTMLSelectElement} */ (html('select', { name: 'language' }, [
    html('option', { value: '' }, [t('settings.language.auto')]),
    ...Object.entries(LANGUAGES).map(([value, own]) => html('option', { value, lang: value }, [own])),
  ]));
  shows.push(() => { language.value = chosenLanguage() ?? ''; });
  language.addEventListener('change', () => {
    chooseLanguage(language.value || null);
    location.reload();
  });
  root.append(html('h2', {}, [t('nav.settings')]), ...choices, html('label', {}, [t('settings.language'), language]), ...switches);
  const show = () => { for (const one of shows) one(); };
  show();
  return show;
}
