// The list of moves with its variations.

import { html } from './element.js';

/** @typedef {import('../hex/tree.js').Tree} Tree */

/**
 * Shows a tree as nested lists: the main line in a row, each variation in brackets below the move it replaces.
 * @param {HTMLElement} root
 * @param {Tree} tree
 * @param {(id: number) => void} onSelect
 */
export function showMoves(root, tree, onSelect) {
  root.replaceChildren(line(tree, 0, 0, onSelect));
  root.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
}

/**
 * @param {Tree} tree
 * @param {number} from the node before the line
 * @param {number} ply moves made before the line
 * @param {(id: number) => void} onSelect
 */
function line(tree, from, ply, onSelect) {
  const list = html('ol', { class: 'line' });
  let at = from;
  let number = ply;
  for (;;) {
    const [main, ...others] = tree.nodes[at].children;
    if (main === undefined) return list;
    number += 1;
    list.append(html('li', {}, [moveButton(tree, main, number, onSelect)]));
    for (const other of others) {
      const variation = line(tree, other, number, onSelect);
      variation.prepend(html('li', {}, [moveButton(tree, other, number, onSelect)]));
      list.append(html('li', { class: 'variation' }, [variation]));
    }
    at = main;
  }
}

/**
 * @param {Tree} tree
 * @param {number} id
 * @param {number} number
 * @param {(id: number) => void} onSelect
 */
function moveButton(tree, id, number, onSelect) {
  const node = tree.nodes[id];
  const element = html('button', {
    type: 'button',
    class: number % 2 ? 'move black' : 'move white',
    'aria-current': id === tree.current ? 'step' : null,
    title: node.comment || null,
  }, [`${number}. ${node.move}${node.comment ? ' *' : ''}`]);
  element.addEventListener('click', () => onSelect(id));
  return element;
}
