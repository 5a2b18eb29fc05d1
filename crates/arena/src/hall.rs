//! The hall: everything the server knows and decides, as one state machine without sockets, files or clocks.
//!
//! Lines come in with the link they arrived on and the time of their arrival; [`Effect`]s come out: lines to send, links to
//! close, changes for the ledger, positions to prove, updates for spectators. The shell around it commits the changes
//! before it sends anything, so no client learns of anything that a kill could undo.
//!
//! A player has one link and plays one game at a time; who connects again replaces the earlier link. Any number of games go on
//! at once. Times are milliseconds since the shell started.

mod attempts;
mod entry;
mod games;
mod guests;
mod newcomers;
mod organiser;
mod restore;
mod strangers;
mod view;

use std::net::IpAddr;

use crate::signals::{ErrorCode, PlayerSignal, ServerSignal, VERSION};
use board::{Color, Position};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use store::LedgerWrite;

use attempts::{Attempts, Network};
use entry::Entry;
pub use entry::GameDocument;
pub(crate) use entry::upgraded;
pub(crate) use guests::ORGANISERS;
use newcomers::Registrations;
pub(crate) use strangers::MOST as STRANGERS;
use strangers::Strangers;
pub use view::{
    FixtureView, GameView, HallUpdate, PlayerView, RankView, Status, TournamentDocument, TournamentLine,
    TournamentView,
};

use crate::{ArenaError, GameRules, Secret, Table, TokenHash, Tournament, TournamentSettings, names};

/// Names a connection; the shell never uses a number twice.
pub type LinkId = u64;

/// Milliseconds in which a new connection must say who it is.
const GREETING: u64 = 10_000;
/// Milliseconds between pings to a player that is not asked for anything.
const PING: u64 = 30_000;
/// Milliseconds between looks for players who stay away.
const RESCHEDULE: u64 = 200;
/// Milliseconds between looks for registrations that expire.
const SWEEP: u64 = 60_000;

/// An effect for the shell to carry out.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Send a line, without its end.
    Send(LinkId, String),
    /// Close a connection after what was sent to it.
    Close(LinkId),
    /// Keep a change before anything is sent.
    Keep(LedgerWrite),
    /// Look for the winner of a position and tell [`Hall::judged`].
    Prove {
        /// Which game waits.
        game: u64,
        /// Its position.
        position: Box<Position>,
    },
    /// Send an organiser the document of a tournament, with its games from the ledger.
    Export(LinkId, Box<TournamentDocument>),
    /// Tell everyone who watches.
    Tell(HallUpdate),
}

/// How the hall receives its guests.
#[derive(Debug, Clone)]
pub struct HallSettings {
    /// Whether anyone may register with a name that is free.
    pub open: bool,
    /// The time of the shell's start, in milliseconds since 1970.
    pub epoch: u64,
    /// Tokens follow from this; the shell takes it from the system.
    pub secret: Secret,
    /// Players that may be connected at the same time.
    pub places: usize,
    /// Names of the built-in players, which cannot be registered.
    pub house: Vec<String>,
}

impl Default for HallSettings {
    fn default() -> Self {
        Self { open: false, epoch: 0, secret: Secret::default(), places: 1024, house: Vec::new() }
    }
}

/// Someone who may play.
#[derive(Debug)]
struct Person {
    /// Empty if a registration has expired: the number is free.
    name: String,
    hash: TokenHash,
    link: Option<LinkId>,
    /// When the last link was closed; 0 after a start.
    gone: u64,
    /// The game that is being played.
    game: Option<u64>,
    /// When this player registered, in milliseconds since 1970; `None` if the organiser added it.
    registered: Option<u64>,
    /// Whether a tournament was created for this player or started with it.
    takes_part: bool,
}

impl Person {
    /// Whether this is a registration that was never used.
    const fn is_unused(&self) -> bool {
        self.registered.is_some() && !self.takes_part
    }
}

/// A connection.
#[derive(Debug)]
struct Link {
    who: Who,
    network: Network,
    since: u64,
    pinged: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Who {
    Stranger,
    Player(usize),
    Organiser,
}

/// Where a tournament stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    Planned,
    Running,
    Over,
}

/// A tournament on this server.
#[derive(Debug)]
struct Event {
    settings: TournamentSettings,
    rules: GameRules,
    phase: Phase,
    /// The people who take part, by their number in the tournament.
    people: Vec<usize>,
    tournament: Tournament,
    /// When it began to be played here.
    since: u64,
}

/// A game that is being played.
#[derive(Debug)]
struct Running {
    event: usize,
    people: [usize; 2],
    table: Table,
    /// Whether a player has said that it is ready, since it was last connected.
    ready: [bool; 2],
    /// Since when a player is not connected.
    gone: [Option<u64>; 2],
    /// Whether both were ready once.
    begun: bool,
    /// Until when both must be ready.
    join_by: u64,
    /// Whether it comes from before a restart.
    restored: bool,
}

/// The state of a server.
#[derive(Debug)]
pub struct Hall {
    settings: HallSettings,
    /// The hash of the organiser's token. It is the shell's to keep.
    organiser: Option<TokenHash>,
    people: Vec<Person>,
    by_name: FxHashMap<String, usize>,
    by_look: FxHashMap<String, usize>,
    /// Numbers of people that are free.
    vacant: Vec<usize>,
    attempts: Attempts,
    registrations: Registrations,
    strangers: Strangers,
    links: FxHashMap<LinkId, Link>,
    events: Vec<Event>,
    /// The event of every game.
    event_of: FxHashMap<u64, usize>,
    running: BTreeMap<u64, Running>,
    next_game: u64,
    tokens: u64,
    /// Milliseconds in which the server did not run, which no clock counts.
    paused: u64,
    /// When expired registrations were last looked for.
    swept: u64,
    /// Whether someone became free, so that games may begin.
    stirred: bool,
    /// When games were last scheduled.
    scheduled: u64,
    effects: Vec<Effect>,
}

impl Hall {
    /// An empty hall.
    #[must_use]
    pub fn new(settings: HallSettings) -> Self {
        Self {
            settings,
            organiser: None,
            people: Vec::new(),
            by_name: FxHashMap::default(),
            by_look: FxHashMap::default(),
            vacant: Vec::new(),
            attempts: Attempts::default(),
            registrations: Registrations::default(),
            strangers: Strangers::default(),
            links: FxHashMap::default(),
            events: Vec::new(),
            event_of: FxHashMap::default(),
            running: BTreeMap::new(),
            next_game: 1,
            tokens: 0,
            paused: 0,
            swept: 0,
            stirred: false,
            scheduled: 0,
            effects: Vec::new(),
        }
    }

    /// Takes what is to be done.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        if std::mem::take(&mut self.stirred) {
            self.schedule(0);
        }
        std::mem::take(&mut self.effects)
    }

    /// The name under which the organiser is welcomed.
    pub const ORGANISER: &'static str = "organiser";

    /// Sets the organiser's token. The ledger does not keep it.
    pub fn set_organiser(&mut self, token: &str) {
        self.organiser = Some(TokenHash::of(Self::ORGANISER, token));
    }

    /// The server was paused for this many milliseconds in total. The times that it passes on leave them out.
    pub const fn set_paused(&mut self, paused: u64) {
        self.paused = paused;
    }

    /// Milliseconds since 1970.
    const fn wall(&self, now: u64) -> u64 {
        self.settings.epoch + self.paused + now
    }

    /// A connection was made from this address.
    pub fn connected(&mut self, link: LinkId, from: IpAddr, now: u64) {
        let network = Network::from(from);
        self.links.insert(link, Link { who: Who::Stranger, network, since: now, pinged: now });
        if let Some(leaves) = self.strangers.enter(link, network) {
            let problem =
                "found too many connections that do not say who they are: expected a greeting at once";
            self.refuse(leaves, ErrorCode::Full, problem);
        }
    }

    /// A connection was closed, by either side.
    pub fn closed(&mut self, link: LinkId, now: u64) {
        self.strangers.leave(link);
        let Some(Link { who: Who::Player(person), .. }) = self.links.remove(&link) else { return };
        if self.people[person].link == Some(link) {
            self.people[person].link = None;
            self.people[person].gone = now;
            self.player_left(person, now);
            let name = self.people[person].name.clone();
            self.effects.push(Effect::Tell(HallUpdate::Left { player: name }));
        }
    }

    /// A line arrived.
    pub fn line(&mut self, link: LinkId, line: &str, now: u64) {
        let Some(known) = self.links.get(&link) else { return };
        match known.who {
            Who::Organiser => self.organiser_line(link, line, now),
            who => match line.parse::<PlayerSignal>() {
                Ok(signal) => self.signal(link, who, signal, now),
                Err(error) => {
                    self.send(link, &ServerSignal::error(ErrorCode::Syntax, error));
                    // A stranger who does not greet is not a player.
                    if who == Who::Stranger {
                        self.close(link);
                    }
                }
            },
        }
        self.schedule_if_stirred(now);
    }

    fn signal(&mut self, link: LinkId, who: Who, signal: PlayerSignal, now: u64) {
        match (who, signal) {
            (Who::Stranger, PlayerSignal::Hello { version, name, token }) => {
                if self.speaks(link, version) {
                    self.hello(link, &name, &token, now);
                }
            }
            (Who::Stranger, PlayerSignal::Register { version, name }) => {
                if self.speaks(link, version) {
                    self.register(link, &name, now);
                }
            }
            (Who::Stranger, PlayerSignal::Organise { version, token }) => {
                if self.speaks(link, version) {
                    self.organise(link, &token, now);
                }
            }
            (Who::Stranger, _) => {
                self.refuse(link, ErrorCode::Turn, "found a signal: expected 'hello 1 NAME TOKEN' first");
            }
            (_, PlayerSignal::Ping(number)) => self.send(link, &ServerSignal::Pong(number)),
            (_, PlayerSignal::Pong(_)) => {}
            (
                _,
                PlayerSignal::Hello { .. } | PlayerSignal::Register { .. } | PlayerSignal::Organise { .. },
            ) => {
                let problem = "found a greeting: expected none, you are known already";
                self.send(link, &ServerSignal::error(ErrorCode::Turn, problem));
            }
            (Who::Player(person), signal) => self.player_signal(link, person, &signal, now),
            (Who::Organiser, _) => {}
        }
    }

    /// Whether a greeting's version is ours; otherwise the connection is closed.
    fn speaks(&mut self, link: LinkId, version: u32) -> bool {
        if version != VERSION {
            let problem = format!("found version {version}: expected {VERSION}");
            self.refuse(link, ErrorCode::Version, &problem);
        }
        version == VERSION
    }

    /// The proof of a game's winner was looked for.
    pub fn judged(&mut self, game: u64, winner: Option<Color>, now: u64) {
        let Some(running) = self.running.get_mut(&game) else { return };
        let reaction = running.table.judged(winner, now);
        self.react(game, reaction, now);
        self.schedule_if_stirred(now);
    }

    /// Time passes: clocks, grace periods, greetings that do not come, pings.
    pub fn tick(&mut self, now: u64) {
        self.watch_clocks(now);
        let late: Vec<LinkId> = self
            .links
            .iter()
            .filter(|(_, link)| link.who == Who::Stranger && now > link.since + GREETING)
            .map(|(&id, _)| id)
            .collect();
        for link in late {
            self.refuse(link, ErrorCode::Turn, "found no greeting: expected 'hello 1 NAME TOKEN'");
        }
        let quiet: Vec<LinkId> = self
            .links
            .iter_mut()
            .filter(|(_, link)| link.who != Who::Stranger && now > link.pinged + PING)
            .map(|(&id, link)| {
                link.pinged = now;
                id
            })
            .collect();
        for link in quiet {
            self.send(link, &ServerSignal::Ping(now));
        }
        if now >= self.swept + SWEEP {
            self.swept = now;
            self.expire_newcomers(now);
        }
        // Also without news: an absent player becomes available after a while, to lose its game.
        if self.stirred || now > self.scheduled + RESCHEDULE {
            self.schedule(now);
        }
    }

    fn enter(&mut self, name: String, hash: TokenHash, registered: Option<u64>) -> usize {
        let person = Person {
            name: name.clone(),
            hash,
            link: None,
            gone: 0,
            game: None,
            registered,
            takes_part: false,
        };
        let number = self.vacant.pop().unwrap_or(self.people.len());
        match self.people.get_mut(number) {
            Some(place) => *place = person,
            None => self.people.push(person),
        }
        for look in names::looks(&name) {
            // Of two old names that look alike the first one keeps its look.
            self.by_look.entry(look).or_insert(number);
        }
        self.by_name.insert(name, number);
        number
    }

    /// A registration has expired: its name and number are free.
    fn remove(&mut self, name: &str) {
        let Some(number) = self.by_name.remove(name) else { return };
        self.by_look.retain(|_, person| *person != number);
        self.people[number].name.clear();
        self.people[number].registered = None;
        self.vacant.push(number);
    }

    /// Adds a planned tournament.
    fn plan(&mut self, settings: TournamentSettings) -> Result<(), ArenaError> {
        let request = |problem: String| Err(ArenaError::Request(problem));
        if self.event_named(&settings.name).is_ok() {
            return request(format!("found a second tournament '{}': expected a new name", settings.name));
        }
        let rules = settings.games.rules()?;
        let format = settings.format.clone().checked()?;
        let tournament = Tournament::new(format, 0, settings.seed);
        for name in &settings.players {
            if let Some(&person) = self.by_name.get(name) {
                self.people[person].takes_part = true;
            }
        }
        self.events.push(Event {
            settings,
            rules,
            phase: Phase::Planned,
            people: Vec::new(),
            tournament,
            since: 0,
        });
        Ok(())
    }

    fn start_event(&mut self, event: usize, people: Vec<usize>, now: u64) {
        for &person in &people {
            self.people[person].takes_part = true;
        }
        self.events[event].start(people, now);
    }

    fn event_named(&self, name: &str) -> Result<usize, ArenaError> {
        let found = self.events.iter().position(|event| event.settings.name == name);
        found.ok_or_else(|| {
            ArenaError::Request(format!("found no tournament '{name}': expected one that was created"))
        })
    }

    fn person_named(&self, name: &str) -> Result<usize, ArenaError> {
        let found = self.by_name.get(name).copied();
        found.ok_or_else(|| {
            ArenaError::Request(format!("found no player '{name}': expected one that was added"))
        })
    }

    fn event_of_game(&self, game: u64) -> Result<usize, ArenaError> {
        self.event_of.get(&game).copied().ok_or_else(|| damaged(format!("game {game}")))
    }

    fn send(&mut self, link: LinkId, signal: &ServerSignal) {
        self.effects.push(Effect::Send(link, signal.to_string()));
    }

    fn refuse(&mut self, link: LinkId, code: ErrorCode, problem: &str) {
        self.send(link, &ServerSignal::error(code, problem));
        self.close(link);
    }

    /// The shell closes the connection and reports it as closed.
    fn close(&mut self, link: LinkId) {
        self.effects.push(Effect::Close(link));
        self.strangers.leave(link);
        if matches!(self.links.get(&link), Some(Link { who: Who::Stranger, .. })) {
            self.links.remove(&link);
        }
    }

    fn keep(&mut self, entry: &Entry) {
        // Strings, numbers and lists of them: there is nothing in an entry that JSON does not have.
        let bytes = serde_json::to_vec(entry).unwrap_or_default();
        self.effects.push(Effect::Keep(LedgerWrite::Entry(bytes)));
    }
}

impl Event {
    fn start(&mut self, people: Vec<usize>, now: u64) {
        self.tournament = Tournament::new(self.tournament.format().clone(), people.len(), self.settings.seed);
        self.people = people;
        self.phase = Phase::Running;
        self.since = now;
    }
}

fn damaged(found: String) -> ArenaError {
    ArenaError::Ledger { found, expected: "entries that follow from each other" }
}
