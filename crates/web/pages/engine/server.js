// Questions to a server over HTTP. What takes long is a job: its progress comes as events, and it can be cancelled.

import { t } from '../words.js';

/** Names this page, so that two tabs do not share a limit. */
const PAGE = globalThis.crypto?.randomUUID?.() ?? Math.random().toString(16).slice(2);

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

/** A question that a server is at work on. */
class ServerWork {
  #cancelled = false;
  #ending = false;
  /** @type {string | null} */
  #id = null;
  /** @type {EventSource | null} */
  #events = null;
  /** @type {(answer: null) => void} */
  #settle = () => {};

  /**
   * @param {string} path
   * @param {unknown} body
   * @param {(progress: any) => void} onProgress
   * @param {() => boolean} isPatient
   */
  constructor(path, body, onProgress, isPatient) {
    /** @type {Promise<any>} */
    this.answer = this.#run(path, body, onProgress, isPatient);
  }

  /**
   * A node of the strategy that this question was about.
   * @param {number} number
   */
  node(number) {
    return request('GET', `/api/jobs/${this.#id}/nodes/${number}`);
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
   * @param {() => boolean} isPatient
   */
  async #run(path, body, onProgress, isPatient) {
    const { job } = await request('POST', path, body);
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
        if (events.readyState !== EventSource.CLOSED && isPatient()) return;
        close();
        reject(new ServerLost());
      };
    });
  }
}

/** Asks the server that the page comes from. */
export class Server {
  /** @param {string} path */
  get(path) {
    return request('GET', path);
  }

  /**
   * @param {string} path
   * @param {unknown} body
   */
  post(path, body) {
    return request('POST', path, body);
  }

  /**
   * @param {string} path
   * @param {unknown} body
   * @param {(progress: any) => void} hear
   * @param {() => boolean} isPatient
   */
  start(path, body, hear, isPatient) {
    return new ServerWork(path, body, hear, isPatient);
  }
}
