// Marks and arrows that a reader draws on the board: by the right button of the mouse, or by the key M on a cell. They belong to the
// position and travel with the record.

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../hex/tree.js').MarkKind} MarkKind */

/**
 * Which mark is meant.
 * @param {MouseEvent | KeyboardEvent} event
 * @returns {MarkKind}
 */
function kindOf({ shiftKey, altKey }) {
  if (shiftKey && altKey) return 'cross';
  return shiftKey ? 'triangle' : altKey ? 'square' : 'circle';
}

/**
 * @param {App} app
 * @param {Element} root the board
 */
export function drawOnBoard(app, root) {
  const cellOf = (/** @type {EventTarget | null} */ target) => (target instanceof Element ? target.closest('[data-cell]')?.getAttribute('data-cell') ?? null : null);
  const canDraw = () => app.showsGame && ['play', 'analyse'].includes(app.panel);
  const show = () => app.board?.draw(app.showsGame ? app.tree.nodes[app.tree.current] : {});
  /** @type {string | null} */
  let from = null;

  /** @param {string} cell @param {MarkKind} kind */
  const mark = (cell, kind) => {
    const node = app.tree.nodes[app.tree.current];
    const others = (node.marks ?? []).filter((known) => known.cell !== cell);
    const was = node.marks?.find((known) => known.cell === cell);
    node.marks = was?.kind === kind ? others : [...others, { cell, kind }];
    app.drawn();
  };
  /** @param {string} start @param {string} end */
  const arrow = (start, end) => {
    const node = app.tree.nodes[app.tree.current];
    const others = (node.arrows ?? []).filter(([a, b]) => a !== start || b !== end);
    node.arrows = others.length === (node.arrows ?? []).length ? [...others, [start, end]] : others;
    app.drawn();
  };
  // Heard before the board plays: a right click is no move.
  root.addEventListener('contextmenu', (event) => { if (canDraw()) event.preventDefault(); });
  root.addEventListener('pointerdown', (event) => {
    const { button, target } = /** @type {PointerEvent} */ (event);
    from = button === 2 && canDraw() ? cellOf(target) : null;
  });
  root.addEventListener('pointerup', (event) => {
    const pointer = /** @type {PointerEvent} */ (event);
    const to = cellOf(document.elementFromPoint(pointer.clientX, pointer.clientY));
    if (pointer.button === 2 && from && to) {
      if (from === to) mark(to, kindOf(pointer));
      else arrow(from, to);
    }
    from = null;
  });
  root.addEventListener('keydown', (event) => {
    const { key, target, ctrlKey, metaKey } = /** @type {KeyboardEvent} */ (event);
    const cell = cellOf(target);
    if (!cell || !canDraw() || ctrlKey || metaKey || key.toLowerCase() !== 'm') return;
    event.preventDefault();
    mark(cell, kindOf(/** @type {KeyboardEvent} */ (event)));
  });
  app.onChange(show);
  app.onSelect(show);
  app.drawn = () => {
    app.keepTree();
    show();
  };
  show();
}
