// Playing: a new game, an opponent, undo, swap, resign, hints, clocks.

import { getPlayers, Job } from '../api.js';
import { emptyStart } from '../hex/game.js';
import { Tree } from '../hex/tree.js';
import { NAMES, playerName, recolor } from '../hex/words.js';
import { readStored, store } from '../settings.js';
import { button, html } from '../view/element.js';
import { localGames } from '../view/local-games.js';
import { showMoves } from '../view/moves.js';
import { Clock } from './play/clock.js';
import { PERSON, newGameForm } from './play/form.js';

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
/** Who gives hints: whoever asks for one wants a good one, whatever the opponent's level. */
const HELPER = 'neural';

/**
 * @param {App} app
 * @param {HTMLElement} root
 */
export async function playPanel(app, root) {
  /** @type {Seats} */
  let seats = { black: null, white: null, milliseconds: 1000, minutes: 0, ...readStored(KEY) };
  /** @type {Job | null} */
  let thinking = null;
  const players = await getPlayers();
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
  const after = html('div', { class: 'buttons', hidden: true }, [
    button('Review this game', async () => {
      await app.select('review');
      document.getElementById('review-start')?.click();
    }, { id: 'review-game', class: 'primary' }),
    button('Play again', () => begin(new Tree(emptyStart(app.game.size)), seats), { id: 'play-again' }),
  ]);
  const moves = html('div', { class: 'moves', id: 'play-moves', hidden: true });
  root.append(html('h2', {}, ['Play']), seatsLine, clocks, actions, after, moves, form);

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const data = new FormData(/** @type {HTMLFormElement} */ (form));
    const side = Number(data.get('size'));
    const settings = String(data.get('settings')).trim();
    const chosen = String(data.get('opponent'));
    const machine = chosen === PERSON ? null : settings ? `${chosen.split(':')[0]}:${settings}` : chosen;
    const color = String(data.get('color'));
    const person = color === 'either' ? (Math.random() < 0.5 ? 'black' : 'white') : color;
    begin(data.has('from-here') ? app.tree : new Tree(emptyStart({ cols: side, rows: side })), {
      black: person === 'black' ? null : machine,
      white: person === 'white' ? null : machine,
      milliseconds: Math.round(Number(data.get('seconds')) * 1000),
      minutes: Number(data.get('minutes')),
    });
  });

  /**
   * @param {Tree} tree
   * @param {Seats} who
   */
  function begin(tree, who) {
    sit(who);
    clock.start(seats.minutes);
    app.open(tree);
  }

  /** @param {Seats} who */
  function sit(who) {
    seats = who;
    store(KEY, seats);
  }
  app.sendMachinesAway = () => sit({ ...seats, black: null, white: null });

  function undo() {
    thinking?.cancel();
    // What is taken back is gone; against a machine its answer goes with it.
    app.tree.remove();
    const isMachine = () => seats[app.tree.game().toMove] !== null;
    if (isMachine() && (seats.black === null || seats.white === null)) app.tree.remove();
    app.changed();
  }

  async function hint() {
    const asked = app.game;
    app.say('Looking for a hint …');
    const answer = await ask(HELPER);
    if (!answer || app.game !== asked) return;
    app.say(`Hint: ${answer.move}, ${recolor(answer.reason)}.`);
    app.board?.overlay({ labels: new Map([[answer.move, '★']]), hints: new Map([[answer.move, 'the hint']]) });
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
    if (!name || app.panel !== 'play' || game.outcome || app.tree.nodes[app.tree.current].children.length) return;
    app.say(`${playerName(name)} is thinking …`);
    const answer = await ask(name);
    if (answer && app.game === game) {
      app.play(answer.move);
      if (answer.games?.length) app.board?.overlay(localGames(answer.games));
      const { outcome } = app.game;
      const deed = answer.move.startsWith('swap') ? 'swapped' : answer.move === 'resign' ? 'resigned' : `played ${answer.move}`;
      app.say(`${playerName(name)} ${deed}: ${recolor(answer.reason).replace(/\.$/, '')}. ${outcome ? `${NAMES[outcome.winner]} has won.` : `${NAMES[app.game.toMove]} to move.`}`);
    }
  }

  function update() {
    const { game } = app;
    thinking?.cancel();
    const isMachine = seats[game.toMove] !== null;
    const people = seats.black === null && seats.white === null ? 'a person' : 'you';
    const who = (/** @type {Color} */ color) => { const player = seats[color]; return player === null ? people : playerName(player); };
    seatsLine.replaceChildren(...seatsOf(game, who));
    /** @type {HTMLButtonElement} */ (actions.querySelector('#swap')).disabled = !game.canSwap || isMachine;
    /** @type {HTMLButtonElement} */ (actions.querySelector('#resign')).disabled = game.outcome !== null || isMachine;
    /** @type {HTMLButtonElement} */ (actions.querySelector('#undo')).disabled = game.moves.length === 0;
    /** @type {HTMLButtonElement} */ (actions.querySelector('#hint')).disabled = game.outcome !== null || isMachine;
    after.hidden = game.outcome === null;
    if (app.panel === 'play') {
      moves.hidden = app.tree.nodes.length === 1;
      showMoves(moves, app.tree, (id) => app.goTo(id));
    }
    clocks.hidden = !clock.isOn;
    // A machine that waits for its panel does not lose time over it.
    const stands = game.outcome !== null || (isMachine && app.panel !== 'play');
    clock.turn(stands ? null : game.toMove, (text) => { clocks.textContent = text; });
    machineMoves();
  }
  app.onChange(update);
  // Who has looked at something else comes back to a game that goes on.
  app.onSelect(update);
  app.objection = () => (app.panel !== 'play' || app.game.outcome || seats[app.game.toMove] === null ? null : `It is the turn of ${playerName(seats[app.game.toMove] ?? '')}.`);
  update();
}

/**
 * Who plays which colour, with a mark at whoever is to move.
 * @param {import('../hex/game.js').Game} game
 * @param {(color: Color) => string} who
 */
function seatsOf(game, who) {
  return /** @type {Color[]} */ (['black', 'white']).map((color) => {
    const isNext = game.outcome === null && game.toMove === color;
    const hasWon = game.outcome?.winner === color;
    return html('span', { class: `seat ${color}${isNext ? ' next' : ''}` }, [
      html('span', { class: 'owner', 'aria-hidden': 'true' }),
      `${NAMES[color]}: ${who(color)}${isNext ? ', to move' : hasWon ? ', has won' : ''}`,
    ]);
  });
}
