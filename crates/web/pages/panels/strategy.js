// A stored winning strategy, explored move by move: the reader plays the loser, the strategy answers.

import { get, Job, post } from '../api.js';
import { Line } from '../hex/strategy.js';
import { NAMES } from '../hex/words.js';
import { button, html } from '../view/element.js';
import { t } from '../words.js';

/** @typedef {import('../app.js').App} App */

/**
 * @param {App} app
 * @param {HTMLElement} root
 * @returns {Promise<import('../app.js').Stage & {read: (text: string, name: string) => void}>}
 */
export async function strategyPanel(app, root) {
  /** @type {Line | null} */
  let line = null;
  /** @type {Job | null} */
  let job = null;
  let showAll = false;
  let busy = false;
  let opened = false;
  /** How many strategies have been asked for: the last one is shown, whichever comes first. */
  let wishes = 0;
  const about = html('p', { class: 'result', role: 'status', id: 'strategy-about' });
  const reason = html('p', { class: 'advice', role: 'status', id: 'strategy-reason' });
  const moves = html('ol', { class: 'line', id: 'strategy-moves' });
  const select = /** @type {HTMLSelectElement} */ (html('select', { id: 'strategy-name', 'aria-label': t('strategy.shipped') }));
  const file = /** @type {HTMLInputElement} */ (html('input', { type: 'file', id: 'strategy-file', accept: '.strategy,.txt' }));
  const all = /** @type {HTMLInputElement} */ (html('input', { type: 'checkbox', id: 'strategy-all' }));
  const back = button(t('strategy.back'), () => {
    line?.back();
    stage.show();
  }, { id: 'strategy-back' });
  const again = button(t('strategy.again'), () => {
    line?.restart();
    stage.show();
  }, { id: 'strategy-again' });

  const stage = {
    show() {
      if (!opened) {
        opened = true;
        openShipped(select.value);
        return;
      }
      back.disabled = again.disabled = !line?.moves.length;
      if (!line || !app.board) return;
      app.board.show(line.game(), overlay(line, showAll));
      reason.textContent = line.reason();
      moves.replaceChildren(...line.moves.map(({ cell, color }, index) => html('li', { class: `move ${color}` }, [`${index + 1}. ${cell}`])));
      app.say(line.outcome ? t('game.won.connection', { winner: NAMES[line.winner] }) : t('strategy.try', { color: NAMES[line.loser] }));
    },
    /** @param {string} cell */
    onCell(cell) {
      reply(cell);
    },
    read,
  };

  /** @param {string} cell the reader's move */
  async function reply(cell) {
    if (!line || busy) return;
    const problem = line.refuse(cell);
    if (problem) {
      app.say(problem, true);
      return;
    }
    busy = true;
    try {
      await line.reply(cell, (body) => post('/api/strategies/connection', body));
    } catch (error) {
      app.say(error instanceof Error ? error.message : String(error), true);
      return;
    } finally {
      busy = false;
    }
    stage.show();
  }

  /**
   * Has a file checked, every node of it, and shows it if it holds.
   * @param {string} text
   * @param {string} name
   */
  async function read(text, name) {
    wishes += 1;
    opened = true;
    job?.cancel();
    about.textContent = t('strategy.checking', { name });
    const asked = new Job('/api/jobs/strategy', { text }, (progress) => {
      about.textContent = t('strategy.checking-share', { name, percent: Math.round((100 * progress.done) / progress.bytes) });
    });
    job = asked;
    try {
      const strategy = await asked.answer;
      if (!strategy || job !== asked) return;
      const opened = await Line.open(strategy, text, nodes(asked, text));
      if (job !== asked) return;
      line = opened;
      about.textContent = line.describe(name);
      if (!root.hidden) stage.show();
    } catch (error) {
      if (job !== asked) return;
      about.textContent = '';
      reason.textContent = '';
      about.append(html('span', { class: 'error' }, [t('strategy.refused', { name, problem: error instanceof Error ? error.message : String(error) })]));
    }
  }

  /** @param {string} name */
  async function openShipped(name) {
    if (!name) return;
    try {
      wishes += 1;
      const mine = wishes;
      const { text } = await get(`/api/strategies/${encodeURIComponent(name)}`);
      if (mine === wishes) await read(text, shippedName(name));
    } catch (error) {
      app.say(error instanceof Error ? error.message : String(error), true);
    }
  }

  select.addEventListener('change', () => openShipped(select.value));
  file.addEventListener('change', async () => {
    const [picked] = file.files ?? [];
    if (picked) read(await picked.text(), picked.name);
  });
  all.addEventListener('change', () => {
    showAll = all.checked;
    stage.show();
  });
  root.append(
    html('h2', {}, [t('strategy.title')]),
    html('label', {}, [t('strategy.shipped'), select]),
    html('label', {}, [t('strategy.own'), ' (', html('code', {}, ['hexwright solve --strategy FILE']), ')', file]),
    about,
    reason,
    html('label', { class: 'check' }, [all, t('strategy.all')]),
    html('div', { class: 'buttons' }, [back, again]),
    moves,
    html('p', { class: 'key' }, [
      html('span', { class: 'sign carrier', 'aria-hidden': 'true' }), t('strategy.key'),
    ]),
  );
  /** @type {{name: string}[]} */
  const shipped = await get('/api/strategies');
  select.replaceChildren(...shipped.map(({ name }) => html('option', { value: name, selected: name === '6x6-d3' }, [shippedName(name)])));
  return stage;
}

/**
 * What players call a strategy of the program: `6x6-d3` is the one of 6x6 that begins with d3.
 * @param {string} name
 */
function shippedName(name) {
  const [size, first] = name.split('-');
  const board = size.replace('x', '×');
  return first === 'empty' ? t('strategy.name-empty', { size: board }) : t('strategy.name', { size: board, first });
}

/**
 * The nodes of a strategy, one by one. The server keeps an answer only for a while: then the file is checked again.
 * @param {Job} job
 * @param {string} text
 * @returns {import('../hex/strategy.js').Fetch}
 */
function nodes(job, text) {
  return async (number) => {
    try {
      return await job.node(number);
    } catch {
      job = new Job('/api/jobs/strategy', { text });
      await job.answer;
      return job.node(number);
    }
  };
}

/**
 * @param {Line} line
 * @param {boolean} all
 */
function overlay(line, all) {
  const cells = line.carrier();
  const answers = all ? line.answers() : [];
  return {
    shades: [{ cells, kind: 'carrier' }],
    labels: new Map(answers.map(({ cell }) => [cell, '★'])),
    hints: new Map([
      ...cells.map((cell) => /** @type {[string, string]} */ ([cell, t('strategy.needed')])),
      ...answers.map(({ cell, covers }) => /** @type {[string, string]} */ ([cell, t('strategy.answer', { count: covers.length })])),
    ]),
  };
}
