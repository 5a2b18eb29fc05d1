// The page: puts the board, the panels and the settings together.

import { hasServer } from './api.js';
import { App } from './app.js';
import { opponent } from './hex/game.js';
import { NAMES } from './hex/words.js';
import { takeRecords } from './intake.js';
import { listenToKeys, showHelp } from './keyboard.js';
import { followAddress, linkedPanel } from './link.js';
import { playPanel } from './panels/play.js';
import { settingsPanel } from './panels/settings.js';
import { loadSettings, saveSettings } from './settings.js';
import { soundStones } from './sound.js';
import { Board } from './view/board.js';
import { drawOnBoard } from './view/drawing.js';
import { html } from './view/element.js';
import { icon } from './view/icons.js';
import { Loupe } from './view/loupe.js';
import { language, t, translate } from './words.js';

const find = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

document.documentElement.lang = language;
translate(document);
for (const place of document.querySelectorAll('[data-icon]')) place.append(icon(/** @type {any} */ (place.getAttribute('data-icon'))));

const app = new App();
const picture = /** @type {SVGElement} */ (/** @type {unknown} */ (find('board')));
const status = find('status');
const settings = loadSettings();

app.say = (/** @type {string} */ text, isError = false) => {
  status.textContent = text;
  status.classList.toggle('error', isError);
};
app.announce = (/** @type {string} */ text) => { find('announcement').textContent = text; };
app.toast = (/** @type {string} */ text, /** @type {{label: string, act: () => void} | undefined} */ action) => {
  const element = html('div', { class: 'toast' }, [html('span', {}, [text])]);
  const gone = setTimeout(() => element.remove(), 9000);
  if (action) {
    const press = html('button', { type: 'button' }, [action.label]);
    press.addEventListener('click', () => {
      clearTimeout(gone);
      element.remove();
      action.act();
    });
    element.append(press);
  }
  find('toasts').replaceChildren(element);
};
const loupe = new Loupe(find('stage'), () => settings.confirm);
const board = new Board(picture, {
  onPlay: (cell, event) => { if (!loupe.takes(board, app, cell, event)) app.clicked(cell); },
  onPoint: (cell) => { for (const hear of app.points) hear(cell); },
  onEdge: (edge) => { for (const hear of app.edges) hear(edge); },
});
app.board = board;

/** The panel whose tab is selected. */
let front = 'play';
/** A phone that is held upright: the long diagonal of the board stands. */
const upright = matchMedia('(max-width: 30rem) and (orientation: portrait)');
const dark = matchMedia('(prefers-color-scheme: dark)');

/** How the board is drawn: where the screen decides, it stands upright on a phone that has room for it, which is while one plays. */
function setStyle() {
  const { numbers, patterns } = settings;
  const orientation = settings.orientation === 'auto' ? (upright.matches && front === 'play' ? 'vertical' : 'flat') : settings.orientation;
  find('stage').dataset.orientation = orientation;
  board.style = { orientation, numbers, patterns };
}

/** Applies the settings to the page. */
function applySettings() {
  const root = document.documentElement;
  root.dataset.theme = settings.theme;
  root.dataset.board = settings.board;
  root.toggleAttribute('data-large', settings.large);
  setStyle();
  find('mute').replaceChildren(icon(settings.sound ? 'sound' : 'mute'));
  find('mute').setAttribute('aria-pressed', String(settings.sound));
  app.redraw();
  saveSettings(settings);
}
upright.addEventListener('change', applySettings);

const shownSettings = settingsPanel(find('settings'), settings, applySettings);
find('theme').addEventListener('click', () => {
  const isDark = settings.theme === 'dark' || (settings.theme === 'auto' && dark.matches);
  settings.theme = isDark ? 'light' : 'dark';
  shownSettings();
  applySettings();
});
find('mute').addEventListener('click', () => {
  settings.sound = !settings.sound;
  shownSettings();
  applySettings();
});
find('help').addEventListener('click', showHelp);

/**
 * How each panel but the first is made. Its code is fetched when it is wanted for the first time, or when the page has nothing else to do.
 * @type {Record<string, () => Promise<any>>}
 */
const makers = {
  analyse: async () => (await import('./panels/analyse.js')).analysePanel(app, find('analyse')),
  files: async () => (await import('./panels/files.js')).filesPanel(app, find('files'), picture),
  chance: async () => (await import('./panels/chance.js')).chancePanel(app, find('chance')),
  openings: async () => (await import('./panels/openings.js')).openingsPanel(app, find('openings')),
  strategy: async () => (await import('./panels/strategy.js')).strategyPanel(app, find('strategy')),
  watch: async () => (await import('./panels/watch.js')).watchPanel(app, find('watch'), (text) => openChance(text)),
};
if (!hasServer) delete makers.watch;
/** Panels that show something of their own on the board while they are in front; the others show the game. */
const STAGES = ['chance', 'openings', 'strategy', 'watch'];
const stages = /** @type {Record<string, import('./app.js').Stage>} */ ({});
/** @type {Map<string, Promise<any>>} panels that are there or on their way */
const panels = new Map();

/**
 * A panel, made if need be.
 * @param {string} name
 */
function panel(name) {
  let made = panels.get(name);
  if (!made && makers[name]) {
    made = makers[name]().then((result) => {
      if (STAGES.includes(name)) stages[name] = result;
      return result;
    });
    // A server that is away for a moment is asked again by the next click.
    made.catch((error) => {
      panels.delete(name);
      app.say(t('panel.failed', { problem: error instanceof Error ? error.message : String(error) }), true);
    });
    panels.set(name, made);
  }
  return made ?? Promise.resolve(null);
}

/**
 * @param {string} name
 * @returns {Promise<unknown>} done when the panel is there
 */
function selectPanel(name) {
  // The review is a part of the analysis.
  if (name === 'review') return selectPanel('analyse');
  front = name;
  document.body.dataset.panel = name;
  setStyle();
  for (const tab of tabs) {
    const own = panelsOf(tab);
    const selected = own.includes(name);
    tab.setAttribute('aria-selected', String(selected));
    tab.tabIndex = selected ? 0 : -1;
    if (own.length === 1) find(own[0]).hidden = !selected;
    else find(tab.id.replace('tab-', '')).hidden = !selected;
  }
  // The look of the board is chosen while looking at it.
  if (name === 'settings') {
    app.redraw();
    return Promise.resolve();
  }
  const waits = STAGES.includes(name) && !stages[name];
  if (!waits) bring(name);
  return panel(name).then(() => { if (waits && front === name) bring(name); }).catch(() => {});
}

/** @param {string} name a panel that can show what it has */
function bring(name) {
  app.enter(stages[name] ?? null);
  if (app.showsGame) describe();
  app.selected(name);
}

// Other people and their games are on a server.
if (!hasServer) find('tab-watch').remove();

const tabs = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('[role=tab]')]);
app.select = selectPanel;

/**
 * The panels behind a tab: some have several, with tabs of their own.
 * @param {HTMLElement} tab
 */
function panelsOf(tab) {
  return (tab.dataset.panels ?? tab.getAttribute('aria-controls') ?? '').split(' ');
}

for (const list of document.querySelectorAll('[role=tablist]')) {
  const own = tabs.filter((tab) => tab.closest('[role=tablist]') === list);
  own.forEach((tab, index) => {
    tab.addEventListener('keydown', ({ key }) => {
      const goal = /** @type {Record<string, number>} */ ({ ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 })[key];
      if (goal !== undefined) own[(goal + own.length) % own.length].focus();
    });
    tab.addEventListener('click', () => selectPanel(panelsOf(tab)[0]));
  });
}

/** The default text of the line below the board. */
function describe() {
  if (!app.showsGame) return;
  const { outcome, toMove, moves, canSwap } = app.game;
  const last = moves.at(-1);
  const mover = NAMES[last === 'swap-sides' ? toMove : opponent(toMove)];
  const said = [];
  if (last && last !== 'resign') said.push(last.startsWith('swap') ? t('game.swapped', { color: mover }) : t('game.played', { color: mover, move: last }));
  const next = { color: NAMES[toMove], number: moves.length + 1 };
  if (outcome) said.push(t(`game.won.${outcome.reason}`, { winner: NAMES[outcome.winner] }));
  else said.push(canSwap ? t('game.to-move-or-swap', next) : t('game.to-move', next));
  app.say(said.join(' '));
}

/** @param {string} text the record of a game of chance */
async function openChance(text) {
  selectPanel('chance');
  (await panel('chance')).read(text);
}

takeRecords(app, {
  chance: openChance,
  game: async (content) => (await panel('files')).open(content),
  strategy: async (content, name) => {
    selectPanel('strategy');
    (await panel('strategy')).read(content, name);
  },
});

app.onChange(describe);
drawOnBoard(app, picture);
soundStones(app, () => settings.sound);
applySettings();
selectPanel(linkedPanel() ?? 'play');
await Promise.all([playPanel(app, find('play')), panel(front).catch(() => {})]);
followAddress(app);
listenToKeys(app);
// When the page was ready, in milliseconds since it was asked for.
document.documentElement.dataset.ready = performance.now().toFixed(0);

// The other panels are made when there is time, so that their tabs open at once.
const idle = window.requestIdleCallback ?? ((/** @type {() => void} */ then) => setTimeout(then, 100));
for (const name of Object.keys(makers)) {
  await new Promise((then) => { idle(then); });
  await panel(name).catch(() => {});
}
// From now on the page opens without a network.
if (!hasServer) await (await import('./site/offline.js')).stayOffline(app, 'sw.js');
document.documentElement.dataset.complete = performance.now().toFixed(0);
