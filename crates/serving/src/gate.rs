//! The checks on every request: is it meant for this server, is it small and fast enough, and does its answer end
//! well.

use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    panic::AssertUnwindSafe,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use axum::{
    body::{Body, Bytes, HttpBody},
    extract::{ConnectInfo, Request, State as Shared},
    http::{HeaderMap, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use futures_util::FutureExt;
use http_body_util::BodyExt;

use crate::{
    ApiError, Hosts, ServerLimits,
    budget::{Budget, Held},
    server::{
        Caller,
        places::{Phase, Place, network_of},
    },
};

/// The longest body of a request: a large record.
pub const MOST_BYTES: usize = 4 << 20;

/// How many bytes the body of a request had.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BodyLength(pub(crate) usize);

/// The limits for requests: the names of the server, its limits, and the bytes that it holds.
#[derive(Debug, Clone)]
pub struct Gate {
    hosts: Arc<Hosts>,
    limits: ServerLimits,
    bodies: Arc<Budget>,
}

impl Gate {
    /// A gate of a server with these names and limits.
    #[must_use]
    pub fn new(hosts: Hosts, limits: ServerLimits) -> Self {
        let bodies = Budget::new(limits.bytes, limits.bytes_per_address);
        Self { hosts: Arc::new(hosts), limits, bodies }
    }

    /// The limits.
    #[must_use]
    pub const fn limits(&self) -> ServerLimits {
        self.limits
    }

    /// The same with other names of the server.
    #[must_use]
    pub fn with_hosts(self, hosts: Hosts) -> Self {
        Self { hosts: Arc::new(hosts), ..self }
    }

    /// The same with other limits.
    #[must_use]
    pub fn with_limits(self, limits: ServerLimits) -> Self {
        let bodies = Budget::new(limits.bytes, limits.bytes_per_address);
        Self { limits, bodies, ..self }
    }
}

/// Lets a request pass, with its whole body, and watches over its answer: a middleware around all routes.
pub async fn pass(Shared(gate): Shared<Gate>, request: Request, next: Next) -> Response {
    let caller = request.extensions().get::<Caller>().cloned();
    let local = caller.as_ref().and_then(|caller| caller.local);
    let request = match gate.hosts.check(request.uri(), request.headers(), local) {
        Ok(()) => read(&gate, request).await,
        Err(error) => Err(error),
    };
    let (request, _held) = match request {
        Ok(request) => request,
        Err(error) => return error.into_response(),
    };
    if let Some(caller) = &caller {
        caller.place.enter(Phase::Busy);
    }
    // A panic ends this request and nothing else: what is shared is locked for moments that cannot panic.
    let answer = AssertUnwindSafe(next.run(request)).catch_unwind().await;
    let response = answer.unwrap_or_else(|_| ApiError::Failed.into_response());
    match caller {
        Some(caller) => watch_over(response, caller.place),
        None => response,
    }
}

/// The same request with its body in memory.
async fn read(gate: &Gate, request: Request) -> Result<(Request, Held), ApiError> {
    let (mut parts, body) = request.into_parts();
    let mut held = gate.bodies.hold(network_of(address(&parts.extensions)));
    let most = gate.limits.body;
    let bytes = tokio::time::timeout(most, collect(body, &parts.headers, &mut held))
        .await
        .unwrap_or(Err(ApiError::TooSlow { seconds: most.as_secs() }))?;
    parts.extensions.insert(BodyLength(bytes.len()));
    Ok((Request::from_parts(parts, Body::from(bytes)), held))
}

/// Who asks.
pub(crate) fn address(extensions: &axum::http::Extensions) -> IpAddr {
    // Without a connection there is only a test.
    extensions.get::<ConnectInfo<SocketAddr>>().map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |info| info.0.ip())
}

async fn collect(mut body: Body, headers: &HeaderMap, held: &mut Held) -> Result<Bytes, ApiError> {
    let too_large = ApiError::TooLarge { most: MOST_BYTES };
    let promised = headers.get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse().ok());
    if promised.is_some_and(|length: usize| length > MOST_BYTES) {
        return Err(too_large);
    }
    let mut bytes = Vec::new();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| ApiError::bad("found a body that breaks off: expected all of it"))?;
        let Ok(chunk) = frame.into_data() else { continue };
        if bytes.len() + chunk.len() > MOST_BYTES {
            return Err(too_large);
        }
        if !held.grow(chunk.len()) {
            return Err(ApiError::Full);
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes.into())
}

/// Counts an answer that lasts, and tells the place when another one ends.
fn watch_over(response: Response, place: Arc<Place>) -> Response {
    let is_upgrade = response.status() == StatusCode::SWITCHING_PROTOCOLS;
    let kind = response.headers().get(header::CONTENT_TYPE);
    let is_stream = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream"));
    let stays = match (is_upgrade, is_stream) {
        (true, _) => place.stay(Phase::Upgraded),
        (_, true) => place.stay(Phase::Streaming),
        _ => true,
    };
    let response = if stays { response } else { ApiError::TooManyStreams.into_response() };
    if is_upgrade && stays {
        return response;
    }
    response.map(|body| Body::new(Answer { body, place }))
}

/// A body that tells when it has been handed over, or its client is gone.
struct Answer {
    body: Body,
    place: Arc<Place>,
}

impl HttpBody for Answer {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<hyper::body::Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> hyper::body::SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Answer {
    fn drop(&mut self) {
        self.place.enter(Phase::Waiting);
    }
}

#[cfg(test)]
mod tests {
    use axum::{Router, middleware, routing::get};
    use tower::ServiceExt;

    use super::*;

    async fn fails() -> &'static str {
        panic!("a test")
    }

    #[tokio::test]
    async fn a_panic_ends_its_own_request() {
        let gate = Gate::new(Hosts::default(), ServerLimits::default());
        let app = Router::new()
            .route("/panic", get(fails))
            .route("/", get(async || "fine"))
            .layer(middleware::from_fn_with_state(gate, pass));
        for (path, status) in [("/panic", 500), ("/", 200), ("/panic", 500), ("/", 200)] {
            let request = Request::get(path).header(header::HOST, "localhost").body(Body::empty()).unwrap();
            let response = app.clone().oneshot(request).await.unwrap();
            assert_eq!(response.status(), status, "{path}");
            let text = response.into_body().collect().await.unwrap().to_bytes();
            assert!(status == 200 || text.starts_with(br#"{"error":"the server failed"#), "{text:?}");
        }
    }
}
