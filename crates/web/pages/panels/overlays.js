// The list of overlays over the board. Each can be switched on and off, stays on from move to move, and reports its findings.

import { getPlayers, Job } from '../api.js';
import { EDGES, connections, isGroup, nameOf } from '../overlays/connections.js';
import { inferior } from '../overlays/inferior.js';
import { MAPS, mapOverlay } from '../overlays/maps.js';
import { mustPlay } from '../overlays/must-play.js';
import { combine } from '../overlays/overlay.js';
import { whoWins, winningMoves } from '../overlays/verdict.js';
import { readStored, store } from '../storage.js';
import { button, html } from '../view/element.js';
import { t } from '../words.js';
import { Candidates } from './analyse/candidates.js';
import { Head } from './analyse/head.js';
import { nameOf as playerName } from './play/opponents.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../words.js').Key} Key */
/** @typedef {import('../overlays/overlay.js').OverlayKind} OverlayKind */
/** @typedef {import('../overlays/overlay.js').Shown} Shown */
/** @typedef {import('../overlays/overlay.js').Drawn} Drawn */
/** @typedef {import('../overlays/connections.js').Picked} Picked */
/**
 * The switches that are on.
 * @typedef {object} Chosen
 * @property {string[]} on
 * @property {string} map
 * @property {string} player
 */
/**
 * An overlay in the panel.
 * @typedef {object} Row
 * @property {OverlayKind} kind
 * @property {HTMLElement} detail where it says what it found
 * @property {Job | null} job
 * @property {Shown | null} shown
 */

const KEY = 'hexwright.overlays';
/** A reader who walks through a game does not ask about every position on the way. */
const PAUSE = 120;
/** What a first visitor sees at work. */
const FIRST = ['who-wins', 'candidates'];

/** The overlays of the analysis, with the parts of the panel that show them. */
export class Overlays {
  #app;
  /** @type {Chosen} */
  #chosen = { on: FIRST, map: '', player: 'neural', ...readStored(KEY) };
  /** @type {Picked} */
  #picked = { end: null, chosen: null, found: null };
  /** @type {Map<string, Row>} */
  #rows = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #explaining = false;
  /** @type {string | null} the cell that was pointed at last */
  #latest = null;
  #pointed = /** @type {HTMLElement} */ (document.getElementById('pointed'));
  #details = html('div', { class: 'details' });
  #found = html('ul', { class: 'connections', 'aria-label': t('connections.all') });
  #edges;
  #head;
  #candidates;
  /** What a review lays over the board at this place. */
  #review = /** @type {{drawn: Drawn, black: {black: number, proved: boolean} | null}} */ ({ drawn: {}, black: null });
  #isWaiting = false;
  /** Whether the reader looks for a better move: nothing is given away. */
  isQuiet = false;

  /** @param {App} app @param {import('../api.js').Player[]} players */
  constructor(app, players) {
    this.#app = app;
    this.#head = new Head({
      onStop: () => this.#prover?.job?.end(),
      onGoOn: () => {
        if (this.#prover) this.#run(this.#prover);
      },
    });
    this.#candidates = new Candidates(app, {
      isOn: this.#chosen.on.includes('candidates'),
      engine: () => this.#chosen.player,
      onChange: (what) => {
        if (what === 'board') this.#draw();
        this.#evaluate();
      },
      onSwitch: () => this.#keep('candidates', this.#candidates.isOn),
    });
    this.#edges = html('div', { class: 'buttons edges-of', role: 'group', 'aria-label': t('connections.edges') }, EDGES.map((edge) => button(t(`goal.${edge}`), () => this.#pick(edge), { 'data-edge-of': edge })));
    this.#players = players;
    app.clicks.push((cell) => this.#click(cell));
    app.edges.push((edge) => { if (this.#isActive) this.#pick(edge); });
    app.points.push((cell) => this.#pointAt(cell));
    app.onChange(() => this.#changed());
    app.onSelect(() => this.restart());
    document.addEventListener('visibilitychange', () => this.restart());
  }

  #players;

  /** The parts of the panel from top to bottom: who wins, what is shown, what it says, the candidates. */
  parts() {
    const kinds = [whoWins, winningMoves, mustPlay, connections(this.#picked), inferior];
    const chips = html('div', { class: 'chips', role: 'group', 'aria-label': t('overlay.label') }, [...kinds.map((kind) => this.#chip(kind)), this.#mapSelect()]);
    return [this.#head.element, chips, this.#details, this.#candidates.element];
  }

  /** Settings that are seldom changed: the engine, and what a click does. */
  more() {
    const engines = this.#players.filter(({ name }) => !['random', 'level'].includes(name));
    const engine = /** @type {HTMLSelectElement} */ (html('select', { id: 'engine' }, engines.map(({ name }) => html('option', { value: name, selected: name === this.#chosen.player }, [playerName(name)]))));
    engine.addEventListener('change', () => {
      this.#chosen.player = engine.value;
      store(KEY, this.#chosen);
      this.restart();
    });
    const explain = /** @type {HTMLInputElement} */ (html('input', { type: 'checkbox', id: 'explain' }));
    explain.addEventListener('change', () => { this.#explaining = explain.checked; });
    return [
      html('label', {}, [t('candidates.engine'), engine]),
      html('label', { class: 'check', title: t('overlay.explain-why') }, [explain, t('overlay.explain')]),
    ];
  }

  /**
   * What a review shows at this place in the game.
   * @param {Drawn} drawn
   * @param {{black: number, proved: boolean} | null} black
   */
  showReview(drawn, black) {
    this.#review = { drawn, black };
    this.#draw();
    this.#evaluate();
  }

  /** Whether what takes long waits, because a review is being made. @param {boolean} isWaiting */
  set isWaiting(isWaiting) {
    if (this.#isWaiting === isWaiting) return;
    this.#isWaiting = isWaiting;
    this.restart();
  }

  get #isActive() {
    return this.#app.panel === 'analyse' && !document.hidden;
  }

  /** @param {string} id @param {boolean} isOn */
  #keep(id, isOn) {
    this.#chosen.on = this.#chosen.on.filter((other) => other !== id);
    if (isOn) this.#chosen.on.push(id);
    store(KEY, this.#chosen);
  }

  /** Draws what all overlays have found so far. */
  #draw() {
    if (!this.#isActive || this.isQuiet) return;
    const layers = [...this.#rows.values()].flatMap(({ shown }) => (shown ? [shown.drawn] : []));
    // Ranks on the board leave room for what the reader asked to see.
    const isFree = !layers.some(({ heat, labels }) => heat ?? labels?.size);
    const ranks = this.#candidates.drawn;
    const drawn = combine([...(isFree ? [ranks] : []), ...layers, this.#review.drawn]);
    this.#app.board?.overlay({ ...drawn, edges: this.#rows.has('connections') });
  }

  /** The overlay whose question finds out who wins. */
  get #prover() {
    return this.#rows.get('winning-moves') ?? this.#rows.get('who-wins');
  }

  /** One evaluation for the head and the bar: what is proved before what is judged, a search before a review. */
  #evaluate() {
    const headlines = [...this.#rows.values()].flatMap(({ shown }) => (shown?.headline ? [shown.headline] : []));
    const sealed = headlines.find((headline) => headline.sealed);
    const row = this.#prover;
    const black = this.#candidates.black ?? this.#review.black?.black ?? null;
    this.#head.show(this.#app.game, {
      headline: sealed ?? headlines[0] ?? null,
      black: this.isQuiet ? null : black,
      isProved: this.#review.black?.proved === true,
      isWorking: row?.job !== null && row?.job !== undefined && !this.#isDone.has(row.job),
      canGoOn: row !== undefined && !sealed,
      isQuiet: this.isQuiet,
    });
  }

  /** Questions about the proof that have come to their end. */
  #isDone = new WeakSet();

  /** Asks everything that is switched on about the position as it is now. */
  restart() {
    clearTimeout(this.#timer);
    for (const row of this.#rows.values()) {
      row.job?.cancel();
      row.job = null;
      row.shown = null;
      this.#say(row, null);
    }
    this.#candidates.rest();
    this.#drawPicked();
    this.#head.isVisible = this.#app.panel === 'analyse';
    if (!this.#isActive || this.isQuiet) {
      this.#evaluate();
      return;
    }
    this.#draw();
    this.#evaluate();
    this.#timer = setTimeout(() => {
      const rows = [...this.#rows.values()];
      this.#runInTurn(rows.filter(({ kind }) => kind.lane === 'quick'));
      // A review has the machine to itself.
      if (this.#isWaiting) return;
      // Who judges every move knows who wins.
      const proofs = rows.filter(({ kind }) => kind.lane === 'proof');
      for (const row of proofs.filter(({ kind }) => kind.id !== 'who-wins' || proofs.length === 1)) this.#run(row);
      this.#candidates.ask();
    }, PAUSE);
  }

  /** @param {Row[]} rows */
  async #runInTurn(rows) {
    const { game } = this.#app;
    for (const row of rows) {
      if (this.#app.game !== game || !this.#isActive) return;
      await this.#run(row);
    }
  }

  /** @param {Row} row */
  async #run(row) {
    const { kind } = row;
    const { game } = this.#app;
    const question = kind.ask(game);
    if (!question) {
      this.#say(row, game.outcome || kind.id.startsWith('map-') ? null : t(/** @type {Key} */ (`overlay.${kind.id}.about`)));
      return;
    }
    this.#say(row, kind.id === 'who-wins' ? null : t('overlay.working'), true);
    /** @param {any} answer @param {boolean} done */
    const present = (answer, done) => {
      if (this.#app.game !== game || row.job !== job) return;
      const before = row.shown;
      row.shown = kind.show(answer, game, done);
      const whole = kind.id === 'winning-moves' ? this.#rows.get('who-wins') : undefined;
      if (whole) {
        whole.shown = whole.kind.show(answer, game, done);
        this.#say(whole, whole.shown.text);
      }
      this.#say(row, row.shown.text, !done && kind.lane === 'proof');
      // A search that has found nothing to draw yet does not draw the board again.
      if (isDrawn(before) || isDrawn(row.shown)) this.#draw();
      if (kind.id === 'connections') this.#drawPicked();
      if (row.shown.headline || whole) this.#evaluate();
    };
    const job = new Job(question.path, { game: game.toRequest(), ...question.body }, (progress) => present(progress, false));
    row.job = job;
    this.#evaluate();
    try {
      const answer = await job.answer;
      this.#isDone.add(job);
      if (!answer) return;
      present(answer, true);
      if (row.shown && row.job === job) this.#app.announce(`${titleOf(kind)}: ${row.shown.headline?.title ?? ''} ${row.shown.text}`);
    } catch (error) {
      this.#isDone.add(job);
      if (this.#app.game === game && row.job === job) this.#say(row, error instanceof Error ? error.message : String(error));
    }
    this.#evaluate();
  }

  /**
   * What an overlay says; a proof that is at work has a button that ends it.
   * @param {Row} row
   * @param {string | null} text
   * @param {boolean} [working]
   */
  #say(row, text, working = false) {
    const { detail, kind, shown } = row;
    const hasMore = Boolean(shown && (shown.legend?.length || shown.more));
    detail.hidden = !text && !hasMore;
    if (detail.hidden) {
      detail.replaceChildren();
      return;
    }
    /** @type {HTMLElement[]} */
    const parts = text ? [html('p', {}, [text])] : [];
    const title = titleOf(kind);
    if (working && kind.lane !== 'proof') parts.push(button(t('overlay.stop'), () => row.job?.end(), { class: 'stop', 'aria-label': t('overlay.stop-of', { title }) }));
    if (shown?.legend?.length) parts.push(legend(shown.legend));
    if (shown?.more && !working) parts.push(html('details', {}, [html('summary', {}, [shown.more.title]), html('ol', {}, shown.more.lines.map((step) => html('li', {}, [step])))]));
    detail.replaceChildren(...parts);
  }

  /** @param {OverlayKind} kind */
  #add(kind) {
    const detail = html('div', { class: 'detail', id: `detail-${kind.id}`, role: 'status', 'aria-live': 'off', hidden: true });
    this.#rows.set(kind.id, { kind, detail, job: null, shown: null });
    this.#details.append(detail);
    if (kind.id === 'connections') this.#details.append(this.#edges, this.#found);
  }

  /** @param {string} id */
  #remove(id) {
    const row = this.#rows.get(id);
    row?.job?.cancel();
    row?.detail.remove();
    this.#rows.delete(id);
    if (id === 'connections') {
      this.#edges.remove();
      this.#found.remove();
    }
  }

  /**
   * A switch that looks like a chip.
   * @param {OverlayKind} kind
   */
  #chip(kind) {
    const box = /** @type {HTMLInputElement} */ (html('input', { type: 'checkbox', id: `show-${kind.id}` }));
    box.checked = this.#chosen.on.includes(kind.id);
    if (box.checked) this.#add(kind);
    box.addEventListener('change', () => {
      this.#keep(kind.id, box.checked);
      if (box.checked) this.#add(kind);
      else this.#remove(kind.id);
      this.#explainFirst(kind.id, box.checked);
      this.restart();
    });
    return html('label', { class: 'chip', title: t(/** @type {Key} */ (`overlay.${kind.id}.about`)) }, [box, html('span', {}, [t(/** @type {Key} */ (`overlay.${kind.id}`))])]);
  }

  /** @param {string} id @param {boolean} isOn */
  #explainFirst(id, isOn) {
    if (id === 'connections' && !isOn) this.#picked.end = null;
  }

  #mapSelect() {
    const select = /** @type {HTMLSelectElement} */ (html('select', { id: 'show-map', class: 'chip-select', 'aria-label': t('map.label') }, [
      html('option', { value: '' }, [t('map.none')]),
      ...MAPS.map((id) => html('option', { value: id, selected: id === this.#chosen.map }, [t(`map.${id}`)])),
    ]));
    const apply = () => {
      for (const id of [...this.#rows.keys()].filter((key) => key.startsWith('map-'))) this.#remove(id);
      if (select.value) this.#add(mapOverlay(select.value));
      select.classList.toggle('on', select.value !== '');
    };
    select.addEventListener('change', () => {
      this.#chosen.map = select.value;
      store(KEY, this.#chosen);
      apply();
      this.restart();
    });
    apply();
    return select;
  }

  /** @param {string} end whose connections are shown */
  #pick(end) {
    Object.assign(this.#picked, { end, chosen: null, found: null });
    const row = this.#rows.get('connections');
    if (!row) return;
    row.job?.cancel();
    this.#run(row);
  }

  /** The connections of what is picked, to choose from. */
  #drawPicked() {
    const { found: answer } = this.#picked;
    const row = this.#rows.get('connections');
    if (!answer || !row?.shown) {
      this.#found.replaceChildren();
      return;
    }
    const { game } = this.#app;
    const groups = answer.connections.map((one, index) => ({ one, index })).filter(({ one }) => isGroup(one.to, game));
    this.#found.replaceChildren(...groups.map(({ one, index }) => {
      const choose = button(nameOf(one, answer, game), () => {
        this.#picked.chosen = this.#picked.chosen === index ? null : index;
        row.shown = row.kind.show(answer, game, true);
        this.#say(row, row.shown.text);
        this.#draw();
        this.#drawPicked();
      }, { 'aria-pressed': String(this.#picked.chosen === index), class: `connection ${one.kind}`, 'data-to': one.to });
      return html('li', {}, [choose]);
    }), ...(groups.length ? [] : [html('li', { class: 'result' }, [t('connections.none')])]));
  }

  /** @param {string} cell @returns {boolean} whether the click was taken */
  #click(cell) {
    if (!this.#isActive || this.isQuiet) return false;
    if (this.#explaining) {
      this.#pointAt(cell);
      return true;
    }
    if (!this.#rows.has('connections') || !this.#app.game.stones.has(cell)) return false;
    this.#pick(cell);
    return true;
  }

  #changed() {
    // A group that is gone has no connections.
    const { end } = this.#picked;
    if (end && !isGroup(end, this.#app.game)) this.#picked.end = null;
    Object.assign(this.#picked, { chosen: null, found: null });
    this.#pointed.textContent = '';
    this.#review = { drawn: {}, black: null };
    this.restart();
  }

  /**
   * Says what every overlay has to say about a cell.
   * @param {string | null} cell
   */
  #pointAt(cell) {
    if (!this.#isActive || this.isQuiet) {
      this.#pointed.textContent = '';
      return;
    }
    const { game } = this.#app;
    this.#latest = cell;
    /** @type {import('../overlays/overlay.js').Pointed[]} */
    const all = [];
    const show = () => {
      if (this.#latest !== cell || this.#app.game !== game) return;
      this.#pointed.textContent = all.map(({ text }) => text.replace(/\.$/, '')).join(' · ');
      this.#app.board?.point({ ghosts: all.find(({ ghosts }) => ghosts?.length)?.ghosts, cells: all.find(({ cells }) => cells?.length)?.cells });
    };
    if (cell === null) {
      show();
      return;
    }
    for (const { shown } of this.#rows.values()) {
      const answer = shown?.point?.(cell);
      if (answer instanceof Promise) {
        answer.then((late) => {
          if (late) all.unshift(late);
          show();
        }).catch(() => {});
      } else if (answer) {
        all.push(answer);
      }
    }
    const thought = this.#candidates.point(cell);
    if (thought) all.push(thought);
    show();
  }
}

/** @param {App} app */
export const makeOverlays = async (app) => new Overlays(app, await getPlayers());

/**
 * What an overlay is called.
 * @param {OverlayKind} kind
 */
const titleOf = ({ id }) => t(/** @type {Key} */ (id.startsWith('map-') ? `map.${id.slice('map-'.length)}` : `overlay.${id}`));

/** @param {Shown | null} shown */
const isDrawn = (shown) => shown !== null && Object.keys(shown.drawn).length > 0;

/** @param {{kind: string, text: string, sign?: string}[]} entries */
function legend(entries) {
  const sign = (/** @type {string} */ kind) => (kind === 'star' ? '★' : kind === 'wins' ? '✓' : kind === 'loses' ? '×' : '');
  return html('ul', { class: 'legend' }, entries.map(({ kind, text, sign: own }) => html('li', {}, [html('span', { class: `swatch ${kind}`, 'aria-hidden': 'true' }, [own ?? sign(kind)]), text])));
}

