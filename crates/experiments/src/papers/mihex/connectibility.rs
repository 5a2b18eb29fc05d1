//! Section 4.2: the connectibility of every cell in each of the four directions.

use std::{collections::BTreeMap, time::Duration};

use board::{BoardSize, Cell, Edge, Position, random_below};
use evaluate::{Connectibility, INFINITE};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use record::{HeatMap, Picture};

use super::super::{ClaimOutcome, Experiment, PaperFinding, finding::grouped, sources::PaperClaim};
use crate::{ExperimentError, Lab};

/// Which positions.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct ConnectibilitySettings {
    /// Random positions that are compared
    #[arg(long, default_value_t = 500)]
    pub(crate) positions: u64,
    /// Board size
    #[arg(long, short = 's', default_value = "7")]
    pub(crate) size: BoardSize,
    /// The moves of the position that is drawn
    #[arg(long, default_value = "c5 d3 e4 c4 b6 e3")]
    pub(crate) moves: String,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

impl Experiment for ConnectibilitySettings {
    const NAME: &'static str = "mihex-connectibility";

    fn within(time: Duration) -> String {
        format!("--positions {}", (time.as_secs() * 100).clamp(50, 5000))
    }

    fn run(&self, _: &PaperClaim, lab: &Lab<'_>) -> Result<PaperFinding, ExperimentError> {
        lab.watcher.begin(self.positions, "positions");
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let mut matrix = Connectibility::new(self.size);
        let [mut cells, mut different] = [0u64; 2];
        for _ in 0..self.positions {
            let mut position = Position::empty(self.size);
            for _ in 0..random_below(&mut random, self.size.cells()) {
                let empty: Vec<_> = position.empty_cells().iter().collect();
                position.play_unchecked(empty[random_below(&mut random, empty.len())]);
            }
            matrix.update(&position);
            for edge in Edge::ALL {
                let slow = by_paths(&position, edge);
                for cell in self.size.iter() {
                    cells += 1;
                    different += u64::from(matrix.towards(edge, cell) != slow[cell.index()]);
                }
            }
            lab.watcher.advance(1);
        }
        let drawn = Position::after(self.size, &self.size.cells_named(&self.moves)?)?;
        matrix.update(&drawn);
        let because = match different {
            0 => format!(
                "The contour levels of Table 4 and shortest paths give the same value for each of {} cells and edges.",
                grouped(cells)
            ),
            _ => format!("{different} of {cells} values differ from those of shortest paths."),
        };
        let mut finding = PaperFinding::new(
            ClaimOutcome::of(different == 0),
            format!("equal to shortest paths for {} values", grouped(cells)),
            because,
        );
        for (edge, direction) in
            [(Edge::Left, "West"), (Edge::Right, "East"), (Edge::Top, "North"), (Edge::Bottom, "South")]
        {
            let values: BTreeMap<Cell, f64> = self
                .size
                .iter()
                .map(|cell| (cell, matrix.towards(edge, cell)))
                .filter(|&(cell, value)| value != INFINITE && drawn.at(cell).is_none())
                .map(|(cell, value)| (cell, f64::from(value)))
                .collect();
            let heat = HeatMap { values, name: Some("stones".to_string()), written: true };
            let svg = Picture { heat: Some(heat), ..Picture::new(drawn) }.svg();
            let whose = edge.color();
            let caption = format!(
                "{direction}: how many stones {whose} still needs to join the cell to the {edge} edge, the cell's own included."
            );
            finding = finding.with_figure(&direction.to_lowercase(), caption, svg);
        }
        finding.with_data(&[cells, different])
    }
}

/// The same by relaxing over neighbours until nothing changes: slow and obvious.
fn by_paths(position: &Position, edge: Edge) -> Vec<u16> {
    let size = position.size();
    let geometry = position.geometry();
    let owner = edge.color();
    let mut values = vec![INFINITE; size.cells()];
    loop {
        let mut changed = false;
        for cell in size.iter() {
            let cost = match position.at(cell) {
                None => 1,
                Some(color) if color == owner => 0,
                Some(_) => continue,
            };
            let near =
                geometry.neighbours(cell).iter().map(|near| values[near.index()]).min().unwrap_or(INFINITE);
            let before = if geometry.edge(edge).contains(cell) { 0 } else { near };
            let value = before.saturating_add(cost);
            if value < values[cell.index()] {
                values[cell.index()] = value;
                changed = true;
            }
        }
        if !changed {
            return values;
        }
    }
}
