//! The overhead of the search over the network, and the gain by a second thread.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use arena::Stopwatch;
use board::{BoardSize, Game, Move, Position};
use network::{Evaluator, Instructions, Network};
use player::{Limits, Player as _, Request};
use players::{Neural, NeuralSettings};

use super::{BenchFigure, BenchReport, Signature};
use crate::{ExperimentError, Lab, error::Within as _};

/// The network, the board and the threads.
#[derive(Debug, Clone, clap::Args)]
pub struct NeuralBenchSettings {
    /// Weights file of the network [default: the built-in network]
    #[arg(long, value_name = "FILE")]
    pub weights: Option<String>,
    /// Board size: a number for a square board, or columns x rows
    #[arg(long, short = 's', default_value = "11")]
    pub size: BoardSize,
    /// Moves before the search begins
    #[arg(long, short = 'm', default_value = "")]
    pub moves: String,
    /// Most threads
    #[arg(long, default_value_t = 2)]
    pub threads: usize,
    /// Seconds for each figure
    #[arg(long, default_value_t = 4.0, value_parser = super::seconds)]
    pub seconds: f64,
}

/// Times the search of the player `neural` beside its network.
///
/// # Errors
/// [`ExperimentError`] where the moves or the weights are not what was expected.
pub fn neural(settings: &NeuralBenchSettings, lab: &Lab<'_>) -> Result<BenchReport, ExperimentError> {
    let weights = lab.weights(settings.weights.as_deref(), settings.size)?;
    let network = |instructions| Arc::new(Network::new(&weights, instructions));
    let mut game = Game::new(settings.size, false);
    for cell in settings.size.cells_named(&settings.moves).within("--moves")? {
        game.play(Move::Place(cell)).within("--moves")?;
    }
    let best = network(Instructions::best());
    let bare = bare_rate(Arc::clone(&best), game.position(), settings.seconds);
    let mut figures = vec![BenchFigure::rate("evaluations without a search", bare)];
    let mut alone = 0.0;
    for threads in 1..=settings.threads.max(1) {
        let search = NeuralSettings { threads, ..NeuralSettings::default() };
        let mut player = Neural::new(Arc::clone(&best), search);
        let watch = Stopwatch::start();
        let time = Duration::from_secs_f64(settings.seconds);
        let limits = Limits { time: Some(time), ..Limits::default() };
        let request = Request { clock: &watch, ..Request::new(&game, 1).with_limits(limits) };
        let visits = player.choose(&request)?.thoughts.nodes as f64;
        let seconds = watch.seconds();
        let evaluations = player.evaluations() as f64 / seconds;
        if threads == 1 {
            alone = evaluations;
            figures.push(BenchFigure {
                name: "cost of the search".into(),
                value: (bare / evaluations - 1.0) * 100.0,
                unit: "% of the network's",
            });
        }
        figures.push(BenchFigure::rate(format!("visits, threads {threads}"), visits / seconds));
        figures.push(BenchFigure::rate(format!("evaluations, threads {threads}"), evaluations));
        if threads > 1 {
            figures.push(BenchFigure {
                name: format!("gain of threads {threads}"),
                value: evaluations / alone,
                unit: "times one",
            });
        }
    }
    // Portable code and one thread: the same visits on every machine.
    let portable = Instructions::detect().pop().expect("portable code is always there");
    let mut player = Neural::new(network(portable), NeuralSettings::default());
    let limits = Limits { nodes: Some(300), ..Limits::default() };
    let thoughts = player.choose(&Request::new(&game, 1).with_limits(limits))?.thoughts;
    let mut signature = Signature::new();
    for candidate in thoughts.candidates {
        signature.add(candidate.cell.index() as u128);
        signature.add(candidate.weight as u128);
    }
    Ok(BenchReport { signature, figures })
}

/// Evaluations a second of one thread that does nothing else.
fn bare_rate(network: Arc<Network>, position: &Position, seconds: f64) -> f64 {
    let mut evaluator = Evaluator::new(network, position.size());
    let start = Instant::now();
    while start.elapsed().as_secs_f64() < seconds {
        evaluator.evaluate(position, false);
    }
    evaluator.evaluations() as f64 / start.elapsed().as_secs_f64()
}
