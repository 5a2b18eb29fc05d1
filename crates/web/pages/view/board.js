// The board as a picture that can be clicked, touched, and walked with the arrow keys.

import { bounds, cellName, centre, coordinates, corners, parseCell } from '../hex/geometry.js';
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
 * How a cell looks.
 * @typedef {object} Look
 * @property {Color | undefined} stone
 * @property {number | undefined} heat
 * @property {string[]} shades
 * @property {string | undefined} label
 * @property {string | undefined} hint
 * @property {number | undefined} number
 * @property {boolean} isLast
 * @property {boolean} isWinning
 */
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
 * @property {boolean} [edges] whether the edges of the board can be picked
 */

/** From this heat on white letters are easier to read than black ones. */
const DEEP = 0.7;
/** The colours as the page names them. */
const NAMES = { black: 'red', white: 'blue' };

/**
 * A cell on the screen. Its ground stays while what lies on it changes, so that a press is never lost.
 * @typedef {object} Place
 * @property {string} name
 * @property {number} col
 * @property {number} row
 * @property {SVGElement} at
 * @property {SVGElement} ground
 * @property {string} look what is drawn there, to see whether it has changed
 */

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
  /** @type {(edge: string) => void} */
  #onEdge;
  /** @type {string | null} */
  #pointed = null;
  /** @type {Place[]} */
  #places = [];
  /** Size, orientation and patterns of the board that stands. */
  #built = '';
  #grid = svg('g');
  #edges = svg('g');
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
    root.addEventListener('keydown', (event) => this.#key(/** @type {KeyboardEvent} */ (event)));
    root.addEventListener('pointerover', (event) => this.#pointAt(cellOf(event.target)));
    // Heard from above: a picture that listens to the focus itself becomes a stop of the Tab key.
    if (onPoint) document.addEventListener('focusin', ({ target }) => { if (target instanceof Element && root.contains(target)) this.#pointAt(cellOf(target)); });
    root.addEventListener('pointerleave', () => this.#pointAt(null));
  }

  /**
   * Shows a game, with what lies over it now or something else.
   * @param {Game} game
   * @param {Overlay} [overlay]
   */
  show(game, overlay = this.#overlay) {
    this.#game = game;
    this.#overlay = overlay;
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
    const { orientation, patterns, numbers } = this.style;
    const built = `${game.size.cols}x${game.size.rows} ${orientation} ${patterns}`;
    if (built !== this.#built) {
      this.#built = built;
      this.#build(game);
    }
    this.#root.dataset.toMove = game.outcome ? '' : game.toMove;
    this.#grid.setAttribute('aria-label', describe(game));
    this.#drawEdges(game);
    const winning = new Set(game.winningChain());
    const shades = (this.#overlay.shades ?? []).map(({ cells, kind }) => ({ cells: new Set(cells), kind }));
    const { heat, labels, hints } = this.#overlay;
    for (const place of this.#places) {
      const { name } = place;
      const stone = game.stones.get(name);
      this.#drawPlace(place, {
        stone,
        heat: heat?.get(name),
        shades: shades.filter(({ cells }) => cells.has(name)).map(({ kind }) => kind),
        label: labels?.get(name),
        hint: hints?.get(name),
        number: stone && numbers ? game.numbers.get(name) : undefined,
        isLast: game.lastCell === name,
        isWinning: winning.has(name),
      });
    }
  }

  /**
   * Makes the cells of another board.
   * @param {Game} game
   */
  #build(game) {
    const hadFocus = this.#root.contains(document.activeElement);
    const { orientation, patterns } = this.style;
    const box = bounds(game.size, orientation);
    this.#root.setAttribute('viewBox', `${box.left} ${box.top} ${box.width} ${box.height}`);
    this.#root.style.setProperty('--units', box.width.toFixed(2));
    this.#places = [];
    const rows = [];
    for (let row = 0; row < game.size.rows; row += 1) {
      const cells = [];
      for (let col = 0; col < game.size.cols; col += 1) {
        const name = cellName(col, row);
        const ground = svg('polygon', { points: outline(col, row, orientation), class: 'cell' });
        const at = svg('g', { role: 'gridcell', 'data-cell': name, tabindex: name === this.#focus ? 0 : -1 }, [ground]);
        this.#places.push({ name, col, row, at, ground, look: '' });
        cells.push(at);
      }
      rows.push(svg('g', { role: 'row' }, cells));
    }
    this.#grid = svg('g', { role: 'grid' }, rows);
    this.#edges = svg('g');
    this.#pointing.replaceChildren();
    this.#root.replaceChildren(
      ...(patterns ? [patternDefinitions()] : []),
      this.#edges,
      this.#grid,
      svg('g', { class: 'coordinates', 'aria-hidden': 'true' }, coordinates(game.size, orientation).map(({ name, at }) => text(at.x, at.y, name, 'coordinate', 0.6))),
      this.#pointing,
    );
    if (hadFocus) this.#focusCell(this.#focus);
  }

  /**
   * Draws a cell if it looks other than before.
   * @param {Place} place
   * @param {Look} look
   */
  #drawPlace(place, look) {
    const { name, at, ground } = place;
    const key = JSON.stringify(look);
    if (place.look === key) return;
    place.look = key;
    const { stone, heat, label, hint } = look;
    if (heat === undefined) ground.removeAttribute('fill');
    else ground.setAttribute('fill', heatColor(heat));
    at.setAttribute('class', stone ? 'at' : 'at empty');
    at.setAttribute('aria-label', [name, stone ? NAMES[stone] : 'empty', look.isLast && stone ? 'last move' : null, label, hint].filter(Boolean).join(', '));
    // The ground is not taken out for a moment either: a press on it would be forgotten.
    while (ground.nextSibling) ground.nextSibling.remove();
    at.append(...this.#parts(place, look), ...(hint ? [svg('title', {}, [hint])] : []));
  }

  /**
   * What lies on a cell.
   * @param {Place} place
   * @param {Look} look
   */
  #parts({ col, row }, { stone, heat, shades, label, number, isLast, isWinning }) {
    const { orientation, patterns } = this.style;
    const { x, y } = centre(col, row, orientation);
    const parts = [];
    for (const kind of shades) {
      const points = outline(col, row, orientation);
      parts.push(svg('polygon', { points, class: `shade ${kind}` }));
      const [weave] = kind.split(' ');
      if (patterns && WEAVES[weave]) parts.push(svg('polygon', { points, fill: `url(#shade-${weave})`, class: 'texture' }));
    }
    if (stone) {
      parts.push(svg('circle', { cx: x, cy: y, r: 0.72, class: `stone ${stone}` }));
      if (patterns) parts.push(svg('circle', { cx: x, cy: y, r: 0.72, fill: `url(#pattern-${stone})`, class: 'texture-of-stone' }));
      if (isWinning) parts.push(svg('circle', { cx: x, cy: y, r: 0.55, class: 'winning' }));
      if (label) parts.push(text(x, y, label, 'number'));
      else if (number) parts.push(text(x, y, String(number), 'number'));
      else if (isLast) parts.push(svg('circle', { cx: x, cy: y, r: 0.22, class: 'last' }));
    } else if (label) {
      parts.push(text(x, y, label, heat === undefined ? 'label' : heat > DEEP ? 'label deep' : 'label pale'));
    }
    return parts;
  }

  /** @param {Game} game */
  #drawEdges(game) {
    const canPick = this.#overlay.edges === true;
    if (this.#edges.hasChildNodes() && this.#edges.classList.contains('pickable') === canPick) return;
    this.#edges.classList.toggle('pickable', canPick);
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
    this.#edges.replaceChildren(svg('g', { class: 'edges', 'aria-hidden': 'true' }, lines), ...(canPick ? this.#handles(game) : []));
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

  /** @param {Event} event */
  #click(event) {
    const edge = edgeOf(event.target);
    if (edge) this.#onEdge(edge);
    const cell = cellOf(event.target);
    if (cell) {
      this.#moveFocus(cell);
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
    event.preventDefault();
    const [col, row] = [at[0] + step[0], at[1] + step[1]];
    if (col < 0 || row < 0 || col >= game.size.cols || row >= game.size.rows) return;
    this.#focusCell(cellName(col, row));
  }

  /** @param {string} name */
  #focusCell(name) {
    this.#moveFocus(name);
    this.#cell(name)?.focus();
  }

  /**
   * Makes a cell the one that Tab leads to.
   * @param {string} name
   */
  #moveFocus(name) {
    this.#cell(this.#focus)?.setAttribute('tabindex', '-1');
    this.#focus = name;
    this.#cell(name)?.setAttribute('tabindex', '0');
  }

  /** @param {string} name */
  #cell(name) {
    return this.#places.find((place) => place.name === name)?.at;
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
  const state = outcome ? `${NAMES[outcome.winner]} has won` : `${NAMES[game.toMove]} to move`;
  return `Hex board, ${cols} columns and ${rows} rows, ${game.stones.size} stones, ${state}`;
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} content
 * @param {string} kind
 * @param {number} [size]
 */
function text(x, y, content, kind, size = content.length > 3 ? 0.5 : content.length > 2 ? 0.62 : 0.78) {
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

/**
 * How each kind of shade is woven where patterns are wanted. Kinds that write a sign or a number on every cell need none.
 * @type {Record<string, string>}
 */
const WEAVES = {
  carrier: 'M0,0 L0.3,0.3',
  'must-play': 'M0.15,0 L0.15,0.3',
  wins: 'M0,0.15 L0.3,0.15 M0.15,0 L0.15,0.3',
  loses: 'M0.14,0.15 L0.16,0.15',
  filled: 'M0,0.15 L0.3,0.15',
  inferior: 'M0,0.3 L0.3,0',
  full: 'M0,0.3 L0.3,0 M0,0 L0.3,0.3',
  semi: 'M0,0.3 L0.3,0',
  picked: 'M0.1,0.15 L0.2,0.15',
};

/** Stripes for Black and dots for White, for eyes that do not tell red from blue. */
function patternDefinitions() {
  const pattern = (/** @type {string} */ id, /** @type {SVGElement} */ child) =>
    svg('pattern', { id, width: 0.3, height: 0.3, patternUnits: 'userSpaceOnUse' }, [child]);
  return svg('defs', {}, [
    ...Object.entries(WEAVES).map(([kind, d]) => pattern(`shade-${kind}`, svg('path', { d, class: 'weave' }))),
    pattern('pattern-black', svg('path', { d: 'M0,0.3 L0.3,0', class: 'stripe' })),
    pattern('pattern-white', svg('circle', { cx: 0.15, cy: 0.15, r: 0.06, class: 'dot' })),
  ]);
}
