// How a game of Hex begins: the opponent, the size, the colours, the time. What it shows is what the first click on the board starts.

import { MAX_SIDE } from '../../hex/geometry.js';
import { readStored, store } from '../../storage.js';
import { button, html } from '../../view/element.js';
import { icon, labelledButton } from '../../view/icons.js';
import { t } from '../../words.js';
import { ENGINE, PERSON, RECOMMENDED, engineOptions, levelCards } from './opponents.js';

/** @typedef {import('../../hex/game.js').Color} Color */
/** @typedef {import('./clock.js').Extra} Extra */
/**
 * The choice.
 * @typedef {object} Choice
 * @property {number} side
 * @property {string | null} machine the player of the machine; null for two people
 * @property {'black' | 'white' | 'either' | 'none'} color the person's
 * @property {number} milliseconds for each move of the machine
 * @property {number} minutes
 * @property {number} seconds
 * @property {Extra} extra
 * @property {boolean} fromHere
 */

const KEY = 'hexwright.choice';
/** The sizes that are one click away. */
const SIDES = [7, 9, 11, 13, 19];
/** Minutes, extra seconds and what they are. */
const CLOCKS = /** @type {const} */ (['0', '3+2', '5+5', '10+0', '15+10', '10d5']);

/**
 * @param {import('../../api.js').Player[]} players
 * @param {number} side
 * @param {{onStart: (choice: Choice) => void, onSide: (side: number) => void, onClose: () => void, onAnalyse: () => void}} events
 */
export function setupCard(players, side, { onStart, onSide, onClose, onAnalyse }) {
  const kept = /** @type {Record<string, string>} */ (readStored(KEY) ?? {});
  const field = (/** @type {string} */ label, /** @type {HTMLElement} */ input) => html('label', {}, [label, input]);
  const number = (/** @type {string} */ name, /** @type {number} */ value, /** @type {number} */ min, /** @type {number} */ max, /** @type {number} */ step) =>
    /** @type {HTMLInputElement} */ (html('input', { type: 'number', name, value, min, max, step, required: true }));
  const radios = (/** @type {string} */ name, /** @type {[string, Node | string, string?][]} */ choices, /** @type {string} */ picked) =>
    html('div', { class: 'segments' }, choices.map(([value, content, kind]) => html('label', { class: `segment ${kind ?? ''}`.trim() }, [
      html('input', { type: 'radio', name, value, checked: value === picked }), html('span', {}, [content]),
    ])));
  const withIcon = (/** @type {import('../../view/icons.js').Icon} */ name, /** @type {string} */ text) => html('span', { class: 'with-icon' }, [icon(name), text]);

  const size = number('size', side, 3, MAX_SIDE, 1);
  const sides = html('div', { class: 'segments sides' }, [
    ...SIDES.map((one) => button(String(one), () => {
      size.value = String(one);
      size.dispatchEvent(new Event('input', { bubbles: true }));
    }, { class: 'segment', 'data-side': String(one), 'aria-label': t('setup.side', { side: one }) })),
    size,
  ]);
  size.setAttribute('aria-label', t('setup.size'));

  const modes = radios('mode', [['computer', withIcon('play', t('setup.computer'))], [PERSON, withIcon('people', t('setup.people'))]], kept.mode ?? 'computer');
  modes.classList.add('ways');
  modes.append(labelledButton('analyse', t('setup.analyse'), onAnalyse, { id: 'way-analyse', class: 'segment' }));
  const picked = kept.opponent ?? RECOMMENDED;
  const levels = levelCards(players, picked);
  const engines = /** @type {HTMLSelectElement} */ (html('select', { name: 'engine' }, engineOptions(players)));
  const useEngine = html('label', { class: 'check' }, [html('input', { type: 'radio', name: 'opponent', value: ENGINE, checked: picked === ENGINE }), t('setup.engine')]);
  const clock = /** @type {HTMLSelectElement} */ (html('select', { name: 'clock' }, [
    ...CLOCKS.map((value) => html('option', { value }, [clockName(value)])), html('option', { value: 'own' }, [t('setup.clock.own')]),
  ]));
  const own = html('div', { class: 'trio', hidden: true }, [
    field(t('setup.minutes'), number('minutes', 10, 0, 180, 1)),
    field(t('setup.seconds'), number('extra-seconds', 5, 0, 60, 1)),
    field(t('setup.extra'), html('select', { name: 'extra' }, [html('option', { value: 'increment' }, [t('setup.increment')]), html('option', { value: 'delay' }, [t('setup.delay')])])),
  ]);
  const fromHere = html('label', { class: 'check', hidden: true }, [html('input', { type: 'checkbox', name: 'from-here' }), t('setup.from-here')]);
  const advanced = html('details', {}, [
    html('summary', {}, [t('setup.advanced')]),
    useEngine,
    field(t('setup.engine.name'), engines),
    field(t('setup.engine.settings'), html('input', { name: 'settings', autocomplete: 'off', maxlength: 200, placeholder: 'visits=800' })),
    field(t('setup.machine-seconds'), number('seconds', 1, 0.1, 60, 0.1)),
  ]);
  const machine = html('div', { class: 'machine' }, [
    html('div', { class: 'opponents', role: 'radiogroup', 'aria-label': t('setup.opponent') }, levels),
    html('p', { class: 'about' }, [t('setup.rating')]),
    html('h3', {}, [t('setup.color')]),
    radios('color', [
      ['black', t('color.black'), 'black'], ['white', t('color.white'), 'white'], ['either', t('setup.either')], ['none', t('setup.none')],
    ], kept.color ?? 'black'),
  ]);
  const close = button(t('setup.back'), onClose, { id: 'new-game-close', hidden: true });
  const form = /** @type {HTMLFormElement} */ (html('form', { id: 'new-game' }, [
    modes, machine,
    html('h3', {}, [t('setup.size')]), sides,
    html('h3', {}, [t('setup.clock')]), clock, own,
    advanced, fromHere,
    html('div', { class: 'start' }, [html('button', { type: 'submit', class: 'primary' }, [t('setup.start')]), close]),
  ]));
  clock.setAttribute('aria-label', t('setup.clock'));
  clock.value = kept.clock ?? '0';
  if (kept.engine) engines.value = kept.engine;

  const read = () => {
    const data = new FormData(form);
    return Object.fromEntries(['mode', 'opponent', 'engine', 'settings', 'color', 'clock', 'minutes', 'extra-seconds', 'extra', 'seconds'].map((name) => [name, String(data.get(name) ?? '')]));
  };
  const update = () => {
    const data = read();
    machine.hidden = data.mode === PERSON;
    own.hidden = data.clock !== 'own';
    for (const segment of sides.querySelectorAll('[data-side]')) segment.setAttribute('aria-pressed', String(segment.getAttribute('data-side') === size.value));
  };
  form.addEventListener('input', (event) => {
    const target = /** @type {HTMLInputElement | HTMLSelectElement} */ (event.target);
    // An engine that is picked is the one that is meant.
    if (target === engines || target.name === 'settings') /** @type {HTMLInputElement} */ (useEngine.querySelector('input')).checked = true;
    update();
    store(KEY, read());
    if (target === size && size.validity.valid) onSide(Number(size.value));
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    onStart(choice());
    /** @type {HTMLInputElement} */ (fromHere.querySelector('input')).checked = false;
  });

  /** @returns {Choice} */
  function choice() {
    const data = read();
    const settings = data.settings.trim();
    const engine = settings ? `${data.engine.split(':')[0]}:${settings}` : data.engine;
    const [, minutes = '0', kind = '+', seconds = '0'] = /^(\d+)([+d]?)(\d*)$/.exec(data.clock) ?? [];
    const isOwn = data.clock === 'own';
    return {
      side: Number(size.value),
      machine: data.mode === PERSON ? null : data.opponent === ENGINE ? engine : data.opponent || RECOMMENDED,
      color: /** @type {Choice['color']} */ (data.color || 'black'),
      milliseconds: Math.round(Number(data.seconds || 1) * 1000),
      minutes: Number(isOwn ? data.minutes : minutes),
      seconds: Number((isOwn ? data['extra-seconds'] : seconds) || 0),
      extra: isOwn ? /** @type {Extra} */ (data.extra) : kind === 'd' ? 'delay' : 'increment',
      fromHere: new FormData(form).has('from-here'),
    };
  }
  update();

  return {
    form,
    choice,
    /**
     * The position on the board decides from which position a game can start, and whether there is a way back.
     * @param {{hasMoves: boolean, canClose: boolean}} state
     */
    adapt({ hasMoves, canClose }) {
      fromHere.hidden = !hasMoves;
      const box = /** @type {HTMLInputElement} */ (fromHere.querySelector('input'));
      if (!hasMoves) box.checked = false;
      close.hidden = !canClose;
    },
    /** @param {number} one the size of the board that is shown */
    setSide(one) {
      size.value = String(one);
      update();
    },
  };
}

/** @param {typeof CLOCKS[number]} value */
function clockName(value) {
  const [, minutes, kind, seconds] = /^(\d+)([+d]?)(\d*)$/.exec(value) ?? [];
  if (minutes === '0') return t('setup.clock.none');
  if (kind === 'd') return t('setup.clock.delay', { count: Number(minutes), seconds });
  return Number(seconds) ? t('setup.clock.increment', { count: Number(minutes), seconds }) : t('setup.clock.minutes', { count: Number(minutes) });
}

/** The rules in a line. */
export function welcome() {
  return html('div', { class: 'welcome' }, [html('h2', {}, [t('welcome.title')]), html('p', {}, [t('welcome.rules')])]);
}
