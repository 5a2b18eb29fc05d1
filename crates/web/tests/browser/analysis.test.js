// Overlays and reviews in a real browser, clicked as a person would.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';

import { click, closePages, kept, label, launch, open, picture, start, tooWide } from './harness.js';

/** @type {Awaited<ReturnType<typeof start>>} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;

before(async () => {
  server = await start(['serve', '--port', '0']);
  browser = await launch();
});

afterEach(closePages);

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
 * The text for the pointed cell, once it matches.
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

/**
 * Waits until the head of the analysis says something.
 * @param {Page} page
 * @param {string} pattern
 */
const heads = (page, pattern) => page.waitForFunction((what) => new RegExp(what).test(document.querySelector('#verdict')?.textContent ?? ''), pattern, { timeout: 60_000 });

test('who wins is proved, and pointing at the carrier shows the answer with its reason', async () => {
  const { page, problems } = await analyse('size=4x4&moves=b3+a4');
  await heads(page, 'Red wins.*Proved in [0-9.]+ s, [0-9,]+ position');
  // A proof is a seal, and the bar has no number but a tick.
  assert.ok(await page.locator('#verdict.sealed .seal').count() === 1);
  assert.equal(await page.textContent('#evaluation .number'), '✓');
  assert.equal(await page.getAttribute('#evaluation', 'aria-label'), 'Red wins, proved');
  await says(page, 'who-wins', 'shaded cells');
  assert.ok(await page.locator('.shade.carrier.black').count() > 3);
  const lit = await page.locator('.at.empty:has(.shade.carrier)').first().getAttribute('data-cell') ?? '';
  await hover(page, lit);
  assert.match(await pointed(page, `[Ii]f Blue plays ${lit}`), /Red answers [a-d][1-4]\..*(ways to join without a common cell|captured)/);
  assert.ok(await page.locator('.stone.coming').count() >= 2);
  // The same by keyboard.
  await page.focus('#board [data-cell="a1"]');
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
  await pointed(page, 'c2');
  await picture(page, 'who-wins');
  // It stays on for the next move.
  await click(page, 'd1');
  await heads(page, 'wins');
  assert.deepEqual(problems, []);
});

test('a win that is no connection yet is answered by the solver', async () => {
  const { page, problems } = await analyse('size=6x6&moves=a1');
  await heads(page, 'wins');
  for (const cell of ['c3', 'd4']) {
    await hover(page, cell);
    await pointed(page, `${cell}.*(answers|needs no answer|wins for|does not need)`);
  }
  assert.deepEqual(problems, []);
});

test('the solver shows its progress live and can be stopped', async () => {
  const { page, problems } = await analyse('size=11x11');
  await heads(page, 'Looking for a proof: [0-9,]+ positions? in [0-9.]+ s, [0-9,]+ a second');
  // Beside it stands an estimate.
  await heads(page, '(About even|is ahead, [0-9]+ %)');
  assert.match((await page.getAttribute('#evaluation', 'aria-label')) ?? '', /^Red [0-9]+ %, Blue [0-9]+ %$/);
  // A click is answered meanwhile.
  const since = Date.now();
  await click(page, 'f6');
  assert.match(await label(page, 'f6'), /red/);
  assert.ok(Date.now() - since < 2000);
  await heads(page, 'Looking for a proof: [0-9,]+ positions?');
  await page.click('#proof-stop');
  await heads(page, 'Not proved after');
  // It can be asked to go on.
  await page.click('#proof-go-on');
  await heads(page, 'Looking for a proof');
  assert.deepEqual(problems, []);
});

test('a press is not lost when something else is drawn before the release', async () => {
  const { page, problems } = await analyse('size=7x7');
  await page.check('#show-winning-moves');
  await says(page, 'winning-moves', 'for Red');
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
  await says(page, 'winning-moves', '[1-9][0-9]* moves win for Red.*lose, 0 are open');
  assert.match(await label(page, 'c3'), /wins, proved/);
  assert.match(await label(page, 'a1'), /loses, proved/);
  await picture(page, 'winning-moves');
  await page.uncheck('#show-winning-moves');
  assert.equal(await page.locator('.shade.wins').count(), 0);
  await click(page, 'b3');
  await page.check('#show-must-play');
  await says(page, 'must-play', 'Blue (must play|may play|is connected|may swap)|Red is connected');
  await hover(page, 'a1');
  await pointed(page, 'a1 (misses a threat: Red wins|stops every known threat)');
  assert.deepEqual(problems, []);
});

test('a connection is told as players do, with its cells lit', async () => {
  const { page, problems } = await analyse('size=11x11&moves=f3 c9 f4 h9 e6 k2');
  await page.check('#show-connections');
  await says(page, 'connections', 'Click a stone or an edge');
  await click(page, 'f4');
  await says(page, 'connections', 'Red’s group at f4 is connected to the top edge by a ziggurat\\. Red’s group at f4 is not connected to the bottom edge yet');
  assert.equal(await page.locator('.shade.full').count(), 8);
  // By way of another group.
  await click(page, 'e6');
  await says(page, 'connections', 'Red’s group at e6 is connected to the top edge by a bridge to f4 and a ziggurat\\.');
  assert.equal(await page.locator('.shade.full').count(), 10);
  await page.click('.connection.full >> nth=0');
  assert.equal(await page.locator('.connection[aria-pressed=true]').count(), 1);
  await picture(page, 'connections');
  await page.click('[data-edge-of=left]');
  await says(page, 'connections', 'The shaded cells are connected to the left edge');
  await page.focus('[data-edge=bottom]');
  await page.keyboard.press('Enter');
  await says(page, 'connections', 'The shaded cells are connected to the bottom edge');
  // An empty cell is still a move.
  await click(page, 'b2');
  assert.match(await label(page, 'b2'), /red/);
  assert.deepEqual(problems, []);
});

test('dead, captured, dominated and other inferior cells tell their reason when pointed at', async () => {
  const { page, problems } = await analyse('size=6x6&moves=c3 c2 b4 d4 e2 b2 d3');
  await page.uncheck('#show-who-wins');
  await page.check('#show-inferior');
  await says(page, 'inferior', 'cells are not worth a move; [0-9]+ remain for Blue');
  for (const [cell, sign, reason] of [
    ['a4', '†', 'a4 – dead: a stone there can never matter'],
    ['a1', 'c', 'a1 – captured: already Red’s, whoever moves'],
    ['a2', 'c', 'a2 – captured: already Blue’s'],
    ['d5', 'd', 'd5 – dominated: another move does at least as much'],
    ['b6', 's', 'b6 – dominated by another move and its answers'],
    ['a5', 'v', 'a5 – vulnerable: one answer makes the stone dead'],
    ['f3', 'r', 'f3 – reversible: one answer captures the stone'],
  ]) {
    assert.equal(await page.textContent(`#board [data-cell="${cell}"] text`), sign);
    await hover(page, cell);
    await pointed(page, reason);
    // The tooltip and the name for screen readers have it too.
    assert.match(await label(page, cell), new RegExp(reason.replace(/^.. – /, '')));
  }
  // The cell that dominates is drawn with it.
  await hover(page, 'd5');
  await pointed(page, 'd5 – dominated');
  assert.equal(await page.locator('.stone.coming').count(), 1);
  await picture(page, 'inferior');
  assert.deepEqual(problems, []);
});

test('every evaluation has a map', async () => {
  const { page, problems } = await analyse('size=5x5&moves=c3 b4');
  for (const map of ['resistance', 'connections', 'two-distance', 'connectibility', 'criticality', 'network']) {
    await page.selectOption('#show-map', map);
    await says(page, `map-${map}`, map === 'criticality' ? 'Most critical' : map === 'network' ? 'to move: [0-9.]+ % to win' : 'The map shows:');
    assert.ok(await page.locator('.cell[fill]').count() > 15, map);
    // One decimal everywhere, and one size of letters.
    const written = await page.locator('#board .label').allTextContents();
    assert.ok(written.every((text) => /^-?[0-9]+(\.[0-9])?$/.test(text)), written.join(' '));
    await hover(page, 'c4');
    await pointed(page, '^c4');
  }
  await picture(page, 'map');
  assert.deepEqual(problems, []);
});

test('candidates are ranked while the engine runs, a row draws its line, and it can be paused', async () => {
  const { page, problems } = await analyse('size=11x11&moves=c2 f6 e7 d9 g4 h3 f4 e5 g5 h5');
  const rows = page.locator('.candidates tbody tr:not(.empty)');
  await page.waitForFunction(() => document.querySelectorAll('.candidates tbody tr:not(.empty)').length >= 3, null, { timeout: 60_000 });
  const visits = async () => Number(((await page.textContent('#candidates-status')) ?? '').replace(/[^0-9]/g, ''));
  const before = await visits();
  await page.waitForFunction((least) => Number((document.querySelector('#candidates-status')?.textContent ?? '').replace(/[^0-9]/g, '')) > least, before, { timeout: 60_000 });
  // The room for the table is kept from the beginning.
  assert.equal(await page.locator('.candidates tbody tr').count(), 6);
  await page.click('#candidates-switch');
  await page.waitForSelector('#candidates-switch[aria-label="Go on"]');
  const [best, chance, , weight] = await rows.first().locator('td').allTextContents();
  assert.match(chance, /^[0-9]+ %$/);
  assert.ok(Number(weight) > 0);
  // The bar has the number of the best row.
  const red = Number(chance.replace(' %', ''));
  assert.equal(await page.getAttribute('#evaluation', 'aria-label'), `Red ${red} %, Blue ${100 - red} %`);
  await rows.first().hover();
  await page.waitForSelector('.stone.coming');
  assert.equal(await page.locator('#board [data-cell] .label').first().textContent().then((text) => /^[1-6]$/.test(text ?? '')), true);
  // The same by keyboard.
  await page.mouse.move(5, 5);
  await page.focus(`[data-move="${best}"]`);
  assert.ok(await page.locator('.stone.coming').count() >= 1);
  await picture(page, 'candidates');
  // A paused engine stays so at the next move, and goes on when it is asked to.
  await page.keyboard.press('Enter');
  assert.match(await label(page, best), /red/);
  await page.waitForTimeout(300);
  assert.equal(await rows.count(), 0);
  await page.click('#candidates-switch');
  await page.waitForFunction(() => document.querySelectorAll('.candidates tbody tr:not(.empty)').length >= 1, null, { timeout: 60_000 });
  assert.deepEqual(problems, []);
});

test('candidates and verdicts know the swap', async () => {
  const { page, problems } = await analyse('size=11x11&moves=f6');
  await page.waitForSelector('[data-move="swap-pieces"]', { timeout: 60_000 });
  // The swap is the best move, and it is worth what playing on is not.
  const rows = await page.locator('.candidates tbody tr:not(.empty)').evaluateAll((all) => all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? '')));
  assert.match(rows[0][0], /swap/);
  assert.ok(parseInt(rows[0][1], 10) < 50, `${rows[0]}`);
  assert.ok(rows.slice(1).every(([, red]) => parseInt(red, 10) > parseInt(rows[0][1], 10)), `${rows}`);
  assert.deepEqual(problems, []);
  const solved = await analyse('size=7x7&moves=d4');
  await heads(solved.page, 'Blue wins by swapping.*Without the swap, Red wins');
  assert.equal(await solved.page.getAttribute('#evaluation', 'aria-label'), 'Blue wins, proved');
  await solved.page.check('#show-winning-moves');
  await says(solved.page, 'winning-moves', 'Every move of Blue loses');
  assert.equal(await solved.page.locator('.shade.loses').count(), 0);
  assert.deepEqual(solved.problems, []);
});

test('nothing shifts while the proof and the engine report', async () => {
  const { page, problems } = await analyse('size=11x11&moves=f6 e7 g4');
  await page.waitForFunction(() => document.querySelectorAll('.candidates tbody tr:not(.empty)').length >= 1, null, { timeout: 60_000 });
  await page.evaluate(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => { for (const entry of list.getEntries()) /** @type {any} */ (window).shift += /** @type {any} */ (entry).value; }).observe({ type: 'layout-shift' });
  });
  await page.waitForTimeout(1500);
  assert.ok(await page.evaluate(() => /** @type {any} */ (window).shift) < 0.01);
  assert.deepEqual(problems, []);
});

test('on a phone a tap explains, and everything fits', async () => {
  const { page, problems } = await analyse('size=11x11&moves=f6 e7 g4', { width: 390, height: 800, touch: true });
  await page.check('#show-must-play');
  await page.check('#show-inferior');
  await page.selectOption('#show-map', 'criticality');
  await says(page, 'map-criticality', 'Most critical');
  await page.click('.more summary');
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

/**
 * The moves of the game, without variations.
 * @param {Page} page
 */
const mainLine = (page) => page.locator('#moves > .line > li:not(.variation) .move').evaluateAll((all) => all.map((move) => (move.textContent ?? '').replace(/^[0-9]+\. |[?!·]+$/g, '').trim()));

test('a game is reviewed: graph, marks, refutation, reload, comments', async () => {
  // Blue does not swap the winning b2, and then both give the game away by turns; red for good with 5. c2.
  const { page, problems } = await open(browser, server.address, { path: '#size=5x5&moves=b2 c3 e1 b4 c2 d2' });
  await page.click('#tab-analyse');
  await page.selectOption('#review-time', '10000');
  await page.click('#review-start');
  await page.waitForFunction(() => /bad move/.test(document.querySelector('#review-summary')?.textContent ?? ''), null, { timeout: 60_000 });
  const bad = page.locator('#moments button', { hasText: '5. c2??' });
  await bad.click();
  assert.match((await page.textContent('#judgement')) ?? '', /5\. c2: Blunder/);
  // A summary for each player.
  const players = (await page.locator('#review-players tr').allTextContents()).join('|');
  assert.match(players, /Accuracy[0-9]+ %[0-9]+ %.*Inaccuracies.*Mistakes.*Blunders \?\?[0-9]/);
  // An arrow leads from the bad move to its refutation.
  assert.equal(await page.locator('#board .arrow.refutes').count(), 1);
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
  await page.waitForFunction(() => /The better line/.test(document.querySelector('#judgement')?.textContent ?? ''));
  await page.click('#back-to-game');
  // Nothing of this has changed the game.
  assert.deepEqual(await mainLine(page), ['b2', 'c3', 'e1', 'b4', 'c2', 'd2']);
  // Try again: nothing is given away, the move is judged, and the game stays as it is.
  await page.click('#try-again');
  assert.match((await page.textContent('#judgement')) ?? '', /You are to move as Red: find something better than c2/);
  assert.equal(await page.textContent('#evaluation .number'), '');
  assert.equal(await page.locator('#board .label').count(), 0);
  await click(page, 'a1');
  await page.waitForFunction(() => /a1 (loses|leaves Red)/.test(document.querySelector('#judgement')?.textContent ?? ''), null, { timeout: 60_000 });
  await page.click('#trial-answer');
  await page.waitForFunction(() => /The better line/.test(document.querySelector('#judgement')?.textContent ?? ''));
  await page.click('#back-to-game');
  assert.deepEqual(await mainLine(page), ['b2', 'c3', 'e1', 'b4', 'c2', 'd2']);
  // The review is still there after a reload, and its marks are in the list of moves.
  await page.reload();
  await page.waitForSelector('html[data-ready]');
  await page.click('#tab-analyse');
  assert.ok(await page.locator('#moves .mark').count() >= 1);
  await page.click('#review-comments');
  await page.click('#tab-files');
  await page.click('#write-moves');
  const { 'hexwright.game': text } = await kept(page);
  assert.match(text, /Review: /);
  assert.deepEqual(problems, []);
});

test('a review can be stopped', async () => {
  const { page, problems } = await open(browser, server.address, { path: '#size=11x11&moves=f6 e7 g4 h3 d8 c9' });
  await page.click('#tab-analyse');
  await page.selectOption('#review-time', '100000');
  await page.click('#review-start');
  await page.click('#review-stop');
  await page.waitForFunction(() => /positions are proved|Stopped before/.test(document.querySelector('#review-summary')?.textContent ?? ''), null, { timeout: 60_000 });
  assert.ok(await page.isEnabled('#review-start'));
  assert.deepEqual(problems, []);
});

test('the refutation of the last move leaves the game as long as it was', async () => {
  // The last move throws the game away, and its refutation comes after the end of the game.
  const { page, problems } = await open(browser, server.address, {});
  await paste(page, '(;FF[4]GM[11]SZ[5];B[b2];W[c3];B[e1];W[b4];B[c2])');
  await page.waitForFunction(() => document.querySelectorAll('#board .stone').length === 5);
  await page.click('#tab-analyse');
  await page.selectOption('#review-time', '10000');
  await page.click('#review-start');
  await page.waitForFunction(() => /bad move/.test(document.querySelector('#review-summary')?.textContent ?? ''), null, { timeout: 60_000 });
  await page.click('#moments button:has-text("5. c2")');
  await page.click('#show-why');
  await page.waitForFunction(() => document.querySelectorAll('#board .stone').length > 5);
  await page.waitForSelector('#back-to-game');
  assert.deepEqual(await mainLine(page), ['b2', 'c3', 'e1', 'b4', 'c2']);
  // What a viewer plays after the end is a variation too, also after a reload, and the next review judges the same game.
  await page.keyboard.press('Home');
  await page.keyboard.press('End');
  await page.click('#moves .move:has-text("c2") >> nth=0');
  await click(page, 'e5');
  assert.deepEqual(await mainLine(page), ['b2', 'c3', 'e1', 'b4', 'c2']);
  await page.reload();
  await page.waitForSelector('html[data-ready]');
  await page.waitForSelector('#moves .move');
  assert.deepEqual(await mainLine(page), ['b2', 'c3', 'e1', 'b4', 'c2']);
  await page.selectOption('#review-time', '10000');
  await page.click('#review-start');
  await page.waitForFunction(() => /of 6 positions (judged|are proved)/.test(document.querySelector('#review-summary')?.textContent ?? ''), null, { timeout: 60_000 });
  assert.deepEqual(problems, []);
});

/** @param {Page} page @param {string} content */
const paste = (page, content) => page.evaluate((text) => {
  const data = new DataTransfer();
  data.setData('text', text);
  document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
}, content);
