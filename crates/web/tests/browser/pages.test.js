// The pages in a real browser, clicked as a person would.
//
// HEXWRIGHT names the program, CHROMIUM the browser. SCREENSHOTS, if set, is a folder for pictures of what was seen.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { after, before, test } from 'node:test';

import { chromium } from 'playwright-core';

/** @type {import('node:child_process').ChildProcess} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
let address = '';

before(async () => {
  server = spawn(process.env.HEXWRIGHT ?? 'hexwright', ['serve', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  address = await new Promise((resolve, reject) => {
    let text = '';
    server.stdout?.on('data', (data) => {
      text += data;
      const found = /http:\/\/[0-9.:]+\//.exec(text);
      if (found) resolve(found[0]);
    });
    server.once('exit', () => reject(new Error(`the server ended: ${text}`)));
  });
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
});

after(async () => {
  await browser?.close();
  server?.kill('SIGINT');
});

/** @typedef {import('playwright-core').Page} Page */

/**
 * A fresh page, ready to use; the test fails if it says an error on the console or asks another host.
 * @param {{width?: number, height?: number, path?: string}} [options]
 */
async function open({ width = 1280, height = 850, path = '' } = {}) {
  const context = await browser.newContext({ viewport: { width, height } });
  const page = await context.newPage();
  /** @type {string[]} */
  const problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => { if (message.type() === 'error') problems.push(message.text()); });
  page.on('request', (request) => { if (!/^(data:|blob:)/.test(request.url()) && !request.url().startsWith(address)) problems.push(`asked ${request.url()}`); });
  await page.goto(address + path);
  await page.waitForSelector('html[data-ready]');
  return { page, problems };
}

/**
 * @param {Page} page
 * @param {string} name
 */
async function picture(page, name) {
  if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}.png` });
}

/**
 * @param {Page} page
 * @param {string} cell
 */
const label = (page, cell) => page.getAttribute(`[data-cell="${cell}"]`, 'aria-label');

/**
 * Starts a game against another person, or a machine.
 * @param {Page} page
 * @param {number} size
 * @param {string} opponent
 */
async function newGame(page, size, opponent) {
  await page.click('#tab-play');
  await page.fill('#new-game [name=size]', String(size));
  await page.selectOption('#new-game [name=opponent]', opponent);
  await page.click('#new-game button[type=submit]');
}

test('two people play to the end, and only legal moves count', async () => {
  const { page, problems } = await open();
  await newGame(page, 3, 'person');
  for (const cell of ['b2', 'a1', 'b2', 'b1', 'a2']) await page.click(`[data-cell="${cell}"]`);
  assert.match((await label(page, 'a1')) ?? '', /white/);
  await page.click('[data-cell="a3"]');
  assert.match((await page.textContent('#status')) ?? '', /Red has won by connection/);
  await page.click('[data-cell="c3"]');
  assert.match((await label(page, 'c3')) ?? '', /empty/);
  await picture(page, 'won');
  assert.deepEqual(problems, []);
});

test('a machine answers, undo takes both moves back, and the game survives a reload', async () => {
  const { page, problems } = await open();
  await newGame(page, 7, 'bridges');
  await page.click('[data-cell="d4"]');
  await page.waitForFunction(() => document.querySelectorAll('.stone.white').length === 1);
  await page.reload();
  await page.waitForSelector('html[data-ready]');
  assert.match((await label(page, 'd4')) ?? '', /black/);
  await page.click('#undo');
  assert.equal(await page.locator('.stone').count(), 0);
  assert.deepEqual(problems, []);
});

test('swap mirrors the first stone', async () => {
  const { page } = await open();
  await newGame(page, 5, 'person');
  await page.click('[data-cell="a3"]');
  await page.click('#swap');
  assert.match((await label(page, 'c1')) ?? '', /white/);
  assert.ok(await page.isDisabled('#swap'));
});

test('the keyboard plays', async () => {
  const { page } = await open();
  await newGame(page, 5, 'person');
  await page.focus('[data-cell="a1"]');
  for (const key of ['ArrowRight', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  assert.match((await label(page, 'b2')) ?? '', /black/);
});

test('variations, comments and set-up', async () => {
  const { page } = await open();
  await newGame(page, 5, 'person');
  await page.click('#tab-analyse');
  for (const cell of ['c3', 'b2']) await page.click(`[data-cell="${cell}"]`);
  await page.click('[aria-label="Previous move"]');
  await page.click('[data-cell="d3"]');
  assert.equal(await page.locator('.moves .variation').count(), 1);
  await page.fill('[aria-label="Comment on this move"]', 'a variation');
  await page.click('[aria-label="First move"]');
  await page.click('.set-up summary');
  await page.selectOption('[aria-label="What a click does"]', 'white');
  await page.click('[data-cell="e5"]');
  assert.match((await label(page, 'e5')) ?? '', /white/);
});

test('critical cells are shown', async () => {
  const { page, problems } = await open();
  await newGame(page, 5, 'person');
  await page.click('#tab-analyse');
  await page.selectOption('#show-map', 'criticality');
  await page.waitForFunction(() => /probability 0\.5000/.test(document.querySelector('#detail-map-criticality')?.textContent ?? ''));
  assert.match((await label(page, 'c3')) ?? '', /critical with probability/);
  await picture(page, 'critical');
  assert.deepEqual(problems, []);
});

test('records come in and go out, and a link opens the position', async () => {
  const { page, problems } = await open();
  await page.click('#tab-files');
  await page.fill('#record-text', '(;FF[4]GM[11]SZ[5];B[a3];W[swap-pieces];B[b2])');
  await page.click('#open-record');
  await page.waitForFunction(() => document.querySelectorAll('.stone').length === 2);
  assert.match((await label(page, 'c1')) ?? '', /white/);
  await page.click('#write-hexworld');
  await page.waitForFunction(() => /hexworld/.test(/** @type {HTMLTextAreaElement} */ (document.querySelector('#record-text')).value));
  await page.click('#write-link');
  const link = await page.inputValue('#record-text');
  const other = await open({ path: link.slice(address.length) });
  assert.match((await label(other.page, 'b2')) ?? '', /black/);
  assert.deepEqual([...problems, ...other.problems], []);
});

test('on a phone everything fits, in the dark and as a diamond', async () => {
  const { page } = await open({ width: 390, height: 800 });
  await newGame(page, 11, 'person');
  await page.click('[data-cell="f6"]');
  await page.click('#tab-settings');
  await page.selectOption('[name=theme]', 'dark');
  await page.selectOption('[name=orientation]', 'diamond');
  await page.check('[name=patterns]');
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(overflow <= 0, `${overflow} pixels too wide`);
  await picture(page, 'phone');
});

test('the page is ready soon, and clicks are answered while the machine thinks', async () => {
  const { page } = await open();
  const ready = await page.evaluate(() => performance.getEntriesByType('navigation')[0].duration);
  // The measured figure is far below; the limit leaves room for a loaded machine.
  assert.ok(ready < 3000, `ready after ${ready} ms`);
  await newGame(page, 13, 'person');
  await page.click('#tab-analyse');
  await page.selectOption('#show-map', 'criticality');
  const start = Date.now();
  await page.click('[data-cell="g7"]');
  assert.match((await label(page, 'g7')) ?? '', /black/);
  assert.ok(Date.now() - start < 2000);
});
