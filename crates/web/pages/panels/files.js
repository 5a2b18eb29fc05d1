// Bringing games in and taking them out.

import { post } from '../api.js';
import { Tree } from '../hex/tree.js';
import { linkTo } from '../link.js';
import { button, download, html } from '../view/element.js';

/** @typedef {import('../app.js').App} App */

/**
 * @param {App} app
 * @param {HTMLElement} root
 * @param {SVGElement} picture the board
 */
export function filesPanel(app, root, picture) {
  const text = /** @type {HTMLTextAreaElement} */ (html('textarea', {
    rows: 4, id: 'record-text', 'aria-label': 'A game as text', placeholder: 'Paste or drop SGF, a HexWorld link, a list of moves, a drawn board …',
  }));
  /** @param {string} content */
  async function open(content) {
    try {
      const { size } = app.game;
      const tree = Tree.fromJSON(await post('/api/records/read', { text: content, size: [size.cols, size.rows] }));
      tree.last();
      app.openRecord(tree);
      app.say(`Opened: ${tree.start.size.cols}x${tree.start.size.rows}, ${tree.moves().length} moves. Analyse shows its variations.`);
    } catch (error) {
      app.say(error instanceof Error ? error.message : String(error), true);
    }
  }
  /** @param {string} format */
  async function write(format) {
    try {
      const { text: written, left_out: leftOut } = await post('/api/records/write', { tree: app.tree.toJSON(), format });
      text.value = written;
      const copied = format !== 'sgf' && await copy(written);
      app.say(`Written as ${format}${copied ? ', and copied' : ''}.${leftOut.length ? ` Left out: ${leftOut.join(', ')}.` : ''}`);
      return written;
    } catch (error) {
      app.say(error instanceof Error ? error.message : String(error), true);
      return null;
    }
  }
  const saving = html('div', { class: 'buttons' }, [
    button('SGF', async () => {
      const sgf = await write('sgf');
      if (sgf) download('game.sgf', new Blob([sgf], { type: 'application/x-go-sgf' }));
    }, { id: 'write-sgf' }),
    button('HexWorld link', () => write('hexworld'), { id: 'write-hexworld' }),
    button('Moves', () => write('moves'), { id: 'write-moves' }),
    button('Link to this position', async () => {
      text.value = linkTo(app.game);
      const copied = await copy(text.value);
      app.say(`The link opens this very position on this server${copied ? '; it is copied' : ''}.`);
    }, { id: 'write-link' }),
    button('SVG picture', () => download('board.svg', new Blob([standalone(picture)], { type: 'image/svg+xml' })), { id: 'save-svg' }),
    button('PNG picture', async () => {
      const blob = await rasterise(standalone(picture));
      if (blob) download('board.png', blob);
    }, { id: 'save-png' }),
  ]);
  const file = /** @type {HTMLInputElement} */ (html('input', { type: 'file', id: 'record-file', accept: '.sgf,.hsgf,.txt' }));
  file.addEventListener('change', async () => {
    const [picked] = file.files ?? [];
    if (picked) open(await picked.text());
  });
  root.append(
    html('h2', {}, ['Games in and out']),
    html('p', { class: 'result' }, ['SGF, HexWorld and trmph links, HexWiki boards, lists of moves, drawn boards: paste or drop them anywhere on the page, or here.']),
    text,
    html('div', { class: 'buttons' }, [button('Open the text', () => open(text.value), { id: 'open-record', class: 'primary' })]),
    html('label', {}, ['A file', file]),
    html('h3', {}, ['Take this game along']),
    saving,
  );

  return { open };
}

/**
 * Puts a text where the reader can paste it from; false where the browser does not allow that.
 * @param {string} content
 */
async function copy(content) {
  try {
    await navigator.clipboard.writeText(content);
    return true;
  } catch {
    return false;
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
