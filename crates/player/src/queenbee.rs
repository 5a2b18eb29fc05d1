//! The player `queenbee` of J. van Rijswijck (*Computer Hex: are bees better than fruitflies?*, 2000): iterative-deepening principal
//! variation search over two-distance, where the moves' costs decide how deep a line goes.
//!
//! A move's cost follows from its potential: the sum of both sides' two-distances through the cell. The cells where both are
//! nearest to winning cost least, so that natural lines are searched deep and odd moves shallow.

use board::{Cell, Color, Position, with_words};
use evaluate::{Potential, TwoDistance, UNREACHABLE};

use crate::{
    Choice, Player, PlayerError, Progress, Request,
    search::{self, Budgets, Look, MOST, Mind, PLY, Search, Try},
    sense,
};

/// Settings of [`Queenbee`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QueenbeeSettings {
    /// How many of the cheapest moves in a row the budget pays for, where the request sets no limit.
    pub depth: u32,
    /// What a step of potential adds to the cost of a move, in 64ths of a cheapest move.
    pub slope: u32,
}

impl Default for QueenbeeSettings {
    fn default() -> Self {
        Self { depth: 4, slope: 24 }
    }
}

/// Searches as deep as the moves are natural.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Queenbee {
    settings: QueenbeeSettings,
}

/// The depth that a request with a time or a number of nodes may reach.
const DEEPEST: u32 = 40;
const TABLE_BITS: u32 = 16;

impl Queenbee {
    /// With these settings.
    #[must_use]
    pub const fn new(settings: QueenbeeSettings) -> Self {
        Self { settings }
    }

    fn search<const W: usize>(&self, request: &Request<'_>) -> Choice {
        let position = request.game.position().resize::<W>();
        let limits = request.limits;
        let own = if limits.time.is_some() || limits.nodes.is_some() { DEEPEST } else { self.settings.depth };
        let depth = limits.depth.unwrap_or(own).max(1);
        let budgets = Budgets { first: PLY, step: PLY / 2, last: PLY * depth };
        let mut mind =
            QueenbeeMind::<W> { distance: TwoDistance::new(position.size()), slope: self.settings.slope };
        let found = Search::new(&mut mind, request, TABLE_BITS).run(&position, budgets);
        let cell = found.line.first().copied().unwrap_or_else(|| {
            let mut tries = Vec::new();
            mind.look(&position, &[], Some(&mut tries));
            tries.first().map_or_else(|| any_cell(&position), |tried| tried.cell)
        });
        let plies = f64::from(found.budget) / f64::from(PLY);
        Choice {
            mv: board::Move::Place(cell),
            reason: format!("best of {} positions, {plies} natural moves deep", found.nodes),
            thoughts: Progress {
                nodes: found.nodes,
                line: found.line,
                value: Some(search::chance(found.value)),
                candidates: Vec::new(),
            },
        }
    }
}

impl Player for Queenbee {
    fn name(&self) -> String {
        format!("queenbee:depth={},slope={}", self.settings.depth, self.settings.slope)
    }

    fn choose(&mut self, request: &Request<'_>) -> Result<Choice, PlayerError> {
        if let Some(choice) = sense::before_thinking(request)? {
            return Ok(choice);
        }
        Ok(with_words!(request.game.size(), W => self.search::<W>(request)))
    }
}

fn any_cell<const W: usize>(position: &Position<W>) -> Cell {
    position.empty_cells().first().expect("a game in progress has an empty cell")
}

struct QueenbeeMind<const W: usize> {
    distance: TwoDistance<W>,
    slope: u32,
}

/// A step of potential outweighs any difference of mobility.
const POTENTIAL: i32 = 1000;
const MOBILITY: i32 = 20;
/// Two-distance lets the opponent move first, so the side to move is a step better than it looks. Lines of different length meet in one
/// tree here: without this, deeper searches play worse.
const TEMPO: i32 = POTENTIAL;
/// What a side without a potential counts as: worse than any real one. It can still win, since two-distance gives up early.
const HOPELESS: i32 = 60;

impl<const W: usize> QueenbeeMind<W> {
    fn value(&self, to_move: Color, potentials: [Potential; 2]) -> i32 {
        let [own, other] = [to_move, to_move.opponent()].map(|color| potentials[color.index()]);
        let steps = |potential: Potential| match potential.lowest {
            UNREACHABLE => HOPELESS,
            lowest => i32::from(lowest),
        };
        let mobility = i32::from(own.mobility.min(40)) - i32::from(other.mobility.min(40));
        (POTENTIAL * (steps(other) - steps(own)) + MOBILITY * mobility + TEMPO).clamp(-MOST, MOST)
    }

    fn tries(&self, position: &Position<W>, tries: &mut Vec<Try>) {
        let cells = position.empty_cells();
        let potential = |cell: Cell| {
            let one = |color| match self.distance.potential(color, cell) {
                UNREACHABLE => HOPELESS as u32,
                potential => u32::from(potential),
            };
            one(Color::Black) + one(Color::White)
        };
        let lowest = cells.iter().map(potential).min().unwrap_or(0);
        tries.extend(cells.iter().map(|cell| {
            // The cheapest moves cost a ply.
            Try { cell, cost: PLY + self.slope * (potential(cell) - lowest) }
        }));
        tries.sort_by_key(|tried| tried.cost);
    }
}

impl<const W: usize> Mind<W> for QueenbeeMind<W> {
    fn look(&mut self, position: &Position<W>, _: &[Cell], tries: Option<&mut Vec<Try>>) -> Look {
        if let Some(winner) = position.winner() {
            return Look::Won(winner);
        }
        let potentials = self.distance.evaluate(position);
        if let Some(tries) = tries {
            self.tries(position, tries);
        }
        Look::Open(self.value(position.to_move(), potentials))
    }
}
