// Openings: who wins each first stone, by proof or as the network judges it, explored move by move.

import { get, Job } from '../api.js';
import { Game, emptyStart } from '../hex/game.js';
import { MAX_SIDE } from '../hex/geometry.js';
import { Tree } from '../hex/tree.js';
import { NAMES } from '../hex/words.js';
import { count } from '../overlays/overlay.js';
import { button, html } from '../view/element.js';
import { t } from '../words.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {{cell: string, winner: 'black' | 'white', swap: boolean, proved: boolean, chance?: number}} Opening */
/** @typedef {{side: number, solved: boolean, openings: Opening[]}} OpeningMap */
/** @typedef {{cell: string, value: number, weight: number}} Reply */

/** The longest side whose openings are all proved; the server says so with each map. */
const SOLVED = 8;
/** How far from even the chances of a fair opening are at most. */
const FAIR = 0.08;
/** How long the network thinks about the replies, at first and when it is asked to go deeper. */
const [LOOK, DEEP] = [2000, 20_000];

/** @param {Opening} opening */
export const isFair = ({ chance }) => chance !== undefined && Math.abs(chance - 0.5) <= FAIR;

/**
 * @param {App} app
 * @param {HTMLElement} root
 * @returns {import('../app.js').Stage}
 */
export function openingsPanel(app, root) {
  return new OpeningsPanel(app, root);
}


class OpeningsPanel {
  #app;
  #root;
  /** @type {OpeningMap | null} */
  #map = null;
  /** The moves that are explored. @type {string[]} */
  #line = [];
  /** @type {Reply[]} what the network thinks of the next moves */
  #replies = [];
  #visits = 0;
  /** @type {Job | null} */
  #job = null;
  #wanted = 11;
  #select;
  #about = html('p', { class: 'result', id: 'openings-about' });
  #advice = html('p', { class: 'advice', role: 'status', id: 'openings-advice' });
  #note = html('p', { class: 'result', role: 'status', id: 'openings-note' });
  #moves = html('p', { class: 'explored', id: 'openings-line' });
  #buttons;

  /** @param {App} app @param {HTMLElement} root */
  constructor(app, root) {
    this.#app = app;
    this.#root = root;
    const sides = Array.from({ length: MAX_SIDE - 2 }, (_, index) => index + 3);
    this.#select = /** @type {HTMLSelectElement} */ (html('select', { id: 'openings-size' }, sides.map((side) =>
      html('option', { value: side, selected: side === this.#wanted }, [t(side <= SOLVED ? 'openings.solved-size' : 'openings.size', { side })]))));
    this.#select.addEventListener('change', () => this.#load(Number(this.#select.value)));
    this.#buttons = {
      back: button(t('openings.back'), () => this.#explore(this.#line.slice(0, -1)), { id: 'openings-back', disabled: true }),
      deeper: button(t('openings.judge-more'), () => this.#judge(DEEP), { id: 'openings-deeper', disabled: true }),
      play: button(t('openings.play'), () => app.playFrom(this.#tree()), { id: 'openings-play', class: 'primary', disabled: true }),
      analyse: button(t('openings.analyse'), () => {
        app.openRecord(this.#tree(), false);
        app.select('analyse');
      }, { id: 'openings-analyse', disabled: true }),
    };
    const sign = (/** @type {string} */ kind, /** @type {string} */ text, /** @type {string} */ says) => html('li', {}, [html('span', { class: `sign ${kind}`, 'aria-hidden': 'true' }, [text]), says]);
    root.append(
      html('h2', {}, [t('openings.title')]),
      html('label', {}, [t('openings.board'), this.#select]),
      this.#about,
      html('ul', { class: 'key' }, [
        sign('black', '+', t('openings.key-win')), sign('white', '−', t('openings.key-loss')),
        sign('chance', '62', t('openings.key-chance')), sign('fair', '50', t('openings.key-fair')),
      ]),
      this.#moves, this.#advice, this.#note,
      html('div', { class: 'buttons' }, [this.#buttons.back, this.#buttons.deeper]),
      html('div', { class: 'buttons' }, [this.#buttons.play, this.#buttons.analyse]),
    );
    // What the network thinks is of no use to a reader who looks elsewhere.
    app.onSelect((panel) => {
      if (panel !== 'openings') this.#job?.cancel();
      else if (this.#line.length && !this.#replies.length) this.#judge(LOOK);
    });
  }

  #tree() {
    const side = this.#map?.side ?? this.#wanted;
    const tree = new Tree(emptyStart({ cols: side, rows: side }));
    for (const move of this.#line) tree.play(move);
    return tree;
  }

  show() {
    if (!this.#map) {
      this.#load(this.#wanted);
      return;
    }
    const { side } = this.#map;
    const game = new Game(emptyStart({ cols: side, rows: side }), this.#line);
    const isLine = this.#line.length > 0;
    this.#app.board?.show(game, isLine ? replyPicture(this.#replies, game) : picture(this.#map));
    this.#app.say(isLine ? t('openings.say-line') : t('openings.say-map', { side, standing: t(standing(this.#map)) }));
  }

  /** @param {string} cell */
  onCell(cell) {
    if (!this.#map) return;
    const side = this.#map.side;
    const game = new Game(emptyStart({ cols: side, rows: side }), this.#line);
    const move = game.canSwap && cell === this.#line[0] ? 'swap-pieces' : cell;
    const problem = game.refuse(move);
    if (problem) this.#app.say(problem, true);
    else this.#explore([...this.#line, move]);
  }

  /** @param {string[]} line the moves that are on the board from now on */
  #explore(line) {
    this.#line = line;
    this.#replies = [];
    this.#visits = 0;
    this.#job?.cancel();
    const { back, deeper, play, analyse } = this.#buttons;
    for (const one of [back, deeper, play, analyse]) one.disabled = line.length === 0;
    const [first] = line;
    const opening = this.#map?.openings.find(({ cell }) => cell === first);
    this.#moves.textContent = line.map((move, index) => `${index + 1}. ${move.startsWith('swap') ? t('move.swap') : move}`).join('  ');
    this.#advice.textContent = opening && line.length === 1 ? advise(opening) : '';
    this.#note.textContent = '';
    this.show();
    if (line.length) this.#judge(LOOK);
  }

  /** @param {number} milliseconds that the network thinks about the next move */
  async #judge(milliseconds) {
    this.#job?.cancel();
    const tree = this.#tree();
    const game = tree.game();
    if (game.outcome) return;
    this.#note.textContent = t('openings.waiting');
    const take = (/** @type {{candidates: Reply[], nodes: number, move?: string, value?: number | null}} */ { candidates, nodes, move, value }) => {
      if (this.#job !== job) return;
      this.#replies = candidates.filter(({ weight }) => weight > 0);
      // A position that is decided at sight has a move and no candidates.
      if (!this.#replies.length && move) this.#replies = [{ cell: move, value: value ?? 1, weight: 1 }];
      this.#visits = nodes;
      if (!this.#root.hidden) this.show();
    };
    const job = new Job('/api/jobs/move', { game: game.positionRequest(), player: 'neural', milliseconds }, take);
    this.#job = job;
    try {
      const answer = await job.answer;
      if (!answer || this.#job !== job) return;
      take(answer);
      this.#note.textContent = `${t('candidates.status', { count: this.#visits, visits: count(this.#visits) })}.`;
    } catch (error) {
      if (this.#job === job) this.#note.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  /** @param {number} side */
  async #load(side) {
    this.#wanted = side;
    try {
      /** @type {OpeningMap} */
      const found = await get(`/api/openings/${side}`);
      if (this.#wanted !== side) return;
      this.#map = found;
      this.#about.textContent = summary(found);
      const option = this.#select.querySelector(`[value="${side}"]`);
      if (option) option.textContent = t('openings.size-standing', { side, standing: t(standing(found)) });
      if (!this.#root.hidden) this.#explore([]);
    } catch (error) {
      this.#app.say(error instanceof Error ? error.message : String(error), true);
    }
  }
}

/** @param {Opening} opening */
const isProved = ({ proved }) => proved;

/** @param {OpeningMap} map */
const standing = ({ openings }) => (openings.every(isProved) ? 'openings.solved' : openings.some(isProved) ? 'openings.partly' : 'openings.estimated');

/**
 * A short description of a map.
 * @param {OpeningMap} map
 */
export function summary({ openings }) {
  const proved = openings.filter(isProved);
  const values = { color: NAMES.black, wins: proved.filter(({ winner }) => winner === 'black').length, count: openings.length, proved: proved.length };
  if (proved.length === openings.length) return t('openings.all-proved', values);
  const judged = openings.length - proved.length;
  const network = t('openings.judged', { judged, searched: judged, fair: openings.filter(isFair).length });
  return proved.length ? `${t('openings.some-proved', values)} ${network}` : network;
}

/** @param {number} share */
const percent = (share) => Math.round(100 * share);

/**
 * The map of first stones.
 * @param {OpeningMap} map
 * @returns {import('../view/board.js').Overlay}
 */
export function picture({ openings }) {
  const cells = (/** @type {(opening: Opening) => boolean} */ of) => openings.filter(of).map(({ cell }) => cell);
  /** @param {Opening} opening */
  const hint = (opening) => {
    const { winner, proved, chance } = opening;
    if (proved) return t(winner === 'black' ? 'openings.hint-wins' : 'openings.hint-loses', { color: NAMES.black });
    const said = t('graph.chance', { color: NAMES.black, percent: percent(chance ?? 0.5) });
    return isFair(opening) ? `${said}, ${t('openings.hint-fair')}` : said;
  };
  return {
    shades: [
      { cells: cells(({ proved, winner }) => proved && winner === 'black'), kind: 'black-wins' },
      { cells: cells(({ proved, winner }) => proved && winner === 'white'), kind: 'white-wins' },
      { cells: cells((opening) => isFair(opening)), kind: 'fair' },
      { cells: cells((opening) => !opening.proved && !isFair(opening) && opening.winner === 'black'), kind: 'black-wins thought' },
      { cells: cells((opening) => !opening.proved && !isFair(opening) && opening.winner === 'white'), kind: 'white-wins thought' },
    ],
    labels: new Map(openings.map(({ cell, proved, winner, chance }) => [cell, proved ? (winner === 'black' ? '+' : '−') : String(percent(chance ?? 0.5))])),
    hints: new Map(openings.map((opening) => [opening.cell, hint(opening)])),
  };
}

/**
 * What the network thinks of the next moves: the more thought, the deeper the colour.
 * @param {Reply[]} replies
 * @param {Game} game
 * @returns {import('../view/board.js').Overlay}
 */
export function replyPicture(replies, game) {
  const most = Math.max(...replies.map(({ weight }) => weight), 1e-9);
  const color = NAMES[game.toMove];
  return {
    heat: new Map(replies.map(({ cell, weight }) => [cell, weight / most])),
    labels: new Map(replies.slice(0, 24).map(({ cell, value }) => [cell, String(percent(value))])),
    hints: new Map(replies.map(({ cell, value, weight }) => [cell, t('openings.hint-searched', { color, chance: percent(value), visits: count(weight) })])),
  };
}

/** @param {Opening} opening */
export function advise(opening) {
  const { cell, winner, swap, proved, chance } = opening;
  const names = { cell, red: NAMES.black, blue: NAMES.white, chance: percent(chance ?? 0.5) };
  if (proved) return t(winner === 'black' ? 'openings.advise-wins' : 'openings.advise-loses', names);
  if (isFair(opening)) return t('openings.advise-fair', names);
  return t(swap ? 'openings.advise-swap' : 'openings.advise-stay', names);
}
