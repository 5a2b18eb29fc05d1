// A server and a browser for the tests of the pages.
//
// HEXWRIGHT names the program, CHROMIUM the browser. SITE, if set, is the folder of the static page: then the tests run against
// that, with the engine in the browser. SCREENSHOTS, if set, is a folder for pictures of what was seen.

import { spawn } from 'node:child_process';

import { chromium } from 'playwright-core';

import { serveFolder } from './static.js';

/** @typedef {import('playwright-core').Page} Page */

const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** For tests of what only a server has: other people, the machine's disk, and going away. */
export const onServer = { skip: process.env.SITE ? 'there is no server' : false };

/**
 * Starts the program, or a host of the static page, and waits until it says where it is.
 * @param {string[]} command
 * @param {Record<string, string>} [environment] what is set besides
 */
export async function start(command, environment = {}) {
  if (process.env.SITE) return serveFolder(process.env.SITE);
  const server = spawn(process.env.HEXWRIGHT ?? 'hexwright', command, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...environment } });
  const address = await new Promise((resolve, reject) => {
    let text = '';
    server.stdout?.on('data', (data) => {
      text += data;
      const found = /http:\/\/[0-9.:]+\//.exec(text);
      if (found) resolve(found[0]);
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`the server ended: ${text}`)));
  });
  return { address: /** @type {string} */ (address), stop: () => server.kill('SIGINT') };
}

export const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ARGUMENTS });

/** What was opened and not closed. @type {Set<import('playwright-core').BrowserContext>} */
const contexts = new Set();

/** Closes all pages, so that what they asked for does not keep the machine from the next test. */
export async function closePages() {
  // A page that is left ends its questions; one that is killed cannot.
  const leave = async (/** @type {import('playwright-core').BrowserContext} */ context) => {
    for (const page of context.pages()) await page.goto('about:blank').catch(() => {});
    await context.close();
  };
  await Promise.all([...contexts].map(leave));
  contexts.clear();
}

/**
 * A fresh page, ready to use; `problems` has every error on the console and every request to another host.
 * @param {import('playwright-core').Browser} browser
 * @param {string} address
 * @param {{width?: number, height?: number, path?: string, touch?: boolean}} [options]
 */
export async function open(browser, address, { width = 1280, height = 850, path = '', touch = false } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, hasTouch: touch });
  contexts.add(context);
  context.on('close', () => contexts.delete(context));
  const page = await context.newPage();
  /** @type {string[]} */
  const problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => { if (message.type() === 'error' && !/404/.test(message.text())) problems.push(message.text()); });
  page.on('request', (request) => { if (!/^(data:|blob:)/.test(request.url()) && !request.url().startsWith(address)) problems.push(`asked ${request.url()}`); });
  await page.goto(address + path);
  await page.waitForSelector('html[data-ready]');
  return { page, problems };
}

/**
 * @param {Page} page
 * @param {string} name
 */
export async function picture(page, name) {
  if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}.png` });
}

/**
 * @param {Page} page
 * @param {string} cell
 */
export const label = async (page, cell) => (await page.getAttribute(`#board [data-cell="${cell}"]`, 'aria-label')) ?? '';

/**
 * @param {Page} page
 * @param {string} cell
 */
export const click = (page, cell) => page.click(`#board [data-cell="${cell}"]`);

/**
 * Brings a panel to the front as a person does: some lie behind two tabs.
 * @param {Page} page
 * @param {string} panel
 */
export async function show(page, panel) {
  if (['openings', 'strategy'].includes(panel)) await page.click('#tab-learn');
  await page.click(`#tab-${panel}`);
}

/**
 * Sets a game up and starts it: against another person, a level, or an engine with its settings.
 * @param {Page} page
 * @param {number} size
 * @param {string} opponent `person`, `level:n=3`, `bridges`, `neural:level=3`
 * @param {{color?: string, minutes?: number, seconds?: number, extra?: string, think?: number, fromHere?: boolean}} [options]
 */
export async function newGame(page, size, opponent, { color, minutes, seconds = 0, extra = 'increment', think, fromHere } = {}) {
  await page.click('#tab-play');
  if (!await page.isVisible('#new-game')) await page.click('#new-game-open');
  const pick = (/** @type {string} */ name, /** @type {string} */ value) => page.click(`#new-game label:has([name=${name}][value="${value}"])`);
  await page.fill('#new-game [name=size]', String(size));
  await pick('mode', opponent === 'person' ? 'person' : 'computer');
  await page.evaluate(() => document.querySelector('#new-game details')?.setAttribute('open', ''));
  if (opponent.startsWith('level:')) await pick('opponent', opponent);
  else if (opponent !== 'person') {
    const [name, settings = ''] = opponent.split(/:(.*)/);
    await page.selectOption('#new-game [name=engine]', name);
    await page.fill('#new-game [name=settings]', settings);
    await pick('opponent', 'engine');
  }
  if (color) await pick('color', color);
  if (think) await page.fill('#new-game [name=seconds]', String(think));
  if (minutes === undefined) await page.selectOption('#new-game [name=clock]', '0');
  else {
    await page.selectOption('#new-game [name=clock]', 'own');
    await page.fill('#new-game [name=minutes]', String(minutes));
    await page.fill('#new-game [name=extra-seconds]', String(seconds));
    await page.selectOption('#new-game [name=extra]', extra);
  }
  if (fromHere) await page.check('#new-game [name=from-here]');
  await page.click('#new-game button[type=submit]');
}

/**
 * What the page keeps on the device, by its names; written as JSON.
 * @param {Page} page
 * @returns {Promise<Record<string, string>>}
 */
export const kept = (page) => page.evaluate(() => new Promise((resolve, reject) => {
  const opening = indexedDB.open('hexwright');
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const store = opening.result.transaction('kept').objectStore('kept');
    const keys = store.getAllKeys();
    const values = store.getAll();
    values.onsuccess = () => {
      opening.result.close();
      resolve(Object.fromEntries(keys.result.map((key, index) => [key, values.result[index]])));
    };
  };
}));

/**
 * Forgets it.
 * @param {Page} page
 */
export const forget = (page) => page.evaluate(() => new Promise((resolve, reject) => {
  const opening = indexedDB.open('hexwright');
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const transaction = opening.result.transaction('kept', 'readwrite');
    transaction.objectStore('kept').clear();
    transaction.oncomplete = () => {
      opening.result.close();
      resolve(null);
    };
  };
}));

/** @param {Page} page */
export const tooWide = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
