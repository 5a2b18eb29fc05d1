//! The local games of the player `yang`, as HexGUI shows them on the board.

use std::fmt::Write as _;

use crate::htp::{Analyze, Command, Engine, Part};

pub(crate) const PART: Part = Part {
    title: "Local games",
    commands: &[
        Command {
            name: "yang-local-games",
            arguments: "",
            about: "the cells of each local game that the books of the player yang have in this position, with the number of its pattern; nothing where no book has the position",
            analyze: Some(Analyze { kind: "pspairs", label: "Local Games", arguments: "" }),
            run: |engine, _, _| Ok(numbers(engine)),
        },
        Command {
            name: "yang-local-game",
            arguments: "number",
            about: "the cells of one local game, counted from 1, for HexGUI to colour",
            analyze: Some(Analyze { kind: "plist", label: "Local Game", arguments: "%s" }),
            run: |engine, arguments, _| {
                let games = player::local_games(engine.session.position());
                let number = arguments.number(0, 1..=games.len().max(1))?;
                Ok(cells(engine, games.get(number - 1)))
            },
        },
    ],
};

/// Cells with the numbers of their patterns.
fn numbers(engine: &Engine) -> String {
    let size = engine.session.position().size();
    let mut pairs = String::new();
    for game in player::local_games(engine.session.position()) {
        for cell in game.cells {
            // Writing into a string cannot fail.
            let _ = write!(pairs, " {} {}", size.name(cell), game.pattern);
        }
    }
    pairs
}

fn cells(engine: &Engine, game: Option<&player::LocalRegion>) -> String {
    let size = engine.session.position().size();
    let cells = game.into_iter().flat_map(|game| game.cells.iter());
    cells.map(|cell| format!(" {}", size.name(cell))).collect()
}
