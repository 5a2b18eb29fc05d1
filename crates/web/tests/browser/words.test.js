// The catalogues of texts: complete, with the same places, and every text of the page is in them.

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';

import { format, LANGUAGES, pickLanguage } from '../../pages/words.js';
import english from '../../pages/words/en.js';

const PAGES = new URL('../../pages/', import.meta.url);
const places = (/** @type {string} */ text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
/** The places of a text in all its forms; a form may leave the number out ("one move"). */
const allPlaces = (/** @type {string | Record<string, string>} */ text) => [...new Set(typeof text === 'string' ? places(text) : Object.values(text).flatMap(places))].sort();

const files = (await readdir(new URL('words/', PAGES))).filter((name) => name.endsWith('.js'));

test('there is a catalogue for every language that the page offers, and for no other', () => {
  assert.deepEqual(files.sort(), Object.keys(LANGUAGES).map((name) => `${name}.js`).sort());
});

for (const file of files) {
  const name = file.replace('.js', '');
  test(`the catalogue ${name} is complete, and its texts have the places of the English ones`, async () => {
    /** @type {Record<string, string | Record<string, string>>} */
    const catalogue = (await import(new URL(`words/${file}`, PAGES).href)).default;
    assert.deepEqual(Object.keys(english).filter((key) => !(key in catalogue)), []);
    const forms = new Intl.PluralRules(name).resolvedOptions().pluralCategories.sort();
    for (const [key, text] of Object.entries(catalogue).filter(([known]) => known in english)) {
      const original = /** @type {Record<string, string | Record<string, string>>} */ (english)[key];
      assert.equal(typeof text, typeof original, key);
      assert.deepEqual(allPlaces(text), allPlaces(original), key);
      if (typeof text !== 'string') assert.deepEqual(Object.keys(text).sort(), forms, key);
      for (const one of typeof text === 'string' ? [text] : Object.values(text)) assert.ok(one.trim() && one === one.trim(), key);
    }
    if (name === 'en') return;
    // A catalogue that was copied and forgotten has the texts of the other language.
    const same = Object.entries(catalogue).filter(([key, text]) => JSON.stringify(text) === JSON.stringify(/** @type {Record<string, unknown>} */ (english)[key])).map(([key]) => key);
    assert.ok(same.length < Object.keys(english).length / 10, `the same as in English: ${same}`);
  });
}

test('every key that the pages use is in the catalogue, and every key is used', async () => {
  const sources = (await readdir(PAGES, { recursive: true })).filter((name) => /\.(js|html)$/.test(name) && !name.startsWith('words/'));
  const text = (await Promise.all(sources.map((name) => readFile(new URL(name, PAGES), 'utf8')))).join('\n');
  const used = [...text.matchAll(/(?<![\w.])t\('([^']+)'/g), ...text.matchAll(/data-t(?:-label)?="([^"]+)"/g)].map(([, key]) => key);
  assert.deepEqual(used.filter((key) => !(key in english)), []);
  // A key that is put together from parts begins with something that is written out: `t(`color.${color}`)`.
  const beginnings = [...text.matchAll(/`([\w.-]+[.-])\$\{/g)].map(([, beginning]) => beginning);
  const unused = Object.keys(english).filter((key) => !text.includes(`'${key}'`) && !text.includes(`"${key}"`) && !beginnings.some((beginning) => key.startsWith(beginning)));
  assert.deepEqual(unused, []);
});

test('the texts that stand in the page itself are those of the English catalogue', async () => {
  const page = await readFile(new URL('index.html', PAGES), 'utf8');
  const said = [...page.matchAll(/<[^>]*data-t="([^"]+)"[^>]*>([^<]*)</g)];
  assert.ok(said.length > 5);
  for (const [, key, text] of said) assert.equal(text, /** @type {Record<string, unknown>} */ (english)[key]);
  for (const [tag, key] of page.matchAll(/<[^>]*data-t-label="([^"]+)"[^>]*>/g)) assert.ok(tag.includes(`aria-label="${/** @type {Record<string, unknown>} */ (english)[key]}"`), tag);
});

test('texts take values and plural forms', () => {
  const [en, pl] = ['en', 'pl'].map((name) => new Intl.PluralRules(name));
  assert.equal(format('{a} beats {b}, {a} beats {c}', { a: 'c3', b: 2 }, en), 'c3 beats 2, c3 beats {c}');
  const moves = { one: '{count} ruch', few: '{count} ruchy', many: '{count} ruchów', other: '{count} ruchu' };
  assert.deepEqual([1, 3, 5, 22].map((count) => format(moves, { count }, pl)), ['1 ruch', '3 ruchy', '5 ruchów', '22 ruchy']);
  assert.equal(format({ one: '{count} move', other: '{count} moves' }, { count: 1 }, en), '1 move');
});

test('the language is the first one wanted that is known', () => {
  const known = ['en', 'de', 'pl', 'zh'];
  assert.equal(pickLanguage([null, 'pt-BR', 'pl-PL', 'de'], known), 'pl');
  assert.equal(pickLanguage(['zh-Hans-CN'], known), 'zh');
  assert.equal(pickLanguage(['pt', undefined], known), 'en');
  assert.equal(pickLanguage(['xx']), 'en');
});
