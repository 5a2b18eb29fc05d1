// The rounds of a game of chance as a table, with what each move was worth once that is known.

import { NAMES, percent } from '../../hex/words.js';
import { button, html } from '../../view/element.js';

/** @typedef {import('../../hex/chance.js').ChanceGame} ChanceGame */
/** @typedef {import('../../hex/chance.js').Round} Round */
/**
 * What the exact method says before a move.
 * @typedef {object} Verdict
 * @property {number} black_wins
 * @property {string[]} best
 * @property {number} best_worth
 * @property {number | null} worth
 * @property {number} [ideal]
 * @property {{has: number, needs: number}} [share]
 */

const TIES = { taken: 'equal, the chip is used', declined: 'equal, the chip is kept', coin: 'equal, the coin decides', rule: 'equal, by the rule' };

/** What a heading means. */
const MEANING = /** @type {Record<string, string>} */ ({
  Red: 'the probability that red wins a random filling, before the move', Worth: 'what the move was worth beside the best one', Bid: 'the best bid with real chips',
});

/**
 * @param {ChanceGame} game
 * @param {Verdict[]} verdicts
 * @param {number | null} viewed the round that is looked at
 * @param {(round: number) => void} onView
 */
export function roundsTable(game, verdicts, viewed, onView) {
  const bidding = game.setup.variant === 'bidding';
  const judged = verdicts.length > 0;
  const heads = ['#', 'Move', ...(bidding ? ['Bids', 'Chips'] : []), ...(judged ? ['Red', 'Worth'] : []), ...(judged && bidding ? ['Bid'] : [])];
  const rows = game.rounds.map((round, index) => {
    const verdict = verdicts[index];
    const cells = [
      String(index + 1),
      button(`${NAMES[round.mover]} ${round.cell}`, () => onView(index + 1), {
        class: `move ${round.mover}`, ...(viewed === index + 1 ? { 'aria-current': 'step' } : {}),
      }),
      ...(bidding ? [bids(round), round.chips.join(':')] : []),
    ];
    if (judged) cells.push(verdict ? percent(verdict.black_wins) : '', verdict ? worth(verdict) : '');
    if (judged && bidding) cells.push(verdict?.ideal === undefined ? '' : verdict.ideal.toFixed(1));
    return html('tr', {}, cells.map((cell) => html('td', {}, [cell])));
  });
  return html('table', { class: 'rounds' }, [
    html('thead', {}, [html('tr', {}, heads.map((head) => html('th', { scope: 'col', title: MEANING[head] }, [head])))]),
    html('tbody', {}, rows),
  ]);
}

/** @param {Round} round */
function bids({ bids: both, tie }) {
  return html('span', tie ? { title: TIES[tie] } : {}, [`${both?.join(':') ?? ''}${tie ? ' =' : ''}`]);
}

/**
 * What a move was worth beside the best one.
 * @param {Verdict} verdict
 */
function worth({ worth: played, best_worth: best, best: cells }) {
  if (played === null) return '';
  if (played >= best * (1 - 1e-9)) return 'best';
  return html('span', { title: `${percent(played)}; best: ${cells.join(', ')}, ${percent(best)}` }, [percent(played / best, 0)]);
}
