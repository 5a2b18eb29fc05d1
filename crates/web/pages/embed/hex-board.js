// <hex-board>: a game or a position in any page, without the engine. `cargo xtask site` makes one script of it and the
// modules that it imports.
//
// The game is in the attributes, or in the element as SGF. docs/how-to/embed.md has examples.

import { Game, firstMover } from '../hex/game.js';
import { borders, cellName, centre, coordinates, corners, frame, parseCell } from '../hex/geometry.js';
import { readSgf } from './sgf.js';

/** @typedef {import('../hex/game.js').Start} Start */
/** @typedef {import('./sgf.js').Sheet} Sheet */

/** Sizes in pixels of a board of 440 pixels, as on the full page. */
const PIXELS = { border: 6, gap: 15, letter: 8, cell: 46 };
const PICTURE = { width: 440, height: 340 };

/** Where this file lies: the full page is beside it. */
const HERE = new URL('./', import.meta.url).href;

const STYLE = `
:host { display: block; max-width: 34rem; color: #20242b; font: 15px/1.4 system-ui, sans-serif; --red: #cf3b30; --blue: #2f72c8; --paper: #f5f2ea; --line: #b9b2a2; }
:host([hidden]) { display: none; }
@media (prefers-color-scheme: dark) { :host(:not([light])) { color: #e8e4da; --paper: #2b2f37; --line: #59606c; } }
svg { display: block; width: 100%; height: auto; touch-action: manipulation; }
.cell { fill: var(--paper); stroke: var(--line); stroke-width: .05; }
.red { fill: var(--red); } .blue { fill: var(--blue); }
.name { fill: currentColor; opacity: .65; }
.on { fill: #fff; font-weight: 600; } .off { fill: currentColor; font-weight: 600; }
.mark { fill: none; stroke: #fff; stroke-width: .14; } .mark.free { stroke: currentColor; }
.last { fill: #fff; }
.shade { fill: #e0b000; opacity: .4; }
.bar { display: flex; flex-wrap: wrap; gap: .3rem; align-items: center; margin-top: .3rem; }
button, a.open { font: inherit; color: inherit; background: none; border: 1px solid var(--line); border-radius: .35rem; padding: .15rem .6rem; min-height: 2rem; cursor: pointer; text-decoration: none; box-sizing: border-box; }
button:disabled { opacity: .4; cursor: default; }
.says { margin: .35rem 0 0; min-height: 1.4em; white-space: pre-wrap; }
.error { color: #b3261e; }
`;

/**
 * @param {string} name
 * @param {Record<string, string | number>} [attributes]
 * @param {(Element | string)[]} [children]
 */
function svg(name, attributes = {}, children = []) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

const points = (/** @type {{x: number, y: number}[]} */ all) => all.map(({ x, y }) => `${x.toFixed(3)},${y.toFixed(3)}`).join(' ');

/** How marks look, as paths around the middle of a cell. */
const MARKS = /** @type {Record<string, string>} */ ({
  circle: 'M.34 0A.34.34 0 1 1-.34 0A.34.34 0 1 1 .34 0Z',
  square: 'M-.3-.3H.3V.3H-.3Z',
  triangle: 'M0-.38L.34.22H-.34Z',
  cross: 'M-.28-.28L.28.28M-.28.28L.28-.28',
});

/** Words in an attribute. @param {string | null} text */
const words = (text) => (text ?? '').split(/[\s,]+/).filter(Boolean);

/**
 * The game that the attributes tell.
 * @param {Element} element
 * @returns {Sheet}
 */
function readAttributes(element) {
  const [cols, rows = cols] = (element.getAttribute('size') ?? '11').split('x').map(Number);
  if (!(Math.min(cols, rows) >= 1 && Math.max(cols, rows) <= 19)) throw new Error(`size: found ${element.getAttribute('size')}: expected 1 to 19, or columns x rows`);
  const side = element.getAttribute('to-move');
  /** @type {Start} */
  const start = { size: { cols, rows }, black: words(element.getAttribute('red')), white: words(element.getAttribute('blue')), toMove: side === 'red' ? 'black' : side === 'blue' ? 'white' : null };
  const moves = words(element.getAttribute('moves'));
  return { start, moves: moves.map((move) => ({ move, comment: '', marks: [] })), comment: '', marks: [] };
}

/**
 * Marks of an attribute: `c3 circle:d4 A:e5 shade:a1`.
 * @param {string | null} text
 */
function readMarks(text) {
  return words(text).map((word) => {
    const [kind, cell] = word.includes(':') ? word.split(':') : ['circle', word];
    return { kind, cell };
  });
}

export class HexBoard extends HTMLElement {
  static observedAttributes = ['size', 'moves', 'red', 'blue', 'to-move', 'marks', 'at', 'numbers', 'coordinates', 'orientation', 'controls', 'page', 'engine', 'light'];

  #root = this.attachShadow({ mode: 'open' });
  /** @type {Sheet | null} */
  #sheet = null;
  #at = 0;
  /** What was found out about the position that is shown. */
  #verdict = '';
  /** @type {string[]} */
  #carrier = [];
  /** @type {{cancel: () => void} | null} */
  #asked = null;

  connectedCallback() {
    this.#read();
  }

  disconnectedCallback() {
    this.#asked?.cancel();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.#read();
  }

  /** How many moves are shown. */
  get at() {
    return this.#at;
  }

  set at(number) {
    const last = this.#sheet?.moves.length ?? 0;
    this.#at = Math.max(0, Math.min(last, number));
    this.#asked?.cancel();
    [this.#asked, this.#verdict, this.#carrier] = [null, '', []];
    this.#draw();
    this.dispatchEvent(new CustomEvent('hex-move', { detail: { at: this.#at }, bubbles: true }));
  }

  /** The position that is shown. */
  get game() {
    if (!this.#sheet) return null;
    return new Game(this.#sheet.start, this.#sheet.moves.slice(0, this.#at).map(({ move }) => move));
  }

  /** The address of the full page at this position. */
  get address() {
    const { game } = this;
    if (!game) return this.#page;
    const { size, start, moves } = game;
    const parameters = new URLSearchParams({ size: `${size.cols}x${size.rows}` });
    if (start.black.length) parameters.set('black', start.black.join(' '));
    if (start.white.length) parameters.set('white', start.white.join(' '));
    if (start.toMove) parameters.set('to-move', start.toMove);
    if (moves.length) parameters.set('moves', moves.join(' '));
    return `${this.#page}#${parameters}`;
  }

  get #page() {
    return new URL(this.getAttribute('page') ?? HERE, document.baseURI).href;
  }

  #read() {
    try {
      const text = (this.textContent ?? '').trim();
      this.#sheet = text.startsWith('(') ? readSgf(text) : readAttributes(this);
      const all = new Game(this.#sheet.start, this.#sheet.moves.map(({ move }) => move));
      const off = [...this.#sheet.start.black, ...this.#sheet.start.white].find((cell) => !parseCell(cell, all.size));
      if (off) throw new Error(`found ${off}: expected a cell of the board`);
      this.#at = this.hasAttribute('at') ? Math.min(Number(this.getAttribute('at')) || 0, this.#sheet.moves.length) : this.#sheet.moves.length;
      this.#draw();
    } catch (error) {
      this.#sheet = null;
      const says = document.createElement('p');
      says.className = 'error';
      says.textContent = `<hex-board>: ${error instanceof Error ? error.message : error}`;
      this.#root.replaceChildren(says);
    }
  }

  #draw() {
    const { game } = this;
    if (!game || !this.#sheet) return;
    const node = this.#at ? this.#sheet.moves[this.#at - 1] : this.#sheet;
    const marks = [...node.marks, ...readMarks(this.getAttribute('marks')), ...this.#carrier.map((cell) => ({ kind: 'shade', cell }))];
    const style = document.createElement('style');
    style.textContent = STYLE;
    const says = document.createElement('p');
    says.className = 'says';
    says.setAttribute('role', 'status');
    says.textContent = this.#verdict || node.comment;
    const hasControls = this.getAttribute('controls') !== 'none';
    this.#root.replaceChildren(style, this.#picture(game, marks), ...(hasControls ? [this.#controls(game)] : []), ...(says.textContent ? [says] : []));
  }

  /**
   * @param {Game} game
   * @param {{kind: string, cell: string}[]} marks
   */
  #picture(game, marks) {
    const { size, stones, numbers } = game;
    const wanted = this.getAttribute('orientation');
    const orientation = wanted === 'diamond' || wanted === 'vertical' ? wanted : 'flat';
    const hasNames = this.getAttribute('coordinates') !== 'none';
    const box = frame(size, orientation, PICTURE, hasNames ? PIXELS : { ...PIXELS, gap: 0, letter: 0 });
    const parts = [];
    for (const { edge, inner, outer } of borders(size, orientation, PIXELS.border * box.pixel)) {
      parts.push(svg('polygon', { points: points([...inner, ...outer.reverse()]), class: edge === 'top' || edge === 'bottom' ? 'red' : 'blue' }));
    }
    const text = (/** @type {{x: number, y: number}} */ { x, y }, /** @type {string} */ what, /** @type {string} */ kind, size = 0.72) => svg('text', { x: x.toFixed(3), y: y.toFixed(3), class: kind, 'font-size': size.toFixed(3), 'text-anchor': 'middle', 'dominant-baseline': 'central' }, [what]);
    for (let row = 0; row < size.rows; row += 1) {
      for (let col = 0; col < size.cols; col += 1) {
        const cell = cellName(col, row);
        const middle = centre(col, row, orientation);
        const stone = stones.get(cell);
        parts.push(svg('polygon', { points: points(corners(col, row, orientation)), class: 'cell', 'data-cell': cell }));
        const here = marks.filter((mark) => mark.cell === cell);
        if (here.some(({ kind }) => kind === 'shade')) parts.push(svg('polygon', { points: points(corners(col, row, orientation, 0.93)), class: 'shade' }));
        if (stone) parts.push(svg('circle', { cx: middle.x.toFixed(3), cy: middle.y.toFixed(3), r: 0.66, class: stone === 'black' ? 'red' : 'blue', 'data-stone': cell }));
        const number = this.hasAttribute('numbers') ? numbers.get(cell) : undefined;
        const shown = here.filter(({ kind }) => kind !== 'shade');
        if (number !== undefined) parts.push(text(middle, String(number), 'on'));
        else if (cell === game.lastCell && !shown.length) parts.push(svg('circle', { cx: middle.x.toFixed(3), cy: middle.y.toFixed(3), r: 0.16, class: 'last' }));
        for (const { kind } of shown) {
          const path = MARKS[kind];
          if (path) parts.push(svg('path', { d: path, transform: `translate(${middle.x.toFixed(3)} ${middle.y.toFixed(3)})`, class: `mark${stone ? '' : ' free'}` }));
          else if (number === undefined) parts.push(text(middle, kind, stone ? 'on' : 'off'));
        }
      }
    }
    if (hasNames) for (const { name, at } of coordinates(size, orientation, PIXELS.gap * box.pixel)) parts.push(text(at, name, 'name', 13 * box.pixel));
    return svg('svg', { viewBox: [box.left, box.top, box.width, box.height].map((number) => number.toFixed(3)).join(' '), role: 'img', 'aria-label': describe(game) }, parts);
  }

  /** @param {Game} game */
  #controls(game) {
    const bar = document.createElement('div');
    bar.className = 'bar';
    const last = this.#sheet?.moves.length ?? 0;
    const press = (/** @type {string} */ sign, /** @type {string} */ title, /** @type {boolean} */ works, /** @type {() => void} */ act) => {
      const button = document.createElement('button');
      [button.type, button.textContent, button.title, button.disabled] = ['button', sign, title, !works];
      button.setAttribute('aria-label', title);
      button.dataset.act = title;
      button.addEventListener('click', () => {
        act();
        // The bar is drawn again: the reader goes on with the same button.
        /** @type {HTMLElement | null} */ (this.#root.querySelector(`[data-act="${title}"]:not(:disabled)`))?.focus();
      });
      bar.append(button);
    };
    if (last) {
      press('|◀', 'First', this.#at > 0, () => { this.at = 0; });
      press('◀', 'Back', this.#at > 0, () => { this.at = this.#at - 1; });
      press('▶', 'Forward', this.#at < last, () => { this.at = this.#at + 1; });
      press('▶|', 'Last', this.#at < last, () => { this.at = last; });
      const count = document.createElement('span');
      count.textContent = `${this.#at} / ${last}`;
      bar.append(count);
    }
    if (this.hasAttribute('engine') && !game.outcome) press(this.#asked ? 'Stop' : 'Who wins?', this.#asked ? 'Stop' : 'Who wins?', true, () => this.#prove(game));
    const link = document.createElement('a');
    link.className = 'open';
    [link.href, link.textContent] = [this.address, 'Open in Hexwright'];
    [link.target, link.rel] = ['_blank', 'noopener'];
    bar.append(link);
    return bar;
  }

  /**
   * Asks the engine of the full page, which is fetched now.
   * @param {Game} game
   */
  async #prove(game) {
    if (this.#asked) {
      this.#asked.cancel();
      [this.#asked, this.#verdict] = [null, ''];
      this.#draw();
      return;
    }
    const asked = { cancel: () => { asked.isOver = true; }, isOver: false };
    this.#asked = asked;
    this.#verdict = 'Looking for a proof …';
    this.#draw();
    try {
      const { winner, carrier } = await ask(new URL(this.getAttribute('engine') || this.#page, document.baseURI), game, asked);
      if (this.#asked !== asked) return;
      this.#verdict = winner ? `${winner === 'black' ? 'Red' : 'Blue'} wins.` : 'Not decided in a minute.';
      this.#carrier = carrier;
    } catch (error) {
      if (this.#asked !== asked) return;
      this.#verdict = error instanceof Error ? error.message : String(error);
    }
    this.#asked = null;
    this.#draw();
  }
}

/** The engines of pages, by their addresses. @type {Map<string, Promise<any>>} */
const engines = new Map();

/**
 * @param {URL} page
 * @param {Game} game
 * @param {{cancel: () => void, isOver: boolean}} asked
 * @returns {Promise<{winner: string | null, carrier: string[]}>}
 */
async function ask(page, game, asked) {
  let engine = engines.get(page.href);
  if (!engine) {
    engine = open(page);
    engine.catch(() => engines.delete(page.href));
    engines.set(page.href, engine);
  }
  const pool = await engine;
  if (asked.isOver) return { winner: null, carrier: [] };
  const job = pool.start('/api/jobs/solve', { game: game.positionRequest(), milliseconds: 60_000 }, () => {});
  asked.cancel = () => job.cancel();
  return (await job.answer) ?? { winner: null, carrier: [] };
}

/** @param {URL} page */
async function open(page) {
  // Browsers start workers only from the host of the page that they are in.
  if (page.origin !== location.origin) throw new Error('The engine has to be on the same host as this page.');
  const response = await fetch(page);
  const place = /<meta name="engine" content="([^"]+)"/.exec(await response.text())?.[1];
  if (!place) throw new Error(`${page} is not a page with an engine.`);
  const folder = new URL(place, page).href;
  const { Pool } = await import(`${folder}pool.js`);
  return new Pool(folder);
}

/** @param {Game} game */
function describe(game) {
  const { size, stones, outcome } = game;
  const of = (/** @type {string} */ color) => [...stones].filter(([, owner]) => owner === color).map(([cell]) => cell).sort().join(' ') || 'none';
  const end = outcome ? `${outcome.winner === 'black' ? 'Red' : 'Blue'} has won.` : `${(game.toMove ?? firstMover(game.start)) === 'black' ? 'Red' : 'Blue'} to move.`;
  return `Hex board ${size.cols} by ${size.rows}. Red: ${of('black')}. Blue: ${of('white')}. ${end}`;
}

if (!customElements.get('hex-board')) customElements.define('hex-board', HexBoard);
