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

use super::{TABLE_BYTES, board_of, openings, write_size};
use crate::{ExperimentError, Lab, error::require};

/// Which games, and how long the solver has.
#[derive(Debug, Clone, clap::Args)]
pub struct DepthSettings {
    /// Side of the board; the paper's are 8 to 11
    #[arg(long, short = 's', default_value_t = 7)]
    pub size: usize,
    /// Games to play, each from another opening; the paper has about 1000
    #[arg(long, short = 'g', default_value_t = 20)]
    pub games: usize,
    /// Games to keep, the longest; the paper keeps 100
    #[arg(long, short = 'k', default_value_t = 10)]
    pub keep: usize,
    /// Times that the solver has for a position, separated by commas; the paper's are 10s,60s
    #[arg(long, value_name = "TIMES", value_delimiter = ',', value_parser = super::super::parse_time, default_value = "250ms,1500ms")]
    pub times: Vec<Duration>,
    /// Who plays the games
    #[arg(long, short = 'p', default_value = "neural:visits=32")]
    pub player: String,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// Figures 9 and 10.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DepthResult {
    /// The board.
    #[serde(serialize_with = "write_size")]
    pub size: BoardSize,
    /// How many games were kept.
    pub games: usize,
    /// Times that the solver had for a position.
    pub seconds: Vec<f64>,
    /// For each time, from how many stones on every position is solved, in the mean of the games.
    pub mean_first_solved: Vec<f64>,
    /// By the number of stones, from one on.
    pub rows: Vec<DepthRow>,
    /// The paper's.
    pub paper: PaperDepths,
    /// Whether the watcher ended the experiment before all games were done.
    #[serde(skip)]
    pub is_cut_short: bool,
}

/// Positions with this many stones.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DepthRow {
    /// How many stones.
    pub stones: usize,
    /// For each time, the share of games whose position is solved, and all after it.
    pub percent_solved: Vec<f64>,
}

/// The numbers of the paper.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct PaperDepths {
    /// The board.
    pub size: &'static str,
    /// Both times.
    pub seconds: [u64; 2],
    /// Many positions are solved from this move on.
    pub many_solved_by: usize,
    /// Most are, from this move on.
    pub most_solved_by: usize,
    /// How many stones six times the time is worth.
    pub stones_for_six_times: usize,
}

impl PaperDepths {
    /// Of section 5.
    pub const ARNESON_2010: Self = Self {
        size: "11x11",
        seconds: [10, 60],
        many_solved_by: 35,
        most_solved_by: 45,
        stones_for_six_times: 4,
    };
}

/// Plays games and solves their positions from the end.
///
/// # Errors
/// [`ExperimentError`] where the settings make no sense, or there is no such player.
pub fn solved_by_depth(settings: &DepthSettings, lab: &Lab<'_>) -> Result<DepthResult, ExperimentError> {
    let size = board_of(settings.size)?;
    require!(
        (1..=settings.games).contains(&settings.keep),
        "--keep: found {}: expected 1 to --games",
        settings.keep
    );
    lab.watcher.begin((settings.games + settings.keep * settings.times.len()) as u64, "games");
    lab.watcher.stage("games");
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
        paper: PaperDepths::ARNESON_2010,
        is_cut_short: lab.watcher.is_over(),
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
