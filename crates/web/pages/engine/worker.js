// A worker with one instance of the engine. The page sends it modules, weights and questions, one at a time.

import { Engine } from './engine.js';

/**
 * @typedef {object} Message
 * @property {WebAssembly.Module} [module] begins
 * @property {import('./engine.js').Limits} [limits] of the instance
 * @property {'default' | 'wide'} [weights] the name of weights
 * @property {Uint8Array} [file] the weights
 * @property {number} [id] the number of a question
 * @property {string} [name] what is asked
 * @property {any} [fields] of the question
 * @property {SharedArrayBuffer | string} [flag] says when the question shall end: a number that is not 0 any more, or an
 * address that is not there any more
 */

/** Milliseconds between two looks at an address: a look takes about one. */
const LOOKS = 80;

/** @type {Engine | null} */
let engine = null;

/**
 * Whether the page wants the question to end. A worker that computes hears no messages: it looks at shared memory or, in a
 * page that may not share memory, at an address of a blob, which the page revokes.
 * @param {SharedArrayBuffer | string | undefined} flag
 */
function overOf(flag) {
  if (flag === undefined) return () => false;
  if (typeof flag !== 'string') {
    const shared = new Int32Array(flag);
    return () => Atomics.load(shared, 0) !== 0;
  }
  let looked = performance.now();
  let isOver = false;
  return () => {
    const now = performance.now();
    if (isOver || now - looked < LOOKS) return isOver;
    looked = now;
    const request = new XMLHttpRequest();
    try {
      request.open('GET', flag, false);
      request.send();
    } catch {
      isOver = true;
    }
    return isOver;
  };
}

/** @param {MessageEvent<Message>} event */
onmessage = ({ data }) => {
  const { module, limits, weights, file, id, name, fields, flag } = data;
  try {
    if (module) engine = new Engine(module, limits);
    if (weights && file) engine?.provide(weights, file);
    if (name === undefined) return;
    if (!engine) throw new Error('found no module: expected one before the first question');
    const onProgress = (/** @type {any} */ progress) => postMessage({ id, progress });
    const answer = engine.ask(name, fields, { onProgress, isOver: overOf(flag) });
    postMessage({ id, answer });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    postMessage({ id, error: message, isFatal: error instanceof WebAssembly.RuntimeError });
  }
};
