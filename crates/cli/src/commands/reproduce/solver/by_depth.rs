//! Figures 9 and 10: how many positions of games the solver solves in a fixed time, by the number of stones.
//!
//! As in the paper, games are played by a strong player against itself, each from another opening; the longest are kept; and
//! of each game the longest beginning is looked for that is not solved in time. Everything after it counts as solved.

use std::{ops::ControlFlow, time::Duration};

use anyhow::{Result, ensure};
use board::{BoardSize, Game, Move, Position};
use player::{Clock as _, Request};
use serde_json::json;
use solver::{AnySolver, Limits, Observer, ProverSettings, Settings, Status};

use super::{TABLE_BYTES, bar, board_of, openings};
use crate::{interrupt, output::Answer, players, stopwatch::Stopwatch};

/// Which games, and how long the solver has.
#[derive(Debug, clap::Args)]
pub(crate) struct DepthArgs {
    /// Side of the board; the paper's are 8 to 11
    #[arg(long, short = 's', default_value_t = 7)]
    size: usize,
    /// Games to play, each from another opening; the paper has about 1000
    #[arg(long, short = 'g', default_value_t = 20)]
    games: usize,
    /// Games to keep, the longest; the paper keeps 100
    #[arg(long, short = 'k', default_value_t = 10)]
    keep: usize,
    /// Times that the solver has for a position, separated by commas; the paper's are 10s,60s
    #[arg(long, value_name = "TIMES", value_delimiter = ',', value_parser = super::super::parse_time, default_value = "250ms,1500ms")]
    times: Vec<Duration>,
    /// Who plays the games
    #[arg(long, short = 'p', default_value = "neural:visits=32")]
    player: String,
    /// Everything random follows from this number
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// Ends a search at its time or at Ctrl-C.
struct Timed {
    clock: Stopwatch,
    limit: Duration,
}

impl Observer for Timed {
    fn status(&self, _: &Status<'_>) -> ControlFlow<()> {
        if interrupt::asked() || self.clock.elapsed() >= self.limit {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// Figures 9 and 10.
pub(crate) fn run_by_depth(args: &DepthArgs) -> Result<Answer> {
    let size = board_of(args.size)?;
    ensure!((1..=args.games).contains(&args.keep), "--keep: found {}: expected 1 to --games", args.keep);
    interrupt::watch();
    let bar = bar((args.games + args.keep * args.times.len()) as u64)?;
    bar.set_message("games");
    let first = openings(size);
    let mut games: Vec<Vec<Position>> = Vec::new();
    for number in 0..args.games {
        if interrupt::asked() {
            break;
        }
        let opening = first[number * first.len() / args.games % first.len()];
        games.push(play(&args.player, size, opening, args.seed.wrapping_add(1000 * number as u64))?);
        bar.inc(1);
    }
    games.sort_by_key(|game| std::cmp::Reverse(game.len()));
    games.truncate(args.keep);
    let mut depths: Vec<Vec<usize>> = Vec::new();
    for &limit in &args.times {
        bar.set_message(format!("solving, {} s a position", limit.as_secs_f64()));
        depths.push(
            games
                .iter()
                .map(|game| {
                    bar.inc(1);
                    first_solved(game, limit)
                })
                .collect(),
        );
    }
    bar.finish_and_clear();
    print(args, size, &games, &depths);
    Ok(if interrupt::asked() { Answer::No } else { Answer::Done })
}

/// The positions of a game, from the opening on to the last that is not decided by stones.
fn play(player: &str, size: BoardSize, opening: board::Cell, seed: u64) -> Result<Vec<Position>> {
    let mut player = players::create(player)?;
    let mut game = Game::new(size, false);
    game.play(Move::Place(opening))?;
    let mut positions = Vec::new();
    while game.outcome().is_none() && !interrupt::asked() {
        positions.push(*game.position());
        let clock = Stopwatch::start();
        let seed = seed.wrapping_add(game.turns().len() as u64);
        let choice = player.choose(&Request { clock: &clock, ..Request::new(&game, seed) })?;
        game.play(choice.mv)?;
    }
    Ok(positions)
}

/// From how many stones on every position of a game is solved in time. The table is empty for each position.
fn first_solved(game: &[Position], limit: Duration) -> usize {
    let settings = Settings { table_bytes: TABLE_BYTES / 8, ..Settings::default() };
    let mut solver = AnySolver::new(settings, ProverSettings::default());
    for position in game.iter().rev() {
        solver.clear();
        let watch = Timed { clock: Stopwatch::start(), limit };
        if solver.solve(position, Limits::default(), &watch).winner.is_none() {
            return position.occupied().len() + 1;
        }
    }
    1
}

fn print(args: &DepthArgs, size: BoardSize, games: &[Vec<Position>], depths: &[Vec<usize>]) {
    let longest = games.first().map_or(0, Vec::len);
    // The share of games whose position with so many stones is solved.
    let solved = |depths: &[usize], stones: usize| {
        100.0 * depths.iter().filter(|&&first| first <= stones).count() as f64 / depths.len().max(1) as f64
    };
    let mean = |depths: &[usize]| depths.iter().sum::<usize>() as f64 / depths.len().max(1) as f64;
    let times: Vec<f64> = args.times.iter().map(Duration::as_secs_f64).collect();
    let means: Vec<f64> = depths.iter().map(|depths| mean(depths)).collect();
    if args.json {
        let rows: Vec<_> = (1..=longest)
            .map(|stones| {
                let shares: Vec<f64> = depths.iter().map(|depths| solved(depths, stones)).collect();
                json!({ "stones": stones, "percent_solved": shares })
            })
            .collect();
        println!(
            "{}",
            json!({
                "size": size.to_string(), "games": games.len(), "seconds": times, "mean_first_solved": means, "rows": rows,
                "paper": { "size": "11x11", "seconds": [10, 60], "many_solved_by": 35, "most_solved_by": 45, "stones_for_six_times": 4 },
            })
        );
        return;
    }
    println!(
        "{size}, the {} longest of {} games by {}: percent of positions solved",
        games.len(),
        args.games,
        args.player
    );
    let heading: Vec<String> = times.iter().map(|seconds| format!("{seconds:>8} s")).collect();
    println!("stones {}", heading.join(" "));
    for stones in 1..=longest {
        let shares: Vec<String> =
            depths.iter().map(|depths| format!("{:>10.0}", solved(depths, stones))).collect();
        println!("{stones:>6} {}", shares.join(" "));
    }
    let means: Vec<String> = means.iter().map(|mean| format!("{mean:>10.1}")).collect();
    println!("solved from so many stones on, in the mean: {}", means.join(" "));
    println!(
        "paper, 11x11 with 10 and 60 s: many solved by the 35th move, most by the 45th; 6 times the time is worth 4 stones"
    );
}
