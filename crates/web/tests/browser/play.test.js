// Playing as a newcomer meets it: the first click, the opponents, the clocks, hints, the swap, the end, and a server that goes away.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, afterEach, before, test } from 'node:test';

import { STEPS } from '../../pages/panels/play/opponents.js';
import { click, closePages, label, launch, newGame, onServer, open as openPage, start, tooWide } from './harness.js';

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
/** @param {Page} page @param {string} selector @param {RegExp} pattern */
const says = (page, selector, pattern) => page.waitForFunction(
  ([where, what]) => new RegExp(what).test(document.querySelector(where)?.textContent ?? ''), [selector, pattern.source], { timeout: 60_000 });
const seat = (/** @type {Page} */ page, /** @type {string} */ color) => page.getAttribute(`[data-seat=${color}]`, 'aria-label');

test('the first click starts the game that is shown, and the opponent answers', async () => {
  const { page, problems } = await open();
  assert.match((await page.textContent('.welcome')) ?? '', /Red joins top and bottom/);
  assert.ok(await page.isVisible('#new-game button[type=submit]'));
  const side = await page.inputValue('#new-game [name=size]');
  assert.equal(await page.locator('#board [data-cell]').count(), Number(side) ** 2);
  // Another size is shown before the game begins.
  await page.click('#new-game [data-side="7"]');
  assert.equal(await page.locator('#board [data-cell]').count(), 49);
  await click(page, 'a2');
  await page.waitForFunction(() => document.querySelectorAll('#board .stone').length === 2 || document.querySelector('#board .stone.white'));
  assert.match((await seat(page, 'white')) ?? '', /^Blue: Level 1/);
  assert.ok(!await page.isVisible('#new-game'), 'the card closes when the game begins');
  assert.deepEqual(problems, []);
});

test('two people and the analysis are one click away, and colours are kept to', async () => {
  const { page, problems } = await open({ height: 720 });
  for (const way of ['[name=mode][value=computer]', '[name=mode][value=person]']) assert.equal(await page.locator(`#new-game ${way}`).count(), 1);
  const box = await page.locator('#new-game button[type=submit]').boundingBox();
  assert.ok(box && box.y + box.height <= 720, 'Start is in sight at 1280 by 720');
  await page.click('#new-game label:has([value=person])');
  await click(page, 'c3');
  await click(page, 'd4');
  assert.match(await label(page, 'd4'), /blue/);
  assert.equal(await seat(page, 'black'), 'Red, to move');
  assert.deepEqual(problems, []);
  // A reader who takes Blue lets the machine begin: the click only starts the game.
  const other = await open();
  await other.page.click('#new-game [data-side="7"]');
  await other.page.click('#new-game .segment.white');
  await click(other.page, 'a1');
  await says(other.page, '#status', /Level 1 played/);
  assert.match(await label(other.page, 'a1'), /empty|red/);
  assert.equal(await seat(other.page, 'white'), 'Blue: You, to move');
  await other.page.click('#new-game-open');
  await other.page.click('#way-analyse');
  assert.ok(await other.page.isVisible('#analyse'));
});

test('opponents are cards with what was measured, and one is recommended', async () => {
  const { page } = await open();
  const cards = await page.locator('.opponent').allTextContents();
  assert.equal(cards.length, 10);
  assert.equal(cards.filter((card) => /recommended/.test(card)).length, 1);
  assert.ok(cards.every((card) => /Level \d+.*[a-z]\.$/.test(card)), cards.join('\n'));
  assert.match(cards[3], /Elo \+542/);
  assert.ok(!await page.isVisible('[name=engine]'), 'engines are under Advanced');
});

test('the ratings are those of the table of levels', async () => {
  const text = await readFile(new URL('../../../../docs/explanation/players.md', import.meta.url), 'utf8');
  const table = text.slice(text.indexOf('\n| level |'));
  const steps = [...table.slice(0, table.indexOf('\n\n')).matchAll(/^\| (\d+) \|.*\|$/gm)].map(([row, level]) => ({ level: Number(level), elo: Number(/([+-]\d+) \[/.exec(row)?.[1] ?? 0) }));
  assert.deepEqual(steps, STEPS.map((elo, index) => ({ level: index + 1, elo })));
});

test('a clock adds the increment to the side that moved, and a delay takes nothing from a quick move', async () => {
  const { page, problems } = await open();
  const clock = async (/** @type {string} */ color) => {
    const text = (await page.textContent(`[data-clock=${color}]`)) ?? '';
    const [minutes, seconds] = text.split(':').map(Number);
    return 60 * minutes + seconds;
  };
  await newGame(page, 5, 'person', { minutes: 2, seconds: 30 });
  await click(page, 'a1');
  await says(page, '[data-clock=black]', /2:(2|30)/);
  assert.ok(await clock('black') > 140, 'Red has the increment');
  assert.ok(await clock('white') <= 120, 'Blue has none yet');
  await newGame(page, 5, 'person', { minutes: 1, seconds: 60, extra: 'delay' });
  await click(page, 'a1');
  await page.waitForTimeout(1500);
  await click(page, 'b1');
  assert.deepEqual([await clock('black'), await clock('white')], [60, 60]);
  assert.deepEqual(problems, []);
});

test('the swap is explained once, where it is possible', async () => {
  const { page, problems } = await open();
  await newGame(page, 5, 'person');
  await click(page, 'a3');
  assert.match((await page.textContent('#play-note')) ?? '', /take over Red’s stone at a3: it becomes Blue’s, mirrored/);
  await page.click('#swap-now');
  assert.match(await label(page, 'c1'), /blue/);
  assert.ok(!await page.isVisible('#play-note'));
  await newGame(page, 5, 'person');
  await click(page, 'a3');
  assert.ok(!await page.isVisible('#play-note'));
  assert.deepEqual(problems, []);
});

test('a hint says why in words and shows it', async () => {
  const { page, problems } = await open({ path: '#size=5x5&moves=c3 a1 c2 b1 c4 a2 c1 b2' });
  await page.click('#tab-play');
  await page.click('#hint');
  await says(page, '#play-note', /Hint: [a-e][1-5]\..*(joins your edges and wins|saves|bridge|chain)/);
  assert.match((await page.textContent('#play-note')) ?? '', /Chance to win: \d+ %|joins your edges/);
  assert.equal(await page.locator('#board .shade.picked').count(), 1);
  assert.deepEqual(problems, []);
});

test('the end says who won and shows the chain; a resignation can be taken back', async () => {
  const { page, problems } = await open();
  await newGame(page, 3, 'person');
  for (const cell of ['b2', 'a1', 'c1', 'b1', 'a3']) await click(page, cell);
  assert.match((await page.textContent('#banner')) ?? '', /^Red won.*joined top and bottom/);
  assert.equal(await page.locator('#board .winning').count(), 3);
  assert.equal((await page.getAttribute('#board .chain polyline', 'points'))?.split(' ').length, 3);
  await newGame(page, 5, 'level:n=1');
  await click(page, 'a1');
  await page.waitForFunction(() => /Red to move/.test(document.querySelector('#status')?.textContent ?? ''), null, { timeout: 60_000 });
  const stones = await page.locator('#board .stone').count();
  await page.click('#resign');
  assert.match((await page.textContent('#banner')) ?? '', /^You lost/);
  await page.click('.toast button');
  assert.ok(!await page.isVisible('#banner'));
  assert.equal(await page.locator('#board .stone').count(), stones);
  assert.deepEqual(problems, []);
});

test('a new game leaves a way back to the old one', async () => {
  const { page } = await open();
  await newGame(page, 6, 'person');
  for (const cell of ['a1', 'b2', 'c3', 'd4']) await click(page, cell);
  await newGame(page, 7, 'person');
  assert.equal(await page.locator('#board .stone').count(), 0);
  await page.click('.toast button');
  assert.equal(await page.locator('#board .stone').count(), 4);
  assert.equal(await page.locator('#board [data-cell]').count(), 36);
});

test('a server that goes away is asked again when it is back', onServer, async () => {
  const own = await start(['serve', '--port', '0']);
  const { page } = await openPage(browser, own.address);
  await page.waitForSelector('html[data-complete]');
  await newGame(page, 5, 'bridges');
  own.stop();
  await new Promise((then) => { setTimeout(then, 600); });
  await click(page, 'a1');
  await says(page, '#play-note', /The server is away/);
  const again = await start(['serve', '--port', new URL(own.address).port]);
  assert.equal(again.address, own.address);
  await page.waitForFunction(() => document.querySelector('#board .stone.white'), null, { timeout: 30_000 });
  assert.ok(!await page.isVisible('#play-note'));
  again.stop();
});

test('on a phone a move on a large board is confirmed under a loupe, which can be moved', async () => {
  const { page, problems } = await open({ width: 390, height: 844, touch: true });
  await newGame(page, 19, 'person');
  await page.evaluate(() => scrollTo(0, 0));
  await page.tap('#board [data-cell="j10"]');
  assert.equal(await page.locator('#board .piece').count(), 0, 'the first touch is no move');
  assert.ok(await page.isVisible('#confirm-move'));
  // A touch beside the middle of the loupe goes to a neighbour.
  const loupe = /** @type {{x: number, y: number, width: number, height: number}} */ (await page.locator('.loupe').boundingBox());
  await page.touchscreen.tap(loupe.x + loupe.width * 0.75, loupe.y + loupe.height / 2);
  const chosen = (await page.textContent('.confirm strong')) ?? '';
  assert.notEqual(chosen, 'j10');
  await page.tap('#confirm-move');
  assert.match(await label(page, chosen), /red/);
  // On a board with cells for fingers a touch is a move.
  await newGame(page, 5, 'person');
  await page.evaluate(() => scrollTo(0, 0));
  await page.tap('#board [data-cell="c3"]');
  assert.match(await label(page, 'c3'), /red/);
  assert.deepEqual(problems, []);
});

test('letters and borders have one size on every board, in every orientation', async () => {
  const { page } = await open();
  for (const orientation of ['flat', 'diamond', 'vertical']) {
    await page.click('#tab-settings');
    await page.selectOption('[name=orientation]', orientation);
    const seen = [];
    for (const size of [3, 11, 19]) {
      await newGame(page, size, 'person');
      seen.push(await page.evaluate(() => {
        const height = document.querySelector('#board .coordinate')?.getBoundingClientRect().height ?? 0;
        const board = document.querySelector('#board')?.getBoundingClientRect();
        const inside = [...document.querySelectorAll('#board .edge, #board .coordinate')].every((part) => {
          const box = part.getBoundingClientRect();
          return board && box.left >= board.left - 1 && box.right <= board.right + 1 && box.top >= board.top - 1 && box.bottom <= board.bottom + 1;
        });
        return { height: Math.round(height), inside };
      }));
    }
    assert.ok(seen.every(({ inside }) => inside), `${orientation}: ${JSON.stringify(seen)}`);
    assert.ok(Math.max(...seen.map(({ height }) => height)) - Math.min(...seen.map(({ height }) => height)) <= 1, `${orientation}: ${JSON.stringify(seen)}`);
  }
});

test('a stone drops, and does not where motion is not wanted; nothing on the page shifts', async () => {
  const { page } = await open();
  await page.evaluate(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!(/** @type {any} */ (entry)).hadRecentInput) /** @type {any} */ (window).shift += /** @type {any} */ (entry).value; }).observe({ type: 'layout-shift', buffered: true });
  });
  await newGame(page, 11, 'person');
  await click(page, 'f6');
  assert.equal(await page.evaluate(() => getComputedStyle(/** @type {Element} */ (document.querySelector('#board .piece.drops'))).animationName), 'drop');
  await click(page, 'c3');
  await page.hover('#board [data-cell="d7"]');
  await page.waitForTimeout(400);
  assert.ok(await page.evaluate(() => /** @type {any} */ (window).shift) < 0.02);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await click(page, 'd7');
  assert.equal(await page.evaluate(() => getComputedStyle(/** @type {Element} */ (document.querySelector('#board [data-cell="d7"] .piece'))).animationName), 'none');
});

test('sound can be muted where it is seen, and the theme changed', async () => {
  const { page } = await open();
  assert.equal(await page.getAttribute('#mute', 'aria-pressed'), 'true');
  await page.click('#mute');
  await page.reload();
  await page.waitForSelector('html[data-ready]');
  assert.equal(await page.getAttribute('#mute', 'aria-pressed'), 'false');
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const before = await ground();
  await page.click('#theme');
  assert.notEqual(await ground(), before);
});

test('the demonstration plays a checked proof to its end, and goes away for good', async () => {
  const { page, problems } = await open();
  await page.click('#demo-start');
  await says(page, '.demo-says', /Red answers|The proof answers/);
  assert.ok(await page.locator('.demo-board .shade').count() > 0);
  await page.waitForFunction(() => /Joined/.test(document.querySelector('.demo-says')?.textContent ?? ''), null, { timeout: 60_000 });
  assert.ok(await page.locator('.demo-board .winning').count() >= 5);
  await page.click('#demo-close');
  await page.reload();
  await page.waitForSelector('html[data-ready]');
  assert.equal(await page.locator('#demo').count(), 0);
  assert.deepEqual(problems, []);
});

test('every level takes over a strong first stone', onServer, async () => {
  for (let level = 1; level <= 10; level += 1) {
    const { job } = await (await fetch(`${server.address}api/jobs/move`, {
      method: 'POST', headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ game: { size: [11, 11], moves: ['f6'], swap: true }, player: `level:n=${level}`, milliseconds: 1000 }),
    })).json();
    const events = await (await fetch(`${server.address}api/jobs/${job}/events`)).text();
    assert.match(events, /"move":"swap-pieces"/, `level ${level}`);
  }
});

test('the page speaks the language of the browser, or the one that is set', async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'pl-PL' });
  const page = await context.newPage();
  await page.goto(server.address);
  await page.waitForSelector('html[data-ready]');
  assert.equal(await page.getAttribute('html', 'lang'), 'pl');
  assert.equal(await page.textContent('#tab-learn'), 'Nauka');
  assert.match((await page.textContent('.welcome')) ?? '', /Połącz swoje dwa brzegi/);
  assert.match((await page.textContent('.opponent')) ?? '', /Poziom 1.*Na pierwszą partię/);
  for (const [name, word] of [['de', 'Lernen'], ['fr', 'Étudier'], ['zh', '学习'], ['en', 'Learn']]) {
    await page.click('#tab-settings');
    await Promise.all([page.waitForNavigation(), page.selectOption('[name=language]', name)]);
    await page.waitForSelector('html[data-ready]');
    assert.equal(await page.textContent('#tab-learn'), word);
    // Longer words still fit a phone.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.click('#tab-play');
    assert.ok(await tooWide(page) <= 0, `${name} is too wide`);
    await page.setViewportSize({ width: 1280, height: 800 });
  }
  await context.close();
});
