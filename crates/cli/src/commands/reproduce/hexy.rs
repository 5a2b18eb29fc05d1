//! `hexwright reproduce hexy`: two claims of V. V. Anshelevich, *The Game of Hex: An Automatic Theorem Proving Approach to Game
//! Programming* (2000), section 6.
//!
//! 1. "Hexy(∞) with D=3 easily defeats Hexy(0) and Hexy(1) when they use a deeper 5-ply game-tree search": paired games from
//!    openings spread over the board, with colours exchanged.
//! 2. Figure 9: the time of an evaluation with n generations of connections, as a multiple of one without.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use anyhow::{Result, ensure};
use board::{BoardSize, Color, Game, Move, Position, with_words};
use connection::{Connections, Settings};
use evaluate::Circuits;
use indicatif::{ProgressBar, ProgressStyle};
use player::{Clock as _, Request};
use serde_json::json;

use crate::{output::Answer, players, stopwatch::Stopwatch};

/// How much to play.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Board size; the paper's is 10
    #[arg(long, short = 's', default_value = "10")]
    size: BoardSize,
    /// Games of each pairing, two from every opening with colours exchanged
    #[arg(long, short = 'g', default_value_t = 40)]
    games: usize,
    /// Moves tried in a position by all versions
    #[arg(long, default_value_t = 15)]
    width: usize,
    /// Games played at the same time; the times of moves are honest only if as many cores are idle
    #[arg(long, short = 'c', default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
    /// Everything random follows from this number
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// The result of one pairing.
struct Pairing {
    weaker: &'static str,
    wins: usize,
    games: usize,
    /// Milliseconds a move: of Hexy(infinity) and of the other.
    time: [f64; 2],
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    ensure!(args.games >= 2, "--games: found {}: expected 2 or more", args.games);
    let pairs = args.games / 2;
    let bar = ProgressBar::new(4 * pairs as u64)
        .with_style(ProgressStyle::with_template("{wide_bar} {pos}/{len} games, {eta} left {msg}")?);
    let mut pairings = Vec::new();
    for (weaker, n) in [("Hexy(0), D=5", 0), ("Hexy(1), D=5", 1)] {
        let specs = [
            format!("hexy:n=inf,depth=3,faithful=true,width={}", args.width),
            format!("hexy:n={n},depth=5,width={}", args.width),
        ];
        pairings.push(play(args, &specs, weaker, pairs, &bar)?);
    }
    bar.finish_and_clear();
    let costs = with_words!(args.size, W => costs::<W>(args.size));
    let holds = pairings.iter().all(|pairing| 2 * pairing.wins > pairing.games);
    if args.json {
        let pairings: Vec<_> = pairings
            .iter()
            .map(|p| json!({ "against": p.weaker, "wins": p.wins, "games": p.games, "milliseconds": p.time }))
            .collect();
        let costs: Vec<_> =
            costs.iter().map(|(n, ratio)| json!({ "generations": n, "ratio": ratio })).collect();
        println!("{}", json!({ "pairings": pairings, "costs": costs, "holds": holds }));
    } else {
        for Pairing { weaker, wins, games, time: [own, other] } in &pairings {
            println!(
                "Hexy(inf), D=3 wins {wins} of {games} against {weaker} ({own:.0} and {other:.0} ms a move)"
            );
        }
        println!("time of an evaluation, T(n)/T(0):");
        for (n, ratio) in &costs {
            println!("  n = {n:<4} {ratio:.1}");
        }
    }
    Ok(if holds { Answer::Done } else { Answer::No })
}

/// Plays Hexy(infinity) against a weaker version.
fn play(
    args: &Args,
    specs: &[String; 2],
    weaker: &'static str,
    pairs: usize,
    bar: &ProgressBar,
) -> Result<Pairing> {
    let next = AtomicUsize::new(0);
    let work = || -> Result<Tally> {
        let mut tally = Tally::default();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= 2 * pairs {
                return Ok(tally);
            }
            play_game(args, specs, [number / 2, pairs], number % 2, &mut tally)?;
            bar.inc(1);
        }
    };
    let tallies = thread::scope(|scope| {
        let workers: Vec<_> = (0..args.concurrency).map(|_| scope.spawn(work)).collect();
        workers.into_iter().map(|worker| worker.join()).collect::<Vec<_>>()
    });
    let mut sum = Tally::default();
    for tally in tallies {
        match tally {
            Ok(tally) => sum.add(&tally?),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }
    let time = [0, 1].map(|side| 1000.0 * sum.seconds[side] / f64::from(sum.moves[side].max(1)));
    Ok(Pairing { weaker, wins: sum.wins, games: 2 * pairs, time })
}

/// What the games of a thread came to: wins of the first player, and both sides' times and moves.
#[derive(Debug, Clone, Copy, Default)]
struct Tally {
    wins: usize,
    seconds: [f64; 2],
    moves: [u32; 2],
}

impl Tally {
    fn add(&mut self, other: &Self) {
        self.wins += other.wins;
        for side in 0..2 {
            self.seconds[side] += other.seconds[side];
            self.moves[side] += other.moves[side];
        }
    }
}

/// One game of a pair, number `pair` of `pairs`; in the exchanged one the second player is Black.
fn play_game(
    args: &Args,
    specs: &[String; 2],
    [pair, pairs]: [usize; 2],
    exchanged: usize,
    tally: &mut Tally,
) -> Result<()> {
    let cells: Vec<_> = args.size.iter().collect();
    let opening = cells[(pair * cells.len() / pairs + 3 * pair) % cells.len()];
    let mut contestants = [players::create(&specs[0])?, players::create(&specs[1])?];
    let mut game = Game::new(args.size, false);
    game.play(Move::Place(opening))?;
    let at = |color: Color| (color.index() + exchanged) % 2;
    let winner = loop {
        if let Some(outcome) = game.outcome() {
            break outcome.winner;
        }
        let side = at(game.to_move());
        let clock = Stopwatch::start();
        let seed = args.seed.wrapping_add((1000 * pair + game.turns().len()) as u64);
        let choice = contestants[side].choose(&Request { clock: &clock, ..Request::new(&game, seed) })?;
        tally.seconds[side] += clock.elapsed().as_secs_f64();
        tally.moves[side] += 1;
        game.play(choice.mv)?;
    };
    tally.wins += usize::from(at(winner) == 0);
    Ok(())
}

/// The time of an evaluation with n generations of connections over that without, on positions of a game between even players.
fn costs<const W: usize>(size: BoardSize) -> Vec<(String, f64)> {
    let positions = typical::<W>(size);
    let mut circuits = Circuits::<W>::new(size);
    let mut time = |rounds: Option<usize>| {
        let start = Stopwatch::start();
        for position in &positions {
            if let Some(rounds) = rounds {
                std::hint::black_box(Connections::new(position, Settings { rounds, ..Settings::default() }));
            }
            std::hint::black_box(circuits.evaluate(position));
        }
        start.seconds()
    };
    let base = time(None);
    let numbered = (1..=8).map(|n| (n.to_string(), Some(n)));
    let all = numbered.chain([("inf".to_string(), Some(usize::MAX))]);
    all.map(|(name, rounds)| (name, time(rounds) / base)).collect()
}

/// The positions of a few games between bridge players that are not over.
fn typical<const W: usize>(size: BoardSize) -> Vec<Position<W>> {
    let mut positions = Vec::new();
    for seed in 0..4 {
        let mut game = Game::new(size, false);
        let mut bridges = player::Bridges;
        while game.outcome().is_none() {
            positions.push(game.position().resize());
            let Ok(choice) = player::Player::choose(&mut bridges, &Request::new(&game, seed)) else { break };
            if game.play(choice.mv).is_err() {
                break;
            }
        }
    }
    positions
}
