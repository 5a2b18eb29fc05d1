//! Figures 1 and 2: Gale's walk along the line between the colours, beside another test of the winner.

use std::time::Duration;

use board::{BoardSize, BoundaryWalk, Color, Position};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use record::Picture;
use serde::Serialize;

use super::{
    super::{ClaimOutcome, Experiment, PaperFinding, finding::grouped, sources::PaperClaim},
    random_position,
};
use crate::{ExperimentError, Lab};

/// How many boards.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct WalkSettings {
    /// Random boards of each size, half of them full
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub(crate) boards: u64,
    /// Side of the board that is drawn
    #[arg(long, default_value = "7")]
    pub(crate) size: BoardSize,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

/// Sides of the boards that are compared, squares and rectangles.
const SIDES: [[usize; 2]; 6] = [[1, 1], [3, 3], [7, 5], [5, 8], [11, 11], [19, 19]];

#[derive(Debug, Serialize)]
struct Walked {
    board: String,
    full: u64,
    partial: u64,
    decided: u64,
    different: u64,
}

impl Experiment for WalkSettings {
    const NAME: &'static str = "gale-walk";

    fn within(time: Duration) -> String {
        format!("--boards {}", (time.as_secs() * 400).clamp(200, 20_000))
    }

    fn run(&self, _: &PaperClaim, lab: &Lab<'_>) -> Result<PaperFinding, ExperimentError> {
        lab.watcher.begin(SIDES.len() as u64, "sizes");
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let mut rows = Vec::new();
        for [cols, rows_of] in SIDES {
            let size = BoardSize::new(cols, rows_of)?;
            let mut row = Walked { board: size.to_string(), full: 0, partial: 0, decided: 0, different: 0 };
            for number in 0..self.boards {
                let empty = if number % 2 == 0 { 0 } else { 1 + number as usize % size.cells() };
                let position = random_position(size, empty.min(size.cells()), &mut random);
                let winner = BoundaryWalk::winner_of(&position);
                *(if empty == 0 { &mut row.full } else { &mut row.partial }) += 1;
                row.decided += u64::from(winner.is_some());
                row.different += u64::from(winner != position.winner() || (empty == 0 && winner.is_none()));
            }
            rows.push(row);
            lab.watcher.advance(1);
        }
        let boards: u64 = rows.iter().map(|row| row.full + row.partial).sum();
        let different: u64 = rows.iter().map(|row| row.different).sum();
        let because = match different {
            0 => format!(
                "On {} random boards the walk and the test by groups of stones agree, and each full board has one winner.",
                grouped(boards)
            ),
            _ => format!("On {different} of {} boards the two tests disagree: a bug.", grouped(boards)),
        };
        let full = random_position(self.size, 0, &mut random);
        let walk = BoundaryWalk::over(&full, Color::Black);
        let half = random_position(self.size, self.size.cells() / 2, &mut random);
        let table = rows
            .iter()
            .map(|row| [&row.full, &row.partial, &row.decided, &row.different].map(|count| grouped(*count)));
        let table = rows.iter().zip(table).map(|(row, [full, partial, decided, different])| {
            [row.board.clone(), full, partial, decided, different]
        });
        let heads = ["board", "full boards", "boards with empty cells", "decided", "disagreements"];
        let winner = match walk.winner {
            Color::Black => "Black (red) has won: it ends at the bottom",
            Color::White => "White (blue) has won: it ends at the right",
        };
        PaperFinding::new(ClaimOutcome::of(different == 0), format!("agrees on {} boards", grouped(boards)), because)
            .with_table("The walk and the test by groups of stones on random boards", heads, table)
            .with_figure("full", format!("Figure 2: the walk between the colours on a random full board. {winner}."), picture(full, &walk))
            .with_figure(
                "partial",
                "A board that is not full: the walk with all empty cells counted as Black's. Where Black does not win even so, White has won.",
                picture(half, &BoundaryWalk::over(&half, Color::Black)),
            )
            .with_data(&rows)
    }
}

/// The board with the line between the colours that the walk follows: the middles of the sides that it passes.
fn picture(position: Position, walk: &BoundaryWalk) -> String {
    let middle = |[black, white]: &[(isize, isize); 2]| {
        ((black.0 + white.0) as f64 / 2.0, (black.1 + white.1) as f64 / 2.0)
    };
    let path = walk.steps.iter().map(middle).collect();
    Picture { path, ..Picture::new(position) }.svg()
}
