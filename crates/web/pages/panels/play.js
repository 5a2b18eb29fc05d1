// Playing: a new game, an opponent, undo, swap, resign, hints, clocks.

import { get, Job } from '../api.js';
import { emptyStart, opponent } from '../hex/game.js';
import { MAX_SIDE } from '../hex/geometry.js';
import { Tree } from '../hex/tree.js';
import { NAMES } from '../hex/words.js';
import { readStored, store } from '../settings.js';
import { button, html } from '../view/element.js';
import { localGames } from '../view/local-games.js';
import { Clock } from './play/clock.js';

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
/** The opponent that is offered first. */
const STANDARD = 'neural';

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
    const loser = NAMES[app.game.toMove];
    app.play('resign');
    app.say(`${loser} is out of time and has lost.`);
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
    const settings = String(data.get('settings')).trim();
    const chosen = String(data.get('opponent'));
    const machine = chosen === PERSON ? null : settings ? `${chosen.split(':')[0]}:${settings}` : chosen;
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
    // What is taken back is gone; against a machine its answer goes with it.
    app.tree.remove();
    const isMachine = () => seats[app.tree.game().toMove] !== null;
    if (isMachine() && (seats.black === null || seats.white === null)) app.tree.remove();
    app.changed();
  }

  async function hint() {
    const helper = seats[app.game.toMove] ?? seats[opponent(app.game.toMove)] ?? STANDARD;
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
    if (!name || root.hidden || game.outcome || app.tree.nodes[app.tree.current].children.length) return;
    app.say(`${name} is thinking …`);
    const answer = await ask(name);
    if (answer && app.game === game) {
      app.play(answer.move);
      if (answer.games?.length) app.board?.overlay(localGames(answer.games));
      app.say(`${name} played ${answer.move}: ${answer.reason}`);
    }
  }

  function update() {
    const { game } = app;
    thinking?.cancel();
    const isMachine = seats[game.toMove] !== null;
    const who = (/** @type {Color} */ color) => seats[color] ?? 'a person';
    seatsLine.textContent = `Red: ${who('black')}, blue: ${who('white')}`;
    /** @type {HTMLButtonElement} */ (actions.querySelector('#swap')).disabled = !game.canSwap || isMachine;
    /** @type {HTMLButtonElement} */ (actions.querySelector('#resign')).disabled = game.outcome !== null || isMachine;
    /** @type {HTMLButtonElement} */ (actions.querySelector('#undo')).disabled = game.moves.length === 0;
    /** @type {HTMLButtonElement} */ (actions.querySelector('#hint')).disabled = game.outcome !== null;
    clocks.hidden = !clock.isOn;
    clock.turn(game.outcome ? null : game.toMove, (text) => { clocks.textContent = text; });
    machineMoves();
  }
  app.onChange(update);
  // Who has looked at something else comes back to a game that goes on.
  app.onSelect((panel) => { if (panel === 'play') update(); });
  app.objection = () => (root.hidden || app.game.outcome || seats[app.game.toMove] === null ? null : `It is ${seats[app.game.toMove]}’s turn.`);
  update();
}

/**
 * @param {{name: string, about: string, levels: {player: string, about: string}[]}[]} players
 * @param {number} side
 */
function newGameForm(players, side) {
  const option = (/** @type {string} */ value, /** @type {string} */ text, selected = false) => html('option', { value, selected }, [text]);
  const field = (/** @type {string} */ label, /** @type {HTMLElement} */ input) => html('label', {}, [label, input]);
  const number = (/** @type {string} */ name, /** @type {number} */ value, /** @type {number} */ min, /** @type {number} */ max, /** @type {number} */ step) =>
    html('input', { type: 'number', name, value, min, max, step, required: true });
  return html('form', { id: 'new-game' }, [
    html('h3', {}, ['New game']),
    field('Board size', number('size', side, 3, MAX_SIDE, 1)),
    field('Opponent', html('select', { name: 'opponent' }, [
      option(PERSON, 'another person at this board'),
      ...players.filter(({ levels }) => !levels.length).map(({ name, about }) => option(name, `${name}: ${about}`)),
      ...players.filter(({ levels }) => levels.length).map(({ name, levels }) => html('optgroup', { label: name === 'level' ? 'Levels for people' : `${name}, by level` }, [
        ...(name === 'level' ? [] : [option(name, `${name}: as long as it may`, name === STANDARD)]),
        ...levels.map(({ player, about }, index) => option(player, `${name} ${index + 1}: ${about}`)),
      ])),
    ])),
    html('details', {}, [html('summary', {}, ['Settings of the player']), field('As in the terminal, such as visits=800', html('input', { name: 'settings', autocomplete: 'off', maxlength: 200 }))]),
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
