//! `hexwright bench accuracy`: how often a network is right, by the solver's word.
//!
//! Positions come from games in which each move is drawn from the policy after a few random stones; one is taken from each
//! game. The solver says who wins it. The value is right if its sign says the same; in a won position the policy is right
//! if its first move wins. Positions that the solver leaves open count for nothing.

use std::sync::Arc;

use anyhow::{Result, bail};
use board::{BoardSize, Cell, Color, Position, below, with_words};
use indicatif::{ProgressBar, ProgressStyle};
use network::{Evaluator, Instructions, Network};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng as _, SeedableRng as _},
};
use solver::{Limits, ProverSettings, Provers, Question, Settings, Solver};

use super::{Figure, Report, Signature};
use crate::players;

/// The network, the board and the positions.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Weights of the network [default: those in the program]
    #[arg(long, value_name = "FILE")]
    weights: Option<String>,
    /// Board size: a number for a square board, or columns x rows
    #[arg(long, short = 's', default_value = "7")]
    size: BoardSize,
    /// Positions, each from a game of its own
    #[arg(long, default_value_t = 300)]
    positions: usize,
    /// Fewest stones on the board
    #[arg(long, default_value_t = 4)]
    stones: usize,
    /// Positions that the solver may examine for a verdict
    #[arg(long, default_value_t = 20_000)]
    nodes: u64,
    /// Everything random follows from this number
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// How often the network was right.
#[derive(Debug, Default)]
struct Tally {
    open: usize,
    decided: usize,
    right_sign: usize,
    won: usize,
    right_move: usize,
}

pub(super) fn run(args: &Args) -> Result<Report> {
    if args.stones + 1 >= args.size.cells() {
        bail!("--stones: found {}: expected fewer than the board's cells", args.stones);
    }
    let weights = players::weights(args.weights.as_deref())?;
    let network = Arc::new(Network::new(&weights, Instructions::best()));
    let style = ProgressStyle::with_template("{wide_bar} {pos} of {len} positions, {eta} left")?;
    let bar = ProgressBar::new(args.positions as u64).with_style(style);
    let tally = with_words!(args.size, W => measure::<W>(args, network, &bar));
    bar.finish_and_clear();
    let mut signature = Signature::new();
    let counts = [tally.open, tally.decided, tally.right_sign, tally.won, tally.right_move];
    counts.iter().for_each(|&count| signature.add(count as u128));
    let count =
        |name: &str, value: usize| Figure { name: name.into(), value: value as f64, unit: "positions" };
    let share = |name: &str, part: usize, whole: usize| Figure {
        name: name.into(),
        value: 100.0 * part as f64 / whole.max(1) as f64,
        unit: "%",
    };
    let figures = vec![
        count("left open by the solver", tally.open),
        count("decided", tally.decided),
        count("value with the right sign", tally.right_sign),
        share("value with the right sign", tally.right_sign, tally.decided),
        count("won by the side to move", tally.won),
        count("first move of the policy wins", tally.right_move),
        share("first move of the policy wins", tally.right_move, tally.won),
    ];
    Ok(Report { signature, figures })
}

fn measure<const W: usize>(args: &Args, network: Arc<Network>, bar: &ProgressBar) -> Tally {
    let mut evaluator = Evaluator::new(network, args.size);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(args.seed);
    let solver = Solver::<W>::new(Settings::default());
    let question = Question { limits: Limits { nodes: Some(args.nodes) }, ..Question::default() };
    let provers = || Provers::new(args.size, ProverSettings::default());
    let winner = |position: &Position<W>| solver.solve(position, provers, &question).winner;
    let mut tally = Tally::default();
    for _ in 0..args.positions {
        let position = sample(args, &mut evaluator, &mut random);
        bar.inc(1);
        let evaluation = evaluator.evaluate(&position, false).clone();
        let cell = evaluation
            .move_probabilities(position.empty_cells())
            .into_iter()
            .max_by(|a, b| a.1.total_cmp(&b.1))
            .map(|(cell, _)| cell);
        let mover = position.to_move();
        let verdict = winner(&position);
        let after = cell.and_then(|cell| winner(&position.child(cell)));
        let (Some(verdict), Some(after)) = (verdict, after) else {
            tally.open += 1;
            continue;
        };
        tally.decided += 1;
        tally.right_sign += usize::from((evaluation.value > 0.0) == (verdict == mover));
        tally.won += usize::from(verdict == mover);
        tally.right_move += usize::from(verdict == mover && after == mover);
    }
    tally
}

/// A position of a game drawn from the policy, whose game is not over.
fn sample<const W: usize>(
    args: &Args,
    evaluator: &mut Evaluator,
    random: &mut Xoshiro256PlusPlus,
) -> Position<W> {
    loop {
        let strays = 1 + below(random, 3);
        let mut game = vec![Position::<W>::empty(args.size)];
        loop {
            let position = game[game.len() - 1];
            let mut next = position;
            next.play_unchecked(if game.len() <= strays {
                any(&position, random)
            } else {
                drawn(&position, evaluator, random)
            });
            if Color::BOTH.iter().any(|&color| next.has_won(color)) {
                break;
            }
            game.push(next);
        }
        if game.len() > args.stones {
            return game[args.stones + below(random, game.len() - args.stones)];
        }
    }
}

fn any<const W: usize>(position: &Position<W>, random: &mut Xoshiro256PlusPlus) -> Cell {
    let empty: Vec<Cell> = position.empty_cells().iter().collect();
    empty[below(random, empty.len())]
}

fn drawn<const W: usize>(
    position: &Position<W>,
    evaluator: &mut Evaluator,
    random: &mut Xoshiro256PlusPlus,
) -> Cell {
    let moves = evaluator.evaluate(position, false).move_probabilities(position.empty_cells());
    let mut left = (random.next_u64() >> 40) as f32 / (1u64 << 24) as f32;
    for &(cell, chance) in &moves {
        left -= chance;
        if left < 0.0 {
            return cell;
        }
    }
    moves[moves.len() - 1].0
}
