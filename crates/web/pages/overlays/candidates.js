// What an engine would play: its candidate moves with their chances, and the line behind each.

import { NAMES, recolor } from '../hex/words.js';
import { count, ghosts, list, many } from './overlay.js';

/**
 * @typedef {object} Thoughts
 * @property {number} nodes
 * @property {number | null} value
 * @property {string[]} line
 * @property {{cell: string, value: number, weight: number, line: string[]}[]} candidates
 * @property {string} [move]
 * @property {string} [reason]
 */

/** The most candidates that are written on the board. */
const MOST = 10;

/**
 * @param {() => {player: string, seconds: number}} settings
 * @returns {import('./overlay.js').OverlayKind}
 */
export const candidates = (settings) => ({
  id: 'candidates',
  title: 'Engine’s candidate moves',
  about: 'Chances of winning for the side to move, and the line behind each move',
  lane: 'search',
  ask(game) {
    const { player, seconds } = settings();
    return game.outcome ? null : { path: '/api/jobs/move', body: { player, milliseconds: Math.round(1000 * seconds) } };
  },
  show(/** @type {Thoughts} */ { nodes, value, line, candidates: all, move, reason }, game) {
    const tried = (all ?? []).filter(({ weight }) => weight > 0).slice(0, MOST);
    const most = Math.max(...tried.map(({ weight }) => weight), 1e-9);
    const best = move ?? line?.[0];
    // What the move is worth by itself, as on the board; the mean over all that was tried is lower.
    const worth = tried.find(({ cell }) => cell === best)?.value ?? value;
    const chance = typeof worth === 'number' ? ` ${percent(worth)} for ${NAMES[game.toMove]}.` : '';
    const why = reason && !reason.includes(' % to win') ? `: ${recolor(reason)}.` : ':';
    /** @type {Map<string, string>} */
    const labels = new Map(tried.map(({ cell, value: v }) => [cell, String(Math.round(100 * v))]));
    if (!tried.length && best) labels.set(best, '★');
    return {
      drawn: {
        heat: new Map(tried.map(({ cell, weight }) => [cell, weight / most])),
        labels,
        hints: new Map(tried.map(({ cell, value: v, weight }) => [cell, `${percent(v)}, ${count(weight)} visits`])),
      },
      text: `${best ? `${best}${why}` : ''}${chance}${nodes ? ` ${many(nodes, 'position')}.` : ''} ${line?.length ? `Line: ${list(line, 10)}.` : ''} Point at a candidate to see its line.`,
      ...(typeof worth === 'number' ? { balance: game.toMove === 'black' ? worth : 1 - worth } : {}),
      point(cell) {
        const found = (all ?? []).find((candidate) => candidate.cell === cell);
        const moves = found?.line.length ? found.line : cell === best ? line : [];
        if (!found && !moves.length) return null;
        const words = found ? `${percent(found.value)}, ${count(found.weight)} visits` : reason ?? '';
        return { text: `${cell}: ${words}${moves.length > 1 ? `, then ${list(moves.slice(1), 10)}` : ''}`, ghosts: ghosts(moves.slice(0, 12), game.toMove) };
      },
    };
  },
});

/** @param {number} value */
const percent = (value) => `${(100 * value).toFixed(1)} %`;
