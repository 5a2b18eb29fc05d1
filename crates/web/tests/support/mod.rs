//! Requests to a server without a socket.

use std::time::Duration;

use axum::{
    Router,
    body::Body,
    http::{Method, Request, StatusCode, header},
};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::ServiceExt;
use web::{JobsSettings, State, router};

/// A server with one thread that computes.
pub(crate) fn app(settings: JobsSettings) -> Router {
    router(State::new(JobsSettings { threads: 1, ..settings }))
}

pub(crate) async fn send(
    app: &Router,
    method: Method,
    path: &str,
    body: Option<Value>,
) -> (StatusCode, Value) {
    let mut request = Request::builder().method(method).uri(path).header(header::HOST, "localhost");
    if body.is_some() {
        request = request.header(header::CONTENT_TYPE, "application/json");
    }
    let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
    let response = app.clone().oneshot(request.body(body).unwrap()).await.unwrap();
    let status = response.status();
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    (status, serde_json::from_slice(&bytes).unwrap_or_else(|_| json!(String::from_utf8_lossy(&bytes))))
}

pub(crate) async fn post(app: &Router, path: &str, body: Value) -> (StatusCode, Value) {
    send(app, Method::POST, path, Some(body)).await
}

pub(crate) async fn get(app: &Router, path: &str) -> (StatusCode, Value) {
    send(app, Method::GET, path, None).await
}

/// Where a job that was taken on is found.
pub(crate) fn address(accepted: &Value) -> String {
    format!("/api/jobs/{}", accepted["job"].as_str().unwrap())
}

/// Asks for a job and waits for its end.
pub(crate) async fn answer(app: &Router, path: &str, body: Value) -> Value {
    let (status, accepted) = post(app, path, body).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{accepted}");
    for _ in 0..2000 {
        let (_, report) = get(app, &address(&accepted)).await;
        if !["waiting", "running"].contains(&report["state"].as_str().unwrap()) {
            return report;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("the job does not end");
}
