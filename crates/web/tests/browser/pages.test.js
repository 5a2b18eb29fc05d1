// The pages in a real browser, clicked as a person would: playing, the tree of moves, records.

import assert from 'node:assert/strict';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';

import { click, closePages, kept, label, launch, newGame, onServer, open as openPage, picture, start, tooWide } from './harness.js';

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

test('two people play to the end, and only legal moves count', async () => {
  assert.match(server.address, /^http:\/\/127\.0\.0\.1:/, 'by default only this machine can reach the server');
  const { page, problems } = await open();
  await newGame(page, 3, 'person');
  for (const cell of ['b2', 'a1', 'b2', 'b1', 'a2']) await click(page, cell);
  assert.match(await label(page, 'a1'), /blue/);
  await click(page, 'a3');
  assert.match((await page.textContent('#status')) ?? '', /Red has won by connection/);
  await click(page, 'c3');
  assert.match(await label(page, 'c3'), /empty/);
  await picture(page, 'won');
  assert.deepEqual(problems, []);
});

test('a machine answers, undo takes both moves back, and the game survives a reload', async () => {
  const { page, problems } = await open();
  await newGame(page, 7, 'bridges');
  await click(page, 'a1');
  await page.waitForFunction(() => document.querySelectorAll('.stone.white').length === 1);
  await page.reload();
  await page.waitForSelector('html[data-ready]');
  assert.match(await label(page, 'a1'), /red/);
  await page.click('#undo');
  assert.equal(await page.locator('.stone').count(), 0);
  assert.deepEqual(problems, []);
});

test('swap mirrors the first stone', async () => {
  const { page } = await open();
  await newGame(page, 5, 'person');
  await click(page, 'a3');
  await page.click('#swap');
  assert.match(await label(page, 'c1'), /blue/);
  assert.ok(await page.isDisabled('#swap'));
});

test('the keyboard plays', async () => {
  const { page } = await open();
  await newGame(page, 5, 'person');
  await page.focus('[data-cell="a1"]');
  for (const key of ['ArrowRight', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  assert.match(await label(page, 'b2'), /red/);
});

test('variations, comments and set-up', async () => {
  const { page } = await open({ path: '#size=5x5' });
  await page.click('#tab-analyse');
  for (const cell of ['c3', 'b2']) await click(page, cell);
  await page.click('[aria-label="Previous move"]');
  await click(page, 'd3');
  assert.equal(await page.locator('#moves .variation').count(), 1);
  await page.fill('[aria-label="Comment on this move"]', 'a variation');
  await page.click('[aria-label="First move"]');
  await page.click('.more summary');
  await page.selectOption('[aria-label="What a click does"]', 'white');
  await click(page, 'e5');
  assert.match(await label(page, 'e5'), /blue/);
});

test('critical cells are shown', async () => {
  const { page, problems } = await open();
  await newGame(page, 5, 'person');
  await page.click('#tab-analyse');
  await page.selectOption('#show-map', 'criticality');
  await page.waitForFunction(() => /Red wins 50\.0 %/.test(document.querySelector('#detail-map-criticality')?.textContent ?? ''));
  assert.match(await label(page, 'c3'), /critical in/);
  await picture(page, 'critical');
  assert.deepEqual(problems, []);
});

test('records come in and go out, and a link opens the position', async () => {
  const { page, problems } = await open();
  await page.click('#tab-files');
  await page.fill('#record-text', '(;FF[4]GM[11]SZ[5];B[a3];W[swap-pieces];B[b2])');
  await page.click('#open-record');
  await page.waitForFunction(() => document.querySelectorAll('.stone').length === 2);
  assert.match(await label(page, 'c1'), /blue/);
  await page.click('#write-hexworld');
  await page.waitForFunction(() => /hexworld/.test(/** @type {HTMLTextAreaElement} */ (document.querySelector('#record-text')).value));
  await page.click('#write-link');
  const link = await page.inputValue('#record-text');
  const other = await open({ path: link.slice(server.address.length) });
  assert.match(await label(other.page, 'b2'), /red/);
  assert.deepEqual([...problems, ...other.problems], []);
});

test('on a phone everything fits, in the dark and as a diamond', async () => {
  const { page } = await open({ width: 390, height: 800 });
  await newGame(page, 11, 'person');
  await click(page, 'f6');
  await page.click('#tab-settings');
  await page.selectOption('[name=theme]', 'dark');
  await page.selectOption('[name=orientation]', 'diamond');
  await page.check('[name=patterns]');
  assert.ok(await tooWide(page) <= 0);
  await picture(page, 'phone');
  // Moves go into the list below, and the page stays where it is.
  await newGame(page, 11, 'person');
  await page.evaluate(() => scrollTo(0, 0));
  for (const cell of ['a1', 'b1', 'c1', 'd1', 'e1', 'f1', 'g1', 'h1', 'i1', 'j1', 'k1', 'a2', 'b2', 'c2', 'd2', 'e2']) await click(page, cell);
  assert.equal(await page.evaluate(() => scrollY), 0);
  const isInList = await page.evaluate(() => {
    const [list, current] = ['#play-moves', '#play-moves [aria-current]'].map((at) => document.querySelector(at)?.getBoundingClientRect());
    return list && current && current.top >= list.top && current.bottom <= list.bottom;
  });
  assert.ok(isInList, 'the last move is in sight within the list');
  // A large board has cells for fingers if wanted, and scrolls for itself.
  await newGame(page, 19, 'person');
  await page.click('#tab-settings');
  await page.check('[name=large]');
  const box = await page.locator('#board [data-cell="a1"] .cell').boundingBox();
  assert.ok((box?.width ?? 0) >= 29, `${box?.width} pixels`);
  assert.ok(await tooWide(page) <= 0);
  await click(page, 's19');
  assert.match(await label(page, 's19'), /red/);
});

test('a link of HexWorld is pasted, a file is dropped, and what is no game is refused with a reason', async () => {
  const { page, problems } = await open();
  await page.click('#tab-analyse');
  const paste = (/** @type {string} */ content) => page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData('text', text);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
  }, content);
  await paste('https://hexworld.org/board/#7c1,b2:sc4d3');
  await page.waitForFunction(() => document.querySelectorAll('#board .stone').length === 3);
  assert.match(await label(page, 'b2'), /blue/);
  assert.equal(await page.locator('#board [data-cell]').count(), 49);
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(['(;FF[4]GM[11]SZ[5]PB[one]PW[two];B[c3]C[the centre];W[b2](;B[d2])(;B[b4]))'], 'game.sgf'));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
  });
  await page.waitForFunction(() => document.querySelectorAll('#board [data-cell]').length === 25);
  assert.equal(await page.locator('#moves .variation').count(), 1);
  await page.click('#moves .move >> nth=0');
  assert.equal(await page.inputValue('[aria-label="Comment on this move"]'), 'the centre');
  await paste(await readFile(new URL('../../data/strategies/3x3-b2.strategy', import.meta.url), 'utf8'));
  await page.waitForFunction(() => /the text: Red wins\. Checked/.test(document.querySelector('#strategy-about')?.textContent ?? ''));
  assert.ok(await page.isVisible('#strategy'));
  await page.click('#tab-files');
  assert.deepEqual(problems, []);
  await paste('this is no game');
  await page.waitForSelector('#status.error');
  assert.match((await page.textContent('#status')) ?? '', /does not look like a Hex game\. Hexwright reads SGF/);
});

test('the board is saved as SGF, PNG and SVG', async () => {
  const { page, problems } = await open({ path: '#size=5x5&moves=c3 b2 d2' });
  await page.click('#tab-files');
  const save = async (/** @type {string} */ id) => {
    const download = page.waitForEvent('download');
    await page.click(id);
    return readFile(/** @type {string} */ (await (await download).path()));
  };
  assert.match((await save('#write-sgf')).toString(), /SZ\[5\].*;B\[c3\];W\[b2\];B\[d2\]/s);
  const vector = (await save('#save-svg')).toString();
  // A picture that needs no style sheet: two red stones and a blue one, in their colours.
  assert.match(vector, /^<svg [^>]*width="\d+"/);
  assert.equal(vector.match(/class="stone black" fill="rgb\([^)]*\)"/g)?.length, 2);
  assert.equal(vector.match(/class="stone white" fill="rgb\([^)]*\)"/g)?.length, 1);
  const pixels = await save('#save-png');
  assert.deepEqual([...pixels.subarray(1, 4)].map((byte) => String.fromCharCode(byte)).join(''), 'PNG');
  assert.ok(pixels.readUInt32BE(16) > 300 && pixels.length > 5000, `${pixels.readUInt32BE(16)} pixels wide, ${pixels.length} bytes`);
  assert.deepEqual(problems, []);
});

test('a machine that is thinking goes on after a reload, and the game is reviewed when it is over', async () => {
  const { page, problems } = await open();
  await newGame(page, 5, 'neural:level=3');
  await click(page, 'a1');
  await page.reload();
  await page.waitForSelector('html[data-ready]');
  await page.waitForFunction(() => /Red to move/.test(document.querySelector('#status')?.textContent ?? ''), null, { timeout: 60_000 });
  const seat = (/** @type {string} */ color) => page.getAttribute(`[data-seat=${color}]`, 'aria-label');
  assert.equal(await seat('black'), 'Red: You, to move');
  assert.equal(await seat('white'), 'Blue: Neural, level 3, left to right');
  await page.click('#resign');
  assert.equal(await seat('white'), 'Blue: Neural, level 3, won');
  assert.match((await page.textContent('#banner')) ?? '', /^You lost/);
  await page.click('#review-game');
  await page.waitForFunction(() => /judged|bad move|Judging/.test(document.querySelector('#review-summary')?.textContent ?? ''));
  await page.click('#review-stop', { timeout: 3000 }).catch(() => {});
  await page.click('#tab-play');
  // A rematch exchanges the colours.
  await page.click('#play-again');
  assert.match((await seat('white')) ?? '', /^Blue: You/);
  assert.ok(await page.locator('#board .stone').count() <= 1);
  assert.deepEqual(problems, []);
});

test('a move that comes while the page is being reloaded is not lost', async () => {
  const { page, problems } = await open();
  await newGame(page, 5, 'bridges');
  await click(page, 'a1');
  await page.waitForFunction(() => document.querySelector('#board .stone.white'));
  const stones = await page.locator('#board .stone').count();
  // The browser reloads the address from before the machine's move.
  await page.evaluate(() => history.replaceState(null, '', '#size=5x5&moves=a1'));
  await page.reload();
  await page.waitForSelector('html[data-ready]');
  assert.match((await page.textContent('#status')) ?? '', /Red to move/);
  assert.equal(await page.locator('#board .stone').count(), stones);
  assert.match(await page.evaluate(() => location.hash), /moves=a1\+/);
  assert.deepEqual(problems, []);
});

test('a click on the stone swaps, and an illegal click says why', async () => {
  const { page, problems } = await open();
  await newGame(page, 5, 'person');
  await click(page, 'a3');
  assert.match((await page.textContent('#status')) ?? '', /Blue to move \(move 2\), or swap/);
  await click(page, 'a3');
  assert.match(await label(page, 'c1'), /blue/);
  await click(page, 'c1');
  assert.match((await page.textContent('#status')) ?? '', /c1 is occupied/);
  assert.equal(await page.locator('#board .stone').count(), 1);
  assert.deepEqual(problems, []);
});

test('no machine moves in a game from elsewhere until it is asked to, and then it goes on from there', async () => {
  const { page, problems } = await open();
  await newGame(page, 5, 'bridges');
  await click(page, 'c3');
  await page.waitForFunction(() => /Bridges (played|swapped)/.test(document.querySelector('#status')?.textContent ?? ''));
  await page.click('#tab-files');
  await page.fill('#record-text', '(;FF[4]GM[11]SZ[6];B[c3];W[b2];B[d2])');
  await page.click('#open-record');
  await page.waitForFunction(() => document.querySelectorAll('#board .stone').length === 3);
  await page.click('#tab-play');
  assert.equal(await page.getAttribute('[data-seat=white]', 'aria-label'), 'Blue, to move');
  await newGame(page, 5, 'bridges', { fromHere: true });
  await page.waitForFunction(() => document.querySelectorAll('#board .stone').length === 4);
  assert.equal(await page.locator('#board [data-cell]').count(), 36);
  await newGame(page, 5, 'bridges');
  assert.equal(await page.locator('#board .stone').count(), 0);
  assert.deepEqual(problems, []);
});

test('the clocks run out', async () => {
  const { page, problems } = await open();
  await newGame(page, 5, 'person', { minutes: 1 });
  await click(page, 'a3');
  // As if the page had been closed for more than a minute.
  const clocks = JSON.parse((await kept(page))['hexwright.clocks']);
  // What lies in localStorage is taken over: versions before kept everything there.
  await page.evaluate((text) => localStorage.setItem('hexwright.clocks', text), JSON.stringify({ ...clocks, at: clocks.at - 70_000 }));
  await page.reload();
  await page.waitForFunction(() => /Blue is out of time and has lost/.test(document.querySelector('#status')?.textContent ?? ''));
  await click(page, 'b2');
  assert.match(await label(page, 'b2'), /empty/);
  assert.deepEqual(problems, []);
});

test('the machine plays on while the look of the board is chosen', async () => {
  const { page, problems } = await open();
  await newGame(page, 7, 'neural', { think: 2 });
  await click(page, 'd4');
  await page.click('#tab-settings');
  await click(page, 'a1');
  assert.match((await page.textContent('#status')) ?? '', /It is Neural’s turn/);
  assert.match(await label(page, 'a1'), /empty/);
  await page.check('[name=numbers]');
  await page.waitForFunction(() => /Neural (played|swapped)/.test(document.querySelector('#status')?.textContent ?? ''), null, { timeout: 60_000 });
  assert.deepEqual(problems, []);
});

test('the program opens its page in the browser of this machine', onServer, async () => {
  // The desktop's opener, replaced by one that writes down what it was asked for.
  const folder = await mkdtemp(join(tmpdir(), 'hexwright-'));
  const asked = join(folder, 'asked');
  await writeFile(join(folder, 'xdg-open'), `#!/bin/sh\necho "$1" > ${asked}.part && mv ${asked}.part ${asked}\n`);
  await chmod(join(folder, 'xdg-open'), 0o755);
  const opened = await start(['serve', '--port', '0', '--open'], { PATH: `${folder}:${process.env.PATH}`, DISPLAY: ':99' });
  let page = '';
  for (let time = 0; time < 100 && !page; time += 1) {
    await new Promise((resolve) => { setTimeout(resolve, 50); });
    page = await readFile(asked, 'utf8').catch(() => '');
  }
  opened.stop();
  await rm(folder, { recursive: true });
  assert.equal(page.trim(), opened.address);
});
