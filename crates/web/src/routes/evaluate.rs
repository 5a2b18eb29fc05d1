//! Evaluations as maps of the board.

use std::sync::{Arc, OnceLock};

use axum::{Json, extract::State as Shared, http::StatusCode};
use board::Position;
use evaluate::{EVALUATIONS, Evaluation, View};
use network::{Evaluator, Instructions, Network, Weights};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use super::{
    jobs::{Accepted, Asker, accept},
    names::name,
};
use crate::{ApiError, State, body::Body, error::Problem, jobs::Context, position::GameInput};

/// The evaluation that needs more than a position.
const NETWORK: &str = "network";

/// Which evaluation of which position.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EvaluateQuestion {
    game: GameInput,
    /// `resistance`, `connections`, `two-distance`, `connectibility` or `network`.
    #[schema(
        example = "resistance",
        pattern = "^(resistance|connections|two-distance|connectibility|network)$"
    )]
    with: String,
}

/// Evaluates a position without search: `value` (how good it is for Black; null where the game is decided) with its `unit`, the
/// `numbers` behind it, and `map` with its `name`, a number for each of its `cells`, and whether low numbers are the urgent ones
/// (`low_is_urgent`).
#[utoipa::path(post, path = "/api/jobs/evaluate", request_body = EvaluateQuestion,
    responses((status = 202, body = Accepted), (status = 400, body = Problem), (status = 429, body = Problem)))]
pub(crate) async fn ask(
    Shared(state): Shared<State>,
    asker: Asker,
    Body(question): Body<EvaluateQuestion>,
) -> Result<(StatusCode, Json<Accepted>), ApiError> {
    let position = *question.game.game()?.position();
    let evaluation = Evaluation::named(&question.with);
    if evaluation.is_none() && question.with != NETWORK {
        let known: Vec<&str> = EVALUATIONS.iter().map(|known| known.name).chain([NETWORK]).collect();
        return Err(ApiError::bad(format!("with: found '{}': expected {}", question.with, known.join(", "))));
    }
    let work = move |_: &Context| {
        let view = evaluation.map_or_else(|| by_network(&position), |evaluation| evaluation.view(&position));
        Ok(to_json(&view, &position))
    };
    accept(&state, asker, Box::new(work))
}

fn to_json(view: &View, position: &Position) -> Value {
    // JSON has no infinity: a decided game has a value of null.
    let finite = |value: f64| value.is_finite().then_some(value);
    let numbers: Map<String, Value> =
        view.numbers.iter().map(|(name, value)| (name.clone(), json!(value.and_then(finite)))).collect();
    let cells: Map<String, Value> =
        view.map.iter().map(|(&cell, value)| (name(position.size(), cell), json!(value))).collect();
    json!({
        "value": finite(view.value),
        "unit": view.unit,
        "numbers": numbers,
        "map": { "name": view.map_name, "cells": cells, "low_is_urgent": view.low_is_urgent },
    })
}

/// What the network in the program thinks.
fn by_network(position: &Position) -> View {
    static EMBEDDED: OnceLock<Arc<Network>> = OnceLock::new();
    let network = EMBEDDED.get_or_init(|| Arc::new(Network::new(&Weights::embedded(), Instructions::best())));
    player::network_view(&mut Evaluator::new(Arc::clone(network), position.size()), position)
}
