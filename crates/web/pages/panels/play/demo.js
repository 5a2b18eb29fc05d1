// A demonstration of what a proof is: a strategy that the server has checked plays itself on a small board against random replies.

import { get, Job, post } from '../../api.js';
import { Line } from '../../hex/strategy.js';
import { Board } from '../../view/board.js';
import { html, svg } from '../../view/element.js';
import { iconButton, labelledButton } from '../../view/icons.js';
import { t } from '../../words.js';

const STRATEGY = '5x5-c3';
/** Milliseconds between two stones. */
const PACE = 1500;

/**
 * The demonstration as a card: it plays when it is asked to, and goes away for good when it is closed.
 * @param {() => void} onClose
 */
export function demonstration(onClose) {
  const picture = svg('svg', { class: 'demo-board', 'aria-hidden': 'true' });
  const caption = html('p', { role: 'status', class: 'demo-says' }, [t('demo.offer')]);
  const board = new Board(picture, { onPlay: () => {} }, { names: false });
  let runs = 0;
  const start = labelledButton('play', t('demo.start'), () => play(), { id: 'demo-start' });
  const card = html('div', { class: 'card demo', id: 'demo' }, [
    picture,
    html('div', { class: 'demo-text' }, [caption, start]),
    iconButton('close', t('demo.close'), () => {
      runs += 1;
      card.remove();
      onClose();
    }, { class: 'close', id: 'demo-close' }),
  ]);
  board.show({ size: { cols: 5, rows: 5 }, stones: new Map(), numbers: new Map(), lastCell: null, toMove: 'black', outcome: null, winningChain: () => [] });

  /** @param {number} milliseconds */
  const wait = (milliseconds) => new Promise((then) => { setTimeout(then, milliseconds); });

  async function play() {
    runs += 1;
    const mine = runs;
    start.disabled = true;
    caption.textContent = t('demo.loading');
    try {
      const { text } = await get(`/api/strategies/${STRATEGY}`);
      const job = new Job('/api/jobs/strategy', { text });
      const strategy = await job.answer;
      const line = await Line.open(strategy, text, (number) => job.node(number));
      /** @param {string} words */
      const draw = (words) => {
        board.show(line.game(), line.outcome ? {} : { shades: [{ cells: line.carrier(), kind: 'carrier black' }] });
        caption.textContent = words;
      };
      draw(t('demo.begins'));
      await wait(2 * PACE);
      for (let turn = 0; !line.outcome; turn += 1) {
        if (mine !== runs) return;
        // A reply into what Red needs is the only kind that could hurt.
        const free = line.carrier().filter((cell) => line.refuse(cell) === null);
        const cell = free[Math.floor(Math.random() * free.length)];
        if (!cell) break;
        await line.reply(cell, (body) => post('/api/strategies/connection', body));
        const answer = line.moves.at(-1)?.cell ?? '';
        draw(turn === 0 ? t('demo.replies', { cell, answer }) : t('demo.shrinks', { cell, answer }));
        await wait(PACE);
      }
      if (mine === runs) draw(t('demo.ends'));
    } catch {
      caption.textContent = t('demo.fails');
    }
    if (mine === runs) start.disabled = false;
  }
  return card;
}
