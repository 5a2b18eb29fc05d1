//! The routes of jobs: state, events, cancellation.

use std::{convert::Infallible, sync::Arc, time::Duration};

use axum::{
    Json, Router,
    body::{Body, Bytes},
    extract::{FromRequestParts, State as Shared},
    http::{StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
    routing::get,
};
use futures_util::stream::{self, StreamExt};
use serde::Serialize;
use serde_json::Value;
use tokio::time::timeout;
use utoipa::ToSchema;

use crate::{
    ApiError, Problem,
    gate::{self, BodyLength},
    jobs::{Client, JobAnswer, JobContext, JobReport, JobTask, Jobs, Lane},
    parameter::PathParameter,
    schema::JobName,
    server::places::network_of,
};

/// How often a stream without news says that it stands.
const KEEP_ALIVE: Duration = Duration::from_secs(10);

/// A job that was taken on.
#[derive(Debug, Serialize, ToSchema)]
pub struct Accepted {
    /// Its name: see `/api/jobs/{id}`. A client that knows it can read and end the job.
    #[schema(pattern = "^[0-9a-f]{32}$")]
    job: String,
}

/// Who asks: the address, and the header `x-page` by which a page names itself so that two tabs do not share a limit. Also how
/// many bytes the question has.
#[derive(Debug)]
pub struct Asker {
    client: Client,
    bytes: usize,
}

impl<S: Send + Sync> FromRequestParts<S> for Asker {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let page = parts.headers.get("x-page").and_then(|value| value.to_str().ok()).unwrap_or("");
        let page: String = page.chars().take(40).collect();
        let address = network_of(gate::address(&parts.extensions));
        let bytes = parts.extensions.get::<BodyLength>().map_or(0, |length| length.0);
        Ok(Self { client: Client { address, page }, bytes })
    }
}

/// The work of a job whose answer is told as a whole.
pub type JobWork = Box<dyn FnOnce(&JobContext) -> Result<Value, String> + Send>;

/// Takes on a job that may take some time.
///
/// # Errors
/// [`ApiError`] where the asker or the server has as much as it may have.
pub fn accept_within(
    jobs: &Jobs,
    asker: Asker,
    time: Duration,
    work: JobWork,
) -> Result<(StatusCode, Json<Accepted>), ApiError> {
    accept_task(jobs, asker, time, Box::new(|context| work(context).map(JobAnswer::from)))
}

/// Takes on a job whose answer may have parts.
///
/// # Errors
/// [`ApiError`] where the asker or the server has as much as it may have.
pub fn accept_task(
    jobs: &Jobs,
    asker: Asker,
    time: Duration,
    task: JobTask,
) -> Result<(StatusCode, Json<Accepted>), ApiError> {
    let job = jobs.submit(asker.client, Lane::within(time), asker.bytes, task)?;
    Ok((StatusCode::ACCEPTED, Json(Accepted { job: job.to_string() })))
}

/// The addresses of jobs, below that of the API.
pub fn router<S: Clone + Send + Sync + 'static>(jobs: Arc<Jobs>) -> Router<S> {
    Router::new()
        .route("/jobs/{id}", get(state).delete(cancel))
        .route("/jobs/{id}/events", get(events))
        .with_state(jobs)
}

/// An answer that is JSON already.
#[must_use]
pub fn json(text: Bytes) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}

/// The state of a job.
///
/// # Errors
/// [`ApiError`] if there is no such job.
#[utoipa::path(get, path = "/api/jobs/{id}", params(("id" = JobName, Path,)),
    responses((status = 200, body = JobReport), (status = 400, body = Problem), (status = 404, body = Problem)))]
pub async fn state(
    Shared(jobs): Shared<Arc<Jobs>>,
    PathParameter(id): PathParameter<String>,
) -> Result<Response, ApiError> {
    let receiver = jobs.watch(id.parse()?)?;
    let text = receiver.borrow().text();
    Ok(json(text))
}

/// Cancels a job. A running job ends soon with its result so far.
///
/// # Errors
/// [`ApiError`] if there is no such job.
#[utoipa::path(delete, path = "/api/jobs/{id}", params(("id" = JobName, Path,)), responses((status = 204), (status = 400, body = Problem), (status = 404, body = Problem)))]
pub async fn cancel(
    Shared(jobs): Shared<Arc<Jobs>>,
    PathParameter(id): PathParameter<String>,
) -> Result<StatusCode, ApiError> {
    jobs.cancel(id.parse()?)?;
    Ok(StatusCode::NO_CONTENT)
}

/// The states of a job as they change, as server-sent events; the last one is `done`, `failed` or `cancelled`.
///
/// # Errors
/// [`ApiError`] if there is no such job.
#[utoipa::path(get, path = "/api/jobs/{id}/events", params(("id" = JobName, Path,)),
    responses((status = 200, content_type = "text/event-stream", body = JobReport), (status = 400, body = Problem), (status = 404, body = Problem)))]
pub async fn events(
    Shared(jobs): Shared<Arc<Jobs>>,
    PathParameter(id): PathParameter<String>,
) -> Result<Response, ApiError> {
    let receiver = jobs.watch(id.parse()?)?;
    // The first state is told at once, each further one when it has changed; a pool that is gone ends the stream.
    let changes = stream::unfold(Some((receiver, true)), |watched| async move {
        let (mut receiver, is_first) = watched?;
        if !is_first {
            match timeout(KEEP_ALIVE, receiver.changed()).await {
                Ok(changed) => changed.ok()?,
                Err(_) => return Some((vec![Bytes::from_static(b":\n\n")], Some((receiver, false)))),
            }
        }
        let now = receiver.borrow_and_update().clone();
        // The text is sent as it is kept: streams of one job share its bytes. JSON has no line feeds.
        let event = vec![Bytes::from_static(b"data: "), now.text(), Bytes::from_static(b"\n\n")];
        Some((event, (!now.has_ended()).then_some((receiver, false))))
    });
    let body = Body::from_stream(changes.flat_map(stream::iter).map(Ok::<_, Infallible>));
    let headers = [(header::CONTENT_TYPE, "text/event-stream"), (header::CACHE_CONTROL, "no-cache")];
    Ok((headers, body).into_response())
}
