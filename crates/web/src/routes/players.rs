//! Who can be played against.

use axum::Json;
use serde::Serialize;
use utoipa::ToSchema;

/// A player by name.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PlayerInfo {
    /// The name to ask for.
    name: &'static str,
    /// What it is, in a line.
    about: &'static str,
}

/// All players, weakest first.
#[utoipa::path(get, path = "/api/players", responses((status = 200, body = Vec<PlayerInfo>)))]
pub(crate) async fn list() -> Json<Vec<PlayerInfo>> {
    Json(player::KNOWN.iter().map(|known| PlayerInfo { name: known.name, about: known.about }).collect())
}
