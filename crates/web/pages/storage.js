// What the page keeps on the device: games, settings, clocks. It is read once, before anything else, so that it is at hand
// without waiting; what is written goes to the disk at once.
//
// It lies in IndexedDB, which has room for more than localStorage has, and which browsers keep for pages that people have
// added to their home screen. What a version before left in localStorage moves there.

const DATABASE = 'hexwright';
const KEPT = 'kept';
/** The names of what we keep. */
const PREFIX = 'hexwright.';
/** Milliseconds that the disk may take before the page begins with localStorage. */
const PATIENCE = 1500;

/** What is kept, as JSON. @type {Map<string, string>} */
const values = new Map();

/** @type {IDBDatabase | null} none where the browser keeps nothing, or not in time */
const database = await Promise.race([
  open().catch(() => null),
  new Promise((/** @type {(none: null) => void} */ then) => { setTimeout(() => then(null), PATIENCE); }),
]);

/** @returns {Promise<IDBDatabase | null>} */
async function open() {
  if (!globalThis.indexedDB) return null;
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(KEPT);
  /** @type {IDBDatabase} */
  const opened = await result(opening);
  const reading = opened.transaction(KEPT).objectStore(KEPT);
  const [keys, kept] = await Promise.all([result(reading.getAllKeys()), result(reading.getAll())]);
  keys.forEach((key, index) => values.set(String(key), kept[index]));
  move(opened);
  return opened;
}

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
function result(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * Takes over what lies in localStorage: it is newer, because nothing is written there while there is a database.
 * @param {IDBDatabase} opened
 */
function move(opened) {
  const left = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  if (!left.length) return;
  const transaction = opened.transaction(KEPT, 'readwrite');
  for (const key of left) {
    const text = localStorage.getItem(key) ?? 'null';
    values.set(key, text);
    transaction.objectStore(KEPT).put(text, key);
  }
  transaction.oncomplete = () => { for (const key of left) localStorage.removeItem(key); };
}

/**
 * The value stored under a key; null if it is missing or unreadable.
 * @param {string} key
 * @returns {any}
 */
export function readStored(key) {
  try {
    return JSON.parse((database ? values.get(key) : localStorage.getItem(key)) ?? 'null');
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {unknown} value
 */
export function store(key, value) {
  try {
    const text = JSON.stringify(value) ?? 'null';
    if (!database) {
      localStorage.setItem(key, text);
      return;
    }
    values.set(key, text);
    const transaction = database.transaction(KEPT, 'readwrite');
    transaction.objectStore(KEPT).put(text, key);
    // A page that is left in this moment has written it.
    transaction.commit?.();
  } catch {
    // A browser that keeps nothing still plays.
  }
}
