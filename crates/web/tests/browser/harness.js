// A server and a browser for the tests of the pages.
//
// HEXWRIGHT names the program, CHROMIUM the browser. SCREENSHOTS, if set, is a folder for pictures of what was seen.

import { spawn } from 'node:child_process';

import { chromium } from 'playwright-core';

/** @typedef {import('playwright-core').Page} Page */

const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/**
 * Starts the program and waits until it says where it is.
 * @param {string[]} command
 * @param {Record<string, string>} [environment] what is set besides
 */
export async function start(command, environment = {}) {
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

/**
 * A fresh page, ready to use; `problems` has every error on the console and every request to another host.
 * @param {import('playwright-core').Browser} browser
 * @param {string} address
 * @param {{width?: number, height?: number, path?: string, touch?: boolean}} [options]
 */
export async function open(browser, address, { width = 1280, height = 850, path = '', touch = false } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, hasTouch: touch });
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

/** @param {Page} page */
export const tooWide = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
