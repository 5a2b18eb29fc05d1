//! Figures 6 and 7: a winning opening reveals losing ones by reflection.
//!
//! Let Black win with the first stone x, regardless of the cells outside of the carrier C. Reflected in the long
//! diagonal with the colours exchanged: White wins with the mirror image of x, regardless of the cells outside of
//! that of C. So Black's first stone on any other cell than these loses.

use std::time::Duration;

use arena::Stopwatch;
use board::{BoardSize, Cell, CellSet, Color, Position, Symmetry};
use player::Clock as _;
use record::{FillPattern, Picture, Shade, Tint};
use serde::Serialize;
use solver::{AnySolver, ProverSettings, SolverLimits, SolverSettings};

use super::super::{ClaimOutcome, Experiment, PaperFinding, sources::PaperClaim};
use crate::{
    ExperimentError, Lab,
    error::{Within as _, require},
};

/// Which win.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct LosingSettings {
    /// Board size
    #[arg(long, short = 's', default_value = "8")]
    pub(crate) size: BoardSize,
    /// The winning opening
    #[arg(long, default_value = "f3")]
    pub(crate) opening: String,
    /// Time to prove the win and to find the cells that it does not need
    #[arg(long, value_name = "TIME", value_parser = crate::parse_time, default_value = "5m")]
    pub(crate) time_limit: Duration,
}

#[derive(Debug, Serialize)]
struct Revealed {
    opening: String,
    carrier: usize,
    free: Vec<String>,
    losing: Vec<String>,
    contradicted: usize,
}

impl Experiment for LosingSettings {
    const NAME: &'static str = "yang-losing";

    fn within(time: Duration) -> String {
        match time.as_secs() {
            0..10 => "--size 5 --opening d2 --time-limit 5s".to_string(),
            10..120 => format!("--size 7 --opening d4 --time-limit {}s", time.as_secs()),
            seconds => format!("--time-limit {seconds}s"),
        }
    }

    fn run(&self, _: &PaperClaim, lab: &Lab<'_>) -> Result<PaperFinding, ExperimentError> {
        let size = self.size;
        require!(size.is_square(), "--size: found {size}: expected a square board, which can be reflected");
        let opening = size.cell(&self.opening).within("--opening")?;
        let position = Position::after(size, &[opening])?;
        let clock = Stopwatch::start();
        let mut solver = AnySolver::new(SolverSettings::default(), ProverSettings::default());
        let answer = solver.solve(&position, SolverLimits::default(), &lab.until(Some(self.time_limit)));
        match answer.winner {
            None => {
                return Ok(PaperFinding::new(
                    ClaimOutcome::Undecided,
                    "–",
                    format!("The win of {} was not proved in time.", self.opening),
                ));
            }
            Some(Color::White) => {
                return Ok(PaperFinding::new(
                    ClaimOutcome::DoesNotHold,
                    "–",
                    format!("{} does not win.", self.opening),
                ));
            }
            Some(Color::Black) => {}
        }
        let needed = self.smaller(&mut solver, opening, answer.carrier.with(opening), &clock, lab)?;
        let free: CellSet = size.iter().filter(|&cell| !needed.contains(cell)).collect();
        let mirror = |cell: Cell| Symmetry::Reflection.cell(cell, size);
        let losing: CellSet = free.iter().map(mirror).collect();
        // The rotated opening wins as well, so the rotated cells lose too.
        let turned: CellSet = losing.iter().map(|cell| Symmetry::Rotation.cell(cell, size)).collect();
        let all = losing | turned;
        let known = players::openings(size);
        let contradicted = all
            .iter()
            .filter(|cell| known[cell.index()].known && known[cell.index()].winner == Color::Black)
            .count();
        let names = |cells: CellSet| cells.iter().map(|cell| size.name(cell).to_string()).collect::<Vec<_>>();
        let revealed = Revealed {
            opening: self.opening.clone(),
            carrier: needed.len(),
            free: names(free),
            losing: names(all),
            contradicted,
        };
        let outcome = match () {
            () if contradicted > 0 => ClaimOutcome::DoesNotHold,
            () if all.is_empty() => ClaimOutcome::Undecided,
            () => ClaimOutcome::Holds,
        };
        let because = match outcome {
            ClaimOutcome::DoesNotHold => format!("{contradicted} of the openings are known to win: a bug."),
            ClaimOutcome::Undecided => {
                "The win that was found needs every cell; another one may not.".to_string()
            }
            _ => format!(
                "The win of {} does not need {} cells, so {} openings lose, rotations included: {}. None of them is among the proved wins.",
                self.opening,
                free.len(),
                all.len(),
                revealed.losing.join(" ")
            ),
        };
        let shade = |cells: CellSet, tint| Shade { cells, tint, pattern: FillPattern::Solid, name: None };
        let win = Picture { shades: vec![shade(free, Tint::Grey)], ..Picture::new(position) };
        let answer = Position::empty(size);
        let mut lose = Picture { shades: vec![shade(losing, Tint::Grey)], ..Picture::new(answer) };
        lose.position.place(Color::White, mirror(opening))?;
        PaperFinding::new(
            outcome,
            format!("{} wins on {size} and reveals {} losing openings", self.opening, all.len()),
            because,
        )
        .with_figure(
            "win",
            format!("Figure 6: {} wins. The grey cells are not needed.", self.opening),
            win.svg(),
        )
        .with_figure(
            "losing",
            "Figure 7: Black's first stone on a grey cell loses to the blue stone: the same win, reflected.",
            lose.svg(),
        )
        .with_data(&revealed)
    }
}

impl LosingSettings {
    /// Makes the region of a win smaller, as long as there is time: gives White the cells farthest from the opening,
    /// one after the other, and keeps them where Black still wins.
    fn smaller(
        &self,
        solver: &mut AnySolver,
        opening: Cell,
        mut needed: CellSet,
        clock: &Stopwatch,
        lab: &Lab<'_>,
    ) -> Result<CellSet, ExperimentError> {
        let size = self.size;
        let distance = |cell: Cell| {
            let [col, row] = [cell.col(size), cell.row(size)].map(|at| at as isize);
            let [across, down] = [col - opening.col(size) as isize, row - opening.row(size) as isize];
            across.abs().max(down.abs()).max((across + down).abs())
        };
        let mut cells: Vec<Cell> = needed.iter().filter(|&cell| cell != opening).collect();
        cells.sort_by_key(|&cell| std::cmp::Reverse(distance(cell)));
        lab.watcher.begin(cells.len() as u64, "cells");
        for cell in cells {
            let Some(left) = self.time_limit.checked_sub(clock.elapsed()) else { break };
            lab.watcher.advance(1);
            if lab.watcher.is_over() || !needed.contains(cell) {
                continue;
            }
            let mut position = Position::empty(size);
            position.place(Color::Black, opening)?;
            for other in size.iter().filter(|&other| other == cell || !needed.contains(other)) {
                position.place(Color::White, other)?;
            }
            position.set_to_move(Color::White);
            let answer = solver.solve(&position, SolverLimits::default(), &lab.until(Some(left)));
            if answer.winner == Some(Color::Black) {
                needed = answer.carrier.with(opening);
            }
        }
        Ok(needed)
    }
}
