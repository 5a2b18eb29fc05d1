// A stored winning strategy, explored move by move: the reader plays the loser, the strategy answers.

import { get, Job, post } from '../api.js';
import { Line } from '../hex/strategy.js';
import { NAMES } from '../hex/words.js';
import { button, html } from '../view/element.js';

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
  const select = /** @type {HTMLSelectElement} */ (html('select', { id: 'strategy-name', 'aria-label': 'Strategies that come with the program' }));
  const file = /** @type {HTMLInputElement} */ (html('input', { type: 'file', id: 'strategy-file', accept: '.strategy,.txt' }));
  const all = /** @type {HTMLInputElement} */ (html('input', { type: 'checkbox', id: 'strategy-all' }));
  const back = button('Take my move back', () => {
    line?.back();
    stage.show();
  }, { id: 'strategy-back' });
  const again = button('Begin again', () => {
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
      app.say(line.outcome ? `${NAMES[line.winner]} has won.` : `${NAMES[line.loser]}: try to win.`);
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
    about.textContent = `Checking ${name} …`;
    const asked = new Job('/api/jobs/strategy', { text }, (progress) => {
      about.textContent = `Checking ${name}: ${Math.round((100 * progress.done) / progress.bytes)} % …`;
    });
    job = asked;
    try {
      const strategy = await asked.answer;
      if (!strategy || job !== asked) return;
      line = new Line(strategy, text);
      about.textContent = `${name}: ${line.describe()}`;
      if (!root.hidden) stage.show();
    } catch (error) {
      if (job !== asked) return;
      about.textContent = '';
      reason.textContent = '';
      about.append(html('span', { class: 'error' }, [`${name} was refused: ${error instanceof Error ? error.message : error}`]));
    }
  }

  /** @param {string} name */
  async function openShipped(name) {
    if (!name) return;
    try {
      wishes += 1;
      const mine = wishes;
      const { text } = await get(`/api/strategies/${encodeURIComponent(name)}`);
      if (mine === wishes) await read(text, name);
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
    html('h2', {}, ['Winning strategies']),
    html('label', {}, ['One that comes with the program', select]),
    html('label', {}, ['Or a file of yours, also by dropping it here (', html('code', {}, ['hexwright solve --strategy FILE']), ')', file]),
    about,
    reason,
    html('label', { class: 'check' }, [all, ' Show all answers']),
    html('div', { class: 'buttons' }, [back, again]),
    moves,
    html('p', { class: 'key' }, [
      html('span', { class: 'sign carrier' }, ['◇']), ' cells that the strategy still needs. Wherever you play, it has an answer; outside of them your stone does not matter.',
    ]),
  );
  /** @type {{name: string}[]} */
  const shipped = await get('/api/strategies');
  select.replaceChildren(...shipped.map(({ name }) => html('option', { value: name, selected: name === '6x6-d3' }, [name])));
  return stage;
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
      ...cells.map((cell) => /** @type {[string, string]} */ ([cell, 'needed'])),
      ...answers.map(({ cell, covers }) => /** @type {[string, string]} */ ([cell, `an answer, good against every reply but ${covers.length} cells`])),
    ]),
  };
}
