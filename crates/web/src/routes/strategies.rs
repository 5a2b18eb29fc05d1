//! Winning strategies: files that are checked before anything of them is shown, and the connections at their ends, played out.

use axum::{Json, extract::State as Shared, http::StatusCode};
use board::{BoardSize, CellSet, Color};
use rust_embed::RustEmbed;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;
use verify::{
    Answer, Follower,
    strategy::{Node, Strategy, read_connection, read_strategy},
};

use super::jobs::{Accepted, Asker, accept};
use crate::{
    ApiError, State,
    aside::aside,
    body::Body,
    error::Problem,
    jobs::Context,
    parameter::Parameter,
    schema::{CellName, ColorName, Side},
};

/// Strategies that come with the program: `data/strategies/README.md` says how they were made.
#[derive(RustEmbed)]
#[folder = "data/strategies"]
struct Shipped;

/// The longest line of a connection that is played out.
const LONGEST_LINE: usize = 400_000;

/// A strategy that comes with the program.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StrategyName {
    /// The name to ask for.
    name: String,
    /// Its size in bytes.
    bytes: usize,
}

/// The strategies that come with the program, in the order of their names.
#[utoipa::path(get, path = "/api/strategies", responses((status = 200, body = Vec<StrategyName>)))]
pub(crate) async fn list() -> Json<Vec<StrategyName>> {
    let mut names: Vec<StrategyName> = Shipped::iter()
        .filter_map(|file| {
            let bytes = Shipped::get(&file)?.data.len();
            Some(StrategyName { name: file.strip_suffix(".strategy")?.to_string(), bytes })
        })
        .collect();
    names.sort_by(|a, b| a.name.cmp(&b.name));
    Json(names)
}

/// A strategy's file.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct StrategyText {
    /// The text, as `hexwright solve --strategy` writes it.
    text: String,
}

/// A strategy that comes with the program.
#[utoipa::path(get, path = "/api/strategies/{name}", params(("name" = String, Path,)),
    responses((status = 200, body = StrategyText), (status = 400, body = Problem), (status = 404, body = Problem)))]
pub(crate) async fn shipped(Parameter(name): Parameter<String>) -> Result<Json<StrategyText>, ApiError> {
    let file = Shipped::get(&format!("{name}.strategy"));
    let text = file.and_then(|file| String::from_utf8(file.data.into_owned()).ok());
    let missing = || ApiError::NotFound("there is no such strategy: /api/strategies lists them".to_string());
    text.map(|text| Json(StrategyText { text })).ok_or_else(missing)
}

/// Checks a strategy, every node of it. The answer has `size`, `black`, `white`, `to_move` (the position), `winner`, `first` (the winner's first
/// move, or null), `root` and `nodes`. A node claims: if the winner owns `stones` and `cells` are empty, the loser to move loses, whatever is
/// elsewhere. It has either `steps` (a connection of the edges, with a certificate of so many steps) or `answers` (moves, each with the node that
/// holds after it; one is good against every reply outside of its cell and the cells of its node).
#[utoipa::path(post, path = "/api/jobs/strategy", request_body = StrategyText,
    responses((status = 202, body = Accepted), (status = 400, body = Problem), (status = 429, body = Problem)))]
pub(crate) async fn check(
    Shared(state): Shared<State>,
    asker: Asker,
    Body(file): Body<StrategyText>,
) -> Result<(StatusCode, Json<Accepted>), ApiError> {
    let work = move |context: &Context| {
        let bytes = file.text.len();
        let strategy =
            read_strategy(&file.text, |done| context.progress(json!({ "done": done, "bytes": bytes })))
                .map_err(|error| error.to_string())?;
        Ok(describe(&strategy))
    };
    accept(&state, asker, Box::new(work))
}

fn describe(strategy: &Strategy) -> Value {
    let position = strategy.position();
    let size = position.size();
    let names = |cells: CellSet| names(size, cells);
    let nodes: Vec<Value> = strategy
        .nodes()
        .iter()
        .zip(strategy.claims())
        .map(|(node, claim)| {
            let mut value = json!({ "stones": names(claim.stones), "cells": names(claim.cells) });
            match node {
                Node::Connection { steps } => value["steps"] = json!(steps),
                Node::Answers(links) => {
                    let link = |link: &verify::strategy::Link| json!({ "cell": size.name(link.cell).to_string(), "node": link.node });
                    value["answers"] = links.iter().map(link).collect();
                }
            }
            value
        })
        .collect();
    json!({
        "size": [size.cols(), size.rows()],
        "black": names(position.stones(Color::Black)),
        "white": names(position.stones(Color::White)),
        "to_move": position.to_move().to_string(),
        "winner": strategy.winner().to_string(),
        "first": strategy.first_move().map(|cell| size.name(cell).to_string()),
        "root": strategy.root(),
        "nodes": nodes,
    })
}

/// A connection of a strategy, and how the loser has tried to break it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ConnectionQuestion {
    /// Columns and rows.
    #[schema(value_type = Vec<Side>, min_items = 2, max_items = 2, example = json!([3, 3]))]
    size: [usize; 2],
    /// `black` or `white`.
    #[schema(value_type = ColorName)]
    winner: String,
    /// The line of the connection in the strategy's file, beginning with `c`.
    #[schema(example = "c b1 b2 b3 :")]
    line: String,
    /// The loser's stones since, in order. Each is answered before the next.
    #[serde(default)]
    #[schema(value_type = Vec<CellName>)]
    intrusions: Vec<String>,
}

/// What the certificate says.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ConnectionAnswers {
    /// One answer for each intrusion.
    answers: Vec<ConnectionAnswer>,
    /// The empty cells that the connection still needs.
    needs: Vec<String>,
    /// Steps of the certificate.
    steps: usize,
}

/// The answer to an intrusion.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ConnectionAnswer {
    /// Where to play; none where the edges are joined and nothing is left to do.
    cell: Option<String>,
    /// Whether the intrusion had to be answered; if not, the move brings the end nearer.
    needed: bool,
}

/// Plays a connection out: checks its certificate, and says what it answers to the loser's stones.
#[utoipa::path(post, path = "/api/strategies/connection", request_body = ConnectionQuestion,
    responses((status = 200, body = ConnectionAnswers), (status = 400, body = Problem)))]
pub(crate) async fn play_out(
    Body(question): Body<ConnectionQuestion>,
) -> Result<Json<ConnectionAnswers>, ApiError> {
    if question.line.len() > LONGEST_LINE {
        return Err(ApiError::bad(format!(
            "line: found {} bytes: expected at most {LONGEST_LINE}",
            question.line.len()
        )));
    }
    aside(move || follow(&question)).await
}

fn follow(question: &ConnectionQuestion) -> Result<Json<ConnectionAnswers>, ApiError> {
    let size = BoardSize::new(question.size[0], question.size[1]).map_err(ApiError::bad)?;
    let winner: Color = question.winner.parse().map_err(ApiError::bad)?;
    if question.intrusions.len() > size.cells() {
        return Err(ApiError::bad(format!(
            "found {} intrusions: expected at most {}",
            question.intrusions.len(),
            size.cells()
        )));
    }
    let (claim, certificate) = read_connection(size, winner, &question.line).map_err(ApiError::bad)?;
    let mut follower = Follower::new(&certificate);
    let mut occupied = claim.stones;
    let mut answers = Vec::new();
    for name in &question.intrusions {
        let cell = size.cell(name).map_err(ApiError::bad)?;
        if occupied.contains(cell) {
            return Err(ApiError::bad(format!("found an intrusion on {name}: expected an empty cell")));
        }
        occupied |= CellSet::of(cell);
        let Some(follower) = &mut follower else {
            // Without steps, stones join the edges.
            answers.push(ConnectionAnswer { cell: None, needed: false });
            continue;
        };
        let answer = follower.answer(cell).ok_or_else(|| {
            ApiError::bad(format!("found no answer to {name}: expected a cell that is empty"))
        })?;
        let (cell, needed) = match answer {
            Answer::Play(cell) => (Some(cell), true),
            Answer::Nothing => (follower.advance(), false),
        };
        occupied |= cell.map_or(CellSet::EMPTY, CellSet::of);
        answers.push(ConnectionAnswer { cell: cell.map(|cell| size.name(cell).to_string()), needed });
    }
    let needs = follower.map_or(CellSet::EMPTY, |follower| follower.needs());
    Ok(Json(ConnectionAnswers { answers, needs: names(size, needs), steps: certificate.steps.len() }))
}

fn names(size: BoardSize, cells: CellSet) -> Vec<String> {
    cells.iter().map(|cell| size.name(cell).to_string()).collect()
}
