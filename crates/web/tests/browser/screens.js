// Every panel at three widths in both themes, for inspection:
//
//     HEXWRIGHT=../../../../target/release/hexwright node screens.js FOLDER [PANEL…]

import { mkdir } from 'node:fs/promises';

import { click, launch, newGame, open, show, start } from './harness.js';

/** @typedef {import('playwright-core').Page} Page */

const [folder = '/tmp/screens', ...wanted] = process.argv.slice(2);
const GAME = '#size=11x11&moves=c2 f6 e7 d9 g4 h3 f4 e5 g5 h5';
const SIZES = [[1440, 900], [1280, 720], [390, 844]];

/**
 * The preparation of each picture.
 * @type {Record<string, {path?: string, act: (page: Page) => Promise<unknown>}>}
 */
const SCREENS = {
  start: { act: async () => {} },
  game: {
    act: async (page) => {
      await newGame(page, 11, 'level:n=2', { minutes: 10, seconds: 5 });
      await click(page, 'c2');
      await page.waitForFunction(() => /Red to move/.test(document.querySelector('#status')?.textContent ?? ''), null, { timeout: 60_000 });
      await page.evaluate(() => scrollTo(0, 0));
    },
  },
  end: { path: '#size=5x5&moves=c3 a1 c2 b1 c4 a2 d1 b2 b5', act: async () => {} },
  large: { act: async (page) => {
    await newGame(page, 19, 'person');
    await page.evaluate(() => scrollTo(0, 0));
    for (const cell of ['d4', 'p16', 'j10', 'k9']) {
      await page.click(`#board [data-cell="${cell}"]`);
    }
    if ((page.viewportSize()?.width ?? 0) < 500) await page.tap('#board [data-cell="h12"]');
  } },
  analyse: { path: `${GAME}&panel=analyse`, act: async (page) => { await page.waitForSelector('.candidates tbody tr:not(.empty)', { timeout: 60_000 }); } },
  proved: { path: '#size=7x7&moves=d4+c5+e5+f2&panel=analyse', act: async (page) => { await page.waitForSelector('#verdict.sealed', { timeout: 60_000 }); } },
  connections: {
    path: '#size=11x11&moves=f3+c9+f4+h9+e6+k2&panel=analyse',
    act: async (page) => {
      await page.check('#show-connections');
      await click(page, 'e6');
      await page.waitForSelector('#board .shade.full');
    },
  },
  review: {
    path: '#size=9x9&moves=c2+e5+g4+g3+h3+h2+f4+f3+e3+e4+d4+c6+b6+b7+i1+i2+d5+d6+a7+a8&panel=analyse',
    act: async (page) => {
      await page.selectOption('#review-time', '10000');
      await page.click('#review-start');
      await page.click('#moments button >> nth=0', { timeout: 120_000 });
    },
  },
  openings: { act: async (page) => { await show(page, 'openings'); await page.waitForSelector('#board .shade.fair'); } },
  strategy: { act: async (page) => { await show(page, 'strategy'); await page.waitForSelector('#board .shade.carrier'); } },
  chance: { act: (page) => show(page, 'chance') },
  watch: { act: async (page) => { await show(page, 'watch'); await page.waitForSelector('#watch-boards [data-game]'); } },
  files: { path: GAME, act: (page) => show(page, 'files') },
  settings: { path: GAME, act: (page) => show(page, 'settings') },
};

await mkdir(folder, { recursive: true });
const [arena, browser] = await Promise.all([
  start(['arena', 'show', 'bridges', 'mops', 'queenbee', '--size', '7', '--port', '0', '--pace', '300ms', '--rounds', '50', '--name', 'autumn']), launch(),
]);
for (const [name, { path, act }] of Object.entries(SCREENS)) {
  if (wanted.length && !wanted.includes(name)) continue;
  for (const [width, height] of SIZES) {
    for (const theme of /** @type {const} */ (['light', 'dark'])) {
      const { page } = await open(browser, arena.address, { width, height, touch: width < 500, ...(path ? { path } : {}) });
      await page.emulateMedia({ colorScheme: theme });
      try {
        await act(page);
      } catch (error) {
        console.error(`${name} at ${width}, ${theme}: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
      }
      await page.waitForTimeout(300);
      await page.screenshot({ path: `${folder}/${name}-${width}-${theme}.png` });
      await page.context().close();
    }
  }
}
await browser.close();
arena.stop();
