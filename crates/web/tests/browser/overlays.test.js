// Overlays, maps and reviews: what is drawn and said about answers of the server.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Game, emptyStart } from '../../pages/hex/game.js';
import { accuracyOf, addLine, annotate, judgedAt, kindsOf, marksOf, nodesOf, startOf, wordsOf } from '../../pages/hex/review.js';
import { Tree } from '../../pages/hex/tree.js';
import { drawn, short } from '../../pages/overlays/maps.js';
import { shapeOf, ziggurats } from '../../pages/overlays/connections.js';
import { mustPlay } from '../../pages/overlays/must-play.js';
import { recolor } from '../../pages/hex/words.js';
import { combine, ghosts, list } from '../../pages/overlays/overlay.js';
import { headlineOf, whoWins, winningMoves } from '../../pages/overlays/verdict.js';
import { rowsOf } from '../../pages/panels/analyse/candidates.js';
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
  assert.equal(list(['a1', 'b1', 'c1'], 2), 'a1 b1 …');
});

test('maps run from pale to deep, and low may be urgent', () => {
  /** @type {[string, number][]} */
  const cells = [['a1', 2], ['b1', 4], ['c1', 6]];
  assert.equal(drawn(cells, false).heat?.get('c1'), 1);
  assert.equal(drawn(cells, true).heat?.get('c1'), 0);
  assert.equal(short(123.456), '123');
  assert.equal(short(0.5), '0.5');
  assert.equal(short(6.24), '6.2');
  assert.equal(recolor('Black wins, white does not'), 'Red wins, Blue does not');
});

test('the verdict answers an intrusion from the connection it has', () => {
  const game = new Game(emptyStart(size), ['c3']);
  const answer = {
    nodes: 1, seconds: 0.1, nodes_per_second: 10, moves: {}, winner: 'black', winning_move: null, carrier: ['b4', 'c4'],
    connection: { after: null, carrier: ['b4', 'c4'], replies: { b4: { reply: 'c4', why: 'two ways' } }, derivation: [], depth: 1 },
  };
  const shown = whoWins.show(answer, game, true);
  assert.deepEqual([shown.headline?.title, shown.headline?.winner, shown.headline?.sealed], ['Red wins', 'black', true]);
  assert.match(shown.headline?.lines[0] ?? '', /^Proved in 0\.1 s, 1 position\./);
  assert.match(shown.text, /The edges are connected over the shaded cells/);
  const pointed = /** @type {import('../../pages/overlays/overlay.js').Pointed} */ (shown.point?.('b4'));
  assert.match(pointed.text, /If Blue plays b4, Red answers c4\. Two ways\./);
  assert.deepEqual(pointed.ghosts?.map(({ cell, color }) => `${cell} ${color}`), ['b4 white', 'c4 black']);
  assert.match(/** @type {any} */ (shown.point?.('a1')).text, /does not need it/);
  assert.equal(shown.point?.('c3'), null);
});

test('winning moves are counted as they come in, and a lost board is a sentence', () => {
  const game = new Game(emptyStart(size));
  const shown = winningMoves.show({ nodes: 5, seconds: 1, nodes_per_second: 5, moves: { c3: 'wins', a1: 'loses' } }, game, false);
  assert.match(shown.text, /^1 move wins for Red \(c3\), 1 lose, 23 are open\./);
  assert.equal(shown.drawn.labels?.get('c3'), '✓');
  const moves = Object.fromEntries(game.emptyCells().map((cell) => [cell, /** @type {const} */ ('loses')]));
  const lost = winningMoves.show({ nodes: 5, seconds: 1, nodes_per_second: 5, moves, winner: 'white' }, game, true);
  assert.equal(lost.text, 'Every move of Red loses: Blue wins whatever is played.');
  assert.equal(lost.drawn.labels?.size, 0);
});

test('a cell outside the must-play region shows the threat that it misses', () => {
  const game = new Game(emptyStart(size), ['c3']);
  const answer = { winner: null, winning_move: null, must_play: ['c4'], carrier: [], threats: [{ key: 'c4', carrier: ['c4', 'c5'] }] };
  const shown = mustPlay.show(answer, game, true);
  const missed = /** @type {any} */ (shown.point?.('a1'));
  assert.match(missed.text, /Red wins with c4 over the outlined cells/);
  assert.deepEqual(missed.cells, ['c4', 'c5']);
  assert.match(/** @type {any} */ (shown.point?.('c4')).text, /stops every known threat/);
});

/** A reviewed game of three moves, the second of them a blunder. */
function reviewed() {
  const tree = new Tree(emptyStart(size));
  for (const move of ['c3', 'a1', 'b4']) tree.play(move);
  const judged = (/** @type {number} */ number, /** @type {string} */ move, /** @type {any} */ quality) => ({
    number, colour: /** @type {const} */ ('black'), move, quality, proved: true, before: 1, after: 0, better: null, better_line: [], refutation: [], carrier: [],
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
  assert.deepEqual([...marksOf(tree, review)], [[2, { mark: '??', words: wordsOf(review.moves[1]) }]]);
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
  assert.equal(tree.nodes[2].comment, `my own words\nReview: ${wordsOf(review.moves[1])}`);
  assert.match(wordsOf(review.moves[1]), /^Blunder, proved: Red was winning, now Blue wins/);
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

test('each player has an accuracy and its mistakes by kind', () => {
  const { review } = reviewed();
  // A good move, a blunder from 1 to 0, and a move in a lost position that does not count.
  review.moves[0] = { ...review.moves[0], before: 1, after: 1 };
  assert.equal(Math.round(accuracyOf(review, 'black') ?? 0), 50);
  assert.equal(accuracyOf(review, 'white'), null);
  assert.deepEqual(kindsOf(review, 'black'), { inaccuracy: 0, mistake: 0, blunder: 1 });
});

test('a line that is tried after the end of a game is no part of it', () => {
  const { tree } = reviewed();
  tree.last();
  const { end } = tree;
  addLine(tree, end, ['d3', 'e1'], '');
  assert.equal(tree.end, end);
  assert.deepEqual(tree.moves(Tree.fromJSON(tree.toJSON(true)).end), ['c3', 'a1', 'b4']);
  // A move of the game comes before it; what was tried stays.
  tree.play('e5');
  assert.deepEqual(tree.moves(tree.end), ['c3', 'a1', 'b4', 'e5']);
  assert.equal(tree.nodes[end].children.length, 2);
});

test('the swap has a row of its own among the candidates', () => {
  const game = new Game(emptyStart(size), ['c3']);
  const candidates = [{ cell: 'b4', value: 0.1, weight: 90, line: ['b4'] }, { cell: 'd2', value: 0.05, weight: 10, line: ['d2'] }];
  const rows = rowsOf({ nodes: 100, value: 0.1, line: ['b4'], candidates }, game);
  assert.deepEqual(rows.map(({ move }) => move), ['swap-pieces', 'b4', 'd2']);
  assert.equal(rows[0].value, 0.9);
  assert.deepEqual(rowsOf({ nodes: 100, value: 0.1, line: ['b4'], candidates }, new Game(emptyStart(size), ['c3', 'b2'])).map(({ move }) => move), ['b4', 'd2']);
});

test('a connection has the name that players give it', () => {
  const game = new Game({ size: { cols: 11, rows: 11 }, black: ['f3', 'f4', 'e6', 'b10'], white: [], toMove: null });
  const shape = (/** @type {string} */ to, /** @type {string[]} */ carrier, /** @type {string[]} */ group) => shapeOf({ to, kind: 'full', key: null, carrier, why: null }, group, game);
  assert.equal(shape('e6', ['e5', 'f5'], ['f3', 'f4']), 'bridge');
  assert.equal(shape('bottom', ['a11', 'b11'], ['b10']), 'edge-bridge');
  assert.equal(shape('top', ['e1', 'f1', 'g1', 'h1', 'e2', 'f2', 'g2', 'e3'], ['f3', 'f4']), 'ziggurat');
  assert.equal(shape('top', [], ['f1']), 'adjacent');
  assert.equal(shape('bottom', ['e7', 'e8', 'e9', 'e10', 'e11'], ['e6']), 'other');
  // Both ziggurats of a stone have eight cells.
  assert.deepEqual(ziggurats('f3', 'top', game).map((cells) => cells.length), [8, 8]);
});

test('a verdict says first what the swap is worth', () => {
  const swap = (/** @type {number} */ swapping) => ({
    move: 'swap-pieces', swapping: { chance: swapping, proved: true }, playing_on: { chance: 1 - swapping, proved: true },
  });
  const answer = { nodes: 1, seconds: 0.1, nodes_per_second: 10, moves: {}, winner: 'black', winning_move: null, carrier: [], connection: null, swap: swap(1) };
  const game = new Game(emptyStart(size), ['c3']);
  const said = (/** @type {any} */ of) => headlineOf(of, game, true);
  assert.deepEqual([said(answer).title, said(answer).lines[0], said(answer).winner], ['Blue wins by swapping', 'Without the swap, Red wins.', 'white']);
  const lost = said({ ...answer, winner: 'white', swap: swap(0) });
  assert.deepEqual([lost.title, lost.lines[0], lost.winner], ['Blue wins', 'Swapping would lose.', 'white']);
  assert.doesNotMatch(said({ ...answer, swap: null }).lines.join(), /swap/i);
  // Before the first stone, a winning one would be taken over, so no winner is named.
  const first = headlineOf({ ...answer, swap: null, opponent_may_swap: true, winning_move: 'c3' }, new Game(emptyStart(size)), true);
  assert.deepEqual([first.title, first.winner], ['Without the swap: Red wins with c3', null]);
});
