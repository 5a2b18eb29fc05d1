//! A server on this machine, and players for it.

#![allow(dead_code, reason = "each test uses a part")]

use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader, Write},
    net::{SocketAddr, TcpStream},
    sync::{LazyLock, Mutex},
    time::{Duration, Instant},
};

use arena::{Organiser, Server, ServerSettings, accept};
use serde_json::Value;
use store::Ledger;
use tokio::{runtime::Runtime, sync::oneshot};

/// The tokens of players, by server and name.
static TOKENS: LazyLock<Mutex<BTreeMap<(SocketAddr, String), String>>> = LazyLock::new(Mutex::default);

/// The token that a server gave to a player.
pub(crate) fn token(address: SocketAddr, name: &str) -> Option<String> {
    TOKENS.lock().unwrap().get(&(address, name.to_string())).cloned()
}

/// Lets the organiser add a player.
pub(crate) fn add(organiser: &mut Organiser, address: SocketAddr, name: &str) -> String {
    let added = organiser.ask(&format!("add {name}")).unwrap();
    let token = added["token"].as_str().unwrap().to_string();
    TOKENS.lock().unwrap().insert((address, name.to_string()), token.clone());
    token
}

/// A server that ends with the test.
pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    server: Option<Server>,
    runtime: Runtime,
    stop: Option<oneshot::Sender<()>>,
}

impl TestServer {
    pub(crate) fn start(ledger: Ledger, settings: &ServerSettings) -> Self {
        let server = Server::start(ledger, settings).unwrap();
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let handle = server.handle();
        runtime.spawn(async move {
            let ended = async { drop(stopped.await) };
            accept(listener, handle, ended).await;
        });
        Self { address, server: Some(server), runtime, stop: Some(stop) }
    }

    pub(crate) fn open() -> Self {
        let settings = ServerSettings { open: true, ..ServerSettings::default() };
        Self::start(Ledger::in_memory().unwrap(), &settings)
    }

    pub(crate) fn organiser(&self) -> Organiser {
        Organiser::connect(self.address, self.server.as_ref().unwrap().organiser()).unwrap()
    }

    pub(crate) fn server(&self) -> &Server {
        self.server.as_ref().unwrap()
    }

    pub(crate) fn runtime(&self) -> &Runtime {
        &self.runtime
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(server) = self.server.take() {
            let _ = server.stop();
        }
    }
}

/// Waits until a tournament is over and returns how it stands.
pub(crate) fn wait_until_over(organiser: &mut Organiser, name: &str, patience: Duration) -> Value {
    let started = Instant::now();
    loop {
        let view = organiser.ask(&format!("status {name}")).unwrap();
        if view["phase"] == "over" {
            return view;
        }
        assert!(started.elapsed() < patience, "{name} is not over: {view}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A connection to a server, line by line.
pub(crate) struct Client {
    reader: BufReader<TcpStream>,
}

impl Client {
    pub(crate) fn connect(address: SocketAddr) -> std::io::Result<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(20)))?;
        stream.set_write_timeout(Some(Duration::from_secs(20)))?;
        Ok(Self { reader: BufReader::new(stream) })
    }

    /// Connects as a player, who registers if it is not known yet.
    pub(crate) fn hello(address: SocketAddr, name: &str) -> Self {
        let mut client = Self::connect(address).unwrap();
        match token(address, name) {
            Some(token) => client.send(&format!("hello 1 {name} {token}")),
            None => {
                client.send(&format!("register 1 {name}"));
                let line = client.line().unwrap();
                let token = line.strip_prefix(&format!("token {name} ")).expect(&line).to_string();
                TOKENS.lock().unwrap().insert((address, name.to_string()), token);
            }
        }
        assert_eq!(client.line().unwrap(), format!("welcome 1 {name}"));
        client
    }

    /// Sends a line; a connection that is lost is noticed by the next read.
    pub(crate) fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        let _ = self.reader.get_mut().write_all(bytes);
    }

    /// The next line; `None` when the connection is closed.
    pub(crate) fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        match self.reader.read_line(&mut line) {
            Ok(0) | Err(_) => None,
            Ok(_) => Some(line.trim_end().to_string()),
        }
    }

    /// Skips lines until one begins with this word.
    pub(crate) fn until(&mut self, word: &str) -> Option<String> {
        loop {
            let line = self.line()?;
            if line.split(' ').next() == Some(word) {
                return Some(line);
            }
        }
    }
}

/// The cells of a square board that a player has not seen a stone on, in a fixed order.
#[derive(Debug, Default)]
pub(crate) struct Player {
    size: usize,
    used: Vec<(usize, usize)>,
}

impl Player {
    /// The answer to a signal, if it asks for one: the first free cell, by rows for one colour as for the other.
    pub(crate) fn answer(&mut self, line: &str) -> Option<String> {
        let words: Vec<&str> = line.split(' ').collect();
        match words.as_slice() {
            ["reset", game, _, size, ..] => {
                self.size = size.split('x').next()?.parse().ok()?;
                self.used.clear();
                Some(format!("ready {game}"))
            }
            ["replay", stones @ ..] => {
                stones.iter().for_each(|stone| self.note(&stone[2..]));
                None
            }
            ["played", _, cell] => {
                self.note(cell);
                None
            }
            ["opening" | "turn", ..] => Some(self.stone()),
            ["move", cell, ..] => {
                self.note(cell);
                Some(self.stone())
            }
            ["swap", ..] => {
                self.note("swap");
                Some(self.stone())
            }
            ["bid", ..] => Some("bid 1".to_string()),
            ["advantage", ..] => Some("take".to_string()),
            ["ping", number] => Some(format!("pong {number}")),
            _ => None,
        }
    }

    fn note(&mut self, word: &str) {
        if word == "swap" {
            if let Some((column, row)) = self.used.pop() {
                self.used.push((row, column));
            }
        } else {
            self.used.push((usize::from(word.as_bytes()[0] - b'a'), word[1..].parse::<usize>().unwrap() - 1));
        }
    }

    fn stone(&mut self) -> String {
        let cells = (0..self.size).flat_map(|row| (0..self.size).map(move |column| (column, row)));
        let (column, row) = cells.into_iter().find(|cell| !self.used.contains(cell)).unwrap();
        self.used.push((column, row));
        format!("{}{}", char::from(b'a' + column as u8), row + 1)
    }
}

/// Plays until the connection is closed or a tournament is over; returns how many games were won and lost.
pub(crate) fn play(mut client: Client) -> [u32; 2] {
    let mut player = Player::default();
    let mut games = [0; 2];
    while let Some(line) = client.line() {
        games[0] += u32::from(line.starts_with("win"));
        games[1] += u32::from(line.starts_with("loss"));
        if line.starts_with("finish") {
            break;
        }
        if let Some(answer) = player.answer(&line) {
            client.send(&answer);
        }
    }
    games
}
