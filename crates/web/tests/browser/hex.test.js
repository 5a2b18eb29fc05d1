// The rules and the move tree as the pages know them.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Game, emptyStart, joiningChain } from '../../pages/hex/game.js';
import { allCells, borders, bounds, centre, coordinates, corners, mirror, neighbours, parseCell } from '../../pages/hex/geometry.js';
import { Tree } from '../../pages/hex/tree.js';
import { distance, reasonsFor } from '../../pages/hex/why.js';

const size = { cols: 5, rows: 5 };

test('cells have names and neighbours', () => {
  assert.deepEqual(parseCell('c4', size), [2, 3]);
  assert.equal(parseCell('f1', size), null);
  assert.equal(parseCell('a0', size), null);
  assert.deepEqual(neighbours('b2', size).sort(), ['a2', 'a3', 'b1', 'b3', 'c1', 'c2']);
  assert.deepEqual(neighbours('a1', size).sort(), ['a2', 'b1']);
  assert.equal(mirror('a3', size), 'c1');
  assert.equal(allCells(size).length, 25);
});

test('neighbours lie at the same distance in every orientation, and cells share corners', () => {
  for (const orientation of /** @type {const} */ (['flat', 'diamond', 'vertical'])) {
    const here = centre(1, 1, orientation);
    for (const name of neighbours('b2', size)) {
      const at = /** @type {[number, number]} */ (parseCell(name, size));
      const there = centre(at[0], at[1], orientation);
      assert.ok(Math.abs(Math.hypot(here.x - there.x, here.y - there.y) - Math.sqrt(3)) < 1e-9);
    }
    const shared = corners(1, 1, orientation).filter((a) => corners(2, 1, orientation).some((b) => Math.hypot(a.x - b.x, a.y - b.y) < 1e-9));
    assert.equal(shared.length, 2);
    // Cells, edges and coordinates lie within the box, and coordinates outside of the cells.
    const box = bounds(size, orientation);
    const isInside = (/** @type {{x: number, y: number}} */ { x, y }) => x > box.left && x < box.left + box.width && y > box.top && y < box.top + box.height;
    const cells = allCells(size).map((name) => /** @type {[number, number]} */ (parseCell(name, size)));
    assert.ok(cells.every(([col, row]) => corners(col, row, orientation, 1.12).every(isInside)));
    const names = coordinates(size, orientation);
    assert.deepEqual(names.map(({ name }) => name), ['a', 'b', 'c', 'd', 'e', '1', '2', '3', '4', '5']);
    for (const { at } of names) {
      assert.ok(isInside(at));
      assert.ok(cells.every(([col, row]) => { const { x, y } = centre(col, row, orientation); return Math.hypot(x - at.x, y - at.y) > 1.5; }));
    }
  }
});

test('a chain from edge to edge wins, and the game is then over', () => {
  const game = new Game(emptyStart({ cols: 2, rows: 2 }), ['b1', 'a1', 'a2']);
  assert.deepEqual(game.outcome, { winner: 'black', reason: 'connection' });
  assert.deepEqual(game.winningChain().sort(), ['a2', 'b1']);
  assert.match(game.refuse('b2') ?? '', /over/);
});

test('swap mirrors the stone, only as the second move', () => {
  const game = new Game(emptyStart(size), ['a3']);
  assert.ok(game.canSwap);
  game.play('swap-pieces');
  assert.deepEqual([...game.stones], [['c1', 'white']]);
  assert.equal(game.toMove, 'black');
  assert.match(game.refuse('swap-pieces') ?? '', /second move/);
  assert.match(game.refuse('c1') ?? '', /occupied/);
});

test('the tree keeps variations, promotes, removes, and is read back', () => {
  const tree = new Tree(emptyStart(size));
  for (const move of ['c3', 'b2', 'd4']) tree.play(move);
  tree.nodes[tree.current].comment = 'well played';
  tree.first();
  tree.play('c3');
  tree.play('a1');
  assert.equal(tree.nodes[1].children.length, 2);
  const copy = Tree.fromJSON(JSON.parse(JSON.stringify(tree)));
  assert.deepEqual(JSON.parse(JSON.stringify(copy)), JSON.parse(JSON.stringify(tree)));
  tree.promote();
  tree.first();
  tree.last();
  assert.deepEqual(tree.moves(), ['c3', 'a1']);
  tree.remove();
  tree.last();
  assert.deepEqual(tree.moves(), ['c3', 'b2', 'd4']);
  assert.equal(tree.nodes[tree.current].comment, 'well played');
  assert.equal(tree.nodes.length, 4);
});

test('set-up stones come before the moves', () => {
  const tree = new Tree({ size, black: ['a1'], white: ['b2'], toMove: 'white' });
  tree.play('c3');
  const copy = Tree.fromJSON(JSON.parse(JSON.stringify(tree)));
  assert.equal(copy.game(1).stones.get('c3'), 'white');
  assert.equal(copy.game(1).stones.get('a1'), 'black');
});

test('the winner found stone by stone is the one that a search of the whole board finds, and the tree knows who moved', () => {
  let state = 7;
  const below = (/** @type {number} */ most) => { state = (state * 48271) % 2147483647; return state % most; };
  for (let number = 0; number < 60; number += 1) {
    const board = { cols: 2 + below(5), rows: 2 + below(5) };
    const tree = new Tree({ ...emptyStart(board), toMove: number % 3 ? null : 'white' });
    const movers = [];
    for (let game = tree.game(); !game.outcome; game = tree.game()) {
      const empty = game.emptyCells();
      const swaps = game.canSwap && number % 4 === 0;
      movers.push(game.toMove);
      tree.play(swaps ? (board.cols === board.rows ? 'swap-pieces' : 'swap-sides') : empty[below(empty.length)]);
      const after = tree.game();
      for (const color of /** @type {const} */ (['black', 'white'])) {
        assert.equal(joiningChain(after.stones, board, color).length > 0, after.outcome?.winner === color);
      }
    }
    assert.deepEqual(tree.toJSON().nodes.slice(1).map(({ color }) => color), movers);
    assert.deepEqual(Tree.fromJSON(JSON.parse(JSON.stringify(tree.toJSON()))).moves(tree.nodes.length - 1), tree.moves());
  }
});

test('borders go around the board without a gap, and neighbours meet in a mitre', () => {
  for (const orientation of /** @type {const} */ (['flat', 'diamond', 'vertical'])) {
    for (const board of [{ cols: 1, rows: 1 }, { cols: 3, rows: 5 }, size]) {
      const around = borders(board, orientation, 0.2);
      assert.deepEqual(around.map(({ edge }) => edge), ['top', 'right', 'bottom', 'left']);
      around.forEach(({ inner, outer }, index) => {
        const next = around[(index + 1) % 4];
        for (const [end, begin] of [[inner.at(-1), next.inner[0]], [outer.at(-1), next.outer[0]]]) assert.ok(end && Math.hypot(end.x - begin.x, end.y - begin.y) < 1e-9);
        inner.forEach((point, at) => assert.ok(Math.abs(Math.hypot(outer[at].x - point.x, outer[at].y - point.y) - 0.2 / Math.cos(Math.PI / 6)) < 1e-9));
      });
    }
  }
});

test('a move is explained by what it does', () => {
  const kinds = (/** @type {string[]} */ moves, /** @type {string} */ move) => reasonsFor(new Game(emptyStart(size), moves, false), move).map(({ kind }) => kind);
  assert.deepEqual(kinds(['c1', 'a1', 'c2', 'a2', 'c3', 'a3', 'c4', 'a4'], 'c5'), ['wins']);
  // Red c3 and d1 are a bridge over c2 and d2; Blue has intruded at d2.
  assert.equal(kinds(['c3', 'a5', 'd1', 'd2'], 'c2')[0], 'saves');
  // Red b4 has a bridge to the bottom; Blue has intruded at b5.
  assert.equal(kinds(['b4', 'b5'], 'a5')[0], 'saves-edge');
  assert.ok(kinds(['c3', 'a1'], 'd1').includes('bridge'));
  assert.ok(kinds(['c2', 'e1'], 'b4').includes('bridge-edge'));
  assert.ok(kinds(['c3', 'a1'], 'c4').includes('extends'));
  assert.ok(kinds(['a5', 'b3', 'a4', 'd3', 'e5', 'c3'], 'e3').includes('blocks'));
});

test('the distance counts stones, with bridges as joined', () => {
  const stones = (/** @type {string[]} */ moves) => new Game(emptyStart(size), moves, false).stones;
  assert.equal(distance(stones([]), size, 'black'), 2);
  assert.equal(distance(stones(['c3']), size, 'black'), 2 - 1 + 1);
  assert.equal(distance(stones(['c1', 'a1', 'c2', 'a2', 'c3', 'a3', 'c4', 'a4']), size, 'black'), 0);
});
