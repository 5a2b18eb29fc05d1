// Local games on the board: each region in a colour of its own, its cells with the number of the pattern.

/** How many colours there are: `.shade.game0` and so on. */
const COLORS = 6;

/**
 * @param {{pattern: number, cells: string[]}[]} games
 * @returns {import('./board.js').Overlay}
 */
export function localGames(games) {
  return {
    shades: games.map(({ cells }, index) => ({ cells, kind: `game${index % COLORS}` })),
    labels: new Map(games.flatMap(({ pattern, cells }) => cells.map((cell) => /** @type {[string, string]} */ ([cell, String(pattern)])))),
  };
}
