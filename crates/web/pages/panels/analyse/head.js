// The head of the analysis: who wins, by proof or by judgement, beside the evaluation bar.

import { NAMES } from '../../hex/words.js';
import { evaluationBar, percentOf } from '../../view/bar.js';
import { html, svg } from '../../view/element.js';
import { iconButton } from '../../view/icons.js';
import { t } from '../../words.js';

/** @typedef {import('../../hex/game.js').Game} Game */
/** @typedef {import('../../overlays/verdict.js').Headline} Headline */
/**
 * @typedef {object} Known
 * @property {Headline | null} headline what the solver says
 * @property {number | null} black what is judged: red's chance
 * @property {boolean} isProved whether that is proved too
 * @property {boolean} isWorking whether the solver is at work
 * @property {boolean} canGoOn whether it may be asked once more
 * @property {boolean} isQuiet whether nothing is to be given away
 */

/** Between these chances a position is called even. */
const EVEN = [0.45, 0.55];

export class Head {
  #title = html('h2', {});
  #lines = html('div', { class: 'lines' });
  #seal = svg('svg', { viewBox: '0 0 40 44', class: 'seal', 'aria-hidden': 'true' }, [
    svg('path', { d: 'M20 2 37 12v20L20 42 3 32V12z', class: 'wax' }),
    svg('path', { d: 'M12 22.5l5.5 5.5L28.5 16', class: 'tick' }),
  ]);
  #bar;
  #root = /** @type {HTMLElement} */ (document.getElementById('evaluation'));
  #stop;
  #goOn;
  element;

  /** @param {{onStop: () => void, onGoOn: () => void}} deeds */
  constructor({ onStop, onGoOn }) {
    this.#bar = evaluationBar(this.#root);
    this.#stop = iconButton('pause', t('verdict.stop-label'), onStop, { id: 'proof-stop', hidden: true });
    this.#goOn = iconButton('go', t('verdict.go-on-label'), onGoOn, { id: 'proof-go-on', hidden: true });
    this.element = html('div', { class: 'verdict', id: 'verdict', role: 'status', 'aria-live': 'off' }, [
      this.#seal, html('div', { class: 'says' }, [this.#title, this.#lines]), this.#stop, this.#goOn,
    ]);
  }

  /** @param {boolean} isVisible whether the bar stands beside the board */
  set isVisible(isVisible) {
    this.#root.hidden = !isVisible;
  }

  /**
   * @param {Game} game
   * @param {Known} known
   */
  show({ outcome }, { headline, black, isProved, isWorking, canGoOn, isQuiet }) {
    const sealed = headline?.sealed === true && !isQuiet;
    this.element.classList.toggle('sealed', sealed || outcome !== null);
    this.#stop.hidden = !isWorking || isQuiet;
    this.#goOn.hidden = isWorking || !canGoOn || outcome !== null || isQuiet;
    if (outcome) {
      this.#write(t('verdict.won', { color: NAMES[outcome.winner] }), []);
      this.#bar({ black: outcome.winner === 'black' ? 1 : 0, proved: true });
    } else if (sealed && headline) {
      this.#write(headline.title, headline.lines);
      this.#bar(headline.winner ? { black: headline.winner === 'black' ? 1 : 0, proved: true } : black === null ? null : { black, proved: false });
    } else {
      this.#write(judgement(black), isQuiet ? [] : headline?.lines ?? []);
      this.#bar(black === null ? null : { black, proved: isProved });
    }
  }

  /** @param {string} title @param {string[]} lines */
  #write(title, lines) {
    if (this.#title.textContent !== title) this.#title.textContent = title;
    if (this.#lines.textContent !== lines.join('')) this.#lines.replaceChildren(...lines.map((line) => html('p', {}, [line])));
  }
}

/**
 * A judgement in words.
 * @param {number | null} black
 */
function judgement(black) {
  if (black === null) return t('verdict.thinking');
  if (black >= EVEN[0] && black <= EVEN[1]) return t('verdict.even');
  const isRed = black > 0.5;
  return t('verdict.ahead', { color: NAMES[isRed ? 'black' : 'white'], percent: percentOf(isRed ? black : 1 - black) });
}
