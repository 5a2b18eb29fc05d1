// Two clocks, counted in the page and kept in the browser: a reload stops neither.

import { readStored, store } from '../../settings.js';

/** @typedef {import('../../hex/game.js').Color} Color */

const KEY = 'hexwright.clocks';

export class Clock {
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
    const stored = readStored(KEY);
    if (stored?.isOn) {
      this.isOn = true;
      this.#left = stored.left;
      // The time since then is charged to whoever was thinking.
      const running = /** @type {Color | null} */ (stored.running);
      if (running) this.#left[running] -= Math.max(0, (Date.now() - stored.at) / 1000);
    }
  }

  #keep() {
    store(KEY, { isOn: this.isOn, left: this.#left, running: this.#running, at: Date.now() });
  }

  /** @param {number} minutes */
  start(minutes) {
    this.isOn = minutes > 0;
    this.#left = { black: minutes * 60, white: minutes * 60 };
    this.#running = null;
    this.#keep();
  }

  /**
   * @param {Color | null} color whose time runs
   * @param {(text: string) => void} show
   */
  turn(color, show) {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    this.#running = color;
    this.#keep();
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
      this.#keep();
      draw();
      if (this.#running && this.#left[this.#running] <= 0) {
        if (this.#timer !== null) clearInterval(this.#timer);
        this.isOn = false;
        this.#keep();
        this.#onFlag();
      }
    }, 200);
  }
}
