//! The addresses of the server: one file for each kind of question.

mod questions;
mod strategies;

use std::sync::{Arc, OnceLock};

use analysis::{
    BetweenAnswer, ChanceAnswer, ChanceDecision, ChanceProgress, ChanceReviewAnswer, ConnectionsAnswer,
    DecompositionAnswer, EvaluateAnswer, InferiorAnswer, LocalGamesAnswer, MoveAnswer, MustPlayAnswer,
    ReplyAnswer, ReviewAnswer, ReviewProgress, SolveAnswer, SolveProgress, StrategyAnswer, Thoughts,
};
use axum::{
    Router,
    body::Bytes,
    extract::DefaultBodyLimit,
    http::header,
    middleware,
    response::{IntoResponse, Response},
    routing::{any, get, post},
};
use serving::job_routes;
use utoipa::{Modify, OpenApi, openapi};

use crate::{State, assets};

/// The longest body of a question about a position.
const MOST_BYTES_OF_A_POSITION: usize = 512 << 10;

/// The description of the API.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Hexwright",
        description = "Plays, proves and explains Hex. The server keeps no games: each request carries its position. \
                       Long questions are jobs: start one, then watch its events, fetch its answer or cancel it. \
                       The header x-page identifies a page; limits count for each page of an address."
    ),
    paths(
        questions::players,
        questions::choose,
        questions::chance,
        questions::chance_decision,
        questions::chance_review,
        questions::chance_write,
        questions::chance_read,
        questions::openings,
        strategies::list,
        strategies::shipped,
        strategies::check,
        questions::play_out,
        questions::connections,
        questions::between,
        questions::local_games,
        questions::decomposition,
        questions::must_play,
        questions::evaluate,
        questions::inferior,
        questions::solve,
        questions::reply,
        job_routes::state,
        job_routes::events,
        job_routes::cancel,
        strategies::node,
        questions::read,
        questions::write,
        questions::review,
        crate::arena::status,
        crate::arena::tournament,
        crate::arena::document,
        crate::arena::game,
        crate::arena::record,
        crate::arena::events
    ),
    components(schemas(
        SolveAnswer,
        SolveProgress,
        ReplyAnswer,
        ConnectionsAnswer,
        BetweenAnswer,
        LocalGamesAnswer,
        DecompositionAnswer,
        MustPlayAnswer,
        InferiorAnswer,
        EvaluateAnswer,
        MoveAnswer,
        Thoughts,
        ReviewAnswer,
        ReviewProgress,
        serving::JobName,
        ChanceAnswer,
        ChanceDecision,
        ChanceReviewAnswer,
        ChanceProgress,
        StrategyAnswer
    )),
    modifiers(&EverywhereElse)
)]
struct Description;

/// Answers that any operation may give.
struct EverywhereElse;

impl Modify for EverywhereElse {
    fn modify(&self, description: &mut openapi::OpenApi) {
        let problem = |about: &str| {
            let schema = openapi::Ref::from_schema_name("Problem");
            let content = openapi::ContentBuilder::new().schema(Some(schema)).build();
            openapi::ResponseBuilder::new().description(about).content("application/json", content).build()
        };
        let answers = [
            ("403", problem("the request comes from a page of another site, or is for another host")),
            ("408", problem("the body did not come in time")),
            ("413", problem("the body is too long")),
            ("429", problem("too much at once from this page or address, or from all")),
        ];
        for item in description.paths.paths.values_mut() {
            let operations = [&mut item.get, &mut item.post, &mut item.delete];
            for operation in operations.into_iter().flatten() {
                for (status, answer) in &answers {
                    let responses = &mut operation.responses.responses;
                    responses.entry((*status).to_string()).or_insert_with(|| answer.clone().into());
                }
            }
        }
    }
}

pub(crate) fn router(state: State) -> Router {
    // These take whole records and strategies.
    let large = Router::new()
        .route("/chance/read", post(questions::chance_read))
        .route("/jobs/strategy", post(strategies::check))
        .route("/records/read", post(questions::read))
        .route("/records/write", post(questions::write))
        .layer(DefaultBodyLimit::max(serving::MOST_BYTES));
    let api = Router::new()
        .route("/players", get(questions::players))
        .route("/jobs/move", post(questions::choose))
        .route("/jobs/chance", post(questions::chance))
        .route("/jobs/chance/decision", post(questions::chance_decision))
        .route("/jobs/chance/review", post(questions::chance_review))
        .route("/chance/write", post(questions::chance_write))
        .route("/openings/{side}", get(questions::openings))
        .route("/strategies", get(strategies::list))
        .route("/strategies/{name}", get(strategies::shipped))
        .route("/strategies/connection", post(questions::play_out))
        .route("/jobs/connections", post(questions::connections))
        .route("/jobs/connections/between", post(questions::between))
        .route("/jobs/local-games", post(questions::local_games))
        .route("/jobs/decomposition", post(questions::decomposition))
        .route("/jobs/must-play", post(questions::must_play))
        .route("/jobs/evaluate", post(questions::evaluate))
        .route("/jobs/inferior", post(questions::inferior))
        .route("/jobs/review", post(questions::review))
        .route("/jobs/solve", post(questions::solve))
        .route("/jobs/reply", post(questions::reply))
        .route("/jobs/{id}/nodes/{number}", get(strategies::node))
        .route("/{*rest}", any(no_such_address))
        .layer(DefaultBodyLimit::max(MOST_BYTES_OF_A_POSITION))
        .merge(large)
        .merge(job_routes::router(Arc::clone(&state.jobs)));
    Router::new()
        .route("/", get(assets::index))
        .route("/openapi.json", get(description))
        .nest("/api", api)
        .nest_service("/arena", crate::arena::router(state.arena.clone()))
        .route("/{*path}", get(assets::file))
        .layer(middleware::from_fn_with_state(state.gate.clone(), serving::pass))
        .layer(middleware::map_response(assets::secure))
        .with_state(state)
}

/// The description of the API: an OpenAPI document as JSON.
#[must_use]
pub fn api_description() -> String {
    Description::openapi().to_json().unwrap_or_default()
}

/// The description, written once: it is long.
async fn description() -> Response {
    static TEXT: OnceLock<Bytes> = OnceLock::new();
    let write = || Bytes::from(api_description());
    ([(header::CONTENT_TYPE, "application/json")], TEXT.get_or_init(write).clone()).into_response()
}

async fn no_such_address() -> serving::ApiError {
    serving::ApiError::NotFound("there is no such address: /openapi.json lists them".to_string())
}
