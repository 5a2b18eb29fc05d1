//! Commands that read files.

use board::Game;
use record::sgf;

use crate::htp::{Analyze, Arguments, Command, Engine, Failure, HtpPart, Session};

pub(crate) const PART: HtpPart = HtpPart {
    title: "Files",
    commands: &[
        Command {
            name: "loadsgf",
            arguments: "file [move_number]",
            about: "loads the main line of an SGF file up to this move, or to its end",
            analyze: Some(Analyze { kind: "none", label: "Load SGF", arguments: "%r" }),
            run: |engine, arguments, _| load_sgf(engine, arguments),
        },
        Command {
            name: "exec",
            arguments: "file",
            about: "runs the commands in a file until one fails",
            analyze: None,
            run: |engine, arguments, context| {
                engine.execute_file(arguments.text(0), context).map(|()| String::new())
            },
        },
    ],
};

fn load_sgf(engine: &mut Engine, arguments: &Arguments) -> Result<String, Failure> {
    let name = arguments.text(0);
    let moves = if arguments.len() > 1 { arguments.number(1, 0..=usize::MAX)? } else { usize::MAX };
    let bad = |problem: String| Failure::File { name: name.to_string(), problem };
    let text = engine.files.text(name).map_err(bad)?;
    let records = sgf::read(&text).map_err(|error| bad(error.to_string()))?;
    let record = records.first().ok_or_else(|| bad("found no game: expected one".to_string()))?;
    let game = record.game_after(moves).map_err(|error| bad(error.to_string()))?;
    engine.begin(session_of(&game, engine.session.allow_swap)?);
    Ok(String::new())
}

/// The session with a game's start and its moves, so that they can be taken back one by one.
fn session_of(game: &Game, allow_swap: bool) -> Result<Session, Failure> {
    // A swap in the record has happened, regardless of the settings for new ones.
    let mut session = Session::from_position(*game.start(), true);
    for turn in game.turns() {
        session.play(turn.color, turn.mv)?;
    }
    session.allow_swap = allow_swap;
    Ok(session)
}
