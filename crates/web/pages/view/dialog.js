// Questions and explanations in a window of the page: Escape closes it, and the focus returns to where it was.

import { t } from '../words.js';
import { button, html } from './element.js';

/**
 * Shows something until it is closed.
 * @param {string} title
 * @param {(Node | string)[]} content
 * @param {HTMLElement[]} [buttons]
 * @returns {HTMLDialogElement}
 */
export function showDialog(title, content, buttons = []) {
  const dialog = /** @type {HTMLDialogElement} */ (html('dialog', { 'aria-labelledby': 'dialog-title' }, [
    html('h2', { id: 'dialog-title' }, [title]),
    ...content,
    html('div', { class: 'buttons' }, buttons.length ? buttons : [button(t('dialog.close'), () => dialog.close(), { class: 'primary' })]),
  ]));
  dialog.addEventListener('close', () => dialog.remove());
  // A click beside the window closes it.
  dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close(); });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Asks a question with two answers.
 * @param {string} title
 * @param {string} text
 * @param {string} yes
 * @param {string} no
 * @returns {Promise<boolean>}
 */
export function confirm(title, text, yes, no) {
  return new Promise((resolve) => {
    let answer = false;
    const dialog = showDialog(title, [html('p', {}, [text])], [
      button(yes, () => { answer = true; dialog.close(); }, { class: 'primary', id: 'dialog-yes' }),
      button(no, () => dialog.close(), { id: 'dialog-no' }),
    ]);
    dialog.addEventListener('close', () => resolve(answer));
  });
}
