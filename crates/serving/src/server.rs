//! The sockets of the server: who may connect, how long each part of a request may take, and when a connection ends.
//!
//! Nothing here trusts a client to go on. A head and a body have to arrive in time, answers have to be read, and a
//! connection that stands still gives its place to one that does not: see [`places`].

pub(crate) mod places;
mod wire;

use std::{
    future::Future,
    io,
    net::{IpAddr, SocketAddr},
    pin::pin,
    sync::Arc,
    time::Duration,
};

use axum::{Router, extract::ConnectInfo};
use hyper::{body::Incoming, server::conn::http1, service::Service};
use hyper_util::{rt::TokioTimer, service::TowerToHyperService};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::watch,
    task::JoinSet,
    time::{sleep, timeout},
};

use self::{
    places::{Place, Places},
    wire::Wire,
};

/// How long to wait after a failed accept: usually there are no free file descriptors.
const PAUSE: Duration = Duration::from_millis(100);
/// How long answers may take that are under way when the server stops.
const GRACE: Duration = Duration::from_secs(5);
/// The longest head of a request.
const HEAD_BYTES: usize = 32 << 10;
/// Headers of a request.
const HEADERS: usize = 64;
/// Descriptors that are kept for everything but connections: files, the listener, an arena's links.
const OTHER_DESCRIPTORS: usize = 64;

/// The limits for clients of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ServerLimits {
    /// Connections at the same time. Fewer where the system allows the process too few descriptors.
    pub connections: usize,
    /// Connections at the same time from one address, or one /64 network of IPv6.
    pub per_address: usize,
    /// The time for the head of a request, counted from the answer before it: an idle connection ends then.
    pub head: Duration,
    /// The time for the body of a request.
    pub body: Duration,
    /// The time for which a client may take nothing of its answer.
    pub stall: Duration,
    /// The time after which a connection ends with the answer that is under way. A WebSocket has no such end.
    pub lifetime: Duration,
    /// Bytes of requests that are being read or answered, in all.
    pub bytes: usize,
    /// The same for one address.
    pub bytes_per_address: usize,
}

impl Default for ServerLimits {
    fn default() -> Self {
        Self {
            connections: 1024,
            per_address: 256,
            head: Duration::from_secs(15),
            body: Duration::from_secs(30),
            stall: Duration::from_secs(20),
            lifetime: Duration::from_secs(3600),
            bytes: 64 << 20,
            bytes_per_address: 16 << 20,
        }
    }
}

/// The connection that a request came by.
#[derive(Clone)]
pub(crate) struct Caller {
    /// Its place.
    pub(crate) place: Arc<Place>,
    /// Our address, as the client sees it.
    pub(crate) local: Option<IpAddr>,
}

/// Serves an app until `stop` is done; then `stopped` is called and answers that are under way get a moment.
///
/// # Errors
/// When the system allows this process too few open files.
pub async fn run(
    listener: TcpListener,
    app: Router,
    limits: ServerLimits,
    stop: impl Future<Output = ()>,
    stopped: impl FnOnce(),
) -> io::Result<()> {
    let most = limits.connections.min(descriptors(limits.connections)?);
    let places = Places::new(most, limits.per_address.min(most));
    let (closing, is_closing) = watch::channel(false);
    let mut stop = pin!(stop);
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            () = &mut stop => break,
            Some(_) = connections.join_next() => {}
            accepted = listener.accept() => match accepted {
                // Without a place the socket is closed at once.
                Ok((stream, peer)) => if let Some(place) = places.take(peer.ip()) {
                    let connection = Connection { peer, place, app: app.clone(), limits };
                    connections.spawn(connection.converse(stream, is_closing.clone()));
                },
                Err(_) => sleep(PAUSE).await,
            },
        }
    }
    stopped();
    closing.send_replace(true);
    // Connections left after that are cut off, as by a kill.
    let _ = timeout(GRACE, async { while connections.join_next().await.is_some() {} }).await;
    Ok(())
}

struct Connection {
    peer: SocketAddr,
    place: Arc<Place>,
    app: Router,
    limits: ServerLimits,
}

impl Connection {
    async fn converse(self, stream: TcpStream, mut closing: watch::Receiver<bool>) {
        let Self { peer, place, app, limits } = self;
        // Without it a small answer waits for the acknowledgement of the one before. A failure costs time only.
        let _ = stream.set_nodelay(true);
        let caller =
            Caller { place: Arc::clone(&place), local: stream.local_addr().ok().map(|local| local.ip()) };
        let service = hyper::service::service_fn(move |mut request: hyper::Request<Incoming>| {
            request.extensions_mut().insert(caller.clone());
            request.extensions_mut().insert(ConnectInfo(peer));
            TowerToHyperService::new(app.clone()).call(request)
        });
        let wire = Wire::new(stream, Arc::clone(&place), limits.stall);
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(limits.head)
            .max_headers(HEADERS)
            .max_buf_size(HEAD_BYTES)
            .serve_connection(wire, service)
            .with_upgrades();
        let mut connection = pin!(connection);
        // How a connection ends is the client's affair: a malformed request has had its 400.
        tokio::select! {
            _ = &mut connection => return,
            () = place.closed() => return,
            () = sleep(limits.lifetime) => {}
            // The sender lives as long as all connections.
            _ = closing.wait_for(|closing| *closing) => {}
        }
        connection.as_mut().graceful_shutdown();
        tokio::select! {
            _ = connection => {}
            () = place.closed() => {}
            () = sleep(limits.body) => {}
        }
    }
}

/// The descriptors for connections that this process may have, raised towards what is wanted where the system lets it.
fn descriptors(wanted: usize) -> io::Result<usize> {
    let limit = getrlimit(Resource::Nofile);
    let need = (2 * wanted + OTHER_DESCRIPTORS) as u64;
    let most = limit.maximum.unwrap_or(u64::MAX);
    let mut current = limit.current.unwrap_or(u64::MAX);
    if current < need.min(most) {
        let raised = Rlimit { current: Some(need.min(most)), maximum: limit.maximum };
        // Where the system refuses, there are fewer places.
        if setrlimit(Resource::Nofile, raised).is_ok() {
            current = need.min(most);
        }
    }
    let current = usize::try_from(current).unwrap_or(usize::MAX);
    match current.checked_sub(OTHER_DESCRIPTORS).map(|free| free / 4 * 3) {
        Some(free) if free >= 2 => Ok(free),
        _ => Err(io::Error::other(format!(
            "found a limit of {current} open files: expected at least {}",
            OTHER_DESCRIPTORS + 4
        ))),
    }
}
