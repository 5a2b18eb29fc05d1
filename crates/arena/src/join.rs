//! The bridge: takes a contestant of this crate, such as an HTP program, to a server as a player.
//!
//! It connects again when the connection is lost, and tells the contestant what happened meanwhile. Bidding Hex cannot be
//! played through it, since HTP has no bids: such games are given up.

use std::{
    io::{self, BufRead, BufReader, Write},
    net::{SocketAddr, TcpStream},
    thread,
    time::{Duration, Instant},
};

use board::{Color, Move, SwapRule};
use player::TimeControl;
use protocol::htp::Session;

use crate::{
    ArenaError, Contestant, ContestantReply, ContestantTurn,
    signals::{ErrorCode, PlayerSignal, ServerSignal, Terms, Times, VERSION, VariantTerms, printable},
};

/// Time between two tries to connect.
const PAUSE: Duration = Duration::from_millis(300);
/// How long a server may take to answer a registration.
const PATIENCE: Duration = Duration::from_secs(20);

/// Who joins, and for how long.
#[derive(Debug, Clone)]
pub struct Joining {
    /// The server.
    pub address: SocketAddr,
    /// The player's name.
    pub name: String,
    /// The player's token.
    pub token: String,
    /// Whether to leave after the first tournament that is over.
    pub once: bool,
    /// How long to try to connect, at the start and after the connection was lost.
    pub retry: Duration,
}

impl Joining {
    /// Plays until the tournament is over (where `once` says so) or the server cannot be reached any more. `tell` hears of
    /// every game in one line.
    ///
    /// # Errors
    /// [`ArenaError::Request`] where the server refuses the player or cannot be reached.
    pub fn play(
        &self,
        contestant: &mut dyn Contestant,
        tell: &mut dyn FnMut(&str),
    ) -> Result<(), ArenaError> {
        let mut welcomed = Instant::now();
        loop {
            let stream = self.connect()?;
            match self.converse(stream, contestant, tell) {
                Ok(End::Over) => return Ok(()),
                Ok(End::Closed) => {
                    welcomed = Instant::now();
                    tell("the server closed the connection: trying again");
                }
                Ok(End::Later(problem)) if welcomed.elapsed() < self.retry => {
                    tell(&format!("{problem}: trying again"));
                    thread::sleep(PAUSE);
                }
                Ok(End::Later(problem)) => return Err(ArenaError::Request(problem)),
                Err(ArenaError::Io(error)) => {
                    tell(&format!("the connection was lost ({error}): trying again"));
                }
                Err(other) => return Err(other),
            }
        }
    }

    fn connect(&self) -> Result<TcpStream, ArenaError> {
        let started = Instant::now();
        loop {
            match TcpStream::connect(self.address) {
                Ok(stream) => return Ok(stream),
                Err(_) if started.elapsed() < self.retry => thread::sleep(PAUSE),
                Err(error) => {
                    let problem = format!("cannot reach {} ({error}): expected an arena there", self.address);
                    return Err(ArenaError::Request(problem));
                }
            }
        }
    }

    /// One connection, and how it ended.
    fn converse(
        &self,
        stream: TcpStream,
        contestant: &mut dyn Contestant,
        tell: &mut dyn FnMut(&str),
    ) -> Result<End, ArenaError> {
        stream.set_nodelay(true)?;
        let mut reader = BufReader::new(stream);
        let hello =
            PlayerSignal::Hello { version: VERSION, name: self.name.clone(), token: self.token.clone() };
        send(&mut reader, &hello)?;
        let mut seat = None;
        let mut line = String::new();
        loop {
            line.clear();
            if reader.read_line(&mut line)? == 0 {
                return Ok(End::Closed);
            }
            // Signals of later versions are passed over.
            let Ok(signal) = line.parse::<ServerSignal>() else { continue };
            match signal {
                ServerSignal::Reset(terms) => {
                    let opponent = printable(&terms.opponent);
                    tell(&format!("game {}: {} against {opponent}", terms.game, terms.color));
                    let answer = match contestant.begin(terms.size, terms.game) {
                        Ok(()) => PlayerSignal::Ready(terms.game),
                        Err(fault) => {
                            return Err(ArenaError::Contestant {
                                name: self.name.clone(),
                                problem: fault.detail,
                            });
                        }
                    };
                    seat = Some(Seat::new(terms));
                    send(&mut reader, &answer)?;
                }
                ServerSignal::Ping(number) => send(&mut reader, &PlayerSignal::Pong(number))?,
                ServerSignal::Finish { tournament, place, players, .. } => {
                    let tournament = printable(&tournament);
                    tell(&format!("tournament {tournament} is over: place {place} of {players}"));
                    if self.once {
                        return Ok(End::Over);
                    }
                }
                ServerSignal::Win(reason) => tell(&format!("won by {reason}")),
                ServerSignal::Loss(reason) => tell(&format!("lost by {reason}")),
                ServerSignal::Error { code, text } => {
                    let problem = format!("the server refuses {}: {}", self.name, printable(&text));
                    match code {
                        ErrorCode::Token | ErrorCode::Version | ErrorCode::Replaced => {
                            return Err(ArenaError::Request(problem));
                        }
                        ErrorCode::Full | ErrorCode::Wait => return Ok(End::Later(problem)),
                        _ => tell(&format!("the server says: {}", printable(&text))),
                    }
                }
                other => {
                    if let Some(seat) = &mut seat
                        && let Some(answer) = seat.hear(&other, contestant, tell)
                    {
                        send(&mut reader, &answer)?;
                    }
                }
            }
        }
    }
}

/// How a connection ended.
enum End {
    /// There is nothing left to do.
    Over,
    /// The server closed it.
    Closed,
    /// The server has no place, or no time, now.
    Later(String),
}

/// Asks an open server for a name, and returns the token that belongs to it.
///
/// # Errors
/// [`ArenaError::Request`] where the server cannot be reached, is not open, or refuses the name.
pub fn register(address: SocketAddr, name: &str) -> Result<String, ArenaError> {
    let unreachable = |error: io::Error| {
        ArenaError::Request(format!("cannot reach {address} ({error}): expected an arena there"))
    };
    let stream = TcpStream::connect(address).map_err(unreachable)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let mut reader = BufReader::new(stream);
    send(&mut reader, &PlayerSignal::Register { version: VERSION, name: name.to_string() })?;
    let mut line = String::new();
    loop {
        line.clear();
        if reader.read_line(&mut line)? == 0 {
            return Err(ArenaError::Request("the server closed the connection".to_string()));
        }
        match line.parse::<ServerSignal>() {
            Ok(ServerSignal::Token { token, .. }) => return Ok(token),
            Ok(ServerSignal::Error { text, .. }) => return Err(ArenaError::Request(printable(&text))),
            _ => {}
        }
    }
}

fn send(reader: &mut BufReader<TcpStream>, signal: &PlayerSignal) -> io::Result<()> {
    reader.get_mut().write_all(format!("{signal}\n").as_bytes())
}

/// A game in progress, as its player sees it.
struct Seat {
    terms: Terms,
    session: Session,
}

impl Seat {
    fn new(terms: Terms) -> Self {
        let swap = matches!(terms.variant, VariantTerms::Hex { swap: true });
        Self { session: Session::new(terms.size, swap), terms }
    }

    /// Takes note of a signal; the answer, if it asks for one.
    fn hear(
        &mut self,
        signal: &ServerSignal,
        contestant: &mut dyn Contestant,
        tell: &mut dyn FnMut(&str),
    ) -> Option<PlayerSignal> {
        let opponent = self.terms.color.opponent();
        let result = match signal {
            ServerSignal::Replay(moves) => {
                moves.iter().try_for_each(|(color, word)| self.note(*color, word, contestant)).map(|()| None)
            }
            ServerSignal::Played { color, cell } => self.note(*color, cell, contestant).map(|()| None),
            ServerSignal::Opening(times) | ServerSignal::Turn(times) => self.choose(*times, contestant),
            ServerSignal::Move { cell, times } => {
                self.note(opponent, cell, contestant).and_then(|()| self.choose(*times, contestant))
            }
            ServerSignal::Swap(times) => {
                self.note(opponent, "swap", contestant).and_then(|()| self.choose(*times, contestant))
            }
            ServerSignal::Bid { .. } => Err("found a request for a bid: HTP has no bids".to_string()),
            _ => Ok(None),
        };
        result.unwrap_or_else(|problem| {
            tell(&format!("game {} is given up: {problem}", self.terms.game));
            Some(PlayerSignal::Quit)
        })
    }

    fn note(&mut self, color: Color, word: &str, contestant: &mut dyn Contestant) -> Result<(), String> {
        let mv = Move::parse(word, self.terms.size).map_err(|error| error.to_string())?;
        self.session.play(color, mv).map_err(|error| error.to_string())?;
        contestant.hear(color, mv).map_err(|fault| fault.detail)
    }

    fn choose(
        &mut self,
        times: Times,
        contestant: &mut dyn Contestant,
    ) -> Result<Option<PlayerSignal>, String> {
        let left = Duration::from_millis(times.own);
        let per_game = self.terms.per_game > 0;
        let control = if per_game {
            TimeControl::PerGame { main: left, increment: Duration::from_millis(self.terms.increment) }
        } else {
            TimeControl::PerMove(left)
        };
        let turn = ContestantTurn {
            session: &self.session,
            color: self.terms.color,
            planned: control.allot(left, self.session.position().empty_cells().len()),
            on_clock: per_game.then_some(left),
            patience: left,
            seed: self.terms.game.wrapping_mul(1_000_003) + self.session.moves().len() as u64,
        };
        let reply = contestant.choose(&turn).map_err(|fault| fault.detail)?;
        let (signal, mv) = match reply {
            ContestantReply::Move(mv @ Move::Place(cell)) => {
                (PlayerSignal::Stone(self.terms.size.name(cell).to_string()), mv)
            }
            ContestantReply::Move(Move::Swap(_)) => (PlayerSignal::Swap, Move::Swap(SwapRule::Pieces)),
            ContestantReply::Move(Move::Resign) | ContestantReply::Pass => {
                return Ok(Some(PlayerSignal::Quit));
            }
        };
        // An illegal move is sent as it is: the referee says what is wrong with it.
        let _ = self.session.play(self.terms.color, mv);
        Ok(Some(signal))
    }
}
