// Playing: a new game, an opponent, undo, swap, resign, hints, clocks.

import { get, Job } from '../api.js';
import { emptyStart, opponent } from '../hex/game.js';
import { MAX_SIDE } from '../hex/geometry.js';
import { Tree } from '../hex/tree.js';
import { readStored, store } from '../settings.js';
import { button, html } from '../view/element.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../hex/game.js').Color} Color */
/**
 * Who plays which colour, and how.
 * @typedef {object} Seats
 * @property {string | null} black the name of a player; null for a person
 * @property {string | null} white
 * @property {number} milliseconds time for each move of the machine
 * @property {number} minutes time for each person's game; 0 for none
 */

const KEY = 'hexwright.seats';
const PERSON = 'person';

/**
 * @param {App} app
 * @param {HTMLElement} root
 */
export async function playPanel(app, root) {
  /** @type {Seats} */
  let seats = { black: null, white: null, milliseconds: 1000, minutes: 0, ...readStored(KEY) };
  /** @type {Job | null} */
  let thinking = null;
  const players = await get('/api/players');
  const clock = new Clock(() => {
    app.say(`${app.game.toMove} is out of time.`);
    app.play('resign');
  });

  const form = newGameForm(players, app.game.size.cols);
  const seatsLine = html('p', { class: 'seats' });
  const clocks = html('p', { class: 'clocks', hidden: true });
  const actions = html('div', { class: 'buttons' }, [
    button('Undo', () => undo(), { id: 'undo' }),
    button('Swap', () => app.play('swap-pieces'), { id: 'swap' }),
    button('Hint', () => hint(), { id: 'hint' }),
    button('Resign', () => app.play('resign'), { id: 'resign' }),
  ]);
  root.append(html('h2', {}, ['Play']), seatsLine, clocks, actions, form);

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const data = new FormData(/** @type {HTMLFormElement} */ (form));
    const side = Number(data.get('size'));
    const machine = data.get('opponent') === PERSON ? null : String(data.get('opponent'));
    const person = String(data.get('color'));
    seats = {
      black: person === 'black' ? null : machine,
      white: person === 'white' ? null : machine,
      milliseconds: Math.round(Number(data.get('seconds')) * 1000),
      minutes: Number(data.get('minutes')),
    };
    store(KEY, seats);
    clock.start(seats.minutes);
    app.open(new Tree(emptyStart({ cols: side, rows: side })));
  });

  function undo() {
    thinking?.cancel();
    // Against a machine a person takes back the machine's answer too.
    app.tree.back();
    if (seats[app.tree.game().toMove] !== null) app.tree.back();
    app.changed();
  }

  async function hint() {
    const helper = seats[app.game.toMove] ?? seats[opponent(app.game.toMove)] ?? players.at(-1)?.name;
    const asked = app.game;
    const answer = await ask(helper);
    if (!answer || app.game !== asked) return;
    app.say(`Hint: ${answer.move}. ${answer.reason}`);
    app.board?.overlay({ labels: new Map([[answer.move, '★']]) });
  }

  /** @param {string} name */
  async function ask(name) {
    thinking?.cancel();
    const seed = Math.floor(Math.random() * 2 ** 31);
    const body = { game: app.game.toRequest(), player: name, milliseconds: seats.milliseconds, seed };
    thinking = new Job('/api/jobs/move', body);
    try {
      return await thinking.answer;
    } catch (error) {
      app.say(String(error instanceof Error ? error.message : error), true);
      return null;
    }
  }

  /** The machine moves if it is its turn and the page shows the end of the line. */
  async function machineMoves() {
    const game = app.game;
    const name = seats[game.toMove];
    if (!name || game.outcome || app.tree.nodes[app.tree.current].children.length) return;
    app.say(`${name} is thinking …`);
    const answer = await ask(name);
    if (answer && app.game === game) {
      app.play(answer.move);
      app.say(`${name} played ${answer.move}: ${answer.reason}`);
    }
  }

  function update() {
    const { game } = app;
    thinking?.cancel();
    const who = (/** @type {Color} */ color) => seats[color] ?? 'a person';
    seatsLine.textContent = `Red: ${who('black')}, blue: ${who('white')}`;
    /** @type {HTMLButtonElement} */ (actions.querySelector('#swap')).disabled = !game.canSwap || seats[game.toMove] !== null;
    /** @type {HTMLButtonElement} */ (actions.querySelector('#resign')).disabled = game.outcome !== null;
    /** @type {HTMLButtonElement} */ (actions.querySelector('#hint')).disabled = game.outcome !== null;
    clocks.hidden = !clock.isOn;
    clock.turn(game.outcome ? null : game.toMove, (text) => { clocks.textContent = text; });
    machineMoves();
  }
  app.onChange(update);
  update();
}

/**
 * @param {{name: string, about: string}[]} players
 * @param {number} side
 */
function newGameForm(players, side) {
  const option = (/** @type {string} */ value, /** @type {string} */ text, selected = false) => html('option', { value, selected }, [text]);
  const field = (/** @type {string} */ label, /** @type {HTMLElement} */ input) => html('label', {}, [label, input]);
  const number = (/** @type {string} */ name, /** @type {number} */ value, /** @type {number} */ min, /** @type {number} */ max, /** @type {number} */ step) =>
    html('input', { type: 'number', name, value, min, max, step, required: true });
  const strongest = players.at(-1)?.name;
  return html('form', { id: 'new-game' }, [
    html('h3', {}, ['New game']),
    field('Board size', number('size', side, 3, MAX_SIDE, 1)),
    field('Opponent', html('select', { name: 'opponent' }, [
      ...players.map(({ name, about }) => option(name, `${name}: ${about}`, name === strongest)),
      option(PERSON, 'another person at this board'),
    ])),
    field('You play', html('select', { name: 'color' }, [
      option('black', 'red, first'),
      option('white', 'blue, second'),
      option('none', 'nobody: watch the machine'),
    ])),
    field('Seconds a move for the machine', number('seconds', 1, 0.1, 60, 0.1)),
    field('Minutes on each person’s clock (0: none)', number('minutes', 0, 0, 180, 1)),
    html('button', { type: 'submit', class: 'primary' }, ['Start']),
  ]);
}

/** Two clocks for people, counted in the page. */
class Clock {
  #left = { black: 0, white: 0 };
  /** @type {Color | null} */
  #running = null;
  /** @type {ReturnType<typeof setInterval> | null} */
  #timer = null;
  #onFlag;
  isOn = false;

  /** @param {() => void} onFlag */
  constructor(onFlag) {
    this.#onFlag = onFlag;
  }

  /** @param {number} minutes */
  start(minutes) {
    this.isOn = minutes > 0;
    this.#left = { black: minutes * 60, white: minutes * 60 };
  }

  /**
   * @param {Color | null} color whose time runs
   * @param {(text: string) => void} show
   */
  turn(color, show) {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    this.#running = color;
    const face = (/** @type {Color} */ c) => {
      const seconds = Math.max(0, Math.ceil(this.#left[c]));
      return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    };
    const draw = () => show(`Red ${face('black')} · Blue ${face('white')}`);
    draw();
    if (!this.isOn || color === null) return;
    let last = performance.now();
    this.#timer = setInterval(() => {
      const now = performance.now();
      if (this.#running) this.#left[this.#running] -= (now - last) / 1000;
      last = now;
      draw();
      if (this.#running && this.#left[this.#running] <= 0) {
        if (this.#timer !== null) clearInterval(this.#timer);
        this.isOn = false;
        this.#onFlag();
      }
    }, 200);
  }
}
