// Sends dropped and pasted texts and files to the panel that takes them. Asks before it replaces a running game.

import { confirm } from './view/dialog.js';
import { t } from './words.js';

/** @typedef {import('./app.js').App} App */
/**
 * Who takes what.
 * @typedef {object} Takers
 * @property {(content: string) => Promise<void>} chance games of Random-Turn and Bidding Hex
 * @property {(content: string) => Promise<void>} game games of Hex, in any format
 * @property {(content: string, name: string) => Promise<void>} strategy winning strategies
 */

/** The panel that refused it has given the reason. */
const said = () => {};

/**
 * @param {App} app
 * @param {Takers} takers
 */
export function takeRecords(app, takers) {
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    take(app, event.dataTransfer, takers).catch(said);
  });
  document.addEventListener('paste', (event) => {
    const isField = event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement;
    if (!isField) take(app, event.clipboardData, takers).catch(said);
  });
}

/**
 * @param {App} app
 * @param {DataTransfer | null} data
 * @param {Takers} takers
 */
async function take(app, data, takers) {
  const [file] = data?.files ?? [];
  // The data is gone when the event is over: it is read before anything is waited for.
  const text = data?.getData('text') ?? '';
  const content = file ? await file.text() : text;
  if (!content) return;
  if (content.startsWith('hexwright strategy')) await takers.strategy(content, file?.name ?? t('strategy.text'));
  else if (/VARIANT\[(bidding|random-turn)\]/.test(content)) await takers.chance(content);
  else if (await mayReplace(app)) await takers.game(content);
}

/**
 * Whether the game on the board may go.
 * @param {App} app
 */
function mayReplace(app) {
  if (!app.live || app.game.outcome) return Promise.resolve(true);
  return confirm(t('replace.title'), t('replace.text'), t('replace.yes'), t('replace.no'));
}
