//! `hexwright evaluate`: what an evaluation says about a position, with its map of cells.
//!
//! Text, JSON and pictures follow from an evaluation's [`View`]; which ones there are, the crate `evaluate` says.

use std::{path::PathBuf, sync::Arc};

use anyhow::{Context, Result};
use board::Position;
use clap::builder::{PossibleValue, PossibleValuesParser};
use evaluate::{EVALUATIONS, Evaluation, View};
use network::{Evaluator, Instructions, Network};
use player::network_view;
use record::{HeatMap, Picture};
use serde_json::json;

use crate::{output::Answer, picture_file, players, position_args::PositionArgs};

/// What to evaluate, and how.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// The evaluation
    #[arg(long, value_name = "EVALUATION", default_value = "resistance", value_parser = names())]
    with: String,
    /// Weights of the network [default: those in the program]
    #[arg(long, value_name = "FILE")]
    weights: Option<String>,
    /// Draw the board with the map of cells: as text, or into a file that ends in .svg or .png
    #[arg(long, value_name = "FILE", num_args = 0..=1)]
    #[expect(clippy::option_option, reason = "not asked for, asked for as text, asked for as a file")]
    picture: Option<Option<PathBuf>>,
    /// Print the result as JSON, with the map of cells
    #[arg(long)]
    json: bool,
}

/// The evaluation that needs a weights file, beside those of the crate `evaluate`.
const NETWORK: &str = "network";

/// What `--with` takes.
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
        let network =
            Arc::new(Network::new(&players::weights(args.weights.as_deref())?, Instructions::best()));
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
        println!("{}", to_json(&view, &position, name));
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

fn to_json(view: &View, position: &Position, name: &str) -> serde_json::Value {
    // JSON has no infinity: a decided game has a value of null and a winner.
    let finite = |value: f64| value.is_finite().then_some(value);
    let numbers: serde_json::Map<_, _> =
        view.numbers.iter().map(|(name, value)| (name.clone(), json!(value.and_then(finite)))).collect();
    let cells: serde_json::Map<_, _> = view
        .map
        .iter()
        .map(|(&cell, value)| (position.size().name(cell).to_string(), json!(value)))
        .collect();
    json!({
        "evaluation": name,
        "value": finite(view.value),
        "unit": view.unit,
        "winner": position.winner().map(|winner| winner.to_string()),
        "numbers": numbers,
        "map": { "name": view.map_name, "cells": cells },
    })
}
