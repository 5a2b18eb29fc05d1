//! The hall: everything the server knows and decides, as one state machine without sockets, files or clocks.
//!
//! Lines come in with the link they arrived on and the time of their arrival; [`Effect`]s come out: lines to send, links to
//! close, changes for the ledger, positions to prove, updates for whoever watches. The shell around it commits the changes
//! before it sends anything, so nobody is ever told what a killed server would not remember.
//!
//! A player has one link and plays one game at a time; who connects again replaces the earlier link. Any number of games go on
//! at once. Times are milliseconds since the shell started.

mod entry;
mod games;
mod organiser;
mod view;

use board::{Color, Position};
use protocol::signals::{ErrorCode, PlayerSignal, ServerSignal, VERSION, is_name};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use store::LedgerWrite;

use entry::Entry;
pub use entry::GameDocument;
pub use view::{
    FixtureView, GameView, PlayerView, RankView, Status, TournamentDocument, TournamentLine, TournamentView,
    Update,
};

use crate::{Act, ArenaError, GameRules, Score, Table, Tournament, TournamentSettings};

/// Names a connection; the shell never uses a number twice.
pub type LinkId = u64;

/// Milliseconds in which a new connection must say who it is.
const GREETING: u64 = 10_000;
/// Milliseconds between pings to a player that is not asked for anything.
const PING: u64 = 30_000;
/// Milliseconds between looks for players who stay away.
const RESCHEDULE: u64 = 200;
/// Players that may register by themselves on an open server.
const MOST_PLAYERS: usize = 10_000;

/// What the shell is asked to do.
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
    Tell(Update),
}

/// How the hall receives its guests.
#[derive(Debug, Clone, Default)]
pub struct HallSettings {
    /// Whether anyone may register with a name that is not taken, and a token of their choice.
    pub open: bool,
    /// The time of the shell's start, in milliseconds since 1970.
    pub epoch: u64,
    /// Random numbers for tokens follow from this; the shell takes it from the system.
    pub secret: u64,
}

/// Someone who may play.
#[derive(Debug)]
struct Person {
    name: String,
    token: String,
    link: Option<LinkId>,
    /// When the last link was closed; 0 after a start.
    gone: u64,
    /// The game that is being played.
    game: Option<u64>,
}

/// A connection.
#[derive(Debug)]
struct Link {
    who: Who,
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
    organiser: Option<String>,
    people: Vec<Person>,
    by_name: FxHashMap<String, usize>,
    links: FxHashMap<LinkId, Link>,
    events: Vec<Event>,
    /// The event of every game.
    event_of: FxHashMap<u64, usize>,
    running: BTreeMap<u64, Running>,
    next_game: u64,
    tokens: u64,
    /// Whether someone became free, so that games may begin.
    stirred: bool,
    /// When that was last looked at.
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
            links: FxHashMap::default(),
            events: Vec::new(),
            event_of: FxHashMap::default(),
            running: BTreeMap::new(),
            next_game: 1,
            tokens: 0,
            stirred: false,
            scheduled: 0,
            effects: Vec::new(),
        }
    }

    /// The hall that a ledger describes. Games that were being played wait for their players.
    ///
    /// # Errors
    /// [`ArenaError::Ledger`] or [`ArenaError::Act`] where the ledger says something impossible.
    pub fn restore<'a>(
        settings: HallSettings,
        entries: impl IntoIterator<Item = &'a [u8]>,
        mut acts: impl FnMut(u64) -> Result<Vec<Vec<u8>>, ArenaError>,
    ) -> Result<Self, ArenaError> {
        let mut hall = Self::new(settings);
        let mut playing = BTreeMap::new();
        for bytes in entries {
            let entry = serde_json::from_slice(bytes).map_err(|error| damaged(error.to_string()))?;
            hall.apply(entry, &mut playing)?;
        }
        for (game, event) in playing {
            let kept = acts(game)?;
            hall.resume(game, event, &kept)?;
        }
        hall.stirred = true;
        Ok(hall)
    }

    /// One entry of the log changes the state as it did when it was written.
    fn apply(&mut self, entry: Entry, playing: &mut BTreeMap<u64, usize>) -> Result<(), ArenaError> {
        match entry {
            Entry::Organiser { token } => self.organiser = Some(token),
            Entry::Player { name, token } => {
                self.enter(name, token);
            }
            Entry::Created { settings } => self.plan(*settings)?,
            Entry::Started { tournament, players } => {
                let event = self.event_named(&tournament)?;
                let people = players.iter().map(|name| self.person_named(name)).collect::<Result<_, _>>()?;
                self.events[event].start(people, 0);
            }
            Entry::Paired { tournament, first, pairings } => {
                let event = self.event_named(&tournament)?;
                for (game, pairing) in (first..).zip(pairings) {
                    let players = self.events[event].people.len();
                    if pairing.black >= players || pairing.white >= players {
                        return Err(damaged(format!("{pairing:?}")));
                    }
                    self.events[event].tournament.add(game, pairing);
                    self.event_of.insert(game, event);
                    self.next_game = self.next_game.max(game + 1);
                }
            }
            Entry::Began { game } => {
                let event = self.event_of_game(game)?;
                playing.insert(game, event);
            }
            Entry::PutBack { game } => {
                playing.remove(&game);
            }
            Entry::Finished { game, winner, reason } => {
                let event = self.event_of_game(game)?;
                let winner = winner.map(|word| word.parse::<Color>()).transpose();
                let (Ok(winner), Ok(reason)) = (winner, reason.parse()) else {
                    return Err(damaged(format!("the result of game {game}")));
                };
                playing.remove(&game);
                self.events[event].tournament.finish(game, Score { winner, reason });
            }
            Entry::Stopped { tournament } => {
                let event = self.event_named(&tournament)?;
                self.events[event].tournament.stop();
            }
            Entry::Over { tournament } => {
                let event = self.event_named(&tournament)?;
                self.events[event].phase = Phase::Over;
            }
        }
        Ok(())
    }

    /// A game that was being played when the server ended.
    fn resume(&mut self, game: u64, event: usize, kept: &[Vec<u8>]) -> Result<(), ArenaError> {
        let rules = self.events[event].rules;
        let read = |bytes: &Vec<u8>| Act::parse(&String::from_utf8_lossy(bytes), rules.size);
        let acts: Vec<Act> = kept.iter().map(read).collect::<Result<_, _>>()?;
        let table = Table::restore(rules, self.seed_of(event, game), acts)?;
        let tournament = &mut self.events[event].tournament;
        let Some(pairing) = tournament.fixture(game).map(|fixture| fixture.pairing) else {
            return Err(damaged(format!("game {game}")));
        };
        tournament.withdraw(game);
        let people = [pairing.black, pairing.white].map(|player| self.events[event].people[player]);
        for person in people {
            self.people[person].game = Some(game);
        }
        let running = Running {
            event,
            people,
            table,
            ready: [false; 2],
            gone: [Some(0); 2],
            begun: false,
            join_by: rules.join,
            restored: true,
        };
        self.running.insert(game, running);
        Ok(())
    }

    /// Takes what is to be done.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        if std::mem::take(&mut self.stirred) {
            self.schedule(0);
        }
        std::mem::take(&mut self.effects)
    }

    /// Whether the organiser's token is set.
    #[must_use]
    pub const fn has_organiser(&self) -> bool {
        self.organiser.is_some()
    }

    /// The organiser's token.
    #[must_use]
    pub fn organiser(&self) -> Option<&str> {
        self.organiser.as_deref()
    }

    /// Sets the organiser's token.
    pub fn set_organiser(&mut self, token: &str) {
        self.keep(&Entry::Organiser { token: token.to_string() });
        self.organiser = Some(token.to_string());
    }

    /// A connection was made.
    pub fn connected(&mut self, link: LinkId, now: u64) {
        self.links.insert(link, Link { who: Who::Stranger, since: now, pinged: now });
    }

    /// A connection was closed, by whomever.
    pub fn closed(&mut self, link: LinkId, now: u64) {
        let Some(Link { who: Who::Player(person), .. }) = self.links.remove(&link) else { return };
        if self.people[person].link == Some(link) {
            self.people[person].link = None;
            self.people[person].gone = now;
            self.player_left(person, now);
            let name = self.people[person].name.clone();
            self.effects.push(Effect::Tell(Update::Left { player: name }));
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
                    self.hello(link, &name, &token);
                }
            }
            (Who::Stranger, PlayerSignal::Organise { version, token }) => {
                if !self.speaks(link, version) {
                    return;
                }
                if self.organiser.as_ref().is_some_and(|known| same(known, &token)) {
                    if let Some(known) = self.links.get_mut(&link) {
                        known.who = Who::Organiser;
                    }
                    let name = "organiser".to_string();
                    self.send(link, &ServerSignal::Welcome { version: VERSION, name });
                } else {
                    self.refuse(link, ErrorCode::Token, "found another token: expected the organiser's");
                }
            }
            (_, PlayerSignal::Ping(number)) => self.send(link, &ServerSignal::Pong(number)),
            (_, PlayerSignal::Pong(_)) => {}
            (Who::Stranger, _) => {
                self.refuse(link, ErrorCode::Turn, "found a signal: expected 'hello 1 NAME TOKEN' first");
            }
            (_, PlayerSignal::Hello { .. } | PlayerSignal::Organise { .. }) => {
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

    fn hello(&mut self, link: LinkId, name: &str, token: &str) {
        let person = match self.by_name.get(name) {
            Some(&person) if same(&self.people[person].token, token) => person,
            None if self.settings.open && self.people.len() < MOST_PLAYERS => {
                self.keep(&Entry::Player { name: name.to_string(), token: token.to_string() });
                self.enter(name.to_string(), token.to_string())
            }
            // The same words for a wrong name and a wrong token: nobody can find out who is known here.
            _ => {
                let problem =
                    "found a name and a token that do not belong together: expected those of the organiser";
                return self.refuse(link, ErrorCode::Token, problem);
            }
        };
        if let Some(earlier) = self.people[person].link.replace(link) {
            self.refuse(earlier, ErrorCode::Replaced, "found another connection of yours: expected one");
            self.links.remove(&earlier);
        }
        if let Some(known) = self.links.get_mut(&link) {
            known.who = Who::Player(person);
        }
        self.send(link, &ServerSignal::Welcome { version: VERSION, name: name.to_string() });
        self.effects.push(Effect::Tell(Update::Came { player: name.to_string() }));
        self.player_came(person);
        self.stirred = true;
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
        // Also without news: whoever stays away is available to lose after a while.
        if self.stirred || now > self.scheduled + RESCHEDULE {
            self.schedule(now);
        }
    }

    fn enter(&mut self, name: String, token: String) -> usize {
        let person = self.people.len();
        self.by_name.insert(name.clone(), person);
        self.people.push(Person { name, token, link: None, gone: 0, game: None });
        person
    }

    /// Adds a planned tournament.
    fn plan(&mut self, settings: TournamentSettings) -> Result<(), ArenaError> {
        let request = |problem: String| Err(ArenaError::Request(problem));
        if !is_name(&settings.name) {
            return request(format!(
                "found the name '{}': expected one word of at most 32 characters",
                settings.name
            ));
        }
        if self.event_named(&settings.name).is_ok() {
            return request(format!("found a second tournament '{}': expected a new name", settings.name));
        }
        let rules = settings.games.rules()?;
        let format = settings.format.clone().checked()?;
        let tournament = Tournament::new(format, 0, settings.seed);
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

/// Compares secrets in a time that does not depend on where they differ.
fn same(a: &str, b: &str) -> bool {
    let differ = a.bytes().zip(b.bytes()).fold(0, |differ, (x, y)| differ | (x ^ y));
    a.len() == b.len() && differ == 0
}
