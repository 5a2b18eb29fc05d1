//! A solver for boards of any size, and a look into its table: for players and protocols, which get any board.

use std::cmp::Reverse;

use board::{BoardSize, Cell, CellSet, MAX_WORDS, Position, with_words};

use crate::{
    Answer, Bounds, Expansion, Knowledge, Limits, Observer, Pool, ProverSettings, Provers, Question,
    Settings, Solver, embedded_order,
};

/// What the table knows of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tried {
    /// The move.
    pub cell: Cell,
    /// The numbers of the position after it, seen from the opponent, who is then to move.
    pub bounds: Bounds,
    /// Positions examined below it.
    pub work: u32,
}

/// A solver that takes boards of any size, one after the other. It keeps its table as long as the size stays. Moves are in
/// the order of the network in the program.
pub struct AnySolver {
    settings: Settings,
    provers: ProverSettings,
    inner: Option<(BoardSize, Box<dyn Inner>)>,
}

impl std::fmt::Debug for AnySolver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AnySolver").field("settings", &self.settings).finish_non_exhaustive()
    }
}

impl AnySolver {
    /// A solver that has not seen a board yet, and takes no memory until then.
    #[must_use]
    pub const fn new(settings: Settings, provers: ProverSettings) -> Self {
        Self { settings, provers, inner: None }
    }

    /// Forgets everything, and gives the memory back.
    pub fn clear(&mut self) {
        self.inner = None;
    }

    /// Says who wins a position.
    pub fn solve(
        &mut self,
        position: &Position,
        limits: Limits,
        observer: &dyn Observer,
    ) -> Answer<MAX_WORDS> {
        let size = position.size();
        if self.inner.as_ref().is_none_or(|(of, _)| *of != size) {
            let inner = with_words!(size, W => {
                let pool = Pool::<W>::new(size, self.provers, Some(embedded_order(size)));
                Box::new(WithPool { solver: Solver::<W>::new(self.settings), pool }) as Box<dyn Inner>
            });
            self.inner = Some((size, inner));
        }
        let (_, inner) = self.inner.as_ref().expect("a solver was just made");
        inner.solve(position, limits, observer)
    }

    /// A winning move of the side to move, which wins; `None` where the limits or the observer end the search first. Where a
    /// position is won without any particular move the moves are tried one by one, the winner's carrier first.
    pub fn winning_move(
        &mut self,
        position: &Position,
        answer: &Answer<MAX_WORDS>,
        limits: Limits,
        observer: &dyn Observer,
    ) -> Option<Cell> {
        let mover = position.to_move();
        if answer.winner != Some(mover) || answer.winning_move.is_some() {
            return answer.winning_move;
        }
        let empty = position.empty_cells();
        let carrier = answer.carrier & empty;
        carrier.iter().chain(empty.minus(carrier)).find(|&cell| {
            let child = position.child(cell);
            child.has_won(mover) || self.solve(&child, limits, observer).winner == Some(mover)
        })
    }

    /// What the table knows of the moves in a position, those that were never looked at left out.
    #[must_use]
    pub fn tried(&self, position: &Position) -> Vec<Tried> {
        self.known(position).map_or_else(Vec::new, |inner| inner.tried(position))
    }

    /// The line of play that the table holds for best: winning moves of the winner, and of the loser those that took the
    /// most work to refute.
    #[must_use]
    pub fn line(&self, position: &Position) -> Vec<Cell> {
        let Some(inner) = self.known(position) else { return Vec::new() };
        let mut position = *position;
        let mut line = Vec::new();
        while position.winner().is_none() {
            let Some(cell) = inner.best(&position) else { break };
            line.push(cell);
            position.play_unchecked(cell);
        }
        line
    }

    fn known(&self, position: &Position) -> Option<&dyn Inner> {
        self.inner.as_ref().filter(|(size, _)| *size == position.size()).map(|(_, inner)| inner.as_ref())
    }
}

/// A solver of some width.
trait Inner: Send {
    fn solve(&self, position: &Position, limits: Limits, observer: &dyn Observer) -> Answer<MAX_WORDS>;
    fn tried(&self, position: &Position) -> Vec<Tried>;
    fn best(&self, position: &Position) -> Option<Cell>;
}

/// A solver with the provers that it asks.
struct WithPool<const W: usize> {
    solver: Solver<W>,
    pool: Pool<W>,
}

impl<const W: usize> Inner for WithPool<W> {
    fn solve(&self, position: &Position, limits: Limits, observer: &dyn Observer) -> Answer<MAX_WORDS> {
        let question = Question { limits, observer, ..Question::default() };
        let answer = self.solver.solve(&position.resize::<W>(), || self.pool.lend(), &question);
        Answer {
            winner: answer.winner,
            winning_move: answer.winning_move,
            carrier: answer.carrier.resize(),
            bounds: answer.bounds,
            statistics: answer.statistics,
        }
    }

    fn tried(&self, position: &Position) -> Vec<Tried> {
        let position = position.resize::<W>();
        let look = |cell: Cell| {
            let entry = self.solver.table().get(&position.child(cell))?;
            Some(Tried { cell, bounds: entry.bounds, work: entry.work })
        };
        position.empty_cells().iter().filter_map(look).collect()
    }

    fn best(&self, position: &Position) -> Option<Cell> {
        let entry = self.solver.table().get(&position.resize::<W>())?;
        let empty = position.empty_cells();
        match entry.bounds.win() {
            Some(false) => {
                Inner::tried(self, position).iter().max_by_key(|tried| tried.work).map(|tried| tried.cell)
            }
            _ => entry.best.filter(|&cell| empty.contains(cell)),
        }
    }
}

/// The reply that makes it hardest for the winner: one that the provers do not refute at once and that leaves few
/// answers, otherwise one that the winner needs many cells for. `carrier` is where the winner's win can be disturbed at all.
#[must_use]
pub fn resist(position: &Position, carrier: CellSet, provers: ProverSettings) -> Option<Cell> {
    with_words!(position.size(), W => resist_in::<W>(&position.resize(), carrier.resize(), provers))
}

fn resist_in<const W: usize>(
    position: &Position<W>,
    carrier: CellSet<W>,
    settings: ProverSettings,
) -> Option<Cell> {
    let loser = position.to_move();
    let mut provers = Provers::<W>::new(position.size(), settings);
    let mut expansion = Expansion::default();
    let empty = position.empty_cells();
    let inside = carrier & empty;
    let cells = if inside.is_empty() { empty } else { inside };
    let mut score = |cell: Cell| {
        let child = position.child(cell);
        provers.examine(&child, &mut expansion);
        match expansion.decided {
            Some(proof) if proof.winner == loser => (2, 0),
            Some(proof) => (0, proof.carrier.len()),
            None => (1, usize::MAX - expansion.moves.len()),
        }
    };
    cells.iter().map(|cell| (score(cell), Reverse(cell))).max().map(|(_, Reverse(cell))| cell)
}
