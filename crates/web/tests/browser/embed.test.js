// The board for other pages: the examples of docs/how-to/embed.md, as their readers would paste them. SITE names the folder of
// the static page.

import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { launch, picture } from './harness.js';
import { serveFolder } from './static.js';

const SITE = process.env.SITE ?? '';
const guide = await readFile(new URL('../../../../docs/how-to/embed.md', import.meta.url), 'utf8');
const examples = [...guide.matchAll(/```html\n([^]*?)```/g)].map(([, html]) => html);

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof serveFolder>>} */
let host;
let folder = '';

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'embed-'));
  await cp(SITE, folder, { recursive: true });
  for (const [number, html] of examples.entries()) {
    await writeFile(join(folder, `example${number}.html`), `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title><body>\n${html}</body></html>`);
  }
  [browser, host] = [await launch(), await serveFolder(folder)];
});

after(async () => {
  await browser?.close();
  host?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** @param {string} name of a file */
async function open(name) {
  const page = await browser.newPage({ viewport: { width: 600, height: 700 } });
  /** @type {string[]} */
  const problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => { if (message.type() === 'error' && !/404/.test(message.text())) problems.push(message.text()); });
  page.on('request', (request) => { if (!/^(data:|blob:)/.test(request.url()) && !request.url().startsWith(host.address)) problems.push(`asked ${request.url()}`); });
  await page.goto(host.address + name);
  return { page, problems };
}

test('there are three examples, and the script is small', async () => {
  assert.equal(examples.length, 3);
  assert.ok((await stat(join(SITE, 'hex-board.js'))).size < 40_000);
});

test('a game is played through, with its comments and marks', async () => {
  const { page, problems } = await open('example0.html');
  const stones = page.locator('hex-board [data-stone]');
  await page.waitForSelector('hex-board svg');
  assert.equal(await stones.count(), 3);
  assert.equal(await page.locator('hex-board [data-cell]').count(), 121);
  assert.match(await page.locator('hex-board .says').innerText(), /Red blocks/);
  assert.match((await page.textContent('hex-board svg')) ?? '', /A/);
  await page.click('hex-board button[title=Back]');
  assert.equal(await stones.count(), 2);
  assert.match(await page.locator('hex-board .says').innerText(), /The centre/);
  assert.equal(await page.locator('hex-board .mark').count(), 1);
  await page.click('hex-board button[title=First]');
  assert.equal(await stones.count(), 0);
  assert.ok(await page.locator('hex-board button[title=Back]').isDisabled());
  await page.click('hex-board button[title=Last]');
  const link = (await page.locator('hex-board a.open').getAttribute('href')) ?? '';
  assert.equal(link, `${host.address}#size=11x11&moves=a10+f6+e8`);
  await picture(page, 'embed-game');
  // The link leads to the position on the full page.
  await page.goto(link);
  await page.waitForSelector('html[data-ready]');
  assert.equal(await page.locator('#board .stone').count(), 3);
  assert.deepEqual(problems, []);
});

test('a position is shown with marks and without controls', async () => {
  const { page, problems } = await open('example1.html');
  await page.waitForSelector('hex-board svg');
  assert.deepEqual(await page.locator('hex-board [data-stone]').evaluateAll((all) => all.map((one) => one.getAttribute('data-stone')).sort()), ['b4', 'c2', 'c3', 'd3']);
  assert.equal(await page.locator('hex-board .shade').count(), 2);
  assert.equal(await page.locator('hex-board button, hex-board a').count(), 0);
  assert.match((await page.getAttribute('hex-board svg', 'aria-label')) ?? '', /Red: b4 c3\. Blue: c2 d3\. Blue to move/);
  await picture(page, 'embed-position');
  // What cannot be shown is refused in words.
  await page.evaluate(() => document.querySelector('hex-board')?.setAttribute('moves', 'c3'));
  assert.match(await page.locator('hex-board .error').innerText(), /c3/);
  await page.evaluate(() => document.querySelector('hex-board')?.setAttribute('moves', 'a1'));
  assert.equal(await page.locator('hex-board [data-stone]').count(), 5);
  assert.deepEqual(problems, []);
});

test('a proof is fetched on request', async () => {
  const { page, problems } = await open('example2.html');
  await page.waitForSelector('hex-board svg');
  assert.equal(await page.locator('hex-board [data-stone]').count(), 2);
  await page.click('hex-board button:has-text("Who wins?")');
  await page.waitForFunction(() => /(Red|Blue) wins/.test(document.querySelector('hex-board')?.shadowRoot?.querySelector('.says')?.textContent ?? ''), null, { timeout: 60_000 });
  assert.ok(await page.locator('hex-board .shade').count() > 0, 'the cells of the proof');
  const heard = page.evaluate(() => new Promise((then) => { document.querySelector('hex-board')?.addEventListener('hex-move', (event) => then(/** @type {CustomEvent} */ (event).detail.at)); }));
  await page.click('hex-board button[title=Forward]');
  assert.equal(await heard, 3);
  await picture(page, 'embed-proof');
  assert.deepEqual(problems, []);
});
