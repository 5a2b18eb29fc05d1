//! The table: the game, the seats, and what is said during the game.

use std::{
    fs,
    io::{Write, stdout},
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::Duration,
};

use anyhow::{Context, Result};
use arena::Stopwatch;
use board::{Color, EndReason, Game, Move, Outcome, SwapRule};
use player::{Choice, Limits, Player, PlayerError, Silent, TimeControl};
use protocol::htp::Clocks;
use record::{Picture, Record, TextStyle, sgf};

use super::input::{HELP, Input, Request};
use crate::record_input;

/// Who sits at one side of the board.
pub(super) enum Seat {
    Person(String),
    Player(Box<dyn Player>),
}

impl Seat {
    fn name(&self) -> String {
        match self {
            Self::Person(name) => name.clone(),
            Self::Player(player) => player.name(),
        }
    }
}

/// A game in the terminal.
pub(super) struct Table {
    pub(super) game: Game,
    /// Black's and White's, unless the sides were swapped.
    pub(super) seats: [Seat; 2],
    pub(super) hints: Box<dyn Player>,
    pub(super) time: Option<TimeControl>,
    /// The players' clocks; people may take their time.
    pub(super) clocks: Clocks,
    pub(super) seed: u64,
    pub(super) swap: bool,
    pub(super) style: TextStyle,
    /// Where the game is saved after every move.
    pub(super) saved: Option<PathBuf>,
    pub(super) input: Input,
}

/// Whether the game goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    /// The board has changed.
    Changed,
    /// Only something was said.
    Same,
    Quit,
}

impl Table {
    /// Plays until a person leaves, the input ends, or two players have finished their game.
    pub(super) fn play(mut self) -> Result<()> {
        self.welcome();
        let mut next = Next::Changed;
        while next != Next::Quit {
            let is_watched = !self.seats.iter().any(|seat| matches!(seat, Seat::Person(_)));
            let color = self.game.to_move();
            let is_over = self.game.outcome().is_some();
            let waits = !is_over && matches!(self.seats[self.seat_of(color)], Seat::Player(_));
            // Between a person's move and the answer to it there is no need for a board.
            if next == Next::Changed && (is_watched || !waits) {
                self.show();
            }
            if is_over && is_watched {
                return Ok(());
            }
            next = match waits {
                true => self.let_player_move(color)?,
                false => self.ask_person(color)?,
            };
        }
        println!("Bye.");
        Ok(())
    }

    fn welcome(&self) {
        let [black, white] = Color::BOTH.map(|color| self.seats[self.seat_of(color)].name());
        println!(
            "Hex on {}. {} joins top and bottom: {black}. {} joins left and right: {white}.",
            self.game.size(),
            name(Color::Black),
            name(Color::White)
        );
        if self.seats.iter().any(|seat| matches!(seat, Seat::Person(_))) {
            println!("Type a cell such as {} to play there, or help.", self.game.size().name(self.centre()));
        }
    }

    fn centre(&self) -> board::Cell {
        let size = self.game.size();
        size.at(size.cols() / 2, size.rows() / 2).expect("the middle is on the board")
    }

    /// The board, and how the game stands.
    fn show(&self) {
        print!("\n{}", Picture::of_game(&self.game, false).text(self.style));
        if let Some(Outcome { winner, reason }) = self.game.outcome() {
            let how = match reason {
                EndReason::Connection => "has joined the edges and wins",
                EndReason::Resignation => "wins by resignation",
            };
            let stones = self.game.turns().iter().filter(|turn| turn.mv != Move::Resign).count();
            println!(
                "{} ({}) {how} after {stones} moves.",
                name(winner),
                self.seats[self.seat_of(winner)].name()
            );
        }
    }

    /// Which seat plays a colour now: a swap of sides exchanges them.
    fn seat_of(&self, color: Color) -> usize {
        color.index() ^ usize::from(self.game.sides_exchanged())
    }

    fn ask_person(&mut self, color: Color) -> Result<Next> {
        match self.game.outcome() {
            Some(_) => print!("undo, new, save FILE or quit > "),
            None if self.game.can_swap() => print!("{}, a cell or swap > ", name(color)),
            None => print!("{}, move {} > ", name(color), self.game.turns().len() + 1),
        }
        stdout().flush()?;
        let Some(line) = self.input.next() else {
            println!();
            return Ok(Next::Quit);
        };
        if !self.input.is_keyboard() {
            // A transcript shows what was typed.
            println!("{line}");
        }
        match Request::parse(&line, self.game.size()) {
            Ok(request) => self.answer(request),
            Err(problem) => {
                println!("{problem}");
                Ok(Next::Same)
            }
        }
    }

    fn answer(&mut self, request: Request) -> Result<Next> {
        match request {
            Request::Nothing => {}
            Request::Play(mv) => return self.make_move(mv),
            Request::Swap => {
                let rule = if self.game.size().is_square() { SwapRule::Pieces } else { SwapRule::Sides };
                return self.make_move(Move::Swap(rule));
            }
            Request::Resign => return self.make_move(Move::Resign),
            Request::Hint => self.hint(),
            Request::Undo => return self.undo(),
            Request::Moves => println!("{}", self.moves()),
            Request::Board => return Ok(Next::Changed),
            Request::Save(path) => self.save_as(path),
            Request::Load(name) => return Ok(self.load(&name)),
            Request::New(size) => {
                self.begin(Game::new(size.unwrap_or(self.game.size()), self.swap));
                return Ok(Next::Changed);
            }
            Request::Help => println!("{HELP}"),
            Request::Quit => return Ok(Next::Quit),
        }
        Ok(Next::Same)
    }

    fn make_move(&mut self, mv: Move) -> Result<Next> {
        if let Err(error) = self.game.play(mv) {
            println!("{error}");
            return Ok(Next::Same);
        }
        match mv {
            Move::Swap(SwapRule::Pieces) => {
                println!("The stone changes colour and is mirrored in the long diagonal.");
            }
            Move::Swap(SwapRule::Sides) => println!("The players exchange colours."),
            Move::Place(_) | Move::Resign => {}
        }
        self.save_again()?;
        Ok(Next::Changed)
    }

    /// Keeps the file up to date, where the game has one.
    fn save_again(&self) -> Result<()> {
        match &self.saved {
            Some(path) => self.write(path).with_context(|| path.display().to_string()),
            None => Ok(()),
        }
    }

    /// Lets the player of this colour think and move. On a keyboard, Enter makes it move at once.
    fn let_player_move(&mut self, color: Color) -> Result<Next> {
        let clock = Stopwatch::start();
        let time = self.clocks.allot(color, self.game.position().empty_cells().len());
        let index = self.seat_of(color);
        let Seat::Player(player) = &mut self.seats[index] else { return Ok(Next::Same) };
        if self.input.is_keyboard() {
            println!("{} is thinking; Enter makes it move now.", player.name());
        }
        let choice = think(&mut **player, &self.game, self.seed, time, &mut self.input)?;
        self.clocks.charge(color, player::Clock::elapsed(&clock));
        let place = choice.mv.name(self.game.size());
        println!("{} ({}) plays {place}: {}", name(color), self.seats[index].name(), choice.reason);
        self.make_move(choice.mv)
    }

    fn hint(&mut self) {
        if let Some(Outcome { winner, .. }) = self.game.outcome() {
            println!("The game is over, {winner} has won: expected a game in progress.");
            return;
        }
        self.hints.new_game();
        match think(
            &mut *self.hints,
            &self.game,
            self.seed,
            self.time.map(|time| time.allot(time.start(), 30)),
            &mut self.input,
        ) {
            Ok(Choice { mv, reason, thoughts }) => {
                let chance = thoughts
                    .value
                    .map(|value| format!(" ({:.0} % chance)", 100.0 * value))
                    .unwrap_or_default();
                println!("{} would play {}: {reason}{chance}", self.hints.name(), mv.name(self.game.size()));
            }
            Err(error) => println!("{error}"),
        }
    }

    /// Takes moves back until a person is to move again.
    fn undo(&mut self) -> Result<Next> {
        if let Err(error) = self.game.undo() {
            println!("{error}");
            return Ok(Next::Same);
        }
        while let Seat::Player(_) = self.seats[self.seat_of(self.game.to_move())] {
            // A player's first move stays: there is no person's move before it.
            if self.game.undo().is_err() {
                break;
            }
        }
        for seat in &mut self.seats {
            if let Seat::Player(player) = seat {
                player.new_game();
            }
        }
        self.save_again()?;
        Ok(Next::Changed)
    }

    fn moves(&self) -> String {
        let size = self.game.size();
        let names = self.game.turns().iter().map(|turn| turn.mv.name(size).to_string());
        let names: Vec<_> = names.enumerate().map(|(index, name)| format!("{}.{name}", index + 1)).collect();
        if names.is_empty() { "no moves yet".to_string() } else { names.join(" ") }
    }

    fn save_as(&mut self, path: Option<PathBuf>) {
        let Some(path) = path.or_else(|| self.saved.clone()) else {
            println!("save where? expected the name of a file");
            return;
        };
        // A file from elsewhere is not overwritten; the file of this game is.
        if path.exists() && self.saved.as_ref() != Some(&path) {
            println!("{} exists: expected the name of a new file", path.display());
            return;
        }
        match self.write(&path) {
            Ok(()) => {
                println!("saved to {}, and again after every move", path.display());
                self.saved = Some(path);
            }
            Err(error) => println!("{}: {error}", path.display()),
        }
    }

    fn write(&self, path: &Path) -> std::io::Result<()> {
        let mut record = Record::from_game(&self.game);
        // The names belong to the colours that the players began with.
        for (seat, property) in self.seats.iter().zip(["PB", "PW"]) {
            record.set_info(property, &seat.name());
        }
        fs::write(path, sgf::write(&[record]))
    }

    fn load(&mut self, name: &str) -> Next {
        let loaded = record_input::read(name, self.game.size()).and_then(|records| {
            let record = records.first().context("found no game in the file: expected one")?;
            Ok(record.game()?)
        });
        match loaded {
            Ok(game) => {
                self.begin(game);
                Next::Changed
            }
            Err(error) => {
                println!("{error:#}");
                Next::Same
            }
        }
    }

    fn begin(&mut self, game: Game) {
        self.game = game;
        self.game.set_swap_allowed(self.swap);
        // The file of the old game keeps the old game.
        self.saved = None;
        self.clocks.restart();
        self.seed = self.seed.wrapping_add(1);
        for seat in &mut self.seats {
            if let Seat::Player(player) = seat {
                player.new_game();
            }
        }
    }
}

/// Asks a player on a thread of its own, while this one listens for the Enter key.
fn think(
    player: &mut dyn Player,
    game: &Game,
    seed: u64,
    time: Option<Duration>,
    input: &mut Input,
) -> Result<Choice, PlayerError> {
    let (clock, stop) = (Stopwatch::start(), AtomicBool::new(false));
    let request = player::Request {
        game,
        seed: seed.wrapping_add(game.turns().len() as u64),
        limits: Limits { time, ..Limits::default() },
        clock: &clock,
        stop: &stop,
        observer: &Silent,
        archive: None,
    };
    thread::scope(|scope| {
        let thinking = scope.spawn(|| player.choose(&request));
        while !thinking.is_finished() {
            if input.pressed(Duration::from_millis(10)) {
                stop.store(true, Ordering::Relaxed);
            }
        }
        thinking.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// A colour as a person knows it from the screen.
fn name(color: Color) -> &'static str {
    match color {
        Color::Black => "Black (red)",
        Color::White => "White (blue)",
    }
}
