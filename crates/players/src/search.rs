//! Alpha-beta for the classic players: principal variation search with iterative deepening and a transposition table.
//!
//! The players differ in their [`Mind`]: its evaluation, the moves that it tries, and their cost. Depth is a
//! budget that moves are paid from, so that "three plies" (every move costs [`PLY`]) and "as deep as the moves are natural"
//! (a move costs more the odder it is) are the same search. Values are those of the side to move, in thousandths.

use std::time::Duration;

use board::{Cell, Color, Position};
use player::{Progress, Request};

/// The cost of an ordinary move, and the unit of budgets.
pub(crate) const PLY: u32 = 64;

/// The value of a won game; a win in `n` moves is worth `n` less.
pub(crate) const WIN: i32 = 1_000_000;
/// Values at least this far from zero are wins and losses.
pub(crate) const DECIDED: i32 = WIN - 1000;
/// The largest value of an undecided position.
pub(crate) const MOST: i32 = 500_000;

/// The evaluation of a position by a mind.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Look {
    /// This colour has won, or is known to win.
    Won(Color),
    /// The value for the side to move, at most [`MOST`] either way.
    Open(i32),
}

/// A move to try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Try {
    pub(crate) cell: Cell,
    /// Its cost, taken from the budget.
    pub(crate) cost: u32,
}

/// How a player values positions and chooses what to try.
pub(crate) trait Mind<const W: usize> {
    /// Looks at a position that was reached by `moves`, the last one at the end. Where `tries` is given, it is empty and
    /// receives the moves to try, the most promising first: at least one unless the game is decided.
    fn look(&mut self, position: &Position<W>, moves: &[Cell], tries: Option<&mut Vec<Try>>) -> Look;

    /// Hears that a move was too good for the window: it is likely to be so in other positions too.
    fn refuted(&mut self, _cell: Cell) {}
}

/// The budgets of iterative deepening.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Budgets {
    pub(crate) first: u32,
    pub(crate) step: u32,
    /// The last one, if time and nodes allow it.
    pub(crate) last: u32,
}

impl Budgets {
    /// One ply, two plies, and so on.
    pub(crate) const fn plies(most: u32) -> Self {
        Self { first: PLY, step: PLY, last: PLY * most }
    }

    /// The whole budget at once.
    pub(crate) const fn only(plies: u32) -> Self {
        Self { first: PLY * plies, step: PLY, last: PLY * plies }
    }
}

/// The result of a search.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Found {
    /// The best line; empty if the time did not suffice for one move.
    pub(crate) line: Vec<Cell>,
    /// Its value for the side to move.
    pub(crate) value: i32,
    /// The largest budget that was searched to its end.
    pub(crate) budget: u32,
    /// Positions examined.
    pub(crate) nodes: u64,
}

/// One search: the state of a thread.
pub(crate) struct Search<'a, const W: usize, M> {
    mind: &'a mut M,
    request: &'a Request<'a>,
    table: Table,
    /// The moves of the game and of the path, the last one at the end.
    moves: Vec<Cell>,
    /// Best lines by ply.
    lines: Vec<Vec<Cell>>,
    /// Lists of tries by ply, kept to save allocations.
    tries: Vec<Vec<Try>>,
    nodes: u64,
    /// The longest time that one look has taken: how far ahead of the end we must stop.
    longest: Duration,
}

impl<'a, const W: usize, M: Mind<W>> Search<'a, W, M> {
    /// A search with a table of `2^bits` entries.
    pub(crate) fn new(mind: &'a mut M, request: &'a Request<'a>, bits: u32) -> Self {
        let moves = request.game.turns().iter().filter_map(|turn| turn.mv.cell()).collect();
        Self {
            mind,
            request,
            table: Table::new(bits),
            moves,
            lines: Vec::new(),
            tries: Vec::new(),
            nodes: 0,
            longest: Duration::ZERO,
        }
    }

    /// Searches with growing budgets until a limit is reached or the game is decided.
    pub(crate) fn run(mut self, position: &Position<W>, budgets: Budgets) -> Found {
        let mut found = Found::default();
        let mut budget = budgets.first;
        while budget <= budgets.last {
            let value = self.visit(position, Window { alpha: -WIN, beta: WIN }, budget, 0);
            // An unfinished search is still good for its best line: the first move tried was the best one before.
            if let Some(line) = self.lines.first()
                && !line.is_empty()
            {
                found.line.clone_from(line);
            }
            found.nodes = self.nodes;
            let Some(value) = value else { break };
            (found.value, found.budget) = (value, budget);
            self.request.observer.progress(&Progress {
                nodes: self.nodes,
                line: found.line.clone(),
                value: Some(chance(value)),
                candidates: Vec::new(),
            });
            if value.abs() >= DECIDED {
                break;
            }
            budget += budgets.step;
        }
        found
    }

    /// The value of a position within a window, or `None` when a limit was reached.
    fn visit(&mut self, position: &Position<W>, mut window: Window, budget: u32, ply: usize) -> Option<i32> {
        // 1. Limits.
        if self.is_over() {
            return None;
        }
        self.nodes += 1;
        if self.lines.len() <= ply + 1 {
            self.lines.resize(ply + 2, Vec::new());
            self.tries.resize(ply + 2, Vec::new());
        }
        if ply > 0 {
            self.lines[ply].clear();
        }

        // 2. What is known.
        let known = self.table.get(position.hash(), ply);
        if let Some(known) = known
            && ply > 0
            && known.budget >= budget
            && known.decides(window)
        {
            return Some(known.value);
        }

        // 3. What the mind sees; at the end of the budget that is all.
        let mut tries = std::mem::take(&mut self.tries[ply]);
        tries.clear();
        let look = self.look(position, (budget > 0).then_some(&mut tries));
        let (mut best, original) = (-WIN, window.alpha);
        let here = match look {
            Look::Won(color) if color == position.to_move() => Some(WIN - ply as i32),
            Look::Won(_) => Some(ply as i32 - WIN),
            Look::Open(value) if tries.is_empty() => Some(value),
            Look::Open(_) => None,
        };
        if let Some(value) = here {
            self.tries[ply] = tries;
            return Some(value);
        }

        // 4. The move that was best before comes first.
        if let Some(index) = known.and_then(|known| tries.iter().position(|tried| tried.cell == known.cell)) {
            tries[..=index].rotate_right(1);
        }

        // 5. The moves: the first with the whole window, the others with a test whether they are better at all.
        let mut best_cell = tries[0].cell;
        for (index, &Try { cell, cost }) in tries.iter().enumerate() {
            if cost > budget && index >= ALWAYS_TRIED {
                continue;
            }
            let child = position.child(cell);
            let rest = budget.saturating_sub(cost.min(budget));
            self.moves.push(cell);
            let mut value = None;
            let mut search =
                |window: Window| self.visit(&child, window.reversed(), rest, ply + 1).map(|value| -value);
            if index == 0 {
                value = search(window);
            } else if let Some(test) = search(Window { alpha: window.alpha, beta: window.alpha + 1 }) {
                value = if test > window.alpha && test < window.beta { search(window) } else { Some(test) };
            }
            self.moves.pop();
            let Some(value) = value else {
                self.tries[ply] = tries;
                return None;
            };
            if value > best {
                (best, best_cell) = (value, cell);
                if value > window.alpha || index == 0 {
                    let (line, below) = self.lines.split_at_mut(ply + 1);
                    line[ply].clear();
                    line[ply].push(cell);
                    line[ply].extend(&below[0]);
                }
                window.alpha = window.alpha.max(value);
            }
            if window.alpha >= window.beta {
                self.mind.refuted(cell);
                break;
            }
        }
        self.tries[ply] = tries;

        // 6. Remember.
        let bound = match best {
            _ if best >= window.beta => Bound::AtLeast,
            _ if best <= original => Bound::AtMost,
            _ => Bound::Exact,
        };
        self.table.put(position.hash(), Known { value: best, bound, budget, cell: best_cell }, ply);
        Some(best)
    }

    fn look(&mut self, position: &Position<W>, tries: Option<&mut Vec<Try>>) -> Look {
        if self.request.limits.time.is_none() {
            return self.mind.look(position, &self.moves, tries);
        }
        let before = self.request.clock.elapsed();
        let look = self.mind.look(position, &self.moves, tries);
        self.longest = self.longest.max(self.request.clock.elapsed().saturating_sub(before));
        look
    }

    fn is_over(&self) -> bool {
        let Request { limits, clock, .. } = self.request;
        limits.nodes.is_some_and(|nodes| self.nodes >= nodes)
            || self.request.should_stop()
            || limits.time.is_some_and(|time| clock.elapsed() + self.longest >= time)
    }
}

/// This many moves are tried regardless of their cost, so a line never ends for lack of budget alone.
const ALWAYS_TRIED: usize = 2;

/// A value as a chance of winning, from 0 to 1: one unit of an evaluation is about the odds of Euler's number.
pub(crate) fn chance(value: i32) -> f64 {
    1.0 / (1.0 + (-f64::from(value) / 1000.0).exp())
}

/// The values that still matter.
#[derive(Debug, Clone, Copy)]
struct Window {
    alpha: i32,
    beta: i32,
}

impl Window {
    const fn reversed(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

/// The kind of a value in the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// The knowledge about a position.
#[derive(Debug, Clone, Copy)]
struct Known {
    value: i32,
    bound: Bound,
    budget: u32,
    cell: Cell,
}

impl Known {
    const fn decides(&self, window: Window) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => self.value >= window.beta,
            Bound::AtMost => self.value <= window.alpha,
        }
    }
}

/// The transposition table: the latest entry stays.
struct Table {
    entries: Vec<Option<(u128, Known)>>,
}

impl Table {
    fn new(bits: u32) -> Self {
        Self { entries: vec![None; 1 << bits] }
    }

    const fn index(&self, hash: u128) -> usize {
        hash as usize & (self.entries.len() - 1)
    }

    fn get(&self, hash: u128, ply: usize) -> Option<Known> {
        let (key, mut known) = self.entries[self.index(hash)]?;
        // Wins are stored as seen from their own position: the number of moves from there.
        if known.value.abs() >= DECIDED {
            known.value -= known.value.signum() * ply as i32;
        }
        (key == hash).then_some(known)
    }

    fn put(&mut self, hash: u128, mut known: Known, ply: usize) {
        if known.value.abs() >= DECIDED {
            known.value += known.value.signum() * ply as i32;
        }
        let index = self.index(hash);
        self.entries[index] = Some((hash, known));
    }
}

#[cfg(test)]
mod tests {
    use board::{BoardSize, Game, parse_diagram};

    use super::*;
    use player::{Limits, Request};

    /// Sees only finished games, and tries every cell.
    struct Blind;

    impl<const W: usize> Mind<W> for Blind {
        fn look(&mut self, position: &Position<W>, _: &[Cell], tries: Option<&mut Vec<Try>>) -> Look {
            if let Some(winner) = position.winner() {
                return Look::Won(winner);
            }
            if let Some(tries) = tries {
                tries.extend(position.empty_cells().iter().map(|cell| Try { cell, cost: PLY }));
            }
            Look::Open(0)
        }
    }

    /// The value of a game to its end: wins in as few moves, losses in as many as possible.
    fn minimax(position: &Position, ply: i32) -> i32 {
        if let Some(winner) = position.winner() {
            return if winner == position.to_move() { WIN - ply } else { ply - WIN };
        }
        position.empty_cells().iter().map(|cell| -minimax(&position.child(cell), ply + 1)).max().unwrap()
    }

    #[test]
    fn a_full_search_finds_the_shortest_win() {
        for diagram in [
            ". . .\n . . .\n  . . .",
            "B . .\n . W .\n  . . .",
            ". . W\n . B .\n  . . .",
            "W . . .\n . B . W\n  . . W B\n   B . . .",
        ] {
            let position = parse_diagram(diagram).unwrap();
            let game = Game::from_position(position);
            let request = Request::new(&game, 1);
            let found = Search::new(&mut Blind, &request, 12).run(&position, Budgets::plies(16));
            assert_eq!(found.value, minimax(&position, 0), "\n{position}");
            let length = (WIN - found.value.abs()) as usize;
            assert_eq!(found.line.len(), length, "\n{position}\n{:?}", found.line);
        }
    }

    #[test]
    fn nodes_are_counted_and_limited() {
        let game = Game::new(BoardSize::square(7).unwrap(), false);
        let request = Request::new(&game, 1).with_limits(Limits { nodes: Some(500), ..Limits::default() });
        let position = *game.position();
        let found = Search::new(&mut Blind, &request, 12).run(&position, Budgets::plies(40));
        assert_eq!(found.nodes, 500);
        assert!(!found.line.is_empty());
    }
}
