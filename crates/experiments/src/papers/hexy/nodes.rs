//! "A very shallow game-tree search (200-500 nodes per move)" (section 6): the positions that Hexy(∞) examines for a
//! move.

use std::time::Duration;

use board::{BoardSize, Game, MAX_WORDS};
use player::Request;
use serde::Serialize;

use super::{
    super::{
        ClaimOutcome, Experiment, PaperFinding,
        chart::{Chart, Draw, Series},
        finding::{median, short},
        sources::PaperClaim,
    },
    typical_positions,
};
use crate::{ExperimentError, Lab};

/// Which positions.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct NodeSettings {
    /// Board size; the paper's is 10
    #[arg(long, short = 's', default_value = "10")]
    pub(crate) size: BoardSize,
    /// Games whose positions are searched
    #[arg(long, short = 'g', default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..=1000))]
    pub(crate) games: u64,
    /// Moves tried in a position
    #[arg(long, default_value_t = 15)]
    pub(crate) width: usize,
    /// Random seed of the games
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

#[derive(Debug, Serialize)]
struct NodeCount {
    stones: usize,
    nodes: u64,
}

impl Experiment for NodeSettings {
    const NAME: &'static str = "hexy-nodes";

    fn within(time: Duration) -> String {
        match time.as_secs() {
            0..15 => "--size 6 --games 1".to_string(),
            seconds => format!("--games {}", (seconds / 10).clamp(1, 10)),
        }
    }

    fn run(&self, claim: &PaperClaim, lab: &Lab<'_>) -> Result<PaperFinding, ExperimentError> {
        let [low, high] = [claim.number("nodes_from")?, claim.number("nodes_to")?];
        let depth = claim.number("depth")?;
        let spec = format!("hexy:n=inf,depth={depth},faithful=true,width={}", self.width);
        let positions = typical_positions::<MAX_WORDS>(self.size, self.games, self.seed);
        lab.watcher.begin(positions.len() as u64, "positions");
        let mut counts = Vec::new();
        for position in &positions {
            if lab.watcher.is_over() {
                break;
            }
            let game = Game::from_position(*position);
            let choice = lab.player(&spec)?.choose(&Request::new(&game, self.seed))?;
            // Where connections decide the game, nothing is searched.
            if choice.thoughts.nodes > 1 {
                counts.push(NodeCount { stones: position.occupied().len(), nodes: choice.thoughts.nodes });
            }
            lab.watcher.advance(1);
        }
        if counts.is_empty() {
            return Ok(PaperFinding::new(
                ClaimOutcome::Undecided,
                "–",
                "Connections decided every position; nothing was searched.",
            ));
        }
        let nodes: Vec<f64> = counts.iter().map(|count| count.nodes as f64).collect();
        let middle = median(&nodes);
        let [least, most] =
            [nodes.iter().copied().fold(f64::MAX, f64::min), nodes.iter().copied().fold(0.0, f64::max)];
        let outcome =
            if (low..=high).contains(&middle) { ClaimOutcome::Holds } else { ClaimOutcome::Differs };
        let because = match outcome {
            ClaimOutcome::Holds => "The median lies in the paper's range.".to_string(),
            _ => format!(
                "The paper does not say how many moves it tries in a position; with {} the median is {}. A move in the opening \
                 takes many nodes, and one near the end few, because connections decide most lines at once.",
                self.width,
                short(middle)
            ),
        };
        let chart = Chart {
            x: "stones on the board",
            y: "positions examined for a move",
            log_y: true,
            ..Chart::default()
        };
        let last = counts.iter().map(|count| count.stones).max().unwrap_or(1) as f64;
        let svg = chart.draw(&[
            Series::new(
                "ours",
                Draw::Dots,
                counts.iter().map(|count| (count.stones as f64, count.nodes as f64)),
            ),
            Series::level("paper, from", [0.0, last], low),
            Series::level("paper, to", [0.0, last], high),
        ])?;
        let ours = format!("median {}, from {} to {}", short(middle), short(least), short(most));
        PaperFinding::new(outcome, ours, because)
            .with_figure(
                "nodes",
                format!("Positions that Hexy(∞) examines for a move on {}, {depth} plies deep.", self.size),
                svg,
            )
            .with_data(&counts)
    }
}
