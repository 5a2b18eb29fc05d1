// Overlays, maps and reviews: what is drawn and said about answers of the server.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Game, emptyStart } from '../../pages/hex/game.js';
import { addLine, annotate, judgedAt, marksOf, nodesOf, startOf } from '../../pages/hex/review.js';
import { Tree } from '../../pages/hex/tree.js';
import { drawn, short } from '../../pages/overlays/maps.js';
import { mustPlay } from '../../pages/overlays/must-play.js';
import { recolor } from '../../pages/hex/words.js';
import { combine, ghosts, list, many } from '../../pages/overlays/overlay.js';
import { balance, whoWins, winningMoves } from '../../pages/overlays/verdict.js';
import { places, segments } from '../../pages/view/graph.js';

const size = { cols: 5, rows: 5 };

test('overlays are combined: one heat, later labels, all hints and shades', () => {
  const both = combine([
    { labels: new Map([['a1', 'x'], ['b2', 'y']]), hints: new Map([['a1', 'one']]), shades: [{ cells: ['a1'], kind: 'wins' }] },
    { heat: new Map([['c3', 1]]), labels: new Map([['a1', 'z']]), hints: new Map([['a1', 'two']]) },
    { heat: new Map([['c3', 0]]), edges: true },
  ]);
  assert.equal(both.labels?.get('a1'), 'z');
  assert.equal(both.labels?.get('b2'), 'y');
  assert.equal(both.hints?.get('a1'), 'one; two');
  assert.equal(both.heat?.get('c3'), 1);
  assert.equal(both.shades?.length, 1);
  assert.ok(both.edges);
});

test('a line is drawn as numbered stones of alternating colours', () => {
  assert.deepEqual(ghosts(['a1', 'b2', 'c3'], 'white').map(({ color, label }) => `${color} ${label}`), ['white 1', 'black 2', 'white 3']);
  assert.equal(many(1, 'move'), '1 move');
  assert.equal(many(2000, 'move'), '2,000 moves');
  assert.equal(list(['a1', 'b1', 'c1'], 2), 'a1 b1 …');
});

test('maps run from pale to deep, and low may be urgent', () => {
  /** @type {[string, number][]} */
  const cells = [['a1', 2], ['b1', 4], ['c1', 6]];
  assert.equal(drawn(cells, false).heat?.get('c1'), 1);
  assert.equal(drawn(cells, true).heat?.get('c1'), 0);
  assert.equal(short(123.456), '123');
  assert.equal(short(0.5), '0.5');
  assert.equal(recolor('Black wins, white does not'), 'Red wins, Blue does not');
});

test('the verdict answers an intrusion from the connection it has', () => {
  const game = new Game(emptyStart(size), ['c3']);
  const answer = {
    nodes: 1, seconds: 0.1, nodes_per_second: 10, moves: {}, winner: 'black', winning_move: null, carrier: ['b4', 'c4'],
    connection: { after: null, carrier: ['b4', 'c4'], replies: { b4: { reply: 'c4', why: 'two ways' } }, derivation: [], depth: 1 },
  };
  const shown = whoWins.show(answer, game, true);
  assert.match(shown.text, /^Red wins\. Proved: 1 position in/);
  const pointed = /** @type {import('../../pages/overlays/overlay.js').Pointed} */ (shown.point?.('b4'));
  assert.match(pointed.text, /If Blue plays b4, Red answers c4\. Two ways\./);
  assert.deepEqual(pointed.ghosts?.map(({ cell, color }) => `${cell} ${color}`), ['b4 white', 'c4 black']);
  assert.match(/** @type {any} */ (shown.point?.('a1')).text, /does not need it/);
  assert.equal(shown.point?.('c3'), null);
});

test('winning moves are counted as they come in, and the balance leans to who is nearer', () => {
  const game = new Game(emptyStart(size));
  const shown = winningMoves.show({ nodes: 5, seconds: 1, nodes_per_second: 5, moves: { c3: 'wins', a1: 'loses' } }, game, false);
  assert.match(shown.text, /^1 move wins for Red \(c3\), 1 lose, 23 are open\./);
  assert.equal(shown.drawn.labels?.get('c3'), '✓');
  const numbers = { nodes: 1, seconds: 1, nodes_per_second: 1, moves: {}, proof: 1, disproof: 100 };
  assert.ok((balance(numbers, game).balance ?? 0) > 0.8);
  assert.deepEqual(balance({ ...numbers, proof: null }, game), {});
});

test('a cell outside the must-play region shows the threat that it misses', () => {
  const game = new Game(emptyStart(size), ['c3']);
  const answer = { winner: null, winning_move: null, must_play: ['c4'], carrier: [], threats: [{ key: 'c4', carrier: ['c4', 'c5'] }] };
  const shown = mustPlay.show(answer, game, true);
  const missed = /** @type {any} */ (shown.point?.('a1'));
  assert.match(missed.text, /Red wins with c4 over c4 c5/);
  assert.deepEqual(missed.cells, ['c4', 'c5']);
  assert.match(/** @type {any} */ (shown.point?.('c4')).text, /meets every threat/);
});

/** A reviewed game of three moves, the second of them a blunder. */
function reviewed() {
  const tree = new Tree(emptyStart(size));
  for (const move of ['c3', 'a1', 'b4']) tree.play(move);
  const judged = (/** @type {number} */ number, /** @type {string} */ move, /** @type {any} */ quality) => ({
    number, colour: /** @type {const} */ ('black'), move, quality, proved: true, before: 1, after: 0, better: null, better_line: [], refutation: [], carrier: [], words: `words ${number}`,
  });
  const review = {
    start: startOf(tree), line: ['c3', 'a1', 'b4'], done: true,
    positions: [0.5, 1, 0, 0].map((black, index) => ({ black, basis: /** @type {any} */ (index === 0 ? 'unknown' : 'proof'), best: null })),
    moves: [judged(1, 'c3', 'good'), judged(2, 'a1', 'blunder'), judged(3, 'b4', 'lost')],
  };
  return { tree, review };
}

test('a review belongs to its line, wherever the tree has it', () => {
  const { tree, review } = reviewed();
  assert.deepEqual(nodesOf(tree, review), [0, 1, 2, 3]);
  assert.deepEqual([...marksOf(tree, review)], [[2, { mark: '??', words: 'words 2' }]]);
  assert.equal(judgedAt(tree, review, 2)?.quality, 'blunder');
  assert.equal(judgedAt(tree, review, 0), null);
  tree.first();
  tree.play('b2');
  assert.equal(judgedAt(tree, review, tree.current), null);
  assert.deepEqual(nodesOf(new Tree(emptyStart({ cols: 7, rows: 7 })), review), []);
});

test('judgements are written into comments once, and lines become variations', () => {
  const { tree, review } = reviewed();
  tree.nodes[2].comment = 'my own words';
  annotate(tree, review);
  annotate(tree, review);
  assert.equal(tree.nodes[2].comment, 'my own words\nReview: words 2');
  const { current } = tree;
  const last = addLine(tree, 2, ['d3', 'e1'], 'refutes it');
  assert.equal(tree.current, current);
  assert.deepEqual(tree.moves(last), ['c3', 'a1', 'd3', 'e1']);
  assert.equal(addLine(tree, 2, ['d3', 'e1'], 'refutes it'), last);
  assert.equal(tree.nodes[4].comment, 'refutes it');
});

test('the graph goes through what is known, thick where it is proved', () => {
  const { review } = reviewed();
  const at = places(review.positions);
  assert.ok(at[1].y < at[0].y && at[2].y > at[0].y);
  assert.deepEqual(segments(review.positions).map(({ proved }) => proved), [true, true]);
});
