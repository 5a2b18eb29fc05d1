// Bringing games in and taking them out.

import { post } from '../api.js';
import { Tree } from '../hex/tree.js';
import { button, download, html } from '../view/element.js';

/** @typedef {import('../app.js').App} App */

/**
 * @param {App} app
 * @param {HTMLElement} root
 * @param {SVGElement} picture the board
 * @param {(content: string, name: string) => boolean} openElsewhere takes files that are for another panel
 */
export function filesPanel(app, root, picture, openElsewhere) {
  const text = /** @type {HTMLTextAreaElement} */ (html('textarea', {
    rows: 4, id: 'record-text', 'aria-label': 'A game as text', placeholder: 'Paste or drop SGF, a HexWorld link, a list of moves, a drawn board …',
  }));
  /** @param {string} content */
  async function open(content) {
    try {
      const { size } = app.game;
      const tree = Tree.fromJSON(await post('/api/records/read', { text: content, size: [size.cols, size.rows] }));
      tree.last();
      app.open(tree);
      app.say('Opened.');
    } catch (error) {
      app.say(error instanceof Error ? error.message : String(error), true);
    }
  }
  /** @param {string} format */
  async function write(format) {
    try {
      const { text: written, left_out: leftOut } = await post('/api/records/write', { tree: app.tree.toJSON(), format });
      text.value = written;
      app.say(leftOut.length ? `Left out: ${leftOut.join(', ')}.` : `Written as ${format}.`);
      return written;
    } catch (error) {
      app.say(error instanceof Error ? error.message : String(error), true);
      return null;
    }
  }
  const buttons = html('div', { class: 'buttons' }, [
    button('Open', () => open(text.value), { id: 'open-record', class: 'primary' }),
    button('SGF', async () => {
      const sgf = await write('sgf');
      if (sgf) download('game.sgf', new Blob([sgf], { type: 'application/x-go-sgf' }));
    }, { id: 'write-sgf' }),
    button('HexWorld link', () => write('hexworld'), { id: 'write-hexworld' }),
    button('Moves', () => write('moves'), { id: 'write-moves' }),
    button('Link to this position', () => {
      text.value = positionLink(app);
      app.say('The link opens this very position on this server.');
    }, { id: 'write-link' }),
    button('SVG', () => download('board.svg', new Blob([standalone(picture)], { type: 'image/svg+xml' }))),
    button('PNG', async () => {
      const blob = await rasterise(standalone(picture));
      if (blob) download('board.png', blob);
    }),
  ]);
  root.append(html('h2', {}, ['Games in and out']), text, buttons);

  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', async (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    const content = file ? await file.text() : event.dataTransfer?.getData('text') ?? '';
    if (content && !openElsewhere(content, file?.name ?? 'the text')) open(content);
  });
  window.addEventListener('hashchange', () => openLink(app));
  openLink(app);
}

/** @param {App} app */
function positionLink(app) {
  const { size, start, moves } = app.game;
  const parameters = new URLSearchParams({ size: `${size.cols}x${size.rows}` });
  if (start.black.length) parameters.set('black', start.black.join(' '));
  if (start.white.length) parameters.set('white', start.white.join(' '));
  if (start.toMove) parameters.set('to-move', start.toMove);
  if (moves.length) parameters.set('moves', moves.join(' '));
  return `${location.origin}/#${parameters}`;
}

/** @param {App} app */
function openLink(app) {
  const parameters = new URLSearchParams(location.hash.slice(1));
  const size = /^([0-9]{1,2})x([0-9]{1,2})$/.exec(parameters.get('size') ?? '');
  if (!size) return;
  const words = (/** @type {string} */ name) => (parameters.get(name) ?? '').split(' ').filter(Boolean);
  const toMove = parameters.get('to-move');
  try {
    const tree = new Tree({
      size: { cols: Number(size[1]), rows: Number(size[2]) },
      black: words('black'),
      white: words('white'),
      toMove: toMove === 'black' || toMove === 'white' ? toMove : null,
    });
    for (const move of words('moves')) {
      const problem = tree.game().refuse(move);
      if (problem) throw new Error(problem);
      tree.play(move);
    }
    history.replaceState(null, '', location.pathname);
    app.open(tree);
  } catch (error) {
    app.say(`The link is damaged: ${error instanceof Error ? error.message : error}`, true);
  }
}

/** Properties of the style sheet that a picture on its own must carry. */
const PAINT = ['fill', 'stroke', 'stroke-width', 'stroke-linecap', 'stroke-linejoin', 'opacity', 'font-family', 'font-weight'];

/**
 * The board as a picture that needs no style sheet.
 * @param {SVGElement} picture
 */
function standalone(picture) {
  const copy = /** @type {SVGElement} */ (picture.cloneNode(true));
  const originals = picture.querySelectorAll('*');
  copy.querySelectorAll('*').forEach((element, index) => {
    const style = getComputedStyle(originals[index]);
    for (const name of PAINT) element.setAttribute(name, style.getPropertyValue(name));
    element.removeAttribute('tabindex');
  });
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  const [, , width, height] = (picture.getAttribute('viewBox') ?? '0 0 1 1').split(' ').map(Number);
  copy.setAttribute('width', String(Math.round(width * 40)));
  copy.setAttribute('height', String(Math.round(height * 40)));
  return new XMLSerializer().serializeToString(copy);
}

/**
 * @param {string} source
 * @returns {Promise<Blob | null>}
 */
async function rasterise(source) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.width, image.height];
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  return new Promise((resolve) => { canvas.toBlob(resolve, 'image/png'); });
}
