//! The engine: a line in, a reply out.

use std::{
    any::{Any, TypeId},
    collections::HashMap,
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

use board::BoardSize;
use player::{Clock, NoClock, Observer, Player, PlayerError, Silent, Spec, TimeControl};
use solver::Archive;

use super::{Arguments, Clocks, Failure, Line, Session, Sink, registry};

/// How deep files with commands may call each other.
const MOST_NESTED_FILES: usize = 8;

/// How an engine starts.
#[derive(Debug, Clone)]
pub struct HtpSettings {
    /// The program's version, for `version`.
    pub version: String,
    /// The size of the first board.
    pub size: BoardSize,
    /// Everything random follows from this.
    pub seed: u64,
    /// Time for the engine's moves, until the controller says otherwise.
    pub time: Option<TimeControl>,
    /// Whether the second player may swap.
    pub allow_swap: bool,
}

impl Default for HtpSettings {
    fn default() -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION").to_string(),
            size: BoardSize::square(11).expect("11 is a side of a board"),
            seed: 1,
            time: None,
            allow_swap: false,
        }
    }
}

/// The environment that a front end gives the engine for one command.
#[derive(Clone, Copy)]
pub struct HtpContext<'a> {
    /// Time since the command began.
    pub clock: &'a dyn Clock,
    /// Set by the rim when an interrupt arrives while the command runs.
    pub stop: &'a AtomicBool,
    /// Hears how a search goes, unless the controller wants to see it itself.
    pub observer: &'a dyn Observer,
    /// Takes text that precedes the reply.
    pub live: &'a Sink<'a>,
}

impl Default for HtpContext<'_> {
    /// No clock, no interrupt, no observer.
    fn default() -> Self {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Self { clock: &NoClock, stop: &NEVER, observer: &Silent, live: &|_| {} }
    }
}

/// A clock that begins now on another one.
pub(crate) struct Since<'a> {
    clock: &'a dyn Clock,
    start: Duration,
}

impl<'a> Since<'a> {
    /// Begins now.
    pub(crate) fn now(clock: &'a dyn Clock) -> Self {
        Self { clock, start: clock.elapsed() }
    }
}

impl Clock for Since<'_> {
    fn elapsed(&self) -> Duration {
        self.clock.elapsed().saturating_sub(self.start)
    }
}

/// The files that commands name. The rim decides what can be read and written.
pub trait Files: Send {
    /// The content of a file.
    ///
    /// # Errors
    /// Why it cannot be read, in words.
    fn read(&self, name: &str) -> Result<Vec<u8>, String>;

    /// The content of a text file.
    ///
    /// # Errors
    /// Why it cannot be read, in words.
    fn text(&self, name: &str) -> Result<String, String> {
        self.read(name).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// No files at all.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _: &str) -> Result<Vec<u8>, String> {
        Err("found no files here: expected commands that need none".to_string())
    }
}

/// The answer to a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// The text to write, including the empty line at its end.
    pub text: String,
    /// Whether the conversation is over.
    pub quit: bool,
}

/// The engine side of a conversation.
pub struct Engine {
    pub(crate) settings: HtpSettings,
    pub(crate) session: Session,
    pub(crate) clocks: Clocks,
    pub(crate) player: Box<dyn Player>,
    /// The specification of the player, if it is one of the registry's.
    pub(crate) spec: Option<Spec>,
    /// Solved positions for the solver, and for players that prove.
    pub(crate) archive: Option<Arc<dyn Archive>>,
    pub(crate) on_little_golem: bool,
    /// Whether the controller wants to see searches while they run.
    pub(crate) live_graphics: bool,
    /// Moves generated since the game began: each has its own seed.
    pub(crate) generated: u64,
    pub(crate) files: Box<dyn Files>,
    pub(crate) quit: bool,
    nested: usize,
    parts: HashMap<TypeId, Box<dyn Any + Send>>,
}

impl Engine {
    /// An engine whose moves come from `player`.
    #[must_use]
    pub fn new(settings: HtpSettings, player: Box<dyn Player>, files: Box<dyn Files>) -> Self {
        Self {
            session: Session::new(settings.size, settings.allow_swap),
            clocks: Clocks::new(settings.time),
            player,
            spec: None,
            archive: None,
            on_little_golem: false,
            live_graphics: false,
            generated: 0,
            files,
            quit: false,
            nested: 0,
            parts: HashMap::new(),
            settings,
        }
    }

    /// Lets the solver, and players that prove, begin with the solved positions of an archive and add to them.
    #[must_use]
    pub fn with_archive(self, archive: Option<Arc<dyn Archive>>) -> Self {
        Self { archive, ..self }
    }

    /// An engine whose moves come from a player of the registry, so that `param_player` can change its settings.
    ///
    /// # Errors
    /// [`PlayerError`] where the player cannot be made.
    pub fn with_spec(settings: HtpSettings, spec: Spec, files: Box<dyn Files>) -> Result<Self, PlayerError> {
        let player = spec.make(&|name| files.read(name))?;
        Ok(Self { spec: Some(spec), ..Self::new(settings, player, files) })
    }

    /// Answers one line; `None` if there is nothing to answer.
    pub fn answer(&mut self, line: &str, context: &HtpContext<'_>) -> Option<Reply> {
        let line = Line::parse(line)?;
        let (sign, text) = match self.execute(&line.name, line.arguments, context) {
            Ok(text) => ('=', text),
            Err(failure) => ('?', failure.to_string()),
        };
        let id = line.id.unwrap_or_default();
        Some(Reply { text: format!("{sign}{id} {}\n\n", without_empty_lines(&text)), quit: self.quit })
    }

    /// The game that the controller has set up.
    #[must_use]
    pub const fn session(&self) -> &Session {
        &self.session
    }

    /// The state that a part of the program keeps from command to command: a value of its own type, made when first asked for.
    pub fn part<T: Default + Send + 'static>(&mut self) -> &mut T {
        self.parts
            .entry(TypeId::of::<T>())
            .or_insert_with(|| Box::<T>::default())
            .downcast_mut()
            .expect("an entry has the type that it is filed under")
    }

    /// A new game in this session: clocks, seeds and the player's memory start afresh.
    pub(crate) fn begin(&mut self, session: Session) {
        self.session = session;
        self.clocks.restart();
        self.generated = 0;
        self.player.new_game();
    }

    /// Runs the commands of a file, up to the first that fails.
    pub(crate) fn execute_file(&mut self, name: &str, context: &HtpContext<'_>) -> Result<(), Failure> {
        let bad = |problem: String| Failure::File { name: name.to_string(), problem };
        if self.nested == MOST_NESTED_FILES {
            return Err(bad(format!("found more than {MOST_NESTED_FILES} files that call each other")));
        }
        let text = self.files.text(name).map_err(bad)?;
        self.nested += 1;
        let mut result = Ok(());
        for (index, line) in text.lines().enumerate() {
            let Some(line) = Line::parse(line) else { continue };
            if let Err(failure) = self.execute(&line.name, line.arguments, context) {
                result = Err(bad(format!("line {}: {failure}", index + 1)));
            }
            if result.is_err() || self.quit {
                break;
            }
        }
        self.nested -= 1;
        result
    }

    fn execute(
        &mut self,
        name: &str,
        arguments: Vec<String>,
        context: &HtpContext<'_>,
    ) -> Result<String, Failure> {
        let Some(command) = registry::find(name) else {
            return Err(Failure::UnknownCommand(name.chars().take(64).collect()));
        };
        command.check_count(arguments.len())?;
        (command.run)(self, &Arguments::new(arguments), context)
    }
}

/// An empty line ends a reply: inside one it becomes a line with a space.
fn without_empty_lines(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    for c in text.trim_end_matches('\n').chars() {
        if c == '\n' && clean.ends_with('\n') {
            clean.push(' ');
        }
        clean.push(c);
    }
    clean
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replies_have_no_empty_line_inside() {
        for (text, clean) in [("", ""), ("a", "a"), ("a\n\n\nb\n", "a\n \n \nb"), ("\n\na", "\n \na")] {
            assert_eq!(without_empty_lines(text), clean);
        }
    }
}
