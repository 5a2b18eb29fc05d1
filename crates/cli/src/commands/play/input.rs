//! The input of a person.

use std::{
    io::{self, IsTerminal},
    path::PathBuf,
    sync::mpsc,
    thread,
    time::Duration,
};

use board::{BoardError, BoardSize, Move};

use crate::lines;

/// The commands, for `help`.
pub(super) const HELP: &str = "  e4            play on a cell
  swap          take over the first stone (only as the second move)
  hint          ask what a player would do
  undo          take your last move back, with the answer to it
  moves         list the moves
  board         show the board again
  resign        give up
  save FILE     save the game as SGF
  load FILE     go on with a saved game (SGF, HexWorld link, ...)
  new [SIZE]    begin a new game
  help          show this list
  quit          leave";

/// Something to do.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Request {
    Play(Move),
    /// A swap of whichever kind the board allows.
    Swap,
    Hint,
    Undo,
    Moves,
    Board,
    Resign,
    Save(Option<PathBuf>),
    Load(String),
    New(Option<BoardSize>),
    Help,
    Quit,
    Nothing,
}

impl Request {
    /// Reads a line; the error says what was expected.
    pub(super) fn parse(line: &str, size: BoardSize) -> Result<Self, String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let request = match word.to_ascii_lowercase().as_str() {
            "" | "#" => Self::Nothing,
            "swap" | "swap-pieces" | "swap-sides" => Self::Swap,
            "hint" | "h" => Self::Hint,
            "undo" | "u" => Self::Undo,
            "moves" => Self::Moves,
            "board" | "b" => Self::Board,
            "resign" => Self::Resign,
            "save" => return Ok(Self::Save((!rest.is_empty()).then(|| with_extension(rest)))),
            "load" if rest.is_empty() => return Err("load what? expected the name of a file".to_string()),
            "load" => return Ok(Self::Load(rest.to_string())),
            "new" if rest.is_empty() => Self::New(None),
            "new" => {
                return rest
                    .parse()
                    .map(|size| Self::New(Some(size)))
                    .map_err(|error: BoardError| error.to_string());
            }
            "help" | "?" => Self::Help,
            "quit" | "q" | "exit" => Self::Quit,
            _ => match Move::parse(word, size) {
                Ok(mv) => Self::Play(mv),
                Err(BoardError::MoveText(_)) => {
                    return Err(format!(
                        "'{}' is neither a cell nor a word of the game: expected a cell such as a1, or help",
                        word.chars().take(24).collect::<String>()
                    ));
                }
                Err(error) => return Err(error.to_string()),
            },
        };
        match rest {
            "" => Ok(request),
            _ => Err(format!("found more after '{word}': expected one thing a line")),
        }
    }
}

fn with_extension(name: &str) -> PathBuf {
    let path = PathBuf::from(name);
    if path.extension().is_none() { path.with_extension("sgf") } else { path }
}

/// Lines from standard input, read on a thread of its own so that a key can end a player's thinking.
pub(super) struct Input {
    lines: mpsc::Receiver<String>,
    waiting: Vec<String>,
    is_keyboard: bool,
}

impl Input {
    pub(super) fn start() -> Self {
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            let mut stdin = io::stdin().lock();
            while let Ok(Some(line)) = lines::read_line(&mut stdin) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Self { lines, waiting: Vec::new(), is_keyboard: io::stdin().is_terminal() }
    }

    /// The next line; `None` at the end.
    pub(super) fn next(&mut self) -> Option<String> {
        if self.waiting.is_empty() { self.lines.recv().ok() } else { Some(self.waiting.remove(0)) }
    }

    /// Whether a person has typed a line by now, waiting a moment for it. What it says is kept for later, unless it is empty.
    /// A pipe has always been written ahead, which says nothing.
    pub(super) fn pressed(&mut self, wait: Duration) -> bool {
        if !self.is_keyboard {
            thread::sleep(wait);
            return false;
        }
        match self.lines.recv_timeout(wait) {
            Ok(line) => {
                self.waiting.extend(Some(line).filter(|line| !line.trim().is_empty()));
                true
            }
            Err(mpsc::RecvTimeoutError::Timeout) => false,
            Err(mpsc::RecvTimeoutError::Disconnected) => {
                thread::sleep(wait);
                false
            }
        }
    }

    /// Whether a person sits at a keyboard.
    pub(super) const fn is_keyboard(&self) -> bool {
        self.is_keyboard
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_is_understood_or_explained() {
        let size = BoardSize::square(5).unwrap();
        let parse = |line: &str| Request::parse(line, size);
        assert_eq!(parse(" E4 "), Ok(Request::Play(Move::Place(size.cell("e4").unwrap()))));
        assert_eq!(parse("swap"), Ok(Request::Swap));
        assert_eq!(parse(""), Ok(Request::Nothing));
        assert_eq!(parse("save my game"), Ok(Request::Save(Some(PathBuf::from("my game.sgf")))));
        assert_eq!(parse("save"), Ok(Request::Save(None)));
        assert_eq!(parse("new 7x5"), Ok(Request::New("7x5".parse().ok())));
        assert_eq!(parse("Q"), Ok(Request::Quit));
        for (line, message) in [
            ("f6", "cell f6 is not on the 5x5 board: expected a1 to e5"),
            (
                "hello",
                "'hello' is neither a cell nor a word of the game: expected a cell such as a1, or help",
            ),
            ("a1 b2", "found more after 'a1': expected one thing a line"),
            ("new 99", "board size 99x99 is not supported: expected 1 to 19 columns and 1 to 19 rows"),
            ("load", "load what? expected the name of a file"),
        ] {
            assert_eq!(parse(line), Err(message.to_string()));
        }
    }
}
