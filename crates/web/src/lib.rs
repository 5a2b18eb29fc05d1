//! The board in the browser: an HTTP server and the pages it serves.
//!
//! The server keeps no games: a page sends the whole position with each question. What takes long runs as a job on a thread
//! of its own, tells its progress as server-sent events and can be cancelled, so that a click is answered at once
//! whatever the engines do.

mod allowed;
mod arena;
mod aside;
mod assets;
mod body;
mod error;
mod jobs;
mod parameter;
mod position;
mod routes;
mod schema;

use std::{future::Future, net::SocketAddr, sync::Arc};

use ::arena::Handle;
use axum::Router;
use tokio::net::TcpListener;

pub use error::ApiError;
pub use jobs::{Jobs, JobsSettings};
pub use routes::review_json;

/// What all requests share.
#[derive(Debug, Clone)]
pub struct State {
    jobs: Arc<Jobs>,
    arena: Option<Handle>,
}

impl State {
    /// A server's state with these limits.
    #[must_use]
    pub fn new(settings: JobsSettings) -> Self {
        Self { jobs: Jobs::start(settings), arena: None }
    }

    /// The same with an arena to watch and to play in.
    #[must_use]
    pub fn with_arena(self, arena: Handle) -> Self {
        Self { arena: Some(arena), ..self }
    }
}

/// All pages and the API.
pub fn router(state: State) -> Router {
    routes::router(state)
}

/// Serves until `stop` is done.
///
/// # Errors
/// When the socket fails.
pub async fn serve(
    listener: TcpListener,
    state: State,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let jobs = Arc::clone(&state.jobs);
    let app = router(state).into_make_service_with_connect_info::<SocketAddr>();
    axum::serve(listener, app)
        .with_graceful_shutdown(async move {
            stop.await;
            // Event streams of running jobs would keep their connections open.
            jobs.cancel_all();
        })
        .await
}
