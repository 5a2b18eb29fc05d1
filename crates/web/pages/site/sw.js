// The service worker of the static page: after one visit everything is on the device.
//
// Each version of the page has a cache of its own. A new version is fetched beside the present one and waits until the
// reader takes it, or until no page is open; so a page never gets files of two versions. `cargo xtask site` fills in the
// version and the files.

/** @type {string} */
const VERSION = '@VERSION@';
/** @type {string[]} what every browser needs */
const FILES = ['@FILES@'];
/** @type {Record<string, string>} the engines: with relaxed vectors, and for other browsers */
const ENGINES = { relaxed: '@RELAXED@', plain: '@PLAIN@' };

/** One relaxed instruction, as in engine/engine.js. */
const RELAXED = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 8, 1, 96, 3, 123, 123, 123, 1, 123, 3, 2, 1, 0, 10, 13, 1, 11, 0, 32, 0, 32, 1, 32, 2, 253, 133, 2, 11,
]);
const NAME = 'hexwright-';
const worker = /** @type {any} */ (globalThis);

worker.addEventListener('install', (/** @type {any} */ event) => event.waitUntil(fetchAll()));
worker.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(tidy()));
worker.addEventListener('message', (/** @type {any} */ event) => { if (event.data === 'activate') worker.skipWaiting(); });
worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  const isOurs = new URL(request.url).href.startsWith(worker.registration.scope);
  if (request.method === 'GET' && isOurs) event.respondWith(answer(request));
});

async function fetchAll() {
  const cache = await caches.open(NAME + VERSION);
  // Of the languages those that the reader knows; the others when they are chosen.
  const known = ['en', ...navigator.languages.map((tag) => tag.split('-')[0])];
  const isWanted = (/** @type {string} */ path) => known.some((name) => path.endsWith(`/words/${name}.js`)) || !/\/words\/[a-z]+\.js$/.test(path);
  const files = [...FILES.filter(isWanted), WebAssembly.validate(RELAXED) ? ENGINES.relaxed : ENGINES.plain];
  // The page itself has the same address in every version.
  await cache.addAll(files.map((path) => new Request(path, path.startsWith('v/') ? {} : { cache: 'reload' })));
}

/** Pages that are open still use the version before: it goes with the next one. */
async function tidy() {
  const names = (await caches.keys()).filter((name) => name.startsWith(NAME));
  const others = names.filter((name) => name !== NAME + VERSION);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(NAME + VERSION);
  const wanted = request.mode === 'navigate' ? worker.registration.scope : request;
  // A page of the version before asks for files of that version.
  const kept = (await cache.match(wanted, { ignoreSearch: true })) ?? (await caches.match(wanted));
  if (kept) return kept;
  const response = await fetch(request);
  // The network of large boards, and another language: they are asked for when they are needed, and kept.
  if (response.ok && request.url.includes(`/v/${VERSION}/`)) await cache.put(request, response.clone());
  return response;
}
