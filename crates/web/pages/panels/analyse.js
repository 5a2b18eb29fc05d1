// Analysis: who wins and why, candidates, the game with its review, comments, and set-up.

import { marksOf } from '../hex/review.js';
import { Tree } from '../hex/tree.js';
import { html } from '../view/element.js';
import { iconButton, labelledButton } from '../view/icons.js';
import { showMoves } from '../view/moves.js';
import { t } from '../words.js';
import { makeOverlays } from './overlays.js';
import { reviewPanel } from './review.js';

/** @typedef {import('../app.js').App} App */

/**
 * @param {App} app
 * @param {HTMLElement} root
 */
export async function analysePanel(app, root) {
  const overlays = await makeOverlays(app);
  const moves = html('div', { class: 'moves', id: 'moves' });
  const comment = /** @type {HTMLTextAreaElement} */ (html('textarea', { rows: 2, 'aria-label': t('analyse.comment'), placeholder: t('analyse.comment') }));
  comment.addEventListener('change', () => {
    app.keep('undo.comment');
    app.tree.nodes[app.tree.current].comment = comment.value;
    app.changed();
  });
  const go = (/** @type {() => void} */ step) => () => { step(); app.changed(); };
  const edit = (/** @type {'undo.delete' | 'undo.promote'} */ deed, /** @type {() => void} */ change) => () => {
    app.keep(deed);
    change();
    app.changed();
  };
  const promote = iconButton('up', t('analyse.promote'), edit('undo.promote', () => app.tree.promote()), { id: 'promote' });
  const remove = iconButton('bin', t('analyse.delete'), edit('undo.delete', () => app.tree.remove()), { id: 'delete-move' });
  const undo = iconButton('undo', t('analyse.undo'), () => { if (!app.undoEdit()) app.say(t('undo.nothing')); }, { id: 'undo-edit' });
  const steps = html('div', { class: 'steps', role: 'group', 'aria-label': t('analyse.game') }, [
    iconButton('first', t('analyse.first'), go(() => app.tree.first())),
    iconButton('previous', t('analyse.previous'), go(() => app.tree.back())),
    iconButton('next', t('analyse.next'), go(() => app.tree.forward())),
    iconButton('last', t('analyse.last'), go(() => app.tree.last())),
    html('span', { class: 'gap' }), promote, remove, undo,
  ]);
  const review = html('section', { id: 'review', 'aria-label': t('review.title') });
  root.append(
    ...overlays.parts(),
    review,
    html('h3', {}, [t('analyse.game')]),
    moves,
    comment,
    html('details', { class: 'more' }, [html('summary', {}, [t('analyse.more')]), ...overlays.more(), ...setUp(app)]),
    steps,
  );
  reviewPanel(app, review, overlays);
  document.addEventListener('keydown', ({ key, target, ctrlKey, altKey, metaKey }) => {
    const isField = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
    if (key === 'Delete' && app.panel === 'analyse' && !isField && !ctrlKey && !altKey && !metaKey && !remove.disabled) remove.click();
  });
  const update = () => {
    if (app.panel !== 'analyse') return;
    const { tree } = app;
    showMoves(moves, tree, (id) => app.goTo(id), marksOf(tree, app.review));
    comment.value = tree.nodes[tree.current].comment;
    remove.disabled = tree.current === 0;
    promote.disabled = tree.isInGame();
    undo.disabled = app.past.isEmpty;
  };
  app.onChange(update);
  app.onSelect(update);
  update();
  overlays.restart();
}

/**
 * Placing stones freely; the game then begins with them.
 * @param {App} app
 */
function setUp(app) {
  const select = /** @type {HTMLSelectElement} */ (html('select', { id: 'set-up', 'aria-label': t('setup.label') }, /** @type {const} */ (['play', 'black', 'white', 'clear'])
    .map((value) => html('option', { value }, [t(`setup.${value}`)]))));
  select.addEventListener('change', () => {
    app.onCell = (cell) => (select.value === 'play' ? void app.playAt(cell) : place(cell));
  });
  /**
   * Begins again with the stones on the board.
   * @param {import('../hex/game.js').Color | null} toMove
   * @param {string | null} without the cell of a stone that goes
   */
  const stones = (toMove, without) => {
    const { game } = app;
    const start = { size: game.size, black: /** @type {string[]} */ ([]), white: /** @type {string[]} */ ([]), toMove };
    for (const [at, color] of game.stones) if (at !== without) start[color].push(at);
    return start;
  };
  /** @param {string} cell */
  function place(cell) {
    const start = stones(app.game.toMove, cell);
    if (select.value === 'black' || select.value === 'white') start[select.value].push(cell);
    app.open(new Tree(start));
  }
  const turn = labelledButton('swap', t('setup.turn'), () => app.open(new Tree(stones(app.game.toMove === 'black' ? 'white' : 'black', null))));
  return [html('label', {}, [t('setup.title'), select]), turn];
}
