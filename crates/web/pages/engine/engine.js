// The engine as a WebAssembly module: questions and answers as JSON. Needs no page: runs in workers and in Node.js too.
//
// `crates/wasm/src/abi.rs` is the other side of the border.

/**
 * What an instance may take.
 * @typedef {object} Limits
 * @property {number} milliseconds the longest time that a question may ask for
 * @property {number} table_bytes the transposition table of a question
 * @property {number} player_bytes what a player may take
 */
/**
 * What is done while a question is worked on.
 * @typedef {object} Asking
 * @property {(progress: any) => void} [onProgress]
 * @property {() => boolean} [isOver] whether the question shall end now, with what is known; asked very often
 */
/**
 * The module's functions.
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {(length: number) => number} allocate
 * @property {(limits: number, length: number) => number} open
 * @property {(isWide: number, weights: number, length: number) => number} provide
 * @property {(name: number, nameLength: number, fields: number, length: number) => number} ask
 * @property {() => number} answer_start
 * @property {() => number} answer_length
 */

/** @type {Limits} for a computer; a phone gets less */
export const LIMITS = { milliseconds: 900_000, table_bytes: 64 << 20, player_bytes: 256 << 20 };

/** A module with one relaxed vector instruction: a browser that accepts it runs the faster engine. */
const RELAXED = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 8, 1, 96, 3, 123, 123, 123, 1, 123, 3, 2, 1, 0, 10, 13, 1, 11, 0, 32, 0, 32, 1, 32, 2, 253, 133, 2, 11,
]);

/** The file of the engine that this machine runs fastest. */
export const moduleName = () => (WebAssembly.validate(RELAXED) ? 'hexwright-relaxed.wasm' : 'hexwright.wasm');

/** The side from which on the wide network plays. */
const WIDE_SIDE = 15;

/**
 * The weights file that a question needs: its name.
 * @param {any} fields of the question
 */
export function weightsFor(fields) {
  const [cols, rows] = fields?.game?.size ?? [fields?.side ?? 0, fields?.side ?? 0];
  return Math.min(cols, rows) >= WIDE_SIDE ? 'wide' : 'default';
}

/** One instance, which answers one question at a time. */
export class Engine {
  /** @type {Exports} */
  #exports;
  /** @type {Asking} */
  #asking = {};
  #encoder = new TextEncoder();
  #decoder = new TextDecoder();
  /** The message of the panic that has ended this instance. */
  #lament = '';

  /**
   * @param {WebAssembly.Module} module
   * @param {Limits} [limits]
   */
  constructor(module, limits = LIMITS) {
    const host = {
      now: () => performance.now(),
      is_over: () => Number(this.#asking.isOver?.() ?? false),
      tell: (/** @type {number} */ start, /** @type {number} */ length) => this.#asking.onProgress?.(JSON.parse(this.#read(start, length))),
      lament: (/** @type {number} */ start, /** @type {number} */ length) => { this.#lament = this.#read(start, length); },
    };
    this.#exports = /** @type {Exports} */ (/** @type {unknown} */ (new WebAssembly.Instance(module, { host }).exports));
    this.#call(() => this.#exports.open(...this.#write(JSON.stringify(limits))));
  }

  /**
   * Gives a network's weights. Questions that need them come after.
   * @param {'default' | 'wide'} name
   * @param {Uint8Array} file
   */
  provide(name, file) {
    this.#call(() => this.#exports.provide(Number(name === 'wide'), ...this.#put(file)));
  }

  /**
   * Answers a question; throws with what was found and what was expected. An instance that has run out of memory or
   * stack throws a `WebAssembly.RuntimeError` and cannot be asked again.
   * @param {string} name
   * @param {unknown} fields
   * @param {Asking} [asking]
   * @returns {any}
   */
  ask(name, fields, asking = {}) {
    this.#asking = asking;
    try {
      return JSON.parse(this.#call(() => this.#exports.ask(...this.#write(name), ...this.#write(JSON.stringify(fields)))));
    } finally {
      this.#asking = {};
    }
  }

  /** @param {() => number} act */
  #call(act) {
    let isAnswer;
    try {
      isAnswer = act();
    } catch (error) {
      const reason = this.#lament || (error instanceof Error ? error.message : String(error));
      throw new WebAssembly.RuntimeError(reason);
    }
    const text = this.#read(this.#exports.answer_start(), this.#exports.answer_length());
    if (!isAnswer) throw new Error(text);
    return text;
  }

  /**
   * @param {string} text
   * @returns {[number, number]}
   */
  #write(text) {
    return this.#put(this.#encoder.encode(text));
  }

  /**
   * @param {Uint8Array} bytes
   * @returns {[number, number]} where they lie, and how many they are
   */
  #put(bytes) {
    const start = this.#exports.allocate(bytes.length);
    new Uint8Array(this.#exports.memory.buffer, start, bytes.length).set(bytes);
    return [start, bytes.length];
  }

  /**
   * @param {number} start
   * @param {number} length
   */
  #read(start, length) {
    return this.#decoder.decode(new Uint8Array(this.#exports.memory.buffer, start, length));
  }
}
