//! Records of games of Random-Turn and Bidding Hex. Questions about them are in `questions.rs`.

use analysis::ChanceGame;
use axum::Json;
use serde::{Deserialize, Serialize};
use serving::{ApiError, Body, Problem, aside};
use utoipa::ToSchema;

/// A game to write down.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChanceRecord {
    game: ChanceGame,
    /// The names of Black and White, for the record.
    #[serde(default)]
    #[schema(value_type = Option<Vec<String>>, min_items = 2, max_items = 2)]
    names: Option<[String; 2]>,
}

/// A game of chance as text.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ChanceText {
    /// SGF, as `hexwright play --game bidding --save` writes it.
    text: String,
}

/// Writes a game of chance as SGF. Bids whose stone is not played yet are left out.
#[utoipa::path(post, path = "/api/chance/write", request_body = ChanceRecord,
    responses((status = 200, body = ChanceText), (status = 400, body = Problem)))]
pub(crate) async fn write(Body(question): Body<ChanceRecord>) -> Result<Json<ChanceText>, ApiError> {
    let text = question.game.sgf(question.names.as_ref()).map_err(ApiError::bad)?;
    Ok(Json(ChanceText { text }))
}

/// A record of a game of chance.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChanceReading {
    /// SGF.
    text: String,
}

/// Reads a game of chance and replays it by its rules.
#[utoipa::path(post, path = "/api/chance/read", request_body = ChanceReading,
    responses((status = 200, body = ChanceGame), (status = 400, body = Problem)))]
pub(crate) async fn read(Body(reading): Body<ChanceReading>) -> Result<Json<ChanceGame>, ApiError> {
    aside(move || ChanceGame::read(&reading.text).map_err(ApiError::bad)).await.map(Json)
}
