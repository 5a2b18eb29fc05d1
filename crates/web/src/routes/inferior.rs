//! Cells that need not be searched, and why.

use axum::{Json, extract::State as Shared, http::StatusCode};
use board::{Color, Position, with_words};
use connection::{Connections, Settings};
use inferior::{Class, Engine, Finding};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use super::{
    jobs::{Accepted, Asker, accept},
    names::{name, names},
};
use crate::{ApiError, State, body::Body, error::Problem, jobs::Context, position::GameInput};

/// A question about inferior cells.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct InferiorQuestion {
    game: GameInput,
    /// Whether connections are used too: they find more and take longer.
    #[serde(default)]
    connections: bool,
}

/// What need not be searched: `cells` (each with its `class`, `filled` colour, `other` cell that kills or dominates it, `carrier`
/// and the reason as `text`), `survivors` (the moves that remain for the side to move), `filled` for each colour, and the
/// `winner` where the filled-in stones join its edges.
#[utoipa::path(post, path = "/api/jobs/inferior", request_body = InferiorQuestion,
    responses((status = 202, body = Accepted), (status = 400, body = Problem), (status = 429, body = Problem)))]
pub(crate) async fn ask(
    Shared(state): Shared<State>,
    asker: Asker,
    Body(question): Body<InferiorQuestion>,
) -> Result<(StatusCode, Json<Accepted>), ApiError> {
    let position = *question.game.game_in_progress()?.position();
    let work = move |_: &Context| {
        Ok(with_words!(position.size(), W => analyse::<W>(&position.resize(), question.connections)))
    };
    accept(&state, asker, Box::new(work))
}

fn analyse<const W: usize>(position: &Position<W>, with_connections: bool) -> Value {
    let size = position.size();
    let mut engine = Engine::new(size);
    let analysis = if with_connections {
        let mut connections = Connections::new(position, Settings::default());
        engine.analyse_with(position, &mut connections)
    } else {
        engine.analyse(position)
    };
    let cells: Map<String, Value> = position
        .empty_cells()
        .iter()
        .filter_map(|cell| {
            let finding = analysis.finding(cell);
            let other = match finding {
                Finding::Vulnerable { killer: other, .. }
                | Finding::CapturedReversible { reverser: other, .. }
                | Finding::Dominated { by: other, .. } => Some(name(size, other)),
                _ => None,
            };
            let entry = json!({
                "class": finding.class().map(Class::name)?,
                "filled": finding.fill().map(|color| color.to_string()),
                "other": other,
                "carrier": names(size, finding.carrier(cell)),
                "text": finding.in_words(size)?,
            });
            Some((name(size, cell), entry))
        })
        .collect();
    json!({
        "cells": cells,
        "survivors": names(size, analysis.survivors()),
        "filled": {
            "black": names(size, analysis.filled(Color::Black)),
            "white": names(size, analysis.filled(Color::White)),
        },
        "winner": analysis.winner().map(|winner| winner.to_string()),
    })
}
