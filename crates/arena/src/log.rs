//! The log of a match: a header and a line for each game, as JSON, written as soon as a game is over.
//!
//! A match that was killed goes on where the log ends. A last line that was cut off in the middle is dropped; anything else
//! that cannot be read is an error, because it is not known what it was.

use std::{
    fs::{self, File, OpenOptions},
    io::{Seek, SeekFrom, Write},
    path::Path,
};

use board::{BoardSize, Color};
use record::{Action, GameResult, NodeId, Ply, Record, sgf};
use serde::{Deserialize, Serialize};

use crate::{ArenaError, GameEnding};

/// The version of the log's format.
const VERSION: u32 = 1;

/// The match that a log belongs to: what must be the same for it to go on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogHeader {
    /// The version of the format.
    pub hexwright_match: u32,
    /// The first contestant.
    pub a: String,
    /// The second contestant.
    pub b: String,
    /// The board.
    pub size: String,
    /// Time of the first and the second contestant.
    pub time: [String; 2],
    /// Everything random follows from this.
    pub seed: u64,
    /// The openings, in the order in which the pairs use them.
    pub openings: Vec<String>,
    /// Whether games end as soon as their winner is proved.
    #[serde(default)]
    pub adjudicate: bool,
}

impl LogHeader {
    /// A header of this version of the format.
    #[must_use]
    pub fn new(a: &str, b: &str, size: &str, time: [String; 2], seed: u64, openings: Vec<String>) -> Self {
        Self {
            hexwright_match: VERSION,
            a: a.into(),
            b: b.into(),
            size: size.into(),
            time,
            seed,
            openings,
            adjudicate: false,
        }
    }

    /// The same match, whose games end as soon as their winner is proved, or not.
    #[must_use]
    pub const fn with_adjudication(mut self, adjudicate: bool) -> Self {
        self.adjudicate = adjudicate;
        self
    }

    /// Compares with a log's header.
    fn check(&self, found: &Self) -> Result<(), ArenaError> {
        let differs = |what, found: String, expected: String| match found == expected {
            true => Ok(()),
            false => Err(ArenaError::OtherMatch { what, found, expected }),
        };
        differs("version", found.hexwright_match.to_string(), self.hexwright_match.to_string())?;
        differs("first contestant", found.a.clone(), self.a.clone())?;
        differs("second contestant", found.b.clone(), self.b.clone())?;
        differs("size", found.size.clone(), self.size.clone())?;
        differs("time", found.time.join(" and "), self.time.join(" and "))?;
        differs("seed", found.seed.to_string(), self.seed.to_string())?;
        differs("adjudication", found.adjudicate.to_string(), self.adjudicate.to_string())?;
        differs("openings", found.openings.join(", "), self.openings.join(", "))
    }
}

/// One game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The number of the pair, from 0.
    pub pair: usize,
    /// 0 where the first contestant has Black, 1 where it has White.
    pub game: usize,
    /// The opening.
    pub opening: String,
    /// Who has Black.
    pub black: String,
    /// Who has White.
    pub white: String,
    /// The colour that won: `black` or `white`.
    pub winner: String,
    /// Whether the first contestant won.
    pub first_won: bool,
    /// Why the game ended.
    pub ending: GameEnding,
    /// The error, if there was one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// All moves, the opening's included; `pass` for a pass.
    pub moves: String,
    /// Seconds used by Black and White.
    pub seconds: [f64; 2],
    /// Seconds of the longest move of Black and White.
    pub longest: [f64; 2],
}

impl GameRecord {
    /// The game as an SGF file: the players, the result and what went wrong, and the moves.
    ///
    /// # Errors
    /// [`ArenaError::Log`] where the moves are not moves of this board.
    pub fn sgf(&self, size: BoardSize) -> Result<String, ArenaError> {
        let mut record = Record::new(size);
        let (mut id, mut color) = (NodeId::ROOT, Color::Black);
        for (index, word) in self.moves.split(' ').filter(|word| !word.is_empty()).enumerate() {
            let action = Action::parse(word, size).map_err(|error| ArenaError::Log {
                line: 1,
                problem: format!("move {}: {error}", index + 1),
            })?;
            id = record.add_ply(id, Ply { color, action });
            color = color.opponent();
        }
        let ending = match self.ending {
            GameEnding::Connection | GameEnding::Proof | GameEnding::Passes => record::Ending::Plain,
            GameEnding::Resignation => record::Ending::Resignation,
            GameEnding::Time => record::Ending::Time,
            GameEnding::Illegal | GameEnding::Crash => record::Ending::Forfeit,
        };
        let winner = if self.winner == "black" { Color::Black } else { Color::White };
        record.set_result(GameResult { winner, ending });
        record.set_info("PB", &self.black);
        record.set_info("PW", &self.white);
        record.set_info("RO", &format!("{}.{}", self.pair + 1, self.game + 1));
        if !self.detail.is_empty() {
            record.set_info("GC", &self.detail);
        }
        Ok(sgf::write(&[record]))
    }
}

/// A log on disk.
#[derive(Debug)]
pub struct GameLog {
    file: File,
}

impl GameLog {
    /// Opens or begins the log of a match, and returns the games that it holds.
    ///
    /// # Errors
    /// [`ArenaError::OtherMatch`] or [`ArenaError::Log`] for a log that does not fit, [`ArenaError::Io`] for a file that cannot be
    /// used.
    pub fn open(path: &Path, header: &LogHeader) -> Result<(Self, Vec<GameRecord>), ArenaError> {
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        let text = fs::read_to_string(path)?;
        // Text after the last line feed was cut off when the program was killed.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        file.set_len(whole as u64)?;
        file.seek(SeekFrom::End(0))?;
        let mut lines = text[..whole].lines().enumerate();
        let mut log = Self { file };
        let bad =
            |line: usize, error: &serde_json::Error| ArenaError::Log { line, problem: error.to_string() };
        match lines.next() {
            None => log.write(header)?,
            Some((_, line)) => {
                header.check(&serde_json::from_str(line).map_err(|error| bad(1, &error))?)?;
            }
        }
        let games = lines
            .map(|(index, line)| serde_json::from_str(line).map_err(|error| bad(index + 1, &error)))
            .collect::<Result<_, _>>()?;
        Ok((log, games))
    }

    /// Adds a game.
    ///
    /// # Errors
    /// [`ArenaError::Io`].
    pub fn add(&mut self, game: &GameRecord) -> Result<(), ArenaError> {
        self.write(game)
    }

    /// One write a line, so that a kill leaves at most one line unfinished.
    fn write(&mut self, value: &impl Serialize) -> Result<(), ArenaError> {
        let mut line = serde_json::to_string(value).map_err(std::io::Error::from)?;
        line.push('\n');
        self.file.write_all(line.as_bytes())?;
        Ok(self.file.sync_data()?)
    }
}
