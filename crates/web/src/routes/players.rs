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
    /// Its levels, the weakest first; empty where it has none.
    levels: Vec<LevelInfo>,
}

/// A level of a player.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LevelInfo {
    /// The player to ask for: `level:n=3`.
    player: String,
    /// What it is, in a line.
    about: String,
}

/// All players, weakest first, with their levels.
#[utoipa::path(get, path = "/api/players", responses((status = 200, body = Vec<PlayerInfo>)))]
pub(crate) async fn list() -> Json<Vec<PlayerInfo>> {
    let info = |known: &player::Known| PlayerInfo {
        name: known.name,
        about: known.about,
        levels: match known.name {
            "level" => ladder(),
            "neural" => neural(),
            _ => Vec::new(),
        },
    };
    Json(player::KNOWN.iter().map(info).collect())
}

fn ladder() -> Vec<LevelInfo> {
    let level = |(index, rung): (usize, &player::Rung)| LevelInfo {
        player: format!("level:n={}", index + 1),
        about: rung.about.to_string(),
    };
    player::LADDER.iter().enumerate().map(level).collect()
}

fn neural() -> Vec<LevelInfo> {
    let level = |(index, level): (usize, &player::Level)| LevelInfo {
        player: format!("neural:level={}", index + 1),
        about: match level.visits {
            1 if level.temperature > 0.0 => "the network's intuition with a loose hand".to_string(),
            1 => "the network's first thought".to_string(),
            visits => format!("{visits} positions a move"),
        },
    };
    player::LEVELS.iter().enumerate().map(level).collect()
}
