// Analysis: moving through the tree, comments, set-up, and overlays that explain the position.

import { marksOf } from '../hex/review.js';
import { Tree } from '../hex/tree.js';
import { button, html } from '../view/element.js';
import { showMoves } from '../view/moves.js';
import { overlaysPanel } from './overlays.js';

/** @typedef {import('../app.js').App} App */

/**
 * @param {App} app
 * @param {HTMLElement} root
 */
export async function analysePanel(app, root) {
  const moves = html('div', { class: 'moves', id: 'moves' });
  const comment = /** @type {HTMLTextAreaElement} */ (html('textarea', { rows: 3, 'aria-label': 'Comment on this move', placeholder: 'Comment on this move' }));
  const navigation = html('div', { class: 'buttons' }, [
    button('|◀', () => { app.tree.first(); app.changed(); }, { 'aria-label': 'First move' }),
    button('◀', () => { app.tree.back(); app.changed(); }, { 'aria-label': 'Previous move' }),
    button('▶', () => { app.tree.forward(); app.changed(); }, { 'aria-label': 'Next move' }),
    button('▶|', () => { app.tree.last(); app.changed(); }, { 'aria-label': 'Last move' }),
    button('Main line', () => { app.tree.promote(); app.changed(); }),
    button('Delete', () => { app.tree.remove(); app.changed(); }),
  ]);
  comment.addEventListener('change', () => {
    app.tree.nodes[app.tree.current].comment = comment.value;
    app.changed();
  });
  root.append(
    html('h2', {}, ['Analyse']),
    navigation,
    moves,
    comment,
    await overlaysPanel(app),
    setUp(app),
  );
  const update = () => {
    if (app.panel !== 'analyse') return;
    showMoves(moves, app.tree, (id) => app.goTo(id), marksOf(app.tree, app.review));
    comment.value = app.tree.nodes[app.tree.current].comment;
  };
  app.onChange(update);
  app.onSelect(update);
  update();
}

/**
 * Placing stones freely; the game then begins with them.
 * @param {App} app
 */
function setUp(app) {
  const select = /** @type {HTMLSelectElement} */ (html('select', { 'aria-label': 'What a click does' }, [
    html('option', { value: 'play' }, ['A click plays a move']),
    html('option', { value: 'black' }, ['A click puts a red stone']),
    html('option', { value: 'white' }, ['A click puts a blue stone']),
    html('option', { value: 'clear' }, ['A click takes a stone away']),
  ]));
  select.addEventListener('change', () => {
    app.onCell = (cell) => (select.value === 'play' ? void app.playAt(cell) : place(cell));
  });
  /** @param {string} cell */
  function place(cell) {
    const { game } = app;
    const start = { size: game.size, black: /** @type {string[]} */ ([]), white: /** @type {string[]} */ ([]), toMove: game.toMove };
    for (const [at, color] of game.stones) if (at !== cell) start[color].push(at);
    if (select.value === 'black' || select.value === 'white') start[select.value].push(cell);
    app.open(new Tree(start));
  }
  const turn = button('Other side to move', () => {
    const { game } = app;
    const start = { size: game.size, black: /** @type {string[]} */ ([]), white: /** @type {string[]} */ ([]), toMove: game.toMove === 'black' ? /** @type {const} */ ('white') : /** @type {const} */ ('black') };
    for (const [at, color] of game.stones) start[color].push(at);
    app.open(new Tree(start));
  });
  return html('details', { class: 'set-up' }, [html('summary', {}, ['Set-up: place stones freely']), select, turn]);
}
