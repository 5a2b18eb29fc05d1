// The rounds of a game of chance as a table, with what each move was worth once that is known.

import { NAMES, percent } from '../../hex/words.js';
import { button, html } from '../../view/element.js';
import { t } from '../../words.js';

/** @typedef {import('../../hex/chance.js').ChanceGame} ChanceGame */
/** @typedef {import('../../hex/chance.js').Round} Round */
/**
 * The result of the exact method before a move.
 * @typedef {object} Verdict
 * @property {number} black_wins
 * @property {string[]} best
 * @property {number} best_worth
 * @property {number | null} worth
 * @property {number} [ideal]
 * @property {{has: number, needs: number}} [share]
 */

const TIES = { taken: t('chance.tie.taken'), declined: t('chance.tie.declined'), coin: t('chance.tie.coin'), rule: t('chance.tie.rule') };

/** The meaning of a heading. */
const MEANING = /** @type {Record<string, string>} */ ({
  [NAMES.black]: t('chance.head.red'), [t('chance.worth')]: t('chance.head.worth'), [t('chance.ideal')]: t('chance.head.bid'),
});

/**
 * @param {ChanceGame} game
 * @param {Verdict[]} verdicts
 * @param {number | null} viewed the selected round
 * @param {(round: number) => void} onView
 */
export function roundsTable(game, verdicts, viewed, onView) {
  const bidding = game.setup.variant === 'bidding';
  const judged = verdicts.length > 0;
  const heads = ['#', t('chance.move'), ...(bidding ? [t('chance.bids'), t('chance.all-chips')] : []), ...(judged ? [NAMES.black, t('chance.worth')] : []), ...(judged && bidding ? [t('chance.ideal')] : [])];
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
 * The worth of a move compared with the best one.
 * @param {Verdict} verdict
 */
function worth({ worth: played, best_worth: best, best: cells }) {
  if (played === null) return '';
  if (played >= best * (1 - 1e-9)) return t('chance.best-move');
  return html('span', { title: t('chance.worth-best', { played: percent(played), cells: cells.join(', '), best: percent(best) }) }, [percent(played / best, 0)]);
}
