// Who wins, which moves win, and the winner's answer to whatever the reader points at.

import { Job } from '../api.js';
import { NAMES } from '../hex/words.js';
import { count, list, many, other } from './overlay.js';

/** @typedef {import('./overlay.js').OverlayKind} OverlayKind */
/** @typedef {import('./overlay.js').Pointed} Pointed */
/** @typedef {import('../hex/game.js').Color} Color */
/** @typedef {import('../hex/game.js').Game} Game */
/** @typedef {{reply: string | null, why: string}} Reply */
/**
 * @typedef {object} Verdict
 * @property {number} nodes
 * @property {number} seconds
 * @property {number} nodes_per_second
 * @property {string[]} [line]
 * @property {number | null} [proof]
 * @property {number | null} [disproof]
 * @property {Record<string, 'wins' | 'loses'>} moves
 * @property {Color | null} [winner]
 * @property {string | null} [winning_move]
 * @property {string[]} [carrier]
 * @property {{after: string | null, carrier: string[], replies: Record<string, Reply>, derivation: string[], depth: number} | null} [connection]
 */

/** @type {OverlayKind} */
export const whoWins = {
  id: 'who-wins',
  title: 'Who wins',
  about: 'The solver proves it, and shows what the winner needs',
  lane: 'proof',
  ask: (game) => (game.outcome ? null : { path: '/api/jobs/solve', body: { milliseconds: 60_000 } }),
  show(/** @type {Verdict} */ answer, game, done) {
    if (!done) return { drawn: {}, text: progress(answer), ...balance(answer, game) };
    if (!answer.winner) {
      return { drawn: {}, text: `Not solved: ${figures(answer)}.`, ...balance(answer, game) };
    }
    const { winner, winning_move: move, connection } = answer;
    const carrier = connection?.carrier ?? (answer.carrier ?? []).filter((cell) => cell !== move);
    const how = connection ? ` The edges are ${connection.after ? 'then ' : ''}connected over the shaded cells` : ` ${NAMES[winner]} needs only the shaded cells`;
    // A win that needs nearly everything is not explained by shading the whole board.
    const isLocal = carrier.length < 0.9 * game.emptyCells().length;
    const hint = !carrier.length ? '' : isLocal ? `${how}: point at one to see the answer.` : ' Point at a cell to see the answer.';
    return {
      drawn: {
        shades: isLocal ? [{ cells: carrier, kind: `carrier ${winner}` }] : [],
        labels: new Map(move ? [[move, '★']] : []),
        hints: new Map(move ? [[move, `wins for ${NAMES[winner]}`]] : []),
      },
      legend: [
        ...(move ? [{ kind: 'star', text: 'winning move' }] : []),
        ...(isLocal ? [{ kind: `carrier ${winner}`, text: `what ${NAMES[winner]} needs` }] : []),
      ],
      text: `${NAMES[winner]} wins${move ? ` with ${move}` : ''}. Proved: ${figures(answer)}.${hint}`,
      ...(connection ? { more: { title: `Why: the proof of the connection in ${many(connection.derivation.length, 'step')}`, lines: connection.derivation } } : {}),
      balance: winner === 'black' ? 1 : 0,
      point: intrusions(answer, game),
    };
  },
};

/** @type {OverlayKind} */
export const winningMoves = {
  id: 'winning-moves',
  title: 'Winning moves',
  about: 'Every move judged by the solver, as the proofs come in',
  lane: 'proof',
  ask: (game) => (game.outcome ? null : { path: '/api/jobs/solve', body: { milliseconds: 60_000, all_moves: true } }),
  show(/** @type {Verdict} */ answer, game, done) {
    const wins = Object.keys(answer.moves).filter((cell) => answer.moves[cell] === 'wins');
    const loses = Object.keys(answer.moves).filter((cell) => answer.moves[cell] === 'loses');
    const open = game.emptyCells().length - wins.length - loses.length;
    const mover = NAMES[game.toMove];
    const summary = `${many(wins.length, 'move')} ${wins.length === 1 ? 'wins' : 'win'} for ${mover}${wins.length ? ` (${list(wins)})` : ''}, ${loses.length} lose, ${open} are open.`;
    return {
      drawn: {
        shades: [{ cells: wins, kind: 'wins' }, { cells: loses, kind: 'loses' }],
        labels: new Map([...wins.map((cell) => /** @type {[string, string]} */ ([cell, '✓'])), ...loses.map((cell) => /** @type {[string, string]} */ ([cell, '×']))]),
        hints: new Map([...wins.map((cell) => /** @type {[string, string]} */ ([cell, 'proved to win'])), ...loses.map((cell) => /** @type {[string, string]} */ ([cell, 'proved to lose']))]),
      },
      legend: [{ kind: 'wins', text: 'proved to win' }, { kind: 'loses', text: 'proved to lose' }],
      text: `${summary} ${done ? `${many(answer.nodes, 'position')}.` : progress(answer)}`,
      point(cell) {
        const verdict = answer.moves[cell];
        if (!verdict) return game.stones.has(cell) ? null : { text: `${cell}: not proved yet` };
        return { text: `${cell} is proved to ${verdict === 'wins' ? 'win' : 'lose'} for ${mover}`, ghosts: [{ cell, color: game.toMove, label: '1' }] };
      },
    };
  },
};

/** @param {Verdict} answer */
function figures({ nodes, seconds }) {
  return `${many(nodes, 'position')} in ${seconds.toFixed(1)} s`;
}

/** @param {Verdict} answer */
export function progress(answer) {
  const { nodes_per_second: rate, line, proof, disproof } = answer;
  const numbers = typeof proof === 'number' && typeof disproof === 'number' ? ` Proof number ${count(proof)}, disproof number ${count(disproof)}.` : '';
  return `Solving: ${figures(answer)}, ${count(rate)} a second.${numbers}${line?.length ? ` At ${list(line)}.` : ''}`;
}

/**
 * Which side the numbers lean to, red at 1.
 * @param {Verdict} answer
 * @param {Game} game
 */
export function balance({ proof, disproof }, game) {
  if (typeof proof !== 'number' || typeof disproof !== 'number') return {};
  // A side with few leaves left to prove is near to a win; the logarithm keeps large numbers readable.
  const [win, loss] = [Math.log1p(disproof), Math.log1p(proof)];
  const mover = win / Math.max(win + loss, 1e-9);
  return { balance: game.toMove === 'black' ? mover : 1 - mover };
}

/**
 * The winner's answer to a stone of the loser: known from the connection, or asked of the solver.
 * @param {Verdict} answer
 * @param {Game} game
 */
function intrusions(answer, game) {
  const winner = /** @type {Color} */ (answer.winner);
  const loser = other(winner);
  const { connection, winning_move: move } = answer;
  const carrier = new Set([...(connection?.carrier ?? []), ...(answer.carrier ?? [])]);
  /** @type {Map<string, Promise<Pointed | null>>} */
  const asked = new Map();

  /**
   * @param {string} cell
   * @param {string | null} first
   * @param {string | null} reply
   * @param {string} why
   * @returns {Pointed}
   */
  const describe = (cell, first, reply, why) => {
    const stones = [...(first ? [{ cell: first, color: winner }] : []), { cell, color: loser }, ...(reply ? [{ cell: reply, color: winner }] : [])];
    const before = first ? `After ${first}: if` : 'If';
    const then = reply ? `${NAMES[winner]} answers ${reply}` : `${NAMES[winner]} needs no answer`;
    return { text: `${before} ${NAMES[loser]} plays ${cell}, ${then}. ${capital(why)}.`, ghosts: stones.map((stone, index) => ({ ...stone, label: String(index + 1) })) };
  };

  return (/** @type {string} */ cell) => {
    if (game.stones.has(cell)) return null;
    if (cell === move) return { text: `${cell} wins for ${NAMES[winner]}`, ghosts: [{ cell, color: winner, label: '1' }] };
    const known = connection?.replies[cell];
    if (known) return describe(cell, connection?.after ?? null, known.reply, known.why);
    if (!carrier.has(cell)) return { text: `${cell}: ${NAMES[winner]} does not need it. A stone of ${NAMES[loser]} there changes nothing.` };
    let question = asked.get(cell);
    if (!question) {
      question = new Job('/api/jobs/reply', { game: game.toRequest(), cell, milliseconds: 10_000 }).answer
        .then((found) => found && describe(cell, found.first ?? null, found.reply ?? null, found.why));
      asked.set(cell, question);
    }
    return question;
  };
}

/**
 * Begins a sentence; the name of a cell stays small.
 * @param {string} text
 */
const capital = (text) => (/^[a-s][0-9]/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1));
