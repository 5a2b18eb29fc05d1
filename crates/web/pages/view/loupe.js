// A move on a small board under a finger: the cell that was touched is shown enlarged with its neighbours, and the move is confirmed.

import { centre, parseCell } from '../hex/geometry.js';
import { t } from '../words.js';
import { html, svg } from './element.js';
import { icon } from './icons.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('./board.js').Board} Board */

/** A cell that is narrower than this, in pixels, is not hit by a finger for sure. */
const FINGER = 30;
/** How far the loupe shows around the cell, in units of the board. */
const SIGHT = 3.4;

export class Loupe {
  #confirm;
  /** @type {string | null} */
  #cell = null;
  #picture = svg('svg', { class: 'loupe', 'aria-hidden': 'true' });
  #name = html('strong', {});
  #bar;
  /** @type {{board: Board, app: App} | null} */
  #for = null;

  /**
   * @param {HTMLElement} stage where it lies
   * @param {() => 'auto' | 'always' | 'never'} confirm
   */
  constructor(stage, confirm) {
    this.#confirm = confirm;
    const play = html('button', { type: 'button', class: 'primary', id: 'confirm-move', 'aria-label': t('loupe.play'), title: t('loupe.play') }, [icon('check')]);
    const leave = html('button', { type: 'button', id: 'leave-move', 'aria-label': t('loupe.leave'), title: t('loupe.leave') }, [icon('close')]);
    play.addEventListener('click', () => this.#play());
    leave.addEventListener('click', () => this.hide());
    this.#bar = html('div', { class: 'confirm', hidden: true, role: 'group', 'aria-label': t('loupe.label') }, [this.#picture, html('div', { class: 'buttons' }, [this.#name, play, leave])]);
    this.#picture.addEventListener('click', (event) => this.#move(/** @type {MouseEvent} */ (event)));
    stage.append(this.#bar);
  }

  /**
   * Whether a touch of a cell is not a move yet.
   * @param {Board} board
   * @param {App} app
   * @param {string} cell
   * @param {Event} [event] the click; a move from the keyboard has none
   */
  takes(board, app, cell, event) {
    const confirm = this.#confirm();
    const isFinger = event instanceof PointerEvent && event.pointerType === 'touch' && board.cellPixels < FINGER;
    if (!event || confirm === 'never' || (confirm === 'auto' && !isFinger)) return false;
    if (app.panel !== 'play' || !app.showsGame || app.objection() || app.game.refuse(cell)) return false;
    if (this.#cell === cell) {
      this.hide();
      return false;
    }
    if (!this.#for) app.onChange(() => this.hide());
    this.#for = { board, app };
    this.#show(cell);
    return true;
  }

  /** @param {string} cell */
  #show(cell) {
    if (!this.#for) return;
    const { board, app } = this.#for;
    const at = parseCell(cell, app.game.size);
    if (!at) return;
    this.#cell = cell;
    const { x, y } = centre(at[0], at[1], board.style.orientation);
    board.point({ ghosts: [{ cell, color: app.game.toMove, label: '' }] });
    this.#picture.setAttribute('viewBox', `${x - SIGHT} ${y - SIGHT} ${2 * SIGHT} ${2 * SIGHT}`);
    this.#picture.replaceChildren(svg('use', { href: '#board-content' }));
    this.#name.textContent = cell;
    this.#bar.hidden = false;
    // Elements with a size in pixels keep it here.
    this.#picture.style.setProperty('--pixel', ((2 * SIGHT) / (this.#picture.clientWidth || 134)).toFixed(5));
    app.announce(t('loupe.asks', { cell }));
  }

  /** A touch in the loupe moves to the cell that it shows there. @param {MouseEvent} event */
  #move(event) {
    if (!this.#for || !this.#cell) return;
    const { board, app } = this.#for;
    const box = this.#picture.getBoundingClientRect();
    const at = parseCell(this.#cell, app.game.size);
    if (!at) return;
    const middle = centre(at[0], at[1], board.style.orientation);
    const point = { x: middle.x + ((event.clientX - box.left) / box.width - 0.5) * 2 * SIGHT, y: middle.y + ((event.clientY - box.top) / box.height - 0.5) * 2 * SIGHT };
    const near = app.game.emptyCells().map((name) => {
      const [col, row] = /** @type {[number, number]} */ (parseCell(name, app.game.size));
      const { x, y } = centre(col, row, board.style.orientation);
      return { name, distance: Math.hypot(x - point.x, y - point.y) };
    }).sort((a, b) => a.distance - b.distance)[0];
    if (near && near.distance < 1) this.#show(near.name);
  }

  #play() {
    const cell = this.#cell;
    const app = this.#for?.app;
    this.hide();
    if (cell) app?.clicked(cell);
  }

  hide() {
    if (this.#cell === null) return;
    this.#cell = null;
    this.#bar.hidden = true;
    this.#for?.board.point({});
  }
}
