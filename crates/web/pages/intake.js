// Whatever is dropped on the page or pasted into it, sent to where it belongs.

/**
 * Who takes what.
 * @typedef {object} Takers
 * @property {(content: string) => Promise<void>} chance games of Random-Turn and Bidding Hex
 * @property {(content: string) => Promise<void>} game games of Hex, in any format
 * @property {(content: string, name: string) => Promise<void>} strategy winning strategies
 */

/** Whoever could not take it has said why. */
const said = () => {};

/** @param {Takers} takers */
export function takeRecords(takers) {
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    take(event.dataTransfer, takers).catch(said);
  });
  document.addEventListener('paste', (event) => {
    const isField = event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement;
    if (!isField) take(event.clipboardData, takers).catch(said);
  });
}

/**
 * @param {DataTransfer | null} data
 * @param {Takers} takers
 */
async function take(data, takers) {
  const [file] = data?.files ?? [];
  // The data is gone when the event is over: it is read before anything is waited for.
  const text = data?.getData('text') ?? '';
  const content = file ? await file.text() : text;
  if (!content) return;
  if (content.startsWith('hexwright strategy')) await takers.strategy(content, file?.name ?? 'the text');
  else if (/VARIANT\[(bidding|random-turn)\]/.test(content)) await takers.chance(content);
  else await takers.game(content);
}
