//! Section 2.2: minimax, alpha-beta, NegaScout and MTD(f) by the positions that they examine.

use std::time::Duration;

use board::{BoardSize, Position, random_below, with_words};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use serde::Serialize;

use super::{
    super::{
        ClaimOutcome, Experiment, PaperFinding,
        finding::{grouped, short},
        sources::PaperClaim,
    },
    trees::{Judge, Measure, Pruning, TreeSearch},
};
use crate::{ExperimentError, Lab};

/// Which positions and depths.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct SearchSettings {
    /// Board size
    #[arg(long, short = 's', default_value = "9")]
    pub(crate) size: BoardSize,
    /// Positions, each after some random stones
    #[arg(long, default_value_t = 10)]
    pub(crate) positions: usize,
    /// The greatest depth
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=12))]
    pub(crate) depth: u32,
    /// Moves tried in a position
    #[arg(long, default_value_t = 10)]
    pub(crate) width: usize,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

#[derive(Debug, Serialize)]
struct SearchRow {
    depth: u32,
    nodes: [u64; 4],
    different: u64,
}

impl Experiment for SearchSettings {
    const NAME: &'static str = "mihex-search";

    fn within(time: Duration) -> String {
        match time.as_secs() {
            0..5 => "--size 6 --positions 3 --depth 3 --width 8".to_string(),
            5..60 => "--positions 5 --depth 4 --width 8".to_string(),
            _ => String::new(),
        }
    }

    fn run(&self, _: &PaperClaim, lab: &Lab<'_>) -> Result<PaperFinding, ExperimentError> {
        let rows = with_words!(self.size, W => compare::<W>(self, lab));
        let different: u64 = rows.iter().map(|row| row.different).sum();
        let Some(last) = rows.last().filter(|row| row.nodes[0] > 0) else {
            return Ok(PaperFinding::new(ClaimOutcome::Undecided, "–", "No position was searched."));
        };
        let fewest = Pruning::ALL.into_iter().zip(last.nodes).min_by_key(|&(_, nodes)| nodes);
        let (best, nodes) = fewest.unwrap_or((Pruning::Minimax, 0));
        let of =
            |pruning: usize| format!("{:.1} %", 100.0 * last.nodes[pruning] as f64 / last.nodes[0] as f64);
        let outcome = if different == 0 { ClaimOutcome::Answered } else { ClaimOutcome::DoesNotHold };
        let because = format!(
            "At depth {} alpha-beta examines {} of the positions of minimax, NegaScout {} and MTD(f) {}. {}",
            last.depth,
            of(1),
            of(2),
            of(3),
            if different == 0 {
                "All find the same values. MTD(f) has a table of bounds, the others none."
            } else {
                "They find different values: a bug."
            }
        );
        let table = rows.iter().map(|row| {
            let [minimax, alpha_beta, scout, mtd] = row.nodes.map(grouped);
            let share = short(row.nodes[0] as f64 / row.nodes[2].max(1) as f64);
            [row.depth.to_string(), minimax, alpha_beta, scout, mtd, share]
        });
        let caption = format!(
            "Positions examined, sum over {} positions of {} and three evaluations, {} moves in each",
            self.positions, self.size, self.width
        );
        let heads = ["depth", "minimax", "alpha-beta", "NegaScout (PVS)", "MTD(f)", "minimax over NegaScout"];
        PaperFinding::new(
            outcome,
            format!("{} needs fewest: {} at depth {}", best.name(), grouped(nodes), last.depth),
            because,
        )
        .with_table(caption, heads, table)
        .with_data(&rows)
    }
}

fn compare<const W: usize>(settings: &SearchSettings, lab: &Lab<'_>) -> Vec<SearchRow> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(settings.seed);
    let mut judge = Judge::<W>::new(settings.size, [1.0; 3]);
    let positions: Vec<Position<W>> =
        (0..settings.positions).map(|number| open_position(settings.size, number, &mut random)).collect();
    lab.watcher.begin(u64::from(settings.depth) * positions.len() as u64, "positions");
    let over = || lab.watcher.is_over();
    let mut rows = Vec::new();
    for depth in 1..=settings.depth {
        let mut row = SearchRow { depth, nodes: [0; 4], different: 0 };
        for position in &positions {
            for measure in [Measure::Circuit, Measure::TwoDistance, Measure::Connectibility] {
                // The moves of each position are computed once for all searches.
                let mut moves = rustc_hash::FxHashMap::default();
                let mut values = [0; 4];
                for (index, pruning) in Pruning::ALL.into_iter().enumerate() {
                    let mut search = TreeSearch::new(&mut judge, measure, settings.width, &over);
                    search.moves = moves;
                    values[index] = search.value(position, depth, pruning);
                    row.nodes[index] += search.nodes;
                    moves = std::mem::take(&mut search.moves);
                }
                row.different += u64::from(values.iter().any(|value| *value != values[0]));
            }
            lab.watcher.advance(1);
        }
        if over() {
            break;
        }
        rows.push(row);
    }
    rows
}

/// A position after a few random stones that is not over.
fn open_position<const W: usize>(
    size: BoardSize,
    number: usize,
    random: &mut Xoshiro256PlusPlus,
) -> Position<W> {
    let stones = 2 * (number % (size.cells() / 8 + 1));
    loop {
        let mut position = Position::empty(size);
        for _ in 0..stones {
            let empty: Vec<_> = position.empty_cells().iter().collect();
            position.play_unchecked(empty[random_below(random, empty.len())]);
        }
        if position.winner().is_none() {
            return position;
        }
    }
}
