// The list of moves with its variations: the game in two columns, each variation below the move it replaces.

import { t } from '../words.js';
import { html } from './element.js';

/** @typedef {Map<number, {mark: string, words: string}>} Marks */

/** @typedef {import('../hex/tree.js').Tree} Tree */

/**
 * What a move is called in a list.
 * @param {string | null} move
 */
export function moveName(move) {
  if (move === 'swap-pieces' || move === 'swap-sides') return t('move.swap');
  return move === 'resign' || move === 'pass' ? t(`move.${move}`) : move ?? '';
}

/**
 * Shows a tree as nested lists: the main line in rows, each variation below the move it replaces.
 * @param {HTMLElement} root
 * @param {Tree} tree
 * @param {(id: number) => void} onSelect
 * @param {Marks} [marks] what a review says of a move
 */
export function showMoves(root, tree, onSelect, marks = new Map()) {
  root.replaceChildren(line(tree, 0, 0, onSelect, marks));
  // Only the list scrolls, not the page under the reader's finger.
  const [list, current] = [root, root.querySelector('[aria-current]')].map((element) => element?.getBoundingClientRect());
  if (list && current && (current.top < list.top || current.bottom > list.bottom)) root.scrollTop += current.top - list.top - (list.height - current.height) / 2;
}

/**
 * @param {Tree} tree
 * @param {number} from the node before the line
 * @param {number} ply moves made before the line
 * @param {(id: number) => void} onSelect
 * @param {Marks} marks
 */
function line(tree, from, ply, onSelect, marks) {
  const list = html('ol', { class: ply === 0 && from === 0 ? 'line main' : 'line' });
  let at = from;
  let number = ply;
  for (;;) {
    const main = tree.next(at);
    const others = tree.nodes[at].children.filter((child) => child !== main);
    if (main === undefined && !others.length) return list;
    number += 1;
    if (main !== undefined) list.append(html('li', {}, [moveButton(tree, main, number, onSelect, marks)]));
    for (const other of others) {
      const variation = line(tree, other, number, onSelect, marks);
      variation.classList.remove('main');
      variation.prepend(html('li', {}, [moveButton(tree, other, number, onSelect, marks)]));
      list.append(html('li', { class: 'variation' }, [variation]));
    }
    if (main === undefined) return list;
    at = main;
  }
}

/**
 * @param {Tree} tree
 * @param {number} id
 * @param {number} number
 * @param {(id: number) => void} onSelect
 * @param {Marks} marks
 */
function moveButton(tree, id, number, onSelect, marks) {
  const node = tree.nodes[id];
  const judged = marks.get(id);
  const element = html('button', {
    type: 'button',
    class: number % 2 ? 'move black' : 'move white',
    'aria-current': id === tree.current ? 'step' : null,
    title: judged?.words ?? (node.comment || null),
  }, [
    html('span', { class: 'ply' }, [`${number}.`]), ` ${moveName(node.move)}`,
    ...(judged ? [html('b', { class: 'mark' }, [judged.mark])] : []),
    ...(node.comment ? [html('span', { class: 'commented', role: 'img', 'aria-label': t('analyse.has-comment') }, ['·'])] : []),
  ]);
  element.addEventListener('click', () => onSelect(id));
  return element;
}
