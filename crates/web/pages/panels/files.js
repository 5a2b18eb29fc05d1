// Bringing games in and taking them out, with what is known of the players and the result.

import { post } from '../api.js';
import { NAMES } from '../hex/words.js';
import { Tree } from '../hex/tree.js';
import { linkTo } from '../link.js';
import { button, download, html } from '../view/element.js';
import { language, t } from '../words.js';

/** @typedef {import('../app.js').App} App */

/** The facts of a game that can be edited, by their names in SGF. */
const FACTS = /** @type {const} */ (['PB', 'PW', 'EV', 'DT', 'RE']);

/**
 * @param {App} app
 * @param {HTMLElement} root
 * @param {SVGElement} picture the board
 */
export function filesPanel(app, root, picture) {
  const text = /** @type {HTMLTextAreaElement} */ (html('textarea', {
    rows: 4, id: 'record-text', 'aria-label': t('files.text'), placeholder: t('files.placeholder'),
  }));
  /** @param {string} content */
  async function open(content) {
    try {
      const { size } = app.game;
      const read = await post('/api/records/read', { text: content, size: [size.cols, size.rows] });
      const tree = Tree.fromJSON(read);
      // Where the record was left, if it says so; otherwise its end.
      if (read.cursor === undefined) tree.last();
      app.openRecord(tree);
      app.say(t('files.opened', { size: `${tree.start.size.cols}×${tree.start.size.rows}`, count: tree.moves(tree.end).length }));
    } catch (error) {
      app.say(explained(error instanceof Error ? error.message : String(error)), true);
    }
  }
  /** @param {string} format */
  async function write(format) {
    try {
      const { text: written, left_out: leftOut } = await post('/api/records/write', { tree: recordOf(app), format });
      text.value = written;
      const copied = format !== 'sgf' && await copy(written);
      const left = leftOut.length ? ` ${t('files.left-out', { what: leftOut.join(', ') })}` : '';
      app.say(`${t(copied ? 'files.written-copied' : 'files.written', { format: format === 'sgf' ? 'SGF' : format })}${left}`);
      return written;
    } catch (error) {
      app.say(error instanceof Error ? error.message : String(error), true);
      return null;
    }
  }
  const saving = html('div', { class: 'buttons' }, [
    button('SGF', async () => {
      const sgf = await write('sgf');
      if (sgf) download(`${fileName(app)}.sgf`, new Blob([sgf], { type: 'application/x-go-sgf' }));
    }, { id: 'write-sgf' }),
    button(t('files.hexworld'), () => write('hexworld'), { id: 'write-hexworld' }),
    button(t('files.moves'), () => write('moves'), { id: 'write-moves' }),
    button(t('files.link'), async () => {
      text.value = linkTo(app.game);
      app.say(t(await copy(text.value) ? 'files.linked-copied' : 'files.linked'));
    }, { id: 'write-link' }),
    button(t('files.svg'), () => download(`${fileName(app)}.svg`, new Blob([standalone(picture)], { type: 'image/svg+xml' })), { id: 'save-svg' }),
    button(t('files.png'), async () => {
      const blob = await rasterise(standalone(picture));
      if (blob) download(`${fileName(app)}.png`, blob);
    }, { id: 'save-png' }),
  ]);
  const file = /** @type {HTMLInputElement} */ (html('input', { type: 'file', id: 'record-file', accept: '.sgf,.hsgf,.txt' }));
  file.addEventListener('change', async () => {
    const [picked] = file.files ?? [];
    if (picked) open(await picked.text());
  });
  const facts = FACTS.map((name) => {
    const field = /** @type {HTMLInputElement} */ (html('input', { type: 'text', name, maxlength: 200, autocomplete: 'off' }));
    field.addEventListener('change', () => {
      const { facts: known } = app.tree;
      if (field.value.trim()) known[name] = field.value.trim();
      else delete known[name];
      app.changed();
    });
    return { name, field, label: html('label', {}, [t(`fact.${name}`), field]) };
  });
  const show = () => { for (const { name, field } of facts) field.value = app.tree.facts[name] ?? ''; };
  app.onChange(show);
  show();
  root.append(
    html('h2', {}, [t('files.title')]),
    html('p', { class: 'result' }, [t('files.about')]),
    text,
    html('div', { class: 'buttons' }, [button(t('files.open'), () => open(text.value), { id: 'open-record', class: 'primary' })]),
    html('label', {}, [t('files.file'), file]),
    html('h3', {}, [t('files.save')]),
    saving,
    html('details', { class: 'facts' }, [html('summary', {}, [t('files.facts')]), ...facts.map(({ label }) => label)]),
  );

  return { open };
}

/**
 * A reason of the server in the words of a player, where it says what was wrong with the whole text.
 * @param {string} reason
 */
function explained(reason) {
  const size = /board size ([0-9]+x[0-9]+) is not supported/.exec(reason);
  if (size) return t('files.too-large', { size: size[1] });
  return /no known format/.test(reason) || language !== 'en' ? t('files.unknown') : reason;
}

/**
 * The record of the game on the board: names, date and result of a game that was played here are filled in where the record does not know them.
 * @param {App} app
 */
export function recordOf(app) {
  const { outcome } = app.tree.game(app.tree.end);
  const facts = { ...app.players(), ...app.tree.facts };
  if (outcome && !facts.RE) facts.RE = `${outcome.winner === 'black' ? 'B' : 'W'}+${outcome.reason === 'resignation' ? 'R' : ''}`;
  return { ...app.tree.toJSON(), facts };
}

/**
 * What a file of the game is called: who played whom and when, or the board and its moves.
 * @param {App} app
 */
export function fileName(app) {
  const { PB, PW, DT } = { ...app.players(), ...app.tree.facts };
  const { size, moves } = app.game;
  const parts = PB || PW ? [PB || NAMES.black, 'vs', PW || NAMES.white, DT] : ['hex', `${size.cols}x${size.rows}`, ...moves.slice(0, 4)];
  return parts.filter(Boolean).join('-').normalize('NFKD').replace(/[\u0300-\u036f]/g, '').replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '').toLowerCase().slice(0, 80) || 'hex';
}

/**
 * Puts a text where the reader can paste it from; false if the browser does not allow that.
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
