//! Random-Turn and Bidding Hex: exact values and critical cells.

use axum::{Json, extract::State as Shared, http::StatusCode};
use chance::{Arithmetic, Coin};
use serde::Deserialize;
use serde_json::{Map, json};
use utoipa::ToSchema;

use super::jobs::{Accepted, Asker, accept};
use crate::{ApiError, State, body::Body, error::Problem, position::GameInput};

/// The longest side that is counted exactly here; larger boards take more memory than a page may ask for.
pub(super) const LONGEST_SIDE: usize = 13;

/// A position of Random-Turn or Bidding Hex.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChanceQuestion {
    game: GameInput,
    /// The probability that Black gets the next move.
    #[serde(default = "fair")]
    #[schema(minimum = 0, maximum = 1)]
    coin: f64,
}

fn fair() -> f64 {
    0.5
}

/// Counts random fillings exactly. The answer has `black_wins` (the probability), `best` (the optimal cells), `critical` (cell to
/// probability) and `bid` (the share of all chips that the move is worth).
#[utoipa::path(post, path = "/api/jobs/chance", request_body = ChanceQuestion,
    responses((status = 202, body = Accepted), (status = 400, body = Problem), (status = 429, body = Problem)))]
pub(crate) async fn ask(
    Shared(state): Shared<State>,
    asker: Asker,
    Body(question): Body<ChanceQuestion>,
) -> Result<(StatusCode, Json<Accepted>), ApiError> {
    let game = question.game.game()?;
    let coin = Coin::new(question.coin).map_err(ApiError::bad)?;
    let size = game.size();
    if size.cols().min(size.rows()) > LONGEST_SIDE {
        return Err(ApiError::bad(format!(
            "board {size}: expected a shorter side of at most {LONGEST_SIDE}"
        )));
    }
    let work = move |_: &crate::jobs::Context| {
        let analysis =
            chance::analyze(game.position(), coin, Arithmetic::Float).map_err(|error| error.to_string())?;
        let critical: Map<_, _> = analysis
            .critical
            .iter()
            .map(|critical| (size.name(critical.cell).to_string(), json!(critical.probability)))
            .collect();
        let best: Vec<String> = analysis.best.iter().map(|&cell| size.name(cell).to_string()).collect();
        Ok(
            json!({ "black_wins": analysis.black_wins, "best": best, "critical": critical, "bid": analysis.bid() }),
        )
    };
    accept(&state, asker, Box::new(work))
}
