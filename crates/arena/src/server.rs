//! The server: a thin shell around the hall.
//!
//! One thread owns the hall and the ledger. It takes what has arrived, in one go, lets the hall decide, commits all changes in
//! one durable transaction, and only then sends. So a commit serves as many games as moved meanwhile, and no client hears of
//! anything that a kill could undo. Another thread looks for proofs. Connections are tasks: they stamp lines with the time of their
//! arrival and hold players to the limits before the hall sees anything.

mod descriptors;
mod link;
mod tcp;
mod time;

use std::{
    net::IpAddr,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU64, AtomicUsize, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use board::{Color, Position};
use rustc_hash::FxHashMap;
use serde::Serialize;
use store::Ledger;
use tokio::sync::{broadcast, mpsc as channel, oneshot};

pub use link::{ArenaConnection, ArenaLimits, LineError};
pub use tcp::accept;

use crate::{
    ArenaError, Effect, GameDocument, Hall, HallSettings, LinkId, Secret, TournamentDocument, hall,
    proven_winner,
};
use time::ServerTime;

/// How often clocks are checked when no line arrives.
const TICK: Duration = Duration::from_millis(10);
/// Inputs that share a commit at most.
const BATCH: usize = 4096;
/// Updates that a watcher may fall behind before it misses some.
const UPDATES: usize = 4096;

/// How a server is set up.
#[derive(Clone, Default)]
pub struct ServerSettings {
    /// Whether anyone may register with a name that is free.
    pub open: bool,
    /// The limits for players.
    pub limits: ArenaLimits,
    /// The organiser's token, as it was at an earlier start; otherwise the server makes one.
    pub organiser: Option<String>,
    /// Names of the built-in players, which cannot be registered.
    pub house: Vec<String>,
}

/// An event for the hall.
enum Input {
    Connected(LinkId, IpAddr, channel::Sender<String>),
    Line(LinkId, String, u64),
    Closed(LinkId),
    Judged(u64, Option<Color>),
    Ask(Question, oneshot::Sender<Option<String>>),
    Stop,
}

/// The public data, as JSON.
enum Question {
    Status,
    Tournament(String),
    Game(u64),
    Document(String),
}

/// A server that runs.
pub struct Server {
    handle: Handle,
    organiser: String,
    hub: thread::JoinHandle<Result<(), ArenaError>>,
}

/// The way into a server: connections of any kind, and what may be read.
#[derive(Debug, Clone)]
pub struct Handle {
    inbox: mpsc::Sender<Input>,
    updates: broadcast::Sender<Arc<str>>,
    next_link: Arc<AtomicU64>,
    links: Arc<AtomicUsize>,
    time: Arc<ServerTime>,
    limits: ArenaLimits,
}

impl Server {
    /// Restores the state from the ledger and starts to serve. No client can connect before [`accept`] runs.
    ///
    /// # Errors
    /// [`ArenaError`] where the ledger cannot be read or says something impossible.
    pub fn start(ledger: Ledger, settings: &ServerSettings) -> Result<Self, ArenaError> {
        let hall_settings = HallSettings {
            open: settings.open,
            epoch: unix_now(),
            secret: Secret::from_system()?,
            places: settings.limits.links,
            house: settings.house.clone(),
        };
        let mut hall = restore(&ledger, hall_settings)?;
        let organiser = match &settings.organiser {
            Some(token) => token.clone(),
            None => Secret::from_system()?.token(0),
        };
        hall.set_organiser(&organiser);
        let (inbox, inputs) = mpsc::channel();
        let (updates, _) = broadcast::channel(UPDATES);
        let handle = Handle {
            inbox: inbox.clone(),
            updates: updates.clone(),
            next_link: Arc::default(),
            links: Arc::default(),
            time: ServerTime::start()?,
            limits: settings.limits,
        };
        let (to_prove, positions) = mpsc::channel::<(u64, Box<Position>)>();
        thread::Builder::new().name("arena proofs".to_string()).spawn(move || {
            for (game, position) in positions {
                // The hub has ended: so does this thread.
                if inbox.send(Input::Judged(game, proven_winner(&position))).is_err() {
                    return;
                }
            }
        })?;
        let hub = Hub {
            hall,
            ledger,
            links: FxHashMap::default(),
            to_prove,
            updates,
            time: Arc::clone(&handle.time),
            ticked: 0,
        };
        let hub = thread::Builder::new().name("arena hall".to_string()).spawn(move || hub.run(&inputs))?;
        Ok(Self { handle, organiser, hub })
    }

    /// The way in.
    #[must_use]
    pub fn handle(&self) -> Handle {
        self.handle.clone()
    }

    /// The organiser's token.
    #[must_use]
    pub fn organiser(&self) -> &str {
        &self.organiser
    }

    /// Whether the hall still works; it ends by itself only when the ledger cannot be written.
    #[must_use]
    pub fn is_running(&self) -> bool {
        !self.hub.is_finished()
    }

    /// Ends the server after what has arrived. Games that are being played stay in the ledger.
    ///
    /// # Errors
    /// [`ArenaError`] where the ledger could not be written.
    pub fn stop(self) -> Result<(), ArenaError> {
        // An error means that the hub has ended already: its result says why.
        let _ = self.handle.inbox.send(Input::Stop);
        match self.hub.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }
}

impl Handle {
    /// Players, tournaments and running games as JSON; `None` when the server has ended.
    pub async fn status(&self) -> Option<String> {
        self.ask(Question::Status).await
    }

    /// A tournament with its standings and games as JSON, if there is one of this name.
    pub async fn tournament(&self, name: &str) -> Option<String> {
        self.ask(Question::Tournament(name.to_string())).await
    }

    /// A game as JSON, being played or finished.
    pub async fn game(&self, game: u64) -> Option<String> {
        self.ask(Question::Game(game)).await
    }

    /// A tournament with the records of all finished games as JSON.
    pub async fn document(&self, name: &str) -> Option<String> {
        self.ask(Question::Document(name.to_string())).await
    }

    /// Everything that happens from now on, each as a line of JSON. Who is too slow misses some.
    #[must_use]
    pub fn updates(&self) -> broadcast::Receiver<Arc<str>> {
        self.updates.subscribe()
    }

    async fn ask(&self, question: Question) -> Option<String> {
        let (answer, answered) = oneshot::channel();
        self.inbox.send(Input::Ask(question, answer)).ok()?;
        answered.await.ok().flatten()
    }

    /// Milliseconds since the start, without those in which the server did not run.
    fn now(&self) -> u64 {
        self.time.now()
    }
}

/// The thread that owns everything.
struct Hub {
    hall: Hall,
    ledger: Ledger,
    links: FxHashMap<LinkId, channel::Sender<String>>,
    to_prove: mpsc::Sender<(u64, Box<Position>)>,
    updates: broadcast::Sender<Arc<str>>,
    time: Arc<ServerTime>,
    ticked: u64,
}

impl Hub {
    fn run(mut self, inputs: &mpsc::Receiver<Input>) -> Result<(), ArenaError> {
        self.perform()?;
        loop {
            let first = inputs.recv_timeout(TICK);
            // Taken before the queue is emptied: lines that arrived in time are handled before the clocks.
            let now = self.time.now();
            self.hall.set_paused(self.time.paused());
            let mut stop = matches!(first, Err(mpsc::RecvTimeoutError::Disconnected));
            for input in first.into_iter().chain(inputs.try_iter().take(BATCH)) {
                stop |= self.take(input, now);
            }
            if now >= self.ticked + TICK.as_millis() as u64 {
                self.ticked = now;
                self.hall.tick(now);
            }
            self.perform()?;
            if stop {
                return Ok(());
            }
        }
    }

    /// Returns true when the server is to end.
    fn take(&mut self, input: Input, now: u64) -> bool {
        match input {
            Input::Connected(link, from, outbox) => {
                self.links.insert(link, outbox);
                self.hall.connected(link, from, now);
            }
            Input::Line(link, line, at) => self.hall.line(link, &line, at),
            Input::Closed(link) => {
                self.links.remove(&link);
                self.hall.closed(link, now);
            }
            Input::Judged(game, winner) => self.hall.judged(game, winner, now),
            Input::Ask(question, answer) => {
                // Who asked may be gone.
                let _ = answer.send(self.answer(&question));
            }
            Input::Stop => return true,
        }
        false
    }

    /// Commits what is to be kept, then does everything else.
    fn perform(&mut self) -> Result<(), ArenaError> {
        let effects = self.hall.take_effects();
        let (mut writes, mut others) = (Vec::new(), Vec::new());
        for effect in effects {
            match effect {
                Effect::Keep(write) => writes.push(write),
                other => others.push(other),
            }
        }
        self.ledger.commit(&writes)?;
        for effect in others {
            match effect {
                Effect::Send(link, line) => self.send(link, line),
                // The task ends when it has written what is in its box.
                Effect::Close(link) => drop(self.links.remove(&link)),
                Effect::Prove { game, position } => {
                    // The thread ends only with us.
                    let _ = self.to_prove.send((game, position));
                }
                Effect::Export(link, document) => match self.complete(*document) {
                    Some(text) => self.send(link, format!("ok {text}")),
                    None => self.send(link, "error request found games that cannot be read".to_string()),
                },
                Effect::Tell(update) => {
                    if self.updates.receiver_count() > 0
                        && let Some(text) = json(&update)
                    {
                        let _ = self.updates.send(text.into());
                    }
                }
                Effect::Keep(_) => {}
            }
        }
        Ok(())
    }

    /// Puts a line into a link's box. Who does not empty it does not read: the link is closed.
    fn send(&mut self, link: LinkId, line: String) {
        if self.links.get(&link).is_some_and(|outbox| outbox.try_send(line).is_err()) {
            self.links.remove(&link);
        }
    }

    fn answer(&self, question: &Question) -> Option<String> {
        match question {
            Question::Status => json(&self.hall.status()),
            Question::Tournament(name) => json(&self.hall.tournament(name).ok()?),
            Question::Game(game) => match self.hall.game(*game) {
                Some(view) => json(&view),
                None => String::from_utf8(self.ledger.game(*game).ok()??).ok(),
            },
            Question::Document(name) => self.complete(self.hall.document(name).ok()?),
        }
    }

    /// A document with its games from the ledger, as JSON.
    fn complete(&self, document: TournamentDocument) -> Option<String> {
        json(&with_games(&self.ledger, document).ok()?)
    }
}

/// Adds the finished games to a document.
fn with_games(ledger: &Ledger, mut document: TournamentDocument) -> Result<TournamentDocument, ArenaError> {
    for fixture in &document.tournament.fixtures {
        if fixture.reason.is_none() {
            continue;
        }
        let damaged = || ArenaError::Ledger {
            found: format!("no record of game {}", fixture.game),
            expected: "one for every finished game",
        };
        let bytes = ledger.game(fixture.game)?.ok_or_else(damaged)?;
        let game: GameDocument = serde_json::from_slice(&bytes).map_err(|_| damaged())?;
        document.games.push(game);
    }
    Ok(document)
}

impl TournamentDocument {
    /// A tournament from a ledger that no server has open.
    ///
    /// # Errors
    /// [`ArenaError`] where the ledger cannot be read or has no such tournament.
    pub fn read(ledger: &Ledger, name: &str) -> Result<Self, ArenaError> {
        with_games(ledger, restore(ledger, HallSettings::default())?.document(name)?)
    }
}

fn restore(ledger: &Ledger, settings: HallSettings) -> Result<Hall, ArenaError> {
    let mut entries = Vec::new();
    ledger.for_each_entry(|bytes| entries.push(bytes.to_vec()))?;
    let entries = entries.iter().map(Vec::as_slice);
    Hall::restore(settings, entries, |game| Ok(ledger.acts(game)?))
}

fn json(value: &impl Serialize) -> Option<String> {
    serde_json::to_string(value).ok()
}

fn unix_now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64)
}

/// Opens an arena's file, or makes a new one where there is none. Only its owner can read it. A file of the first layout, which
/// has tokens in plain text, is written again with their hashes.
///
/// # Errors
/// [`ArenaError`] where the file cannot be used.
pub fn open_ledger(path: &Path) -> Result<Ledger, ArenaError> {
    Ok(Ledger::open_upgrading(path, hall::upgraded)?)
}

impl Handle {
    fn claim_link(&self) -> Option<LinkId> {
        let most = self.limits.sockets();
        let claimed = self
            .links
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |links| (links < most).then_some(links + 1));
        claimed.ok().map(|_| self.next_link.fetch_add(1, Ordering::Relaxed))
    }
}
