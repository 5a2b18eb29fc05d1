//! `hexwright evaluate`: what an evaluation says about a position, with its map of cells.
//!
//! A new evaluation is a value of [`With`] and a function that returns a [`View`]; text, JSON and pictures follow from it.

use std::{collections::BTreeMap, sync::Arc};

use anyhow::Result;
use board::{Cell, Color, Position, with_words};
use clap::ValueEnum;
use connection::{Connections, Settings};
use evaluate::{
    Circuits, Connectibility, FEATURE_NAMES, INFINITE, Potential, TwoDistance, UNREACHABLE, Weights,
};
use network::{Evaluator, Instructions, Network};
use record::{HeatMap, Picture};
use serde_json::json;

use crate::{output::Answer, players, position_args::PositionArgs};

/// What to evaluate, and how.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// The evaluation
    #[arg(long, value_name = "EVALUATION", default_value = "resistance")]
    with: With,
    /// Weights of the network [default: those in the program]
    #[arg(long, value_name = "FILE")]
    weights: Option<String>,
    /// Draw the board with the map of cells
    #[arg(long)]
    picture: bool,
    /// Print the result as JSON, with the map of cells
    #[arg(long, conflicts_with = "picture")]
    json: bool,
}

/// The evaluations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum With {
    /// Electrical resistance between the edges; the map is how much both sides count on a cell
    Resistance,
    /// The same with virtual connections, as Hexy sees the board
    Connections,
    /// Stones needed when the opponent takes away the best way; the map is the sum of both sides' potentials
    TwoDistance,
    /// Stones needed from edge to edge, and Mops' features; the map is the fewer stones of both sides through a cell
    Connectibility,
    /// A network's chance of winning; the map is the chance of each move to be the best, in per cent
    Network,
}

/// What an evaluation sees.
struct View {
    /// How good the position is for Black: positive is good, in the evaluation's own unit.
    value: f64,
    /// What the value is.
    unit: &'static str,
    /// Named numbers behind the value; `None` is a number that does not exist.
    numbers: Vec<(String, Option<f64>)>,
    /// A number for each empty cell that has one.
    map: BTreeMap<Cell, f64>,
    /// What the numbers of the map are.
    map_name: &'static str,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let position = args.position.position()?;
    let view = with_words!(position.size(), W => view::<W>(&position.resize(), args))?;
    let name = args.with.to_possible_value().map_or_else(String::new, |value| value.get_name().to_string());
    if args.json {
        println!("{}", to_json(&view, &position, &name));
        return Ok(Answer::Done);
    }
    if args.picture {
        let mut picture = Picture::new(position);
        let heat = HeatMap { values: view.map, name: Some(view.map_name.to_string()), written: true };
        picture.heat = Some(heat);
        print!("{}", picture.text(record::TextStyle::Plain));
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

fn view<const W: usize>(position: &Position<W>, args: &Args) -> Result<View> {
    Ok(match args.with {
        With::Resistance => resistance(position, false),
        With::Connections => resistance(position, true),
        With::TwoDistance => two_distance(position),
        With::Connectibility => connectibility(position),
        With::Network => by_network(position, args.weights.as_deref())?,
    })
}

fn resistance<const W: usize>(position: &Position<W>, connected: bool) -> View {
    let mut circuits = Circuits::new(position.size());
    let resistances = if connected {
        circuits.evaluate_connected(&Connections::new(position, Settings::default()))
    } else {
        circuits.evaluate(position)
    };
    let of = |color: Color| resistances.of[color.index()];
    View {
        value: -resistances.log_ratio(),
        unit: "= log(White's resistance / Black's): positive is good for Black",
        numbers: Color::BOTH
            .map(|color| (format!("resistance of {color}"), Some(of(color)).filter(|ohms| ohms.is_finite())))
            .to_vec(),
        map: position
            .empty_cells()
            .iter()
            .map(|cell| (cell, 100.0 * circuits.importance(&resistances, cell)))
            .collect(),
        map_name: "share of both circuits' power, in per cent of one",
    }
}

fn two_distance<const W: usize>(position: &Position<W>) -> View {
    let mut distance = TwoDistance::new(position.size());
    let potentials = distance.evaluate(position);
    let [black, white] = potentials.map(|potential| potential.lowest);
    let cells = position.empty_cells();
    let map = cells.iter().filter_map(|cell| {
        let [black, white] = Color::BOTH.map(|color| distance.potential(color, cell));
        (black != UNREACHABLE && white != UNREACHABLE).then(|| (cell, f64::from(black + white)))
    });
    View {
        value: match (black, white) {
            (UNREACHABLE, UNREACHABLE) => 0.0,
            (UNREACHABLE, _) => f64::NEG_INFINITY,
            (_, UNREACHABLE) => f64::INFINITY,
            _ => f64::from(white) - f64::from(black),
        },
        unit: "= White's potential - Black's: positive is good for Black",
        numbers: Color::BOTH
            .into_iter()
            .zip(potentials)
            .flat_map(|(color, Potential { lowest, mobility })| {
                let lowest = (lowest != UNREACHABLE).then(|| f64::from(lowest));
                [
                    (format!("potential of {color}"), lowest),
                    (format!("mobility of {color}"), Some(f64::from(mobility))),
                ]
            })
            .collect(),
        map: map.collect(),
        map_name: "sum of both potentials (low is urgent)",
    }
}

fn connectibility<const W: usize>(position: &Position<W>) -> View {
    let mut connectibility = Connectibility::new(position.size());
    let features = connectibility.features(position);
    let map = position.empty_cells().iter().filter_map(|cell| {
        let across = Color::BOTH.map(|color| connectibility.across(color, cell)).into_iter().min()?;
        // The cell's own stone is counted from both sides.
        (across != INFINITE).then(|| (cell, f64::from(across - 1)))
    });
    View {
        value: Weights::EQUAL.value(&features),
        unit: "from -1 (White) to 1 (Black), with equal weights",
        numbers: FEATURE_NAMES
            .iter()
            .zip(features)
            .map(|(name, value)| ((*name).to_string(), Some(value)))
            .collect(),
        map: map.collect(),
        map_name: "fewest stones of a side through the cell",
    }
}

/// Both images of the position under the rotation by 180 degrees, taken together.
fn by_network<const W: usize>(position: &Position<W>, weights: Option<&str>) -> Result<View> {
    let network = Arc::new(Network::new(&players::weights(weights)?, Instructions::best()));
    let mut evaluator = Evaluator::new(network, position.size());
    let [one, other] = [false, true].map(|rotated| evaluator.evaluate(position, rotated).clone());
    let chance = f64::midpoint(f64::from(one.win_probability()), f64::from(other.win_probability()));
    let cells = position.empty_cells();
    let [one, other] = [one, other].map(|evaluation| evaluation.move_probabilities(cells));
    let mover = position.to_move();
    Ok(View {
        value: if mover == Color::Black { 2.0 * chance - 1.0 } else { 1.0 - 2.0 * chance },
        unit: "from -1 (White wins) to 1 (Black wins)",
        numbers: vec![(format!("chance of {mover}, who is to move, in per cent"), Some(100.0 * chance))],
        map: one
            .iter()
            .zip(&other)
            .map(|(a, b)| (a.0, 100.0 * f64::midpoint(f64::from(a.1), f64::from(b.1))))
            .collect(),
        map_name: "chance that the network plays here, in per cent",
    })
}
