// The page: puts the board, the panels and the settings together.

import { App } from './app.js';
import { opponent } from './hex/game.js';
import { NAMES } from './hex/words.js';
import { takeRecords } from './intake.js';
import { readLink } from './link.js';
import { playPanel } from './panels/play.js';
import { loadSettings, saveSettings } from './settings.js';
import { soundStones } from './sound.js';
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
app.announce = (/** @type {string} */ text) => { find('announcement').textContent = text; };
app.board = new Board(picture, {
  onPlay: (cell) => app.clicked(cell),
  onPoint: (cell) => { for (const hear of app.points) hear(cell); },
  onEdge: (edge) => { for (const hear of app.edges) hear(edge); },
});

/** Applies the settings to the page. */
function applySettings() {
  document.documentElement.dataset.theme = settings.theme;
  document.documentElement.toggleAttribute('data-large', settings.large);
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

/**
 * How each panel but the first is made. Its code is fetched when it is wanted for the first time, or when the page has nothing else to do.
 * @type {Record<string, () => Promise<any>>}
 */
const makers = {
  analyse: async () => (await import('./panels/analyse.js')).analysePanel(app, find('analyse')),
  review: async () => (await import('./panels/review.js')).reviewPanel(app, find('review')),
  files: async () => (await import('./panels/files.js')).filesPanel(app, find('files'), picture),
  chance: async () => (await import('./panels/chance.js')).chancePanel(app, find('chance')),
  openings: async () => (await import('./panels/openings.js')).openingsPanel(app, find('openings')),
  strategy: async () => (await import('./panels/strategy.js')).strategyPanel(app, find('strategy')),
  watch: async () => (await import('./panels/watch.js')).watchPanel(app, find('watch'), (text) => openChance(text)),
};
/** Panels that show something of their own on the board while they are in front; the others show the game. */
const STAGES = ['chance', 'openings', 'strategy', 'watch'];
const stages = /** @type {Record<string, import('./app.js').Stage>} */ ({});
/** @type {Map<string, Promise<any>>} panels that are there or on their way */
const panels = new Map();
/** The panel whose tab is selected. */
let front = 'play';

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
      app.say(`The panel could not be opened: ${error instanceof Error ? error.message : error}`, true);
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
  front = name;
  for (const tab of tabs) {
    const selected = tab.getAttribute('aria-controls') === name;
    tab.setAttribute('aria-selected', String(selected));
    tab.tabIndex = selected ? 0 : -1;
    find(/** @type {string} */ (tab.getAttribute('aria-controls'))).hidden = !selected;
  }
  // The look of the board is chosen while looking at it.
  if (name === 'settings') return Promise.resolve();
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

const tabs = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('[role=tab]')]);
app.select = selectPanel;
tabs.forEach((tab, index) => {
  tab.addEventListener('keydown', ({ key }) => {
    const goal = /** @type {Record<string, number>} */ ({ ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 })[key];
    if (goal !== undefined) tabs[(goal + tabs.length) % tabs.length].focus();
  });
  tab.addEventListener('click', () => selectPanel(tab.getAttribute('aria-controls') ?? 'play'));
});

/** The line below the board when nobody has anything else to say. */
function describe() {
  if (!app.showsGame) return;
  const { outcome, toMove, moves, canSwap } = app.game;
  const last = moves.at(-1);
  const mover = NAMES[last === 'swap-sides' ? toMove : opponent(toMove)];
  const deed = !last || last === 'resign' ? '' : last.startsWith('swap') ? `${mover} swapped. ` : `${mover} played ${last}. `;
  app.say(deed + (outcome ? `${NAMES[outcome.winner]} has won by ${outcome.reason}.` : `${NAMES[toMove]} to move (move ${moves.length + 1})${canSwap ? ', or swap' : ''}.`));
}

document.addEventListener('keydown', (event) => {
  const { target, key } = event;
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement || target instanceof HTMLSelectElement) return;
  if (event.altKey || event.ctrlKey || event.metaKey || !app.showsGame) return;
  // Arrow keys have a meaning of their own on the board, in the graph and among the tabs.
  const isFree = !(target instanceof Element && target.closest('#board, .graph, [role=tablist]'));
  const { tree } = app;
  if ((key === 'PageUp' || (isFree && key === 'ArrowLeft')) && tree.back()) app.changed();
  else if ((key === 'PageDown' || (isFree && key === 'ArrowRight')) && tree.forward()) app.changed();
  else return;
  event.preventDefault();
});

/** @param {string} text the record of a game of chance */
async function openChance(text) {
  selectPanel('chance');
  (await panel('chance')).read(text);
}

takeRecords({
  chance: openChance,
  game: async (content) => (await panel('files')).open(content),
  strategy: async (content, name) => {
    selectPanel('strategy');
    (await panel('strategy')).read(content, name);
  },
});

/** Opens the position that the address names. */
function openLink() {
  try {
    const tree = readLink(location.hash);
    if (!tree) return;
    history.replaceState(null, '', location.pathname);
    app.openRecord(tree);
  } catch (error) {
    app.say(`The link is damaged: ${error instanceof Error ? error.message : error}`, true);
  }
}
window.addEventListener('hashchange', openLink);

app.onChange(describe);
soundStones(app, () => settings.sound);
applySettings();
// A link may name the panel: /#panel=watch.
const linked = new URLSearchParams(location.hash.slice(1)).get('panel');
selectPanel(linked && document.getElementById(`tab-${linked}`) ? linked : 'play');
await Promise.all([playPanel(app, find('play')), panel(front).catch(() => {})]);
openLink();
// When the page was ready, in milliseconds since it was asked for.
document.documentElement.dataset.ready = performance.now().toFixed(0);

// The other panels are made when there is time, so that their tabs open at once.
const idle = window.requestIdleCallback ?? ((/** @type {() => void} */ then) => setTimeout(then, 100));
for (const name of Object.keys(makers)) {
  await new Promise((then) => { idle(then); });
  await panel(name).catch(() => {});
}
document.documentElement.dataset.complete = performance.now().toFixed(0);
