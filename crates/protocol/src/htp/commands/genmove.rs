//! The engine's own moves.

use board::{Color, Move, SwapRule};
use player::{Clock, Kind, Limits, Request, Setting, Spec};

use crate::htp::{
    Analyze, Arguments, Command, Engine, Failure, HtpContext, HtpPart, Parameter, engine::Since, live::Live,
    parameters,
};

pub(crate) const PART: HtpPart = HtpPart {
    title: "Moves of the program",
    commands: &[
        Command {
            name: "genmove",
            arguments: "color",
            about: "chooses a move, plays it and charges its time: a cell, `swap-pieces`, or `resign` if the game is over",
            analyze: None,
            run: |engine, arguments, context| generate(engine, arguments.color(0)?, context),
        },
        Command {
            name: "reg_genmove",
            arguments: "color",
            about: "chooses a move without playing it; the same position gives the same move",
            analyze: Some(Analyze { kind: "plist", label: "Choose a Move", arguments: "%c" }),
            run: |engine, arguments, context| {
                let color = arguments.color(0)?;
                let seed = engine.settings.seed;
                let mv = choose(engine, color, seed, context)?;
                Ok(written(engine, mv))
            },
        },
        Command {
            name: "param_player",
            arguments: "[name [value]]",
            about: "lists or sets `time` (`1s` a move, `300+2` a game, or `default`), `seed`, `live_graphics` (HexGUI draws the search while it runs) and the settings of the player (players.md); a new setting creates the player again",
            analyze: Some(Analyze { kind: "param", label: "Player Parameters", arguments: "" }),
            run: |engine, arguments, _| player_parameters(engine, arguments),
        },
    ],
};

const PLAYER: &[Parameter] = &[
    Parameter {
        kind: "string",
        name: "time",
        get: |engine| {
            engine.clocks.control().map_or_else(|| "default".to_string(), |control| control.to_string())
        },
        set: |engine, arguments| {
            let control = match arguments.text(1) {
                "default" => None,
                text => Some(text.parse()?),
            };
            engine.clocks = crate::htp::Clocks::new(control);
            Ok(())
        },
    },
    Parameter {
        kind: "string",
        name: "seed",
        get: |engine| engine.settings.seed.to_string(),
        set: |engine, arguments| {
            engine.settings.seed = arguments.number(1, 0..=u64::MAX)?;
            engine.generated = 0;
            Ok(())
        },
    },
    Parameter {
        kind: "bool",
        name: "live_graphics",
        get: |engine| parameters::switch(engine.live_graphics),
        set: |engine, arguments| {
            engine.live_graphics = arguments.switch(1)?;
            Ok(())
        },
    },
];

/// The parameters of every player, and the settings of this one.
fn player_parameters(engine: &mut Engine, arguments: &Arguments) -> Result<String, Failure> {
    let settings = engine.spec.as_ref().map_or(&[] as &[Setting], |spec| spec.kind().settings);
    let setting = settings.iter().find(|setting| arguments.len() == 2 && setting.key == arguments.text(0));
    if let Some(setting) = setting {
        return set(engine, setting, arguments).map(|()| String::new());
    }
    let mut answer = match parameters::answer(engine, arguments, PLAYER) {
        Err(Failure::UnknownParameter { found, expected }) => {
            let keys = settings.iter().map(|setting| setting.key);
            let expected = std::iter::once(expected.as_str()).chain(keys).collect::<Vec<_>>().join(", ");
            return Err(Failure::UnknownParameter { found, expected });
        }
        answer => answer?,
    };
    if arguments.is_empty()
        && let Some(spec) = &engine.spec
    {
        answer.extend(settings.iter().map(|setting| setting_line(spec, setting)));
    }
    Ok(answer)
}

/// Creates the player again with another value.
fn set(engine: &mut Engine, setting: &Setting, arguments: &Arguments) -> Result<(), Failure> {
    let Some(mut spec) = engine.spec.clone() else { return Ok(()) };
    let value = match setting.kind {
        // HexGUI writes switches as numbers.
        Kind::Switch => arguments.switch(1)?.to_string(),
        _ => arguments.text(1).to_string(),
    };
    spec.set(setting.key, &value)?;
    engine.player = spec.make(&|name| engine.files.read(name))?;
    engine.spec = Some(spec);
    Ok(())
}

/// A setting as HexGUI reads it.
fn setting_line(spec: &Spec, setting: &Setting) -> String {
    let key = setting.key;
    match setting.kind {
        Kind::Switch => format!("\n[bool] {key} {}", parameters::switch(spec.is_on(key))),
        Kind::Level(levels) => {
            let levels: String = (1..=levels.len()).map(|level| format!("/{level}")).collect();
            format!("\n[list{levels}] {key} {}", spec.text(key))
        }
        _ => format!("\n[string] {key} {}", spec.text(key)),
    }
}

fn generate(engine: &mut Engine, color: Color, context: &HtpContext<'_>) -> Result<String, Failure> {
    let clock = Since::now(context.clock);
    // The golden ratio's bits spread neighbouring numbers over all seeds.
    let seed = engine.settings.seed ^ engine.generated.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mv = choose(engine, color, seed, context)?;
    engine.clocks.charge(color, clock.elapsed());
    engine.generated += 1;
    engine.session.play(color, mv).map_err(|reason| Failure::IllegalMove {
        color,
        mv: mv.name(engine.session.size()).to_string(),
        reason,
    })?;
    Ok(written(engine, mv))
}

/// The player's move for a colour; to resign is all there is to do in a finished game.
fn choose(engine: &mut Engine, color: Color, seed: u64, context: &HtpContext<'_>) -> Result<Move, Failure> {
    let game = engine.session.game(color);
    if game.outcome().is_some() {
        return Ok(Move::Resign);
    }
    let time = engine.clocks.allot(color, game.position().empty_cells().len());
    let clock = Since::now(context.clock);
    let live = Live { out: context.live, size: game.size(), color };
    let request = Request {
        game: &game,
        seed,
        limits: Limits { time, ..Limits::default() },
        clock: &clock,
        stop: context.stop,
        observer: if engine.live_graphics { &live } else { context.observer },
        archive: engine.archive.as_ref(),
    };
    Ok(engine.player.choose(&request)?.mv)
}

fn written(engine: &Engine, mv: Move) -> String {
    match mv {
        Move::Swap(SwapRule::Pieces) if engine.on_little_golem => "swap".to_string(),
        mv => mv.name(engine.session.size()).to_string(),
    }
}
