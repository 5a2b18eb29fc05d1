//! A server on a real socket, and clients that come from many addresses: all of 127.0.0.0/8 is this machine.

#![allow(dead_code, reason = "each test uses its part")]

use std::{
    net::{Ipv4Addr, SocketAddr},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde_json::Value;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpSocket, TcpStream},
    sync::oneshot,
    task::JoinHandle,
};
use web::{State, serve};

/// How long a client that never reads stays before it comes again.
const STAY: Duration = Duration::from_secs(3);

/// A server until it is stopped.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    stop: oneshot::Sender<()>,
    serving: JoinHandle<std::io::Result<()>>,
}

impl Running {
    pub(crate) async fn start(state: State) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let serving = tokio::spawn(serve(listener, state, async {
            // Dropped or sent, both mean the end.
            let _: Result<(), _> = stopped.await;
        }));
        Self { address, stop, serving }
    }

    /// Ends the server, which does not wait for clients that stand still.
    pub(crate) async fn stop(self) {
        drop(self.stop);
        tokio::time::timeout(Duration::from_secs(20), self.serving).await.unwrap().unwrap().unwrap();
    }
}

/// A connection from one of many addresses.
pub(crate) async fn connect_from(number: u16, server: SocketAddr) -> TcpStream {
    let [high, low] = number.to_be_bytes();
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind((Ipv4Addr::new(127, 1, high, low), 0).into()).unwrap();
    socket.connect(server).await.unwrap()
}

/// All that comes until the server closes.
pub(crate) async fn read_all(socket: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let mut chunk = [0; 4096];
    // A reset after the answer is an end, too.
    while let Ok(count) = socket.read(&mut chunk).await {
        if count == 0 {
            break;
        }
        bytes.extend_from_slice(&chunk[..count]);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Sends a request on a connection of its own, and returns the answer; of a stream its beginning.
pub(crate) async fn ask(
    from: u16,
    server: SocketAddr,
    method: &str,
    path: &str,
    body: &str,
) -> (TcpStream, String) {
    let mut socket = connect_from(from, server).await;
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: {server}\r\nx-page: {from}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    socket.write_all(request.as_bytes()).await.unwrap();
    let answer = read_answer(&mut socket).await;
    (socket, answer)
}

/// One answer: its head, and as much of a body as it promises, or the first bytes of one without a length.
pub(crate) async fn read_answer(socket: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let mut chunk = vec![0; 1 << 16];
    loop {
        let read = socket.read(&mut chunk).await.unwrap_or(0);
        bytes.extend_from_slice(&chunk[..read]);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let promised = head.lines().find_map(|line| line.strip_prefix("content-length: "));
            let is_empty = head.starts_with("HTTP/1.1 204");
            let has_all =
                promised.map_or(!body.is_empty(), |promised| body.len() >= promised.parse().unwrap());
            if is_empty || has_all {
                return text;
            }
        }
        if read == 0 {
            return text;
        }
    }
}

/// The body of an answer.
pub(crate) fn json_of(answer: &str) -> Value {
    serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
}

/// Two thousand sockets of this process, both ends: a soft limit of 1024 open files is too low.
pub(crate) fn raise_descriptors() {
    let limit = getrlimit(Resource::Nofile);
    let most = limit.maximum.unwrap_or(u64::MAX).min(4096);
    if limit.current.is_some_and(|current| current < most) {
        // A system that refuses makes the test fail where it says so.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(most), maximum: limit.maximum });
    }
}

/// One client that does its worst until the end, and counts its connections.
pub(crate) async fn attack(number: u16, server: SocketAddr, made: Arc<AtomicUsize>) {
    let upgrade = "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    let beginning = match number % 6 {
        0 => "GET / HTTP/1.1\r\nhost: localhost\r\nx-".to_string(),
        1 => "POST /api/records/read HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 9999\r\n\r\n{".to_string(),
        2 => String::new(),
        3 => format!("GET /arena/ws HTTP/1.1\r\nhost: localhost\r\n{upgrade}"),
        4 => "GET /arena/events HTTP/1.1\r\nhost: localhost\r\n\r\n".to_string(),
        _ => "GET /openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(400),
    };
    loop {
        let mut socket = connect_from(1000 + number / 2, server).await;
        made.fetch_add(1, Ordering::Relaxed);
        // Who never reads cannot write for ever.
        let write = tokio::time::timeout(STAY, socket.write_all(beginning.as_bytes()));
        let mut is_open = matches!(write.await, Ok(Ok(())));
        // A byte now and then looks like life.
        while is_open && matches!(number % 6, 0..=2) {
            tokio::time::sleep(Duration::from_millis(700)).await;
            is_open = socket.write_all(b"x").await.is_ok();
        }
        if is_open {
            tokio::time::sleep(STAY).await;
        }
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
}
