// The board as a picture that can be clicked, touched, and walked with the arrow keys.

import { borders, bounds, cellName, centre, coordinates, corners, frame, parseCell } from '../hex/geometry.js';
import { t } from '../words.js';
import { svg } from './element.js';

/** @typedef {import('../hex/geometry.js').Size} Size */
/** @typedef {import('../hex/game.js').Color} Color */
/**
 * The data of a game, of Hex or of chance, that the board needs.
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
 * The drawing over the board.
 * @typedef {object} Overlay
 * @property {Map<string, number>} [heat] a number from 0 to 1 for each cell
 * @property {Map<string, string>} [labels] short texts
 * @property {Map<string, string>} [hints] texts that appear when a cell is pointed at
 * @property {{cells: Iterable<string>, kind: string}[]} [shades] sets of cells, by kind
 * @property {boolean} [edges] whether the edges of the board can be picked
 * @property {{from: string, to: string, kind: string}[]} [arrows]
 */
/** @typedef {{marks?: import('../hex/tree.js').Mark[], arrows?: [string, string][]}} Drawing what a reader drew on the board */

/** Sizes in pixels that are the same on every board: the border, from a cell to its name, half a name, the largest radius of a cell. */
const PIXELS = { border: 7, gap: 17, letter: 9, cell: 46 };
/** The same for a board without names, such as one in a card. */
const SMALL = { border: 4, gap: 5, letter: 0, cell: 46 };
/** Boards so far: what they define has names of its own. */
let boards = 0;

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
  /** @type {(cell: string, event?: Event) => void} */
  #onPlay;
  /** @type {(cell: string | null) => void} */
  #onPoint;
  /** @type {(edge: string) => void} */
  #onEdge;
  /** @type {string | null} */
  #pointed = null;
  /** @type {Place[]} */
  #places = [];
  /** @type {Map<string, Color> | null} the stones that were drawn last: another one drops */
  #stood = null;
  /** Size, orientation and patterns of the board that stands. */
  #built = '';
  #grid = svg('g');
  #edges = svg('g');
  #names = svg('g', { class: 'coordinates', 'aria-hidden': 'true' });
  /** The line through the chain that has won. */
  #chain = svg('g', { class: 'chain', 'aria-hidden': 'true' });
  /** Arrows of an overlay, and what the reader drew. */
  #arrows = svg('g', { class: 'arrows', 'aria-hidden': 'true' });
  #drawings = svg('g', { class: 'drawings', 'aria-hidden': 'true' });
  /** @type {Drawing} */
  #drawing = {};
  /** The layer for the pointed cell, so that pointing does not redraw the board. */
  #pointing = svg('g', { class: 'pointing', 'aria-hidden': 'true' });
  #number = (boards += 1);
  #hasNames;
  /** The size of a pixel in the units of the board. */
  pixel = 0.05;
  /** @type {(() => void)[]} called when the picture was built or scaled again, with all its layers empty */
  #builders = [];

  /**
   * @param {SVGElement} root
   * @param {{onPlay: (cell: string, event?: Event) => void, onPoint?: (cell: string | null) => void, onEdge?: (edge: string) => void}} events
   * @param {{names?: boolean}} [options]
   */
  constructor(root, { onPlay, onPoint, onEdge }, { names = true } = {}) {
    this.#root = root;
    this.#hasNames = names;
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
    if (globalThis.ResizeObserver) new ResizeObserver(() => this.#fit()).observe(root);
  }

  /** How broad a cell is on the screen, in pixels. */
  get cellPixels() {
    return Math.sqrt(3) / this.pixel;
  }

  /** @param {() => void} listener called when the board was built or scaled again */
  onBuild(listener) {
    this.#builders.push(listener);
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
    const chain = game.winningChain();
    this.#drawChain(chain);
    const winning = new Set(chain);
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
    this.#stood = game.stones;
    const arrows = (this.#overlay.arrows ?? []).flatMap(({ from, to, kind }) => this.#arrow(from, to, kind));
    this.#arrows.replaceChildren(...arrows);
  }

  /**
   * Shows what a reader drew on the board.
   * @param {Drawing} drawing
   */
  draw(drawing) {
    this.#drawing = drawing;
    const { marks = [], arrows = [] } = drawing;
    this.#drawings.replaceChildren(
      ...marks.flatMap(({ cell, kind }) => this.#mark(cell, kind)),
      ...arrows.flatMap(([from, to]) => this.#arrow(from, to, 'own')),
    );
  }

  /**
   * @param {string} cell
   * @param {import('../hex/tree.js').MarkKind} kind
   */
  #mark(cell, kind) {
    const at = this.#game && parseCell(cell, this.#game.size);
    if (!at) return [];
    const { x, y } = centre(at[0], at[1], this.style.orientation);
    const shape = {
      circle: () => svg('circle', { cx: x, cy: y, r: 0.5 }),
      selected: () => svg('circle', { cx: x, cy: y, r: 0.3, class: 'full' }),
      square: () => svg('rect', { x: x - 0.42, y: y - 0.42, width: 0.84, height: 0.84 }),
      triangle: () => svg('path', { d: `M${x},${y - 0.52} L${x + 0.5},${y + 0.34} L${x - 0.5},${y + 0.34} Z` }),
      cross: () => svg('path', { d: `M${x - 0.38},${y - 0.38} L${x + 0.38},${y + 0.38} M${x + 0.38},${y - 0.38} L${x - 0.38},${y + 0.38}` }),
    }[kind]();
    shape.classList.add('mark-shape');
    shape.dataset.mark = kind;
    return [shape];
  }

  /**
   * An arrow from cell to cell that leaves both in sight.
   * @param {string} from
   * @param {string} to
   * @param {string} kind
   */
  #arrow(from, to, kind) {
    const size = this.#game?.size;
    const [a, b] = [from, to].map((cell) => size && parseCell(cell, size));
    if (!a || !b || from === to) return [];
    const [p, q] = [a, b].map(([col, row]) => centre(col, row, this.style.orientation));
    const length = Math.hypot(q.x - p.x, q.y - p.y);
    const [ux, uy] = [(q.x - p.x) / length, (q.y - p.y) / length];
    const [start, head, end] = [0.45, length - 0.75, length - 0.3];
    const at = (/** @type {number} */ along, /** @type {number} */ aside) => `${(p.x + along * ux - aside * uy).toFixed(3)},${(p.y + along * uy + aside * ux).toFixed(3)}`;
    const points = [at(start, 0.09), at(head, 0.09), at(head, 0.32), at(end, 0), at(head, -0.32), at(head, -0.09), at(start, -0.09)];
    return [svg('polygon', { points: points.join(' '), class: `arrow ${kind}` })];
  }

  /**
   * Makes the cells of another board.
   * @param {Game} game
   */
  #build(game) {
    const hadFocus = this.#root.contains(document.activeElement);
    const { orientation, patterns } = this.style;
    this.#places = [];
    this.#stood = null;
    const rows = [];
    for (let row = 0; row < game.size.rows; row += 1) {
      const cells = [];
      for (let col = 0; col < game.size.cols; col += 1) {
        const name = cellName(col, row);
        // Three tones by turns, as on a printed board: the eye finds rows and bridges by them.
        const ground = svg('polygon', { points: outline(col, row, orientation), class: `cell tone${(col + 2 * row) % 3}` });
        const at = svg('g', { role: 'gridcell', 'data-cell': name, tabindex: name === this.#focus ? 0 : -1 }, [ground]);
        this.#places.push({ name, col, row, at, ground, look: '' });
        cells.push(at);
      }
      rows.push(svg('g', { role: 'row' }, cells));
    }
    this.#grid = svg('g', { role: 'grid' }, rows);
    this.#edges = svg('g');
    this.#pointing.replaceChildren();
    this.#chain.replaceChildren();
    this.#root.replaceChildren(
      this.#definitions(patterns),
      svg('g', this.#root.id ? { id: `${this.#root.id}-content` } : {}, [this.#edges, this.#grid, this.#names, this.#chain, this.#arrows, this.#drawings, this.#pointing]),
    );
    this.#pixels = '';
    this.#fit();
    this.draw(this.#drawing);
    if (hadFocus) this.#focusCell(this.#focus);
  }

  /** The key of the computed view. */
  #pixels = '';

  /** Fits the view to the picture, and what has its size in pixels to the view. */
  #fit() {
    const game = this.#game;
    if (!game) return;
    const { orientation } = this.style;
    const isLarge = document.documentElement.hasAttribute('data-large') && this.#hasNames;
    // A picture that is not shown, or that scrolls, is drawn at a scale of its own.
    const box = this.#root.parentElement?.getBoundingClientRect() ?? { width: 0, height: 0 };
    const own = this.#root.getBoundingClientRect();
    const [width, height] = isLarge || !own.width ? [box.width || 600, box.height || 500] : [own.width, own.height];
    const pixels = `${width.toFixed(1)}x${height.toFixed(1)} ${isLarge}`;
    if (pixels === this.#pixels) return;
    this.#pixels = pixels;
    const sizes = this.#hasNames ? PIXELS : SMALL;
    const wide = isLarge ? { width: 1e4, height: 1e4 } : { width, height };
    const view = frame(game.size, orientation, wide, isLarge ? { ...sizes, cell: 18 } : sizes);
    if (isLarge) trim(view, game.size, orientation, sizes);
    this.pixel = view.pixel;
    this.#root.setAttribute('viewBox', [view.left, view.top, view.width, view.height].map((value) => value.toFixed(4)).join(' '));
    this.#root.style.setProperty('--pixel', this.pixel.toFixed(5));
    this.#root.style.setProperty('--wide', `${Math.ceil(view.width / this.pixel)}px`);
    this.#root.style.setProperty('--high', `${Math.ceil(view.height / this.pixel)}px`);
    this.#edges.replaceChildren();
    this.#drawEdges(game);
    const names = this.#hasNames ? coordinates(game.size, orientation, sizes.gap * this.pixel) : [];
    this.#names.replaceChildren(...names.map(({ name, at }) => text(at.x, at.y, name, 'coordinate')));
    for (const listener of this.#builders) listener();
  }

  /**
   * The line through the chain that has won.
   * @param {string[]} chain
   */
  #drawChain(chain) {
    const key = `${chain} ${this.#built}`;
    if (this.#chain.dataset.of === key) return;
    this.#chain.dataset.of = key;
    const game = this.#game;
    const points = chain.flatMap((name) => {
      const at = game && parseCell(name, game.size);
      return at ? [centre(at[0], at[1], this.style.orientation)] : [];
    });
    this.#chain.replaceChildren(...(points.length ? [svg('polyline', { points: points.map(({ x, y }) => `${x.toFixed(3)},${y.toFixed(3)}`).join(' '), pathLength: 1 })] : []));
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
    at.setAttribute('aria-label', [name, stone ? t(`cell.${stone}`) : t('cell.empty'), look.isLast && stone ? t('cell.last') : null, label, hint].filter(Boolean).join(', '));
    // The ground is not taken out for a moment either: a press on it would be forgotten.
    while (ground.nextSibling) ground.nextSibling.remove();
    at.append(...this.#parts(place, look), ...(hint ? [svg('title', {}, [hint])] : []));
    // One stone more is a move; a whole position that appears does not drop.
    const isNew = look.isLast && stone && this.#stood && !this.#stood.has(name) && Math.abs(this.#stood.size - (this.#game?.stones.size ?? 0)) <= 1;
    if (isNew) at.querySelector('.piece')?.classList.add('drops');
  }

  /**
   * The stone on a cell.
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
      const piece = [
        svg('circle', { cx: x, cy: y + 0.07, r: 0.74, class: 'shadow' }),
        svg('circle', { cx: x, cy: y, r: 0.72, class: `stone ${stone}` }),
        svg('circle', { cx: x, cy: y, r: 0.72, fill: `url(#sheen-${this.#number})`, class: 'sheen' }),
      ];
      if (patterns) piece.push(svg('circle', { cx: x, cy: y, r: 0.72, fill: `url(#pattern-${stone})`, class: 'texture-of-stone' }));
      if (isWinning) piece.push(svg('circle', { cx: x, cy: y, r: 0.58, class: 'winning' }));
      if (label) piece.push(text(x, y, label, 'number'));
      else if (number) piece.push(text(x, y, String(number), 'number'));
      else if (isLast) piece.push(svg('circle', { cx: x, cy: y, r: 0.2, class: 'last' }));
      parts.push(svg('g', { class: 'piece' }, piece));
    } else if (label) {
      parts.push(text(x, y, label, heat === undefined ? 'label' : 'label heated'));
    }
    return parts;
  }

  /** @param {Game} game */
  #drawEdges(game) {
    const canPick = this.#overlay.edges === true;
    if (this.#edges.hasChildNodes() && this.#edges.classList.contains('pickable') === canPick) return;
    this.#edges.classList.toggle('pickable', canPick);
    const breadth = (this.#hasNames ? PIXELS : SMALL).border * this.pixel;
    const bands = borders(game.size, this.style.orientation, breadth).map(({ edge, inner, outer }) => {
      const points = [...inner, ...outer.reverse()].map(({ x, y }) => `${x.toFixed(3)},${y.toFixed(3)}`).join(' ');
      return svg('polygon', { points, class: `edge ${edge === 'top' || edge === 'bottom' ? 'black' : 'white'}` });
    });
    this.#edges.replaceChildren(svg('g', { class: 'edges', 'aria-hidden': 'true' }, bands), ...(canPick ? this.#handles(game) : []));
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
      return svg('line', { x1: a.x, y1: a.y, x2: b.x, y2: b.y, class: `handle ${color}`, 'data-edge': edge, role: 'button', tabindex: 0, 'aria-label': t(/** @type {import('../words.js').Key} */ (`board.edge.${edge}`)) });
    });
  }

  /** @param {Event} event */
  #click(event) {
    const edge = edgeOf(event.target);
    if (edge) this.#onEdge(edge);
    const cell = cellOf(event.target);
    if (cell) {
      this.#moveFocus(cell);
      this.#onPlay(cell, event);
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

  /**
   * Definitions that the picture refers to: the light on the stones, and stripes for Black and dots for White, for eyes that do not tell red from blue.
   * @param {boolean} hasPatterns
   */
  #definitions(hasPatterns) {
    const light = svg('radialGradient', { id: `sheen-${this.#number}`, cx: 0.35, cy: 0.28, r: 0.8 }, [
      svg('stop', { offset: 0, 'stop-color': '#fff', 'stop-opacity': 0.42 }),
      svg('stop', { offset: 0.45, 'stop-color': '#fff', 'stop-opacity': 0.06 }),
      svg('stop', { offset: 0.75, 'stop-color': '#000', 'stop-opacity': 0.04 }),
      svg('stop', { offset: 1, 'stop-color': '#000', 'stop-opacity': 0.26 }),
    ]);
    const pattern = (/** @type {string} */ id, /** @type {SVGElement} */ child) =>
      svg('pattern', { id, width: 0.3, height: 0.3, patternUnits: 'userSpaceOnUse' }, [child]);
    return svg('defs', {}, [light, ...(hasPatterns ? [
      ...Object.entries(WEAVES).map(([kind, d]) => pattern(`shade-${kind}`, svg('path', { d, class: 'weave' }))),
      pattern('pattern-black', svg('path', { d: 'M0,0.3 L0.3,0', class: 'stripe' })),
      pattern('pattern-white', svg('circle', { cx: 0.15, cy: 0.15, r: 0.06, class: 'dot' })),
    ] : [])]);
  }
}

/**
 * Cuts a view off where the board ends; boards that scroll have no empty margins.
 * @param {ReturnType<typeof frame>} view
 * @param {Size} size
 * @param {Orientation} orientation
 * @param {typeof PIXELS} sizes
 */
function trim(view, size, orientation, sizes) {
  const box = bounds(size, orientation, (sizes.border + 1) * view.pixel, sizes.gap * view.pixel, sizes.letter * view.pixel);
  Object.assign(view, box);
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
  const state = outcome ? t('board.won', { winner: t(`cell.${outcome.winner}`) }) : t('board.to-move', { color: t(`cell.${game.toMove}`) });
  return t('board.describe', { cols, rows, count: game.stones.size, state });
}

/**
 * A text that has the same size on every board where it fits.
 * @param {number} x
 * @param {number} y
 * @param {string} content
 * @param {string} kind
 */
function text(x, y, content, kind) {
  const room = content.length > 3 ? 'room4' : content.length > 2 ? 'room3' : 'room2';
  return svg('text', { x, y, class: `${kind} ${room}`, dy: '0.35em', 'text-anchor': 'middle' }, [content]);
}

/**
 * From the colour of the board to that of the theme's ramp; a cell without heat looks as the board does.
 * @param {number} share from 0 to 1
 */
const heatColor = (share) => `color-mix(in oklab, var(--ramp) ${(100 * Math.max(0, Math.min(1, share))).toFixed(0)}%, var(--cell))`;

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
