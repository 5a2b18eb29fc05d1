// Games of chance, openings, strategies and the arena in a real browser, clicked as a person would.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, afterEach, before, test } from 'node:test';

import { ChanceGame } from '../../pages/hex/chance.js';
import { click, closePages, kept, label, launch, newGame, onServer, open as openPage, picture, show, start, tooWide } from './harness.js';

/** @typedef {import('playwright-core').Page} Page */

/** @type {Awaited<ReturnType<typeof start>>} */
let server;
/** @type {Awaited<ReturnType<typeof start>>} */
let arena;
/** @type {import('playwright-core').Browser} */
let browser;

before(async () => {
  [server, arena, browser] = await Promise.all([
    start(['serve', '--port', '0']),
    start(['arena', 'show', 'random', 'bridges', 'mops', '--size', '5', '--port', '0', '--pace', '300ms', '--rounds', '50', '--name', 'spring']),
    launch(),
  ]);
});

afterEach(closePages);

after(async () => {
  await browser?.close();
  server?.stop();
  arena?.stop();
});

const open = (/** @type {object} */ options = {}) => openPage(browser, server.address, options);
const text = async (/** @type {Page} */ page, /** @type {string} */ selector) => (await page.textContent(selector)) ?? '';
/** @param {Page} page @param {string} selector @param {RegExp} pattern */
const says = (page, selector, pattern) => page.waitForFunction(
  ([where, what, flags]) => new RegExp(what, flags).test(document.querySelector(where)?.textContent ?? ''), [selector, pattern.source, pattern.flags], { timeout: 60_000 });

/**
 * @param {Page} page
 * @param {Record<string, string>} fields
 */
async function newChance(page, fields) {
  await page.click('#tab-chance');
  for (const [name, value] of Object.entries(fields)) {
    const field = page.locator(`#new-chance [name="${name}"]`);
    if (await field.evaluate((element) => element instanceof HTMLSelectElement)) await field.selectOption(value);
    else await field.fill(value);
  }
  await page.click('#new-chance button[type=submit]');
}

/**
 * Writes a bid of a person and seals it.
 * @param {Page} page
 * @param {'black' | 'white'} color
 * @param {number} bid
 */
async function seal(page, color, bid) {
  await page.click(`#i-am-${color}`);
  await page.fill('#bid', String(bid));
  await page.click('#seal');
}

test('the page knows the same rules of chance as the server', onServer, async () => {
  let state = 1;
  const below = (/** @type {number} */ most) => { state = (state * 48271) % 2147483647; return state % most; };
  for (let number = 0; number < 60; number += 1) {
    const ties = /** @type {const} */ (['advantage', 'coin', 'black', 'white'])[number % 4];
    const game = new ChanceGame({
      variant: number % 5 === 0 ? 'random-turn' : 'bidding', size: { cols: 3, rows: 4 }, coin: 0.3, chips: [below(9), below(9)],
      advantage: number % 3 ? 'white' : 'black', ties, payment: number % 7 < 2 ? 'bank' : 'opponent',
    });
    while (game.phase !== 'over') {
      const empty = ['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3', 'a4', 'b4', 'c4'].filter((cell) => !game.stones.has(cell));
      if (game.phase === 'bids') game.happen(`bids ${below(game.chips[0] + 1)} ${below(game.chips[1] + 1)}`);
      else if (game.phase === 'advantage') game.happen(below(2) ? 'take' : 'decline');
      else if (game.phase === 'flip') game.happen(`flip ${below(2) ? 'black' : 'white'}`);
      else game.happen(empty[below(empty.length)]);
    }
    const ask = async (/** @type {string} */ path, /** @type {object} */ body) => (await fetch(server.address + path, {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body),
    })).json();
    const { text: sgf, error } = await ask('api/chance/write', { game: game.toRequest() });
    assert.ok(sgf, error);
    assert.match(sgf, new RegExp(`RE\\[${game.outcome?.winner === 'black' ? 'B' : 'W'}`));
    if (game.setup.variant === 'bidding') assert.equal(sgf.match(/CHIPS\[\d+:\d+\]/g)?.at(-1), `CHIPS[${game.chips.join(':')}]`);
    const again = await ask('api/chance/read', { text: sgf });
    assert.deepEqual(again.events, game.events);
  }
});

test('two people bid in secret, pay, move, and use the advantage chip', async () => {
  const { page, problems } = await open();
  await newChance(page, { variant: 'bidding', size: '3', opponent: 'person', 'black-chips': '50', 'white-chips': '40' });
  await seal(page, 'black', 23);
  // The second person sees nothing of the first bid.
  assert.match(await text(page, '#chance-action'), /sealed/);
  assert.doesNotMatch(await page.innerHTML('#chance'), /\b23\b/);
  assert.doesNotMatch(JSON.stringify(await kept(page)), /\b23\b/);
  await picture(page, 'hand-over');
  await seal(page, 'white', 12);
  assert.match(await text(page, '#chance-action'), /Red bid 23, blue bid 12/);
  assert.match(await text(page, '[data-chips=black]'), /^27 chips/);
  assert.match(await text(page, '[data-chips=white]'), /^63 chips/);
  await click(page, 'b2');
  assert.match(await label(page, 'b2'), /red/);
  // Equal bids: blue holds the chip and uses it.
  await seal(page, 'black', 5);
  await seal(page, 'white', 5);
  assert.match(await text(page, '.purse.white'), /advantage chip/);
  await page.click('#take');
  assert.match(await text(page, '.purse.black'), /advantage chip/);
  await click(page, 'b1');
  assert.match(await label(page, 'b1'), /blue/);
  // A reload keeps the game; an undo takes the round back with its chips.
  await page.reload();
  await page.waitForSelector('html[data-ready]');
  await page.click('#tab-chance');
  assert.match(await label(page, 'b1'), /blue/);
  await page.click('#chance-undo');
  assert.match(await label(page, 'b1'), /empty/);
  assert.match(await text(page, '.purse.white'), /advantage chip/);
  assert.match(await text(page, '[data-chips=black]'), /^27 chips/);
  // A bid above the purse is not taken.
  await page.click('#i-am-black');
  await page.fill('#bid', '28');
  await page.click('#seal');
  assert.ok(await page.isVisible('#bid'));
  await page.click('#chance-resign');
  assert.match(await text(page, '#status'), /Blue has won by resignation/);
  assert.deepEqual(problems, []);
});

test('the exact player bids and moves, gives hints, and the game is saved, opened and judged', async () => {
  const { page, problems } = await open();
  await newChance(page, { variant: 'bidding', size: '4', opponent: 'exact', color: 'black' });
  for (let round = 0; round < 20; round += 1) {
    await page.waitForFunction(() => document.querySelector('#bid') || /won by/.test(document.querySelector('#status')?.textContent ?? ''));
    if (/won by/.test(await text(page, '#status'))) break;
    if (round === 0) {
      await page.click('#chance-hint');
      await says(page, '#chance-result', /Hint for red: bid \d+, and if you win move at [a-d]\d/i);
    }
    await page.fill('#bid', '1');
    await page.click('#seal');
    await page.waitForFunction(() => document.querySelector('#bid, #take') || /click a cell|won by/.test(document.body.textContent ?? ''));
    if (await page.isVisible('#decline')) await page.click('#decline');
    if (/Red: click a cell/.test(await text(page, '#chance-action'))) await page.click('#board .at.empty');
  }
  assert.match(await text(page, '#status'), /has won by connection/);
  await page.click('#chance-review');
  await says(page, '.rounds thead', /Red.*Worth.*Bid/);
  await page.click('.rounds .move >> nth=1');
  await page.click('#chance-value');
  await says(page, '#chance-result', /The move is worth/);
  await picture(page, 'bidding');
  await page.click('#chance-back');
  const download = page.waitForEvent('download');
  await page.click('#chance-save');
  const sgf = await readFile(/** @type {string} */ (await (await download).path()), 'utf8');
  assert.match(sgf, /VARIANT\[bidding\].*PB\[human\]PW\[exact\]/s);
  assert.match(sgf, /BIDS\[1:\d+\]CHIPS/);
  const chooser = page.waitForEvent('filechooser');
  await page.click('#chance-open');
  await (await chooser).setFiles({ name: 'game.sgf', mimeType: 'application/x-go-sgf', buffer: Buffer.from(sgf) });
  await says(page, '#chance-action', /After round/);
  await page.click('[aria-label="Previous round"]');
  assert.match(await text(page, '#status'), /Round \d+ of \d+/);
  assert.deepEqual(problems, []);
});

test('a coin decides in Random-Turn Hex, and the heat map shows what each cell is worth', async () => {
  const { page, problems } = await open();
  await newChance(page, { variant: 'random-turn', size: '5', opponent: 'exact', color: 'white' });
  await page.click('#chance-value');
  await says(page, '#chance-result', /probability 0\.5000.*Best: c3/);
  assert.match(await label(page, 'c3'), /★, decides with probability 0\.\d+/);
  await picture(page, 'heat');
  await page.click('#flip');
  await says(page, '#chance-action', /The coin chose (red|blue)|Flip the coin/i);
  await page.waitForFunction(() => /Blue: click/.test(document.body.textContent ?? '') || document.querySelectorAll('#board .stone').length === 1);
  if (/Blue: click a cell/.test(await text(page, '#chance-action'))) await click(page, 'c3');
  assert.match(await label(page, 'c3'), /red|blue/);
  assert.deepEqual(problems, []);
});

test('solved openings are shown, advise on the swap, and are played on', async () => {
  const { page, problems } = await open();
  await show(page, 'openings');
  await page.waitForSelector('#board .shade.black-wins');
  await page.selectOption('#openings-size', '5');
  await says(page, '#openings', /Red wins with 13 of 25 first moves/);
  await click(page, 'a1');
  assert.match(await text(page, '#openings-advice'), /a1 loses for Red.*not swap/);
  // Explored move by move: the network judges the replies, and a click goes on.
  await page.waitForFunction(() => document.querySelectorAll('#board .label').length > 0, null, { timeout: 60_000 });
  await page.click('#openings-back');
  await click(page, 'c3');
  assert.match(await text(page, '#openings-advice'), /c3 wins for Red.*should swap/);
  await click(page, 'b4');
  assert.match(await text(page, '#openings-line'), /1\. c3 +2\. b4/);
  await picture(page, 'openings');
  await page.click('#openings-back');
  await page.click('#openings-play');
  // The opponent may have taken the stone over already: c3 is its own mirror image.
  assert.match(await label(page, 'c3'), /red|blue/);
  assert.ok(await page.isVisible('#play'));
  await show(page, 'openings');
  await page.selectOption('#openings-size', '8');
  await says(page, '#openings', /Red wins with [0-9]+ of 64 first moves\. Every one of them is proved/);
  assert.match(await label(page, 'd5'), /\+, wins for Red, proved/);
  assert.match(await text(page, '#openings-size option:checked'), /8×8: solved/);
  // Every larger board is judged by the network, with its fair openings marked; of 9x9 the centre is proved.
  for (const side of [9, 11, 19]) {
    await page.selectOption('#openings-size', String(side));
    await says(page, '#openings', new RegExp(`The network judged ${side * side - (side === 9 ? 1 : 0)} openings, .*[1-9][0-9]* are fair`));
    assert.equal(await page.locator('#board [data-cell]').count(), side * side);
    assert.ok(await page.locator('#board .shade.fair').count() >= 2, `${side}`);
  }
  await page.selectOption('#openings-size', '11');
  await page.waitForFunction(() => document.querySelectorAll('#board [data-cell]').length === 121);
  assert.ok(Number(((await label(page, 'f6')).match(/Red ([0-9]+) %/) ?? [])[1]) > 80, await label(page, 'f6'));
  assert.deepEqual(problems, []);
});

test('a winning strategy is explored, refused when damaged, and answers to the end', async () => {
  const { page, problems } = await open();
  await show(page, 'strategy');
  await says(page, '#strategy-about', /6×6: first move d3: Red wins\. Checked: \d+ positions/);
  await page.check('#strategy-all');
  await page.waitForSelector('#board .shade.carrier');
  assert.ok((await page.locator('#board .label').count()) > 0, 'all answers are shown');
  await picture(page, 'strategy');
  for (let move = 0; move < 18 && !/has won/.test(await text(page, '#status')); move += 1) {
    const moves = await page.locator('#strategy-moves li').count();
    await page.click('#board .at.empty');
    await page.waitForFunction((count) => document.querySelectorAll('#strategy-moves li').length > count, moves);
  }
  assert.match(await text(page, '#status'), /Red has won/);
  await page.click('#strategy-back');
  assert.match(await text(page, '#status'), /Blue: try to win/);
  await page.click('#strategy-again');
  assert.equal(await page.locator('#strategy-moves li').count(), 0);
  const file = await readFile(new URL('../../data/strategies/5x5-c3.strategy', import.meta.url), 'utf8');
  await page.setInputFiles('#strategy-file', { name: 'mine.strategy', mimeType: 'text/plain', buffer: Buffer.from(file) });
  await says(page, '#strategy-about', /mine\.strategy: Red wins\. Checked/);
  await page.setInputFiles('#strategy-file', { name: 'bad.strategy', mimeType: 'text/plain', buffer: Buffer.from(file.replace('c3', 'c4')) });
  await says(page, '#strategy-about', /bad\.strategy was refused: .*found .*sum/);
  assert.deepEqual(problems, []);
});

test('a tournament is watched live, and a finished game is replayed and analysed', onServer, async () => {
  const { page, problems } = await openPage(browser, arena.address, { path: '#panel=watch' });
  await page.waitForSelector('#watch-boards [data-game] .stone');
  const before = await page.locator('#watch-boards .stone').count();
  await page.waitForFunction((count) => document.querySelectorAll('#watch-boards .stone').length !== count, before, { timeout: 60_000 });
  await page.waitForSelector('#watch-games [data-game]', { timeout: 60_000 });
  await picture(page, 'watch');
  assert.match(await text(page, '#standings'), /Bridges/);
  assert.match(await text(page, '#cross-table'), /×/);
  // The game that was followed until now may end at this moment too: wait for the one that was asked for.
  const number = await page.getAttribute('#watch-games [data-game] >> nth=0', 'data-game');
  await Promise.all([
    page.waitForResponse((response) => response.url().endsWith(`/arena/games/${number}`)),
    page.click(`#watch-games [data-game="${number}"]`),
  ]);
  await says(page, '#watch-control', new RegExp(`Game ${number}: .* won by`));
  const all = await page.locator('#board .stone').count();
  await page.click('#watch-first');
  assert.equal(await page.locator('#board .stone').count(), 0);
  for (let move = 0; move < 3; move += 1) await page.click('#watch-next');
  await says(page, '#watch-control', /3 of \d+/);
  await page.click('#watch-last');
  assert.equal(await page.locator('#board .stone').count(), all);
  await page.click('#watch-analyse');
  assert.equal(await page.locator('#board .stone').count(), all);
  assert.ok(await page.isVisible('#moves'));
  assert.deepEqual(problems, []);
});

test('without an arena the panel says how to start one', onServer, async () => {
  const { page } = await open();
  await page.click('#tab-watch');
  await says(page, '#watch-about', /hexwright arena show/);
  assert.equal((await text(page, '#watch-about')).match(/hexwright arena show/g)?.length, 1);
});

test('every level can be chosen, the clocks run on through a reload, and resigning ends the game', async () => {
  const { page, problems } = await open();
  await newGame(page, 3, 'level:n=1', { minutes: 5 });
  assert.match((await page.getAttribute('[data-seat=white]', 'aria-label')) ?? '', /^Blue: Level 1, left to right$/);
  await click(page, 'a1');
  await page.waitForFunction(() => document.querySelectorAll('#board .stone').length === 2 || document.querySelector('#board .stone.white'));
  for (const color of ['black', 'white']) assert.match(await text(page, `[data-clock=${color}]`), /^[45]:\d\d$/);
  await page.reload();
  await page.waitForSelector('html[data-ready]');
  for (const color of ['black', 'white']) assert.match(await text(page, `[data-clock=${color}]`), /^[45]:\d\d$/);
  assert.ok(await page.isVisible('[data-clock=black]'));
  await page.click('#resign');
  assert.match(await text(page, '#status'), /Blue has won by resignation/);
  for (const size of ['19', '4']) {
    await newGame(page, Number(size), 'person');
    assert.equal(await page.locator('#board [data-cell]').count(), Number(size) ** 2);
  }
  // Undo and the same move again: the machine answers again.
  await newGame(page, 4, 'bridges');
  for (let time = 0; time < 2; time += 1) {
    await click(page, 'b2');
    await page.waitForFunction(() => document.querySelectorAll('#board .stone').length >= 1 && /to move \(move 3\)|played/.test(document.querySelector('#status')?.textContent ?? ''));
    await page.click('#undo');
    assert.equal(await page.locator('#board .stone').count(), 0);
  }
  assert.deepEqual(problems, []);
});

for (const [width, height, theme, orientation] of /** @type {[number, number, string, string][]} */ ([[390, 800, 'dark', 'diamond'], [1600, 900, 'light', 'flat']])) {
  test(`the panels fit ${width} pixels and work by keyboard and touch`, async () => {
    const { page, problems } = await openPage(browser, arena.address, { width, height, touch: width < 500 });
    await page.click('#tab-settings');
    await page.selectOption('[name=theme]', theme);
    await page.selectOption('[name=orientation]', orientation);
    await page.check('[name=patterns]');
    const panels = ['chance', 'openings', 'strategy', ...(onServer.skip ? [] : ['watch']), 'play', 'files'];
    for (const name of panels) {
      await show(page, name);
      await page.waitForTimeout(400);
      assert.ok((await tooWide(page)) <= 0, `${name} is too wide`);
      await picture(page, `${name}-${width}`);
      // Everything that can be pressed has a name.
      const unnamed = await page.evaluate((panel) => [...document.querySelectorAll(`#${panel} button, #${panel} input, #${panel} select`)]
        .filter((element) => !(element.textContent?.trim() || element.getAttribute('aria-label') || element.closest('label')?.textContent?.trim()))
        .map((element) => element.outerHTML), name);
      assert.deepEqual(unnamed, []);
    }
    await show(page, 'openings');
    await page.waitForSelector('#board .shade.black-wins');
    await page.focus('#board [data-cell="a1"]');
    for (const key of ['ArrowRight', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    assert.match(await text(page, '#openings-advice'), /^b2/);
    if (width < 500) {
      await page.tap('#openings-back');
      await page.tap('#board [data-cell="d4"]');
      assert.match(await text(page, '#openings-advice'), /^d4 (wins|gives)/);
    }
    assert.deepEqual(problems, []);
  });
}
