//! Figures 9 and 10: how many positions of games the solver solves in a fixed time, by the number of stones.
//!
//! As in the paper, games are played by a strong player against itself, each from another opening; the longest are kept; and
//! of each game the longest beginning is looked for that is not solved in time. Everything after it counts as solved.

use std::time::Duration;

use arena::Stopwatch;
use board::{BoardSize, Game, Move, Position};
use player::Request;
use serde::Serialize;
use solver::{AnySolver, ProverSettings, SolverLimits, SolverSettings};

use super::{
    super::{
        ClaimOutcome, Experiment, PaperFinding,
        chart::{Chart, Draw, Series},
        sources::PaperClaim,
    },
    TABLE_BYTES, board_of, openings, write_size,
};
use crate::{ExperimentError, Lab, error::require};

/// Which games, and how long the solver has.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct DepthSettings {
    /// Sides of the boards, separated by commas; the paper's are 8 to 11
    #[arg(long, short = 's', value_name = "SIDES", value_delimiter = ',', default_value = "5,6,7")]
    pub(crate) size: Vec<usize>,
    /// Games to play on each board, each from another opening; the paper has about 1000
    #[arg(long, short = 'g', default_value_t = 20)]
    pub(crate) games: usize,
    /// Games to keep, the longest; the paper keeps 100
    #[arg(long, short = 'k', default_value_t = 10)]
    pub(crate) keep: usize,
    /// Times that the solver has for a position, separated by commas; the paper's are 10s,60s
    #[arg(long, value_name = "TIMES", value_delimiter = ',', value_parser = crate::parse_time, default_value = "250ms,1500ms")]
    pub(crate) times: Vec<Duration>,
    /// Who plays the games
    #[arg(long, short = 'p', default_value = "neural:visits=32")]
    pub(crate) player: String,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

/// The games of a board.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct DepthResult {
    /// The board.
    #[serde(serialize_with = "write_size")]
    size: BoardSize,
    /// How many games were kept.
    games: usize,
    /// Times that the solver had for a position.
    seconds: Vec<f64>,
    /// For each time, from how many stones on every position is solved, in the mean of the games.
    mean_first_solved: Vec<f64>,
    /// By the number of stones, from one on.
    rows: Vec<DepthRow>,
}

/// Positions with this many stones.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct DepthRow {
    /// How many stones.
    stones: usize,
    /// For each time, the share of games whose position is solved, and all after it.
    percent_solved: Vec<f64>,
}

impl Experiment for DepthSettings {
    const NAME: &'static str = "solved-by-depth";

    fn within(time: Duration) -> String {
        match time.as_secs() {
            0..20 => "--size 4,5 --games 3 --keep 2 --times 5ms,30ms --player bridges".to_string(),
            20..200 => "--size 5,6,7 --games 6 --keep 3 --times 50ms,300ms".to_string(),
            200..1000 => "--size 6,7,8 --games 10 --keep 5 --times 250ms,1500ms".to_string(),
            _ => "--size 7,8,9 --games 12 --keep 6 --times 1s,6s".to_string(),
        }
    }

    fn run(&self, claim: &PaperClaim, lab: &Lab<'_>) -> Result<PaperFinding, ExperimentError> {
        let mut results = Vec::new();
        for &side in &self.size {
            if !lab.watcher.is_over() {
                results.push(solved_by_depth(self, side, lab)?);
            }
        }
        let cut_short = lab.watcher.is_over();
        let worth = claim.number("stones_for_six_times")?;
        // How many stones the last time is worth over the first, on each board.
        let gains: Vec<f64> = results
            .iter()
            .filter_map(|result| Some(result.mean_first_solved.first()? - result.mean_first_solved.last()?))
            .collect();
        let times: Vec<f64> = self.times.iter().map(Duration::as_secs_f64).collect();
        let six =
            times.first().zip(times.last()).is_some_and(|(first, last)| (last / first - 6.0).abs() < 0.01);
        let close = gains.last().is_some_and(|gain| (gain - worth).abs() <= worth / 2.0);
        let list = gains.iter().map(|gain| format!("{gain:.1}")).collect::<Vec<_>>().join(", ");
        let (outcome, because) = match () {
            () if cut_short || !six => {
                (ClaimOutcome::Undecided, "The run ended early, or its times are not one to six.".to_string())
            }
            () if close => (
                ClaimOutcome::Holds,
                format!("Six times the time is worth {list} stones, from the smallest board to the largest."),
            ),
            () => (
                ClaimOutcome::Differs,
                format!(
                    "Six times the time is worth {list} stones, from the smallest board to the largest. The boards are smaller than the paper's \
                     and the times shorter; a stone more or less changes a smaller board more."
                ),
            ),
        };
        let ours = format!(
            "{list} stones for six times the time, on boards of side {}",
            self.size.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
        );
        let mut finding = PaperFinding::new(outcome, ours, because);
        let table = results.iter().map(|result| {
            let means = result
                .mean_first_solved
                .iter()
                .map(|mean| format!("{mean:.1}"))
                .collect::<Vec<_>>()
                .join(", ");
            [result.size.to_string(), result.games.to_string(), means]
        });
        let seconds = times.iter().map(|time| format!("{time} s")).collect::<Vec<_>>().join(", ");
        finding = finding.with_table(
            "From how many stones on every position of a game is solved; the paper on 11x11 with 10 and 60 s: many from 35, most from 45",
            ["board", "games", &format!("stones, with {seconds} a position")],
            table,
        );
        for (index, (time, figure)) in times.iter().zip(["Figure 9", "Figure 10"]).enumerate() {
            let series: Vec<Series> = results
                .iter()
                .map(|result| {
                    let points = result.rows.iter().map(|row| (row.stones as f64, row.percent_solved[index]));
                    Series::new(result.size.to_string(), Draw::Joined, points)
                })
                .collect();
            let chart = Chart {
                x: "stones on the board",
                y: "% of positions solved",
                from_zero: true,
                ..Chart::default()
            };
            let caption =
                format!("{figure}: positions of games that are solved in {time} s, by the number of stones.");
            finding = finding.with_figure(&format!("{}-s", index + 1), caption, chart.draw(&series)?);
        }
        finding.with_data(&results)
    }
}

/// Plays games on a board and solves their positions from the end.
fn solved_by_depth(
    settings: &DepthSettings,
    side: usize,
    lab: &Lab<'_>,
) -> Result<DepthResult, ExperimentError> {
    let size = board_of(side)?;
    require!(
        (1..=settings.games).contains(&settings.keep),
        "--keep: found {}: expected 1 to --games",
        settings.keep
    );
    lab.watcher.begin((settings.games + settings.keep * settings.times.len()) as u64, "games");
    lab.watcher.stage(&format!("games on {size}"));
    let first = openings(size);
    let mut games: Vec<Vec<Position>> = Vec::new();
    for number in 0..settings.games {
        if lab.watcher.is_over() {
            break;
        }
        let opening = first[number * first.len() / settings.games % first.len()];
        let seed = settings.seed.wrapping_add(1000 * number as u64);
        games.push(play(&settings.player, size, opening, seed, lab)?);
        lab.watcher.advance(1);
    }
    games.sort_by_key(|game| std::cmp::Reverse(game.len()));
    games.truncate(settings.keep);
    let mut depths: Vec<Vec<usize>> = Vec::new();
    for &limit in &settings.times {
        lab.watcher.stage(&format!("solving, {} s a position", limit.as_secs_f64()));
        let first_solved = |game: &Vec<Position>| {
            lab.watcher.advance(1);
            first_solved(game, limit, lab)
        };
        depths.push(games.iter().map(first_solved).collect());
    }
    let share = |depths: &Vec<usize>, part: usize| 100.0 * part as f64 / depths.len().max(1) as f64;
    let row = |stones: usize| DepthRow {
        stones,
        percent_solved: depths
            .iter()
            .map(|depths| share(depths, depths.iter().filter(|&&first| first <= stones).count()))
            .collect(),
    };
    let mean = |depths: &Vec<usize>| depths.iter().sum::<usize>() as f64 / depths.len().max(1) as f64;
    Ok(DepthResult {
        size,
        games: games.len(),
        seconds: settings.times.iter().map(Duration::as_secs_f64).collect(),
        mean_first_solved: depths.iter().map(mean).collect(),
        rows: (1..=games.first().map_or(0, Vec::len)).map(row).collect(),
    })
}

/// The positions of a game, from the opening on to the last that is not decided by stones.
fn play(
    player: &str,
    size: BoardSize,
    opening: board::Cell,
    seed: u64,
    lab: &Lab<'_>,
) -> Result<Vec<Position>, ExperimentError> {
    let mut player = lab.player(player)?;
    let mut game = Game::new(size, false);
    game.play(Move::Place(opening))?;
    let mut positions = Vec::new();
    while game.outcome().is_none() && !lab.watcher.is_over() {
        positions.push(*game.position());
        let clock = Stopwatch::start();
        let seed = seed.wrapping_add(game.turns().len() as u64);
        let choice = player.choose(&Request { clock: &clock, ..Request::new(&game, seed) })?;
        game.play(choice.mv)?;
    }
    Ok(positions)
}

/// From how many stones on every position of a game is solved in time. The table is empty for each position.
fn first_solved(game: &[Position], limit: Duration, lab: &Lab<'_>) -> usize {
    let settings = SolverSettings { table_bytes: TABLE_BYTES / 8, ..SolverSettings::default() };
    let mut solver = AnySolver::new(settings, ProverSettings::default());
    for position in game.iter().rev() {
        solver.clear();
        let watch = lab.until(Some(limit));
        if solver.solve(position, SolverLimits::default(), &watch).winner.is_none() {
            return position.occupied().len() + 1;
        }
    }
    1
}
