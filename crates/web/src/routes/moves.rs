//! What a player would do.

use std::{
    sync::Mutex,
    time::{Duration, Instant},
};

use axum::{Json, extract::State as Shared, http::StatusCode};
use board::{BoardSize, Game};
use player::{Choice, Clock, Limits, Observer, Player, Progress, Request};
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::jobs::{Accepted, Asker, accept_within};
use crate::{ApiError, State, allowed, body::Body, error::Problem, jobs::Context, position::GameInput};

/// A question to a player.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MoveQuestion {
    game: GameInput,
    /// The player, with settings: `bridges`, `neural:visits=800`.
    #[schema(example = "bridges")]
    player: String,
    /// Time for the move, in milliseconds.
    #[serde(default)]
    #[schema(maximum = 60000)]
    milliseconds: Option<u64>,
    /// Positions to look at.
    #[serde(default)]
    nodes: Option<u64>,
    /// Everything random follows from this.
    #[serde(default)]
    seed: u64,
}

/// Asks a player for its move. The answer has `move`, `reason`, `value` (the chance of winning of the side to move), `line` and
/// `candidates` (each with `cell`, `value`, `weight` and the `line` that begins with it); the player `yang` adds `games`, the local
/// games on the board after its move, each with `pattern` and `cells`.
#[utoipa::path(post, path = "/api/jobs/move", request_body = MoveQuestion,
    responses((status = 202, body = Accepted), (status = 400, body = Problem), (status = 429, body = Problem)))]
pub(crate) async fn ask(
    Shared(state): Shared<State>,
    asker: Asker,
    Body(question): Body<MoveQuestion>,
) -> Result<(StatusCode, Json<Accepted>), ApiError> {
    let game = question.game.game_in_progress()?;
    allowed::check(&question.player)?;
    let mut player = player::create(&question.player).map_err(ApiError::bad)?;
    let time = question.milliseconds.map(Duration::from_millis);
    if time.is_some_and(|time| time > state.jobs.longest()) {
        return Err(ApiError::bad(format!(
            "milliseconds: expected at most {}",
            state.jobs.longest().as_millis()
        )));
    }
    let recites = question.player == "yang" || question.player.starts_with("yang:");
    let work = move |context: &Context| {
        let watch = Watch::new(context, game.size());
        let limits = Limits {
            time: Some(time.unwrap_or_else(|| context.time_left())),
            nodes: question.nodes,
            depth: None,
        };
        let request = Request {
            limits,
            clock: &watch,
            stop: context.stop(),
            observer: &watch,
            ..Request::new(&game, question.seed)
        };
        let choice = player.choose(&request).map_err(|error| error.to_string())?;
        let mut answer = choice_json(&choice, game.size());
        if recites {
            answer["games"] = local_games(player.as_ref(), &game, &choice);
        }
        Ok(answer)
    };
    let longest = time.unwrap_or(state.jobs.longest());
    accept_within(&state, asker, longest, Box::new(work))
}

/// Measures the time of a player and hands its thoughts on, a few times a second.
pub(super) struct Watch<'a> {
    context: &'a Context,
    size: BoardSize,
    start: Instant,
    told: Mutex<Instant>,
}

impl<'a> Watch<'a> {
    pub(super) fn new(context: &'a Context, size: BoardSize) -> Self {
        let start = Instant::now();
        Self { context, size, start, told: Mutex::new(start) }
    }
}

impl Clock for Watch<'_> {
    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}

impl Observer for Watch<'_> {
    fn progress(&self, progress: &Progress) {
        let mut told = self.told.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if told.elapsed() >= Duration::from_millis(150) {
            *told = Instant::now();
            self.context.progress(progress_json(progress, self.size));
        }
    }
}

/// The local games after a move, for the page to colour.
fn local_games(player: &dyn Player, game: &Game, choice: &Choice) -> Value {
    let Some(cell) = choice.mv.cell() else { return json!([]) };
    let position = game.position().child(cell);
    let names = |cells: board::CellSet| -> Vec<String> {
        cells.iter().map(|cell| position.size().name(cell).to_string()).collect()
    };
    let games = player::local_games(player.given_books(), &position);
    games.iter().map(|game| json!({ "pattern": game.pattern, "cells": names(game.cells) })).collect()
}

fn choice_json(choice: &Choice, size: BoardSize) -> Value {
    let mut value = progress_json(&choice.thoughts, size);
    value["move"] = json!(choice.mv.name(size).to_string());
    value["reason"] = json!(choice.reason);
    value
}

fn progress_json(progress: &Progress, size: BoardSize) -> Value {
    let name = |cell: &board::Cell| size.name(*cell).to_string();
    let candidates: Vec<Value> = progress
        .candidates
        .iter()
        .map(|candidate| {
            json!({
                "cell": name(&candidate.cell),
                "value": candidate.value,
                "weight": candidate.weight,
                "line": candidate.line.iter().map(name).collect::<Vec<_>>(),
            })
        })
        .collect();
    json!({
        "nodes": progress.nodes,
        "value": progress.value,
        "line": progress.line.iter().map(name).collect::<Vec<_>>(),
        "candidates": candidates,
    })
}
