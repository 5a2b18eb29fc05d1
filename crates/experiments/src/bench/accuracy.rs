//! The accuracy of a network, judged by the solver.
//!
//! Positions come from games in which each move is drawn from the policy after a few random stones; one is taken from each
//! game. The solver says who wins it. The value is right if its sign says the same; in a won position the policy is right
//! if its first move wins. Positions that the solver leaves open count for nothing.

use std::sync::Arc;

use board::{BoardSize, Cell, Color, Position, random_below, with_words};
use network::{Evaluator, Instructions, Network};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng as _, SeedableRng as _},
};
use solver::{ProverSettings, Provers, Solver, SolverContext, SolverLimits, SolverSettings};

use super::{BenchFigure, BenchReport, Signature};
use crate::{ExperimentError, Lab, Watcher, error::require};

/// The network, the board and the positions.
#[derive(Debug, Clone, clap::Args)]
pub struct AccuracySettings {
    /// Weights file of the network [default: the built-in network]
    #[arg(long, value_name = "FILE")]
    pub weights: Option<String>,
    /// Board size: a number for a square board, or columns x rows
    #[arg(long, short = 's', default_value = "7")]
    pub size: BoardSize,
    /// Number of positions, each from a different game
    #[arg(long, default_value_t = 300)]
    pub positions: usize,
    /// Fewest stones on the board
    #[arg(long, default_value_t = 4)]
    pub stones: usize,
    /// Positions that the solver may examine for a verdict
    #[arg(long, default_value_t = 20_000)]
    pub nodes: u64,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
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

/// Measures how often a network is right.
///
/// # Errors
/// [`ExperimentError`] where the settings or the file of weights are not what was expected.
pub fn accuracy(settings: &AccuracySettings, lab: &Lab<'_>) -> Result<BenchReport, ExperimentError> {
    require!(
        settings.stones + 1 < settings.size.cells(),
        "--stones: found {}: expected fewer than the board's cells",
        settings.stones
    );
    let weights = lab.weights(settings.weights.as_deref(), settings.size)?;
    let network = Arc::new(Network::new(&weights, Instructions::best()));
    lab.watcher.begin(settings.positions as u64, "positions");
    let tally = with_words!(settings.size, W => measure::<W>(settings, network, lab.watcher));
    let mut signature = Signature::new();
    let counts = [tally.open, tally.decided, tally.right_sign, tally.won, tally.right_move];
    counts.iter().for_each(|&count| signature.add(count as u128));
    let count =
        |name: &str, value: usize| BenchFigure { name: name.into(), value: value as f64, unit: "positions" };
    let share = |name: &str, part: usize, whole: usize| BenchFigure {
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
    Ok(BenchReport { signature, figures })
}

fn measure<const W: usize>(
    settings: &AccuracySettings,
    network: Arc<Network>,
    watcher: &dyn Watcher,
) -> Tally {
    let mut evaluator = Evaluator::new(network, settings.size);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(settings.seed);
    let solver = Solver::<W>::new(SolverSettings::default());
    let question =
        SolverContext { limits: SolverLimits { nodes: Some(settings.nodes) }, ..SolverContext::default() };
    let provers = || Provers::new(settings.size, ProverSettings::default());
    let winner = |position: &Position<W>| solver.solve(position, provers, &question).winner;
    let mut tally = Tally::default();
    for _ in 0..settings.positions {
        if watcher.is_over() {
            break;
        }
        let position = sample(settings, &mut evaluator, &mut random);
        watcher.advance(1);
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
    settings: &AccuracySettings,
    evaluator: &mut Evaluator,
    random: &mut Xoshiro256PlusPlus,
) -> Position<W> {
    loop {
        let strays = 1 + random_below(random, 3);
        let mut game = vec![Position::<W>::empty(settings.size)];
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
        if game.len() > settings.stones {
            return game[settings.stones + random_below(random, game.len() - settings.stones)];
        }
    }
}

fn any<const W: usize>(position: &Position<W>, random: &mut Xoshiro256PlusPlus) -> Cell {
    let empty: Vec<Cell> = position.empty_cells().iter().collect();
    empty[random_below(random, empty.len())]
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
