//! Two claims of V. V. Anshelevich, *The Game of Hex: An Automatic Theorem Proving Approach to Game
//! Programming* (2000), section 6.
//!
//! 1. "Hexy(∞) with D=3 easily defeats Hexy(0) and Hexy(1) when they use a deeper 5-ply game-tree search": paired games from
//!    openings spread over the board, with colours exchanged.
//! 2. Figure 9: the time of an evaluation with n generations of connections, as a multiple of one without.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use arena::Stopwatch;
use board::{BoardSize, Color, Game, Move, Position, with_words};
use connection::{ConnectionSettings, Connections};
use evaluate::Circuits;
use player::{Clock as _, Request};
use serde::Serialize;

use crate::{ExperimentError, Lab, error::require};

/// How much to play.
#[derive(Debug, Clone, clap::Args)]
pub struct HexyClaimSettings {
    /// Board size; the paper's is 10
    #[arg(long, short = 's', default_value = "10")]
    pub size: BoardSize,
    /// Games of each pairing, two from every opening with colours exchanged
    #[arg(long, short = 'g', default_value_t = 40)]
    pub games: usize,
    /// Moves tried in a position by all versions
    #[arg(long, default_value_t = 15)]
    pub width: usize,
    /// Games played at the same time; move times are meaningful only with as many idle cores
    #[arg(long, short = 'c', default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub concurrency: u16,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// Both claims.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct HexyResult {
    /// Hexy(infinity) against each weaker version.
    pub pairings: Vec<HexyPairing>,
    /// The time of an evaluation, by generations.
    pub costs: Vec<GenerationCost>,
    /// Whether Hexy(infinity) wins every pairing.
    pub holds: bool,
}

/// The result of one pairing.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct HexyPairing {
    /// The weaker version.
    pub against: &'static str,
    /// Games that Hexy(infinity) won.
    pub wins: usize,
    /// Of how many.
    pub games: usize,
    /// A move of Hexy(infinity) and of the other takes this long.
    pub milliseconds: [f64; 2],
}

/// The cost of generations of connections.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GenerationCost {
    /// How many, or `inf`.
    pub generations: String,
    /// The time of an evaluation with them over that of one without.
    pub ratio: f64,
}

/// Plays the pairings and measures the costs.
///
/// # Errors
/// [`ExperimentError`] where there are too few games.
pub fn hexy(settings: &HexyClaimSettings, lab: &Lab<'_>) -> Result<HexyResult, ExperimentError> {
    require!(settings.games >= 2, "--games: found {}: expected 2 or more", settings.games);
    let pairs = settings.games / 2;
    lab.watcher.begin(4 * pairs as u64, "games");
    let mut pairings = Vec::new();
    for (weaker, n) in [("Hexy(0), D=5", 0), ("Hexy(1), D=5", 1)] {
        let specs = [
            format!("hexy:n=inf,depth=3,faithful=true,width={}", settings.width),
            format!("hexy:n={n},depth=5,width={}", settings.width),
        ];
        pairings.push(play(settings, &specs, weaker, pairs, lab)?);
    }
    let costs = with_words!(settings.size, W => costs::<W>(settings.size));
    let holds = pairings.iter().all(|pairing| 2 * pairing.wins > pairing.games);
    Ok(HexyResult { pairings, costs, holds })
}

/// Plays Hexy(infinity) against a weaker version.
fn play(
    settings: &HexyClaimSettings,
    specs: &[String; 2],
    weaker: &'static str,
    pairs: usize,
    lab: &Lab<'_>,
) -> Result<HexyPairing, ExperimentError> {
    let next = AtomicUsize::new(0);
    let work = || -> Result<Tally, ExperimentError> {
        let mut tally = Tally::default();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= 2 * pairs {
                return Ok(tally);
            }
            play_game(settings, specs, [number / 2, pairs], number % 2, lab, &mut tally)?;
            lab.watcher.advance(1);
        }
    };
    let tallies = thread::scope(|scope| {
        let workers: Vec<_> = (0..settings.concurrency).map(|_| scope.spawn(work)).collect();
        workers.into_iter().map(|worker| worker.join()).collect::<Vec<_>>()
    });
    let mut sum = Tally::default();
    for tally in tallies {
        match tally {
            Ok(tally) => sum.add(&tally?),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }
    let milliseconds = [0, 1].map(|side| 1000.0 * sum.seconds[side] / f64::from(sum.moves[side].max(1)));
    Ok(HexyPairing { against: weaker, wins: sum.wins, games: 2 * pairs, milliseconds })
}

/// The results of a thread's games: wins of the first player, and both sides' times and moves.
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
    settings: &HexyClaimSettings,
    specs: &[String; 2],
    [pair, pairs]: [usize; 2],
    exchanged: usize,
    lab: &Lab<'_>,
    tally: &mut Tally,
) -> Result<(), ExperimentError> {
    let cells: Vec<_> = settings.size.iter().collect();
    let opening = cells[(pair * cells.len() / pairs + 3 * pair) % cells.len()];
    let mut contestants = [lab.player(&specs[0])?, lab.player(&specs[1])?];
    let mut game = Game::new(settings.size, false);
    game.play(Move::Place(opening))?;
    let at = |color: Color| (color.index() + exchanged) % 2;
    let winner = loop {
        if let Some(outcome) = game.outcome() {
            break outcome.winner;
        }
        let side = at(game.to_move());
        let clock = Stopwatch::start();
        let seed = settings.seed.wrapping_add((1000 * pair + game.turns().len()) as u64);
        let choice = contestants[side].choose(&Request { clock: &clock, ..Request::new(&game, seed) })?;
        tally.seconds[side] += clock.elapsed().as_secs_f64();
        tally.moves[side] += 1;
        game.play(choice.mv)?;
    };
    tally.wins += usize::from(at(winner) == 0);
    Ok(())
}

/// The time of an evaluation with n generations of connections over that without, on positions of a game between even players.
fn costs<const W: usize>(size: BoardSize) -> Vec<GenerationCost> {
    let positions = typical::<W>(size);
    let mut circuits = Circuits::<W>::new(size);
    let mut time = |rounds: Option<usize>| {
        let start = Stopwatch::start();
        for position in &positions {
            if let Some(rounds) = rounds {
                std::hint::black_box(Connections::new(
                    position,
                    ConnectionSettings { rounds, ..ConnectionSettings::default() },
                ));
            }
            std::hint::black_box(circuits.evaluate(position));
        }
        start.seconds()
    };
    let base = time(None);
    let numbered = (1..=8).map(|n| (n.to_string(), Some(n)));
    let all = numbered.chain([("inf".to_string(), Some(usize::MAX))]);
    all.map(|(generations, rounds)| GenerationCost { generations, ratio: time(rounds) / base }).collect()
}

/// The positions of a few games between bridge players that are not over.
fn typical<const W: usize>(size: BoardSize) -> Vec<Position<W>> {
    let mut positions = Vec::new();
    for seed in 0..4 {
        let mut game = Game::new(size, false);
        let mut bridges = players::Bridges;
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
