// Workers that answer the questions of the page in the browser itself, behind the same addresses as a server.

import { LIMITS, moduleName, weightsFor } from './engine.js';

/** @typedef {import('./engine.js').Limits} Limits */
/** @typedef {'default' | 'wide'} Weights */

/** Milliseconds that a cancelled question has to end by itself, before its worker is replaced. */
const GRACE = 250;

/** Questions that are answered in a moment, without a network. */
const SHORT = ['players', 'records/read', 'records/write', 'chance/read', 'chance/write', 'strategies/connection'];
/** Questions that may take minutes. The others take seconds, and do not wait for these. */
const LONG = ['solve', 'move', 'review', 'decomposition', 'chance/decision', 'chance/review'];

/** What a device lends. */
function shareOfDevice() {
  const { hardwareConcurrency: cores = 2, deviceMemory: gigabytes = 8 } = /** @type {any} */ (navigator);
  const isSmall = gigabytes <= 2;
  const limits = isSmall ? { ...LIMITS, table_bytes: 16 << 20, player_bytes: 96 << 20 } : LIMITS;
  // Two even on one core: a game goes on while a proof is looked for.
  return { limits, searchers: isSmall ? 2 : Math.min(Math.max(cores - 1, 2), 4) };
}

/** A question and who waits for it. */
class Question {
  /** @type {Blob | null} */
  #blob = null;
  /** @type {SharedArrayBuffer | string | undefined} */
  flag;

  /**
   * @param {number} id
   * @param {string} name
   * @param {any} fields
   * @param {(progress: any) => void} hear
   */
  constructor(id, name, fields, hear) {
    this.id = id;
    this.name = name;
    this.fields = fields;
    this.hear = hear;
    this.isOver = false;
    /** @type {(answer: any) => void} */
    this.resolve = () => {};
    /** @type {(error: Error) => void} */
    this.reject = () => {};
    /** @type {Promise<any>} */
    this.answer = new Promise((resolve, reject) => { [this.resolve, this.reject] = [resolve, reject]; });
  }

  /** What the worker looks at to know whether it shall end. */
  raise() {
    if (globalThis.crossOriginIsolated) {
      this.flag = new SharedArrayBuffer(4);
    } else {
      this.#blob = new Blob(['1']);
      this.flag = URL.createObjectURL(this.#blob);
    }
    return this.flag;
  }

  /** Asks the worker to come to an end. */
  lower() {
    this.isOver = true;
    if (typeof this.flag === 'string') URL.revokeObjectURL(this.flag);
    else if (this.flag) Atomics.store(new Int32Array(this.flag), 0, 1);
  }
}

/** Workers that share a queue. */
class Lane {
  /** @type {Question[]} */
  #waiting = [];
  /** @type {Set<Desk>} */
  #desks = new Set();
  #pool;
  #most;

  /**
   * @param {Pool} pool
   * @param {number} most workers
   */
  constructor(pool, most) {
    this.#pool = pool;
    this.#most = most;
  }

  /** @param {Question} question */
  take(question) {
    this.#waiting.push(question);
    this.#next();
  }

  #next() {
    if (!this.#waiting.length) return;
    let desk = [...this.#desks].find(({ question }) => !question);
    if (!desk) {
      if (this.#desks.size >= this.#most) return;
      desk = new Desk(this.#pool);
      this.#desks.add(desk);
    }
    const question = /** @type {Question} */ (this.#waiting.shift());
    const mine = desk;
    desk.work(question).finally(() => {
      if (mine.isBroken) this.#desks.delete(mine);
      this.#next();
    });
    this.#next();
  }

  /** @param {Question} question that has no listener any more */
  cancel(question) {
    this.#waiting = this.#waiting.filter((other) => other !== question);
    question.lower();
    const desk = [...this.#desks].find((other) => other.question === question);
    setTimeout(() => { if (desk?.question === question) desk.close(); }, GRACE);
  }
}

/** A worker and what it is at. */
class Desk {
  /** @type {Question | null} */
  question = null;
  isBroken = false;
  /** @type {Set<Weights>} */
  #has = new Set();
  /** @type {() => void} */
  #done = () => {};
  #pool;
  #worker;

  /** @param {Pool} pool */
  constructor(pool) {
    this.#pool = pool;
    this.#worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
    this.#worker.onmessage = ({ data }) => this.#hear(data);
    this.#worker.onerror = (event) => this.#hear({ id: this.question?.id, error: event.message || 'the worker failed', isFatal: true });
    this.isOpen = pool.module().then((module) => this.#worker.postMessage({ module, limits: pool.limits }));
  }

  /**
   * Done when the worker is free again, or gone.
   * @param {Question} question
   */
  async work(question) {
    this.question = question;
    const done = new Promise((resolve) => { this.#done = () => resolve(undefined); });
    try {
      await this.isOpen;
      if (!SHORT.includes(question.name) && !question.name.startsWith('strategy')) await this.#give(weightsFor(question.fields));
      // It may have been cancelled while the weights were on their way.
      if (question.isOver || this.isBroken) {
        question.resolve(null);
        return;
      }
      const { id, name, fields } = question;
      this.#worker.postMessage({ id, name, fields, flag: question.raise() });
      await done;
    } catch (error) {
      question.reject(error instanceof Error ? error : new Error(String(error)));
      this.close();
    } finally {
      this.question = null;
    }
  }

  /** @param {Weights} weights */
  async #give(weights) {
    if (this.#has.has(weights)) return;
    const file = await this.#pool.weights(weights);
    this.#has.add(weights);
    this.#worker.postMessage({ weights, file });
  }

  /** @param {{id?: number, progress?: any, answer?: any, error?: string, isFatal?: boolean}} message */
  #hear({ id, progress, answer, error, isFatal }) {
    const { question } = this;
    if (isFatal) question?.reject(new Error(error));
    if (isFatal) this.close();
    if (!question || question.id !== id) return;
    if (progress !== undefined) {
      if (!question.isOver) question.hear(progress);
      return;
    }
    question.lower();
    if (error === undefined) question.resolve(answer);
    else question.reject(new Error(error));
    this.#done();
  }

  /** Ends the worker at once. */
  close() {
    this.isBroken = true;
    this.#worker.terminate();
    this.question?.resolve(null);
    this.#done();
  }
}

/** Answers what a server answers, at the same addresses. */
export class Pool {
  #place;
  #number = 0;
  /** @type {Promise<WebAssembly.Module> | null} */
  #module = null;
  /** @type {Map<string, Promise<Uint8Array>>} */
  #weights = new Map();
  /** @type {Limits} */
  limits;

  /** @param {string} place the address of the folder with the engine */
  constructor(place) {
    this.#place = place;
    const { limits, searchers } = shareOfDevice();
    this.limits = limits;
    this.lanes = { short: new Lane(this, 1), quick: new Lane(this, 2), proofs: new Lane(this, 1), long: new Lane(this, searchers) };
    // It arrives while the page is drawn; the first question hears of its failure.
    this.module().catch(() => {});
  }

  /** The module, compiled while it arrives. */
  module() {
    this.#module ??= this.#fetch(moduleName()).then(async (response) => {
      // A host that does not know the type of such files is forgiven.
      if (response.headers.get('content-type')?.startsWith('application/wasm')) return WebAssembly.compileStreaming(response);
      return WebAssembly.compile(await response.arrayBuffer());
    });
    this.#module.catch(() => { this.#module = null; });
    return this.#module;
  }

  /** @param {Weights} name */
  weights(name) {
    let file = this.#weights.get(name);
    if (!file) {
      file = this.#fetch(`${name}.hexnet`).then(async (response) => new Uint8Array(await response.arrayBuffer()));
      file.catch(() => this.#weights.delete(name));
      this.#weights.set(name, file);
    }
    return file;
  }

  /** @param {string} name of a file beside the engine */
  async #fetch(name) {
    const response = await fetch(new URL(name, this.#place));
    if (!response.ok) throw new Error(`${name}: the host answered ${response.status}`);
    return response;
  }

  /** @param {string} path */
  async get(path) {
    const [, what, name] = /^\/api\/([a-z]+)\/?(.*)$/.exec(path) ?? [];
    if (what === 'players') return this.ask('players', {}).answer;
    if (what === 'openings') return this.ask('openings', { side: Number(name) }).answer;
    if (what === 'strategies' && !name) return (await this.#fetch('strategies/index.json')).json();
    if (what === 'strategies') return { text: await (await this.#fetch(`strategies/${name}.strategy`)).text() };
    throw new Error(`${path} needs a server`);
  }

  /**
   * @param {string} path
   * @param {unknown} body
   */
  post(path, body) {
    return this.ask(path.replace('/api/', ''), body).answer;
  }

  /**
   * Asks what a server takes as a job.
   * @param {string} path
   * @param {any} body
   * @param {(progress: any) => void} hear
   */
  start(path, body, hear) {
    const name = path.replace('/api/jobs/', '');
    return this.ask(name, body, hear);
  }

  /**
   * @param {string} name
   * @param {any} fields
   * @param {(progress: any) => void} [hear]
   */
  ask(name, fields, hear = () => {}) {
    this.#number += 1;
    const id = this.#number;
    const isStrategy = name.startsWith('strategy');
    const lane = SHORT.includes(name) ? 'short' : isStrategy ? 'proofs' : LONG.includes(name) ? 'long' : 'quick';
    const question = new Question(id, name, name === 'strategy' ? { ...fields, id } : fields, hear);
    this.lanes[lane].take(question);
    return {
      answer: question.answer,
      node: (/** @type {number} */ number) => this.ask('strategy/node', { id, number }).answer,
      end: () => question.lower(),
      cancel: () => {
        question.resolve(null);
        this.lanes[lane].cancel(question);
      },
      // Workers end with their page.
      leave: () => {},
    };
  }
}
