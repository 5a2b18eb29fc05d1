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
 * A stone that is not there yet.
 * @typedef {object} Ghost
 * @property {string} cell
 * @property {Color} color
 * @property {string} label
 */
/**
 * What is drawn over the board.
 * @typedef {object} Overlay
 * @property {Map<string, number>} [heat] a number from 0 to 1 for each cell
 * @property {Map<string, string>} [labels] short texts
 * @property {Map<string, string>} [hints] texts that appear when a cell is pointed at
 * @property {{cells: Iterable<string>, kind: string}[]} [shades] sets of cells, by kind
 * @property {string[]} [line] moves to come, drawn as ghost stones
 * @property {boolean} [edges] whether the edges of the board can be picked
 */

const MARGIN = 1.25;

/** Draws a game and hears of clicks on its cells. */
export class Board {
  #root;
  /** @type {Game | null} */
  #game = null;
  /** @type {Overlay} */
  #overlay = {};
  /** @type {{cells: Set<string>, kind: string}[]} */
  #shades = [];
  #focus = 'a1';
  /** @type {(cell: string) => void} */
  #onPlay;
  /** @type {(cell: string | null) => void} */
  #onPoint;
  /** @type {(edge: string) => void} */
  #onEdge;
  /** @type {string | null} */
  #pointed = null;
  /** @type {Element | null} what the pointer was pressed on */
  #pressed = null;
  /** What is drawn about the pointed cell: a layer of its own, so that pointing does not draw the board again. */
  #pointing = svg('g', { class: 'pointing', 'aria-hidden': 'true' });

  /**
   * @param {SVGElement} root
   * @param {{onPlay: (cell: string) => void, onPoint?: (cell: string | null) => void, onEdge?: (edge: string) => void}} events
   */
  constructor(root, { onPlay, onPoint, onEdge }) {
    this.#root = root;
    this.#onPlay = onPlay;
    this.#onPoint = onPoint ?? (() => {});
    this.#onEdge = onEdge ?? (() => {});
    /** @type {{orientation: Orientation, numbers: boolean, patterns: boolean}} */
    this.style = { orientation: 'flat', numbers: false, patterns: false };
    root.addEventListener('click', (event) => this.#click(event));
    root.addEventListener('pointerdown', (event) => { this.#pressed = event.target instanceof Element ? event.target : null; });
    root.addEventListener('pointerup', (event) => this.#release(event));
    root.addEventListener('keydown', (event) => this.#key(/** @type {KeyboardEvent} */ (event)));
    root.addEventListener('pointerover', (event) => this.#pointAt(cellOf(event.target)));
    root.addEventListener('focusin', (event) => this.#pointAt(cellOf(event.target)));
    root.addEventListener('pointerleave', () => this.#pointAt(null));
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

  /**
   * Draws stones to come and outlines cells, over everything else.
   * @param {{ghosts?: Ghost[], cells?: string[]}} what
   */
  point({ ghosts, cells }) {
    const game = this.#game;
    if (!game) return;
    const { orientation } = this.style;
    const place = (/** @type {string} */ name) => parseCell(name, game.size);
    const parts = [];
    for (const name of cells ?? []) {
      const at = place(name);
      if (at) parts.push(svg('polygon', { points: outline(at[0], at[1], orientation, 0.86), class: 'outline' }));
    }
    for (const { cell, color, label } of ghosts ?? []) {
      const at = place(cell);
      if (!at) continue;
      const { x, y } = centre(at[0], at[1], orientation);
      parts.push(svg('circle', { cx: x, cy: y, r: 0.66, class: `stone coming ${color}` }), text(x, y, label, 'number'));
    }
    this.#pointing.replaceChildren(...parts);
  }

  /** @param {string | null} cell */
  #pointAt(cell) {
    if (cell === this.#pointed) return;
    this.#pointed = cell;
    this.#onPoint(cell);
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
      this.#pointing,
    );
    if (hadFocus) this.#focusCell(this.#focus);
  }

  /** @param {Game} game */
  #rows(game) {
    const winning = new Set(game.winningChain());
    this.#shades = (this.#overlay.shades ?? []).map(({ cells, kind }) => ({ cells: new Set(cells), kind }));
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
    const { heat, labels, hints, line } = this.#overlay;
    const name = cellName(col, row);
    const stone = game.stones.get(name);
    const { x, y } = centre(col, row, orientation);
    const points = outline(col, row, orientation);
    const parts = [svg('polygon', { points, class: 'cell', fill: heat?.has(name) ? heatColor(heat.get(name) ?? 0) : null })];
    for (const { cells, kind } of this.#shades) {
      if (!cells.has(name)) continue;
      parts.push(svg('polygon', { points, class: `shade ${kind}` }));
      if (this.style.patterns) parts.push(svg('polygon', { points, fill: `url(#shade-${kind.split(' ')[0]})`, class: 'texture' }));
    }
    if (stone) {
      parts.push(svg('circle', { cx: x, cy: y, r: 0.72, class: `stone ${stone}` }));
      if (this.style.patterns) parts.push(svg('circle', { cx: x, cy: y, r: 0.72, fill: `url(#pattern-${stone})` }));
      if (winning.has(name)) parts.push(svg('circle', { cx: x, cy: y, r: 0.72, class: 'winning' }));
      const number = game.numbers.get(name);
      const mark = labels?.get(name);
      if (mark) parts.push(text(x, y, mark, 'number'));
      else if (this.style.numbers && number) parts.push(text(x, y, String(number), 'number'));
      else if (game.lastCell === name) parts.push(svg('circle', { cx: x, cy: y, r: 0.22, class: 'last' }));
    }
    const ghost = (line ?? []).indexOf(name);
    if (ghost >= 0 && !stone) {
      const mover = ghost % 2 === 0 ? game.toMove : game.toMove === 'black' ? 'white' : 'black';
      parts.push(svg('circle', { cx: x, cy: y, r: 0.6, class: `stone ghost ${mover}` }), text(x, y, String(ghost + 1), 'number'));
    } else if (labels?.has(name) && !stone) {
      parts.push(text(x, y, labels.get(name) ?? '', heat?.has(name) ? 'label heated' : 'label'));
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
    const drawn = svg('g', { class: 'edges', 'aria-hidden': 'true' }, lines);
    return this.#overlay.edges ? svg('g', {}, [drawn, ...this.#handles(game)]) : drawn;
  }

  /**
   * Broad strips along the edges that can be clicked, touched and reached with the keyboard.
   * @param {Game} game
   */
  #handles(game) {
    const { cols, rows } = game.size;
    const { orientation } = this.style;
    const along = {
      top: [[-0.2, -0.85], [cols - 0.4, -0.85]],
      bottom: [[-0.6, rows - 0.15], [cols - 0.8, rows - 0.15]],
      left: [[-0.85, -0.2], [-0.85, rows - 0.4]],
      right: [[cols - 0.15, -0.6], [cols - 0.15, rows - 0.8]],
    };
    return Object.entries(along).map(([edge, ends]) => {
      const [a, b] = ends.map(([col, row]) => centre(col, row, orientation));
      const color = edge === 'top' || edge === 'bottom' ? 'black' : 'white';
      return svg('line', { x1: a.x, y1: a.y, x2: b.x, y2: b.y, class: `handle ${color}`, 'data-edge': edge, role: 'button', tabindex: 0, 'aria-label': `Connections of the ${edge} edge` });
    });
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

  /**
   * A board that is drawn again between press and release has lost the element that was pressed, and no click comes.
   * @param {PointerEvent} event
   */
  #release(event) {
    const pressed = this.#pressed;
    this.#pressed = null;
    if (!pressed || pressed.isConnected) return;
    const cell = cellOf(pressed);
    if (cell && cell === cellOf(document.elementFromPoint(event.clientX, event.clientY))) {
      this.#focus = cell;
      this.#onPlay(cell);
    }
  }

  /** @param {Event} event */
  #click(event) {
    const edge = edgeOf(event.target);
    if (edge) this.#onEdge(edge);
    const cell = cellOf(event.target);
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
      const edge = edgeOf(event.target);
      if (edge) {
        this.#onEdge(edge);
        return;
      }
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
 * @param {EventTarget | null} target
 * @returns {string | null}
 */
function cellOf(target) {
  const at = target instanceof Element ? target.closest('[data-cell]') : null;
  return at?.getAttribute('data-cell') ?? null;
}

/**
 * @param {EventTarget | null} target
 * @returns {string | null}
 */
function edgeOf(target) {
  return target instanceof Element ? target.getAttribute('data-edge') : null;
}

/**
 * The corners of a cell as a polygon wants them.
 * @param {number} col
 * @param {number} row
 * @param {Orientation} orientation
 * @param {number} [radius]
 */
function outline(col, row, orientation, radius) {
  return corners(col, row, orientation, radius).map((p) => `${p.x.toFixed(3)},${p.y.toFixed(3)}`).join(' ');
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
  const shade = (/** @type {string} */ kind, /** @type {string} */ d) => pattern(`shade-${kind}`, svg('path', { d, class: 'weave' }));
  return svg('defs', {}, [
    shade('carrier', 'M0,0 L0.3,0.3'),
    shade('must-play', 'M0.15,0 L0.15,0.3'),
    shade('wins', 'M0,0.15 L0.3,0.15 M0.15,0 L0.15,0.3'),
    shade('loses', 'M0.14,0.15 L0.16,0.15'),
    shade('filled', 'M0,0.15 L0.3,0.15'),
    shade('inferior', 'M0,0.3 L0.3,0'),
    shade('full', 'M0,0.3 L0.3,0 M0,0 L0.3,0.3'),
    shade('semi', 'M0,0.3 L0.3,0'),
    shade('picked', 'M0.1,0.15 L0.2,0.15'),
    pattern('pattern-black', svg('path', { d: 'M0,0.3 L0.3,0', class: 'stripe' })),
    pattern('pattern-white', svg('circle', { cx: 0.15, cy: 0.15, r: 0.06, class: 'dot' })),
  ]);
}
