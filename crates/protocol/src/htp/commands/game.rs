//! The board and the game on it.

use board::{BoardSize, Color, Move, Position};

use crate::htp::{
    Analyze, Arguments, Command, Engine, Failure, HtpPart, Parameter, Session, clocks,
    parameters::{self, switch},
};

pub(crate) const PART: HtpPart = HtpPart {
    title: "The board and the game",
    commands: &[
        Command {
            name: "boardsize",
            arguments: "columns [rows]",
            about: "begins a new game on an empty board of this size, 1 to 19 a side",
            analyze: None,
            run: |engine, arguments, _| board_size(engine, arguments),
        },
        Command {
            name: "clear_board",
            arguments: "",
            about: "begins a new game on a board of the same size",
            analyze: None,
            run: |engine, _, _| {
                clear(engine);
                Ok(String::new())
            },
        },
        Command {
            name: "play",
            arguments: "color move",
            about: "plays a move of either colour: a cell, `swap-pieces` or `swap-sides`; `resign` changes nothing",
            analyze: None,
            run: |engine, arguments, _| {
                let color = arguments.color(0)?;
                play(engine, color, arguments, 1).map(|()| String::new())
            },
        },
        Command {
            name: "play-game",
            arguments: "[moves...]",
            about: "begins a new game and plays these moves, Black first, alternating",
            analyze: None,
            run: |engine, arguments, _| play_game(engine, arguments),
        },
        Command {
            name: "undo",
            arguments: "",
            about: "takes back the last move",
            analyze: None,
            run: |engine, _, _| {
                engine.session.undo().map_err(Failure::Undo)?;
                Ok(String::new())
            },
        },
        Command {
            name: "showboard",
            arguments: "",
            about: "the board as text, after the position's hash",
            analyze: Some(Analyze { kind: "string", label: "Show Board", arguments: "" }),
            run: |engine, _, _| Ok(drawn(engine.session.position())),
        },
        Command {
            name: "all_legal_moves",
            arguments: "[color]",
            about: "the empty cells, or nothing once the game is over",
            analyze: Some(Analyze { kind: "plist", label: "All Legal Moves", arguments: "%c" }),
            run: |engine, arguments, _| {
                arguments.color_or(0, Color::Black)?;
                let position = engine.session.position();
                if position.winner().is_some() {
                    return Ok(String::new());
                }
                let names: Vec<_> = position
                    .empty_cells()
                    .iter()
                    .map(|cell| position.size().name(cell).to_string())
                    .collect();
                Ok(names.join(" "))
            },
        },
        Command {
            name: "final_score",
            arguments: "",
            about: "`B+` or `W+` once the winner's edges are joined, before that `cannot score`",
            analyze: Some(Analyze { kind: "string", label: "Final Score", arguments: "" }),
            run: |engine, _, _| {
                Ok(engine
                    .session
                    .position()
                    .winner()
                    .map_or_else(|| "cannot score".to_string(), |winner| format!("{}+", winner.letter())))
            },
        },
        Command {
            name: "param_game",
            arguments: "[name [value]]",
            about: "lists or sets `allow_swap`, `on_little_golem` (a swap is then written `swap`) and `game_time` in seconds",
            analyze: Some(Analyze { kind: "param", label: "Game Parameters", arguments: "" }),
            run: |engine, arguments, _| parameters::answer(engine, arguments, GAME),
        },
    ],
};

const GAME: &[Parameter] = &[
    Parameter {
        kind: "bool",
        name: "allow_swap",
        get: |engine| switch(engine.session.allow_swap),
        set: |engine, arguments| {
            engine.session.allow_swap = arguments.switch(1)?;
            Ok(())
        },
    },
    Parameter {
        kind: "bool",
        name: "on_little_golem",
        get: |engine| switch(engine.on_little_golem),
        set: |engine, arguments| {
            engine.on_little_golem = arguments.switch(1)?;
            Ok(())
        },
    },
    Parameter {
        kind: "string",
        name: "game_time",
        get: |engine| clocks::seconds(engine.clocks.game_time()),
        set: |engine, arguments| {
            if engine.session.moves().len() > 0 {
                return Err(Failure::GameBegun);
            }
            engine.clocks.set_game_time(clocks::read_seconds(arguments, 1)?);
            Ok(())
        },
    },
];

fn board_size(engine: &mut Engine, arguments: &Arguments) -> Result<String, Failure> {
    let text = arguments.all().join(" ");
    let size = text.parse::<BoardSize>()?;
    engine.begin(Session::new(size, engine.session.allow_swap));
    Ok(String::new())
}

fn clear(engine: &mut Engine) {
    engine.begin(Session::new(engine.session.size(), engine.session.allow_swap));
}

fn play(engine: &mut Engine, color: Color, arguments: &Arguments, number: usize) -> Result<(), Failure> {
    let text = arguments.text(number);
    let played = Move::parse(text, engine.session.size()).and_then(|mv| engine.session.play(color, mv));
    // Controllers look for the prefix that this failure begins with.
    played.map_err(|reason| Failure::IllegalMove { color, mv: text.chars().take(24).collect(), reason })
}

fn play_game(engine: &mut Engine, arguments: &Arguments) -> Result<String, Failure> {
    clear(engine);
    let mut color = Color::Black;
    for number in 0..arguments.len() {
        play(engine, color, arguments, number)?;
        color = color.opponent();
    }
    Ok(String::new())
}

/// The board between its coordinates, below the hash of the position.
fn drawn(position: &Position) -> String {
    let size = position.size();
    let letters: Vec<_> = (0..size.cols()).map(|col| char::from(b'a' + col as u8).to_string()).collect();
    let letters = letters.join(" ");
    let mut text = format!("\n{:032x}\n   {letters}\n", position.hash());
    for (row, stones) in position.to_string().lines().enumerate() {
        let (number, indent) = (row + 1, " ".repeat(row));
        text.push_str(&format!("{indent}{number:>2} {} {number}\n", stones.trim_start()));
    }
    text.push_str(&format!("{}{letters}\n", " ".repeat(size.rows() + 3)));
    text
}
