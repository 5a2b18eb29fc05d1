// Reads the main line of a game of Hex in SGF, with its set-up, comments and marks: as much as a board in a page needs.
// The full page reads everything.

/** @typedef {import('../hex/game.js').Start} Start */
/** @typedef {{kind: string, cell: string}} SheetMark */
/** @typedef {{move: string, comment: string, marks: SheetMark[]}} SheetMove */
/**
 * A game to be shown: where it starts, its moves, and what is said at the start.
 * @typedef {{start: Start, moves: SheetMove[], comment: string, marks: SheetMark[]}} Sheet
 */

/** Marks by their names in SGF. */
const KINDS = /** @type {Record<string, string>} */ ({ CR: 'circle', MA: 'cross', SQ: 'square', TR: 'triangle', SL: 'shade' });

/**
 * @param {string} text
 * @returns {Sheet}
 */
export function readSgf(text) {
  /** @type {Sheet} */
  const sheet = { start: { size: { cols: 11, rows: 11 }, black: [], white: [], toMove: null }, moves: [], comment: '', marks: [] };
  /** @type {SheetMove | Sheet} */
  let node = sheet;
  for (const [name, values] of mainLine(text)) {
    if (name === ';') continue;
    if (name === 'SZ') {
      const [cols, rows = cols] = values[0].split(':').map(Number);
      if (!(Math.min(cols, rows) >= 1 && Math.max(cols, rows) <= 19)) throw new Error(`SZ: found ${values[0]}: expected 1 to 19`);
      sheet.start.size = { cols, rows };
    } else if (name === 'B' || name === 'W') {
      const move = values[0].toLowerCase();
      node = { move: move === 'forfeit' ? 'resign' : move, comment: '', marks: [] };
      sheet.moves.push(node);
    } else if (name === 'C') node.comment = values[0];
    else if (name === 'AB' || name === 'AW') {
      if (sheet.moves.length) throw new Error(`${name}: found stones set up after a move: expected them before`);
      sheet.start[name === 'AB' ? 'black' : 'white'].push(...values.map((cell) => cell.toLowerCase()));
    } else if (name === 'PL') sheet.start.toMove = /^b/i.test(values[0]) ? 'black' : 'white';
    else if (name === 'LB') node.marks.push(...values.map((value) => ({ kind: value.slice(value.indexOf(':') + 1), cell: value.split(':')[0].toLowerCase() })));
    else if (KINDS[name]) node.marks.push(...values.map((cell) => ({ kind: KINDS[name], cell: cell.toLowerCase() })));
  }
  return sheet;
}

/**
 * The properties of the main line: what comes before the first bracket that closes.
 * @param {string} text
 * @returns {[string, string[]][]}
 */
function mainLine(text) {
  /** @type {[string, string[]][]} */
  const found = [];
  let at = 0;
  while (at < text.length) {
    const letter = text[at];
    if (letter === ')') break;
    const name = /^[A-Za-z]+/.exec(text.slice(at, at + 20))?.[0];
    if (!name) {
      at += 1;
      continue;
    }
    at += name.length;
    /** @type {string[]} */
    const values = [];
    for (;;) {
      while (/\s/.test(text[at] ?? '')) at += 1;
      if (text[at] !== '[') break;
      let value = '';
      for (at += 1; text[at] !== ']'; at += 1) {
        if (at >= text.length) throw new Error(`${name}: found no end of its text`);
        if (text[at] === '\\') at += 1;
        value += text[at] ?? '';
      }
      at += 1;
      values.push(value);
    }
    if (!values.length) throw new Error(`found ${name} without a text in brackets`);
    found.push([name.replace(/[a-z]/g, ''), values]);
  }
  return found;
}
