// Asking a machine for a move, and asking again when the server was away.

import { Job, ServerLost } from '../../api.js';

/** Seconds until the next try, the last for all that follow. */
const PAUSES = [1, 2, 4, 8];

/** One question at a time: a new one ends the one before. */
export class Asking {
  /** @type {Job | null} */
  #job = null;
  #number = 0;
  /** @type {() => void} ends the pause before the next try */
  #wake = () => {};
  #onLost;

  /** @param {(seconds: number | null) => void} onLost hears that the server is away and when it is asked again; null when it is back */
  constructor(onLost) {
    this.#onLost = onLost;
  }

  /** Whether an answer is waited for. */
  get isBusy() {
    return this.#job !== null;
  }

  cancel() {
    this.#number += 1;
    this.#job?.cancel();
    this.#job = null;
    this.#wake();
  }

  /** Tries at once. */
  retry() {
    this.#wake();
  }

  /**
   * The answer; null if another question came before it.
   * @param {() => object} body
   * @returns {Promise<any>}
   */
  async ask(body) {
    this.cancel();
    const mine = this.#number;
    for (let attempt = 0; ; attempt += 1) {
      const job = new Job('/api/jobs/move', body());
      job.isPatient = false;
      this.#job = job;
      try {
        const answer = await job.answer;
        if (mine !== this.#number) return null;
        this.#job = null;
        if (attempt) this.#onLost(null);
        return answer;
      } catch (error) {
        if (mine !== this.#number) return null;
        if (!(error instanceof ServerLost)) {
          this.#job = null;
          throw error;
        }
      }
      const seconds = PAUSES[Math.min(attempt, PAUSES.length - 1)];
      this.#onLost(seconds);
      await new Promise((then) => {
        this.#wake = () => then(undefined);
        setTimeout(then, 1000 * seconds);
      });
      if (mine !== this.#number) {
        this.#onLost(null);
        return null;
      }
    }
  }
}
