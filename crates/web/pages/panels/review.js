// Review: a game judged move by move, its graph, its bad moves, and why they are bad.

import { Job } from '../api.js';
import { addLine, annotate, judgedAt, marksOf, nodesOf, startOf } from '../hex/review.js';
import { recolor } from '../hex/words.js';
import { many } from '../overlays/overlay.js';
import { button, html } from '../view/element.js';
import { showGraph } from '../view/graph.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../hex/review.js').Review} Review */
/** @typedef {import('../hex/review.js').Judged} Judged */

/**
 * @param {App} app
 * @param {HTMLElement} root
 */
export function reviewPanel(app, root) {
  /** @type {Job | null} */
  let job = null;

  const time = /** @type {HTMLSelectElement} */ (html('select', { id: 'review-time', 'aria-label': 'How long' }, [
    html('option', { value: 10_000 }, ['10 seconds']),
    html('option', { value: 30_000, selected: true }, ['30 seconds']),
    html('option', { value: 100_000 }, ['100 seconds']),
  ]));
  const start = button('Review this game', () => run(), { id: 'review-start', class: 'primary' });
  const stop = button('Stop', () => job?.end(), { id: 'review-stop', hidden: true });
  const meter = /** @type {HTMLProgressElement} */ (html('progress', { max: 1, value: 0, hidden: true, 'aria-label': 'Positions judged' }));
  const summary = html('p', { class: 'result', role: 'status', id: 'review-summary' });
  const graph = html('div', { id: 'graph' });
  const words = html('div', { id: 'judgement', role: 'status', 'aria-live': 'polite' });
  const moments = html('ol', { id: 'moments', 'aria-label': 'Bad moves' });
  const write = button('Write into the comments', () => {
    if (!app.review) return;
    annotate(app.tree, app.review);
    app.changed();
    app.say('The judgements are in the comments, and in the SGF.');
  }, { id: 'review-comments' });
  root.append(
    html('h2', {}, ['Review']),
    html('p', { class: 'result' }, ['Every move judged: by proof where the solver can, by search elsewhere.']),
    html('div', { class: 'buttons' }, [start, time, stop]),
    meter, summary, graph, words, moments, write,
  );

  async function run() {
    job?.end();
    // The whole line through the position on the board.
    const { current } = app.tree;
    app.tree.last();
    const game = app.tree.game();
    app.tree.current = current;
    if (!game.moves.length) {
      summary.textContent = 'There are no moves to review yet: play or open a game first.';
      return;
    }
    const tree = app.tree;
    /** @type {Review} */
    const review = { start: startOf(tree), line: game.moves, positions: game.moves.map(() => ({ black: 0.5, basis: 'unknown', best: null })), moves: [], done: false };
    review.positions.push({ black: 0.5, basis: 'unknown', best: null });
    app.keepReview(review);
    const mine = new Job('/api/jobs/review', { game: game.toRequest(), milliseconds: Number(time.value) }, (progress) => {
      if (app.review !== review) return;
      review.positions = progress.positions;
      meter.value = progress.known / progress.positions.length;
      summary.textContent = `${progress.known} of ${progress.positions.length} positions judged …`;
      draw();
    });
    job = mine;
    const busy = (/** @type {boolean} */ is) => {
      stop.hidden = !is;
      meter.hidden = !is;
      start.disabled = is;
    };
    busy(true);
    meter.value = 0;
    summary.textContent = 'Judging …';
    try {
      const answer = await mine.answer;
      if (!answer) summary.textContent = 'Stopped before anything was judged.';
      if (answer && app.review === review) {
        review.positions = answer.positions;
        review.moves = answer.moves.map((/** @type {Judged} */ judged) => ({ ...judged, words: recolor(judged.words) }));
        review.done = true;
        app.keepReview(review);
      }
    } catch (error) {
      summary.textContent = error instanceof Error ? error.message : String(error);
    }
    if (job === mine) busy(false);
    app.changed();
  }

  /** Draws everything that is known of the game on the board. */
  function draw() {
    const { review, tree } = app;
    const nodes = review ? nodesOf(tree, review) : [];
    const belongs = review !== null && nodes.length > 1;
    for (const part of [graph, words, moments, write]) part.hidden = !belongs;
    if (!belongs || !review) {
      if (!job) summary.textContent = '';
      return;
    }
    const current = nodes.indexOf(tree.current);
    showGraph(graph, {
      positions: review.positions, moves: review.moves, current,
      onSelect: (moves) => { if (nodes[moves] !== undefined) app.goTo(nodes[moves]); },
    });
    write.hidden = !review.done;
    if (!review.done) return;
    const bad = review.moves.filter(({ quality }) => ['mistake', 'blunder'].includes(quality));
    const proved = review.positions.filter(({ basis }) => basis === 'proof').length;
    const of = (/** @type {string} */ colour) => bad.filter((judged) => judged.colour === colour).length;
    summary.textContent = `${many(bad.length, 'bad move')}: red ${of('black')}, blue ${of('white')}. ${proved} of ${review.positions.length} positions are proved.`;
    moments.replaceChildren(...bad.map((judged) => html('li', {}, [button(
      `${judged.number}. ${judged.move}${judged.quality === 'blunder' ? '??' : '?'}`,
      () => { if (nodes[judged.number] !== undefined) app.goTo(nodes[judged.number]); },
      { class: `move ${judged.colour}`, 'aria-label': `Move ${judged.number}, ${judged.move}: ${judged.quality}`, ...(current === judged.number ? { 'aria-current': 'step' } : {}) },
    )])));
    explain(judgedAt(tree, review, tree.current));
  }

  /** @param {Judged | null} judged */
  function explain(judged) {
    if (!judged) {
      words.replaceChildren(html('p', {}, ['Pick a move in the graph or in the list.']));
      return;
    }
    const here = app.tree.current;
    const parts = [html('p', { class: judged.quality }, [html('strong', {}, [`${judged.number}. ${judged.move}: `]), judged.words])];
    const buttons = [];
    if (judged.refutation.length) buttons.push(button('Show me why', () => playOut(here, judged.refutation, judged), { id: 'show-why', class: 'primary' }));
    if (judged.better) {
      const parent = app.tree.nodes[here].parent ?? 0;
      const line = [judged.better, ...judged.better_line];
      buttons.push(button(`Show ${judged.better.startsWith('swap') ? 'the swap' : judged.better}`, () => playOut(parent, line, null), { id: 'show-better' }));
    }
    if (buttons.length) parts.push(html('div', { class: 'buttons' }, buttons));
    words.replaceChildren(...parts);
  }

  /**
   * Plays a line out as a variation, move by move, and leaves the reader at its end.
   * @param {number} from
   * @param {string[]} line
   * @param {Judged | null} refuted the move that the line refutes
   */
  async function playOut(from, line, refuted) {
    const comment = refuted ? `Refutes ${refuted.move}. ${refuted.words}` : `Better. ${line.length > 1 ? `Then ${line.slice(1).join(' ')}.` : ''}`;
    const tree = app.tree;
    const last = addLine(tree, from, line, comment.trim());
    const path = [];
    for (let at = last; at !== from; at = /** @type {number} */ (tree.nodes[at].parent)) path.unshift(at);
    const back = tree.current;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    for (const id of path) {
      if (app.tree !== tree || app.panel !== 'review') return;
      app.goTo(id);
      const here = tree.current;
      if (!still && id !== last) await new Promise((resolve) => { setTimeout(resolve, 450); });
      // A reader who goes elsewhere meanwhile has seen enough.
      if (tree.current !== here) return;
    }
    app.board?.overlay({
      labels: new Map(line.map((move, index) => [move, String(index + 1)])),
      shades: refuted?.carrier.length ? [{ cells: refuted.carrier, kind: `carrier ${refuted.colour === 'black' ? 'white' : 'black'}` }] : [],
    });
    const end = refuted?.carrier.length ? ' The edges are now connected over the shaded cells.' : '';
    words.replaceChildren(
      html('p', {}, [`${refuted ? `The refutation of ${refuted.move}` : 'The better line'}: ${line.join(' ')}.${end}`]),
      html('div', { class: 'buttons' }, [button('Back to the game', () => app.goTo(back), { id: 'back-to-game', class: 'primary' })]),
    );
  }

  const update = () => {
    if (app.panel === 'review') {
      draw();
      const judged = judgedAt(app.tree, app.review, app.tree.current);
      const { lastCell } = app.game;
      // The bad move is marked on the board, and the better one beside it.
      if (judged && lastCell && ['inaccuracy', 'mistake', 'blunder'].includes(judged.quality)) {
        const marks = marksOf(app.tree, app.review).get(app.tree.current);
        const labels = new Map([[lastCell, marks?.mark ?? '?']]);
        if (judged.better && !app.game.stones.has(judged.better)) labels.set(judged.better, '★');
        app.board?.overlay({ labels, shades: [{ cells: [lastCell], kind: 'bad' }] });
      }
    }
  };
  app.onChange(update);
  app.onSelect(update);
  update();
}
