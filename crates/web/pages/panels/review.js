// Review: a game judged move by move, its graph, what each player did, and why bad moves are bad.

import { Job } from '../api.js';
import { accuracyOf, addLine, annotate, isBad, judgedAt, kindsOf, marksOf, nodesOf, startOf, wordsOf } from '../hex/review.js';
import { NAMES } from '../hex/words.js';
import { button, html } from '../view/element.js';
import { showGraph } from '../view/graph.js';
import { labelledButton } from '../view/icons.js';
import { moveName } from '../view/moves.js';
import { t } from '../words.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../hex/review.js').Review} Review */
/** @typedef {import('../hex/review.js').Judged} Judged */
/** @typedef {import('./overlays.js').Overlays} Overlays */

/** How long a move that is tried is judged. */
const TRIAL = 3000;
/** A move that keeps all but this much of the better one's chances is as good. */
const CLOSE = 0.07;

/**
 * @param {App} app
 * @param {HTMLElement} root
 * @param {Overlays} overlays
 */
export function reviewPanel(app, root, overlays) {
  new ReviewPanel(app, root, overlays).update();
}

class ReviewPanel {
  #app;
  #overlays;
  /** @type {Job | null} */
  #job = null;
  /** A bad move that the reader tries to better. @type {{judged: Judged, at: number, job: Job | null} | null} */
  #trial = null;
  #isPlaying = false;
  #time = /** @type {HTMLSelectElement} */ (html('select', { id: 'review-time', 'aria-label': t('review.time') }, [10, 30, 100]
    .map((seconds) => html('option', { value: seconds * 1000, selected: seconds === 30 }, [t('review.seconds', { seconds })]))));
  #start = labelledButton('chart', t('review.start'), () => this.#run(), { id: 'review-start' });
  #stop = button(t('overlay.stop'), () => this.#job?.end(), { id: 'review-stop', hidden: true });
  #meter = /** @type {HTMLProgressElement} */ (html('progress', { max: 1, value: 0, hidden: true, 'aria-label': t('review.judged-so-far') }));
  #summary = html('p', { class: 'result', role: 'status', id: 'review-summary' });
  #players = html('table', { id: 'review-players', class: 'players' });
  #graph = html('div', { id: 'graph' });
  #words = html('div', { id: 'judgement', class: 'note', role: 'status', 'aria-live': 'polite' });
  #moments = html('ol', { id: 'moments', 'aria-label': t('review.moments') });
  #write;

  /** @param {App} app @param {HTMLElement} root @param {Overlays} overlays */
  constructor(app, root, overlays) {
    this.#app = app;
    this.#overlays = overlays;
    this.#write = button(t('review.write'), () => {
      if (!app.review) return;
      app.keep('undo.comments');
      annotate(app.tree, app.review);
      app.changed();
      app.say(t('review.written'));
    }, { id: 'review-comments' });
    root.append(
      html('div', { class: 'review-head' }, [this.#start, this.#time, this.#stop]),
      this.#meter, this.#summary, this.#graph, this.#players, this.#moments, this.#words, this.#write,
    );
    app.clicks.push((cell) => this.#try(cell));
    app.onChange(() => this.update());
    app.onSelect(() => this.update());
  }

  async #run() {
    const app = this.#app;
    this.#job?.end();
    const { tree } = app;
    // The game itself; without one, the line through the position on the board.
    const last = app.isGame || tree.isInGame() ? tree.end : lastOf(tree, tree.current);
    const game = tree.game(last);
    if (!game.moves.length || game.moves.includes('pass')) {
      this.#summary.textContent = t(game.moves.length ? 'review.pass' : 'review.nothing');
      return;
    }
    const unknown = () => ({ black: 0.5, basis: /** @type {const} */ ('unknown'), best: null });
    /** @type {Review} */
    const review = { start: startOf(tree), line: game.moves, positions: [...game.moves.map(unknown), unknown()], moves: [], done: false };
    app.keepReview(review);
    const mine = new Job('/api/jobs/review', { game: game.toRequest(), milliseconds: Number(this.#time.value) }, (progress) => {
      if (app.review !== review) return;
      review.positions = progress.positions;
      this.#meter.value = progress.known / progress.positions.length;
      this.#summary.textContent = t('review.progress', { known: progress.known, count: progress.positions.length });
      this.#draw();
    });
    this.#job = mine;
    this.#busy(true);
    this.#meter.value = 0;
    this.#summary.textContent = t('review.judging');
    let said = '';
    try {
      const answer = await mine.answer;
      if (!answer) said = t('review.stopped');
      if (answer && app.review === review) {
        review.positions = answer.positions;
        review.moves = answer.moves;
        review.done = true;
        app.keepReview(review);
      }
    } catch (error) {
      said = error instanceof Error ? error.message : String(error);
    }
    if (this.#job === mine) {
      this.#job = null;
      this.#busy(false);
    }
    app.changed();
    if (said) this.#summary.textContent = said;
  }

  /** @param {boolean} is */
  #busy(is) {
    this.#overlays.isWaiting = is;
    this.#stop.hidden = !is;
    this.#meter.hidden = !is;
    this.#start.disabled = is;
  }

  /** Draws everything that is known of the game on the board. */
  #draw() {
    const { review, tree } = this.#app;
    const nodes = review ? nodesOf(tree, review) : [];
    const belongs = review !== null && nodes.length > 1;
    for (const part of [this.#graph, this.#words, this.#moments, this.#write, this.#players]) part.hidden = !belongs || (part !== this.#graph && !review?.done);
    if (!belongs || !review) {
      if (!this.#job) this.#summary.textContent = '';
      return;
    }
    const current = nodes.indexOf(tree.current);
    showGraph(this.#graph, {
      positions: review.positions, moves: review.moves, current,
      onSelect: (moves) => { if (nodes[moves] !== undefined) this.#app.goTo(nodes[moves]); },
    });
    if (!review.done) return;
    const bad = review.moves.filter(isBad);
    const proved = review.positions.filter(({ basis }) => basis === 'proof').length;
    this.#summary.textContent = `${t('review.bad', { count: bad.length })} ${t('review.proved', { proved, count: review.positions.length })}`;
    this.#drawPlayers(review);
    this.#moments.replaceChildren(...bad.map((judged) => html('li', {}, [button(
      `${judged.number}. ${moveName(judged.move)}${judged.quality === 'blunder' ? '??' : '?'}`,
      () => { if (nodes[judged.number] !== undefined) this.#app.goTo(nodes[judged.number]); },
      { class: `move ${judged.colour}`, 'aria-label': `${t('graph.move', { number: judged.number, move: moveName(judged.move) })}: ${t(`quality.${judged.quality}`)}`, ...(current === judged.number ? { 'aria-current': 'step' } : {}) },
    )])));
    if (!this.#trial && !this.#isPlaying) this.#explain(judgedAt(tree, review, tree.current));
  }

  /** @param {Review} review what each player did, in numbers */
  #drawPlayers(review) {
    const { facts } = this.#app.tree;
    const colors = /** @type {const} */ (['black', 'white']);
    const name = (/** @type {'black' | 'white'} */ color) => facts[color === 'black' ? 'PB' : 'PW'] || NAMES[color];
    const kinds = /** @type {const} */ (['inaccuracy', 'mistake', 'blunder']);
    const accuracy = (/** @type {'black' | 'white'} */ color) => {
      const value = accuracyOf(review, color);
      return value === null ? '–' : `${Math.round(value)} %`;
    };
    this.#players.replaceChildren(
      html('thead', {}, [html('tr', {}, [html('td', {}), ...colors.map((color) => html('th', { scope: 'col', class: color }, [html('span', { class: `disc small ${color}`, 'aria-hidden': 'true' }), name(color)]))])]),
      html('tbody', {}, [
        html('tr', { class: 'accuracy' }, [html('th', { scope: 'row' }, [t('review.accuracy')]), ...colors.map((color) => html('td', {}, [accuracy(color)]))]),
        ...kinds.map((kind) => html('tr', { class: kind }, [html('th', { scope: 'row' }, [t(`review.${kind}`)]), ...colors.map((color) => html('td', {}, [String(kindsOf(review, color)[kind])]))])),
      ]),
    );
  }

  /** @param {Judged | null} judged */
  #explain(judged) {
    if (!judged) {
      this.#words.replaceChildren(html('p', {}, [t('review.pick')]));
      return;
    }
    const { tree } = this.#app;
    const here = tree.current;
    const parent = tree.nodes[here].parent ?? 0;
    const parts = [html('p', { class: judged.quality }, [html('strong', {}, [`${judged.number}. ${moveName(judged.move)}: `]), wordsOf(judged)])];
    const buttons = [];
    if (judged.refutation.length) buttons.push(button(t('review.why'), () => this.#playOut(here, judged.refutation, judged), { id: 'show-why', class: 'primary' }));
    if (judged.better) {
      const line = [judged.better, ...judged.better_line];
      const name = judged.better.startsWith('swap') ? t('review.show-swap') : t('review.show-better', { move: judged.better });
      buttons.push(button(name, () => this.#playOut(parent, line, null), { id: 'show-better' }));
      buttons.push(button(t('review.try'), () => this.#beginTrial(judged, here), { id: 'try-again' }));
    }
    if (buttons.length) parts.push(html('div', { class: 'buttons' }, buttons));
    this.#words.replaceChildren(...parts);
  }

  /**
   * The position before a bad move, with nothing given away: the reader looks for a better one.
   * @param {Judged} judged
   * @param {number} at
   */
  #beginTrial(judged, at) {
    this.#trial = { judged, at, job: null };
    this.#overlays.isQuiet = true;
    this.#app.goTo(this.#app.tree.nodes[at].parent ?? 0);
    this.#sayTrial(t('review.your-move', { color: NAMES[judged.colour], move: moveName(judged.move) }));
    this.#words.scrollIntoView({ block: 'nearest' });
  }

  /** @param {string} text */
  #sayTrial(text) {
    const trial = this.#trial;
    if (!trial) return;
    const { judged } = trial;
    this.#words.replaceChildren(html('p', {}, [text]), html('div', { class: 'buttons' }, [
      ...(judged.better ? [button(t('review.answer'), () => {
        const at = this.#app.tree.nodes[trial.at].parent ?? 0;
        this.#endTrial();
        this.#playOut(at, [/** @type {string} */ (judged.better), ...judged.better_line], null);
      }, { id: 'trial-answer' })] : []),
      ...(judged.better?.startsWith('swap') ? [button(t('play.swap'), () => this.#check('swap-pieces'), { id: 'trial-swap' })] : []),
      button(t('review.back'), () => {
        this.#endTrial();
        this.#app.goTo(trial.at);
      }, { id: 'back-to-game', class: 'primary' }),
    ]));
  }

  #endTrial() {
    this.#trial?.job?.cancel();
    this.#trial = null;
    this.#overlays.isQuiet = false;
  }

  /** @param {string} cell @returns {boolean} whether the click was a try */
  #try(cell) {
    if (!this.#trial || this.#app.panel !== 'analyse') return false;
    const { game } = this.#app;
    this.#check(game.canSwap && cell === game.moves[0] ? 'swap-pieces' : cell);
    return true;
  }

  /** @param {string} move that the reader tries; it is judged, and the game stays as it is */
  async #check(move) {
    const app = this.#app;
    const trial = this.#trial;
    if (!trial) return;
    const { judged } = trial;
    const problem = app.game.refuse(move);
    if (problem) {
      app.say(problem, true);
      return;
    }
    const name = moveName(move);
    const color = NAMES[judged.colour];
    if (move === judged.better) {
      this.#sayTrial(judged.proved ? t('review.right-proved', { move: name }) : t('review.right', { move: name, color, percent: Math.round(100 * judged.before) }));
      this.#show(move);
      return;
    }
    this.#sayTrial(t('review.checking', { move: name }));
    this.#show(move);
    const tried = app.tree.copy();
    tried.play(move, true);
    const game = tried.game();
    if (game.outcome) {
      this.#sayTrial(t('review.right-proved', { move: name }));
      return;
    }
    trial.job?.cancel();
    const thought = new Job('/api/jobs/move', { game: game.positionRequest(), player: 'neural', milliseconds: TRIAL });
    trial.job = thought;
    try {
      const answer = await thought.answer;
      if (!answer || this.#trial !== trial || trial.job !== thought) return;
      const value = 1 - answer.value;
      const isGood = value >= judged.before - CLOSE || (judged.proved && value > 0.9);
      const isLost = value <= 0;
      this.#sayTrial(isGood ? t('review.right', { move: name, color, percent: Math.round(100 * value) })
        : isLost ? t('review.wrong-proved', { move: name }) : t('review.wrong', { move: name, color, percent: Math.round(100 * value) }));
    } catch (error) {
      this.#sayTrial(error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {string} move shown on the board without being played */
  #show(move) {
    if (move.startsWith('swap')) return;
    this.#app.board?.point({ ghosts: [{ cell: move, color: this.#app.game.toMove, label: '?' }] });
  }

  /**
   * Plays a line out as a variation, move by move, and leaves the reader at its end. The game stays as it is.
   * @param {number} from
   * @param {string[]} line
   * @param {Judged | null} refuted the move that the line refutes
   */
  async #playOut(from, line, refuted) {
    const app = this.#app;
    const { tree } = app;
    const back = tree.current;
    const last = addLine(tree, from, line, refuted ? t('review.refutes', { move: moveName(refuted.move), line: line.join(' ') }) : '');
    const path = [];
    for (let at = last; at !== from; at = /** @type {number} */ (tree.nodes[at].parent)) path.unshift(at);
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const isLit = refuted !== null && refuted.carrier.length > 0;
    const told = refuted ? t('review.refutes', { move: moveName(refuted.move), line: line.map(moveName).join(' ') }) : t('review.better-line', { line: line.map(moveName).join(' ') });
    const tell = () => this.#words.replaceChildren(html('p', {}, [isLit ? `${told} ${t('review.connected')}` : told]), html('div', { class: 'buttons' }, [
      button(t('review.back'), () => app.goTo(back), { id: 'back-to-game', class: 'primary' }),
    ]));
    this.#isPlaying = true;
    tell();
    try {
      for (const id of path) {
        if (app.tree !== tree || app.panel !== 'analyse') return;
        app.goTo(id);
        if (!still && id !== last) await new Promise((resolve) => { setTimeout(resolve, 450); });
        // A reader who goes elsewhere meanwhile has seen enough.
        if (tree.current !== id) return;
      }
      const winner = refuted?.colour === 'black' ? 'white' : 'black';
      this.#overlays.showReview({
        labels: new Map(line.flatMap((move, index) => (move.startsWith('swap') ? [] : [[move, String(index + 1)]]))),
        shades: isLit && refuted ? [{ cells: refuted.carrier, kind: `carrier ${winner}` }] : [],
      }, null);
    } finally {
      this.#isPlaying = false;
      if (tree.current === last) tell();
    }
  }

  update() {
    const app = this.#app;
    if (this.#trial && app.tree.current !== app.tree.nodes[this.#trial.at]?.parent) this.#endTrial();
    if (app.panel !== 'analyse') return;
    this.#draw();
    if (this.#trial) return;
    const { review, tree, game } = app;
    const judged = judgedAt(tree, review, tree.current);
    const place = review ? nodesOf(tree, review).indexOf(tree.current) : -1;
    const position = review && place >= 0 ? review.positions[place] : null;
    const black = position && position.basis !== 'unknown' ? { black: position.black, proved: position.basis === 'proof' } : null;
    const { lastCell } = game;
    if (!judged || !lastCell || !isMarked(judged)) {
      if (black) this.#overlays.showReview({}, black);
      return;
    }
    // The bad move is marked on the board, the better one beside it, and an arrow leads to the refutation.
    const mark = marksOf(tree, review).get(tree.current)?.mark ?? '?';
    const labels = new Map([[lastCell, mark]]);
    if (judged.better && !game.stones.has(judged.better) && !judged.better.startsWith('swap')) labels.set(judged.better, '★');
    const [answer] = judged.refutation;
    this.#overlays.showReview({
      labels, shades: [{ cells: [lastCell], kind: 'bad' }],
      arrows: answer ? [{ from: lastCell, to: answer, kind: 'refutes' }] : [],
    }, black);
  }
}

/** @param {Judged} judged */
const isMarked = ({ quality }) => ['inaccuracy', 'mistake', 'blunder'].includes(quality);

/**
 * The end of the line that goes on from a node.
 * @param {import('../hex/tree.js').Tree} tree
 * @param {number} id
 */
function lastOf(tree, id) {
  let at = id;
  for (;;) {
    const [next] = tree.nodes[at].children;
    if (next === undefined) return at;
    at = next;
  }
}
