//! The player `queenbee` of J. van Rijswijck (*Computer Hex: are bees better than fruitflies?*, 2000): iterative-deepening principal
//! variation search over two-distance, where the moves' costs decide how deep a line goes.
//!
//! A move's cost follows from its potential: the sum of both sides' two-distances through the cell. The cells where both are
//! nearest to winning cost least, so that natural lines are searched deep and odd moves shallow.

use board::{Cell, Color, Position, with_words};
use evaluate::{Potential, TwoDistance, UNREACHABLE};

use crate::{
    search::{self, Budgets, Look, MOST, Mind, PLY, Search, Try},
    sense,
};
use player::{Choice, Cost, Player, PlayerError, PlayerKind, Progress, Request, Setting, Spec};

pub(crate) const KIND: PlayerKind = PlayerKind {
    name: "queenbee",
    about: "searches over two-distance, natural moves deeper",
    settings: &[
        Setting::whole(
            "depth",
            [1, 40],
            "natural moves to look ahead, at most; 4 for a move that has neither a time nor a limit of nodes",
        )
        .unit("moves")
        .slower(),
        Setting::whole("slope", [0, 1000], "what a step of potential adds to the cost of a move")
            .default("24")
            .unit("64ths of a natural move"),
    ],
    cost: Cost::bytes(16 << 20),
    make: |spec, _| Ok(Box::new(Queenbee::new(QueenbeeSettings::of(spec)))),
};

/// Settings of [`Queenbee`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QueenbeeSettings {
    /// How many of the cheapest moves in a row the budget pays for, at most; without it, [`player::Limits::depth_or`] decides.
    pub depth: Option<u32>,
    /// The cost that a step of potential adds to a move, in 64ths of a cheapest move.
    pub slope: u32,
}

impl QueenbeeSettings {
    fn of(spec: &Spec) -> Self {
        Self { depth: spec.optional("depth").map(|depth| depth as u32), slope: spec.whole("slope") }
    }
}

/// Searches as deep as the moves are natural.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Queenbee {
    settings: QueenbeeSettings,
}

/// The depth of a search that nothing else limits.
const USUAL_DEPTH: u32 = 4;
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
        let depth = limits.depth_or(self.settings.depth, USUAL_DEPTH);
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
        let QueenbeeSettings { depth, slope } = self.settings;
        format!("queenbee:depth={},slope={slope}", depth.unwrap_or(USUAL_DEPTH))
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
/// The value of a side without a potential: worse than any real one. It can still win, since two-distance gives up early.
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
