// The page: puts the board, the panels and the settings together.

import { App } from './app.js';
import { analysePanel } from './panels/analyse.js';
import { chancePanel } from './panels/chance.js';
import { filesPanel } from './panels/files.js';
import { openingsPanel } from './panels/openings.js';
import { playPanel } from './panels/play.js';
import { reviewPanel } from './panels/review.js';
import { strategyPanel } from './panels/strategy.js';
import { watchPanel } from './panels/watch.js';
import { loadSettings, saveSettings } from './settings.js';
import { Board } from './view/board.js';

const find = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

const app = new App();
const picture = /** @type {SVGElement} */ (/** @type {unknown} */ (find('board')));
const status = find('status');
const settings = loadSettings();

app.say = (/** @type {string} */ text, isError = false) => {
  status.textContent = text;
  status.classList.toggle('error', isError);
};
app.board = new Board(picture, {
  onPlay: (cell) => app.clicked(cell),
  onPoint: (cell) => { for (const hear of app.points) hear(cell); },
  onEdge: (edge) => { for (const hear of app.edges) hear(edge); },
});

/** Applies the settings to the page. */
function applySettings() {
  document.documentElement.dataset.theme = settings.theme;
  const { orientation, numbers, patterns } = settings;
  if (app.board) app.board.style = { orientation, numbers, patterns };
  app.redraw();
  saveSettings(settings);
}

for (const input of document.querySelectorAll('#settings [name]')) {
  const field = /** @type {HTMLInputElement | HTMLSelectElement} */ (input);
  const name = /** @type {keyof typeof settings} */ (field.name);
  if (field instanceof HTMLInputElement) field.checked = Boolean(settings[name]);
  else field.value = String(settings[name]);
  field.addEventListener('change', () => {
    /** @type {Record<string, unknown>} */ (settings)[name] = field instanceof HTMLInputElement ? field.checked : field.value;
    applySettings();
  });
}

/** What panels show on the board while they are in front; the others show the game. */
const stages = /** @type {Record<string, import('./app.js').Stage>} */ ({});

/** @param {string} name */
function selectPanel(name) {
  for (const tab of document.querySelectorAll('[role=tab]')) {
    const selected = tab.getAttribute('aria-controls') === name;
    tab.setAttribute('aria-selected', String(selected));
    find(/** @type {string} */ (tab.getAttribute('aria-controls'))).hidden = !selected;
  }
  // The look of the board is chosen while looking at it.
  if (name === 'settings') return;
  app.enter(stages[name] ?? null);
  if (app.showsGame) describe();
  app.selected(name);
}
app.select = selectPanel;
for (const tab of document.querySelectorAll('[role=tab]')) {
  tab.addEventListener('keydown', (event) => {
    const { key } = /** @type {KeyboardEvent} */ (event);
    const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
    const tabs = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('[role=tab]')]);
    if (step) tabs[(tabs.indexOf(/** @type {HTMLElement} */ (tab)) + step + tabs.length) % tabs.length].focus();
  });
  tab.addEventListener('click', () => selectPanel(tab.getAttribute('aria-controls') ?? 'play'));
}

const color = { black: 'Red', white: 'Blue' };
/** The line below the board when nobody has anything else to say. */
function describe() {
  if (!app.showsGame) return;
  const { outcome, toMove, moves } = app.game;
  app.say(outcome ? `${color[outcome.winner]} has won by ${outcome.reason}.` : `${color[toMove]} to move (move ${moves.length + 1}).`);
}

document.addEventListener('keydown', (event) => {
  if (event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
  if (event.key === 'PageUp' && app.tree.back()) app.changed();
  if (event.key === 'PageDown' && app.tree.forward()) app.changed();
});

let audio = /** @type {AudioContext | null} */ (null);
let heard = app.tree.moves().length;
/** A soft click for each stone, if the reader wants one. */
function sound() {
  const count = app.game.moves.length;
  if (settings.sound && count > heard) {
    audio ??= new AudioContext();
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = count % 2 ? 520 : 440;
    volume.gain.setValueAtTime(0.15, audio.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.12);
    tone.connect(volume).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.13);
  }
  heard = count;
}

app.onChange(describe);
app.onChange(sound);
applySettings();
const chance = chancePanel(app, find('chance'));
stages.chance = chance;
stages.openings = openingsPanel(app, find('openings'));
const strategy = strategyPanel(app, find('strategy'));
stages.strategy = strategy;
stages.watch = watchPanel(app, find('watch'), (text) => chance.read(text));
// A link may name the panel: /#panel=watch.
const linked = new URLSearchParams(location.hash.slice(1)).get('panel');
selectPanel(linked && document.getElementById(`tab-${linked}`) ? linked : 'play');
filesPanel(app, find('files'), picture, (content, name) => {
  if (content.startsWith('hexwright strategy')) {
    selectPanel('strategy');
    strategy.read(content, name);
    return true;
  }
  if (/VARIANT\[(bidding|random-turn)\]/.test(content)) {
    selectPanel('chance');
    chance.read(content);
    return true;
  }
  return false;
});
reviewPanel(app, find('review'));
await Promise.all([playPanel(app, find('play')), analysePanel(app, find('analyse'))]);
// When the page was ready, in milliseconds since it was asked for.
document.documentElement.dataset.ready = performance.now().toFixed(0);
