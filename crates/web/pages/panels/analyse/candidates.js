// The moves that an engine considers: a ranked table that runs until it is stopped, each row with its line on the board.

import { Job } from '../../api.js';
import { NAMES } from '../../hex/words.js';
import { count, ghosts, list } from '../../overlays/overlay.js';
import { LONG } from '../../overlays/verdict.js';
import { percentOf } from '../../view/bar.js';
import { html } from '../../view/element.js';
import { iconButton } from '../../view/icons.js';
import { moveName } from '../../view/moves.js';
import { t } from '../../words.js';

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../../hex/game.js').Game} Game */
/** @typedef {import('../../overlays/overlay.js').Drawn} Drawn */
/** @typedef {{cell: string, value: number, weight: number, line: string[]}} Candidate */
/**
 * @typedef {object} Thoughts
 * @property {number} nodes
 * @property {number | null} value
 * @property {string[]} line
 * @property {Candidate[]} candidates
 * @property {string} [move]
 * @property {import('../../overlays/overlay.js').SwapWorth | null} [swap] where the side to move may swap
 */
/**
 * A row of the table.
 * @typedef {object} Row
 * @property {string} move
 * @property {number} value the chance of the side to move, from 0 to 1
 * @property {number} weight
 * @property {string[]} line
 */

/** The most rows; so much room is kept for them from the beginning. */
const MOST = 6;

/**
 * The rows of an answer, the best first; a swap has one of its own.
 * @param {Thoughts} thoughts
 * @param {Game} game
 * @returns {Row[]}
 */
export function rowsOf({ candidates, value, swap, move: chosen, line: best }, game) {
  const rows = (candidates ?? []).filter(({ weight }) => weight > 0).map(({ cell, value: worth, weight, line }) => ({ move: cell, value: worth, weight, line }));
  // A position that is decided at sight has a move and no candidates.
  if (!rows.length && chosen && game.refuse(chosen) === null) rows.push({ move: chosen, value: value ?? 1, weight: 1, line: best?.length ? best : [chosen] });
  if (!game.canSwap || !rows.length || rows[0].move.startsWith('swap')) return rows.slice(0, MOST);
  // What playing on is worth, the swap is worth to the other side.
  const playing = swap?.playing_on.chance ?? value ?? rows[0].value;
  const worth = swap?.swapping.chance ?? 1 - playing;
  const swapped = { move: 'swap-pieces', value: worth, weight: 0, line: [] };
  return (worth > playing ? [swapped, ...rows] : [rows[0], swapped, ...rows.slice(1)]).slice(0, MOST);
}

export class Candidates {
  #app;
  /** @type {() => string} */
  #engine;
  /** @type {(changed: 'board' | 'value') => void} */
  #onChange;
  /** @type {Job | null} */
  #job = null;
  /** @type {Thoughts | null} */
  #thoughts = null;
  #isRunning = false;
  /** Whether the reader wants it. */
  isOn;
  #status = html('span', { class: 'candidates-status', id: 'candidates-status' });
  #body = html('tbody', {});
  #head = html('th', { scope: 'col' });
  #press;
  element;

  /**
   * @param {App} app
   * @param {object} options
   * @param {boolean} options.isOn
   * @param {() => string} options.engine the name of the player that thinks
   * @param {(changed: 'board' | 'value') => void} options.onChange
   * @param {() => void} options.onSwitch
   */
  constructor(app, { isOn, engine, onChange, onSwitch }) {
    this.#app = app;
    this.#engine = engine;
    this.#onChange = onChange;
    this.isOn = isOn;
    this.#press = iconButton('pause', t('candidates.pause'), () => {
      if (this.#isRunning) {
        this.isOn = false;
        this.#job?.end();
      } else {
        this.isOn = true;
        this.ask();
      }
      onSwitch();
    }, { id: 'candidates-switch' });
    const heads = ['move', 'chance', 'difference', 'visits', 'line'].map((name) => (name === 'chance' ? this.#head : html('th', { scope: 'col', class: name === 'line' ? 'then' : name }, [t(/** @type {any} */ (`candidates.${name}`))])));
    this.#head.textContent = t('candidates.chance', { color: NAMES.black });
    this.#head.className = 'chance';
    this.element = html('section', { id: 'candidates', 'aria-labelledby': 'candidates-title' }, [
      html('div', { class: 'heading' }, [html('h3', { id: 'candidates-title' }, [t('overlay.candidates')]), this.#status, this.#press]),
      html('table', { class: 'candidates', 'aria-labelledby': 'candidates-title' }, [html('thead', {}, [html('tr', {}, heads)]), this.#body]),
    ]);
    this.#draw();
  }

  /** What the engine thinks the position is worth to red; null if it has not said. */
  get black() {
    // Who opens leaves the choice of sides to the other: that is even, regardless of single stones.
    if (this.#thoughts && isOpening(this.#app.game)) return 0.5;
    const row = this.#thoughts && this.#rows[0];
    return row ? this.#redOf(row.value) : null;
  }

  /** @type {Row[]} */
  #rows = [];

  /** @param {number} value of the side to move */
  #redOf(value) {
    return this.#app.game.toMove === 'black' ? value : 1 - value;
  }

  /** What is drawn on the board: ranks, darker where there was more thought. */
  get drawn() {
    const rows = this.#rows.filter(({ weight }) => weight > 0);
    const most = Math.max(...rows.map(({ weight }) => weight), 1e-9);
    /** @type {Drawn} */
    const drawn = {
      heat: new Map(rows.map(({ move, weight }) => [move, weight / most])),
      labels: new Map(rows.map(({ move }, index) => [move, String(index + 1)])),
      hints: new Map(rows.map(({ move, value, weight }) => [move, t('candidates.hint', { chance: `${(100 * value).toFixed(1)} %`, visits: count(weight) })])),
    };
    return drawn;
  }

  /**
   * What is said about a cell.
   * @param {string} cell
   * @returns {import('../../overlays/overlay.js').Pointed | null}
   */
  point(cell) {
    const row = this.#rows.find(({ move }) => move === cell);
    if (!row) return null;
    const said = t('candidates.hint', { chance: `${(100 * row.value).toFixed(1)} %`, visits: count(row.weight) });
    return { text: `${cell}: ${said}${row.line.length > 1 ? ` · ${list(row.line, 10)}` : ''}`, ghosts: ghosts(row.line.slice(0, 12), this.#app.game.toMove) };
  }

  /** Forgets what was thought. */
  cancel() {
    this.#job?.cancel();
    this.#job = null;
    this.#isRunning = false;
    this.#thoughts = null;
    this.#rows = [];
  }

  /** Draws the table without asking. */
  rest() {
    this.cancel();
    this.#draw();
  }

  /** Asks about the position on the board. */
  async ask() {
    const { game } = this.#app;
    this.cancel();
    if (!this.isOn || game.outcome) {
      this.#draw();
      return;
    }
    const take = (/** @type {Thoughts} */ thoughts) => {
      if (this.#app.game !== game || this.#job !== job) return;
      this.#thoughts = thoughts;
      this.#rows = rowsOf(thoughts, game);
      this.#draw();
      this.#onChange('board');
    };
    const job = new Job('/api/jobs/move', { game: isOpening(game) ? game.positionRequest() : game.toRequest(), player: this.#engine(), milliseconds: LONG }, take);
    this.#job = job;
    this.#isRunning = true;
    this.#draw();
    try {
      const answer = await job.answer;
      if (answer) take(answer);
    } catch (error) {
      if (this.#job === job) this.#status.textContent = error instanceof Error ? error.message : String(error);
    }
    if (this.#job !== job) return;
    this.#isRunning = false;
    this.#draw();
    this.#onChange('value');
  }

  #draw() {
    const visits = this.#thoughts?.nodes ?? 0;
    this.#status.textContent = this.#thoughts ? t('candidates.status', { count: visits, visits: count(visits) }) : this.#isRunning ? t('overlay.working') : '';
    const label = t(this.#isRunning ? 'candidates.pause' : 'candidates.go-on');
    if (this.#press.getAttribute('aria-label') !== label) {
      const icons = iconButton(this.#isRunning ? 'pause' : 'go', label, () => {});
      this.#press.replaceChildren(...icons.childNodes);
      this.#press.setAttribute('aria-label', label);
      this.#press.title = label;
    }
    this.#press.disabled = this.#app.game.outcome !== null;
    const held = this.#body.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.move : null;
    // A row under the pointer stays: only what changed is drawn again.
    const best = this.#rows[0]?.value ?? 0;
    const rows = Array.from({ length: MOST }, (_, index) => this.#row(this.#rows[index], best));
    rows.forEach((row, index) => {
      const old = this.#body.children[index];
      if (!old) this.#body.append(row);
      else if (old.innerHTML !== row.innerHTML) old.replaceWith(row);
    });
    if (held) /** @type {HTMLElement | null} */ (this.#body.querySelector(`[data-move="${held}"]`))?.focus();
  }

  /**
   * @param {Row | undefined} row
   * @param {number} best
   */
  #row(row, best) {
    if (!row) return html('tr', { class: 'empty', 'aria-hidden': 'true' }, [html('td', { colspan: 5 }, ['\u00a0'])]);
    const { move, value, weight, line } = row;
    const red = this.#redOf(value);
    const isCertain = value >= 1 || value <= 0;
    const play = html('button', { type: 'button', class: 'candidate', 'data-move': move, 'aria-label': t('candidates.play', { move: moveName(move) }) }, [moveName(move)]);
    play.addEventListener('click', () => this.#app.play(move));
    const bar = html('span', { class: 'mini', 'aria-hidden': 'true' });
    bar.style.setProperty('--black-share', red.toFixed(3));
    const points = Math.round(100 * (value - best));
    const element = html('tr', {}, [
      html('td', {}, [play]),
      html('td', { class: 'chance' }, [html('span', {}, [`${isCertain ? Math.round(100 * red) : percentOf(red)} %`]), bar]),
      html('td', { class: 'difference' }, [isCertain ? t(value >= 1 ? 'candidates.wins' : 'candidates.loses') : points < 0 ? `−${-points}` : '']),
      html('td', { class: 'visits' }, [weight ? short(weight) : '']),
      html('td', { class: 'then' }, [line.slice(1, 6).join(' ')]),
    ]);
    const show = () => this.#app.board?.point({ ghosts: ghosts(line.slice(0, 12), this.#app.game.toMove) });
    const hide = () => this.#app.board?.point({});
    element.addEventListener('pointerenter', show);
    element.addEventListener('pointerleave', hide);
    play.addEventListener('focus', show);
    play.addEventListener('blur', hide);
    return element;
  }
}

/**
 * Whether the next stone may be taken over: the engine then judges stones without that.
 * @param {Game} game
 */
const isOpening = ({ swapAllowed, moves, stones }) => swapAllowed && moves.length === 0 && stones.size === 0;

/**
 * Visits in a narrow column: 12400 is 12k.
 * @param {number} value
 */
const short = (value) => (value >= 10_000 ? `${Math.round(value / 1000)}k` : String(Math.round(value)));
