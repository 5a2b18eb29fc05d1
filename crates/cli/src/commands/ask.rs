//! `hexwright ask`: any question of the API, answered in the terminal as JSON.

use std::sync::Arc;

use analysis::{GameInput, QUESTIONS, Service, question};
use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use crate::{
    interrupt,
    output::Answer,
    player_args,
    position_args::PositionArgs,
    solved::{self, StoreArgs},
};

/// Which question, and about what.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  hexwright ask                                            the questions
  hexwright ask must-play --size 5 --moves c3
  hexwright ask move --size 7 --moves d4 '{\"player\": \"neural\", \"nodes\": 100}'
  hexwright ask openings '{\"side\": 7}'")]
pub(crate) struct Args {
    /// The question: solve, must-play, connections, ... [default: list them]
    question: Option<String>,
    /// The fields of the question beside the game, as JSON
    #[arg(value_name = "JSON", default_value = "{}")]
    fields: String,
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    store: StoreArgs,
    /// Compute networks in portable arithmetic: slower, and the same answer on every machine and in a browser
    #[arg(long)]
    portable: bool,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let Some(name) = &args.question else {
        for kind in QUESTIONS {
            println!("{:<22}  {}", kind.name, kind.about);
        }
        return Ok(Answer::Done);
    };
    if args.portable {
        network::Instructions::use_portable();
    }
    let kind = question(name)?;
    let mut fields: Value = serde_json::from_str(&args.fields).context("JSON")?;
    let Some(object) = fields.as_object_mut() else { bail!("found {fields}: expected an object in braces") };
    if kind.of_game && !object.contains_key("game") {
        object.insert("game".to_string(), json!(GameInput::of(&args.position.game_to_move()?)));
    }
    let store = args.store.open()?;
    let service = Service {
        archive: solved::archive(store.as_ref()),
        make_player: Arc::new(player_args::create),
        ..Service::default()
    };
    let task = kind.prepare(fields, &service)?;
    let watch = interrupt::Watch::start();
    let context = analysis::Context { clock: &watch, stop: watch.stop(), ..analysis::Context::default() };
    let answer = task.answer(&context)?;
    solved::finish(store.as_ref())?;
    println!("{answer}");
    Ok(Answer::Done)
}
