// Who cannot see the board, tell its colours apart or hold a mouse: names, roles, announcements, the order of focus, contrast, room.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';

import { click, closePages, label, launch, newGame, open as openPage, picture, show, start, tooWide } from './harness.js';

/** @typedef {import('playwright-core').Page} Page */

const PANELS = ['play', 'analyse', 'chance', 'openings', 'strategy', 'watch', 'files', 'settings'];

/** @type {Awaited<ReturnType<typeof start>>} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;

before(async () => {
  [server, browser] = await Promise.all([
    start(['arena', 'show', 'random', 'bridges', '--size', '5', '--port', '0', '--pace', '200ms', '--rounds', '20', '--name', 'spring']),
    launch(),
  ]);
});

afterEach(closePages);

after(async () => {
  await browser?.close();
  server?.stop();
});

/** @param {Parameters<typeof openPage>[2]} [options] */
async function open(options = {}) {
  const opened = await openPage(browser, server.address, options);
  await opened.page.waitForSelector('html[data-complete]');
  return opened;
}

/**
 * The accessibility tree as Chromium hands it to a screen reader, without what is ignored.
 * @param {Page} page
 */
async function accessibilityTree(page) {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes.filter(({ ignored }) => !ignored).map(({ role, name, properties }) => ({
    role: String(role?.value ?? ''),
    name: String(name?.value ?? ''),
    property: Object.fromEntries((properties ?? []).map(({ name: key, value }) => [key, value.value])),
  }));
}

test('a screen reader finds the tabs, the board with every cell, and the line that tells what happens', async () => {
  const { page, problems } = await open({ path: '#size=5x5&moves=c3 b2' });
  const tree = await accessibilityTree(page);
  const named = (/** @type {string} */ role) => tree.filter((node) => node.role === role).map(({ name }) => name);
  assert.deepEqual(named('tab'), ['Play', 'Analyse', 'Learn', 'Variants', 'Watch', 'Games', 'Settings']);
  assert.deepEqual(named('grid'), ['Hex board, 5 columns and 5 rows, 2 stones, red to move']);
  assert.equal(named('row').length, 5);
  const cells = named('gridcell');
  assert.equal(cells.length, 25);
  assert.ok(cells.includes('c3, red') && cells.includes('b2, blue, last move') && cells.includes('a1, empty'), cells.join('; '));
  assert.ok(tree.some(({ role, property }) => role === 'status' && property.live === 'polite'));
  assert.deepEqual(named('tabpanel'), ['Play']);
  assert.deepEqual(problems, []);
});

test('everything that can be reached has a name and a role, in every panel', async () => {
  const { page, problems } = await open({ path: '#size=5x5&moves=c3 b2 d2' });
  for (const panel of PANELS) {
    await show(page, panel);
    if (panel === 'watch') await page.waitForSelector('#watch-boards [data-game]');
    if (panel === 'strategy') await page.waitForSelector('#board .shade.carrier');
    for (const { role, name, property } of await accessibilityTree(page)) {
      if (!property.focusable || ['RootWebArea', 'ListBoxOption', 'option', 'listitem'].includes(role)) continue;
      assert.ok(name, `${panel}: a ${role} without a name`);
      assert.ok(!['generic', 'none'].includes(role), `${panel}: ${name} can be reached but has no role`);
    }
  }
  assert.deepEqual(problems, []);
});

test('moves and verdicts are announced', async () => {
  const { page, problems } = await open({ path: '#size=4x4' });
  const said = async (/** @type {string} */ where, /** @type {RegExp} */ what) => {
    await page.waitForFunction(([at, pattern]) => new RegExp(pattern).test(document.querySelector(at)?.textContent ?? ''), [where, what.source]);
    // Only what stands in a live region is read aloud.
    assert.equal(await page.getAttribute(where, 'role'), 'status');
  };
  await click(page, 'b3');
  await said('#status', /^Red played b3\. Blue to move \(move 2\), or swap\.$/);
  await page.click('#tab-analyse');
  await said('#announcement', /^Proof: (Red|Blue) wins/);
  await click(page, 'b3');
  await said('#status', /^Blue swapped\. Red to move/);
  await newGame(page, 4, 'bridges');
  await click(page, 'a2');
  await said('#status', /^Bridges (played [a-d][1-4]|swapped).*Red to move\.$/);
  assert.deepEqual(problems, []);
});

test('the keyboard alone reaches everything in the order of reading', async () => {
  const { page, problems } = await open({ path: '#size=5x5' });
  const focused = () => page.evaluate(() => {
    const at = document.activeElement;
    return at?.id || at?.getAttribute('data-cell') || at?.getAttribute('name') || at?.textContent || '';
  });
  const order = [];
  for (let key = 0; key < 10; key += 1) {
    await page.keyboard.press('Tab');
    order.push(await focused());
  }
  // One stop for the tabs, the tools, one stop for the board, then the panel.
  assert.deepEqual(order.slice(0, 6), ['tab-play', 'theme', 'mute', 'help', 'a1', 'hint']);
  assert.ok(order.includes('new-game-open'), order.join(' '));
  await page.focus('#tab-play');
  await page.keyboard.press('ArrowRight');
  assert.equal(await focused(), 'tab-analyse');
  await page.keyboard.press('End');
  assert.equal(await focused(), 'tab-settings');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  assert.ok(await page.isVisible('#analyse'));
  // On the board: arrows go over it, Enter plays, and the edge is the end.
  for (const key of ['Tab', 'Tab', 'Tab', 'Tab']) await page.keyboard.press(key);
  for (const key of ['ArrowRight', 'ArrowDown', 'Enter', 'ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  assert.match(await label(page, 'b2'), /red/);
  assert.match(await label(page, 'b1'), /blue/);
  assert.equal(await focused(), 'b1');
  // Through the moves, from the board and from beside it.
  await page.keyboard.press('PageUp');
  assert.match(await label(page, 'b1'), /empty/);
  await page.focus('[aria-label="Next move"]');
  await page.keyboard.press('ArrowRight');
  assert.match(await label(page, 'b1'), /blue/);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  assert.match(await label(page, 'b2'), /empty/);
  assert.deepEqual(problems, []);
});

/**
 * Texts whose contrast is below what WCAG 2.2 asks for at level AA: 4.5, or 3 for large letters.
 * @param {Page} page
 */
const tooPale = (page) => page.evaluate(() => {
  const context = /** @type {CanvasRenderingContext2D} */ (document.createElement('canvas').getContext('2d', { willReadFrequently: true }));
  const channels = (/** @type {string} */ color) => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data;
    return { rgb: [red, green, blue], alpha: alpha / 255 };
  };
  const luminance = (/** @type {number[]} */ rgb) => {
    const [red, green, blue] = rgb.map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ground = (/** @type {Element | null} */ element) => {
    for (let at = element; at; at = at.parentElement) {
      const { rgb, alpha } = channels(getComputedStyle(at).backgroundColor);
      if (alpha > 0.99) return rgb;
    }
    return [255, 255, 255];
  };
  const pale = [];
  for (const element of document.querySelectorAll('body *:not(option):not(optgroup)')) {
    const own = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    const isField = element instanceof HTMLInputElement || element instanceof HTMLSelectElement;
    if (!(own || isField) || element.closest('svg, :disabled, .unseen') || !(element instanceof HTMLElement) || !element.offsetParent) continue;
    const style = getComputedStyle(element);
    const [a, b] = [luminance(channels(style.color).rgb), luminance(ground(element))];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const isLarge = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && Number(style.fontWeight) >= 700);
    if (contrast < (isLarge ? 3 : 4.5)) pale.push(`${contrast.toFixed(2)}: ${element.tagName} ${element.className} "${(element.textContent ?? '').trim().slice(0, 40)}"`);
  }
  return pale;
});

/** Whether anything that is visible is cut off at the side, or lies over something else's edge. */
const cutOff = (/** @type {Page} */ page) => page.evaluate(() => [...document.querySelectorAll('header *, aside *')]
  .filter((element) => element instanceof HTMLElement && element.offsetParent && !element.closest('.scroll, svg, .moves, .games, textarea, .connections, .candidates') && element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== 'visible' && element.clientWidth > 0 && !(element instanceof HTMLInputElement) && !(element instanceof HTMLSelectElement))
  .map((element) => `${element.tagName} ${element.className} ${element.id}: ${element.scrollWidth} > ${element.clientWidth}`));

for (const width of [390, 768, 1440]) {
  for (const theme of ['light', 'dark']) {
    test(`at ${width} pixels, ${theme}: everything fits and can be read`, async () => {
      const { page, problems } = await open({ width, height: width < 500 ? 844 : 900, touch: width < 500, path: '#size=11x11&moves=f6 e7 g4 h3 d8' });
      await page.click('#tab-settings');
      await page.selectOption('[name=theme]', theme);
      if (width === 390) await page.check('[name=patterns]');
      if (width === 768) await page.selectOption('[name=orientation]', 'diamond');
      if (width === 1440) await page.check('[name=numbers]');
      for (const panel of PANELS) {
        await show(page, panel);
        if (panel === 'watch') await page.waitForSelector('#watch-games [data-game]');
        if (panel === 'strategy') await page.waitForSelector('#board .shade.carrier');
        if (panel === 'openings') await page.waitForSelector('#board .shade.black-wins');
        if (panel === 'analyse') {
          await page.check('#show-must-play');
          await page.waitForFunction(() => /Blue|Red/.test(document.querySelector('#detail-must-play')?.textContent ?? ''));
        }
        assert.ok(await tooWide(page) <= 0, `${panel} is too wide`);
        assert.deepEqual(await cutOff(page), [], panel);
        assert.deepEqual(await tooPale(page), [], panel);
        await picture(page, `${panel}-${width}-${theme}`);
        // Fingers need room: 24 pixels is what WCAG 2.2 asks for.
        const small = await page.evaluate(() => [...document.querySelectorAll('button')].filter((element) => element.offsetParent && Math.min(element.offsetWidth, element.offsetHeight) < 24).map((element) => element.outerHTML.slice(0, 80)));
        assert.deepEqual(small, [], panel);
      }
      assert.deepEqual(problems, []);
    });
  }
}

test('stones and shades differ in pattern too, and their colours in lightness', async () => {
  const { page } = await open({ path: '#size=5x5&moves=c3 b2' });
  await page.click('#tab-settings');
  await page.check('[name=patterns]');
  const patterns = await page.evaluate(() => [...document.querySelectorAll('#board [fill^="url(#pattern-"]')].map((element) => element.getAttribute('fill')).sort());
  assert.deepEqual(patterns, ['url(#pattern-black)', 'url(#pattern-white)']);
  await page.click('#tab-analyse');
  await page.check('#show-winning-moves');
  await page.waitForFunction(() => /0 are open/.test(document.querySelector('#detail-winning-moves')?.textContent ?? ''));
  const fills = await page.evaluate(() => [...document.querySelectorAll('#board [fill^="url(#shade-"]')].map((element) => element.getAttribute('fill') ?? ''));
  for (const fill of new Set(fills)) assert.equal(await page.locator(fill.slice(4, -1)).count(), 1, `${fill} is defined`);
  assert.ok(new Set(fills).size >= 2, 'won and lost moves have patterns of their own');
});
