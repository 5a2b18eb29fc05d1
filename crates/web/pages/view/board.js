// The board as a picture that can be clicked, touched, and walked with the arrow keys.

import { bounds, cellName, centre, corners, parseCell } from '../hex/geometry.js';
import { svg } from './element.js';

/** @typedef {import('../hex/geometry.js').Size} Size */
/** @typedef {import('../hex/game.js').Color} Color */
/**
 * What the board needs to know of a game, of Hex or of chance.
 * @typedef {object} Game
 * @property {Size} size
 * @property {Map<string, Color>} stones
 * @property {Map<string, number>} numbers the numbers of the moves
 * @property {string | null} lastCell
 * @property {Color} toMove
 * @property {{winner: Color} | null} outcome
 * @property {() => string[]} winningChain
 */
/** @typedef {import('../hex/geometry.js').Orientation} Orientation */
/**
 * What is drawn over the board.
 * @typedef {object} Overlay
 * @property {Map<string, number>} [heat] a number from 0 to 1 for each cell
 * @property {Map<string, string>} [labels] short texts
 * @property {Map<string, string>} [hints] texts that appear when a cell is pointed at
 * @property {{cells: Iterable<string>, kind: string}[]} [shades] sets of cells, by kind
 * @property {string[]} [line] moves to come, drawn as ghost stones
 */

const MARGIN = 1.25;

/** Draws a game and hears of clicks on its cells. */
export class Board {
  #root;
  /** @type {Game | null} */
  #game = null;
  /** @type {Overlay} */
  #overlay = {};
  #focus = 'a1';
  /** @type {(cell: string) => void} */
  #onPlay;
  /** @type {(cell: string | null) => void} */
  #onPoint;

  /**
   * @param {SVGElement} root
   * @param {{onPlay: (cell: string) => void, onPoint?: (cell: string | null) => void}} events
   */
  constructor(root, { onPlay, onPoint }) {
    this.#root = root;
    this.#onPlay = onPlay;
    this.#onPoint = onPoint ?? (() => {});
    /** @type {{orientation: Orientation, numbers: boolean, patterns: boolean}} */
    this.style = { orientation: 'flat', numbers: false, patterns: false };
    root.addEventListener('click', (event) => this.#click(event));
    root.addEventListener('keydown', (event) => this.#key(/** @type {KeyboardEvent} */ (event)));
    root.addEventListener('pointerover', (event) => this.#onPoint(cellOf(event)));
    root.addEventListener('pointerleave', () => this.#onPoint(null));
  }

  /**
   * Shows a game.
   * @param {Game} game
   */
  show(game) {
    this.#game = game;
    if (!parseCell(this.#focus, game.size)) this.#focus = 'a1';
    this.#draw();
  }

  /**
   * Shows something over the game.
   * @param {Overlay} overlay
   */
  overlay(overlay) {
    this.#overlay = overlay;
    this.#draw();
  }

  #draw() {
    const game = this.#game;
    if (!game) return;
    const hadFocus = this.#root.contains(document.activeElement);
    const { orientation } = this.style;
    const box = bounds(game.size, orientation, MARGIN);
    this.#root.setAttribute('viewBox', `${box.left} ${box.top} ${box.width} ${box.height}`);
    this.#root.replaceChildren(
      ...(this.style.patterns ? [patternDefinitions()] : []),
      this.#edges(game),
      svg('g', { role: 'grid', 'aria-label': describe(game) }, this.#rows(game)),
      svg('g', { class: 'coordinates', 'aria-hidden': 'true' }, this.#coordinates(game)),
    );
    if (hadFocus) this.#focusCell(this.#focus);
  }

  /** @param {Game} game */
  #rows(game) {
    const winning = new Set(game.winningChain());
    const rows = [];
    for (let row = 0; row < game.size.rows; row += 1) {
      const cells = [];
      for (let col = 0; col < game.size.cols; col += 1) cells.push(this.#cell(game, col, row, winning));
      rows.push(svg('g', { role: 'row' }, cells));
    }
    return rows;
  }

  /**
   * @param {Game} game
   * @param {number} col
   * @param {number} row
   * @param {Set<string>} winning
   */
  #cell(game, col, row, winning) {
    const { orientation } = this.style;
    const { heat, labels, hints, shades, line } = this.#overlay;
    const name = cellName(col, row);
    const stone = game.stones.get(name);
    const { x, y } = centre(col, row, orientation);
    const points = corners(col, row, orientation).map((p) => `${p.x.toFixed(3)},${p.y.toFixed(3)}`).join(' ');
    const parts = [svg('polygon', { points, class: 'cell', fill: heat?.has(name) ? heatColor(heat.get(name) ?? 0) : null })];
    for (const shade of shades ?? []) {
      if (new Set(shade.cells).has(name)) parts.push(svg('polygon', { points, class: `shade ${shade.kind}` }));
    }
    if (stone) {
      parts.push(svg('circle', { cx: x, cy: y, r: 0.72, class: `stone ${stone}` }));
      if (this.style.patterns) parts.push(svg('circle', { cx: x, cy: y, r: 0.72, fill: `url(#pattern-${stone})` }));
      if (winning.has(name)) parts.push(svg('circle', { cx: x, cy: y, r: 0.72, class: 'winning' }));
      const number = game.numbers.get(name);
      if (this.style.numbers && number) parts.push(text(x, y, String(number), 'number'));
      else if (game.lastCell === name) parts.push(svg('circle', { cx: x, cy: y, r: 0.22, class: 'last' }));
    }
    const ghost = (line ?? []).indexOf(name);
    if (ghost >= 0 && !stone) {
      const mover = ghost % 2 === 0 ? game.toMove : game.toMove === 'black' ? 'white' : 'black';
      parts.push(svg('circle', { cx: x, cy: y, r: 0.6, class: `stone ghost ${mover}` }), text(x, y, String(ghost + 1), 'number'));
    } else if (labels?.has(name)) {
      parts.push(text(x, y, labels.get(name) ?? '', 'label'));
    }
    const hint = hints?.get(name);
    if (hint) parts.push(svg('title', {}, [hint]));
    const state = stone ?? 'empty';
    return svg('g', {
      role: 'gridcell',
      class: stone ? 'at' : 'at empty',
      'data-cell': name,
      tabindex: name === this.#focus ? 0 : -1,
      'aria-label': [name, state, labels?.get(name), hint].filter(Boolean).join(', '),
    }, parts);
  }

  /** @param {Game} game */
  #edges(game) {
    const { cols, rows } = game.size;
    const { orientation } = this.style;
    /** @type {SVGElement[]} */
    const lines = [];
    /**
     * @param {number} col
     * @param {number} row
     * @param {number[]} around corners to draw along
     * @param {string} color
     */
    const side = (col, row, around, color) => {
      const at = corners(col, row, orientation, 1.12);
      lines.push(svg('polyline', {
        points: around.map((k) => `${at[k % 6].x.toFixed(3)},${at[k % 6].y.toFixed(3)}`).join(' '),
        class: `edge ${color}`,
      }));
    };
    for (let col = 0; col < cols; col += 1) {
      side(col, 0, [5, 0, 1], 'black');
      side(col, rows - 1, [2, 3, 4], 'black');
    }
    for (let row = 0; row < rows; row += 1) {
      side(0, row, row === rows - 1 ? [4, 5] : [3, 4, 5], 'white');
      side(cols - 1, row, row === 0 ? [1, 2] : [0, 1, 2], 'white');
    }
    return svg('g', { class: 'edges', 'aria-hidden': 'true' }, lines);
  }

  /** @param {Game} game */
  #coordinates(game) {
    const { cols, rows } = game.size;
    const { orientation } = this.style;
    const texts = [];
    for (let col = 0; col < cols; col += 1) {
      const { x, y } = centre(col + 0.5, -1, orientation);
      texts.push(text(x, y, String.fromCharCode(97 + col), 'coordinate'));
    }
    for (let row = 0; row < rows; row += 1) {
      const { x, y } = centre(-0.95, row, orientation);
      texts.push(text(x, y, String(row + 1), 'coordinate'));
    }
    return texts;
  }

  /** @param {Event} event */
  #click(event) {
    const cell = cellOf(event);
    if (cell) {
      this.#focus = cell;
      this.#onPlay(cell);
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const game = this.#game;
    const at = game && parseCell(this.#focus, game.size);
    if (!game || !at) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.#onPlay(this.#focus);
      return;
    }
    const steps = /** @type {Record<string, number[]>} */ ({
      ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
    });
    const step = steps[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    const [col, row] = [at[0] + step[0], at[1] + step[1]];
    if (col < 0 || row < 0 || col >= game.size.cols || row >= game.size.rows) return;
    event.preventDefault();
    event.stopPropagation();
    this.#focusCell(cellName(col, row));
  }

  /** @param {string} name */
  #focusCell(name) {
    const cell = (/** @type {string} */ at) => /** @type {SVGElement | null} */ (this.#root.querySelector(`[data-cell="${at}"]`));
    cell(this.#focus)?.setAttribute('tabindex', '-1');
    this.#focus = name;
    const next = cell(name);
    next?.setAttribute('tabindex', '0');
    next?.focus();
  }
}

/**
 * @param {Event} event
 * @returns {string | null}
 */
function cellOf(event) {
  const at = event.target instanceof Element ? event.target.closest('[data-cell]') : null;
  return at?.getAttribute('data-cell') ?? null;
}

/** @param {Game} game */
function describe(game) {
  const { cols, rows } = game.size;
  const { outcome } = game;
  const state = outcome ? `${outcome.winner} has won` : `${game.toMove} to move`;
  return `Hex board, ${cols} columns and ${rows} rows, ${game.stones.size} stones, ${state}`;
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} content
 * @param {string} kind
 */
function text(x, y, content, kind) {
  const size = content.length > 3 ? 0.5 : content.length > 2 ? 0.62 : 0.78;
  return svg('text', { x, y, class: kind, 'font-size': size, dy: '0.35em', 'text-anchor': 'middle' }, [content]);
}

/**
 * From pale to deep, in steps that also differ in lightness.
 * @param {number} share from 0 to 1
 */
function heatColor(share) {
  const t = Math.max(0, Math.min(1, share));
  const mix = (/** @type {number} */ a, /** @type {number} */ b) => Math.round(a + (b - a) * t);
  return `rgb(${mix(253, 127)}, ${mix(245, 39)}, ${mix(215, 4)})`;
}

/** Stripes for Black and dots for White, for eyes that do not tell red from blue. */
function patternDefinitions() {
  const pattern = (/** @type {string} */ id, /** @type {SVGElement} */ child) =>
    svg('pattern', { id, width: 0.3, height: 0.3, patternUnits: 'userSpaceOnUse' }, [child]);
  return svg('defs', {}, [
    pattern('pattern-black', svg('path', { d: 'M0,0.3 L0.3,0', class: 'stripe' })),
    pattern('pattern-white', svg('circle', { cx: 0.15, cy: 0.15, r: 0.06, class: 'dot' })),
  ]);
}
