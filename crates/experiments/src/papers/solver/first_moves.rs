//! What is known about first moves: Nash's theorem, Beck's losing openings, and the openings that were solved (Figure
//! 3).

use std::time::Duration;

use arena::Stopwatch;
use board::{BoardSize, CellSet, Color, Position};
use record::{FillPattern, Picture, Shade, Tint};
use serde::Serialize;
use solver::{AnySolver, ProverSettings, SolverLimits, SolverSettings};

use super::{
    super::{
        ClaimOutcome, Experiment, PaperFinding,
        finding::{grouped, or_dash, short},
        sources::PaperClaim,
    },
    board_of, openings,
};
use crate::{ExperimentError, Lab};

/// Which boards.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct CornerSettings {
    /// The largest side
    #[arg(long, short = 's', default_value_t = 7)]
    pub(crate) size: usize,
    /// Time for each position
    #[arg(long, value_name = "TIME", value_parser = crate::parse_time, default_value = "20s")]
    pub(crate) time_limit: Duration,
}

#[derive(Debug, Serialize)]
struct CornerRow {
    side: usize,
    position: &'static str,
    expected: String,
    winner: Option<String>,
    nodes: u64,
    seconds: f64,
}

impl Experiment for CornerSettings {
    const NAME: &'static str = "losing-corners";

    fn within(time: Duration) -> String {
        match time.as_secs() {
            0..5 => "--size 4".to_string(),
            5..30 => "--size 6 --time-limit 5s".to_string(),
            _ => String::new(),
        }
    }

    fn run(&self, _: &PaperClaim, lab: &Lab<'_>) -> Result<PaperFinding, ExperimentError> {
        let largest = board_of(self.size)?.cols();
        lab.watcher.begin(3 * largest as u64, "positions");
        let mut rows = Vec::new();
        for side in 1..=largest {
            let size = board_of(side)?;
            for (name, cell, from, expected) in [
                ("the empty board", None, 1, Color::Black),
                ("a stone in the acute corner, a1", Some("a1"), 2, Color::White),
                ("a stone beside it on the edge, b1", Some("b1"), 3, Color::White),
            ] {
                lab.watcher.advance(1);
                if side < from || lab.watcher.is_over() {
                    continue;
                }
                let moves = cell.map(|cell| size.cell(cell)).transpose()?;
                let position = Position::after(size, moves.as_slice())?;
                let clock = Stopwatch::start();
                let mut solver = AnySolver::new(SolverSettings::default(), ProverSettings::default());
                let answer =
                    solver.solve(&position, SolverLimits::default(), &lab.until(Some(self.time_limit)));
                rows.push(CornerRow {
                    side,
                    position: name,
                    expected: expected.to_string(),
                    winner: answer.winner.map(|winner| winner.to_string()),
                    nodes: answer.statistics.expanded,
                    seconds: clock.seconds(),
                });
            }
        }
        let wrong = rows
            .iter()
            .filter(|row| row.winner.as_ref().is_some_and(|winner| *winner != row.expected))
            .count();
        let open = rows.iter().filter(|row| row.winner.is_none()).count();
        let outcome = match (wrong, open) {
            (0, 0) => ClaimOutcome::Holds,
            (0, _) => ClaimOutcome::Undecided,
            _ => ClaimOutcome::DoesNotHold,
        };
        let because = format!(
            "The solver proves {} of {} positions on boards up to {largest}x{largest}{}. It uses no theorem about the whole board for them.",
            rows.len() - open - wrong,
            rows.len(),
            if wrong > 0 { ", and the contrary of others: a bug" } else { "" }
        );
        let table = rows.iter().map(|row| {
            [
                format!("{0}x{0}", row.side),
                row.position.to_string(),
                row.expected.clone(),
                or_dash(row.winner.clone(), |winner| winner),
                grouped(row.nodes),
                short(row.seconds),
            ]
        });
        let heads =
            ["board", "position", "winner by the theorem", "winner by the solver", "positions", "seconds"];
        PaperFinding::new(outcome, format!("proved up to {largest}x{largest}"), because)
            .with_table("The theorems, solved", heads, table)
            .with_data(&rows)
    }
}

/// Figure 3.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct OpeningMapSettings {}

impl Experiment for OpeningMapSettings {
    const NAME: &'static str = "solved-openings";

    fn within(_: Duration) -> String {
        String::new()
    }

    fn run(&self, claim: &PaperClaim, _: &Lab<'_>) -> Result<PaperFinding, ExperimentError> {
        let mut rows = Vec::new();
        let mut figures = Vec::new();
        let mut enough = true;
        for (side, key) in [(7, None), (8, Some("solved_8x8")), (9, Some("solved_9x9"))] {
            let size = BoardSize::square(side)?;
            let all = players::openings(size);
            let classes = openings(size);
            let known: Vec<_> = all.iter().filter(|opening| opening.known).collect();
            let of = |winner: Color| -> CellSet {
                known.iter().filter(|opening| opening.winner == winner).map(|opening| opening.cell).collect()
            };
            let known_classes = classes.iter().filter(|&&cell| all[cell.index()].known).count();
            let black = classes.iter().filter(|&&cell| of(Color::Black).contains(cell)).count();
            let paper: Option<usize> = key.map(|key| claim.read(key)).transpose()?;
            enough &= paper.is_none_or(|paper| known_classes >= paper);
            rows.push((size, classes.len(), known_classes, black, paper));
            if key.is_some() {
                let shade = |winner: Color| Shade {
                    cells: of(winner),
                    tint: Tint::of(winner),
                    pattern: FillPattern::Solid,
                    name: None,
                };
                let picture = Picture {
                    shades: vec![shade(Color::Black), shade(Color::White)],
                    ..Picture::new(Position::empty(size))
                };
                figures.push((size, picture.svg()));
            }
        }
        let ours: Vec<String> =
            rows.iter().map(|(size, of, known, ..)| format!("{size}: {known} of {of}")).collect();
        let outcome = if enough { ClaimOutcome::Holds } else { ClaimOutcome::Differs };
        let because = match outcome {
            ClaimOutcome::Holds => "The program knows as many proved openings.",
            _ => {
                "The program carries fewer proved openings: those that it solved itself in the time given so far. `hexwright solve --all-openings` adds more."
            }
        };
        let table = rows.iter().map(|(size, of, known, black, paper)| {
            [
                size.to_string(),
                of.to_string(),
                known.to_string(),
                black.to_string(),
                (known - black).to_string(),
                or_dash(*paper, |paper| paper.to_string()),
            ]
        });
        let heads = ["board", "different openings", "proved", "of them wins", "losses", "the paper: proved"];
        let mut finding = PaperFinding::new(outcome, ours.join("; "), because).with_table(
            "Openings whose winner is proved, up to symmetry",
            heads,
            table,
        );
        for (size, svg) in figures {
            let caption = format!(
                "Openings of {size}. Red: a first stone there wins for Black. Blue: it loses. White: not proved."
            );
            finding = finding.with_figure(&size.to_string(), caption, svg);
        }
        let data: Vec<String> = ours;
        finding.with_data(&data)
    }
}
