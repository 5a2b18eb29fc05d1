// The package in Node.js and in Chromium: its questions, and that it answers as the native program does in portable
// arithmetic. NPM names the folder of the package, HEXWRIGHT the program, CHROMIUM the browser.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

import { launch } from '../../web/tests/browser/harness.js';
import { serveFolder } from '../../web/tests/browser/static.js';

const FOLDER = process.env.NPM ?? '';
const { load } = await import(pathToFileURL(`${FOLDER}/index.js`).href);
const hexwright = await load();

/** What depends on the time, and not on the question. */
const TIMES = ['nodes_per_second', 'seconds', 'milliseconds'];

/**
 * Without times, and with six digits of a chance: the exponential function of a processor's library is not that of another.
 * @param {unknown} value
 * @returns {unknown}
 */
function timeless(value) {
  if (typeof value === 'number' && !Number.isInteger(value)) return Number(value.toPrecision(6));
  if (Array.isArray(value)) return value.map(timeless);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => !TIMES.includes(key)).map(([key, inner]) => [key, timeless(inner)]));
}

/** @param {string} question @param {object} fields */
function native(question, fields) {
  const text = execFileSync(process.env.HEXWRIGHT ?? 'hexwright', ['ask', question, JSON.stringify(fields), '--portable'], { encoding: 'utf8', maxBuffer: 1 << 26 });
  return JSON.parse(text);
}

const long = { milliseconds: 110_000 };
const game = (/** @type {number} */ side, /** @type {string} */ moves) => ({ size: [side, side], moves: moves.split(' ').filter(Boolean), swap: false });
const SAME = /** @type {[string, object][]} */ ([
  ['solve', { game: game(5, ''), all_moves: true, ...long }],
  ['solve', { game: game(6, 'a1 d3'), ...long }],
  ['solve', { game: game(7, 'd4'), ...long }],
  ['reply', { game: game(5, 'c3'), cell: 'b4', ...long }],
  ['must-play', { game: game(11, 'f6 h5 e8') }],
  ['connections', { game: game(9, 'e5 d7'), end: 'e5' }],
  ['connections/between', { game: game(9, 'e5 d7'), ends: ['e5', 'top'] }],
  ['inferior', { game: game(7, 'd4 c5 b3') }],
  ['evaluate', { game: game(11, 'f6 h5'), with: 'network' }],
  ['evaluate', { game: game(13, 'f6 h5'), with: 'resistance' }],
  ['evaluate', { game: game(15, 'f6 h5'), with: 'network' }],
  ['move', { game: game(11, 'a10'), player: 'neural', nodes: 150, ...long }],
  ['move', { game: game(13, 'a10 g7'), player: 'neural', nodes: 40, ...long }],
  ['move', { game: game(9, 'b3 e5'), player: 'playouts', nodes: 200, seed: 7, ...long }],
  ['move', { game: game(7, 'd4'), player: 'hexy', seed: 1, ...long }],
  ['move', { game: game(8, 'd5 e4'), player: 'yang', ...long }],
  ['move', { game: game(11, 'f6'), player: 'level:n=2', seed: 3, ...long }],
  ['local-games', { game: game(7, 'd4') }],
  ['decomposition', { game: game(5, 'c3') }],
  ['openings', { side: 9 }],
  ['chance', { game: game(5, 'c3') }],
  ['chance/decision', { game: { variant: 'bidding', size: [3, 3] }, player: 'exact' }],
  ['records/read', { text: 'https://hexworld.org/board/#11c1,a3:sg5,f8e6d9' }],
]);

for (const [question, fields] of SAME) {
  test(`the native program answers the same: ${question} ${JSON.stringify(fields).slice(0, 90)}`, (t) => {
    const began = performance.now();
    const answer = hexwright.ask(question, fields);
    const took = performance.now() - began;
    assert.deepEqual(timeless(answer), timeless(native(question, fields)));
    t.diagnostic(`${took.toFixed(0)} ms${Number.isInteger(answer.nodes) ? `, ${answer.nodes} nodes` : ''}`);
  });
}

test('questions have names of their own', () => {
  assert.equal(hexwright.solve(game(5, 'c3')).winner, 'black');
  assert.equal(hexwright.judge(game(5, 'c3 b2'), { nodes: 20, milliseconds: 20_000 }).candidates.length > 0, true);
  assert.ok(hexwright.connections(game(5, 'c3'), 'top').connections.length > 0);
  assert.ok(Array.isArray(hexwright.mustPlay(game(5, 'c3')).must_play));
  assert.ok(hexwright.players().some((/** @type {{name: string}} */ { name }) => name === 'neural'));
  const tree = hexwright.readRecord('(;FF[4]GM[11]SZ[5];B[a3];W[swap-pieces])');
  const { text, left_out: leftOut } = hexwright.writeRecord(tree, 'hexworld');
  assert.match(text, /#5/);
  assert.deepEqual(leftOut, []);
});

test('a wrong question says what was expected, and the engine goes on', () => {
  for (const [question, fields, expected] of /** @type {[string, object, RegExp][]} */ ([
    ['who', {}, /expected one of solve/],
    ['solve', { game: game(5, 'z9') }, /z9/],
    ['solve', { game: { size: [40, 40] } }, /40/],
    ['move', { game: game(5, ''), player: 'nobody' }, /not a player/],
    ['move', { game: game(5, ''), player: 'perfect:memory=1000000' }, /MB of memory/],
    ['records/read', { text: '\u0000' }, /.+/],
  ])) {
    assert.throws(() => hexwright.ask(question, fields), expected);
  }
  assert.equal(hexwright.solve(game(3, 'b2')).winner, 'black');
});

test('a question reports, and ends when it is asked to', () => {
  let heard = 0;
  const began = performance.now();
  const isOver = () => performance.now() - began > 1500;
  const { winner, nodes } = hexwright.solve({ size: [11, 11] }, { milliseconds: 600_000, onProgress: () => { heard += 1; }, isOver });
  assert.equal(winner, null);
  assert.ok(nodes > 0 && heard > 0);
});

test('memory stays below half a gigabyte', async () => {
  const own = await load({ wide: false });
  own.judge(game(11, ''), { milliseconds: 3000 });
  own.solve(game(11, ''), { milliseconds: 3000 });
  assert.ok(process.memoryUsage().arrayBuffers < 512 << 20, `${process.memoryUsage().arrayBuffers >> 20} MB`);
});

test('the same files work in a browser', async () => {
  const host = await serveFolder(FOLDER);
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(`${host.address}package.json`);
    const found = await page.evaluate(async (address) => {
      const { load: open } = await import(`${address}index.js`);
      const engine = await open({ wide: false });
      return [engine.solve({ size: [5, 5], moves: ['c3'] }).winner, engine.judge({ size: [7, 7] }, { nodes: 20, milliseconds: 20_000 }).move];
    }, host.address);
    assert.equal(found[0], 'black');
    assert.equal(found[1], hexwright.judge({ size: [7, 7] }, { nodes: 20, milliseconds: 20_000 }).move);
  } finally {
    await browser.close();
    host.stop();
  }
});
