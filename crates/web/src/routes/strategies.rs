//! Winning strategies: those that come with the program, and files, which are verified before any node is shown.

use std::{sync::Arc, time::Duration};

use analysis::{CheckedStrategy, StrategyNode};
use axum::{Json, body::Bytes, extract::State as Shared, http::StatusCode, response::Response};
use rust_embed::RustEmbed;
use serde::{Deserialize, Serialize};
use serde_json::json;
use serving::{
    Accepted, ApiError, Asker, Body, JobAnswer, JobContext, JobName, JobParts, PathParameter, Problem,
    accept_task, aside, json as answer, write_json,
};
use utoipa::ToSchema;

use crate::State;

/// Strategies that come with the program: `data/strategies/README.md` says how they were made.
#[derive(RustEmbed)]
#[folder = "data/strategies"]
struct Shipped;

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
pub(crate) async fn shipped(
    PathParameter(name): PathParameter<String>,
) -> Result<Json<StrategyText>, ApiError> {
    let file = Shipped::get(&format!("{name}.strategy"));
    let text = file.and_then(|file| String::from_utf8(file.data.into_owned()).ok());
    let missing = || ApiError::NotFound("there is no such strategy: /api/strategies lists them".to_string());
    text.map(|text| Json(StrategyText { text })).ok_or_else(missing)
}

/// Verifies every node of a strategy: a `StrategyAnswer`. Request the nodes one by one: `/api/jobs/{id}/nodes/{number}`.
#[utoipa::path(post, path = "/api/jobs/strategy", request_body = StrategyText,
    responses((status = 202, body = Accepted), (status = 400, body = Problem), (status = 429, body = Problem)))]
pub(crate) async fn check(
    Shared(state): Shared<State>,
    asker: Asker,
    Body(file): Body<StrategyText>,
) -> Result<(StatusCode, Json<Accepted>), ApiError> {
    let task = move |context: &JobContext| {
        let bytes = file.text.len();
        let tell = |done| context.progress(json!({ "done": done, "bytes": bytes }));
        let strategy = CheckedStrategy::read(&file.text, tell).map_err(|error| error.to_string())?;
        let value = serde_json::to_value(strategy.answer()).map_err(|error| error.to_string())?;
        Ok(JobAnswer { value, parts: Some(Arc::new(Nodes(strategy))) })
    };
    accept_task(&state.jobs, asker, Duration::ZERO, Box::new(task))
}

/// The nodes of a strategy, told one by one.
struct Nodes(CheckedStrategy);

impl JobParts for Nodes {
    fn bytes(&self) -> usize {
        self.0.bytes()
    }

    fn part(&self, number: usize) -> Result<Bytes, ApiError> {
        let node = self.0.node(number).map_err(|error| ApiError::NotFound(error.to_string()))?;
        write_json(&node).map_err(|_| ApiError::bad("found a node with too many answers: expected fewer"))
    }
}

/// A node of a strategy that a job has verified.
#[utoipa::path(get, path = "/api/jobs/{id}/nodes/{number}", params(("id" = JobName, Path,), ("number" = usize, Path,)),
    responses((status = 200, body = StrategyNode), (status = 400, body = Problem), (status = 404, body = Problem)))]
pub(crate) async fn node(
    Shared(state): Shared<State>,
    PathParameter((id, number)): PathParameter<(String, usize)>,
) -> Result<Response, ApiError> {
    let report = state.jobs.watch(id.parse()?)?.borrow().clone();
    let none = "this job has no nodes: expected one that has checked a strategy";
    let parts = report.parts().cloned().ok_or_else(|| ApiError::NotFound(none.to_string()))?;
    aside(move || parts.part(number)).await.map(answer)
}
