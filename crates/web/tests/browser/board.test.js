// The page as a whole in a real browser: keys, the wheel, the address bar, undoing, and what is pasted while a game is played.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';

import { click, closePages, label, launch, newGame, open as openPage, show, start } from './harness.js';

/** @typedef {import('playwright-core').Page} Page */

/** @type {Awaited<ReturnType<typeof start>>} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;

before(async () => {
  [server, browser] = await Promise.all([start(['serve', '--port', '0']), launch()]);
});

afterEach(closePages);

after(async () => {
  await browser?.close();
  server?.stop();
});

const open = (/** @type {object} */ options = {}) => openPage(browser, server.address, options);
const stones = (/** @type {Page} */ page) => page.locator('#board .piece .stone').count();

/** @param {Page} page @param {string} content */
const paste = (page, content) => page.evaluate((text) => {
  const data = new DataTransfer();
  data.setData('text', text);
  document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
}, content);

test('keys and the wheel walk through the game, and ? tells the keys', async () => {
  const { page, problems } = await open({ path: '#size=7x7&moves=d4 c5 e5 f2&panel=analyse' });
  assert.equal(await stones(page), 4);
  await page.focus('#tab-analyse');
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
  for (const [key, count] of /** @type {[string, number][]} */ ([['Home', 0], ['ArrowRight', 1], ['End', 4], ['ArrowLeft', 3]])) {
    await page.keyboard.press(key);
    assert.equal(await stones(page), count, key);
  }
  await page.hover('#board [data-cell="a7"]');
  await page.mouse.wheel(0, -100);
  await page.waitForFunction(() => document.querySelectorAll('#board .stone').length === 2);
  await page.keyboard.press('?');
  assert.match((await page.textContent('dialog')) ?? '', /Home, End/);
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('dialog').count(), 0);
  assert.deepEqual(problems, []);
});

test('the address follows the position, and Back goes back within the page', async () => {
  const { page, problems } = await open();
  await page.click('#tab-analyse');
  for (const cell of ['f6', 'e7', 'g4']) await click(page, cell);
  await page.waitForFunction(() => /moves=f6\+e7\+g4/.test(location.hash) && /panel=analyse/.test(location.hash));
  await page.goBack();
  await page.waitForFunction(() => document.querySelectorAll('#board .stone').length === 2);
  await page.goForward();
  await page.waitForFunction(() => document.querySelectorAll('#board .stone').length === 3);
  // A reload keeps the variations too.
  await page.keyboard.press('PageUp');
  await click(page, 'h2');
  await page.reload();
  await page.waitForSelector('html[data-ready]');
  assert.equal(await page.locator('#moves .variation').count(), 1);
  await show(page, 'openings');
  await page.waitForFunction(() => location.hash === '#panel=openings');
  await page.goBack();
  await page.waitForFunction(() => document.querySelectorAll('#board .stone').length === 3);
  assert.deepEqual(problems, []);
});

test('the tabs have addresses by their names', async () => {
  const { page, problems } = await open({ path: '#panel=proofs' });
  assert.ok(await page.isVisible('#strategy'));
  await page.waitForFunction(() => location.hash === '#panel=proofs');
  assert.deepEqual(problems, []);
});

test('a paste asks before it replaces a game that is played, and Ctrl-Z brings a replaced game back', async () => {
  const { page, problems } = await open();
  await page.click('#tab-play');
  await click(page, 'a1');
  await paste(page, '(;FF[4]GM[11]SZ[5];B[c3];W[b2];B[d2])');
  await page.click('#dialog-no');
  assert.match(await label(page, 'a1'), /red/);
  await paste(page, '(;FF[4]GM[11]SZ[5];B[c3];W[b2];B[d2])');
  await page.click('#dialog-yes');
  await page.waitForFunction(() => document.querySelectorAll('#board [data-cell]').length === 25);
  await page.click('#tab-analyse');
  await page.keyboard.press('Control+z');
  await page.waitForFunction(() => document.querySelectorAll('#board [data-cell]').length === 121);
  assert.match(await label(page, 'a1'), /red/);
  assert.deepEqual(problems, []);
});

test('names and results of a record are kept, shown and written, and files are named after the game', async () => {
  const { page, problems } = await open();
  await page.click('#tab-analyse');
  await paste(page, '(;FF[4]GM[11]SZ[5]PB[Ada]PW[Grace]EV[Final]DT[2025-03-01]RE[B+R];B[c3];W[b2];B[d2];W[resign])');
  await page.waitForFunction(() => document.querySelectorAll('#board .stone').length === 3);
  assert.match((await page.textContent('[data-seat=black]')) ?? '', /Ada/);
  assert.match((await page.textContent('[data-seat=white]')) ?? '', /Grace/);
  await show(page, 'files');
  await page.click('.facts summary');
  assert.equal(await page.inputValue('[name=EV]'), 'Final');
  await page.fill('[name=EV]', 'Semifinal');
  await page.dispatchEvent('[name=EV]', 'change');
  const download = page.waitForEvent('download');
  await page.click('#write-sgf');
  const file = await download;
  assert.equal(file.suggestedFilename(), 'ada-vs-grace-2025-03-01.sgf');
  const sgf = await page.inputValue('#record-text');
  for (const fact of ['PB[Ada]', 'PW[Grace]', 'EV[Semifinal]', 'DT[2025-03-01]', 'RE[B+R]']) assert.ok(sgf.includes(fact), sgf);
  assert.deepEqual(problems, []);
});

test('marks and arrows are drawn by right clicks and keys, and kept in SGF', async () => {
  const { page, problems } = await open({ path: '#size=7x7&moves=d4 c5&panel=analyse' });
  await page.click('#board [data-cell="e3"]', { button: 'right' });
  await page.click('#board [data-cell="f2"]', { button: 'right', modifiers: ['Shift'] });
  await page.hover('#board [data-cell="b2"]');
  await page.mouse.down({ button: 'right' });
  await page.hover('#board [data-cell="b5"]');
  await page.mouse.up({ button: 'right' });
  await page.focus('#board [data-cell="a7"]');
  await page.keyboard.press('m');
  assert.equal(await stones(page), 2, 'a right click is no move');
  const drawn = () => page.evaluate(() => [...document.querySelectorAll('.mark-shape')].map((shape) => shape.getAttribute('data-mark')).sort().join() + document.querySelectorAll('.arrow.own').length);
  assert.equal(await drawn(), 'circle,circle,triangle1');
  // They belong to the position.
  await page.keyboard.press('PageUp');
  assert.equal(await drawn(), '0');
  await page.keyboard.press('PageDown');
  await show(page, 'files');
  await page.click('#write-sgf');
  await page.waitForFunction(() => /SZ\[7\]/.test(/** @type {HTMLTextAreaElement} */ (document.querySelector('#record-text')).value));
  const sgf = await page.inputValue('#record-text');
  assert.match(sgf, /CR(\[e3\]\[a7\]|\[a7\]\[e3\])/);
  assert.match(sgf, /TR\[f2\]/);
  assert.match(sgf, /AR\[b2:b5\]/);
  await page.click('#open-record');
  await page.click('#tab-analyse');
  assert.equal(await drawn(), 'circle,circle,triangle1');
  // The same once more takes a mark away.
  await page.click('#board [data-cell="f2"]', { button: 'right', modifiers: ['Shift'] });
  assert.equal(await drawn(), 'circle,circle1');
  assert.deepEqual(problems, []);
});

test('links of HexWorld keep their pass and their cursor, numbered lists are read, and large boards are refused in plain words', async () => {
  const { page, problems } = await open();
  await page.click('#tab-analyse');
  await paste(page, 'https://hexworld.org/board/#14,c2:pd4');
  await page.waitForFunction(() => document.querySelectorAll('#board [data-cell]').length === 196);
  // Blue passed: both stones are red, and it is Blue's turn again.
  assert.match(await label(page, 'd4'), /red/);
  assert.match((await page.textContent('#moves')) ?? '', /passes/);
  assert.equal(await page.getAttribute('#board', 'data-to-move'), 'white');
  await paste(page, 'https://hexworld.org/board/#11c2,a3:sg5,f8e6d9');
  await page.waitForFunction(() => document.querySelectorAll('#board [data-cell]').length === 121);
  assert.equal(await page.locator('#moves .move').count(), 6);
  assert.match((await page.textContent('#moves [aria-current]')) ?? '', /3\./);
  await paste(page, '1. a3 2. swap 3. f6');
  await page.waitForFunction(() => document.querySelectorAll('#moves .move').length === 3);
  assert.match(await label(page, 'c1'), /blue/);
  assert.deepEqual(problems, []);
  await paste(page, 'https://hexworld.org/board/#20,c2d4');
  await page.waitForFunction(() => /board of 20x20\. Hexwright plays on boards up to 19x19/.test(document.querySelector('#status.error')?.textContent ?? ''));
});

test('what a viewer tries in the analysis of a running game leaves the game as it is', async () => {
  const { page, problems } = await open();
  await newGame(page, 7, 'person');
  for (const cell of ['d4', 'c5']) await click(page, cell);
  await page.click('#tab-analyse');
  for (const cell of ['e2', 'e3', 'a1']) await click(page, cell);
  assert.equal(await stones(page), 5);
  await page.click('#tab-play');
  assert.equal(await stones(page), 2);
  assert.match((await page.textContent('#status')) ?? '', /Red to move/);
  await click(page, 'b6');
  assert.equal(await page.locator('#play-moves > .line > li:not(.variation)').count(), 3);
  assert.deepEqual(problems, []);
});

test('delete and main line can be undone', async () => {
  const { page, problems } = await open({ path: '#size=5x5&panel=analyse' });
  for (const cell of ['c3', 'b2']) await click(page, cell);
  await page.click('#delete-move');
  assert.equal(await stones(page), 1);
  await page.click('#undo-edit');
  assert.equal(await stones(page), 2);
  assert.match((await page.textContent('#status')) ?? '', /Undone: moves were deleted/);
  assert.deepEqual(problems, []);
});
