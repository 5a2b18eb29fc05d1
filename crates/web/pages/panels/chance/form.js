// How a new game of Random-Turn or Bidding Hex begins.

import { button, html } from '../../view/element.js';
import { NAMES } from '../../hex/words.js';
import { t } from '../../words.js';

/** @typedef {import('../../hex/chance.js').Setup} Setup */
/** @typedef {import('../../hex/game.js').Color} Color */
/** @typedef {{black: string | null, white: string | null}} Seats players by name, null for a person */

/** The longest side on which the exact player is at home. */
export const LONGEST_SIDE = 13;

/**
 * @param {(setup: Setup, seats: Seats) => void} onStart
 */
export function chanceForm(onStart) {
  const option = (/** @type {string} */ value, /** @type {string} */ text) => html('option', { value }, [text]);
  const field = (/** @type {string} */ label, /** @type {HTMLElement} */ input, kind = '') => html('label', kind ? { 'data-for': kind } : {}, [label, input]);
  const number = (/** @type {string} */ name, /** @type {number} */ value, /** @type {number} */ min, /** @type {number} */ max, step = 1) =>
    html('input', { type: 'number', name, value, min, max, step, required: true });
  const select = (/** @type {string} */ name, /** @type {[string, string][]} */ options) => html('select', { name }, options.map(([value, text]) => option(value, text)));
  const form = /** @type {HTMLFormElement} */ (html('form', { id: 'new-chance' }, [
    html('h3', {}, [t('play.new')]),
    field(t('chance.game'), select('variant', [['bidding', t('chance.game.bidding')], ['random-turn', t('chance.game.random-turn')]])),
    field(t('setup.size'), number('size', 7, 3, LONGEST_SIDE)),
    field(t('setup.opponent'), select('opponent', [
      ['exact', t('chance.player.exact')],
      ['sample', t('chance.player.sample')],
      ['random', t('chance.player.random')],
      ['person', t('chance.player.person')],
    ])),
    field(t('setup.color'), select('color', [['black', NAMES.black], ['white', NAMES.white], ['none', t('setup.none')]])),
    field(t('chance.chips.black'), number('black-chips', 100, 0, 1_000_000), 'bidding'),
    field(t('chance.chips.white'), number('white-chips', 100, 0, 1_000_000), 'bidding'),
    field(t('chance.ties'), select('ties', [
      ['advantage', t('chance.ties.advantage')],
      ['coin', t('chance.ties.coin')],
      ['black', t('chance.ties.black')],
      ['white', t('chance.ties.white')],
    ]), 'bidding'),
    field(t('chance.belongs'), select('advantage', [['white', NAMES.white], ['black', NAMES.black]]), 'bidding'),
    field(t('chance.payment'), select('payment', [['opponent', t('chance.payment.opponent')], ['bank', t('chance.payment.bank')]]), 'bidding'),
    field(t('chance.coin'), number('coin', 0.5, 0, 1, 0.01), 'random-turn'),
    html('button', { type: 'submit', class: 'primary' }, [t('setup.start')]),
  ]));
  const show = () => {
    const variant = new FormData(form).get('variant');
    for (const label of form.querySelectorAll('[data-for]')) {
      /** @type {HTMLElement} */ (label).hidden = label.getAttribute('data-for') !== variant;
    }
  };
  form.addEventListener('change', show);
  show();
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const data = new FormData(form);
    const text = (/** @type {string} */ name) => String(data.get(name));
    const side = Number(data.get('size'));
    const machine = text('opponent') === 'person' ? null : text('opponent');
    onStart({
      variant: /** @type {Setup['variant']} */ (text('variant')),
      size: { cols: side, rows: side },
      coin: Number(data.get('coin')),
      chips: [Number(data.get('black-chips')), Number(data.get('white-chips'))],
      advantage: /** @type {Color} */ (text('advantage')),
      ties: /** @type {Setup['ties']} */ (text('ties')),
      payment: /** @type {Setup['payment']} */ (text('payment')),
    }, {
      black: text('color') === 'black' ? null : machine,
      white: text('color') === 'white' ? null : machine,
    });
  });
  return form;
}

/**
 * A sealed bid: a number that only its writer sees.
 * @param {string} name whose bid
 * @param {number} most
 * @param {{bid: number}} draft the input so far, which stays when the panel is drawn again
 * @param {(bid: number) => void} onBid
 */
export function bidForm(name, most, draft, onBid) {
  const input = /** @type {HTMLInputElement} */ (html('input', {
    type: 'number', id: 'bid', name: 'bid', min: 0, max: most, step: 1, value: draft.bid, required: true, inputmode: 'numeric', autocomplete: 'off',
  }));
  const form = html('form', { class: 'bid' }, [
    html('label', {}, [t('chance.bid', { color: name, most }), input]),
    html('div', { class: 'buttons' }, [
      ...[-10, -1, 1, 10].map((step) => button(step > 0 ? `+${step}` : `−${-step}`, () => {
        input.value = String(Math.max(0, Math.min(most, Number(input.value) + step)));
        draft.bid = Number(input.value);
      }, { 'aria-label': t(step > 0 ? 'chance.raise' : 'chance.lower', { by: Math.abs(step) }) })),
      html('button', { type: 'submit', class: 'primary', id: 'seal' }, [t('chance.seal')]),
    ]),
  ]);
  input.addEventListener('input', () => { draft.bid = Number(input.value); });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    onBid(Number(input.value));
  });
  return form;
}
