// Who wins, which moves win, and the winner's answer to the cell under the pointer.

import { Job } from '../api.js';
import { NAMES } from '../hex/words.js';
import { language, t } from '../words.js';
import { count, list, other } from './overlay.js';

/** @typedef {import('./overlay.js').OverlayKind} OverlayKind */
/** @typedef {import('./overlay.js').Pointed} Pointed */
/** @typedef {import('../hex/game.js').Color} Color */
/** @typedef {import('../hex/game.js').Game} Game */
/** @typedef {import('./overlay.js').SwapWorth} SwapWorth */
/** @typedef {{reply: string | null, why: string}} Reply */

/** How long a proof may take, in milliseconds; the server may allow less. */
const PATIENCE = 900_000;

/**
 * @typedef {object} Verdict
 * @property {number} nodes
 * @property {number} seconds
 * @property {number} nodes_per_second
 * @property {string[]} [line]
 * @property {number | null} [proof]
 * @property {number | null} [disproof]
 * @property {{seconds: number, least: number, most: number}} [left] the time that the search still takes
 * @property {Record<string, 'wins' | 'loses'>} moves
 * @property {Color | null} [winner]
 * @property {string | null} [winning_move]
 * @property {SwapWorth | null} [swap] where the side to move may swap
 * @property {boolean} [opponent_may_swap]
 * @property {string[]} [carrier]
 * @property {{after: string | null, carrier: string[], replies: Record<string, Reply>, derivation: string[], depth: number} | null} [connection]
 */
/**
 * What the head of the analysis says of a proof.
 * @typedef {object} Headline
 * @property {string} title
 * @property {string[]} lines
 * @property {Color | null} winner who wins the game if the side to move decides well about the swap; null while that is open
 * @property {boolean} sealed whether it is proved
 */

/** The longest that a page asks for at once; who wants more asks again. */
export const LONG = 120_000;

/**
 * A time in the unit that suits it.
 * @param {number} seconds
 */
function duration(seconds) {
  const [size, unit] = /** @type {[number, string][]} */ ([[86_400, 'd'], [3600, 'h'], [60, 'min']]).find(([least]) => seconds >= 2 * least) ?? [1, 's'];
  return `${count(Math.round(seconds / size))} ${unit}`;
}

/** @type {OverlayKind} */
export const whoWins = {
  id: 'who-wins',
  lane: 'proof',
  ask: (game) => (game.outcome ? null : { path: '/api/jobs/solve', body: { milliseconds: PATIENCE } }),
  show(/** @type {Verdict} */ answer, game, done) {
    const headline = headlineOf(answer, game, done);
    if (!done || !answer.winner) return { drawn: {}, text: '', headline };
    const { winner, winning_move: move, connection } = answer;
    const carrier = connection?.carrier ?? (answer.carrier ?? []).filter((cell) => cell !== move);
    // A win that needs nearly everything is not explained by shading the whole board.
    const isLocal = carrier.length > 0 && carrier.length < 0.9 * game.emptyCells().length;
    const color = NAMES[winner];
    const text = !isLocal ? (carrier.length ? t('verdict.point') : '')
      : !connection ? t('verdict.needs-only', { color })
        : connection.after ? t('verdict.joined-after', { move: connection.after }) : t('verdict.joined');
    return {
      drawn: {
        shades: isLocal ? [{ cells: carrier, kind: `carrier ${winner}` }] : [],
        labels: new Map(move ? [[move, '★']] : []),
        hints: new Map(move ? [[move, t('verdict.hint', { color })]] : []),
      },
      legend: [
        ...(move ? [{ kind: 'star', text: t('verdict.star') }] : []),
        ...(isLocal ? [{ kind: `carrier ${winner}`, text: t('verdict.needs', { color }) }] : []),
      ],
      text,
      headline,
      // The steps of a proof are the server's words, which are English.
      ...(connection && language === 'en' ? { more: { title: t('verdict.proof', { count: connection.derivation.length }), lines: connection.derivation } } : {}),
      point: intrusions(answer, game),
    };
  },
};

/** @type {OverlayKind} */
export const winningMoves = {
  id: 'winning-moves',
  lane: 'proof',
  ask: (game) => (game.outcome ? null : { path: '/api/jobs/solve', body: { milliseconds: PATIENCE, all_moves: true } }),
  show(/** @type {Verdict} */ answer, game, done) {
    const of = (/** @type {string} */ verdict) => Object.keys(answer.moves).filter((cell) => answer.moves[cell] === verdict);
    const [wins, loses] = [of('wins'), of('loses')];
    const open = game.emptyCells().length - wins.length - loses.length;
    const color = NAMES[game.toMove];
    const isLost = wins.length === 0 && open === 0;
    const found = `${t('moves.wins', { count: wins.length, color })}${wins.length ? ` (${list(wins)})` : ''}, ${t('moves.rest', { loses: loses.length, open })}`;
    const text = isLost ? t('moves.all-lose', { color, winner: NAMES[other(game.toMove)] }) : found;
    // A board on which everything loses needs a sentence, and no crosses.
    const crosses = isLost ? [] : loses;
    const marks = (/** @type {string} */ sign, /** @type {string[]} */ cells) => cells.map((cell) => /** @type {[string, string]} */ ([cell, sign]));
    return {
      drawn: {
        shades: [{ cells: wins, kind: 'wins' }, { cells: crosses, kind: 'loses' }],
        labels: new Map([...marks('✓', wins), ...marks('×', crosses)]),
        hints: new Map([...marks(t('moves.proved-win'), wins), ...marks(t('moves.proved-loss'), loses)]),
      },
      legend: isLost ? [] : [{ kind: 'wins', text: t('moves.proved-win') }, { kind: 'loses', text: t('moves.proved-loss') }],
      text,
      ...(done && answer.winner ? { headline: headlineOf(answer, game, done) } : {}),
      point(cell) {
        const verdict = answer.moves[cell];
        if (!verdict) return game.stones.has(cell) ? null : { text: t('moves.open', { cell }) };
        return { text: t(verdict === 'wins' ? 'moves.cell-wins' : 'moves.cell-loses', { cell, color }), ghosts: [{ cell, color: game.toMove, label: '1' }] };
      },
    };
  },
};

/**
 * What a proof says first: who wins the game, the swap included.
 * @param {Verdict} answer
 * @param {Game} game
 * @param {boolean} done
 * @returns {Headline}
 */
export function headlineOf(answer, game, done) {
  const figures = { nodes: count(answer.nodes), seconds: answer.seconds.toFixed(1), count: answer.nodes };
  const { winner, winning_move: move, swap, opponent_may_swap: mayFollow } = answer;
  if (!done) {
    const lines = [t('verdict.solving', { ...figures, rate: count(answer.nodes_per_second) })];
    const { left } = answer;
    if (left) lines.push(t('verdict.left', { time: duration(left.seconds), least: duration(left.least), most: duration(left.most) }));
    return { title: '', lines, winner: null, sealed: false };
  }
  if (!winner) return { title: '', lines: [t('verdict.not-proved', figures)], winner: null, sealed: false };
  const proved = t('verdict.proved', figures);
  const [mover, opponent] = [game.toMove, other(game.toMove)];
  const win = move && winner === mover ? t('verdict.wins-with', { color: NAMES[winner], move }) : t('verdict.wins', { color: NAMES[winner] });
  if (mayFollow) {
    return { title: t('verdict.without-swap', { win }), lines: [t('verdict.may-follow', { color: NAMES[opponent] }), proved], winner: null, sealed: true };
  }
  if (!swap) return { title: win, lines: [proved], winner, sealed: true };
  const swaps = (swap.swapping.chance ?? 0) > (swap.playing_on.chance ?? 0);
  return swaps
    ? { title: t('verdict.swap-wins', { color: NAMES[mover] }), lines: [t('verdict.swap-else', { color: NAMES[winner] }), proved], winner: mover, sealed: true }
    : { title: win, lines: [t('verdict.swap-loses'), proved], winner, sealed: true };
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
  const names = { winner: NAMES[winner], loser: NAMES[loser] };
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
    const said = !reply ? t('reply.none', { ...names, cell }) : first ? t('reply.after', { ...names, first, cell, reply }) : t('reply.plain', { ...names, cell, reply });
    // The reason is the server's, in English.
    return { text: language === 'en' && why ? `${said} ${capital(why)}.` : said, ghosts: stones.map((stone, index) => ({ ...stone, label: String(index + 1) })) };
  };

  return (/** @type {string} */ cell) => {
    if (game.stones.has(cell)) return null;
    if (cell === move) return { text: t('moves.cell-wins', { cell, color: names.winner }), ghosts: [{ cell, color: winner, label: '1' }] };
    const known = connection?.replies[cell];
    if (known) return describe(cell, connection?.after ?? null, known.reply, known.why);
    if (!carrier.has(cell)) return { text: t('reply.outside', { ...names, cell }) };
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
