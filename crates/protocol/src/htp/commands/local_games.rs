//! The local games of the player `yang`, as HexGUI shows them on the board.

use player::Region;

use crate::htp::{Analyze, Command, Engine, HtpPart};

pub(crate) const PART: HtpPart = HtpPart {
    title: "Local games",
    commands: &[
        Command {
            name: "yang-local-games",
            arguments: "",
            about: "HexGUI colours the local games of this position in the books of the player yang, each in its own shade from blue to green, and lists their patterns; nothing if no book has the position",
            analyze: Some(Analyze { kind: "gfx", label: "Local Games", arguments: "" }),
            run: |engine, _, _| Ok(colors(engine)),
        },
        Command {
            name: "yang-local-numbers",
            arguments: "",
            about: "the cells of the local games, each with the number of its pattern",
            analyze: Some(Analyze { kind: "pspairs", label: "Local Game Numbers", arguments: "" }),
            run: |engine, _, _| {
                let games = games(engine);
                Ok(pairs(engine, &games, |_, game| game.pattern.to_string()))
            },
        },
        Command {
            name: "yang-local-game",
            arguments: "number",
            about: "the cells of one local game, counted from 1, for HexGUI to colour",
            analyze: Some(Analyze { kind: "plist", label: "Local Game", arguments: "%s" }),
            run: |engine, arguments, _| {
                let games = games(engine);
                let number = arguments.number(0, 1..=games.len().max(1))?;
                Ok(cells(engine, games.get(number - 1)))
            },
        },
    ],
};

/// The local games of the position, as the player sees them, or by the books of the program if it sees none.
fn games(engine: &Engine) -> Vec<Region> {
    let position = engine.session.position();
    engine.player.regions(position).unwrap_or_else(|| players::local_games(&[], position))
}

/// The shade of each cell, from 0 to 1, and the patterns.
fn colors(engine: &Engine) -> String {
    let games = games(engine);
    if games.is_empty() {
        return String::new();
    }
    let steps = (games.len() - 1).max(1) as f64;
    let shades = pairs(engine, &games, |index, _| format!("{:.2}", index as f64 / steps));
    let patterns: Vec<String> = games.iter().map(|game| game.pattern.to_string()).collect();
    format!("INFLUENCE {shades}\nTEXT local games by their patterns: {}", patterns.join(", "))
}

/// The cells of local games, each with what is said of its game.
fn pairs(engine: &Engine, games: &[Region], say: impl Fn(usize, &Region) -> String) -> String {
    let size = engine.session.position().size();
    let mut pairs = Vec::new();
    for (index, game) in games.iter().enumerate() {
        let said = say(index, game);
        pairs.extend(game.cells.iter().map(|cell| format!("{} {said}", size.name(cell))));
    }
    pairs.join(" ")
}

fn cells(engine: &Engine, game: Option<&Region>) -> String {
    let size = engine.session.position().size();
    let cells = game.into_iter().flat_map(|game| game.cells.iter());
    cells.map(|cell| size.name(cell).to_string()).collect::<Vec<_>>().join(" ")
}
