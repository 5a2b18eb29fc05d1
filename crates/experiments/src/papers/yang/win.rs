//! Figure 14 and the appendix: the first move F3 on 8x8.

use std::time::Duration;

use arena::Stopwatch;
use board::{BoardSize, Color, Position};
use decomposition::{
    DecompositionLimits, DecompositionSettings, DecompositionSolver, boxed, standard_opening_book,
};
use proof::strategy::read_strategy;
use record::Picture;
use solver::{AnySolver, ProverSettings, SolverLimits, SolverSettings};

use super::super::{
    ClaimOutcome, Experiment, PaperFinding,
    finding::{grouped, short},
    sources::PaperClaim,
};
use crate::{ExperimentError, Lab, error::Within as _};

/// How to prove it.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct WinSettings {
    /// Prove it by proof-number search instead of by rules and book: faster, without the tree
    #[arg(long)]
    pub(crate) proof_number: bool,
    /// White's first replies that are shown in the tree
    #[arg(long, default_value_t = 40)]
    pub(crate) paths: usize,
    /// Time for the proof
    #[arg(long, value_name = "TIME", value_parser = crate::parse_time, default_value = "15m")]
    pub(crate) time_limit: Duration,
}

impl Experiment for WinSettings {
    const NAME: &'static str = "yang-f3";

    fn within(time: Duration) -> String {
        match time.as_secs() {
            0..200 => format!("--proof-number --time-limit {}s", time.as_secs().max(5)),
            seconds => format!("--time-limit {seconds}s"),
        }
    }

    fn run(&self, claim: &PaperClaim, lab: &Lab<'_>) -> Result<PaperFinding, ExperimentError> {
        let size = BoardSize::square(8)?;
        let opening: String = claim.read("opening")?;
        let position = Position::after(size, &[size.cell(&opening)?])?;
        let clock = Stopwatch::start();
        let until = lab.until(Some(self.time_limit));
        let picture = Picture::new(position).svg();
        let caption = format!("Figure 14: the first move {opening}.");
        if self.proof_number {
            let mut solver = AnySolver::new(SolverSettings::default(), ProverSettings::default());
            let answer = solver.solve(&position, SolverLimits::default(), &until);
            let seconds = short(clock.seconds());
            let (outcome, ours) = match answer.winner {
                Some(winner) => (ClaimOutcome::of(winner == Color::Black), format!("{winner} wins")),
                None => (ClaimOutcome::Undecided, "not proved in time".to_string()),
            };
            let because = format!(
                "By proof-number search: {} positions in {seconds} s. The rules and the book take some minutes; this run had no time for them.",
                grouped(answer.statistics.expanded)
            );
            return PaperFinding::new(outcome, ours, because)
                .with_figure("opening", caption, picture)
                .with_data(&answer.statistics.expanded);
        }
        let solver = DecompositionSolver::new(DecompositionSettings::default());
        let limits = DecompositionLimits::default();
        let outcome = match standard_opening_book(size) {
            Some(book) => solver.solve_with_book(&position, book, limits, &until)?,
            None => solver.solve(&position, limits, &until)?,
        };
        let examined = grouped(outcome.statistics.examined);
        let Some(won) = &outcome.won else {
            let because = format!("The time ended after {examined} positions.");
            return Ok(PaperFinding::new(ClaimOutcome::Undecided, "not proved in time", because)
                .with_figure("opening", caption, picture));
        };
        let seconds = short(clock.seconds());
        let strategy =
            read_strategy(&won.strategy(), |_| {}).within("the strategy does not pass the check: a bug")?;
        let nodes = strategy.size().nodes;
        let root = won.branches(won.root, &position);
        let rows = root.iter().take(self.paths).map(|branch| {
            let answer = size.name(branch.answer.cell).to_string();
            [boxed(size, branch.replies), answer, branch.answer.reason.line(size)]
        });
        let because = format!(
            "Rules and book: {examined} positions in {seconds} s, {} local games. The checker of proofs accepts the strategy of {} nodes.",
            grouped(won.nodes.len() as u64),
            grouped(nodes as u64)
        );
        PaperFinding::new(
            ClaimOutcome::of(won.winner == Color::Black),
            format!("{} wins", won.winner),
            because,
        )
        .with_table(
            "The first branches of the tree: White's replies, Black's answer and its reason",
            ["replies", "answer", "reason"],
            rows,
        )
        .with_figure("opening", caption, picture)
        .with_data(&[outcome.statistics.examined, won.nodes.len() as u64, nodes as u64])
    }
}
