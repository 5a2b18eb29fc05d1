// Playing: the card that sets a game up, the game itself, its end.

import { getPlayers } from '../api.js';
import { emptyStart, opponent } from '../hex/game.js';
import { Tree } from '../hex/tree.js';
import { reasonsFor } from '../hex/why.js';
import { NAMES, percent, recolor } from '../hex/words.js';
import { readStored, store } from '../storage.js';
import { button, html } from '../view/element.js';
import { iconButton, labelledButton } from '../view/icons.js';
import { localGames } from '../view/local-games.js';
import { showMoves } from '../view/moves.js';
import { language, t } from '../words.js';
import { Asking } from './play/asking.js';
import { Cards } from './play/cards.js';
import { Clock } from './play/clock.js';
import { demonstration } from './play/demo.js';
import { nameOf, strengthOf } from './play/opponents.js';
import { setupCard, welcome } from './play/setup.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../hex/game.js').Color} Color */
/**
 * Who plays which colour, and how.
 * @typedef {object} Seats
 * @property {boolean} on whether a game has begun
 * @property {string | null} black the name of a player; null for a person
 * @property {string | null} white
 * @property {number} milliseconds time for each move of the machine
 * @property {number} minutes time on each clock; 0 for none
 * @property {number} seconds
 * @property {import('./play/clock.js').Extra} extra
 * @property {string} [date] when the game began
 */

const KEY = 'hexwright.seats';
/** The text that was already announced. */
const TOLD = 'hexwright.told';
/** The player that gives hints: a strong one, independent of the opponent's level. */
const HELPER = 'neural';
/** @type {Seats} */
const NOBODY = { on: false, black: null, white: null, milliseconds: 1000, minutes: 0, seconds: 0, extra: 'increment' };

/**
 * @param {App} app
 * @param {HTMLElement} root
 */
export async function playPanel(app, root) {
  const panel = new PlayPanel(app, root, await getPlayers());
  panel.update();
}

class PlayPanel {
  #app;
  /** @type {Seats} */
  #seats = { ...NOBODY, ...readStored(KEY) };
  /** Whether the card that sets a game up is open over a game. */
  #setting = false;
  #told = new Set(/** @type {string[]} */ (readStored(TOLD) ?? []));
  #cards;
  #clock;
  #asking;
  #setup;
  #welcome;
  #title = html('h2', { id: 'game-title' });
  #note = html('div', { class: 'note', id: 'play-note', role: 'status', hidden: true });
  #banner = html('div', { class: 'banner', id: 'banner', hidden: true });
  #moves = html('div', { class: 'moves', id: 'play-moves' });
  /** @type {Record<'undo' | 'swap' | 'hint' | 'resign', HTMLButtonElement>} */
  #icons;
  #game;
  #begin;
  /** How many moves the note was written for. */
  #noted = -1;

  /**
   * @param {App} app
   * @param {HTMLElement} root
   * @param {import('../api.js').Player[]} players
   */
  constructor(app, root, players) {
    this.#app = app;
    this.#cards = new Cards(/** @type {HTMLElement} */ (document.getElementById('cards')));
    this.#clock = new Clock(() => {
      const loser = NAMES[app.game.toMove];
      app.play('resign');
      app.say(t('play.out-of-time', { color: loser }));
    });
    this.#asking = new Asking((seconds) => this.#lost(seconds));
    // A game that is on the board without players comes from elsewhere.
    if (app.tree.nodes.length > 1) this.#seats.on = true;
    this.#setup = setupCard(players, app.game.size.cols, {
      onStart: (choice) => this.#start(choice),
      onSide: (side) => this.#preview(side),
      onClose: () => this.#open(false),
      onAnalyse: () => app.select('analyse'),
    });
    this.#welcome = welcome();
    const demo = this.#told.has('demo') ? [] : [demonstration(() => this.#tell('demo'))];
    this.#begin = html('div', { class: 'begin' }, [this.#welcome, ...demo, this.#setup.form]);
    this.#icons = {
      undo: iconButton('undo', t('play.undo'), () => this.#undo(), { id: 'undo' }),
      swap: iconButton('swap', t('play.swap'), () => app.play('swap-pieces'), { id: 'swap' }),
      hint: iconButton('hint', t('play.hint'), () => this.#hint(), { id: 'hint' }),
      resign: iconButton('flag', t('play.resign'), () => this.#resign(), { id: 'resign' }),
    };
    this.#game = html('div', { class: 'game' }, [
      this.#title, this.#banner, this.#note, this.#moves,
      html('div', { class: 'deeds', role: 'group', 'aria-label': t('play.deeds') }, [
        ...Object.values(this.#icons),
        labelledButton('plus', t('play.new'), () => this.#open(true), { id: 'new-game-open' }),
      ]),
    ]);
    root.append(this.#begin, this.#game);
    app.sendMachinesAway = () => this.#sit({ ...NOBODY, on: true });
    app.playFrom = (tree) => {
      app.select('play');
      this.#play(tree, this.#setup.choice());
    };
    app.clicks.push((cell) => this.#firstClick(cell));
    app.players = () => this.#facts();
    app.objection = () => this.#objection();
    app.lost = () => this.#isMatch && app.game.outcome !== null && this.#seats[app.game.outcome.winner] !== null;
    app.onChange(() => this.update());
    // A reader who comes back from another panel finds the game as it was, and going on.
    app.onSelect((panel) => {
      if (panel === 'play' && this.#seats.on && !app.tree.isInGame()) app.goTo(app.tree.end);
      else this.update();
    });
  }

  /** Why the reader may not move now, if so. */
  #objection() {
    const { panel, game } = this.#app;
    const name = this.#seats[game.toMove];
    return panel !== 'play' || !this.#seats.on || game.outcome || name === null ? null : t('play.not-your-turn', { player: nameOf(name) });
  }

  /**
   * The first click on the board starts the game that the card shows.
   * @param {string} cell
   */
  #firstClick(cell) {
    const { app, choice } = { app: this.#app, choice: this.#setup.choice() };
    if (app.panel !== 'play' || this.#seats.on) return false;
    this.#start(choice);
    if (this.#seats[app.game.toMove] === null) app.playAt(cell);
    return true;
  }

  /** @param {number} side the board that is chosen is shown before the game begins */
  #preview(side) {
    const app = this.#app;
    if (this.#seats.on || app.tree.nodes.length > 1) return;
    app.tree = new Tree(emptyStart({ cols: side, rows: side }));
    app.changed();
  }

  /** @param {import('./play/setup.js').Choice} choice */
  #start(choice) {
    const app = this.#app;
    this.#play(choice.fromHere ? app.tree : new Tree(emptyStart({ cols: choice.side, rows: choice.side })), choice);
  }

  /**
   * @param {Tree} tree
   * @param {import('./play/setup.js').Choice} choice
   */
  #play(tree, { machine, color, milliseconds, minutes, seconds, extra }) {
    const person = color === 'either' ? (Math.random() < 0.5 ? 'black' : 'white') : color;
    this.#beginGame(tree, {
      on: true,
      black: person === 'black' ? null : machine,
      white: person === 'white' ? null : machine,
      milliseconds, minutes, seconds, extra,
      date: new Date().toISOString().slice(0, 10),
    });
  }

  /**
   * @param {Tree} tree
   * @param {Seats} seats
   */
  #beginGame(tree, seats) {
    const app = this.#app;
    const before = { tree: app.tree, seats: this.#seats };
    const isLost = before.seats.on && before.tree !== tree && before.tree.nodes.length > 3 && !before.tree.game().outcome;
    this.#asking.cancel();
    this.#setting = false;
    this.#sit(seats);
    this.#clock.start(seats);
    app.open(tree, true);
    if (isLost) {
      app.toast(t('play.replaced'), {
        label: t('play.back-to-it'),
        act: () => {
          this.#sit(before.seats);
          this.#clock.start({ ...before.seats, minutes: 0 });
          app.open(before.tree, true);
        },
      });
    }
  }

  /** @param {Seats} seats */
  #sit(seats) {
    this.#seats = seats;
    store(KEY, seats);
  }

  /** @param {boolean} isOpen whether the card that sets up a game is shown over the game */
  #open(isOpen) {
    this.#setting = isOpen;
    this.update();
    const first = isOpen ? this.#setup.form.querySelector('input') : this.#icons.undo;
    if (first instanceof HTMLElement) first.focus();
  }

  /** @param {string} what the reader has been told */
  #tell(what) {
    this.#told.add(what);
    store(TOLD, [...this.#told]);
  }

  /** Whether exactly one side is a person's. */
  get #isMatch() {
    return (this.#seats.black === null) !== (this.#seats.white === null);
  }

  #undo() {
    const app = this.#app;
    this.#asking.cancel();
    const wasResigned = app.game.moves.at(-1) === 'resign';
    // A move taken back is gone; against a machine, so is its answer.
    app.tree.remove();
    if (!wasResigned && this.#isMatch && this.#seats[app.tree.game().toMove] !== null) app.tree.remove();
    app.changed();
  }

  #resign() {
    this.#app.play('resign');
    this.#app.toast(t('play.resigned'), { label: t('play.take-back'), act: () => { if (this.#app.game.moves.at(-1) === 'resign') this.#undo(); } });
  }

  async #hint() {
    const app = this.#app;
    const asked = app.game;
    app.say(t('play.hint.looking'));
    const answer = await this.#ask(HELPER);
    if (!answer || app.game !== asked) return;
    const move = String(answer.move);
    if (move.startsWith('swap')) {
      this.#write([t('play.hint.swap')]);
      app.say(t('play.hint.swap'));
      return;
    }
    const [why, also] = reasonsFor(asked, move);
    const words = [t('play.hint.move', { move }), wordsOf(why), ...(also ? [wordsOf(also)] : [])];
    const share = typeof answer.value === 'number' ? t('play.hint.share', { share: percent(answer.value, 0) }) : '';
    this.#write([...words, share].filter(Boolean));
    app.say([...words, share].filter(Boolean).join(' '));
    app.board?.overlay({
      labels: new Map([[move, '★']]),
      hints: new Map([[move, t('play.hint.here')]]),
      shades: [{ cells: [...why.cells, ...(also?.cells ?? [])].filter((cell) => cell !== move), kind: 'full' }, { cells: [move], kind: 'picked' }],
    });
  }

  /** @param {string[]} sentences what the note says about this position */
  #write(sentences, /** @type {HTMLElement[]} */ buttons = []) {
    this.#noted = this.#app.game.moves.length;
    this.#note.hidden = false;
    this.#note.replaceChildren(html('p', {}, [sentences.join(' ')]), ...(buttons.length ? [html('div', { class: 'buttons' }, buttons)] : []));
  }

  /** @param {number | null} seconds until a server that is away is asked again; null when it is back */
  #lost(seconds) {
    if (seconds === null) {
      this.#noted = -1;
      this.#note.hidden = true;
      return;
    }
    this.#write([t('play.lost', { count: seconds })], [button(t('play.lost.now'), () => this.#asking.retry(), { id: 'retry' })]);
  }

  /** @param {string} name */
  async #ask(name) {
    const app = this.#app;
    const seed = Math.floor(Math.random() * 2 ** 31);
    try {
      return await this.#asking.ask(() => ({ game: app.game.toRequest(), player: name, milliseconds: this.#seats.milliseconds, seed }));
    } catch (error) {
      app.say(String(error instanceof Error ? error.message : error), true);
      return null;
    }
  }

  /** The machine moves if it is its turn and the page shows the end of the line. */
  async #machineMoves() {
    const app = this.#app;
    const { game } = app;
    const name = this.#seats[game.toMove];
    if (!name || !this.#seats.on || app.panel !== 'play' || game.outcome || app.tree.next() !== undefined) return;
    app.say(t('play.thinking', { player: nameOf(name) }));
    const answer = await this.#ask(name);
    if (!answer || app.game !== game) return;
    const color = game.toMove;
    app.play(answer.move);
    if (answer.games?.length) app.board?.overlay(localGames(answer.games));
    const { outcome } = app.game;
    const player = nameOf(name);
    const move = String(answer.move);
    const deed = move.startsWith('swap') ? t('play.machine.swapped', { player }) : move === 'resign' ? t('play.machine.resigned', { player }) : t('play.machine.played', { player, move });
    // The server gives its reasons in English, and those of the levels are for engineers.
    const reason = language === 'en' && !name.startsWith('level:') && answer.reason ? `: ${recolor(answer.reason).replace(/\.$/, '')}.` : '.';
    const next = outcome ? t(`game.won.${outcome.reason}`, { winner: NAMES[outcome.winner] }) : t('play.to-move', { color: NAMES[app.game.toMove] });
    app.say(`${deed.replace(/\.$/, '')}${reason} ${next}`);
    if (move.startsWith('swap') && !this.#told.has('swapped')) {
      this.#tell('swapped');
      this.#write([t('play.swapped-you', { color: NAMES[color], yours: NAMES[opponent(color)] })]);
    }
  }

  /** The title of the game: who plays whom. */
  #name() {
    const { black, white } = this.#seats;
    if (black === null && white === null) return t('play.title.people');
    if (black !== null && white !== null) return t('play.title.machines', { black: nameOf(black), white: nameOf(white) });
    return t('play.title.match', { player: nameOf(/** @type {string} */ (black ?? white)) });
  }

  /** @param {Color} color */
  #whoIs(color) {
    const named = this.#app.tree.facts[color === 'black' ? 'PB' : 'PW'];
    if (named) return named;
    const player = this.#seats[color];
    return player !== null ? nameOf(player) : this.#isMatch ? t('play.you') : NAMES[color];
  }

  /**
   * Who plays, and when the game began, as SGF names it; nothing for a game that was not played here.
   * @returns {import('../hex/tree.js').Facts}
   */
  #facts() {
    const { black, white, date } = this.#seats;
    if (!this.#seats.on || (black === null && white === null) || !date) return {};
    return { PB: this.#whoIs('black'), PW: this.#whoIs('white'), DT: date };
  }

  /** Which side the cards put below the board: the reader's. */
  get #near() {
    return /** @type {Color} */ (this.#seats.white === null && this.#seats.black !== null ? 'white' : 'black');
  }

  #drawCards() {
    const { game } = this.#app;
    /** @param {Color} color @returns {import('./play/cards.js').Face} */
    const face = (color) => {
      const player = this.#seats[color];
      const isNext = !game.outcome && game.toMove === color;
      const state = game.outcome ? (game.outcome.winner === color ? 'won' : 'lost') : !isNext || !this.#seats.on ? 'waits' : player !== null && this.#app.panel === 'play' ? 'thinking' : 'to-move';
      return { name: this.#whoIs(color), strength: player === null ? '' : strengthOf(player), state };
    };
    this.#cards.show({ black: face('black'), white: face('white') }, this.#near);
    this.#cards.visible = this.#seats.on && ['play', 'analyse'].includes(this.#app.panel);
  }

  /** The end: who won, how, and what to do next. */
  #drawBanner() {
    const { outcome } = this.#app.game;
    const isNews = this.#banner.hidden && outcome !== null;
    this.#banner.hidden = outcome === null;
    if (!outcome) return;
    const { winner, reason } = outcome;
    const hasWon = this.#isMatch && this.#seats[winner] === null;
    const title = hasWon ? t('play.you-won') : this.#isMatch ? t('play.you-lost') : t('play.color-won', { color: NAMES[winner] });
    const how = reason === 'connection' ? t(`play.joined.${winner}`) : t('play.gave-up', { color: NAMES[opponent(winner)] });
    this.#banner.className = `banner ${hasWon || !this.#isMatch ? 'good' : 'bad'} ${winner}`;
    this.#banner.replaceChildren(
      html('h3', {}, [html('span', { class: `disc ${winner}`, 'aria-hidden': 'true' }), title]), html('p', {}, [how]),
      html('div', { class: 'buttons' }, [
        labelledButton('chart', t('play.review'), async () => {
          await this.#app.select('analyse');
          document.getElementById('review-start')?.click();
        }, { id: 'review-game', class: 'primary' }),
        labelledButton('again', t('play.rematch'), () => this.#rematch(), { id: 'play-again' }),
      ]),
    );
    // On a phone the board fills the screen: the end is brought into sight.
    if (isNews && this.#app.panel === 'play' && !this.#game.hidden) this.#banner.scrollIntoView({ block: 'nearest' });
  }

  /** The same players once more, with colours exchanged. */
  #rematch() {
    const { black, white } = this.#seats;
    this.#beginGame(new Tree(emptyStart(this.#app.game.size)), { ...this.#seats, black: white, white: black });
  }

  /** The swap is explained the first time it is possible. */
  #explainSwap() {
    const { game, panel } = this.#app;
    if (panel !== 'play' || !game.canSwap || this.#seats[game.toMove] !== null || !this.#seats.on || this.#told.has('swap')) return;
    const known = () => {
      this.#tell('swap');
      this.#note.hidden = true;
    };
    this.#write([t('play.swap.explained', { stone: game.moves[0], color: NAMES[opponent(game.toMove)], mine: NAMES[game.toMove] })], [
      labelledButton('swap', t('play.swap'), () => {
        known();
        this.#app.play('swap-pieces');
      }, { id: 'swap-now', class: 'primary' }),
      button(t('play.swap.known'), known, { id: 'swap-known' }),
    ]);
  }

  update() {
    const app = this.#app;
    const { game } = app;
    this.#asking.cancel();
    const isOn = this.#seats.on && !this.#setting;
    this.#begin.hidden = isOn;
    this.#game.hidden = !isOn;
    this.#welcome.hidden = this.#setting;
    const hasMoves = app.tree.nodes.length > 1;
    this.#setup.adapt({ hasMoves: hasMoves && game.outcome === null, canClose: this.#seats.on });
    if (!this.#seats.on) {
      this.#setup.setSide(game.size.cols);
      if (app.panel === 'play') app.say(t('play.click-to-begin'));
    }
    const isMachine = this.#seats[game.toMove] !== null;
    this.#title.textContent = `${this.#name()} · ${game.size.cols}×${game.size.rows}`;
    this.#icons.swap.disabled = !game.canSwap || isMachine;
    this.#icons.resign.disabled = game.outcome !== null || isMachine;
    this.#icons.undo.disabled = game.moves.length === 0;
    this.#icons.hint.disabled = game.outcome !== null || isMachine;
    if (this.#noted !== game.moves.length) this.#note.hidden = true;
    this.#drawCards();
    this.#drawBanner();
    this.#explainSwap();
    if (app.panel === 'play') showMoves(this.#moves, app.tree, (id) => app.goTo(id));
    // A machine that waits for its panel does not lose time over it.
    const stands = game.outcome !== null || !this.#seats.on || (isMachine && app.panel !== 'play');
    this.#clock.turn(stands ? null : game.toMove, game.moves.length, (faces) => this.#cards.clocks(this.#clock.isOn ? faces : null, (color) => this.#clock.isUrgent(color)));
    this.#machineMoves();
  }
}

/** @param {import('../hex/why.js').Reason} reason */
function wordsOf({ kind, with: stone = '', edge, count = 0 }) {
  return t(`why.${kind}`, { stone, count, edge: edge ? t(`edge.${edge}`) : '' });
}
