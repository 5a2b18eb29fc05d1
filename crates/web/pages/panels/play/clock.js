// Two clocks, counted in the page and kept in the browser: a reload stops neither.

import { readStored, store } from '../../storage.js';

/** @typedef {import('../../hex/game.js').Color} Color */
/** @typedef {'increment' | 'delay'} Extra what the extra seconds are: added after each move, or counted before the clock runs */
/** @typedef {Record<Color, string>} Faces */

const KEY = 'hexwright.clocks';
/** Below this many seconds a clock shows tenths, and looks urgent. */
export const URGENT = 10;

export class Clock {
  #left = { black: 0, white: 0 };
  /** @type {Color | null} */
  #running = null;
  /** Seconds of the delay that are left in this move. */
  #delay = 0;
  #seconds = 0;
  /** @type {Extra} */
  #extra = 'increment';
  #moves = 0;
  /** @type {ReturnType<typeof setInterval> | null} */
  #timer = null;
  #onFlag;
  isOn = false;

  /** @param {() => void} onFlag */
  constructor(onFlag) {
    this.#onFlag = onFlag;
    const stored = readStored(KEY);
    if (stored?.isOn) {
      this.isOn = true;
      this.#left = stored.left;
      this.#seconds = stored.seconds ?? 0;
      this.#extra = stored.extra ?? 'increment';
      this.#moves = stored.moves ?? 0;
      this.#running = stored.running;
      this.#delay = stored.delay ?? 0;
      // The time since then is charged to the side that was thinking.
      if (this.#running) this.#spend(Math.max(0, (Date.now() - stored.at) / 1000));
    }
  }

  #keep() {
    store(KEY, { isOn: this.isOn, left: this.#left, running: this.#running, delay: this.#delay, seconds: this.#seconds, extra: this.#extra, moves: this.#moves, at: Date.now() });
  }

  /**
   * @param {{minutes: number, seconds: number, extra: Extra}} time no minutes: no clock
   */
  start({ minutes, seconds, extra }) {
    this.isOn = minutes > 0;
    this.#left = { black: minutes * 60, white: minutes * 60 };
    [this.#seconds, this.#extra] = [seconds, extra];
    this.#running = null;
    this.#moves = 0;
    this.#delay = 0;
    this.#keep();
  }

  /** @param {number} seconds taken from the side that is to move */
  #spend(seconds) {
    const free = Math.min(this.#delay, seconds);
    this.#delay -= free;
    if (this.#running) this.#left[this.#running] -= seconds - free;
  }

  /** @param {Color} color */
  isUrgent(color) {
    return this.isOn && this.#left[color] < URGENT;
  }

  /** @param {Color} color */
  #face(color) {
    const left = Math.max(0, this.#left[color]);
    if (left < URGENT) return (Math.floor(left * 10) / 10).toFixed(1);
    const seconds = Math.ceil(left);
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    const tail = `${String(minutes).padStart(hours ? 2 : 1, '0')}:${String(seconds % 60).padStart(2, '0')}`;
    return hours ? `${hours}:${tail}` : tail;
  }

  /**
   * @param {Color | null} color whose time runs
   * @param {number} moves made so far: another one gives its maker the increment
   * @param {(faces: Faces) => void} show
   */
  turn(color, moves, show) {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    const mover = this.#running;
    if (moves !== this.#moves) {
      if (mover && moves === this.#moves + 1 && this.#extra === 'increment') this.#left[mover] += this.#seconds;
      this.#delay = this.#extra === 'delay' ? this.#seconds : 0;
    } else if (mover === null && color !== null && moves === 0) {
      this.#delay = this.#extra === 'delay' ? this.#seconds : 0;
    }
    this.#moves = moves;
    this.#running = color;
    this.#keep();
    const draw = () => show({ black: this.#face('black'), white: this.#face('white') });
    draw();
    if (!this.isOn || color === null) return;
    let last = performance.now();
    this.#timer = setInterval(() => {
      const now = performance.now();
      this.#spend((now - last) / 1000);
      last = now;
      this.#keep();
      draw();
      if (this.#running && this.#left[this.#running] <= 0) {
        if (this.#timer !== null) clearInterval(this.#timer);
        this.isOn = false;
        this.#keep();
        this.#onFlag();
      }
    }, 100);
  }
}
