//! The engine's own moves.

use board::{Color, Move, SwapRule};
use player::{Clock, Limits, Request};

use crate::htp::{
    Analyze, Command, Context, Engine, Failure, Parameter, Part, engine::Since, live::Live, parameters,
};

pub(crate) const PART: Part = Part {
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
            about: "lists or sets `time` (`1s` a move, `300+2` a game, or `default`), `seed` and `live_graphics` (HexGUI draws the search while it runs)",
            analyze: Some(Analyze { kind: "param", label: "Player Parameters", arguments: "" }),
            run: |engine, arguments, _| parameters::answer(engine, arguments, PLAYER),
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

fn generate(engine: &mut Engine, color: Color, context: &Context<'_>) -> Result<String, Failure> {
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
fn choose(engine: &mut Engine, color: Color, seed: u64, context: &Context<'_>) -> Result<Move, Failure> {
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
    };
    Ok(engine.player.choose(&request)?.mv)
}

fn written(engine: &Engine, mv: Move) -> String {
    match mv {
        Move::Swap(SwapRule::Pieces) if engine.on_little_golem => "swap".to_string(),
        mv => mv.name(engine.session.size()).to_string(),
    }
}
