// The graph of a game: red's chances after each move, bad moves marked, every position a place to go to.

import { NAMES } from '../hex/words.js';
import { t } from '../words.js';
import { html, svg } from './element.js';
import { moveName } from './moves.js';

/** @typedef {import('../hex/review.js').Judged} Judged */
/** @typedef {import('../hex/review.js').Judgement} Judgement */

const HEIGHT = 100;
const WIDTH = 320;
/** Room for the marks above and below. */
const PAD = 10;

/**
 * Where the positions lie in the picture.
 * @param {Judgement[]} positions
 * @returns {{x: number, y: number}[]}
 */
export function places(positions) {
  const step = (WIDTH - 2 * PAD) / Math.max(positions.length - 1, 1);
  return positions.map(({ black }, index) => ({ x: PAD + index * step, y: PAD + (1 - black) * (HEIGHT - 2 * PAD) }));
}

/**
 * The lines through the known positions: solid where both ends are proved, otherwise thin.
 * @param {Judgement[]} positions
 */
export function segments(positions) {
  const at = places(positions);
  /** @type {{from: {x: number, y: number}, to: {x: number, y: number}, proved: boolean}[]} */
  const lines = [];
  let last = -1;
  positions.forEach(({ basis }, index) => {
    if (basis === 'unknown') return;
    if (last >= 0) lines.push({ from: at[last], to: at[index], proved: basis === 'proof' && positions[last].basis === 'proof' });
    last = index;
  });
  return lines;
}

/**
 * @param {HTMLElement} root
 * @param {object} what
 * @param {Judgement[]} what.positions
 * @param {Judged[]} what.moves
 * @param {number} what.current how many moves were made in the position on the board; -1 off the line
 * @param {(moves: number) => void} what.onSelect
 */
export function showGraph(root, { positions, moves, current, onSelect }) {
  const at = places(positions);
  const step = at.length > 1 ? at[1].x - at[0].x : WIDTH;
  const middle = HEIGHT / 2;
  const label = (/** @type {number} */ index) => {
    const { black, basis } = positions[index];
    const judged = moves[index - 1];
    const color = NAMES[black >= 0.5 ? 'black' : 'white'];
    const chance = basis === 'unknown' ? t('graph.unknown') : basis === 'proof' ? t('graph.proved', { color }) : t('graph.chance', { color: NAMES.black, percent: Math.round(100 * black) });
    const name = judged ? t('graph.move', { number: index, move: moveName(judged.move) }) : index ? t('graph.number', { number: index }) : t('graph.start');
    const quality = judged && ['inaccuracy', 'mistake', 'blunder'].includes(judged.quality) ? `, ${t(`quality.${judged.quality}`)}` : '';
    return `${name}: ${chance}${quality}`;
  };
  const spots = at.map(({ x, y }, index) => {
    const quality = moves[index - 1]?.quality ?? '';
    const bad = ['mistake', 'blunder'].includes(quality);
    const known = positions[index].basis !== 'unknown';
    return svg('g', {
      class: 'spot', role: 'option', 'data-moves': index, tabindex: index === Math.max(current, 0) ? 0 : -1,
      'aria-selected': String(index === current), 'aria-label': label(index),
    }, [
      svg('rect', { x: x - step / 2, y: 0, width: step, height: HEIGHT, class: 'reach' }),
      ...(index === current ? [svg('line', { x1: x, y1: 0, x2: x, y2: HEIGHT, class: 'now' })] : []),
      ...(known ? [bad
        ? svg('path', { d: `M${x - 4.5},${y + 4} L${x},${y - 5} L${x + 4.5},${y + 4} Z`, class: `bad ${quality}` })
        : svg('circle', { cx: x, cy: y, r: Math.min(2.4, step / 3), class: `known ${positions[index].basis}` })] : []),
      svg('title', {}, [label(index)]),
    ]);
  });
  const picture = svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'graph', role: 'listbox', 'aria-label': t('graph.label', { color: NAMES.black }), 'aria-orientation': 'horizontal' }, [
    svg('rect', { x: 0, y: 0, width: WIDTH, height: middle, class: 'half black' }),
    svg('rect', { x: 0, y: middle, width: WIDTH, height: middle, class: 'half white' }),
    svg('line', { x1: 0, y1: middle, x2: WIDTH, y2: middle, class: 'even' }),
    ...segments(positions).map(({ from, to, proved }) => svg('line', { x1: from.x, y1: from.y, x2: to.x, y2: to.y, class: proved ? 'course proved' : 'course' })),
    ...spots,
  ]);
  const select = (/** @type {number} */ index) => {
    onSelect(Math.max(0, Math.min(positions.length - 1, index)));
  };
  picture.addEventListener('click', (event) => {
    const spot = event.target instanceof Element ? event.target.closest('[data-moves]') : null;
    if (spot) select(Number(spot.getAttribute('data-moves')));
  });
  picture.addEventListener('keydown', (event) => {
    const moved = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1, Home: -positions.length, End: positions.length })[event.key];
    if (!moved) return;
    event.preventDefault();
    event.stopPropagation();
    select(Math.max(current, 0) + moved);
    /** @type {SVGElement | null} */ (root.querySelector('.spot[tabindex="0"]'))?.focus();
  });
  root.replaceChildren(picture, html('p', { class: 'axis', 'aria-hidden': 'true' }, [t('graph.axis', { red: NAMES.black, blue: NAMES.white })]));
}
