//! `hexwright bench neural`: what the search costs beside the network, and what a second thread brings.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result};
use board::{BoardSize, Game, Move, Position};
use network::{Evaluator, Instructions, Network};
use player::{Limits, Neural, NeuralSettings, Player as _, Request};

use super::{Figure, Report, Signature};
use crate::{players, stopwatch::Stopwatch};

/// The network, the board and the threads.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Weights of the network [default: those in the program]
    #[arg(long, value_name = "FILE")]
    weights: Option<String>,
    /// Board size: a number for a square board, or columns x rows
    #[arg(long, short = 's', default_value = "11")]
    size: BoardSize,
    /// Moves before the search begins
    #[arg(long, short = 'm', default_value = "")]
    moves: String,
    /// Most threads
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Seconds for each figure
    #[arg(long, default_value_t = 4.0, value_parser = super::seconds)]
    seconds: f64,
}

pub(super) fn run(args: &Args) -> Result<Report> {
    let weights = players::weights(args.weights.as_deref())?;
    let network = |instructions| Arc::new(Network::new(&weights, instructions));
    let mut game = Game::new(args.size, false);
    for cell in args.size.cells_named(&args.moves).context("--moves")? {
        game.play(Move::Place(cell)).context("--moves")?;
    }
    let best = network(Instructions::best());
    let bare = bare_rate(Arc::clone(&best), game.position(), args.seconds);
    let mut figures = vec![Figure::rate("evaluations without a search", bare)];
    let mut alone = 0.0;
    for threads in 1..=args.threads.max(1) {
        let settings = NeuralSettings { threads, ..NeuralSettings::default() };
        let mut player = Neural::new(Arc::clone(&best), settings);
        let watch = Stopwatch::start();
        let time = Duration::from_secs_f64(args.seconds);
        let limits = Limits { time: Some(time), ..Limits::default() };
        let request = Request { clock: &watch, ..Request::new(&game, 1).with_limits(limits) };
        let visits = player.choose(&request)?.thoughts.nodes as f64;
        let seconds = watch.seconds();
        let evaluations = player.evaluations() as f64 / seconds;
        if threads == 1 {
            alone = evaluations;
            figures.push(Figure {
                name: "cost of the search".into(),
                value: (bare / evaluations - 1.0) * 100.0,
                unit: "% of the network's",
            });
        }
        figures.push(Figure::rate(format!("visits, threads {threads}"), visits / seconds));
        figures.push(Figure::rate(format!("evaluations, threads {threads}"), evaluations));
        if threads > 1 {
            figures.push(Figure {
                name: format!("gain of threads {threads}"),
                value: evaluations / alone,
                unit: "times one",
            });
        }
    }
    // Portable code and one thread: the same visits on every machine.
    let portable = Instructions::detect().pop().context("portable code is always there")?;
    let mut player = Neural::new(network(portable), NeuralSettings::default());
    let limits = Limits { nodes: Some(300), ..Limits::default() };
    let thoughts = player.choose(&Request::new(&game, 1).with_limits(limits))?.thoughts;
    let mut signature = Signature::new();
    for candidate in thoughts.candidates {
        signature.add(candidate.cell.index() as u128);
        signature.add(candidate.weight as u128);
    }
    Ok(Report { signature, figures })
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
