//! The export of a tournament: JSON, games as SGF with clocks, pictures of the final boards, a page for any web site.
//!
//! Everything is made from one [`TournamentDocument`], so that an export can be repeated from its JSON file.

mod html;
mod record;
mod summary;

use std::{fs, path::Path};

use ::record::{Picture, sgf};

pub use html::page;
pub use record::{game_picture, game_record};
pub use summary::{PlayerSummary, summaries};

use crate::{ArenaError, TournamentDocument};

/// The files that an export writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Export {
    /// Also PNG pictures, which take far longer than all else.
    pub png: bool,
}

/// Pixels of a PNG picture for each unit of the drawing.
const SCALE: f64 = 1.0;

impl Export {
    /// Writes a folder: `index.html`, `tournament.json`, `summaries.json`, `games.sgf` with all games, and in `games/` each game
    /// as SGF and its final board as SVG (and PNG). Calls `progress` after each game.
    ///
    /// # Errors
    /// [`ArenaError`] where a game breaks the rules or a file cannot be written.
    pub fn write(
        self,
        document: &TournamentDocument,
        folder: &Path,
        mut progress: impl FnMut(),
    ) -> Result<(), ArenaError> {
        let games = folder.join("games");
        fs::create_dir_all(&games)?;
        let mut all = Vec::with_capacity(document.games.len());
        for game in &document.games {
            let record = game_record(game)?;
            let picture = game_picture(game)?;
            fs::write(games.join(format!("{}.sgf", game.game)), sgf::write(std::slice::from_ref(&record)))?;
            fs::write(games.join(format!("{}.svg", game.game)), picture.svg())?;
            if self.png {
                fs::write(games.join(format!("{}.png", game.game)), png(&picture)?)?;
            }
            all.push(record);
            progress();
        }
        fs::write(folder.join("games.sgf"), sgf::write(&all))?;
        fs::write(folder.join("tournament.json"), json(document)?)?;
        fs::write(folder.join("summaries.json"), json(&summaries(document))?)?;
        fs::write(folder.join("index.html"), page(document))?;
        Ok(())
    }
}

fn png(picture: &Picture) -> Result<Vec<u8>, ArenaError> {
    picture.png(SCALE).map_err(|error| ArenaError::Request(error.to_string()))
}

fn json(value: &impl serde::Serialize) -> Result<String, ArenaError> {
    serde_json::to_string_pretty(value).map_err(|error| ArenaError::Request(error.to_string()))
}
