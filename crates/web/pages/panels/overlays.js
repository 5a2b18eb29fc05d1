// What can be shown over the board: each overlay is switched on and off, stays on from move to move, and says what it found.

import { getPlayers, Job } from '../api.js';
import { candidates } from '../overlays/candidates.js';
import { EDGES, connections, describe, isGroup } from '../overlays/connections.js';
import { inferior } from '../overlays/inferior.js';
import { MAPS, mapOverlay } from '../overlays/maps.js';
import { mustPlay } from '../overlays/must-play.js';
import { combine } from '../overlays/overlay.js';
import { whoWins, winningMoves } from '../overlays/verdict.js';
import { readStored, store } from '../settings.js';
import { button, html } from '../view/element.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../overlays/overlay.js').OverlayKind} OverlayKind */
/** @typedef {import('../overlays/overlay.js').Shown} Shown */
/** @typedef {import('../overlays/connections.js').Picked} Picked */
/**
 * What is switched on.
 * @typedef {object} Chosen
 * @property {string[]} on
 * @property {string} map
 * @property {string} player
 * @property {number} seconds
 */

const KEY = 'hexwright.overlays';
/** A reader who walks through a game does not ask about every position on the way. */
const PAUSE = 120;

/**
 * An overlay in the panel.
 * @typedef {object} Row
 * @property {OverlayKind} kind
 * @property {HTMLElement} detail where it says what it found
 * @property {Job | null} job
 * @property {Shown | null} shown
 */

/** @param {App} app */
export async function overlaysPanel(app) {
  /** @type {Chosen} */
  const chosen = { on: [], map: '', player: 'neural', seconds: 3, ...readStored(KEY) };
  /** @type {Picked} */
  const picked = { end: null, chosen: null, found: null };
  const players = await getPlayers();
  const engine = candidates(() => ({ player: chosen.player, seconds: chosen.seconds }));
  const kinds = [whoWins, winningMoves, mustPlay, connections(picked), inferior, engine];
  /** @type {Map<string, Row>} */
  const rows = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let explaining = false;

  const isActive = () => app.panel === 'analyse' && !document.hidden;

  /** Draws what all overlays have found so far. */
  function draw() {
    if (!isActive()) return;
    app.board?.overlay({ ...combine([...rows.values()].flatMap(({ shown }) => (shown ? [shown.drawn] : []))), edges: chosen.on.includes('connections') });
  }

  /** Asks everything that is switched on about the position as it is now. */
  function restart() {
    clearTimeout(timer);
    for (const row of rows.values()) {
      row.job?.cancel();
      row.job = null;
      row.shown = null;
      say(row, null);
    }
    drawPicked();
    if (!isActive()) return;
    draw();
    timer = setTimeout(() => {
      for (const lane of ['quick', 'proof', 'search']) runLane([...rows.values()].filter(({ kind }) => kind.lane === lane));
    }, PAUSE);
  }

  /** @param {Row[]} lane */
  async function runLane(lane) {
    const game = app.game;
    for (const row of lane) {
      if (app.game !== game || !isActive()) return;
      await run(row);
    }
  }

  /** @param {Row} row */
  async function run(row) {
    const { kind } = row;
    const game = app.game;
    const question = kind.ask(game);
    if (!question) {
      say(row, game.outcome ? 'The game is over.' : kind.about);
      return;
    }
    say(row, 'Working …', true);
    /** @param {any} answer @param {boolean} done */
    const present = (answer, done) => {
      if (app.game !== game || row.job !== job) return;
      const before = row.shown;
      row.shown = kind.show(answer, game, done);
      say(row, row.shown.text, !done);
      // A search that has found nothing to draw yet does not draw the board again.
      if (isDrawn(before) || isDrawn(row.shown)) draw();
      if (kind.id === 'connections') drawPicked();
    };
    const job = new Job(question.path, { game: game.toRequest(), ...question.body }, (progress) => present(progress, false));
    row.job = job;
    try {
      const answer = await job.answer;
      if (!answer) return;
      present(answer, true);
      if (row.shown && row.job === job) app.announce(`${kind.title}: ${row.shown.text}`);
    } catch (error) {
      if (app.game === game && row.job === job) say(row, error instanceof Error ? error.message : String(error));
    }
  }

  /**
   * What an overlay says; while it works with a button that ends it.
   * @param {Row} row
   * @param {string | null} text
   * @param {boolean} [working]
   */
  function say(row, text, working = false) {
    const { detail, kind, shown } = row;
    detail.hidden = text === null;
    if (text === null) {
      detail.replaceChildren();
      return;
    }
    const line = html('span', {}, [text]);
    const parts = [line];
    if (shown?.balance !== undefined) parts.push(balanceBar(shown.balance));
    if (working) parts.push(button('Stop', () => row.job?.end(), { class: 'stop', 'aria-label': `Stop ${kind.title.toLowerCase()}` }));
    if (shown?.legend?.length && !working) parts.push(legend(shown.legend));
    if (shown?.more && !working) parts.push(html('details', {}, [html('summary', {}, [shown.more.title]), html('ol', {}, shown.more.lines.map((step) => html('li', {}, [step])))]));
    detail.replaceChildren(...parts);
  }

  /** @param {OverlayKind} kind */
  function addRow(kind) {
    const detail = html('div', { class: 'detail', id: `detail-${kind.id}`, role: 'status', 'aria-live': 'off', hidden: true });
    rows.set(kind.id, { kind, detail, job: null, shown: null });
    return detail;
  }

  /** @param {string} id */
  function removeRow(id) {
    const row = rows.get(id);
    row?.job?.cancel();
    row?.detail.remove();
    rows.delete(id);
  }

  /** @param {OverlayKind} kind @param {HTMLElement[]} [more] */
  function toggle(kind, more = []) {
    const box = /** @type {HTMLInputElement} */ (html('input', { type: 'checkbox', id: `show-${kind.id}` }));
    const label = html('label', { class: 'check', title: kind.about }, [box, kind.title]);
    const holder = html('div', { class: 'overlay' }, [label]);
    const apply = () => {
      for (const element of more) element.hidden = !box.checked;
      if (box.checked) label.after(addRow(kind));
      else removeRow(kind.id);
    };
    holder.append(...more);
    box.checked = chosen.on.includes(kind.id);
    apply();
    box.addEventListener('change', () => {
      chosen.on = box.checked ? [...chosen.on, kind.id] : chosen.on.filter((id) => id !== kind.id);
      store(KEY, chosen);
      apply();
      restart();
    });
    return holder;
  }

  // The connections of a group: edges as buttons, and the list to choose from.
  const edges = html('div', { class: 'buttons', role: 'group', 'aria-label': 'Edge' }, EDGES.map((edge) => button(edge, () => pick(edge))));
  const found = html('ul', { class: 'connections', 'aria-label': 'Connections found' });

  /** @param {string} end */
  function pick(end) {
    picked.end = end;
    picked.chosen = null;
    picked.found = null;
    const row = rows.get('connections');
    if (row) {
      row.job?.cancel();
      run(row);
    }
  }

  function drawPicked() {
    const { found: answer } = picked;
    if (!answer || !rows.get('connections')?.shown) {
      found.replaceChildren();
      return;
    }
    const groups = answer.connections.map((one, index) => ({ one, index })).filter(({ one }) => isGroup(one.to, app.game));
    found.replaceChildren(...groups.map(({ one, index }) => {
      const choose = button(describe(one, answer.end), () => {
        picked.chosen = picked.chosen === index ? null : index;
        const row = rows.get('connections');
        if (row) {
          row.shown = row.kind.show(answer, app.game, true);
          say(row, row.shown.text);
        }
        draw();
        drawPicked();
      }, { 'aria-pressed': String(picked.chosen === index), class: `connection ${one.kind}` });
      return html('li', {}, [choose, ...(picked.chosen === index && one.why ? [html('small', {}, [one.why])] : [])]);
    }));
  }

  app.clicks.push((cell) => {
    if (!isActive()) return false;
    if (explaining) {
      pointAt(cell);
      return true;
    }
    if (!rows.has('connections') || !app.game.stones.has(cell)) return false;
    pick(cell);
    return true;
  });
  app.edges.push((edge) => { if (isActive()) pick(edge); });

  // Pointing at a cell: what every overlay has to say about it.
  const pointed = /** @type {HTMLElement} */ (document.getElementById('pointed'));
  /** @param {string | null} cell */
  async function pointAt(cell) {
    if (!isActive() || !rows.size) {
      pointed.textContent = '';
      return;
    }
    const game = app.game;
    latest = cell;
    /** @type {import('../overlays/overlay.js').Pointed[]} */
    const all = [];
    const show = () => {
      if (latest !== cell || app.game !== game) return;
      pointed.textContent = all.map(({ text }) => text.replace(/\.$/, '')).join(' · ');
      app.board?.point({ ghosts: all.find(({ ghosts }) => ghosts?.length)?.ghosts, cells: all.find(({ cells }) => cells?.length)?.cells });
    };
    if (cell === null) {
      show();
      return;
    }
    for (const { shown } of rows.values()) {
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
    show();
  }
  /** @type {string | null} */
  let latest = null;
  app.points.push(pointAt);

  const explain = /** @type {HTMLInputElement} */ (html('input', { type: 'checkbox', id: 'explain' }));
  explain.addEventListener('change', () => { explaining = explain.checked; });

  const map = /** @type {HTMLSelectElement} */ (html('select', { id: 'show-map', 'aria-label': 'Evaluation map' }, [
    html('option', { value: '' }, ['none']),
    ...MAPS.map(({ id, title }) => html('option', { value: id, selected: id === chosen.map }, [title])),
  ]));
  const mapHolder = html('div', { class: 'overlay' }, [html('label', {}, ['Evaluation map', map])]);
  const applyMap = () => {
    for (const id of [...rows.keys()].filter((key) => key.startsWith('map-'))) removeRow(id);
    if (map.value) mapHolder.append(addRow(mapOverlay(map.value)));
  };
  map.addEventListener('change', () => {
    chosen.map = map.value;
    store(KEY, chosen);
    applyMap();
    restart();
  });
  applyMap();

  const player = /** @type {HTMLSelectElement} */ (html('select', { 'aria-label': 'Engine', id: 'engine' }, players
    .filter(({ name }) => !['random', 'level'].includes(name))
    .map(({ name }) => html('option', { value: name, selected: name === chosen.player }, [name]))));
  const seconds = /** @type {HTMLInputElement} */ (html('input', { type: 'number', min: 0.2, max: 60, step: 'any', value: chosen.seconds, 'aria-label': 'Seconds', id: 'engine-seconds' }));
  for (const field of [player, seconds]) {
    field.addEventListener('change', () => {
      chosen.player = player.value;
      chosen.seconds = Math.min(60, Math.max(0.2, Number(seconds.value) || 3));
      store(KEY, chosen);
      restart();
    });
  }

  app.onChange(() => {
    // A group that is gone has no connections.
    if (picked.end && !EDGES.includes(picked.end) && !app.game.stones.has(picked.end)) picked.end = null;
    picked.chosen = null;
    picked.found = null;
    pointed.textContent = '';
    restart();
  });
  app.onSelect(restart);
  document.addEventListener('visibilitychange', restart);
  restart();

  const [who, moves, region, groups, cells, thoughts] = kinds;
  return html('fieldset', { class: 'overlays' }, [
    html('legend', {}, ['Show']),
    toggle(who),
    toggle(moves),
    toggle(region),
    toggle(groups, [edges, found]),
    toggle(cells),
    mapHolder,
    toggle(thoughts, [html('div', { class: 'pair' }, [player, seconds])]),
    html('label', { class: 'check', title: 'For fingers and keys; a mouse only has to point' }, [explain, 'A click tells about the cell and plays nothing']),
  ]);
}

/** @param {Shown | null} shown */
const isDrawn = (shown) => shown !== null && Object.keys(shown.drawn).length > 0;

/**
 * Red's share and blue's, as a bar.
 * @param {number} red
 */
function balanceBar(red) {
  const percent = Math.round(100 * red);
  const bar = html('div', { class: 'balance', role: 'img', 'aria-label': `Red ${percent} %, blue ${100 - percent} %` }, [html('span', { class: 'black' }), html('span', { class: 'white' })]);
  const [black, white] = /** @type {HTMLElement[]} */ ([...bar.children]);
  black.style.flexGrow = String(red);
  white.style.flexGrow = String(1 - red);
  return bar;
}

/** @param {{kind: string, text: string}[]} entries */
function legend(entries) {
  return html('ul', { class: 'legend' }, entries.map(({ kind, text }) => html('li', {}, [html('span', { class: `swatch ${kind}`, 'aria-hidden': 'true' }, [kind === 'star' ? '★' : '']), text])));
}
