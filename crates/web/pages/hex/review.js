// A judged game: which judgement belongs to which place in the tree, and how it is marked and written down.

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
 * @property {string} words
 */
/**
 * @typedef {object} Review
 * @property {string} start the set-up, so that another game with the same moves is not mistaken for this one
 * @property {string[]} line the moves of the game
 * @property {Judgement[]} positions
 * @property {Judged[]} moves
 * @property {boolean} done
 */

/** What is written behind a bad move, as chess players do. */
const MARKS = /** @type {Record<string, string>} */ ({ inaccuracy: '?!', mistake: '?', blunder: '??' });

/** The first words of what a review writes into a comment, by which it is found again. */
const OPENING = 'Review: ';

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
  for (const { number, quality, words } of review.moves) {
    const id = nodes[number];
    if (id !== undefined && MARKS[quality]) marks.set(id, { mark: MARKS[quality], words });
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
  for (const { number, words } of review.moves) {
    const id = nodes[number];
    if (id === undefined) continue;
    const node = tree.nodes[id];
    const own = node.comment.split('\n').filter((line) => line && !line.startsWith(OPENING));
    node.comment = [...own, OPENING + words].join('\n');
  }
}

/**
 * Adds a line of moves below a node without leaving the current one; returns its last node.
 * @param {Tree} tree
 * @param {number} from
 * @param {string[]} moves
 * @param {string} comment for the first move
 */
export function addLine(tree, from, moves, comment) {
  const { current } = tree;
  tree.current = from;
  moves.forEach((move, index) => {
    tree.play(move);
    const node = tree.nodes[tree.current];
    if (index === 0 && !node.comment.includes(comment)) node.comment = [node.comment, comment].filter(Boolean).join('\n');
  });
  const last = tree.current;
  tree.current = current;
  return last;
}
