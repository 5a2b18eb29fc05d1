//! The player `hexy` of V. V. Anshelevich (2000): alpha-beta over E = log(R_B / R_W), the ratio of both sides' circuit resistances.
//!
//! How many generations of virtual connections the circuits know is the number in Hexy(n): Hexy(0) none, Hexy(1) two-bridges,
//! both as in the paper.

use board::{Cell, Color, Position, with_words};
use evaluate::{Circuits, Resistances};

use crate::{
    Choice, Player, PlayerError, Progress, Request,
    search::{self, Budgets, Look, MOST, Mind, PLY, Search, Try},
    sense,
};

/// How many generations of virtual connections a [`Hexy`] knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Generations {
    /// No connections: Hexy(0).
    None,
    /// Two-bridges between groups: Hexy(1).
    Bridges,
}

/// Settings of [`Hexy`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HexySettings {
    /// Which connections the circuits know.
    pub generations: Generations,
    /// Moves to look ahead, where the request sets no limit: the paper's D.
    pub depth: u32,
    /// Moves tried in a position: those that both sides' circuits count on most.
    pub width: usize,
}

impl Default for HexySettings {
    fn default() -> Self {
        Self { generations: Generations::Bridges, depth: 3, width: 15 }
    }
}

/// Searches over circuits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Hexy {
    settings: HexySettings,
}

/// The depth that a request with a time or a number of nodes may reach.
const DEEPEST: u32 = 40;
const TABLE_BITS: u32 = 16;

impl Hexy {
    /// With these settings.
    #[must_use]
    pub const fn new(settings: HexySettings) -> Self {
        Self { settings }
    }

    fn search<const W: usize>(&self, request: &Request<'_>) -> Choice {
        let position = request.game.position().resize::<W>();
        let limits = request.limits;
        let own = if limits.time.is_some() || limits.nodes.is_some() { DEEPEST } else { self.settings.depth };
        let depth = limits.depth.unwrap_or(own).max(1);
        let mut mind = HexyMind::<W> { circuits: Circuits::new(position.size()), settings: self.settings };
        let found = Search::new(&mut mind, request, TABLE_BITS).run(&position, Budgets::plies(depth));
        let cell = found.line.first().copied().unwrap_or_else(|| mind.most_important(&position));
        let plies = found.budget / PLY;
        Choice {
            mv: board::Move::Place(cell),
            reason: format!("best of {} positions, {plies} moves deep", found.nodes),
            thoughts: Progress {
                nodes: found.nodes,
                line: found.line,
                value: Some(search::chance(found.value)),
                candidates: Vec::new(),
            },
        }
    }
}

impl Player for Hexy {
    fn name(&self) -> String {
        let HexySettings { generations, depth, width } = self.settings;
        let n = match generations {
            Generations::None => "0",
            Generations::Bridges => "1",
        };
        format!("hexy:n={n},depth={depth},width={width}")
    }

    fn choose(&mut self, request: &Request<'_>) -> Result<Choice, PlayerError> {
        if let Some(choice) = sense::before_thinking(request)? {
            return Ok(choice);
        }
        Ok(with_words!(request.game.size(), W => self.search::<W>(request)))
    }
}

struct HexyMind<const W: usize> {
    circuits: Circuits<W>,
    settings: HexySettings,
}

impl<const W: usize> HexyMind<W> {
    fn evaluate(&mut self, position: &Position<W>) -> Resistances {
        match self.settings.generations {
            Generations::None => self.circuits.evaluate(position),
            Generations::Bridges => self.circuits.evaluate_bridged(position),
        }
    }

    /// The cell that both sides count on most, for want of time.
    fn most_important(&mut self, position: &Position<W>) -> Cell {
        let mut tries = Vec::new();
        let resistances = self.evaluate(position);
        self.tries(position, &resistances, &mut tries);
        tries.first().map(|tried| tried.cell).expect("a game in progress has an empty cell")
    }

    fn tries(&self, position: &Position<W>, resistances: &Resistances, tries: &mut Vec<Try>) {
        let importance = |cell: &Cell| self.circuits.importance(resistances, *cell);
        let mut cells: Vec<Cell> = position.empty_cells().iter().collect();
        cells.sort_by(|a, b| importance(b).total_cmp(&importance(a)).then(a.cmp(b)));
        tries.extend(cells.iter().take(self.settings.width).map(|&cell| Try { cell, cost: PLY }));
    }
}

impl<const W: usize> Mind<W> for HexyMind<W> {
    fn look(&mut self, position: &Position<W>, _: &[Cell], tries: Option<&mut Vec<Try>>) -> Look {
        if let Some(winner) = position.winner() {
            return Look::Won(winner);
        }
        let resistances = self.evaluate(position);
        if let Some(tries) = tries {
            self.tries(position, &resistances, tries);
        }
        Look::Open(value(position.to_move(), &resistances))
    }
}

/// The evaluation in thousandths, for the side to move.
fn value(to_move: Color, resistances: &Resistances) -> i32 {
    let black = -resistances.log_ratio() * 1000.0;
    let own = if to_move == Color::Black { black } else { -black };
    own.clamp(-f64::from(MOST), f64::from(MOST)) as i32
}
