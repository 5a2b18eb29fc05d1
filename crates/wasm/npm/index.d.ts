/** Hexwright: the game of Hex. Cells are named as in `c7`: columns are letters, rows are numbers. Black moves first and
 * joins top and bottom; White joins left and right. */

/** Columns and rows, each from 1 to 19. */
export type Size = [cols: number, rows: number];
export type Color = 'black' | 'white';
/** A cell, `swap-pieces`, `swap-sides`, or `resign`. */
export type Move = string;
export type Cell = string;

/** A game: its board, stones that were set up, and moves. */
export interface Game {
  size: Size;
  /** The moves, Black's first. */
  moves?: Move[];
  /** Black's stones that were set up. */
  black?: Cell[];
  /** White's stones that were set up. */
  white?: Cell[];
  /** The side to move before the first move. */
  to_move?: Color;
  /** Whether the second player may swap. */
  swap?: boolean;
}

/** What an engine may take. */
export interface Limits {
  /** The longest time that a question may ask for. */
  milliseconds: number;
  /** The transposition table of a question. */
  table_bytes: number;
  /** What a player may take. */
  player_bytes: number;
}

export interface LoadOptions {
  limits?: Partial<Limits>;
  /** Whether to load the network for boards of 15x15 and larger too. Default: true. */
  wide?: boolean;
  /** Other places of the files `hexwright.wasm`, `default.hexnet` and `wide.hexnet`: addresses, or their content. */
  files?: Record<string, string | Uint8Array>;
}

/** What is done while a question is worked on. */
export interface AskOptions {
  /** Hears how the work goes, a few times a second. */
  onProgress?: (progress: any) => void;
  /** Returns true when the question shall end now, with what is known. */
  isOver?: () => boolean;
}

export interface SolveOptions extends AskOptions {
  /** Default: one minute. */
  milliseconds?: number;
  /** Whether to judge every move. */
  allMoves?: boolean;
}

/** Who wins. The fields that are not named here are in the reference of the HTTP API, `SolveAnswer`. */
export interface Solution {
  /** The winner; null if the time was too short. */
  winner: Color | null;
  /** With `allMoves`, the verdict on each move. */
  moves: Record<Move, any>;
  /** The cells that the proof needs. */
  carrier: Cell[];
  /** Positions examined. */
  nodes: number;
  line: Move[];
  [field: string]: any;
}

export interface JudgeOptions extends AskOptions {
  /** A player with its settings: `neural`, `neural:visits=800`, `level:n=3`. Default: `neural`. */
  player?: string;
  /** Default: one second. */
  milliseconds?: number;
  /** Positions to examine. With it and enough time, the answer is the same on every machine. */
  nodes?: number;
  seed?: number;
}

export interface Judgement {
  move: Move;
  reason: string;
  /** The side to move's chance of winning, from 0 to 1. */
  value: number | null;
  candidates: { cell: Cell; value: number; weight: number; line: Cell[] }[];
  nodes: number;
  [field: string]: any;
}

/** A game with its variations. */
export interface RecordTree {
  size: Size;
  /** Each after its parent; the root comes first. */
  nodes: { parent: number | null; color?: Color; action?: Move; comment?: string; [field: string]: any }[];
  /** Names of players and the like, by the names of SGF. */
  facts?: Record<string, string>;
  cursor?: number;
}

export type RecordFormat = 'sgf' | 'little-golem' | 'hexworld' | 'trmph' | 'hexwiki' | 'moves' | 'diagram';

/** An engine. A question blocks until it is answered: in a page, load it in a worker. */
export declare class Hexwright {
  /** Who wins, with a proof. */
  solve(game: Game, options?: SolveOptions): Solution;
  /** What a player would do, and what it thinks of the moves. */
  judge(game: Game, options?: JudgeOptions): Judgement;
  /** What a cell, a group or an edge (`top`, `bottom`, `left`, `right`) is connected to, and why. */
  connections(game: Game, end: Cell | 'top' | 'bottom' | 'left' | 'right'): any;
  /** Where the side to move must play. */
  mustPlay(game: Game): { winner: Color | null; must_play: Cell[]; [field: string]: any };
  /** Reads a record: SGF, links, lists of moves, drawn boards. `size` is for formats that do not name a board. */
  readRecord(text: string, size?: Size): RecordTree;
  /** Writes a record; `left_out` names what the format cannot hold. */
  writeRecord(tree: RecordTree, format?: RecordFormat): { text: string; left_out: string[] };
  /** The players, with their levels and settings. */
  players(): { name: string; about: string; levels: { player: string; about: string }[]; settings: any[] }[];
  /** Any question of the HTTP API by its name. Throws an error that says what was found and what was expected. */
  ask(question: string, fields?: object, options?: AskOptions): any;
}

/** Loads the engine and its networks. */
export declare function load(options?: LoadOptions): Promise<Hexwright>;
