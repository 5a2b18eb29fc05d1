//! Matches in folders: saved after every game, and resumed.

use std::{
    fs,
    path::{Path, PathBuf},
};

use board::BoardSize;

use crate::{ArenaError, Contest, GameLog, GameRecord, MatchProgress, Standing};

/// A match with its folder: `games.jsonl` has all games, `games/` each as SGF.
pub struct SavedMatch<'a> {
    contest: &'a Contest<'a>,
    games: PathBuf,
    path: PathBuf,
    log: GameLog,
    earlier: Vec<GameRecord>,
}

impl<'a> SavedMatch<'a> {
    /// Makes the folder, or opens it where the match has begun.
    ///
    /// # Errors
    /// [`ArenaError::Saved`] where the folder cannot be used or holds another match.
    pub fn open(contest: &'a Contest<'a>, folder: &Path) -> Result<Self, ArenaError> {
        let games = folder.join("games");
        let saved = |what: String| |source: ArenaError| ArenaError::Saved { what, source: Box::new(source) };
        fs::create_dir_all(&games)
            .map_err(|error| saved(folder.display().to_string())(ArenaError::Io(error)))?;
        let path = folder.join("games.jsonl");
        let (log, earlier) = GameLog::open(&path, &contest.header()).map_err(saved(format!(
            "{}: expected the log of this match; name another folder to begin a new one",
            path.display()
        )))?;
        Ok(Self { contest, games, path, log, earlier })
    }

    /// The log.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Games of earlier runs.
    #[must_use]
    pub fn played_before(&self) -> usize {
        self.earlier.len()
    }

    /// Plays what is left of the match and returns its standing.
    ///
    /// # Errors
    /// [`ArenaError::Saved`] where a contestant cannot play at all or a game cannot be kept.
    pub fn play(self, progress: &dyn MatchProgress) -> Result<Standing, ArenaError> {
        let keeper = Keeper { contest: self.contest, games: &self.games, progress };
        self.contest.play(Some(self.log), &self.earlier, &keeper).map_err(|source| ArenaError::Saved {
            what: format!("the games so far are in {}", self.path.display()),
            source: Box::new(source),
        })
    }
}

/// Writes games as SGF before they are told.
struct Keeper<'a> {
    contest: &'a Contest<'a>,
    games: &'a Path,
    progress: &'a dyn MatchProgress,
}

impl MatchProgress for Keeper<'_> {
    fn game(&self, game: &GameRecord, standing: &Standing) -> Result<(), ArenaError> {
        let path = self.games.join(format!("{:05}-{}.sgf", game.pair + 1, game.game + 1));
        if !path.exists() {
            fs::write(path, game.sgf(self.contest.size)?)?;
        }
        self.progress.game(game, standing)
    }
}

/// A name for the folder of a match.
#[must_use]
pub fn folder_name(names: &[String; 2], size: BoardSize) -> String {
    let plain = |name: &String| -> String {
        let tidy = |c: char| if c.is_ascii_alphanumeric() || ".=".contains(c) { c } else { '_' };
        name.rsplit('/').next().unwrap_or_default().chars().take(40).map(tidy).collect()
    };
    format!("{}-{}-{size}", plain(&names[0]), plain(&names[1]))
}
