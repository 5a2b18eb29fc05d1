//! The first stone: who wins it, and whether to swap.

use std::sync::OnceLock;

use axum::Json;
use board::{BoardSize, Color};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{ApiError, aside::aside, error::Problem, parameter::Parameter};

/// Boards of this side and above have no map here.
const SIDES: usize = 20;

/// The openings of a square board.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct OpeningMap {
    /// The side of the board.
    #[schema(minimum = 1, maximum = 19)]
    side: usize,
    /// Whether every winner is proved; otherwise they are estimates by electrical circuits.
    solved: bool,
    openings: Vec<OpeningInfo>,
}

/// Black's first stone.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct OpeningInfo {
    cell: String,
    /// `black` where the opening wins, `white` where it loses.
    winner: String,
    /// Whether White should swap: the opening wins, or is thought to.
    swap: bool,
    /// How much an estimate favours Black, as a part of what a stone in the centre gives; absent where the winner is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    estimate: Option<f64>,
}

/// The openings of the square board of a side from 1 to 19: solved up to 7 and most of 8, estimated otherwise.
#[utoipa::path(get, path = "/api/openings/{side}", params(("side" = usize, Path, minimum = 1, maximum = 19)),
    responses((status = 200, body = OpeningMap), (status = 400, body = Problem)))]
pub(crate) async fn map(Parameter(side): Parameter<usize>) -> Result<Json<OpeningMap>, ApiError> {
    static MAPS: [OnceLock<OpeningMap>; SIDES] = [const { OnceLock::new() }; SIDES];
    let size = BoardSize::square(side).map_err(ApiError::bad)?;
    // An estimate of all openings of 19x19 takes a while, once; the server's own threads do not wait for it.
    aside(move || {
        let map = MAPS
            .get(side)
            .ok_or_else(|| ApiError::bad(format!("found side {side}: expected 1 to {}", SIDES - 1)))?;
        Ok(Json(map.get_or_init(|| openings(size)).clone()))
    })
    .await
}

fn openings(size: BoardSize) -> OpeningMap {
    let openings: Vec<OpeningInfo> = player::openings(size)
        .into_iter()
        .map(|opening| OpeningInfo {
            cell: size.name(opening.cell).to_string(),
            winner: opening.winner.to_string(),
            swap: opening.winner == Color::Black,
            estimate: opening.estimate,
        })
        .collect();
    let solved = openings.iter().all(|opening| opening.estimate.is_none());
    OpeningMap { side: size.cols(), solved, openings }
}
