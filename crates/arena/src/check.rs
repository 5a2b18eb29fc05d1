//! Tests a player and reports its mistakes: plays the server's part in a series of small trials.
//!
//! Each trial is a [`CheckFinding`]: what was tried, whether it went well, and if not, what was seen, what was expected, and the last
//! lines of the conversation. Trials go on after a failure as long as the player is still there.

use std::{
    collections::VecDeque,
    io::{ErrorKind, Read, Write},
    net::{TcpListener, TcpStream},
    time::{Duration, Instant},
};

use crate::signals::{PlayerSignal, ServerSignal, VERSION, excerpt};
use board::Color;
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use serde::Serialize;

use crate::{ClockRules, GameSettings, Table};

/// The name and token that the player has to bring.
pub const CHECK_NAME: &str = "candidate";
/// See [`CHECK_NAME`].
pub const CHECK_TOKEN: &str = "check-token";

/// Lines of the conversation that are shown with a failure.
const SHOWN: usize = 8;

/// One trial and its result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CheckFinding {
    /// The check that was made.
    pub trial: String,
    /// Whether it went well.
    pub passed: bool,
    /// The mistake, or the observation.
    pub detail: String,
}

/// How a player is checked.
#[derive(Debug, Clone, Copy)]
pub struct Check {
    /// How long the player may take to connect.
    pub connect: Duration,
    /// How long it may take for each answer.
    pub answer: Duration,
    /// The largest square board to try.
    pub size: usize,
    /// Everything random follows from this.
    pub seed: u64,
}

impl Default for Check {
    fn default() -> Self {
        Self { connect: Duration::from_secs(30), answer: Duration::from_secs(10), size: 11, seed: 1 }
    }
}

/// The observation of a trial that differs from the expected one.
type Problem = String;

impl Check {
    /// Waits for the player at the listener and tries everything.
    ///
    /// # Errors
    /// When the listener fails.
    pub fn run(&self, listener: &TcpListener) -> std::io::Result<Vec<CheckFinding>> {
        let mut findings = Vec::new();
        let Some(stream) = self.await_player(listener)? else {
            let detail = format!("no player connected within {} s", self.connect.as_secs());
            findings.push(CheckFinding { trial: "connects".to_string(), passed: false, detail });
            return Ok(findings);
        };
        let examiner = Examiner::new(stream, self.answer)?;
        let random = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let mut trials = Trials { examiner, random, game: 0, longest: Duration::ZERO };
        let small = self.size.min(5);
        let game = |size, color, script| Trial::Game { size, color, script };
        let list = [
            ("greets with 'hello 1 NAME TOKEN'".to_string(), Trial::Greeting),
            ("answers a ping while it waits".to_string(), Trial::Ping),
            (format!("plays with Black on {small}x{small}"), game(small, Color::Black, Script::Plain)),
            (format!("plays with White on {small}x{small}"), game(small, Color::White, Script::Plain)),
            (
                "goes on after the opponent swapped its first stone".to_string(),
                game(small, Color::Black, Script::Swap),
            ),
            (
                "takes up a game from 'replay' with Black".to_string(),
                game(small, Color::Black, Script::Resume),
            ),
            (
                "takes up a game from 'replay' with White".to_string(),
                game(small, Color::White, Script::Resume),
            ),
            (
                "passes over signals and keys that it does not know".to_string(),
                game(small, Color::Black, Script::Unknown),
            ),
            ("is at ease when the opponent resigns".to_string(), game(small, Color::White, Script::Resign)),
            ("plays on 1x1".to_string(), game(1, Color::Black, Script::Plain)),
            (format!("plays with Black on {0}x{0}", self.size), game(self.size, Color::Black, Script::Plain)),
            ("stays connected after 'finish'".to_string(), Trial::Finish),
        ];
        for (trial, kind) in list {
            let result = match kind {
                Trial::Greeting => trials.greeting(),
                Trial::Ping => trials.ping(),
                Trial::Game { size, color, script } => trials.game(size, color, script),
                Trial::Finish => trials.finish(),
            };
            let lost = trials.examiner.lost;
            findings.push(match result {
                Ok(detail) => CheckFinding { trial, passed: true, detail },
                Err(problem) => {
                    CheckFinding { trial, passed: false, detail: trials.examiner.explain(&problem) }
                }
            });
            if lost {
                let detail = "the connection is gone, so the remaining trials were left out".to_string();
                findings.push(CheckFinding { trial: "stays connected".to_string(), passed: false, detail });
                break;
            }
            // Its remaining output belongs to the trial that is over.
            trials.examiner.drain();
        }
        Ok(findings)
    }

    fn await_player(&self, listener: &TcpListener) -> std::io::Result<Option<TcpStream>> {
        listener.set_nonblocking(true)?;
        let started = Instant::now();
        loop {
            match listener.accept() {
                Ok((stream, _)) => {
                    stream.set_nonblocking(false)?;
                    return Ok(Some(stream));
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    if started.elapsed() > self.connect {
                        return Ok(None);
                    }
                    std::thread::sleep(Duration::from_millis(20));
                }
                Err(error) => return Err(error),
            }
        }
    }
}

/// The trials.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Trial {
    Greeting,
    Ping,
    Game { size: usize, color: Color, script: Script },
    Finish,
}

/// The special feature of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Script {
    Plain,
    Swap,
    Resume,
    Unknown,
    Resign,
}

struct Trials {
    examiner: Examiner,
    random: Xoshiro256PlusPlus,
    game: u64,
    longest: Duration,
}

impl Trials {
    fn greeting(&mut self) -> Result<String, Problem> {
        let line = self.examiner.expect_line("hello 1 candidate check-token")?;
        let signal: PlayerSignal = line.parse().map_err(|error| format!("{error}"))?;
        let PlayerSignal::Hello { version, name, token } = signal else {
            return Err(format!(
                "found '{}': expected 'hello 1 NAME TOKEN' as the first line",
                excerpt(&line)
            ));
        };
        if version != VERSION {
            return Err(format!("found version {version}: expected {VERSION}"));
        }
        if name != CHECK_NAME || token != CHECK_TOKEN {
            return Err(format!("found another name or token: expected '{CHECK_NAME}' and '{CHECK_TOKEN}'"));
        }
        self.examiner.send(&ServerSignal::Welcome { version: VERSION, name }.to_string())?;
        Ok(String::new())
    }

    fn ping(&mut self) -> Result<String, Problem> {
        self.examiner.send("ping 4711")?;
        match self.examiner.expect_line("pong 4711")?.as_str() {
            "pong 4711" => Ok(String::new()),
            other => Err(format!("found '{}': expected 'pong 4711'", excerpt(other))),
        }
    }

    fn finish(&mut self) -> Result<String, Problem> {
        self.examiner.send("finish trial place=1 players=2 wins=3 games=4")?;
        self.ping().map_err(|problem| format!("after 'finish', a ping was sent: {problem}"))?;
        Ok(format!("longest answer {:.2} s", self.longest.as_secs_f64()))
    }

    /// Plays a whole game against an opponent who plays at random.
    fn game(&mut self, size: usize, color: Color, script: Script) -> Result<String, Problem> {
        self.game += 1;
        let milliseconds = self.examiner.patience.as_millis() as u64;
        let clock = ClockRules { per_move: milliseconds, per_game: 0, increment: 0, lag: 0 };
        let settings =
            GameSettings { size: size.to_string(), clock, illegal_allowed: 0, ..GameSettings::default() };
        let rules = settings.rules().map_err(|error| error.to_string())?;
        let mut table = Table::new(rules, 1);
        let mut open = table.begin(0).signals;
        if script == Script::Resume {
            // A few stones of both that the player did not choose.
            for _ in 0..4 + usize::from(color == Color::White) {
                let Some((mover, _)) = open.first().cloned() else { break };
                let stone = self.random_stone(&table);
                open = table.answer(mover, &stone, 0).signals;
            }
        }
        let mut reset = ServerSignal::Reset(rules.terms(self.game, color, "examiner")).to_string();
        if script == Script::Unknown {
            self.examiner.send("weather sunny 21")?;
            reset.push_str(" colour-of-the-table=green");
        }
        self.examiner.send(&reset)?;
        let replay = table.replay(color);
        if !replay.is_empty() {
            self.examiner.send(&ServerSignal::Replay(replay).to_string())?;
        }
        let ready = format!("ready {}", self.game);
        let line = self.examiner.expect_line(&ready)?;
        if line != ready {
            return Err(format!("found '{}': expected '{ready}' after 'reset'", excerpt(&line)));
        }
        loop {
            if let Some(outcome) = table.outcome() {
                let won = outcome.winner == Some(color);
                let word = if won { "win" } else { "loss" };
                self.examiner.send(&format!("{word} {}", outcome.reason))?;
                self.examiner.expect_silence()?;
                return Ok(String::new());
            }
            let Some((mover, question)) = open.first().cloned() else {
                return Err("the game does not go on".to_string());
            };
            if mover != color {
                let stones = table.acts().len();
                let answer = match script {
                    Script::Swap if stones == 1 => PlayerSignal::Swap,
                    Script::Resign if stones >= 3 => PlayerSignal::Quit,
                    _ => self.random_stone(&table),
                };
                open = table.answer(mover, &answer, 0).signals;
                continue;
            }
            if script == Script::Unknown {
                self.examiner.send("played-well yes")?;
            }
            self.examiner.send(&question.to_string())?;
            let asked = Instant::now();
            let line = self.examiner.expect_line("a move")?;
            self.longest = self.longest.max(asked.elapsed());
            let signal: PlayerSignal = line.parse().map_err(|error| format!("{error}"))?;
            let reaction = table.answer(color, &signal, 0);
            for (_, signal) in &reaction.signals {
                if let ServerSignal::Error { text, .. } = signal {
                    return Err(format!("'{}' is not legal here: {text}", excerpt(&line)));
                }
            }
            open = reaction.signals;
        }
    }

    fn random_stone(&mut self, table: &Table) -> PlayerSignal {
        let empty: Vec<_> = table.position().empty_cells().iter().collect();
        let cell = empty[(self.random.next_u64() % empty.len().max(1) as u64) as usize];
        PlayerSignal::Stone(table.rules().size.name(cell).to_string())
    }
}

/// The server's end of the conversation.
struct Examiner {
    stream: TcpStream,
    patience: Duration,
    buffer: Vec<u8>,
    history: VecDeque<String>,
    lost: bool,
}

impl Examiner {
    fn new(stream: TcpStream, patience: Duration) -> std::io::Result<Self> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(patience))?;
        Ok(Self { stream, patience, buffer: Vec::new(), history: VecDeque::new(), lost: false })
    }

    fn send(&mut self, line: &str) -> Result<(), Problem> {
        self.note(format!("server: {line}"));
        self.stream.write_all(format!("{line}\n").as_bytes()).map_err(|error| {
            self.lost = true;
            format!("'{}' could not be sent ({error})", excerpt(line))
        })
    }

    fn expect_line(&mut self, expected: &str) -> Result<String, Problem> {
        match self.read_line(self.patience) {
            Ok(Some(line)) => Ok(line),
            Ok(None) => {
                Err(format!("found nothing within {} s: expected {expected}", self.patience.as_secs_f64()))
            }
            Err(problem) => Err(format!("{problem}: expected {expected}")),
        }
    }

    /// No player is asked, so no line should come.
    fn expect_silence(&mut self) -> Result<(), Problem> {
        match self.read_line(Duration::from_millis(50))? {
            None => Ok(()),
            Some(line) => {
                Err(format!("found '{}' after the game was over: expected nothing", excerpt(&line)))
            }
        }
    }

    fn drain(&mut self) {
        while let Ok(Some(_)) = self.read_line(Duration::from_millis(20)) {}
    }

    /// The next line; `None` when none comes in time.
    fn read_line(&mut self, patience: Duration) -> Result<Option<String>, Problem> {
        let deadline = Instant::now() + patience;
        loop {
            if let Some(end) = self.buffer.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.buffer.drain(..=end).collect();
                let line = String::from_utf8_lossy(&line).trim_end().to_string();
                self.note(format!("player: {}", excerpt(&line)));
                return Ok(Some(line));
            }
            if self.buffer.len() > crate::signals::LONGEST_LINE {
                self.lost = true;
                return Err("found a line of more than 1024 bytes".to_string());
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(None);
            }
            let mut chunk = [0; 512];
            let read = self.stream.set_read_timeout(Some(left)).and_then(|()| self.stream.read(&mut chunk));
            match read {
                Ok(0) => {
                    self.lost = true;
                    return Err("the player closed the connection".to_string());
                }
                Ok(count) => self.buffer.extend_from_slice(&chunk[..count]),
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
                Err(error) => {
                    self.lost = true;
                    return Err(format!("the connection was lost ({error})"));
                }
            }
        }
    }

    fn note(&mut self, line: String) {
        if self.history.len() == SHOWN {
            self.history.pop_front();
        }
        self.history.push_back(line);
    }

    fn explain(&self, problem: &str) -> String {
        let lines: Vec<String> = self.history.iter().map(|line| format!("\n    {line}")).collect();
        format!("{problem}{}", lines.concat())
    }
}
