//! Jobs: their state, their events, cancelling them.

use std::{convert::Infallible, net::SocketAddr, time::Duration};

use axum::{
    Json,
    extract::{ConnectInfo, FromRequestParts, State as Shared},
    http::{StatusCode, request::Parts},
    response::sse::{Event, KeepAlive, Sse},
};
use futures_util::{Stream, stream};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::{
    ApiError, State,
    error::Problem,
    jobs::{Client, JobState, Lane, Work},
    parameter::Parameter,
};

/// A job that was taken on.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Accepted {
    /// Its number: see `/api/jobs/{id}`.
    job: u64,
}

/// How far a job is.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct JobReport {
    /// `waiting`, `running`, `done`, `failed` or `cancelled`.
    state: &'static str,
    /// What is known so far, while it runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object)]
    progress: Option<Value>,
    /// The answer, when it is done.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object)]
    result: Option<Value>,
    /// What went wrong, if it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl From<JobState> for JobReport {
    fn from(state: JobState) -> Self {
        let mut report = Self { state: "", progress: None, result: None, error: None };
        match state {
            JobState::Waiting => report.state = "waiting",
            JobState::Running(progress) => {
                report.state = "running";
                report.progress = Some(progress).filter(|progress| !progress.is_null());
            }
            JobState::Done(result) => {
                report.state = "done";
                report.result = Some(result);
            }
            JobState::Failed(error) => {
                report.state = "failed";
                report.error = Some(error);
            }
            JobState::Cancelled => report.state = "cancelled",
        }
        report
    }
}

/// Who asks: the address, and the header `x-page` by which a page names itself so that two tabs do not share a limit.
pub(crate) struct Asker(Client);

impl<S: Send + Sync> FromRequestParts<S> for Asker {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let address = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
        let page = parts.headers.get("x-page").and_then(|value| value.to_str().ok()).unwrap_or("");
        let page: String = page.chars().take(40).collect();
        // Without a connection there is only a test.
        let address = address.unwrap_or(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST));
        Ok(Self(Client { address, page }))
    }
}

/// Takes on a job that is soon done.
pub(super) fn accept(
    state: &State,
    asker: Asker,
    work: Work,
) -> Result<(StatusCode, Json<Accepted>), ApiError> {
    accept_within(state, asker, Duration::ZERO, work)
}

/// Takes on a job that may take some time.
pub(super) fn accept_within(
    state: &State,
    asker: Asker,
    time: Duration,
    work: Work,
) -> Result<(StatusCode, Json<Accepted>), ApiError> {
    let job = state.jobs.submit(asker.0, Lane::within(time), work)?;
    Ok((StatusCode::ACCEPTED, Json(Accepted { job })))
}

/// How far a job is.
#[utoipa::path(get, path = "/api/jobs/{id}", params(("id" = u64, Path,)),
    responses((status = 200, body = JobReport), (status = 400, body = Problem), (status = 404, body = Problem)))]
pub(crate) async fn state(
    Shared(state): Shared<State>,
    Parameter(id): Parameter<u64>,
) -> Result<Json<JobReport>, ApiError> {
    let receiver = state.jobs.watch(id)?;
    let now = receiver.borrow().clone();
    Ok(Json(now.into()))
}

/// Asks a job to end. One that runs ends soon, with the best answer it has.
#[utoipa::path(delete, path = "/api/jobs/{id}", params(("id" = u64, Path,)), responses((status = 204), (status = 400, body = Problem), (status = 404, body = Problem)))]
pub(crate) async fn cancel(
    Shared(state): Shared<State>,
    Parameter(id): Parameter<u64>,
) -> Result<StatusCode, ApiError> {
    state.jobs.cancel(id)?;
    Ok(StatusCode::NO_CONTENT)
}

/// The states of a job as they change, as server-sent events; the last one is `done`, `failed` or `cancelled`.
#[utoipa::path(get, path = "/api/jobs/{id}/events", params(("id" = u64, Path,)),
    responses((status = 200, content_type = "text/event-stream", body = JobReport), (status = 400, body = Problem), (status = 404, body = Problem)))]
pub(crate) async fn events(
    Shared(state): Shared<State>,
    Parameter(id): Parameter<u64>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let receiver = state.jobs.watch(id)?;
    // The first state is told at once, each further one when it has changed; a pool that is gone ends the stream.
    let changes = stream::unfold((Some(receiver), true), |(receiver, is_first)| async move {
        let mut receiver = receiver?;
        if !is_first {
            receiver.changed().await.ok()?;
        }
        let now = receiver.borrow_and_update().clone();
        let next = (!now.has_ended()).then_some(receiver);
        let event = Event::default().json_data(JobReport::from(now)).unwrap_or_default();
        Some((Ok(event), (next, false)))
    });
    Ok(Sse::new(changes).keep_alive(KeepAlive::new().interval(Duration::from_secs(10))))
}
