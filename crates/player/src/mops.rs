//! The player `mops` of the MIHex paper (2002): alpha-beta to depth 2 over the moves around the last two stones, valued by the
//! hyperbolic tangent of eight weighted features.
//!
//! It was made to learn, not to be strong: the weights are a setting, and the best line and its value come out with the
//! move, which is what TDLeaf(lambda) needs.

use board::{Cell, CellSet, Color, Position, below, with_words};
use evaluate::{Connectibility, Weights};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

use crate::{
    Choice, Player, PlayerError, Progress, Request,
    search::{Budgets, Look, Mind, PLY, Search, Try},
    sense,
};

/// Settings of [`Mops`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MopsSettings {
    /// The weights of the features.
    pub weights: Weights,
    /// Moves to look ahead.
    pub depth: u32,
    /// Moves tried in a position.
    pub degree: usize,
}

impl Default for MopsSettings {
    /// The paper's depth and degree.
    fn default() -> Self {
        Self { weights: Weights::EQUAL, depth: 2, degree: 24 }
    }
}

/// Plays around the last two stones.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Mops {
    settings: MopsSettings,
}

impl Mops {
    /// With these settings.
    #[must_use]
    pub const fn new(settings: MopsSettings) -> Self {
        Self { settings }
    }

    fn search<const W: usize>(&self, request: &Request<'_>) -> Choice {
        let position = request.game.position().resize::<W>();
        let depth = request.limits.depth.unwrap_or(self.settings.depth).max(1);
        let mut mind = MopsMind::<W> {
            connectibility: Connectibility::new(position.size()),
            settings: self.settings,
            seed: request.seed,
        };
        // Two plies are two plies: there is nothing to gain from deepening step by step without a table.
        let budgets =
            if request.limits.time.is_some() { Budgets::plies(depth) } else { Budgets::only(depth) };
        let found = Search::new(&mut mind, request, 0).run(&position, budgets);
        let cell = found.line.first().copied().unwrap_or_else(|| {
            let mut tries = Vec::new();
            let moves: Vec<Cell> = request.game.turns().iter().filter_map(|turn| turn.mv.cell()).collect();
            mind.tries(&position, &moves, &mut tries);
            tries[0].cell
        });
        // The search speaks in thousandths of a value from -1 to 1.
        let value = (f64::from(found.value) / 1000.0).clamp(-1.0, 1.0);
        Choice {
            mv: board::Move::Place(cell),
            reason: format!("value {value:+.3} after {depth} moves around the last two stones"),
            thoughts: Progress {
                nodes: found.nodes,
                line: found.line,
                value: Some((value + 1.0) / 2.0),
                candidates: Vec::new(),
            },
        }
    }
}

impl Player for Mops {
    fn name(&self) -> String {
        let MopsSettings { depth, degree, .. } = self.settings;
        format!("mops:depth={depth},degree={degree}")
    }

    fn choose(&mut self, request: &Request<'_>) -> Result<Choice, PlayerError> {
        if let Some(choice) = sense::before_thinking(request)? {
            return Ok(choice);
        }
        Ok(with_words!(request.game.size(), W => self.search::<W>(request)))
    }
}

struct MopsMind<const W: usize> {
    connectibility: Connectibility<W>,
    settings: MopsSettings,
    seed: u64,
}

impl<const W: usize> MopsMind<W> {
    /// The cells next to the last two stones, then those a bridge away, then any others until there are enough.
    fn tries(&self, position: &Position<W>, moves: &[Cell], tries: &mut Vec<Try>) {
        let degree = self.settings.degree;
        let rings = moves.iter().rev().take(2).map(|&cell| sense::surroundings(position, cell));
        let (mut near, mut far) = (CellSet::EMPTY, CellSet::EMPTY);
        for [adjacent, bridges] in rings {
            near |= adjacent;
            far |= bridges;
        }
        let chosen = near.iter().chain(far.minus(near)).take(degree);
        tries.extend(chosen.map(|cell| Try { cell, cost: PLY }));
        let mut rest: Vec<Cell> = position.empty_cells().minus(near | far).iter().collect();
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.seed ^ position.hash() as u64);
        while tries.len() < degree && !rest.is_empty() {
            let cell = rest.swap_remove(below(&mut random, rest.len()));
            tries.push(Try { cell, cost: PLY });
        }
    }
}

impl<const W: usize> Mind<W> for MopsMind<W> {
    fn look(&mut self, position: &Position<W>, moves: &[Cell], tries: Option<&mut Vec<Try>>) -> Look {
        if let Some(winner) = position.winner() {
            return Look::Won(winner);
        }
        if let Some(tries) = tries {
            self.tries(position, moves, tries);
            // Inside the tree nobody asks for the value.
            return Look::Open(0);
        }
        let value = self.settings.weights.value(&self.connectibility.features(position));
        let own = if position.to_move() == Color::Black { value } else { -value };
        Look::Open((own * 1000.0) as i32)
    }
}
