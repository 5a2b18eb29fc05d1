//! Shannon's pairing strategy for boards with unequal sides.
//!
//! Let the board have n rows and more than n columns, so that Black's edges are closer. The short diagonal from the
//! bottom left divides the first n + 1 columns into two triangles, each the mirror image of the other. Black answers
//! every stone in the mirror image of its cell, and wins even if White begins; further columns only help Black. Where
//! the board has more rows, the colours change places.

use std::{collections::BTreeMap, time::Duration};

use board::{BoardSize, Cell, Color, Position, random_below};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use record::{Picture, Shade, Tint};
use serde::Serialize;
use solver::{AnySolver, ProverSettings, SolverLimits, SolverSettings};

use super::super::{
    ClaimOutcome, Experiment, PaperFinding,
    finding::{grouped, or_dash},
    sources::PaperClaim,
};
use crate::{ExperimentError, Lab, error::require};

/// Which boards.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct PairingSettings {
    /// Boards, separated by commas; their sides must differ
    #[arg(
        long,
        value_name = "SIZES",
        value_delimiter = ',',
        default_value = "3x2,3x4,5x4,5x6,7x6,8x9,11x10,14x13,19x18"
    )]
    pub(crate) sizes: Vec<BoardSize>,
    /// Ways to divide the pairs that are tried on boards with too many for all
    #[arg(long, default_value_t = 20_000)]
    pub(crate) random: u64,
    /// Time for the solver on each board
    #[arg(long, value_name = "TIME", value_parser = crate::parse_time, default_value = "2s")]
    pub(crate) time_limit: Duration,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

/// All ways to divide this many pairs are tried: about two million.
const ALL_PAIRS: usize = 21;

/// A pairing strategy.
struct PairingStrategy {
    /// Who wins by it, with either player to begin.
    winner: Color,
    /// Each cell with its partner, each pair once.
    pairs: Vec<[Cell; 2]>,
}

impl PairingStrategy {
    /// The strategy of a board whose sides differ.
    fn of(size: BoardSize) -> Option<Self> {
        let (cols, rows) = (size.cols(), size.rows());
        let winner = match rows.cmp(&cols) {
            std::cmp::Ordering::Less => Color::Black,
            std::cmp::Ordering::Greater => Color::White,
            std::cmp::Ordering::Equal => return None,
        };
        let short = rows.min(cols);
        // `along` counts across the winner's way, `down` on it.
        let cell = |along: usize, down: usize| match winner {
            Color::Black => size.at(along, down),
            Color::White => size.at(down, along),
        };
        let triangle = (0..short).flat_map(|down| (0..short - down).map(move |along| [along, down]));
        let pairs = triangle
            .filter_map(|[along, down]| Some([cell(along, down)?, cell(short - down, short - 1 - along)?]));
        Some(Self { winner, pairs: pairs.collect() })
    }

    /// Whether the winner has won when it has one cell of each pair and the opponent everything else.
    fn wins(&self, size: BoardSize, choose: &mut dyn FnMut(usize) -> usize) -> bool {
        let mut position: Position = Position::empty(size);
        for (index, pair) in self.pairs.iter().enumerate() {
            position.place(self.winner, pair[choose(index) & 1]).expect("pairs have no cell in common");
        }
        position.has_won(self.winner)
    }

    /// How many ways to divide the pairs were tried, and how many of them fail.
    fn check(
        &self,
        size: BoardSize,
        settings: &PairingSettings,
        random: &mut Xoshiro256PlusPlus,
    ) -> (u64, u64) {
        if self.pairs.len() <= ALL_PAIRS {
            let all = 1u64 << self.pairs.len();
            let fails =
                (0..all).filter(|bits| !self.wins(size, &mut |index| (bits >> index) as usize)).count();
            return (all, fails as u64);
        }
        let fails =
            (0..settings.random).filter(|_| !self.wins(size, &mut |_| random_below(random, 2))).count();
        (settings.random, fails as u64)
    }
}

#[derive(Debug, Serialize)]
struct Checked {
    board: String,
    winner: String,
    pairs: usize,
    tried: u64,
    complete: bool,
    fails: u64,
    solver: Option<String>,
}

impl Experiment for PairingSettings {
    const NAME: &'static str = "pairing";

    fn within(time: Duration) -> String {
        match time.as_secs() {
            0..8 => "--sizes 3x2,3x4,5x4,5x6,8x9,11x10 --random 2000 --time-limit 200ms".to_string(),
            _ => String::new(),
        }
    }

    fn run(&self, _: &PaperClaim, lab: &Lab<'_>) -> Result<PaperFinding, ExperimentError> {
        lab.watcher.begin(self.sizes.len() as u64, "boards");
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let mut rows = Vec::new();
        for &size in &self.sizes {
            let strategy = PairingStrategy::of(size);
            require!(strategy.is_some(), "--sizes: found {size}: expected sides that differ");
            let Some(strategy) = strategy else { continue };
            let (tried, fails) = strategy.check(size, self, &mut random);
            // The opponent begins.
            let mut position = Position::empty(size);
            position.set_to_move(strategy.winner.opponent());
            let mut solver = AnySolver::new(SolverSettings::default(), ProverSettings::default());
            let answer = solver.solve(&position, SolverLimits::default(), &lab.until(Some(self.time_limit)));
            let complete = strategy.pairs.len() <= ALL_PAIRS;
            let solver = answer.winner.map(|winner| winner.to_string());
            let (winner, pairs) = (strategy.winner.to_string(), strategy.pairs.len());
            rows.push(Checked { board: size.to_string(), winner, pairs, tried, complete, fails, solver });
            lab.watcher.advance(1);
        }
        let fails: u64 = rows.iter().map(|row| row.fails).sum();
        let contradicted =
            rows.iter().any(|row| row.solver.as_ref().is_some_and(|winner| *winner != row.winner));
        let silent: Vec<&str> =
            rows.iter().filter(|row| row.solver.is_none()).map(|row| row.board.as_str()).collect();
        let complete = rows.iter().filter(|row| row.complete).count();
        let because = match (fails, contradicted) {
            (0, false) => format!(
                "The winner has a chain in every way to divide the pairs, on {complete} boards checked for all ways, on the others for random ones. \
                 The solver agrees where it finishes{}.",
                if silent.is_empty() {
                    String::new()
                } else {
                    format!("; it does not in {} s on {}", self.time_limit.as_secs_f64(), silent.join(", "))
                }
            ),
            _ => format!("{fails} ways to divide the pairs fail, or the solver finds another winner: a bug."),
        };
        let table = rows.iter().map(|row| {
            [
                row.board.clone(),
                row.winner.clone(),
                row.pairs.to_string(),
                format!("{}{}", grouped(row.tried), if row.complete { ", all" } else { ", random" }),
                grouped(row.fails),
                or_dash(row.solver.clone(), |winner| winner),
            ]
        });
        let heads = [
            "board (columns x rows)",
            "winner, with the opponent to begin",
            "pairs",
            "ways to divide them",
            "failures",
            "the solver's winner",
        ];
        let svg = picture(BoardSize::new(6, 5)?);
        let ours = format!(
            "wins in all cases tried, {} to {}",
            rows.first().map_or("", |row| &row.board),
            rows.last().map_or("", |row| &row.board)
        );
        PaperFinding::new(ClaimOutcome::of(fails == 0 && !contradicted), ours, because)
            .with_table("The pairing strategy on boards with unequal sides", heads, table)
            .with_figure("pairs", "The pairs on 6x5: cells with the same number. Black answers each stone of White in the partner of its cell.", svg)
            .with_data(&rows)
    }
}

/// The pairs of a board, numbered.
fn picture(size: BoardSize) -> String {
    let mut labels = BTreeMap::new();
    let mut first = board::CellSet::EMPTY;
    for (index, pair) in PairingStrategy::of(size).iter().flat_map(|strategy| &strategy.pairs).enumerate() {
        first.insert(pair[0]);
        for cell in *pair {
            labels.insert(cell, (index + 1).to_string());
        }
    }
    let shade = Shade { cells: first, tint: Tint::Yellow, pattern: record::FillPattern::Solid, name: None };
    Picture { labels, shades: vec![shade], ..Picture::new(Position::empty(size)) }.svg()
}
