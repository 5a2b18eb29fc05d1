// Analysis: moving through the tree, comments, set-up, and overlays that explain the position.

import { get, Job } from '../api.js';
import { Tree } from '../hex/tree.js';
import { button, html } from '../view/element.js';
import { showMoves } from '../view/moves.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../view/board.js').Overlay} Overlay */

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
    setUp(app),
    await overlays(app),
  );
  app.onChange(() => {
    showMoves(moves, app.tree, (id) => app.goTo(id));
    comment.value = app.tree.nodes[app.tree.current].comment;
  });
  showMoves(moves, app.tree, (id) => app.goTo(id));
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
    app.onCell = (cell) => (select.value === 'play' ? void app.play(cell) : place(cell));
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
  return html('fieldset', {}, [html('legend', {}, ['Set-up']), select, turn]);
}

/**
 * What can be shown over the board.
 * @param {App} app
 */
async function overlays(app) {
  const players = await get('/api/players');
  const result = html('p', { class: 'result', role: 'status' });
  /** @type {Job | null} */
  let job = null;

  /**
   * @param {string} path
   * @param {object} extra
   * @param {(answer: any) => {overlay: Overlay, text: string}} show
   */
  async function run(path, extra, show) {
    job?.cancel();
    const asked = app.game;
    result.textContent = 'Working …';
    job = new Job(path, { game: asked.toRequest(), ...extra }, (progress) => present(progress));
    /** @param {any} answer */
    function present(answer) {
      if (app.game !== asked || !answer) return;
      const { overlay, text } = show(answer);
      app.board?.overlay(overlay);
      result.textContent = text;
    }
    try {
      const answer = await job.answer;
      if (answer) present(answer);
    } catch (error) {
      result.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  const buttons = html('div', { class: 'buttons' }, [
    button('Critical cells', () => run('/api/jobs/chance', {}, showChance), { id: 'show-chance' }),
    ...players.filter((/** @type {{name: string}} */ player) => player.name !== 'random').map((/** @type {{name: string}} */ { name }) =>
      button(`Ask ${name}`, () => run('/api/jobs/move', { player: name, milliseconds: 3000 }, showThoughts))),
    button('Stop', () => { job?.cancel(); result.textContent = ''; app.board?.overlay({}); }),
  ]);
  app.onChange(() => {
    job?.cancel();
    result.textContent = '';
  });
  return html('fieldset', {}, [html('legend', {}, ['Show']), buttons, result]);
}

/** @param {{black_wins: number, best: string[], critical: Record<string, number>}} answer */
function showChance({ black_wins: blackWins, best, critical }) {
  const cells = Object.entries(critical);
  const most = Math.max(...cells.map(([, value]) => value), 1e-9);
  return {
    overlay: {
      heat: new Map(cells.map(([cell, value]) => [cell, value / most])),
      labels: new Map(best.map((cell) => [cell, '★'])),
      hints: new Map(cells.map(([cell, value]) => [cell, `critical with probability ${value.toFixed(4)}`])),
    },
    text: `A random filling is won by red with probability ${blackWins.toFixed(4)}. Most critical: ${best.join(', ')}.`,
  };
}

/** @param {{move?: string, reason?: string, value?: number | null, line?: string[], nodes: number, candidates?: {cell: string, value: number, weight: number}[]}} answer */
function showThoughts({ move, reason, value, line, nodes, candidates }) {
  const list = candidates ?? [];
  const most = Math.max(...list.map(({ weight }) => weight), 1e-9);
  const chance = typeof value === 'number' ? ` ${(100 * value).toFixed(0)} % for the side to move.` : '';
  const looked = nodes ? ` ${nodes} positions.` : '';
  return {
    overlay: {
      heat: new Map(list.map(({ cell, weight }) => [cell, weight / most])),
      labels: list.length ? new Map(list.map(({ cell, value: v }) => [cell, String(Math.round(100 * v))])) : new Map(move ? [[move, '★']] : []),
      hints: new Map(list.map(({ cell, value: v, weight }) => [cell, `${(100 * v).toFixed(1)} %, weight ${weight}`])),
    },
    text: `${move ?? line?.[0] ?? ''}${reason ? `: ${reason}.` : ''}${chance}${looked} ${line?.length ? `Line: ${line.join(' ')}` : ''}`,
  };
}
