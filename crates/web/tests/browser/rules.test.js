// The rules of games of chance, the acts of the arena and walks through strategies, as the pages know them.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { boardAfter, hexMoves, parseAct, parseSize, treeOf } from '../../pages/hex/acts.js';
import { ChanceGame } from '../../pages/hex/chance.js';
import { Line } from '../../pages/hex/strategy.js';
import { advise, picture, summary } from '../../pages/panels/openings.js';

/** @type {import('../../pages/hex/chance.js').Setup} */
const setup = { variant: 'bidding', size: { cols: 3, rows: 3 }, coin: 0.5, chips: [10, 10], advantage: 'white', ties: 'advantage', payment: 'opponent' };

test('the higher bid pays the other and moves', () => {
  const game = new ChanceGame(setup, ['bids 3 5']);
  assert.deepEqual([game.phase, game.toMove, game.chips], ['move', 'white', [15, 5]]);
  assert.match(game.refuse('bids 1 1') ?? '', /not the time/);
  game.happen('b2');
  assert.equal(game.phase, 'bids');
  assert.match(game.refuse('bids 16 0') ?? '', /0 to 15/);
  assert.match(game.refuse('bids 0.5 0') ?? '', /whole number/);
  assert.match(game.refuse('b1') ?? '', /First both bid/);
});

test('equal bids go by the tie rule, and the bank keeps what it gets', () => {
  const taken = new ChanceGame(setup, ['bids 4 4', 'take']);
  assert.deepEqual([taken.toMove, taken.advantage, taken.chips], ['white', 'black', [14, 6]]);
  const declined = new ChanceGame(setup, ['bids 4 4', 'decline']);
  assert.deepEqual([declined.toMove, declined.advantage, declined.chips], ['black', 'white', [6, 14]]);
  const coin = new ChanceGame({ ...setup, ties: 'coin', payment: 'bank' }, ['bids 4 4']);
  assert.equal(coin.phase, 'flip');
  coin.happen('flip black');
  assert.deepEqual([coin.toMove, coin.chips, coin.tie], ['black', [6, 10], 'coin']);
  const rule = new ChanceGame({ ...setup, ties: 'black' }, ['bids 0 0']);
  assert.deepEqual([rule.phase, rule.toMove, rule.tie], ['move', 'black', 'rule']);
});

test('a chain or a resignation ends a game of chance', () => {
  const game = new ChanceGame({ ...setup, variant: 'random-turn' });
  for (const cell of ['b1', 'b2', 'b3']) for (const event of ['flip black', cell]) game.happen(event);
  assert.deepEqual([game.phase, game.outcome?.winner, game.winningChain().sort()], ['over', 'black', ['b1', 'b2', 'b3']]);
  assert.match(game.refuse('flip black') ?? '', /over/);
  const copy = ChanceGame.fromJSON(JSON.parse(JSON.stringify(game.toRequest())));
  assert.deepEqual(copy.events, game.events);
  assert.equal(new ChanceGame(setup, ['resign black']).outcome?.winner, 'white');
});

test('acts of the arena become boards and trees', () => {
  assert.deepEqual(parseAct('w c3 10 20 30 40'), { color: 'white', deed: 'c3', used: [10, 20], left: [30, 40] });
  assert.deepEqual([parseSize('5'), parseSize('7x5')], [{ cols: 5, rows: 5 }, { cols: 7, rows: 5 }]);
  const acts = ['b a3 1 0 0 0', 'w swap 0 1 0 0', 'b b2 1 0 0 0'];
  assert.deepEqual(hexMoves(acts), ['a3', 'swap-pieces', 'b2']);
  const game = { size: '5', variant: 'hex', acts, black: 'one', white: 'two' };
  assert.equal(boardAfter(game).stones.get('c1'), 'white');
  assert.equal(boardAfter(game, 1).stones.get('a3'), 'black');
  assert.deepEqual(treeOf(game).moves(), ['a3', 'swap-pieces', 'b2']);
  const chance = { size: '3', variant: 'bidding', acts: ['b bids:3:5 0 0 0 0', 'w b2 0 0 0 0', 'w a2 0 0 0 0', 'w c2 0 0 0 0'] };
  assert.equal(boardAfter(chance).outcome?.winner, 'white');
  assert.equal(boardAfter(chance, 1).stones.size, 1);
});

test('a strategy answers a captured pair on the other cell', async () => {
  // Red wins 3x3 from b2: b1 and c1 are captured, and so are b3 and a3.
  /** @type {import('../../pages/hex/strategy.js').Strategy} */
  const strategy = {
    size: [3, 3], black: ['b2'], white: [], winner: 'black', first: null, root: 1,
    nodes: 2, connections: 1, steps: 0,
  };
  /** @type {import('../../pages/hex/strategy.js').Node[]} */
  const nodes = [
    { stones: ['b1', 'b2', 'b3'], cells: [], steps: 0 },
    { stones: ['b2'], cells: ['b1', 'c1', 'a3', 'b3'], filled: { node: 0, pairs: [['b1', 'c1'], ['b3', 'a3']] } },
  ];
  const text = 'hexwright strategy 2\nc b1 b2 b3 :\nf 0 : b1:c1 b3:a3\n';
  const line = await Line.open(strategy, text, (number) => Promise.resolve(nodes[number]));
  assert.deepEqual(line.carrier(), ['b1', 'c1', 'b3', 'a3']);
  const never = () => Promise.reject(new Error('not asked'));
  await line.reply('b1', never);
  assert.deepEqual([line.moves.at(-1)?.cell, line.carrier()], ['c1', ['b3', 'a3']]);
  // Elsewhere nothing has to be answered: a pair is played out.
  await line.reply('c3', (body) => {
    assert.equal(/** @type {{line: string}} */ (body).line, 'c b1 b2 b3 :');
    return Promise.resolve({ answers: [{ cell: null, needed: false }], needs: [], steps: 0 });
  });
  assert.equal(line.moves.at(-1)?.cell, 'b3');
  assert.deepEqual([line.outcome?.winner, line.carrier()], ['black', []]);
  line.back();
  await line.reply('b3', never);
  assert.deepEqual([line.moves.at(-1)?.cell, line.outcome?.winner], ['a3', 'black']);
});

test('a strategy answers with what a reply does not touch, and goes back', async () => {
  // Red wins 3x3 from b2: two connections, left or right, and answers that choose between them.
  /** @type {import('../../pages/hex/strategy.js').Strategy} */
  const strategy = {
    size: [3, 3], black: ['b2'], white: [], winner: 'black', first: null, root: 2,
    nodes: 3, connections: 2, steps: 10,
  };
  const left = { stones: ['b2', 'b1'], cells: ['a3', 'b3'], steps: 5 };
  const right = { stones: ['b2', 'c1'], cells: ['a3', 'b3'], steps: 5 };
  const answers = [{ cell: 'b1', node: 0, cells: left.cells }, { cell: 'c1', node: 1, cells: right.cells }];
  const nodes = [left, right, { stones: ['b2'], cells: ['b1', 'c1', 'a3', 'b3'], answers }];
  const line = await Line.open(strategy, 'hexwright strategy 1\nc b1 b2 :\nc c1 b2 :\na b1:0 c1:1\n', (number) => Promise.resolve(nodes[number]));
  assert.deepEqual(line.carrier(), ['b1', 'c1', 'a3', 'b3']);
  const never = () => Promise.reject(new Error('not asked'));
  await line.reply('b1', never);
  assert.deepEqual(line.moves.map(({ cell }) => cell), ['b1', 'c1']);
  assert.match(line.reason(), /The edges are connected over 2 cells; the proof was checked/);
  /** @type {any} */
  let asked = null;
  await line.reply('a3', (body) => {
    asked = body;
    return Promise.resolve({ answers: [{ cell: 'b3', needed: true }], needs: [], steps: 5 });
  });
  assert.deepEqual([asked.line, asked.intrusions], ['c c1 b2 :', ['a3']]);
  assert.deepEqual(line.outcome, { winner: 'black' });
  assert.match(line.refuse('c3') ?? '', /over/);
  line.back();
  assert.deepEqual(line.moves.map(({ cell }) => cell), ['b1', 'c1']);
  line.back();
  assert.deepEqual(line.moves, []);
});

test('a map of openings tells what is proved from what is thought', () => {
  /** @type {import('../../pages/panels/openings.js').OpeningMap} */
  const map = { side: 2, solved: false, openings: [
    { cell: 'a1', winner: 'white', swap: false, proved: true },
    { cell: 'b1', winner: 'black', swap: true, proved: true },
    { cell: 'a2', winner: 'black', swap: true, proved: false, chance: 0.8 },
    { cell: 'b2', winner: 'white', swap: false, proved: false, chance: 0.46 },
  ] };
  assert.match(summary(map), /^2 of 4 first moves are proved; Red wins with 1 of them\. The network judged 2 openings, .* 1 are fair/);
  const { labels, shades, hints } = picture(map);
  assert.deepEqual([...(labels?.values() ?? [])], ['−', '+', '80', '46']);
  assert.deepEqual(shades?.map(({ cells, kind }) => [kind, ...cells]), [['black-wins', 'b1'], ['white-wins', 'a1'], ['fair', 'b2'], ['black-wins thought', 'a2'], ['white-wins thought']]);
  assert.deepEqual([hints?.get('a2'), hints?.get('b2')], ['Red 80 %', 'Red 46 %, fair']);
  const proved = { ...map, openings: map.openings.slice(0, 2) };
  assert.match(summary(proved), /Every one of them is proved/);
  const thought = { ...map, openings: map.openings.slice(2) };
  assert.match(summary(thought), /^The network judged 2 openings/);
  assert.match(advise(map.openings[2]), /a2 gives Red 80 %\. Blue should swap\./);
  assert.match(advise(map.openings[3]), /b2 is a fair opening: Red has 46 %\./);
});
