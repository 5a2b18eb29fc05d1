//! The board in the browser: an HTTP server and the pages it serves.
//!
//! The server keeps no games: a page sends the whole position with each question. What takes long runs as a job on a thread
//! of its own, tells its progress as server-sent events and can be cancelled, so that a click is answered at once
//! even while engines are busy.

mod allowed;
mod arena;
mod assets;
mod modules;
mod routes;

use std::{future::Future, sync::Arc};

use ::arena::Handle;
use analysis::Service;
use axum::Router;
use solver::Archive;
use tokio::net::TcpListener;

use serving::Gate;

pub use routes::api_description;
pub use serving::{ApiError, Hosts, Jobs, JobsSettings, ServerLimits};

/// State that all requests share.
#[derive(Debug, Clone)]
pub struct State {
    jobs: Arc<Jobs>,
    arena: Option<Handle>,
    gate: Gate,
    service: Service,
}

impl State {
    /// A server's state with these limits on work.
    #[must_use]
    pub fn new(settings: JobsSettings) -> Self {
        let service = Service { longest: settings.longest, ..Service::shared(allowed::MOST) };
        Self {
            jobs: Jobs::start(settings),
            arena: None,
            service,
            gate: Gate::new(Hosts::default(), ServerLimits::default()),
        }
    }

    /// The same with solved positions to begin with and to add to.
    #[must_use]
    pub fn with_archive(mut self, archive: Option<Arc<dyn Archive>>) -> Self {
        self.service.archive = archive;
        self
    }

    /// The same with an arena to watch and to play in.
    #[must_use]
    pub fn with_arena(self, arena: Handle) -> Self {
        Self { arena: Some(arena), ..self }
    }

    /// The same with names of the server beside those of this machine.
    #[must_use]
    pub fn with_hosts(self, hosts: Hosts) -> Self {
        Self { gate: self.gate.with_hosts(hosts), ..self }
    }

    /// The same with other limits on connections.
    #[must_use]
    pub fn with_limits(self, limits: ServerLimits) -> Self {
        Self { gate: self.gate.with_limits(limits), ..self }
    }
}

/// All pages and the API.
pub fn router(state: State) -> Router {
    routes::router(state)
}

/// Serves until `stop` is done.
///
/// # Errors
/// When the system allows this process too few open files.
pub async fn serve(
    listener: TcpListener,
    state: State,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let (jobs, limits) = (Arc::clone(&state.jobs), state.gate.limits());
    // Event streams of running jobs would keep their connections open.
    serving::run(listener, router(state), limits, stop, || jobs.cancel_all()).await
}
