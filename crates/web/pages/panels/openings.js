// The first stone: who wins each opening, and whether to swap.

import { get } from '../api.js';
import { Game, emptyStart } from '../hex/game.js';
import { MAX_SIDE } from '../hex/geometry.js';
import { Tree } from '../hex/tree.js';
import { button, html } from '../view/element.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {{cell: string, winner: 'black' | 'white', swap: boolean, estimate?: number}} Opening */
/** @typedef {{side: number, solved: boolean, openings: Opening[]}} OpeningMap */

/** The longest side whose openings are all proved; the server says so with each map. */
const SOLVED = 7;

/**
 * @param {App} app
 * @param {HTMLElement} root
 * @returns {import('../app.js').Stage}
 */
export function openingsPanel(app, root) {
  /** @type {OpeningMap | null} */
  let map = null;
  /** @type {Opening | null} */
  let chosen = null;
  let wanted = SOLVED;
  const sides = Array.from({ length: MAX_SIDE - 2 }, (_, index) => index + 3);
  const select = /** @type {HTMLSelectElement} */ (html('select', { id: 'openings-size' }, sides.map((side) =>
    html('option', { value: side, selected: side === wanted }, [`${side}x${side}${side <= SOLVED ? ': solved' : ''}`]))));
  const about = html('p', { class: 'result' });
  const advice = html('p', { class: 'advice', role: 'status', id: 'openings-advice' });
  const play = button('Play on from here', () => {
    if (!map || !chosen) return;
    const tree = new Tree(emptyStart({ cols: map.side, rows: map.side }));
    tree.play(chosen.cell);
    app.select('play');
    app.open(tree);
  }, { id: 'openings-play', class: 'primary', disabled: true });
  const analyse = button('Analyse it', () => {
    play.click();
    app.select('analyse');
  }, { id: 'openings-analyse', disabled: true });

  const stage = {
    show() {
      if (!map) {
        load(wanted);
        return;
      }
      const size = { cols: map.side, rows: map.side };
      app.board?.show(new Game(emptyStart(size), chosen ? [chosen.cell] : []), picture(map, chosen?.cell ?? null));
      app.say(`The openings of ${map.side}x${map.side}, ${standing(map)}: click one.`);
    },
    /** @param {string} cell */
    onCell(cell) {
      choose(map?.openings.find((opening) => opening.cell === cell) ?? null);
    },
  };

  /** @param {Opening | null} opening */
  function choose(opening) {
    chosen = opening;
    play.disabled = !opening;
    analyse.disabled = !opening;
    advice.textContent = opening ? advise(opening) : '';
    stage.show();
  }

  /** @param {number} side */
  async function load(side) {
    wanted = side;
    try {
      /** @type {OpeningMap} */
      const found = await get(`/api/openings/${side}`);
      if (wanted !== side) return;
      map = found;
      about.textContent = summary(found);
      const option = select.querySelector(`[value="${side}"]`);
      if (option) option.textContent = `${side}x${side}: ${standing(found)}`;
      if (!root.hidden) choose(null);
    } catch (error) {
      app.say(error instanceof Error ? error.message : String(error), true);
    }
  }

  select.addEventListener('change', () => load(Number(select.value)));
  root.append(
    html('h2', {}, ['Openings']),
    html('label', {}, ['Board', select]),
    about,
    html('p', { class: 'key' }, [
      html('span', { class: 'sign black' }, ['+']), ' the first move wins: swap it. ',
      html('span', { class: 'sign white' }, ['−']), ' it loses: leave it. Pale: thought so, not proved.',
    ]),
    advice,
    html('div', { class: 'buttons' }, [play, analyse]),
  );
  return stage;
}

/** @param {Opening} opening */
const isProved = ({ estimate }) => estimate === undefined;

/** @param {OpeningMap} map */
const standing = ({ openings }) => (openings.every(isProved) ? 'solved' : openings.some(isProved) ? 'partly solved' : 'estimated');

/**
 * What a map says in short.
 * @param {OpeningMap} map
 */
export function summary({ openings }) {
  const proved = openings.filter(isProved);
  const wins = (/** @type {Opening[]} */ list) => list.filter(({ winner }) => winner === 'black').length;
  if (proved.length === openings.length) return `Red wins with ${wins(openings)} of ${openings.length} first moves. Every one of them is proved.`;
  if (!proved.length) return `Red is thought to win with ${wins(openings)} of ${openings.length} first moves: an estimate by electrical circuits, no proof.`;
  return `${proved.length} of ${openings.length} first moves are proved, red wins with ${wins(proved)} of them. The others, pale and with a question mark, are estimated by electrical circuits.`;
}

/**
 * @param {OpeningMap} map
 * @param {string | null} stone where a stone is, there is no room for a sign
 */
export function picture({ openings }, stone) {
  const cells = (/** @type {string} */ winner, /** @type {boolean} */ proved) =>
    openings.filter((opening) => opening.winner === winner && isProved(opening) === proved).map(({ cell }) => cell);
  const isMixed = openings.some(isProved);
  const sign = (/** @type {Opening} */ opening) => `${opening.winner === 'black' ? '+' : '−'}${isMixed && !isProved(opening) ? '?' : ''}`;
  return {
    shades: [
      { cells: cells('black', true), kind: 'black-wins' }, { cells: cells('white', true), kind: 'white-wins' },
      { cells: cells('black', false), kind: 'black-wins thought' }, { cells: cells('white', false), kind: 'white-wins thought' },
    ],
    labels: new Map(openings.filter(({ cell }) => cell !== stone).map((opening) => [opening.cell, sign(opening)])),
    hints: new Map(openings.map(({ cell, winner, estimate }) => [cell, estimate === undefined
      ? `${winner === 'black' ? 'wins for red' : 'loses'}, proved`
      : `${winner === 'black' ? 'thought to win' : 'thought to lose'} (${estimate.toFixed(2)})`])),
  };
}

/** @param {Opening} opening */
function advise({ cell, winner, swap, estimate }) {
  const verdict = estimate === undefined
    ? `${cell} ${winner === 'black' ? 'wins for red' : 'loses for red'} with perfect play.`
    : `${cell} is ${winner === 'black' ? 'too strong' : 'not strong enough'}, by an estimate of ${estimate.toFixed(2)}.`;
  return `${verdict} Blue should ${swap ? 'swap' : 'not swap'}.`;
}
