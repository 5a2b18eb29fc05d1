//! Richman's theorem and the Random-Turn Hex theorem by brute force, and Proposition 5.1 by counting.

use std::time::Duration;

use board::{BoardSize, Cell, Color, Position, random_below};
use chance::{Analysis, Arithmetic, Coin, analyze};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use serde::Serialize;

use super::{
    super::{ClaimOutcome, Experiment, PaperFinding, finding::grouped, sources::PaperClaim},
    random_position,
};
use crate::{ExperimentError, Lab, error::require};

/// Which board.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct TheoremSettings {
    /// Board size; every arrangement of stones on it is examined
    #[arg(long, short = 's', default_value = "3")]
    pub(crate) size: BoardSize,
}

/// The most cells of a board whose arrangements are all examined.
const MOST_CELLS: usize = 12;

#[derive(Debug, Default, Serialize)]
struct Compared {
    positions: u64,
    over: u64,
    other_values: u64,
    other_moves: u64,
    other_bids: u64,
}

impl Experiment for TheoremSettings {
    const NAME: &'static str = "random-turn-theorem";

    fn within(time: Duration) -> String {
        let size = match time.as_secs() {
            0..3 => "3x2",
            3..120 => "3",
            _ => "4x3",
        };
        format!("--size {size}")
    }

    fn run(&self, _: &PaperClaim, lab: &Lab<'_>) -> Result<PaperFinding, ExperimentError> {
        let cells: Vec<Cell> = self.size.iter().collect();
        require!(
            cells.len() <= MOST_CELLS,
            "--size: found {} cells: expected at most {MOST_CELLS}",
            cells.len()
        );
        let compared = compare(self.size, &cells, lab)?;
        let Compared { positions, other_values, other_moves, other_bids, .. } = compared;
        let bad = other_values + other_moves + other_bids;
        let cut_short = lab.watcher.is_over();
        let outcome = if cut_short { ClaimOutcome::Undecided } else { ClaimOutcome::of(bad == 0) };
        let because = format!(
            "Values, best moves and best bids from playing both games to the end equal those from counting fillings, in every one of the {} positions of {}.",
            grouped(positions),
            self.size
        );
        let because = if bad == 0 { because } else { format!("{bad} comparisons fail: a bug.") };
        let rows = [
            [
                "value of Random-Turn Hex; Richman's value is 1 minus it".to_string(),
                grouped(positions),
                grouped(other_values),
            ],
            [
                "best moves, the same for both players".to_string(),
                grouped(positions - compared.over),
                grouped(other_moves),
            ],
            [
                "best bid: half of what the move is worth".to_string(),
                grouped(positions - compared.over),
                grouped(other_bids),
            ],
        ];
        PaperFinding::new(
            outcome,
            format!("equal in all {} positions of {}", grouped(positions), self.size),
            because,
        )
        .with_table(
            "Both games played to the end, against the count of fillings",
            ["compared", "positions", "different"],
            rows,
        )
        .with_data(&compared)
    }
}

/// Plays both games in every arrangement of stones, the fullest first, and compares with the count of fillings.
fn compare(size: BoardSize, cells: &[Cell], lab: &Lab<'_>) -> Result<Compared, ExperimentError> {
    let all = 3usize.pow(cells.len() as u32);
    lab.watcher.begin(all as u64, "positions");
    // By the arrangement: Black's chance to win, and the share of the chips that Black needs.
    let mut values = vec![0.0; all];
    let mut needs = vec![0.0; all];
    let mut compared = Compared::default();
    // A stone makes the number of an arrangement greater, so all later positions are there already.
    for arrangement in (0..all).rev() {
        if arrangement % 4096 == 0 && lab.watcher.is_over() {
            break;
        }
        let digit = |index: usize| arrangement / 3usize.pow(index as u32) % 3;
        let mut position = Position::empty(size);
        for (index, &cell) in cells.iter().enumerate() {
            if digit(index) > 0 {
                position.place(Color::BOTH[digit(index) - 1], cell)?;
            }
        }
        let analysis = analyze(&position, Coin::FAIR, Arithmetic::Fractions)?;
        compared.positions += 1;
        if let Some(winner) = position.winner() {
            compared.over += 1;
            values[arrangement] = if winner == Color::Black { 1.0 } else { 0.0 };
            needs[arrangement] = 1.0 - values[arrangement];
        } else {
            let empty = || (0..cells.len()).filter(|&index| digit(index) == 0);
            let after = |table: &[f64], index: usize, color: usize| {
                table[arrangement + (1 + color) * 3usize.pow(index as u32)]
            };
            let best = |table: &[f64], color: usize, sign: f64| {
                empty().map(|index| sign * after(table, index, color)).fold(f64::NEG_INFINITY, f64::max)
                    * sign
            };
            // Every number is a multiple of a small power of two: the arithmetic is exact.
            let [black, white] = [best(&values, 0, 1.0), best(&values, 1, -1.0)];
            values[arrangement] = f64::midpoint(black, white);
            let [least, most] = [best(&needs, 0, -1.0), best(&needs, 1, 1.0)];
            needs[arrangement] = f64::midpoint(least, most);
            let moves = |table: &[f64], color: usize, value: f64| -> Vec<Cell> {
                empty()
                    .filter(|&index| after(table, index, color) == value)
                    .map(|index| cells[index])
                    .collect()
            };
            let by_play = [
                moves(&values, 0, black),
                moves(&values, 1, white),
                moves(&needs, 0, least),
                moves(&needs, 1, most),
            ];
            compared.other_moves += u64::from(by_play.iter().any(|moves| *moves != analysis.best));
            compared.other_bids += u64::from((most - least) / 2.0 != analysis.bid());
        }
        compared.other_values += u64::from(!agrees(&analysis, values[arrangement], needs[arrangement]));
        lab.watcher.advance(1);
    }
    Ok(compared)
}

fn agrees(analysis: &Analysis, value: f64, need: f64) -> bool {
    let exact = analysis.black_wins_exact.map(chance::Dyadic::to_f64);
    exact == Some(value) && need == 1.0 - value && analysis.richman(Color::Black) == need
}

/// Which positions.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct CriticalitySettings {
    /// Random positions
    #[arg(long, default_value_t = 40)]
    pub(crate) positions: u64,
    /// Board size
    #[arg(long, short = 's', default_value = "5")]
    pub(crate) size: BoardSize,
    /// The most empty cells of a position; all fillings of them are counted
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u64).range(1..=20))]
    pub(crate) empty: u64,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

#[derive(Debug, Default, Serialize)]
struct Counted {
    positions: u64,
    fillings: u64,
    cells: u64,
    different: u64,
    different_from_count: u64,
}

impl Experiment for CriticalitySettings {
    const NAME: &'static str = "criticality";

    fn within(time: Duration) -> String {
        format!(
            "--positions {} --empty {}",
            (time.as_secs() * 4).clamp(10, 400),
            if time.as_secs() < 5 { 8 } else { 12 }
        )
    }

    fn run(&self, _: &PaperClaim, lab: &Lab<'_>) -> Result<PaperFinding, ExperimentError> {
        lab.watcher.begin(self.positions, "positions");
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let mut counted = Counted::default();
        for _ in 0..self.positions {
            if lab.watcher.is_over() {
                break;
            }
            let empty = 1 + random_below(&mut random, (self.empty as usize).min(self.size.cells()));
            let position = random_position(self.size, empty, &mut random);
            count(&position, &mut counted)?;
            lab.watcher.advance(1);
        }
        let Counted { positions, fillings, cells, different, different_from_count } = counted;
        let bad = different + different_from_count;
        let because = match bad {
            0 => format!(
                "Counted cell by cell in all {} fillings of {positions} random positions of {}. The counts also equal those of the \
                 method that the program uses on large boards.",
                grouped(fillings),
                self.size
            ),
            _ => format!("{bad} of {cells} cells differ: a bug."),
        };
        let rows = [[
            grouped(positions),
            grouped(fillings),
            grouped(cells),
            grouped(different),
            grouped(different_from_count),
        ]];
        let heads = [
            "positions",
            "fillings",
            "cells",
            "criticality other than 1 - 2L",
            "other than the program's count",
        ];
        PaperFinding::new(
            ClaimOutcome::of(bad == 0),
            format!("equal for all {} cells", grouped(cells)),
            because,
        )
        .with_table("Every filling of random positions", heads, rows)
        .with_data(&counted)
    }
}

/// Fills the board in every way, and counts for each cell how often it is critical and how often of the losing
/// colour.
fn count(position: &Position, counted: &mut Counted) -> Result<(), ExperimentError> {
    let empty: Vec<Cell> = position.empty_cells().iter().collect();
    let winner = |bits: u32| {
        let mut full = *position;
        for (index, &cell) in empty.iter().enumerate() {
            full.place(Color::BOTH[(bits >> index & 1) as usize], cell).expect("the cell was empty");
        }
        full.winner().expect("a full board has a winner")
    };
    let all = 1u32 << empty.len();
    let winners: Vec<Color> = (0..all).map(winner).collect();
    let analysis = analyze(position, Coin::FAIR, Arithmetic::Float)?;
    for (index, &cell) in empty.iter().enumerate() {
        let mut critical = 0u32;
        let mut losing = 0u32;
        for bits in 0..all {
            let won = winners[bits as usize];
            critical += u32::from(winners[(bits ^ 1 << index) as usize] != won);
            losing += u32::from(Color::BOTH[(bits >> index & 1) as usize] != won);
        }
        // criticality = 1 - 2 L, times the number of fillings.
        counted.different += u64::from(critical + 2 * losing != all);
        let found = analysis
            .critical
            .iter()
            .find(|critical| critical.cell == cell)
            .map_or(0.0, |found| found.probability);
        let error = (found - f64::from(critical) / f64::from(all)).abs();
        counted.different_from_count += u64::from(error > analysis.error + f64::EPSILON);
        counted.cells += 1;
    }
    counted.positions += 1;
    counted.fillings += u64::from(all);
    Ok(())
}
