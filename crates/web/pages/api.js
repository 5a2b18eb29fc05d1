// Questions to the server. What takes long is a job: its progress comes as events, and it can be cancelled.

/** Names this page, so that two tabs do not share a limit. */
const PAGE = crypto.randomUUID();

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
  const response = await fetch(path, init);
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

/** A running question. */
export class Job {
  #cancelled = false;
  #ending = false;
  /** @type {number | null} */
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
    this.answer = this.#run(path, body, onProgress ?? (() => {}));
    // Whoever does not wait for the answer does not want to hear of its failure either.
    this.answer.catch(() => {});
  }

  /** Asks the server to come to an end; the answer is then what is known. */
  end() {
    this.#ending = true;
    if (this.#id !== null) request('DELETE', `/api/jobs/${this.#id}`).catch(() => {});
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
    // Whoever was quicker than the server is heard now.
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
        if (events.readyState === EventSource.CLOSED) reject(new Error('the connection to the server was lost'));
      };
    });
  }
}
