// Hexwright for programs in JavaScript: loads the engine and names its questions.

import { Engine, LIMITS } from './engine.js';

/** A file of this package: from the disk in Node.js, over the network in a browser. */
async function read(place) {
  if (place.protocol === 'file:') {
    const { readFile } = await import('node:fs/promises');
    return new Uint8Array(await readFile(place));
  }
  const response = await fetch(place);
  if (!response.ok) throw new Error(`${place}: the host answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

const here = (name) => new URL(name, import.meta.url);

/** Loads an engine. See index.d.ts. */
export async function load({ limits = {}, wide = true, files = {} } = {}) {
  const bytes = (name) => (files[name] instanceof Uint8Array ? files[name] : read(files[name] ? new URL(files[name], here(name)) : here(name)));
  const names = ['default.hexnet', ...(wide ? ['wide.hexnet'] : [])];
  const [module, ...weights] = await Promise.all([bytes('hexwright.wasm').then((code) => WebAssembly.compile(code)), ...names.map(bytes)]);
  const engine = new Engine(module, { ...LIMITS, ...limits });
  weights.forEach((file, index) => engine.provide(names[index].replace('.hexnet', ''), file));
  return new Hexwright(engine);
}

export class Hexwright {
  #engine;

  constructor(engine) {
    this.#engine = engine;
  }

  ask(question, fields = {}, options = {}) {
    return this.#engine.ask(question, fields, options);
  }

  solve(game, { milliseconds = 60_000, allMoves = false, ...options } = {}) {
    return this.ask('solve', { game, milliseconds, all_moves: allMoves }, options);
  }

  judge(game, { player = 'neural', milliseconds = 1000, nodes, seed = 0, ...options } = {}) {
    return this.ask('move', { game, player, milliseconds, seed, ...(nodes === undefined ? {} : { nodes }) }, options);
  }

  connections(game, end) {
    return this.ask('connections', { game, end });
  }

  mustPlay(game) {
    return this.ask('must-play', { game });
  }

  readRecord(text, size = [11, 11]) {
    return this.ask('records/read', { text, size });
  }

  writeRecord(tree, format = 'sgf') {
    return this.ask('records/write', { tree, format });
  }

  players() {
    return this.ask('players');
  }
}
