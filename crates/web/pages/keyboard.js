// The keys of the page, and the wheel over the board.

import { html } from './view/element.js';
import { showDialog } from './view/dialog.js';
import { t } from './words.js';

/** @typedef {import('./app.js').App} App */

/** What the keys do, in the order of the help. */
const KEYS = /** @type {const} */ (['step', 'ends', 'siblings', 'pages', 'wheel', 'board', 'undo', 'paste', 'draw', 'delete', 'help']);

/** Shows what the keys do. */
export function showHelp() {
  if (document.querySelector('dialog[open]')) return;
  showDialog(t('keys.title'), [html('dl', { class: 'keys' }, KEYS.flatMap((name) => [html('dt', {}, [t(`keys.${name}`)]), html('dd', {}, [t(`keys.${name}-does`)])]))]);
}

/**
 * Goes to the variation beside the one on the board.
 * @param {App} app
 * @param {number} step
 */
function besideThis(app, step) {
  const { tree } = app;
  const { parent } = tree.nodes[tree.current];
  if (parent === null) return false;
  const siblings = tree.nodes[parent].children;
  const next = siblings[siblings.indexOf(tree.current) + step];
  if (next === undefined) return false;
  tree.current = next;
  return true;
}

/**
 * The effect of a key on the place in the game; undefined if it has none.
 * @param {App} app
 * @param {string} key
 * @param {boolean} isFree whether the focus is where these keys have no meaning of their own
 * @returns {boolean | undefined} whether the place is another one now
 */
function walk(app, key, isFree) {
  const { tree } = app;
  const before = tree.current;
  if (key === 'PageUp' || (isFree && key === 'ArrowLeft')) tree.back();
  else if (key === 'PageDown' || (isFree && key === 'ArrowRight')) tree.forward();
  else if (isFree && key === 'Home') tree.first();
  else if (isFree && key === 'End') tree.last();
  else if (isFree && (key === 'ArrowUp' || key === 'ArrowDown') && tree.nodes[tree.nodes[before].parent ?? 0].children.length > 1) besideThis(app, key === 'ArrowUp' ? -1 : 1);
  else return undefined;
  return tree.current !== before;
}

/** @param {App} app */
export function listenToKeys(app) {
  document.addEventListener('keydown', (event) => {
    const { target, key } = event;
    if (document.querySelector('dialog[open]')) return;
    if (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement || target instanceof HTMLSelectElement) return;
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && key.toLowerCase() === 'z') {
      event.preventDefault();
      undo(app);
      return;
    }
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (key === '?') {
      event.preventDefault();
      showHelp();
      return;
    }
    if (!app.showsGame) return;
    // Arrow keys have a meaning of their own on the board, in the graph, in tables and among the tabs.
    const isFree = !(target instanceof Element && target.closest('#board, .graph, [role=tablist], [role=radiogroup], [role=slider]'));
    const moved = walk(app, key, isFree);
    if (moved === undefined) return;
    event.preventDefault();
    if (moved) app.changed();
  });
  walkByWheel(app);
}

/** @param {App} app */
function undo(app) {
  const button = /** @type {HTMLButtonElement | null} */ (document.getElementById('undo'));
  if (app.panel === 'play' && app.live && button && !button.disabled) button.click();
  else if (!app.undoEdit()) app.say(t('undo.nothing'));
}

/**
 * The wheel over the board walks through the game where it is studied; elsewhere it scrolls the page.
 * @param {App} app
 */
function walkByWheel(app) {
  let turned = 0;
  document.getElementById('board')?.addEventListener('wheel', (event) => {
    const scrolls = document.documentElement.hasAttribute('data-large') || document.documentElement.scrollHeight > innerHeight + 1;
    if (!app.showsGame || app.panel !== 'analyse' || event.ctrlKey || scrolls) return;
    event.preventDefault();
    turned += event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : 40 * event.deltaY;
    // A touchpad sends many small steps.
    if (Math.abs(turned) < 30) return;
    const moved = turned > 0 ? app.tree.forward() : app.tree.back();
    turned = 0;
    if (moved) app.changed();
  }, { passive: false });
}
