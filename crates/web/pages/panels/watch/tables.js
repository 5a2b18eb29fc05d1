// The tables of a tournament: standings, and who won against whom.

import { html } from '../../view/element.js';
import { nameOf } from '../play/opponents.js';
import { t } from '../../words.js';

/** @typedef {{place: number, player: string, points: number, wins: number, losses: number, elo: number, elo_error: number}} Rank */
/** @typedef {{game: number, black: string, white: string, winner: string | null, reason: string | null}} Fixture */

/**
 * @param {string} caption
 * @param {string[]} heads
 * @param {(Node | string)[][]} rows the first cell of each is a heading
 * @param {string} id
 */
function table(caption, heads, rows, id) {
  return html('div', { class: 'scroll' }, [html('table', { id }, [
    html('caption', {}, [caption]),
    html('thead', {}, [html('tr', {}, heads.map((head) => html('th', { scope: 'col' }, [head])))]),
    html('tbody', {}, rows.map(([first, ...rest]) => html('tr', {}, [
      html('th', { scope: 'row' }, [first]),
      ...rest.map((cell) => html('td', {}, [cell])),
    ]))),
  ])]);
}

/** @param {Rank[]} ranks */
export function standings(ranks) {
  const sign = (/** @type {number} */ elo) => `${elo < 0 ? '−' : '+'}${Math.abs(Math.round(elo))}`;
  return table(t('watch.standings'), [t('watch.player'), t('watch.place'), t('watch.won'), t('watch.lost'), 'Elo'], ranks.map((rank) => [
    nameOf(rank.player), String(rank.place), String(rank.wins), String(rank.losses), `${sign(rank.elo)} ± ${Math.round(rank.elo_error)}`,
  ]), 'standings');
}

/**
 * Wins of the row's player against the column's, of the games that both have finished.
 * @param {Rank[]} ranks
 * @param {Fixture[]} fixtures
 */
export function crossTable(ranks, fixtures) {
  const names = ranks.map(({ player }) => player);
  const count = (/** @type {string} */ a, /** @type {string} */ b) => {
    const games = fixtures.filter((game) => game.reason && ((game.black === a && game.white === b) || (game.black === b && game.white === a)));
    if (!games.length) return '·';
    const won = games.filter((game) => (game.winner === 'black' ? game.black : game.winner === 'white' ? game.white : null) === a);
    return `${won.length}/${games.length}`;
  };
  return table(t('watch.cross'), ['', ...names.map((_, index) => String(index + 1))], names.map((name, row) => [
    `${row + 1} ${nameOf(name)}`, ...names.map((other, column) => (row === column ? '×' : count(name, other))),
  ]), 'cross-table');
}
