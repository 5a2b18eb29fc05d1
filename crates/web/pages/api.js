// Questions of the page: to the server that it comes from, or to the engine in the browser.
//
// The addresses, the questions and the answers are the same. A page that was built to stand alone names the place of its
// engine; a page from the program asks the program.

import { Pool } from './engine/pool.js';
import { Server, ServerLost } from './engine/server.js';

export { ServerLost };

/** Where the engine lies; null where a server answers. */
const place = globalThis.document?.querySelector('meta[name="engine"]')?.getAttribute('content') ?? null;

/** Whether there is a server, with an arena and other people. */
export const hasServer = place === null;

const engine = place === null ? new Server() : new Pool(new URL(place, document.baseURI).href);

/**
 * @param {string} path
 * @returns {Promise<any>}
 */
export const get = (path) => engine.get(path);

/**
 * @param {string} path
 * @param {unknown} body
 * @returns {Promise<any>}
 */
export const post = (path, body) => engine.post(path, body);

/** @typedef {{name: string, about: string, levels: {player: string, about: string}[]}} Player */
/** @type {Promise<Player[]> | null} */
let players = null;

/** The players, asked for once. */
export function getPlayers() {
  players ??= get('/api/players').catch((error) => {
    players = null;
    throw error;
  });
  return players;
}

/** Questions that are worked on. @type {Set<Job>} */
const running = new Set();
// A page that is left asks for nothing more.
globalThis.addEventListener?.('pagehide', () => { for (const job of running) job.leave(); });

/** A running question. */
export class Job {
  /** Whether a stream that breaks is waited for; otherwise the question fails at once, and can be asked again. */
  isPatient = true;
  #work;

  /**
   * Asks, and calls back with progress until the answer comes.
   * @param {string} path
   * @param {unknown} body
   * @param {(progress: any) => void} [onProgress]
   */
  constructor(path, body, onProgress) {
    this.#work = engine.start(path, body, onProgress ?? (() => {}), () => this.isPatient);
    /** @type {Promise<any>} resolves with the answer, or with null when cancelled */
    this.answer = this.#work.answer.finally(() => running.delete(this));
    running.add(this);
    // A caller that does not wait for the answer does not need its error either.
    this.answer.catch(() => {});
  }

  /**
   * A node of the strategy that this question was about.
   * @param {number} number
   * @returns {Promise<any>}
   */
  node(number) {
    return this.#work.node(number);
  }

  /** Asks for an end; the answer is then what is known. */
  end() {
    this.#work.end();
  }

  /** Ends the question while the page is being left. */
  leave() {
    this.#work.leave();
  }

  /** Ends the question; its answer is then null. */
  cancel() {
    this.#work.cancel();
  }
}

/**
 * Hears what an arena tells, and connects again by itself when the connection was lost.
 * @param {{onMessage: (message: any) => void, onOpen: () => void, onLost: () => void}} listener `onOpen` also where something may have been missed
 * @returns {() => void} ends it
 */
export function listenToArena({ onMessage, onOpen, onLost }) {
  const events = new EventSource('/arena/events');
  events.onmessage = ({ data }) => onMessage(JSON.parse(data));
  events.addEventListener('open', onOpen);
  events.addEventListener('missed', onOpen);
  events.onerror = onLost;
  return () => events.close();
}
