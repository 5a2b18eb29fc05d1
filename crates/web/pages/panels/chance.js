// Random-Turn and Bidding Hex: against the exact player, or two people at one board.

import { Job, post } from '../api.js';
import { ChanceGame } from '../hex/chance.js';
import { opponent } from '../hex/game.js';
import { NAMES, percent } from '../hex/words.js';
import { readStored, store } from '../storage.js';
import { language, t } from '../words.js';
import { button, download, html } from '../view/element.js';
import { bidForm, chanceForm } from './chance/form.js';
import { roundsTable } from './chance/rounds.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../hex/chance.js').Setup} Setup */
/** @typedef {import('../hex/game.js').Color} Color */
/** @typedef {import('./chance/form.js').Seats} Seats */
/** @typedef {import('./chance/rounds.js').Verdict} Verdict */

const KEY = 'hexwright.chance';
/** How long a coin that chose the machine is shown, in milliseconds. */
const COIN_SHOWS = 1200;
/** @type {Setup} */
const FIRST = { variant: 'bidding', size: { cols: 7, rows: 7 }, coin: 0.5, chips: [100, 100], advantage: 'white', ties: 'advantage', payment: 'opponent' };

/**
 * @param {App} app
 * @param {HTMLElement} root
 * @returns {import('../app.js').Stage & {read: (text: string) => void}}
 */
export function chancePanel(app, root) {
  const panel = new Panel(app);
  root.append(html('h2', {}, [t('chance.title')]), ...panel.elements);
  panel.update();
  app.onSelect((name) => { if (name === 'chance') panel.update(); });
  return panel;
}

class Panel {
  #app;
  #game;
  /** @type {Seats} */
  #seats;
  /** @type {[number | null, number | null]} bids of people and machines that are in and still hidden */
  #sealed = [null, null];
  /** The bid that is being written. */
  #draft = { bid: 0 };
  /** @type {Color | null} who sits at the board now, after a hand-over */
  #present = null;
  /** @type {Verdict[]} */
  #verdicts = [];
  /** @type {number | null} the selected round; null for the game as it stands */
  #viewed = null;
  /** @type {any} what the exact method says of the position that is shown */
  #value = null;
  /** @type {Job | null} */
  #thinking = null;
  /** @type {Job | null} */
  #asking = null;
  #purses = html('div', { class: 'purses' });
  #action = html('div', { class: 'action', id: 'chance-action' });
  #rounds = html('div', { class: 'scroll' });
  #result = html('p', { class: 'result', role: 'status', id: 'chance-result' });
  #buttons;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    const stored = readStored(KEY);
    this.#game = restore(stored) ?? new ChanceGame(FIRST);
    this.#seats = stored?.seats ?? { black: null, white: 'exact' };
    this.#buttons = {
      undo: button(t('play.undo'), () => this.#undo(), { id: 'chance-undo' }),
      hint: button(t('play.hint'), () => this.#hint(), { id: 'chance-hint' }),
      value: button(t('chance.value'), () => this.#showValue(), { id: 'chance-value' }),
      review: button(t('chance.review'), () => this.#review(), { id: 'chance-review' }),
      resign: button(t('play.resign'), () => this.#resign(), { id: 'chance-resign' }),
      save: button(t('chance.save'), () => this.#save(), { id: 'chance-save' }),
      open: button(t('chance.open'), () => this.#open(), { id: 'chance-open' }),
    };
  }

  get elements() {
    return [
      this.#purses,
      this.#action,
      html('div', { class: 'buttons' }, Object.values(this.#buttons)),
      this.#result,
      this.#rounds,
      chanceForm((setup, seats) => this.#start(new ChanceGame(setup), seats)),
    ];
  }

  /** Draws the board: the game, or the selected round. */
  show() {
    const { board } = this.#app;
    if (!board) return;
    const shown = this.#shown;
    board.show(shown, this.#value ? heatMap(this.#value) : {});
    this.#app.say(this.#describe());
  }

  /** @param {string} cell */
  onCell(cell) {
    if (this.#viewed !== null) this.#app.say(t('chance.earlier'), true);
    else if (this.#game.phase === 'move' && this.#seats[this.#game.toMove] !== null) this.#app.say(t('chance.machines-move'), true);
    else this.#happen(cell);
  }

  get #shown() {
    if (this.#viewed === null) return this.#game;
    const stones = this.#game.events.map((event, index) => ({ event, index })).filter(({ event }) => !event.includes(' ') && !['take', 'decline'].includes(event));
    const last = stones[this.#viewed - 1];
    return new ChanceGame(this.#game.setup, last ? this.#game.events.slice(0, last.index + 1) : []);
  }

  /**
   * @param {ChanceGame} game
   * @param {Seats} seats
   */
  #start(game, seats) {
    this.#seats = seats;
    this.#verdicts = [];
    this.#replace(game);
  }

  /** @param {ChanceGame} game another game, or an earlier stand of this one */
  #replace(game) {
    this.#thinking?.cancel();
    this.#thinking = null;
    this.#game = game;
    this.#sealed = [null, null];
    this.#draft.bid = 0;
    this.#present = null;
    this.#viewed = null;
    this.#changed();
  }

  /** @param {string} event */
  #happen(event) {
    const problem = this.#game.refuse(event);
    if (problem) {
      this.#app.say(problem, true);
      return;
    }
    this.#game.happen(event);
    if (event.startsWith('bids')) this.#sealed = [null, null];
    this.#present = null;
    this.#changed();
  }

  #changed() {
    store(KEY, { game: this.#game.toRequest(), seats: this.#seats });
    this.#asking?.cancel();
    this.#value = null;
    this.#result.textContent = '';
    this.update();
  }

  /** Shows how the game stands, and lets the machine do what is its part. */
  update() {
    const game = this.#game;
    const over = game.phase === 'over';
    this.#buttons.undo.disabled = game.events.length === 0;
    this.#buttons.hint.disabled = over || game.phase === 'flip' || this.#decider === null;
    this.#buttons.resign.disabled = over || this.#person === null;
    this.#buttons.review.disabled = game.rounds.length === 0;
    this.#buttons.save.disabled = game.rounds.length === 0;
    this.#purses.replaceChildren(...this.#purseRows());
    const isWriting = document.activeElement?.id === 'bid';
    this.#action.replaceChildren(...this.#actions());
    if (isWriting) document.getElementById('bid')?.focus();
    this.#rounds.replaceChildren(...(game.rounds.length ? [roundsTable(game, this.#verdicts, this.#viewed, (round) => this.#view(round))] : []));
    if (this.#isInFront) {
      this.show();
      this.#machine();
    }
  }

  #purseRows() {
    const { setup, chips, advantage } = this.#game;
    return /** @type {Color[]} */ (['black', 'white']).map((color, index) => html('p', { class: `purse ${color}` }, [
      html('span', { class: 'owner', 'aria-hidden': 'true' }),
      `${NAMES[color]} (${this.#seats[color] ?? (this.#seats[opponent(color)] === null ? t('chance.person') : t('chance.you'))})`,
      ...(setup.variant === 'bidding' ? [html('strong', { class: 'chips', 'data-chips': color }, [t('chance.chips', { count: chips[index] })])] : []),
      ...(setup.variant === 'bidding' && setup.ties === 'advantage' && advantage === color
        ? [html('span', { class: 'advantage', title: t('chance.holds') }, [`◆ ${t('chance.advantage')}`])] : []),
    ]));
  }

  /** Whether the board shows this game; the machine waits for that. */
  get #isInFront() {
    return this.#app.panel === 'chance';
  }

  /** The possible actions. */
  #actions() {
    const game = this.#game;
    const lines = [];
    if (this.#viewed !== null) {
      return [html('p', {}, [t('chance.after-round', { round: this.#viewed, rounds: game.rounds.length })]), html('div', { class: 'buttons' }, [
        button('◀', () => this.#view(Math.max(0, (this.#viewed ?? 0) - 1)), { 'aria-label': t('chance.previous') }),
        button('▶', () => this.#view(Math.min(game.rounds.length, (this.#viewed ?? 0) + 1)), { 'aria-label': t('chance.next') }),
        button(t('setup.back'), () => this.#view(null), { id: 'chance-back' }),
      ])];
    }
    if (game.phase === 'move') lines.push(...this.#story());
    if (game.phase === 'move' && this.#seats[game.toMove] === null) lines.push(html('p', {}, [t('chance.click', { color: NAMES[game.toMove] })]));
    if (game.phase === 'flip' && !this.#allMachines) lines.push(button(t('chance.flip'), () => this.#flip(), { id: 'flip', class: 'primary' }));
    if (game.phase === 'advantage' && this.#seats[game.toMove] === null) {
      lines.push(html('p', {}, [t('chance.tie', { bid: game.bids?.[0] ?? 0, color: NAMES[game.toMove] })]), html('div', { class: 'buttons' }, [
        button(t('chance.take'), () => this.#happen('take'), { id: 'take' }),
        button(t('chance.decline'), () => this.#happen('decline'), { id: 'decline' }),
      ]));
    }
    if (game.phase === 'bids') lines.push(...this.#bidding());
    return lines;
  }

  /** How it came that someone is to move. */
  #story() {
    const { bids, tie, toMove } = this.#game;
    if (!bids) return [coin(toMove)];
    const both = t('chance.both-bid', { black: bids[0], white: bids[1] });
    if (tie === 'coin') return [html('p', { class: 'reveal' }, [both]), coin(toMove)];
    const color = NAMES[toMove];
    const how = tie === 'taken' ? t('chance.taken', { color }) : tie === 'declined' ? t('chance.declined', { color }) : t('chance.pays', { color });
    return [html('p', { class: 'reveal' }, [`${both} ${how}`])];
  }

  /** Sealed bids: one person against a machine, or two people who hand the board over. */
  #bidding() {
    const people = /** @type {Color[]} */ (['black', 'white']).filter((color) => this.#seats[color] === null);
    const [bidder] = people.filter((color) => this.#sealed[index(color)] === null);
    if (!bidder) return [html('p', {}, [t('chance.machine-bids')])];
    if (people.length === 2 && this.#present !== bidder) {
      const other = NAMES[opponent(bidder)];
      const sealed = this.#sealed[index(opponent(bidder))] !== null;
      return [html('div', { class: 'hand-over' }, [
        html('p', {}, [sealed ? t('chance.hand-over', { other, color: NAMES[bidder] }) : t('chance.look-away', { other, color: NAMES[bidder] })]),
        button(t('chance.i-am', { color: NAMES[bidder] }), () => { this.#present = bidder; this.update(); }, { id: `i-am-${bidder}`, class: 'primary' }),
      ])];
    }
    const most = this.#game.chips[index(bidder)];
    return [
      ...(people.length === 1 ? [html('p', {}, [this.#sealed[index(opponent(bidder))] === null ? t('chance.machine-thinks') : t('chance.machine-sealed')])] : []),
      bidForm(NAMES[bidder], most, Object.assign(this.#draft, { bid: Math.min(this.#draft.bid, most) }), (bid) => this.#seal(bidder, bid)),
    ];
  }

  /**
   * @param {Color} color
   * @param {number} bid
   */
  #seal(color, bid) {
    const most = this.#game.chips[index(color)];
    if (!Number.isInteger(bid) || bid < 0 || bid > most) {
      this.#app.say(t('chance.bid-range', { most }), true);
      return;
    }
    this.#sealed[index(color)] = bid;
    if (this.#seats[color] === null) {
      // One person begins from the bid before; of two, neither sees what the other wrote.
      if (this.#seats[opponent(color)] === null) this.#draft.bid = 0;
      this.#present = null;
    }
    const [black, white] = this.#sealed;
    if (black !== null && white !== null) this.#happen(`bids ${black} ${white}`);
    else this.update();
  }

  /** Whose decision is next, of those that somebody makes. */
  get #decider() {
    const { phase, toMove } = this.#game;
    if (phase === 'bids') return this.#person ?? 'black';
    return phase === 'move' || phase === 'advantage' ? toMove : null;
  }

  /** A person who could resign or ask now: the one at the board, or the only one. */
  get #person() {
    const people = /** @type {Color[]} */ (['black', 'white']).filter((color) => this.#seats[color] === null);
    if (people.length < 2) return people[0] ?? null;
    const { phase, toMove } = this.#game;
    return phase === 'move' || phase === 'advantage' ? toMove : this.#present ?? 'black';
  }

  get #allMachines() {
    return this.#seats.black !== null && this.#seats.white !== null;
  }

  /** The machine bids, decides, moves and, in a game without people, flips the coin. */
  async #machine() {
    const game = this.#game;
    if (this.#thinking || game.phase === 'over') return;
    if (game.phase === 'flip') {
      if (this.#allMachines) this.#flip();
      return;
    }
    const waiting = /** @type {Color[]} */ (game.phase === 'bids'
      ? ['black', 'white'].filter((color) => this.#sealed[index(/** @type {Color} */ (color))] === null)
      : [game.toMove]);
    const color = waiting.find((candidate) => this.#seats[candidate] !== null);
    if (!color) return;
    const events = game.events.length;
    const began = performance.now();
    const job = new Job('/api/jobs/chance/decision', {
      game: game.toRequest(), player: this.#seats[color], color, seed: Math.floor(Math.random() * 2 ** 31),
    });
    this.#thinking = job;
    try {
      const answer = await job.answer;
      // The person sees what the coin chose before the machine moves.
      const isTossed = game.phase === 'move' && (game.setup.variant === 'random-turn' || game.tie === 'coin') && !this.#allMachines;
      if (isTossed) await new Promise((then) => { setTimeout(then, Math.max(0, COIN_SHOWS - (performance.now() - began))); });
      if (this.#thinking !== job) return;
      this.#thinking = null;
      if (!answer || game !== this.#game || game.events.length !== events) return;
      if (game.phase === 'bids') this.#seal(color, answer.bid);
      else this.#happen(game.phase === 'advantage' ? (answer.take ? 'take' : 'decline') : answer.cell);
    } catch (error) {
      if (this.#thinking !== job) return;
      this.#thinking = null;
      this.#action.append(html('p', { class: 'error' }, [message(error)]), button(t('chance.ask-again'), () => this.update()));
    }
  }

  #flip() {
    const { setup, bids } = this.#game;
    const share = bids ? 0.5 : setup.coin;
    const random = crypto.getRandomValues(new Uint32Array(1))[0] / 2 ** 32;
    this.#happen(`flip ${random < share ? 'black' : 'white'}`);
  }

  #resign() {
    if (this.#person) this.#happen(`resign ${this.#person}`);
  }

  /** Takes the round back that is not finished, or the last one; against a machine back to the last decision of a person. */
  #undo() {
    const { events, setup, phase } = this.#game;
    const isStone = (/** @type {string} */ event) => !event.includes(' ') && !['take', 'decline'].includes(event);
    let kept = [...events];
    if (phase === 'over' && kept.at(-1)?.startsWith('resign')) {
      kept.pop();
    } else {
      do {
        if (isStone(kept.at(-1) ?? '')) kept.pop();
        while (kept.length && !isStone(kept.at(-1) ?? '')) kept.pop();
      } while (kept.length && setup.variant === 'random-turn' && !this.#allMachines && this.#wasMachine(events, kept.length));
    }
    this.#verdicts = [];
    this.#replace(new ChanceGame(setup, kept));
  }

  /**
   * Whether the round that begins at an event was the machine's.
   * @param {string[]} events
   * @param {number} at
   */
  #wasMachine(events, at) {
    const mover = /** @type {Color} */ (events[at]?.split(' ')[1] ?? 'black');
    return this.#seats[mover] !== null;
  }

  /** @param {number | null} round */
  #view(round) {
    this.#viewed = round;
    this.#value = null;
    this.update();
    if (this.#verdicts.length) this.#tellVerdict();
  }

  #tellVerdict() {
    const verdict = this.#verdicts[this.#viewed ?? this.#game.rounds.length];
    if (verdict) this.#result.textContent = valueText(verdict.black_wins, verdict.share, verdict.best);
  }

  /**
   * Asks the server; a later question ends this one.
   * @param {string} path
   * @param {object} body
   * @param {(answer: any) => void} show
   */
  async #ask(path, body, show) {
    this.#asking?.cancel();
    this.#result.textContent = t('chance.working');
    const job = new Job(path, body);
    this.#asking = job;
    try {
      const answer = await job.answer;
      if (answer && this.#asking === job) show(answer);
    } catch (error) {
      if (this.#asking === job) this.#result.textContent = message(error);
    }
  }

  #hint() {
    const game = this.#game;
    const color = this.#decider;
    if (!color) return;
    this.#ask('/api/jobs/chance/decision', { game: game.toRequest(), player: 'exact', color }, (answer) => {
      if (game !== this.#game) return;
      const { phase } = game;
      const words = { color: NAMES[color], bid: answer.bid, cell: answer.cell };
      // The server gives its reasons in English.
      const reason = language === 'en' && answer.reason ? ` ${colored(answer.reason)}` : '';
      if (phase === 'advantage') this.#result.textContent = answer.take ? t('chance.hint.take') : t('chance.hint.decline');
      else this.#result.textContent = (phase === 'bids' ? t('chance.hint.bid', words) : t('chance.hint.move', words)) + reason;
      if (answer.cell) this.#app.board?.overlay({ labels: new Map([[answer.cell, '★']]) });
    });
  }

  #showValue() {
    const shown = this.#shown;
    const coinShare = shown.setup.variant === 'bidding' ? 0.5 : shown.setup.coin;
    this.#ask('/api/jobs/chance', { game: shown.positionRequest(), coin: coinShare }, (answer) => {
      this.#value = answer;
      if (this.#isInFront) this.show();
      const total = shown.chips[0] + shown.chips[1];
      const share = shown.setup.variant === 'bidding' && total > 0 ? { has: shown.chips[0] / total, needs: 1 - answer.black_wins } : undefined;
      this.#result.textContent = valueText(answer.black_wins, share, answer.best)
        + (share ? ` ${t('chance.move-worth', { chips: (answer.bid * total).toFixed(2) })}` : '');
    });
  }

  #review() {
    const game = this.#game;
    this.#ask('/api/jobs/chance/review', { game: game.toRequest() }, ({ rounds }) => {
      if (game !== this.#game) return;
      this.#verdicts = rounds;
      this.update();
      this.#tellVerdict();
    });
  }

  async #save() {
    try {
      const names = [this.#seats.black ?? 'human', this.#seats.white ?? 'human'];
      const { text } = await post('/api/chance/write', { game: this.#game.toRequest(), names });
      download(`${this.#game.setup.variant}.sgf`, new Blob([text], { type: 'application/x-go-sgf' }));
    } catch (error) {
      this.#app.say(message(error), true);
    }
  }

  #open() {
    const input = /** @type {HTMLInputElement} */ (html('input', { type: 'file', accept: '.sgf' }));
    input.addEventListener('change', async () => {
      const file = input.files?.[0];
      if (file) this.read(await file.text());
    });
    input.click();
  }

  /**
   * Opens the record of a game of chance, to look at and to go on with as two people.
   * @param {string} text
   */
  async read(text) {
    try {
      this.#start(ChanceGame.fromJSON(await post('/api/chance/read', { text })), { black: null, white: null });
      if (this.#game.rounds.length) this.#view(this.#game.rounds.length);
    } catch (error) {
      this.#app.say(message(error), true);
    }
  }

  #describe() {
    const { outcome, phase, toMove, rounds } = this.#game;
    if (this.#viewed !== null) return t('chance.round-of', { round: this.#viewed, rounds: rounds.length });
    if (outcome) return t(`game.won.${outcome.reason}`, { winner: NAMES[outcome.winner] });
    const round = rounds.length + 1;
    if (phase === 'bids') return t('chance.round.bids', { round });
    if (phase === 'flip') return t('chance.round.coin', { round });
    if (phase === 'advantage') return t('chance.round.tie', { color: NAMES[toMove] });
    return t('chance.round.move', { round, color: NAMES[toMove] });
  }
}

/** @param {Color} color */
const index = (color) => (color === 'black' ? 0 : 1);

/** @param {unknown} error */
const message = (error) => (error instanceof Error ? error.message : String(error));

/**
 * The server speaks of Black and White, the page of red and blue.
 * @param {string} text
 */
const colored = (text) => text.replace(/\bblack\b/gi, 'red').replace(/\bwhite\b/gi, 'blue');

/** @param {any} stored */
function restore(stored) {
  try {
    return stored?.game ? ChanceGame.fromJSON(stored.game) : null;
  } catch {
    return null;
  }
}

/** @param {Color} side that lies on top */
function coin(side) {
  return html('p', { class: 'flip' }, [html('span', { class: `coin ${side}`, 'aria-hidden': 'true' }, [NAMES[side][0]]), t('chance.coin-chose', { color: NAMES[side] })]);
}

/**
 * @param {number} blackWins
 * @param {{has: number, needs: number} | undefined} share
 * @param {string[]} best
 */
function valueText(blackWins, share, best) {
  const said = [t('chance.filling', { probability: blackWins.toFixed(4) })];
  if (share) said.push(t('chance.share', { needs: percent(share.needs), has: percent(share.has) }));
  if (best.length) said.push(t('chance.best', { cells: best.join(', ') }));
  return said.join(' ');
}

/**
 * How often each cell decides.
 * @param {{best: string[], critical: Record<string, number>}} value
 */
export function heatMap({ best, critical }) {
  const cells = Object.entries(critical);
  const most = Math.max(...cells.map(([, value]) => value), 1e-9);
  return {
    heat: new Map(cells.map(([cell, value]) => [cell, value / most])),
    labels: new Map(cells.map(([cell, value]) => [cell, best.includes(cell) ? '★' : String(Math.round(100 * value))])),
    hints: new Map(cells.map(([cell, value]) => [cell, t('chance.decides', { probability: value.toFixed(4) })])),
  };
}
