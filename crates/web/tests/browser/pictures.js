// The pictures of docs/how-to/browser.md, docs/how-to/analysis.md and the README, made from the program as it is:
//
//     HEXWRIGHT=../../../../target/release/hexwright node pictures.js [NAME…]

import { click, launch, newGame, open, show, start } from './harness.js';

/** @typedef {import('playwright-core').Page} Page */

const FOLDER = new URL('../../../../docs/pictures/', import.meta.url).pathname;
/** Which pictures; all where none is named. */
const wanted = process.argv.slice(2);
const WIDE = { width: 1100, height: 700 };
const PHONE = { width: 390, height: 760, touch: true };

const [server, arena, browser] = await Promise.all([
  start(['serve', '--port', '0']),
  start(['arena', 'show', 'bridges', 'mops', 'queenbee', 'fillings', '--size', '9', '--port', '0', '--pace', '250ms', '--rounds', '3', '--name', 'autumn']),
  launch(),
]);

/**
 * @param {string} name
 * @param {object} options
 * @param {(page: Page) => Promise<unknown>} act
 * @param {string} [address]
 */
async function take(name, options, act, address = server.address) {
  if (wanted.length && !wanted.includes(name)) return;
  const { page } = await open(browser, address, options);
  await page.waitForSelector('html[data-complete]');
  await act(page);
  await page.screenshot({ path: `${FOLDER}browser-${name}.png` });
  await page.context().close();
}

/** @param {Page} page @param {string} selector @param {string} pattern */
const says = (page, selector, pattern) => page.waitForFunction(([at, what]) => new RegExp(what).test(document.querySelector(at)?.textContent ?? ''), [selector, pattern], { timeout: 120_000 });

/** @param {Page} page @param {Record<string, string | boolean>} look */
async function dress(page, look) {
  await page.click('#tab-settings');
  for (const [name, value] of Object.entries(look)) {
    if (typeof value === 'string') await page.selectOption(`[name=${name}]`, value);
    else await page.check(`[name=${name}]`);
  }
}

await take('start', WIDE, async (page) => {
  await page.click('#demo-start');
  await says(page, '.demo-says', 'Red answers');
});
await take('game', { ...WIDE, path: '#size=11x11&moves=c2 h5 f6 e8 g7 g6 e7 d9' }, async (page) => {
  await newGame(page, 11, 'level:n=5', { minutes: 10, seconds: 5, fromHere: true });
  await page.click('#hint');
  await says(page, '#play-note', 'Hint');
});
await take('proof', { ...WIDE, path: '#size=7x7&moves=d4 c5 e5 f2' }, async (page) => {
  await page.click('#tab-analyse');
  await says(page, '#verdict', 'Proved');
  await page.hover('#board [data-cell="d6"]');
  await says(page, '#pointed', 'Red answers');
});
await take('review', { ...WIDE, path: '#size=9x9&moves=c2 e5 g4 g3 h3 h2 f4 f3 e3 e4 d4 c6 b6 b7 i1 i2 d5 d6 a7 a8' }, async (page) => {
  await page.click('#tab-analyse');
  await page.click('#review-start');
  await says(page, '#review-summary', 'bad move');
  await page.click('#moments button >> nth=-1');
});
await take('strategy', WIDE, async (page) => {
  await show(page, 'strategy');
  await says(page, '#strategy-about', 'checked');
  for (const cell of ['c4', 'b5']) {
    const moves = await page.locator('#strategy-moves li').count();
    await click(page, cell);
    await page.waitForFunction((count) => document.querySelectorAll('#strategy-moves li').length > count, moves);
  }
});
await take('openings', WIDE, async (page) => {
  await show(page, 'openings');
  await page.waitForSelector('#board .shade.fair');
});
await take('connections', { ...WIDE, path: '#size=11x11&moves=f3+c9+f4+h9+e6+k2&panel=analyse' }, async (page) => {
  await page.check('#show-connections');
  await click(page, 'e6');
  await page.waitForSelector('#board .shade.full');
});
/** @param {Page} page @param {number} rounds */
async function bid(page, rounds) {
  await page.click('#tab-chance');
  for (let round = 0; round < rounds; round += 1) {
    await says(page, '#chance-action', 'sealed');
    await page.fill('#bid', String(13 - round));
    await page.click('#seal');
    await says(page, '#chance-action', 'click a cell|sealed|Both bid');
    if (await page.isVisible('#decline')) await page.click('#decline');
    if (/click a cell/.test((await page.textContent('#chance-action')) ?? '')) await click(page, ['d4', 'e3', 'c4', 'd5', 'f2', 'c5'][round]);
    await page.waitForFunction((count) => document.querySelectorAll('.rounds tbody tr').length === count, round + 1);
  }
  await says(page, '#chance-action', 'sealed');
}
await take('bidding', { ...WIDE, height: 900 }, async (page) => {
  await bid(page, 5);
  await page.click('#chance-review');
  await says(page, '.rounds thead', 'Worth');
  await page.click('#chance-value');
  await says(page, '#chance-result', 'is worth');
});
await take('phone', PHONE, async (page) => {
  await dress(page, { theme: 'dark', orientation: 'diamond', patterns: true });
  await bid(page, 4);
  await page.evaluate(() => scrollTo(0, 0));
});
await take('analysis-phone', { ...PHONE, path: '#size=9x9&moves=e5 d6 f4 c4' }, async (page) => {
  await dress(page, { theme: 'dark' });
  await page.click('#tab-analyse');
  await page.uncheck('#show-who-wins');
  await page.waitForSelector('.candidates tbody tr:not(.empty)', { timeout: 60_000 });
  await page.click('.more summary');
  await page.tap('#explain');
  const best = await page.getAttribute('.candidate', 'data-move');
  await page.tap(`#board [data-cell="${best}"]`);
  await says(page, '#pointed', '%');
  await page.evaluate(() => scrollTo(0, 0));
});
await take('local-games', WIDE, async (page) => {
  await newGame(page, 6, 'yang', { color: 'white' });
  await says(page, '#status', 'Yang played d3');
  await click(page, 'c4');
  await says(page, '#status', 'local games');
});
await take('watch', { ...WIDE, height: 800 }, async (page) => {
  await page.click('#tab-watch');
  await page.waitForFunction(() => document.querySelectorAll('#watch-games [data-game]').length >= 4, null, { timeout: 300_000 });
  await page.click('#watch-boards [data-game]');
}, arena.address);

await browser.close();
server.stop();
arena.stop();
