// A program that uses the package: it is compiled, not run, so that the types are those that its users need.

import { load, type Game, type Hexwright, type RecordTree, type Solution } from '../npm/index.js';

export async function winner(): Promise<string> {
  const hexwright: Hexwright = await load({ wide: false, limits: { table_bytes: 1 << 20 } });
  const game: Game = { size: [5, 5], moves: ['c3'] };
  const solution: Solution = hexwright.solve(game, { allMoves: true, onProgress: ({ nodes }) => nodes, isOver: () => false });
  const tree: RecordTree = hexwright.readRecord('(;FF[4]GM[11]SZ[5];B[c3])');
  const { text, left_out: leftOut } = hexwright.writeRecord(tree, 'hexworld');
  const { candidates } = hexwright.judge(game, { player: 'level:n=3', nodes: 10 });
  const [{ levels }] = hexwright.players();
  return [solution.winner ?? 'unknown', text, ...leftOut, ...candidates.map(({ cell }) => cell), ...levels.map(({ player }) => player), ...hexwright.mustPlay(game).must_play].join(' ');
}

// @ts-expect-error a size has two numbers
export const wrong: Game = { size: [5] };
