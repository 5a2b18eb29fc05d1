//! `hexwright evaluate`: evaluates a position without search, with a map of cells.
//!
//! Text, JSON and pictures follow from an evaluation's `View`; which ones there are, the crate `evaluate` says.

use std::{path::PathBuf, sync::Arc};

use analysis::{EvaluateAnswer, NETWORK, network_view};
use anyhow::{Context, Result};
use clap::builder::{PossibleValue, PossibleValuesParser};
use evaluate::{EVALUATIONS, Evaluation};
use network::{Evaluator, Instructions, Network};
use record::{HeatMap, Picture};

use crate::{output::Answer, picture_file, player_args, position_args::PositionArgs};

/// Options of the command.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// The evaluation
    #[arg(long, value_name = "EVALUATION", default_value = "resistance", value_parser = names())]
    with: String,
    /// Weights file of the network [default: the built-in network]
    #[arg(long, value_name = "FILE")]
    weights: Option<String>,
    /// Draw the board with the map of cells: as text, or to a file (.svg or .png)
    #[arg(long, value_name = "FILE", num_args = 0..=1)]
    #[expect(clippy::option_option, reason = "not asked for, asked for as text, asked for as a file")]
    picture: Option<Option<PathBuf>>,
    /// Print the result as JSON, with the map of cells
    #[arg(long)]
    json: bool,
}

/// The values of `--with`.
fn names() -> PossibleValuesParser {
    let network = PossibleValue::new(NETWORK).help(
        "A network's chance of winning; the map is the chance of each move to be the best, in per cent",
    );
    EVALUATIONS
        .iter()
        .map(|evaluation| PossibleValue::new(evaluation.name).help(evaluation.about))
        .chain([network])
        .collect::<Vec<_>>()
        .into()
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let position = args.position.position()?;
    let name = &args.with;
    let view = if name == NETWORK {
        let weights = player_args::weights(args.weights.as_deref(), position.size())?;
        let network = Arc::new(Network::new(&weights, Instructions::best()));
        network_view(&mut Evaluator::new(network, position.size()), &position)
    } else {
        Evaluation::named(name).context("an evaluation that is offered exists")?.view(&position)
    };
    if let Some(file) = &args.picture {
        let mut picture = Picture::new(position);
        let heat = HeatMap { values: view.map.clone(), name: Some(view.map_name.to_string()), written: true };
        picture.heat = Some(heat);
        match file {
            Some(path) => picture_file::write(&picture, path, 2.0)?,
            None if args.json => {}
            None => print!("{}", picture.text(record::TextStyle::Plain)),
        }
    }
    if args.json {
        println!("{}", serde_json::to_string(&EvaluateAnswer::of(name, &view, &position))?);
        return Ok(Answer::Done);
    }
    println!("{name}: {} {}", number(view.value), view.unit);
    for (name, value) in &view.numbers {
        println!("  {name:<24} {}", value.map_or_else(|| "none".to_string(), number));
    }
    Ok(Answer::Done)
}

/// A number as a person reads it: at most three decimals.
fn number(value: f64) -> String {
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_string() } else { text.to_string() }
}
