// The static page: from a plain file server below some path, without a network after the first visit, with a new version,
// and with workers that can be stopped. SITE names its folder. The other tests of the pages run against it too.

import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';

import { click, closePages, kept, label, launch, newGame, open, picture, show, tooWide } from './harness.js';
import { serveFolder } from './static.js';

const SITE = process.env.SITE ?? '';
/** Bytes over the wire for everything that a first visit fetches. */
const MOST_BYTES = 2_500_000;

/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { browser = await launch(); });
/** Hosts that a test has started. @type {Awaited<ReturnType<typeof serveFolder>>[]} */
const hosts = [];
const serve = async (/** @type {string} */ folder, /** @type {object} */ options = {}) => {
  const host = await serveFolder(folder, options);
  hosts.push(host);
  return host;
};
afterEach(async () => {
  await closePages();
  for (const host of hosts.splice(0)) host.stop();
});
after(() => browser?.close());

/** @typedef {import('playwright-core').Page} Page */
/** @param {Page} page @param {RegExp} pattern */
const verdict = (page, pattern) => page.waitForFunction((what) => new RegExp(what).test(document.querySelector('#analyse')?.textContent ?? ''), pattern.source, { timeout: 90_000 });
/** The page has everything that it needs to open without a network. @param {Page} page */
const installed = (page) => page.evaluate(async () => {
  const { active } = await navigator.serviceWorker.ready;
  if (active?.state !== 'activated') await new Promise((then) => { active?.addEventListener('statechange', then, { once: true }); });
});

test('a first visit fetches little, and the next ones need no network', async (t) => {
  const host = await serve(SITE);
  const { page, problems } = await open(browser, host.address);
  t.diagnostic(`ready after ${await page.getAttribute('html', 'data-ready')} ms`);
  assert.equal(await page.locator('#tab-watch').count(), 0, 'there are no other people to watch');
  await page.waitForSelector('html[data-complete]');
  await installed(page);
  const bytes = [...host.sent.values()].reduce((sum, one) => sum + one, 0);
  t.diagnostic(`${bytes} bytes, ${host.sent.size} files`);
  assert.ok(bytes <= MOST_BYTES, `${bytes} bytes`);
  // Chromium has relaxed vectors, so it fetches that engine and no other, and not the network of large boards.
  const names = [...host.sent.keys()].map((path) => path.split('/').pop());
  assert.deepEqual(names.filter((name) => /wasm|hexnet/.test(name ?? '')).sort(), ['default.hexnet', 'hexwright-relaxed.wasm']);
  await newGame(page, 5, 'bridges');
  await click(page, 'a1');
  await page.waitForSelector('#board .stone.white');

  host.stop();
  await page.reload();
  await page.waitForSelector('html[data-ready]');
  assert.match(await label(page, 'a1'), /red/, 'the game is still there');
  await newGame(page, 7, 'neural:visits=8');
  await click(page, 'b3');
  await page.waitForSelector('#board .stone.white', { timeout: 30_000 });
  await show(page, 'openings');
  await show(page, 'strategy');
  await page.waitForFunction(() => document.querySelectorAll('#strategy option').length > 5);
  await page.goto(`${host.address}#size=5x5&moves=c3&panel=analyse`);
  await page.waitForSelector('html[data-ready]');
  await verdict(page, /Red wins|proved/);
  assert.deepEqual(problems, []);
});

test('a new version is offered and never forced', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'site-'));
  try {
    const next = join(folder, 'next');
    await cp(SITE, next, { recursive: true });
    const [version] = await readdir(join(next, 'v'));
    const newer = '0123456789abcdef';
    await cp(join(next, 'v', version), join(next, 'v', newer), { recursive: true });
    await rm(join(next, 'v', version), { recursive: true });
    for (const name of ['index.html', 'sw.js']) {
      await writeFile(join(next, name), (await readFile(join(next, name), 'utf8')).replaceAll(version, newer));
    }
    const host = await serve(SITE);
    const { page, problems } = await open(browser, host.address);
    const engine = () => page.getAttribute('meta[name=engine]', 'content');
    await page.waitForSelector('html[data-complete]');
    await installed(page);
    await page.reload();
    await page.waitForSelector('html[data-complete]');
    await newGame(page, 5, 'person');
    await click(page, 'a1');

    host.swap(next);
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    const offer = page.locator('.toast button');
    await offer.waitFor({ timeout: 30_000 });
    assert.match((await engine()) ?? '', new RegExp(version), 'the page goes on as it is');
    await click(page, 'b2');
    await page.reload();
    await page.waitForSelector('html[data-complete]');
    assert.match((await engine()) ?? '', new RegExp(version), 'also after a reload');
    await offer.waitFor({ timeout: 30_000 });
    await Promise.all([page.waitForEvent('load'), offer.click()]);
    await page.waitForSelector('html[data-ready]');
    assert.match((await engine()) ?? '', new RegExp(newer));
    assert.match(await label(page, 'b2'), /blue/, 'the game survives');
    assert.match((await kept(page))['hexwright.game'], /b2/);
    assert.deepEqual(problems, []);
  } finally {
    await rm(folder, { recursive: true });
  }
});

for (const [name, headers] of Object.entries({
  'with an address that is revoked': {},
  'with shared memory': { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' },
})) {
  test(`a question ends when it is stopped, ${name}, and the page never waits`, async () => {
    const host = await serve(SITE, { headers });
    const { page, problems } = await open(browser, host.address);
    assert.equal(await page.evaluate(() => crossOriginIsolated), name.includes('shared'));
    const found = await page.evaluate(async () => {
      const api = /** @type {HTMLLinkElement} */ (document.querySelector('link[rel=modulepreload][href$="/api.js"]')).href;
      const { Job, post } = await import(api);
      let longest = 0;
      let last = performance.now();
      const watch = setInterval(() => {
        longest = Math.max(longest, performance.now() - last);
        last = performance.now();
      }, 10);
      const game = { size: [11, 11] };
      /** @type {any[]} */
      const heard = [];
      /** @type {() => void} */
      let hear = () => {};
      const started = new Promise((then) => { hear = () => then(null); });
      const proof = new Job('/api/jobs/solve', { game, milliseconds: 600_000 }, (/** @type {any} */ progress) => {
        heard.push(progress);
        hear();
      });
      const thought = new Job('/api/jobs/move', { game: { size: [11, 11], moves: ['a10'] }, player: 'neural', milliseconds: 600_000 });
      await started;
      // Short questions do not wait for long ones.
      const read = await post('/api/records/read', { text: '(;FF[4]GM[11]SZ[5];B[a3])' });
      const stopped = performance.now();
      proof.end();
      const { winner } = await proof.answer;
      const ended = performance.now() - stopped;
      thought.cancel();
      const cancelled = await thought.answer;
      clearInterval(watch);
      const refused = await new Job('/api/jobs/solve', { game: { size: [99, 1] } }).answer.catch((/** @type {Error} */ error) => error.message);
      return { winner, ended, cancelled, nodes: read.nodes.length, heard: heard.length, refused, longest };
    });
    assert.equal(found.winner, null);
    assert.equal(found.cancelled, null);
    assert.equal(found.nodes, 2);
    assert.ok(found.heard > 0, 'progress is heard');
    assert.match(found.refused, /99/);
    assert.ok(found.ended < 3000, `${found.ended} ms until the end`);
    assert.deepEqual(problems, []);
  });
}

test('on a phone everything is there', async () => {
  const host = await serve(SITE);
  const { page, problems } = await open(browser, host.address, { width: 390, height: 844, touch: true, path: '#size=5x5&moves=c3&panel=analyse' });
  await verdict(page, /Red wins|proved/);
  assert.equal(await tooWide(page), 0);
  await picture(page, 'site-phone');
  const manifest = JSON.parse(await readFile(join(SITE, 'manifest.webmanifest'), 'utf8'));
  for (const { src } of manifest.icons) assert.ok(await readFile(join(SITE, src)), src);
  assert.deepEqual(problems, []);
});
