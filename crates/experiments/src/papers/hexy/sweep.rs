//! "The best practical results determined experimentally, were obtained with values of N=20 and D=3" (section 6):
//! every N and D against these, by games and by the time of a move.

use std::time::Duration;

use board::BoardSize;
use serde::Serialize;

use super::{
    super::{ClaimOutcome, Experiment, PaperFinding, finding::short, sources::PaperClaim},
    matches::play,
};
use crate::{ExperimentError, Lab, error::require};

/// Which versions, and how many games.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct SweepSettings {
    /// Board size; the paper's is 10
    #[arg(long, short = 's', default_value = "8")]
    pub(crate) size: BoardSize,
    /// Games of each version against the paper's choice
    #[arg(long, short = 'g', default_value_t = 20)]
    pub(crate) games: usize,
    /// Values of N, the virtual connections that a pair of ends keeps
    #[arg(long, value_delimiter = ',', default_value = "2,5,10,20,40")]
    pub(crate) most: Vec<usize>,
    /// Values of D, the depth of the search
    #[arg(long, value_delimiter = ',', default_value = "1,2,3")]
    pub(crate) depths: Vec<u32>,
    /// Moves tried in a position by all versions
    #[arg(long, default_value_t = 12)]
    pub(crate) width: usize,
    /// Games played at the same time
    #[arg(long, short = 'c', default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) concurrency: u16,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

#[derive(Debug, Serialize)]
struct Swept {
    most: usize,
    depth: u32,
    wins: usize,
    games: usize,
    milliseconds: f64,
    reference_milliseconds: f64,
}

impl Experiment for SweepSettings {
    const NAME: &'static str = "hexy-sweep";

    fn within(time: Duration) -> String {
        match time.as_secs() {
            0..20 => "--size 5 --games 2 --most 5,20 --depths 2,3 --width 6".to_string(),
            20..120 => "--size 6 --games 4 --most 5,20 --depths 1,2,3 --width 8".to_string(),
            seconds => format!("--games {}", (seconds / 30).next_multiple_of(2).min(40)),
        }
    }

    fn run(&self, claim: &PaperClaim, lab: &Lab<'_>) -> Result<PaperFinding, ExperimentError> {
        require!(self.games >= 2, "--games: found {}: expected 2 or more", self.games);
        let (most, depth) = (claim.read::<usize>("n")?, claim.read::<u32>("depth")?);
        let spec = |most: usize, depth: u32| {
            format!("hexy:n=inf,faithful=true,most={most},depth={depth},width={}", self.width)
        };
        let reference = spec(most, depth);
        let versions: Vec<(usize, u32)> = self
            .depths
            .iter()
            .flat_map(|&depth| self.most.iter().map(move |&most| (most, depth)))
            .filter(|&version| version != (most, depth))
            .collect();
        lab.watcher.begin((versions.len() * (self.games / 2) * 2) as u64, "games");
        let settings = super::HexyMatchSettings {
            size: self.size,
            games: self.games,
            width: self.width,
            concurrency: self.concurrency,
            seed: self.seed,
        };
        let mut swept = Vec::new();
        for (most, depth) in versions {
            if lab.watcher.is_over() {
                break;
            }
            let result = play(&settings, &[spec(most, depth), reference.clone()], "", self.games / 2, lab)?;
            let [milliseconds, reference_milliseconds] = result.milliseconds;
            let (wins, games) = (result.wins, result.games);
            swept.push(Swept { most, depth, wins, games, milliseconds, reference_milliseconds });
        }
        // Better without more time: a sign test at two standard deviations.
        let is_better = |version: &&Swept| {
            let half = version.games as f64 / 2.0;
            let surplus = version.wins as f64 - half;
            version.milliseconds <= version.reference_milliseconds && surplus > (version.games as f64).sqrt()
        };
        let better: Vec<String> = swept
            .iter()
            .filter(is_better)
            .map(|version| format!("N = {}, D = {}", version.most, version.depth))
            .collect();
        let few = self.games < 16;
        let (outcome, because) = match () {
            () if !better.is_empty() => (
                ClaimOutcome::Differs,
                format!(
                    "{} won clearly more games in no more time: our prover keeps the smallest carriers first, so fewer suffice.",
                    better.join("; ")
                ),
            ),
            () if few => {
                (ClaimOutcome::Undecided, format!("{} games a version cannot tell them apart.", self.games))
            }
            () => (
                ClaimOutcome::Holds,
                format!(
                    "No other version wins clearly more games against N = {most}, D = {depth} in the same time."
                ),
            ),
        };
        let rows = swept.iter().map(|version| {
            [
                version.most.to_string(),
                version.depth.to_string(),
                format!("{} of {}", version.wins, version.games),
                short(version.milliseconds),
                short(version.milliseconds / version.reference_milliseconds.max(1e-9)),
            ]
        });
        let caption = format!("Hexy(∞) with other values against N = {most}, D = {depth} on {}", self.size);
        let heads = ["N", "D", "won", "ms a move", "its time over that of the paper's values"];
        let ours =
            if better.is_empty() { "none better in the same time".to_string() } else { better.join("; ") };
        PaperFinding::new(outcome, ours, because).with_table(caption, heads, rows).with_data(&swept)
    }
}
