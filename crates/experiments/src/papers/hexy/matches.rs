//! "Hexy(∞) with D=3 easily defeats Hexy(0) and Hexy(1) when they use a deeper 5-ply game-tree search" (section 6):
//! paired games from openings spread over the board, with colours exchanged.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::Duration,
};

use arena::Stopwatch;
use board::{BoardSize, Color, Game, Move};
use player::{Clock as _, Request};
use serde::Serialize;

use super::super::{ClaimOutcome, Experiment, PaperFinding, sources::PaperClaim};
use crate::{ExperimentError, Lab, error::require};

/// How much to play.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct HexyMatchSettings {
    /// Board size; the paper's is 10
    #[arg(long, short = 's', default_value = "10")]
    pub(crate) size: BoardSize,
    /// Games of each pairing, two from every opening with colours exchanged
    #[arg(long, short = 'g', default_value_t = 40)]
    pub(crate) games: usize,
    /// Moves tried in a position by all versions
    #[arg(long, default_value_t = 15)]
    pub(crate) width: usize,
    /// Games played at the same time; move times are meaningful only with as many idle cores
    #[arg(long, short = 'c', default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) concurrency: u16,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

/// The result of one pairing.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct HexyPairing {
    /// The weaker version.
    pub against: &'static str,
    /// Games that Hexy(infinity) won.
    pub wins: usize,
    /// Of how many.
    pub games: usize,
    /// A move of Hexy(infinity) and of the other takes this long.
    pub milliseconds: [f64; 2],
}

impl Experiment for HexyMatchSettings {
    const NAME: &'static str = "hexy-match";

    fn within(time: Duration) -> String {
        // A game on 10x10 takes about ten seconds, on 7x7 about one.
        match time.as_secs() {
            0..20 => "--size 5 --games 2".to_string(),
            20..160 => format!("--size 7 --games {}", (time.as_secs() / 4).next_multiple_of(2).min(40)),
            seconds => format!("--games {}", (seconds / 24).next_multiple_of(2).min(200)),
        }
    }

    fn run(&self, claim: &PaperClaim, lab: &Lab<'_>) -> Result<PaperFinding, ExperimentError> {
        require!(self.games >= 2, "--games: found {}: expected 2 or more", self.games);
        let pairs = self.games / 2;
        lab.watcher.begin(4 * pairs as u64, "games");
        let [own_depth, other_depth] = ["depth", "weaker_depth"].map(|key| claim.number(key));
        let (own_depth, other_depth) = (own_depth?, other_depth?);
        let mut pairings = Vec::new();
        for (weaker, n) in [("Hexy(0)", 0), ("Hexy(1)", 1)] {
            let specs = [
                format!("hexy:n=inf,depth={own_depth},faithful=true,width={}", self.width),
                format!("hexy:n={n},depth={other_depth},width={}", self.width),
            ];
            pairings.push(play(self, &specs, weaker, pairs, lab)?);
        }
        let won = pairings.iter().all(|pairing| 2 * pairing.wins > pairing.games);
        let lost = pairings.iter().any(|pairing| 2 * pairing.wins + 2 < pairing.games);
        let ours: Vec<String> = pairings
            .iter()
            .map(|pairing| format!("{} of {} against {}", pairing.wins, pairing.games, pairing.against))
            .collect();
        let (outcome, because) = match () {
            () if won => (ClaimOutcome::Holds, "Hexy(∞) wins most games against both, at two plies less."),
            () if lost => (ClaimOutcome::DoesNotHold, "Hexy(∞) loses to a version without its connections."),
            () => (ClaimOutcome::Undecided, "Too few games, or too small a board, for a clear result."),
        };
        let rows = pairings.iter().map(|HexyPairing { against, wins, games, milliseconds: [own, other] }| {
            [
                format!("{against}, {other_depth} plies"),
                wins.to_string(),
                games.to_string(),
                format!("{own:.0} ms"),
                format!("{other:.0} ms"),
            ]
        });
        let caption =
            format!("Hexy(∞), {own_depth} plies, on {}, with both colours from each opening", self.size);
        let heads = ["against", "won", "games", "time of a move", "time of the other's move"];
        PaperFinding::new(outcome, ours.join(", "), because)
            .with_table(caption, heads, rows)
            .with_data(&pairings)
    }
}

/// Plays Hexy(infinity) against a weaker version.
pub(super) fn play(
    settings: &HexyMatchSettings,
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
    settings: &HexyMatchSettings,
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
