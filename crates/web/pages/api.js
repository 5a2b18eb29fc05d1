// Questions to the server. What takes long is a job: its progress comes as events, and it can be cancelled.

import { t } from './words.js';

/** Names this page, so that two tabs do not share a limit. */
const PAGE = crypto.randomUUID();

/** The server could not be reached, or went away before it answered. */
export class ServerLost extends Error {
  constructor() {
    super(t('server.lost'));
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
async function request(method, path, body) {
  /** @type {RequestInit} */
  const init = { method };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { 'x-page': PAGE, 'content-type': 'application/json' };
  }
  const response = await fetch(path, init).catch(() => { throw new ServerLost(); });
  if (response.status === 204) return null;
  const json = await response.json().catch(() => ({ error: `the server answered ${response.status}` }));
  if (!response.ok) throw new Error(json.error ?? `the server answered ${response.status}`);
  return json;
}

/** @param {string} path */
export const get = (path) => request('GET', path);

/**
 * @param {string} path
 * @param {unknown} body
 */
export const post = (path, body) => request('POST', path, body);

/** @typedef {{name: string, about: string, levels: {player: string, about: string}[]}} Player */
/** @type {Promise<Player[]> | null} */
let players = null;

/** The players of the server, asked for once. */
export function getPlayers() {
  players ??= get('/api/players').catch((error) => {
    players = null;
    throw error;
  });
  return players;
}

/** Questions that the server is at work on. @type {Set<Job>} */
const running = new Set();
// A page that is left asks for nothing more.
globalThis.addEventListener?.('pagehide', () => { for (const job of running) job.leave(); });

/** A running question. */
export class Job {
  /** Whether a stream that breaks is waited for; otherwise the question fails at once, and can be asked again. */
  isPatient = true;
  #cancelled = false;
  #ending = false;
  /** @type {string | null} */
  #id = null;
  /** @type {EventSource | null} */
  #events = null;
  /** @type {(answer: null) => void} */
  #settle = () => {};

  /**
   * Asks, and calls back with progress until the answer comes.
   * @param {string} path
   * @param {unknown} body
   * @param {(progress: any) => void} [onProgress]
   */
  constructor(path, body, onProgress) {
    /** @type {Promise<any>} resolves with the answer, or with null when cancelled */
    this.answer = this.#run(path, body, onProgress ?? (() => {})).finally(() => running.delete(this));
    running.add(this);
    // A caller that does not wait for the answer does not need its error either.
    this.answer.catch(() => {});
  }

  /**
   * A node of the strategy that this question was about.
   * @param {number} number
   */
  node(number) {
    return get(`/api/jobs/${this.#id}/nodes/${number}`);
  }

  /** Asks the server to come to an end; the answer is then what is known. */
  end() {
    this.#ending = true;
    if (this.#id !== null) request('DELETE', `/api/jobs/${this.#id}`).catch(() => {});
  }

  /** Ends the question while the page is being left. */
  leave() {
    if (this.#id !== null) fetch(`/api/jobs/${this.#id}`, { method: 'DELETE', keepalive: true }).catch(() => {});
  }

  /** Ends the question; its answer is then null. */
  cancel() {
    this.#cancelled = true;
    this.#events?.close();
    this.#settle(null);
    if (this.#id !== null) request('DELETE', `/api/jobs/${this.#id}`).catch(() => {});
  }

  /**
   * @param {string} path
   * @param {unknown} body
   * @param {(progress: any) => void} onProgress
   */
  async #run(path, body, onProgress) {
    const { job } = await post(path, body);
    this.#id = job;
    // Requests made before the server was ready are sent now.
    if (this.#ending) this.end();
    if (this.#cancelled) {
      this.cancel();
      return null;
    }
    return new Promise((resolve, reject) => {
      this.#settle = resolve;
      const events = new EventSource(`/api/jobs/${job}/events`);
      this.#events = events;
      const close = () => events.close();
      events.onmessage = ({ data }) => {
        if (this.#cancelled) {
          close();
          resolve(null);
          return;
        }
        const report = JSON.parse(data);
        if (report.state === 'running' && report.progress) onProgress(report.progress);
        if (report.state === 'done') { close(); resolve(report.result); }
        if (report.state === 'failed') { close(); reject(new Error(report.error)); }
        if (report.state === 'cancelled') { close(); resolve(null); }
      };
      events.onerror = () => {
        if (events.readyState !== EventSource.CLOSED && this.isPatient) return;
        close();
        reject(new ServerLost());
      };
    });
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
