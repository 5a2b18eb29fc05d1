//! Table 5: the paper's test for the end of a game, beside ours.

use std::time::Duration;

use board::{BoardSize, CellSet, Color, Edge, Position, random_below, with_words};
use evaluate::Connectibility;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

use super::super::{ClaimOutcome, Experiment, PaperFinding, finding::grouped, sources::PaperClaim};
use crate::{ExperimentError, Lab};

/// How many games.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct WinnerSettings {
    /// Board size; the paper's is 12
    #[arg(long, short = 's', default_value = "12")]
    pub(crate) size: BoardSize,
    /// Random games
    #[arg(long, short = 'g', default_value_t = 500)]
    pub(crate) games: u64,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

impl Experiment for WinnerSettings {
    const NAME: &'static str = "mihex-winner";

    fn within(time: Duration) -> String {
        format!("--games {}", (time.as_secs() * 100).clamp(50, 2000))
    }

    fn run(&self, _: &PaperClaim, lab: &Lab<'_>) -> Result<PaperFinding, ExperimentError> {
        let [moves, ends, different, early] = with_words!(self.size, W => compare::<W>(self, lab));
        let because = match different {
            0 => format!(
                "After each of {} moves both tests agree, and both find the end of all {} games. In {:.0} % of the positions the diagonal alone tells that the game goes on.",
                grouped(moves),
                grouped(ends),
                100.0 * early as f64 / moves.max(1) as f64
            ),
            _ => format!("After {different} of {moves} moves the tests disagree."),
        };
        let rows = [[grouped(moves), grouped(ends), grouped(early), grouped(different)]];
        let heads = ["moves", "games over", "told by the diagonal alone", "disagreements"];
        PaperFinding::new(
            ClaimOutcome::of(different == 0),
            format!("agrees after {} moves", grouped(moves)),
            because,
        )
        .with_table(
            format!("Table 5 and our test of the winner in random games on {}", self.size),
            heads,
            rows,
        )
        .with_data(&[moves, ends, different, early])
    }
}

/// Moves, ends of games, disagreements, and positions that the diagonal alone tells.
fn compare<const W: usize>(settings: &WinnerSettings, lab: &Lab<'_>) -> [u64; 4] {
    lab.watcher.begin(settings.games, "games");
    let diagonal = Connectibility::<W>::new(settings.size).diagonal();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(settings.seed);
    let mut counts = [0; 4];
    for _ in 0..settings.games {
        let mut position = Position::<W>::empty(settings.size);
        loop {
            let empty: Vec<_> = position.empty_cells().iter().collect();
            let color = position.to_move();
            let last = empty[random_below(&mut random, empty.len())];
            position.play_unchecked(last);
            // Table 5.
            let stones = position.stones(color);
            let found = if stones.intersects(&diagonal) {
                let group = position.geometry().flood(CellSet::of(last), stones);
                let touches = |edge: Edge| group.intersects(&position.geometry().edge(edge));
                color.edges().into_iter().all(touches).then_some(color)
            } else {
                counts[3] += 1;
                None
            };
            let winner: Option<Color> = position.winner();
            counts[0] += 1;
            counts[2] += u64::from(found != winner);
            if winner.is_some() {
                counts[1] += 1;
                break;
            }
        }
        lab.watcher.advance(1);
    }
    counts
}
