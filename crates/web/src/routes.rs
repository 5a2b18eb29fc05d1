//! The addresses of the server: one file for each kind of question.

mod chance;
mod chance_games;
mod connections;
mod evaluate;
mod inferior;
mod jobs;
mod moves;
mod names;
mod openings;
mod players;
mod records;
mod review;
mod solve;
mod strategies;

pub use review::review_json;

use axum::{
    Json, Router,
    extract::DefaultBodyLimit,
    middleware,
    routing::{any, get, post},
};
use utoipa::OpenApi;

use crate::{State, assets};

/// The longest body of a request: a large record.
const MOST_BYTES: usize = 4 << 20;

/// The description of the API.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Hexwright",
        description = "Plays, proves and explains Hex. The server keeps no games: each request carries its position. \
                       What takes long is a job: ask for it, then watch its events, fetch its answer or cancel it. \
                       The header x-page names a page: limits count for each page of an address apart."
    ),
    paths(
        players::list,
        moves::ask,
        chance::ask,
        chance_games::decide,
        chance_games::review,
        chance_games::write,
        chance_games::read,
        openings::map,
        strategies::list,
        strategies::shipped,
        strategies::check,
        strategies::play_out,
        connections::ask,
        connections::must_play,
        evaluate::ask,
        inferior::ask,
        solve::ask,
        solve::reply,
        jobs::state,
        jobs::events,
        jobs::cancel,
        records::read,
        records::write,
        review::ask,
        crate::arena::status,
        crate::arena::tournament,
        crate::arena::document,
        crate::arena::game,
        crate::arena::record,
        crate::arena::events
    )
)]
struct Description;

pub(crate) fn router(state: State) -> Router {
    let api = Router::new()
        .route("/players", get(players::list))
        .route("/jobs/move", post(moves::ask))
        .route("/jobs/chance", post(chance::ask))
        .route("/jobs/chance/decision", post(chance_games::decide))
        .route("/jobs/chance/review", post(chance_games::review))
        .route("/chance/write", post(chance_games::write))
        .route("/chance/read", post(chance_games::read))
        .route("/openings/{side}", get(openings::map))
        .route("/strategies", get(strategies::list))
        .route("/strategies/{name}", get(strategies::shipped))
        .route("/strategies/connection", post(strategies::play_out))
        .route("/jobs/strategy", post(strategies::check))
        .route("/jobs/connections", post(connections::ask))
        .route("/jobs/must-play", post(connections::must_play))
        .route("/jobs/evaluate", post(evaluate::ask))
        .route("/jobs/inferior", post(inferior::ask))
        .route("/jobs/review", post(review::ask))
        .route("/jobs/solve", post(solve::ask))
        .route("/jobs/reply", post(solve::reply))
        .route("/jobs/{id}", get(jobs::state).delete(jobs::cancel))
        .route("/jobs/{id}/events", get(jobs::events))
        .route("/records/read", post(records::read))
        .route("/records/write", post(records::write))
        .route("/{*rest}", any(no_such_address))
        .layer(DefaultBodyLimit::max(MOST_BYTES));
    Router::new()
        .route("/", get(assets::index))
        .route("/openapi.json", get(description))
        .nest("/api", api)
        .nest_service("/arena", crate::arena::router(state.arena.clone()))
        .route("/{*path}", get(assets::file))
        .layer(middleware::map_response(assets::secure))
        .with_state(state)
}

async fn description() -> Json<utoipa::openapi::OpenApi> {
    Json(Description::openapi())
}

async fn no_such_address() -> crate::ApiError {
    crate::ApiError::NotFound("there is no such address: /openapi.json lists them".to_string())
}
