// Watching an arena: tournaments with their standings, boards in play, and replays of finished games.

import { get, listenToArena, ServerLost } from '../api.js';
import { boardAfter, parseAct, stoneActs, treeOf } from '../hex/acts.js';
import { NAMES } from '../hex/words.js';
import { Board } from '../view/board.js';
import { button, download, html, svg } from '../view/element.js';
import { t } from '../words.js';
import { nameOf } from './play/opponents.js';
import { crossTable, standings } from './watch/tables.js';

/** @typedef {import('../app.js').App} App */
/**
 * A game, being played or finished.
 * @typedef {object} ArenaGame
 * @property {number} game
 * @property {string} tournament
 * @property {string} black
 * @property {string} white
 * @property {string} size
 * @property {string} variant
 * @property {string[]} acts
 * @property {string | null} [winner]
 * @property {string} [reason]
 */

/** Boards that are drawn at once; more would be too small to follow. */
const MOST_BOARDS = 12;
/** How long a finished game stays among the boards in play. */
const LINGER = 4000;
const COMMAND = 'hexwright arena show';

/**
 * @param {App} app
 * @param {HTMLElement} root
 * @param {(text: string) => void} openChance opens a record of a game of chance
 * @returns {import('../app.js').Stage}
 */
export function watchPanel(app, root, openChance) {
  const watch = new Watch(app, root, openChance);
  return watch;
}

class Watch {
  #app;
  #root;
  #openChance;
  /** @type {(() => void) | null} ends the connection */
  #close = null;
  /** @type {Map<number, ArenaGame>} games that are being played, or were a moment ago */
  #running = new Map();
  /** @type {Map<number, {element: HTMLElement, board: Board, line: HTMLElement}>} */
  #boards = new Map();
  /** @type {string | null} */
  #tournament = null;
  /** @type {ArenaGame | null} the game on the large board */
  #chosen = null;
  /** @type {number | null} stones shown of it; null follows the game */
  #shown = null;
  #refresh = /** @type {ReturnType<typeof setTimeout> | null} */ (null);
  #select = /** @type {HTMLSelectElement} */ (html('select', { id: 'watch-tournament' }));
  #about = html('p', { class: 'result', role: 'status', id: 'watch-about' });
  #tables = html('div', {});
  #grid = html('div', { class: 'boards', id: 'watch-boards' });
  #list = html('ol', { class: 'games', id: 'watch-games' });
  #control = html('div', { id: 'watch-control' });
  #body;

  /**
   * @param {App} app
   * @param {HTMLElement} root
   * @param {(text: string) => void} openChance
   */
  constructor(app, root, openChance) {
    this.#app = app;
    this.#root = root;
    this.#openChance = openChance;
    this.#select.addEventListener('change', () => this.#load(this.#select.value));
    this.#body = html('div', { hidden: true }, [
      html('label', {}, [t('watch.tournament'), this.#select]),
      this.#control,
      html('h3', {}, [t('watch.in-play')]), this.#grid,
      this.#tables,
      html('h3', {}, [t('watch.finished')]), this.#list,
    ]);
    root.append(html('h2', {}, [t('nav.watch')]), this.#about, this.#body);
  }

  show() {
    if (!this.#close) this.#open();
    const game = this.#chosen;
    if (!game) {
      this.#app.say(t('watch.choose'));
      return;
    }
    const count = this.#shown ?? stoneActs(game.acts).length;
    this.#app.board?.show(boardAfter(game, count), {});
    const stand = this.#shown === null && !game.reason ? t('watch.being-played') : t('watch.move', { count });
    this.#app.say(`${t('watch.pair', { black: nameOf(game.black), white: nameOf(game.white) })}: ${stand}${game.reason && this.#shown === null ? `, ${result(game)}` : ''}.`);
  }

  onCell() {
    this.#app.say(t('watch.others'), true);
  }

  /** Connects, and connects again when the connection was lost. */
  async #open() {
    try {
      await this.#status();
    } catch (error) {
      this.#about.replaceChildren(
        error instanceof ServerLost ? error.message : t('watch.none'), ' ',
        ...(error instanceof ServerLost ? [] : [html('code', {}, [COMMAND])]),
      );
      return;
    }
    this.#body.hidden = false;
    this.#close = listenToArena({
      onMessage: (message) => this.#hear(message),
      // The stream stands, or stands again: what happened before is asked for.
      onOpen: () => { this.#status().catch(() => {}); },
      onLost: () => { this.#about.textContent = t('watch.lost-connection'); },
    });
  }

  /** Requests everything again. */
  async #status() {
    const { tournaments, games } = await get('/arena/status');
    this.#about.textContent = tournaments.length ? '' : t('watch.no-tournament');
    this.#running = new Map(games.map((/** @type {ArenaGame} */ game) => [game.game, game]));
    const followed = this.#chosen && this.#running.get(this.#chosen.game);
    if (followed) this.#follow(followed);
    const wanted = this.#tournament ?? tournaments.at(-1)?.name ?? null;
    this.#select.replaceChildren(...tournaments.map((/** @type {{name: string, format: string, phase: string}} */ { name, format, phase }) =>
      html('option', { value: name, selected: name === wanted }, [`${name}: ${format}, ${phase}`])));
    if (wanted) await this.#load(wanted);
  }

  /** @param {string} name */
  async #load(name) {
    this.#tournament = name;
    const { ranks, fixtures, phase } = await get(`/arena/tournaments/${encodeURIComponent(name)}`);
    if (this.#tournament !== name) return;
    const finished = fixtures.filter((/** @type {{reason: string | null}} */ { reason }) => reason);
    this.#about.textContent = `${finished.length} of ${fixtures.length} games finished${phase === 'over' ? '; the tournament is over' : ''}.`;
    this.#tables.replaceChildren(standings(ranks), crossTable(ranks, fixtures));
    this.#list.replaceChildren(...finished.reverse().map((/** @type {any} */ game) => html('li', {}, [
      button(`${game.game}. ${game.black} – ${game.white}: ${result(game)}`, () => this.#replay(game.game), {
        class: 'move', 'data-game': String(game.game), ...(this.#chosen?.game === game.game ? { 'aria-current': 'true' } : {}),
      }),
    ])));
    this.#drawBoards();
    if (!this.#chosen && finished[0] && this.#visible) this.#replay(finished[0].game);
  }

  /** @param {any} update */
  async #hear(update) {
    if (update.update === 'began') {
      const game = await get(`/arena/games/${update.game}`).catch(() => null);
      if (game) this.#running.set(update.game, plain(game));
      this.#drawBoards();
      this.#later();
    } else if (update.update === 'act') {
      this.#act(update);
    } else if (update.update === 'finished') {
      const game = this.#running.get(update.game);
      if (game) Object.assign(game, { winner: update.winner, reason: update.reason });
      this.#drawBoard(update.game);
      if (game && this.#chosen?.game === update.game) this.#follow(game);
      setTimeout(() => { this.#running.delete(update.game); this.#drawBoards(); }, LINGER);
      this.#later();
    } else if (update.update === 'over') {
      this.#later();
    }
  }

  /** @param {{game: number, number: number, act: string}} update */
  async #act({ game: number, number: place, act }) {
    let game = this.#running.get(number);
    if (!game || game.acts.length !== place) {
      // Something was missed, or is known already.
      if (game && game.acts.length > place) return;
      const found = await get(`/arena/games/${number}`).catch(() => null);
      if (!found) return;
      game = plain(found);
      this.#running.set(number, game);
    } else {
      game.acts.push(act);
    }
    this.#drawBoard(number);
    if (this.#chosen?.game === number) this.#follow(game);
  }

  /** @param {ArenaGame} game the game on the large board, as it is now */
  #follow(game) {
    this.#chosen = game;
    this.#drawControl();
    if (this.#visible && this.#shown === null) this.show();
  }

  /** Asks for the tables soon, once for many games. */
  #later() {
    this.#refresh ??= setTimeout(() => {
      this.#refresh = null;
      this.#status().catch(() => {});
    }, 300);
  }

  get #visible() {
    return !this.#root.hidden;
  }

  #drawBoards() {
    const games = [...this.#running.values()].filter(({ tournament }) => tournament === this.#tournament).slice(0, MOST_BOARDS);
    this.#boards = new Map(games.map((game) => [game.game, this.#boards.get(game.game) ?? this.#makeBoard(game)]));
    this.#grid.replaceChildren(...[...this.#boards.values()].map(({ element }) => element));
    if (!games.length) this.#grid.append(html('p', { class: 'result' }, [t('watch.no-game')]));
    for (const { game } of games) this.#drawBoard(game);
    if (!this.#chosen && games[0] && this.#visible) this.#choose(games[0]);
  }

  /** @param {ArenaGame} game */
  #makeBoard(game) {
    const picture = svg('svg', { 'aria-hidden': 'true' });
    const line = html('span', { class: 'names' });
    const element = button('', () => {
      const now = this.#running.get(game.game);
      if (now) this.#choose(now);
    }, { class: 'small-board', 'data-game': String(game.game) });
    element.append(picture, line);
    return { element, board: new Board(/** @type {SVGElement} */ (picture), { onPlay: () => {} }, { names: false }), line };
  }

  /** @param {number} number */
  #drawBoard(number) {
    const game = this.#running.get(number);
    const drawn = this.#boards.get(number);
    if (!game || !drawn) return;
    const { orientation, patterns } = this.#app.board?.style ?? { orientation: 'flat', patterns: false };
    drawn.board.style = { orientation, patterns, numbers: false };
    drawn.board.show(boardAfter(game));
    // A picture among others: the button around it is what can be reached.
    drawn.element.querySelectorAll('[tabindex]').forEach((cell) => cell.removeAttribute('tabindex'));
    drawn.line.textContent = `${nameOf(game.black)} – ${nameOf(game.white)}${game.reason ? `: ${result(game)}` : ''}`;
    drawn.element.setAttribute('aria-label', `${t('watch.describe', { number, black: nameOf(game.black), white: nameOf(game.white), count: stoneActs(game.acts).length })}${game.reason ? `, ${result(game)}` : ''}`);
  }

  /** @param {ArenaGame} game */
  #choose(game) {
    this.#chosen = game;
    this.#shown = null;
    this.#drawControl();
    if (this.#visible) this.show();
  }

  /** @param {number} number */
  async #replay(number) {
    try {
      const game = plain(await get(`/arena/games/${number}`));
      this.#choose(game);
      for (const other of this.#list.querySelectorAll('[aria-current]')) other.removeAttribute('aria-current');
      this.#list.querySelector(`[data-game="${number}"]`)?.setAttribute('aria-current', 'true');
    } catch (error) {
      this.#app.say(error instanceof Error ? error.message : String(error), true);
    }
  }

  /** The controls of the game on the large board. */
  #drawControl() {
    const game = this.#chosen;
    if (!game) return;
    const hadFocus = document.activeElement instanceof HTMLElement && this.#control.contains(document.activeElement) ? document.activeElement.id : null;
    const all = stoneActs(game.acts).length;
    const at = this.#shown ?? all;
    const go = (/** @type {number} */ count) => {
      this.#shown = count >= all && !game.reason ? null : Math.max(0, Math.min(all, count));
      this.#drawControl();
      this.show();
    };
    const last = game.acts.length ? parseAct(game.acts[game.acts.length - 1]) : null;
    const clock = (/** @type {number} */ left) => `${Math.floor(left / 60000)}:${String(Math.floor(left / 1000) % 60).padStart(2, '0')}`;
    this.#control.replaceChildren(
      html('p', { class: 'chosen' }, [
        html('strong', {}, [`${t('watch.game', { number: game.game })}: `]),
        html('span', { class: 'move black' }, [nameOf(game.black)]), ' – ', html('span', { class: 'move white' }, [nameOf(game.white)]),
        last && last.left.some(Boolean) ? ` (${t('watch.left', { black: clock(last.left[0]), white: clock(last.left[1]) })})` : '',
        game.reason ? ` ${result(game)}` : '',
      ]),
      html('div', { class: 'buttons' }, [
        button('|◀', () => go(0), { id: 'watch-first', 'aria-label': t('watch.first') }),
        button('◀', () => go(at - 1), { id: 'watch-previous', 'aria-label': t('watch.previous') }),
        html('span', { class: 'place' }, [t('watch.place-of', { at, all })]),
        button('▶', () => go(at + 1), { id: 'watch-next', 'aria-label': t('watch.next') }),
        button('▶|', () => go(all), { id: 'watch-last', 'aria-label': t('watch.last') }),
        game.variant === 'hex'
          ? button(t('watch.analyse'), () => this.#analyse(game), { id: 'watch-analyse' })
          : button(t('watch.open'), () => this.#openRecord(game), { id: 'watch-chance', disabled: !game.reason }),
        button('SGF', () => this.#save(game), { id: 'watch-sgf', disabled: !game.reason }),
      ]),
    );
    if (hadFocus) document.getElementById(hadFocus)?.focus();
  }

  /** @param {ArenaGame} game */
  #analyse(game) {
    this.#app.select('analyse');
    this.#app.openRecord(treeOf(game));
  }

  /** @param {ArenaGame} game */
  async #openRecord(game) {
    const { text } = await get(`/arena/games/${game.game}/record`);
    this.#app.select('chance');
    this.#openChance(text);
  }

  /** @param {ArenaGame} game */
  async #save(game) {
    const { text } = await get(`/arena/games/${game.game}/record`);
    download(`game-${game.game}.sgf`, new Blob([text], { type: 'application/x-go-sgf' }));
  }
}

/**
 * A finished game has its rules in its settings; a running one has them outside.
 * @param {any} game
 * @returns {ArenaGame}
 */
function plain(game) {
  return { ...game, size: game.size ?? game.settings.size, variant: game.variant ?? game.settings.variant };
}

/** @param {{winner?: string | null, reason?: string | null}} game */
function result({ winner, reason }) {
  return winner === 'black' || winner === 'white' ? t('watch.won-by', { color: NAMES[winner], reason: reason ?? '' }) : t('watch.no-winner', { reason: reason ?? '' });
}
