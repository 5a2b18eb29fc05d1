// Overlays and reviews in a real browser, clicked as a person would.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { click, label, launch, open, picture, start, tooWide } from './harness.js';

/** @type {Awaited<ReturnType<typeof start>>} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;

before(async () => {
  server = await start(['serve', '--port', '0']);
  browser = await launch();
});

after(async () => {
  await browser?.close();
  server?.stop();
});

/** @typedef {import('playwright-core').Page} Page */

/**
 * A page that analyses a position.
 * @param {string} position as in a link: size=5x5&moves=c3
 * @param {Parameters<typeof open>[2]} [options]
 */
async function analyse(position, options = {}) {
  const opened = await open(browser, server.address, { ...options, path: `#${position}` });
  await opened.page.click('#tab-analyse');
  return opened;
}

/**
 * Waits until an overlay says something.
 * @param {Page} page
 * @param {string} id
 * @param {string} pattern
 */
const says = (page, id, pattern) => page.waitForFunction(([at, what]) => new RegExp(what).test(document.querySelector(at)?.textContent ?? ''), [`#detail-${id}`, pattern]);

/**
 * What is said about the pointed cell, once it matches.
 * @param {Page} page
 * @param {string} pattern
 */
async function pointed(page, pattern) {
  await page.waitForFunction((what) => new RegExp(what).test(document.querySelector('#pointed')?.textContent ?? ''), pattern);
  return (await page.textContent('#pointed')) ?? '';
}

/**
 * @param {Page} page
 * @param {string} cell
 */
const hover = (page, cell) => page.hover(`#board [data-cell="${cell}"]`);

test('who wins is proved, and pointing at the carrier shows the answer with its reason', async () => {
  const { page, problems } = await analyse('size=4x4&moves=b3');
  await page.check('#show-who-wins');
  await says(page, 'who-wins', 'Red wins.*Proved');
  assert.ok(await page.locator('.shade.carrier.black').count() > 3);
  await hover(page, 'b2');
  assert.match(await pointed(page, 'If Blue plays b2'), /Red answers [a-d][1-4]\..*(ways to join without a common cell|captured)/);
  assert.equal(await page.locator('.stone.coming').count(), 2);
  // The same by keyboard.
  await page.focus('#board [data-cell="a1"]');
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
  await pointed(page, 'c2');
  await picture(page, 'who-wins');
  // It stays on for the next move.
  await click(page, 'b2');
  await says(page, 'who-wins', 'Red wins with');
  assert.deepEqual(problems, []);
});

test('a win that is no connection yet is answered by the solver', async () => {
  const { page, problems } = await analyse('size=6x6&moves=a1');
  await page.check('#show-who-wins');
  await says(page, 'who-wins', 'wins with');
  for (const cell of ['c3', 'd4']) {
    await hover(page, cell);
    await pointed(page, `${cell}.*(answers|needs no answer|wins for|does not need)`);
  }
  assert.deepEqual(problems, []);
});

test('the solver shows its progress live and can be stopped', async () => {
  const { page, problems } = await analyse('size=11x11');
  await page.check('#show-who-wins');
  await says(page, 'who-wins', 'Solving: [0-9,]+ positions.*Proof number [0-9,]+, disproof number');
  // A click is answered meanwhile.
  const since = Date.now();
  await click(page, 'f6');
  assert.match(await label(page, 'f6'), /red/);
  assert.ok(Date.now() - since < 2000);
  await says(page, 'who-wins', 'Solving: [0-9,]+ positions');
  await page.click('[aria-label="Stop who wins"]');
  await says(page, 'who-wins', 'Not solved');
  assert.deepEqual(problems, []);
});

test('a press is not lost when something else is drawn before the release', async () => {
  const { page, problems } = await analyse('size=7x7');
  await page.check('#show-winning-moves');
  await says(page, 'winning-moves', 'win for Red');
  await hover(page, 'd4');
  await page.mouse.down();
  await page.evaluate(() => { const map = /** @type {HTMLSelectElement} */ (document.querySelector('#show-map')); map.value = 'criticality'; map.dispatchEvent(new Event('change')); });
  await page.waitForSelector('#board [data-cell="d4"] .cell[fill]');
  await page.mouse.up();
  assert.match(await label(page, 'd4'), /red/);
  assert.deepEqual(problems, []);
});

test('winning moves appear, and the must-play region says what a move misses', async () => {
  const { page, problems } = await analyse('size=5x5');
  await page.check('#show-winning-moves');
  await says(page, 'winning-moves', '[1-9][0-9]* moves win for Red.*, 0 are open');
  assert.match(await label(page, 'c3'), /proved to win/);
  assert.match(await label(page, 'a1'), /proved to lose/);
  await picture(page, 'winning-moves');
  await page.uncheck('#show-winning-moves');
  assert.equal(await page.locator('.shade.wins').count(), 0);
  await click(page, 'b3');
  await page.check('#show-must-play');
  await says(page, 'must-play', 'Blue (must play|may play|is connected)|Red is connected');
  await hover(page, 'a1');
  await pointed(page, 'a1 (misses a threat: Red wins|meets every threat)');
  assert.deepEqual(problems, []);
});

test('the connections of a group and of an edge, from the list and from the board', async () => {
  const { page, problems } = await analyse('size=7x7&moves=d3 e5');
  await page.check('#show-connections');
  await click(page, 'd3');
  await says(page, 'connections', 'The group of d3 \\(Red\\) has [1-9]');
  await page.click('.connection:has-text("d3 – top: full")');
  assert.equal(await page.locator('.connection[aria-pressed=true]').count(), 1);
  assert.ok(await page.locator('.shade.full').count() > 2);
  await picture(page, 'connections');
  await page.click('.overlay button:text-is("left")');
  await says(page, 'connections', 'The left edge \\(Blue\\)');
  await page.focus('[data-edge=bottom]');
  await page.keyboard.press('Enter');
  await says(page, 'connections', 'The bottom edge \\(Red\\)');
  // An empty cell is still a move.
  await click(page, 'b2');
  assert.match(await label(page, 'b2'), /red/);
  assert.deepEqual(problems, []);
});

test('dead, captured, dominated and other inferior cells tell their reason when pointed at', async () => {
  const { page, problems } = await analyse('size=6x6&moves=c3 c2 b4 d4 e2 b2 d3');
  await page.check('#show-inferior');
  await says(page, 'inferior', 'captured.*dead.*moves remain for Blue');
  for (const [cell, sign, reason] of [
    ['a4', '†', 'a4 is dead: the stones around it leave it nothing to join'],
    ['a1', 'c', 'a1 is captured for Red, who answers any intrusion among a1 b1'],
    ['a2', 'c', 'a2 is captured for Blue'],
    ['d5', 'd', 'd5 is dominated: [a-f][1-6] gains it'],
    ['b6', 's', 'b6 is star-dominated: [a-f][1-6] serves for it'],
    ['a5', 'v', 'a5 is vulnerable: the answer [a-f][1-6].* kills it'],
    ['f3', 'r', 'f3 is captured-reversible: after the answer [a-f][1-6]'],
  ]) {
    assert.equal(await page.textContent(`#board [data-cell="${cell}"] text`), sign);
    await hover(page, cell);
    await pointed(page, reason);
    // The tooltip and the name for screen readers have it too.
    assert.match(await label(page, cell), new RegExp(reason.replace(/^.. is /, '')));
  }
  // The cell that dominates is drawn with it.
  await hover(page, 'd5');
  await pointed(page, 'd5 is dominated');
  assert.equal(await page.locator('.stone.coming').count(), 1);
  await picture(page, 'inferior');
  assert.deepEqual(problems, []);
});

test('every evaluation has a map', async () => {
  const { page, problems } = await analyse('size=5x5&moves=c3 b4');
  for (const map of ['resistance', 'connections', 'two-distance', 'connectibility', 'criticality', 'network']) {
    await page.selectOption('#show-map', map);
    await says(page, `map-${map}`, map === 'criticality' ? 'probability' : 'The map:');
    assert.ok(await page.locator('.cell[fill]').count() > 15, map);
    await hover(page, 'c4');
    await pointed(page, '^c4');
  }
  await picture(page, 'map');
  assert.deepEqual(problems, []);
});

test('the engine’s candidates have chances, and pointing plays out the line', async () => {
  const { page, problems } = await analyse('size=7x7&moves=d4 e3');
  await page.fill('#engine-seconds', '1').catch(() => {});
  await page.check('#show-candidates');
  await says(page, 'candidates', '% for Red');
  await page.waitForSelector('#detail-candidates:not(:has(.stop))');
  const cell = await page.locator('.at:has(.label)').first().getAttribute('data-cell');
  await hover(page, cell ?? 'c5');
  await pointed(page, `${cell}: [0-9.]+ %`);
  assert.ok(await page.locator('.stone.coming').count() >= 1);
  await picture(page, 'candidates');
  assert.deepEqual(problems, []);
});

test('on a phone a tap explains, and everything fits', async () => {
  const { page, problems } = await analyse('size=11x11&moves=f6 e7 g4', { width: 390, height: 800, touch: true });
  await page.check('#show-must-play');
  await page.check('#show-inferior');
  await page.selectOption('#show-map', 'criticality');
  await says(page, 'map-criticality', 'probability');
  await page.tap('#explain');
  await page.tap('#board [data-cell="e5"]');
  await pointed(page, 'e5');
  assert.match(await label(page, 'e5'), /empty/);
  assert.ok(await tooWide(page) <= 0);
  await page.click('#tab-settings');
  await page.selectOption('[name=theme]', 'dark');
  await page.selectOption('[name=orientation]', 'diamond');
  await page.check('[name=patterns]');
  await page.click('#tab-analyse');
  await says(page, 'must-play', '.');
  await picture(page, 'phone-overlays');
  assert.ok(await tooWide(page) <= 0);
  assert.deepEqual(problems, []);
});

test('a game is reviewed: graph, marks, refutation, reload, comments', async () => {
  // Blue does not swap the winning b2, and then both give the game away by turns; red for good with 5. c2.
  const { page, problems } = await open(browser, server.address, { path: '#size=5x5&moves=b2 c3 e1 b4 c2 d2' });
  await page.click('#tab-review');
  await page.selectOption('#review-time', '10000');
  await page.click('#review-start');
  await page.waitForFunction(() => /bad move/.test(document.querySelector('#review-summary')?.textContent ?? ''), null, { timeout: 60_000 });
  const bad = page.locator('#moments button', { hasText: '5. c2??' });
  await bad.click();
  assert.match((await page.textContent('#judgement')) ?? '', /5\. c2: Blunder/);
  assert.ok(await page.locator('.graph .bad.blunder').count() >= 1);
  assert.match(await label(page, 'c2'), /red, last move, \?\?/);
  await picture(page, 'review');
  // By keyboard along the graph.
  await page.focus('.spot[tabindex="0"]');
  await page.keyboard.press('Home');
  assert.equal(await page.locator('#board .stone').count(), 0);
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.locator('#board .stone').count(), 1);
  // Why: the refutation is played out on the board, stone by stone, until blue's edges are joined or connected.
  await bad.click();
  const stones = await page.locator('#board .stone').count();
  await page.click('#show-why');
  await page.waitForFunction((count) => document.querySelectorAll('#board .stone').length > count, stones);
  await page.waitForSelector('#back-to-game');
  const told = /The refutation of c2: ([a-e1-5 ]+)\./.exec((await page.textContent('#judgement')) ?? '');
  assert.ok(told, 'the line is told');
  const line = told[1].split(' ');
  assert.equal(await page.locator('#board .stone').count(), stones + line.length);
  assert.match(await label(page, line[0]), /blue/);
  assert.ok(await page.locator('#board .shade.carrier.white').count() > 0 || /Blue has won/.test((await page.textContent('#status')) ?? ''), 'the win is shown');
  await picture(page, 'refutation');
  await page.click('#back-to-game');
  assert.equal(await page.locator('#board .stone').count(), stones);
  await page.click('#show-better');
  await page.waitForSelector('#back-to-game');
  assert.match((await page.textContent('#judgement')) ?? '', /The better line/);
  await page.click('#back-to-game');
  // The review is still there after a reload, and its marks are in the list of moves.
  await page.reload();
  await page.waitForSelector('html[data-ready]');
  await page.click('#tab-analyse');
  assert.ok(await page.locator('#moves .mark').count() >= 1);
  await page.click('#tab-review');
  await page.click('#review-comments');
  await page.click('#tab-files');
  await page.click('#write-moves');
  const text = await page.evaluate(() => localStorage.getItem('hexwright.game'));
  assert.match(text ?? '', /Review: /);
  assert.deepEqual(problems, []);
});

test('a review can be stopped', async () => {
  const { page, problems } = await open(browser, server.address, { path: '#size=11x11&moves=f6 e7 g4 h3 d8 c9' });
  await page.click('#tab-review');
  await page.selectOption('#review-time', '100000');
  await page.click('#review-start');
  await page.click('#review-stop');
  await page.waitForFunction(() => /positions are proved|Stopped before/.test(document.querySelector('#review-summary')?.textContent ?? ''), null, { timeout: 60_000 });
  assert.ok(await page.isEnabled('#review-start'));
  assert.deepEqual(problems, []);
});
