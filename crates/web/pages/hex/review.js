// A judged game: which judgement belongs to which place in the tree, and how it is marked and written down.

import { t } from '../words.js';
import { NAMES } from './words.js';

/** @typedef {import('./tree.js').Tree} Tree */
/** @typedef {import('./game.js').Color} Color */
/** @typedef {'unknown' | 'estimate' | 'proof'} Basis */
/** @typedef {{black: number, basis: Basis, best: string | null}} Judgement */
/**
 * @typedef {object} Judged
 * @property {number} number
 * @property {Color} colour
 * @property {string} move
 * @property {'unknown' | 'good' | 'lost' | 'inaccuracy' | 'mistake' | 'blunder'} quality
 * @property {boolean} proved
 * @property {number} before
 * @property {number} after
 * @property {string | null} better
 * @property {string[]} better_line
 * @property {string[]} refutation
 * @property {string[]} carrier
 */
/**
 * @typedef {object} Review
 * @property {string} start the set-up, so that another game with the same moves is not mistaken for this one
 * @property {string[]} line the moves of the game
 * @property {Judgement[]} positions
 * @property {Judged[]} moves
 * @property {boolean} done
 */

/** The marks behind a bad move, as in chess. */
const MARKS = /** @type {Record<string, string>} */ ({ inaccuracy: '?!', mistake: '?', blunder: '??' });

/** The first words of what a review writes into a comment, by which it is found again. */
const OPENING = `${t('review.title')}: `;

/** @param {Judged} judged whether it cost more than an inaccuracy */
export const isBad = ({ quality }) => quality === 'mistake' || quality === 'blunder';

/**
 * What a move was worth and why, in a few sentences.
 * @param {Judged} judged
 */
export function wordsOf({ number, colour, move, quality, proved, before, after, better, refutation, carrier }) {
  const names = { color: NAMES[colour], opponent: NAMES[colour === 'black' ? 'white' : 'black'] };
  const percent = (/** @type {number} */ share) => Math.round(100 * share);
  const said = [];
  if (quality === 'unknown') said.push(t('judged.unknown'));
  else if (quality === 'lost') said.push(t('judged.lost', names));
  else if (number === 1 && before === 0.5 && quality === 'good') said.push(t('judged.opening', { ...names, after: percent(after) }));
  else if (quality === 'good') said.push(proved ? t('judged.good-proved', names) : t('judged.good', { ...names, after: percent(after) }));
  else if (quality === 'blunder' && proved) said.push(t(move === 'resign' ? 'judged.resigned' : 'judged.blunder-proved', names));
  else said.push(t('judged.falls', { ...names, quality: t(`quality.${quality}`), before: percent(before), after: percent(after) }));
  if (better) said.push(better.startsWith('swap') ? t('judged.better-swap') : t('judged.better', { move: better }));
  if (refutation.length) said.push(t(carrier.length ? 'judged.answers-connected' : 'judged.answers', { ...names, move: refutation[0] }));
  return said.join(' ');
}

/**
 * How well a player used its chances, from 0 to 100: the mean over its moves of a curve that falls with what a move lost. Moves
 * in a position that was lost already, and openings under the swap rule, do not count. Null if no move counts.
 * @param {Review} review
 * @param {Color} color
 */
export function accuracyOf({ moves }, color) {
  const counted = moves.filter(({ colour, quality, number, before }) => colour === color && !['unknown', 'lost'].includes(quality) && !(number === 1 && before === 0.5));
  const of = (/** @type {Judged} */ { before, after }) => Math.min(100, Math.max(0, 103.17 * Math.exp(-4.354 * Math.max(0, before - after)) - 3.17));
  return counted.length ? counted.reduce((sum, judged) => sum + of(judged), 0) / counted.length : null;
}

/**
 * How often a player erred, by kind.
 * @param {Review} review
 * @param {Color} color
 */
export function kindsOf({ moves }, color) {
  const of = (/** @type {string} */ kind) => moves.filter(({ colour, quality }) => colour === color && quality === kind).length;
  return { inaccuracy: of('inaccuracy'), mistake: of('mistake'), blunder: of('blunder') };
}

/** @param {Tree} tree */
export const startOf = (tree) => JSON.stringify([tree.start.size, tree.start.black, tree.start.white, tree.start.toMove]);

/**
 * The nodes of the reviewed line in a tree, the root first; as many as the tree still has.
 * @param {Tree} tree
 * @param {Review} review
 * @returns {number[]}
 */
export function nodesOf(tree, review) {
  if (startOf(tree) !== review.start) return [];
  const nodes = [0];
  for (const move of review.line) {
    const next = tree.nodes[nodes[nodes.length - 1]].children.find((child) => tree.nodes[child].move === move);
    if (next === undefined) break;
    nodes.push(next);
  }
  return nodes;
}

/**
 * The mark of each node that has one.
 * @param {Tree} tree
 * @param {Review | null} review
 * @returns {Map<number, {mark: string, words: string}>}
 */
export function marksOf(tree, review) {
  /** @type {Map<number, {mark: string, words: string}>} */
  const marks = new Map();
  if (!review) return marks;
  const nodes = nodesOf(tree, review);
  for (const judged of review.moves) {
    const id = nodes[judged.number];
    if (id !== undefined && MARKS[judged.quality]) marks.set(id, { mark: MARKS[judged.quality], words: wordsOf(judged) });
  }
  return marks;
}

/**
 * The judged move that led to a node.
 * @param {Tree} tree
 * @param {Review | null} review
 * @param {number} id
 * @returns {Judged | null}
 */
export function judgedAt(tree, review, id) {
  if (!review) return null;
  const place = nodesOf(tree, review).indexOf(id);
  return place > 0 ? review.moves[place - 1] ?? null : null;
}

/**
 * Writes the judgements into the comments, in the place of those of an earlier review.
 * @param {Tree} tree
 * @param {Review} review
 */
export function annotate(tree, review) {
  const nodes = nodesOf(tree, review);
  for (const judged of review.moves) {
    const id = nodes[judged.number];
    if (id === undefined) continue;
    const node = tree.nodes[id];
    const own = node.comment.split('\n').filter((line) => line && !line.startsWith(OPENING));
    node.comment = [...own, OPENING + wordsOf(judged)].join('\n');
  }
}

/**
 * Adds a line of moves below a node, as a variation that is no part of the game, without leaving the current one; returns its last node.
 * @param {Tree} tree
 * @param {number} from
 * @param {string[]} moves
 * @param {string} comment for the first move
 */
export function addLine(tree, from, moves, comment) {
  const { current } = tree;
  tree.current = from;
  moves.forEach((move, index) => {
    tree.play(move, tree.current === tree.end);
    const node = tree.nodes[tree.current];
    if (index === 0 && comment && !node.comment.includes(comment)) node.comment = [node.comment, comment].filter(Boolean).join('\n');
  });
  const last = tree.current;
  tree.current = current;
  return last;
}
