//! Any question of the API about the game of the session, answered as JSON.

use analysis::{Context, GameInput, QUESTIONS, Service, question};
use serde_json::{Value, json};

use crate::htp::{Arguments, Command, Engine, Failure, HtpContext, HtpPart};

pub(crate) const PART: HtpPart = HtpPart {
    title: "Questions",
    commands: &[
        Command {
            name: "list_questions",
            arguments: "",
            about: "the questions that `ask` answers, one a line",
            analyze: None,
            run: |_, _, _| Ok(QUESTIONS.iter().map(|kind| kind.name).collect::<Vec<_>>().join("\n")),
        },
        Command {
            name: "ask",
            arguments: "question [json]",
            about: "answers a question of the API (analysis.md) as JSON in one line; the game is that of the session, and `json` has the other fields, in quotes: `\"{\\\"end\\\": \\\"top\\\"}\"`",
            analyze: None,
            run: |engine, arguments, context| ask(engine, arguments, context),
        },
    ],
};

fn ask(engine: &Engine, arguments: &Arguments, context: &HtpContext<'_>) -> Result<String, Failure> {
    let kind = question(arguments.text(0))?;
    let text = arguments.all().get(1..).unwrap_or_default().join(" ");
    let fields = if text.is_empty() { "{}" } else { text.as_str() };
    let mut fields: Value =
        serde_json::from_str(fields).map_err(|error| arguments.bad(1, &format!("JSON ({error})")))?;
    let Some(object) = fields.as_object_mut() else { return Err(arguments.bad(1, "an object in braces")) };
    if kind.of_game && !object.contains_key("game") {
        let game = engine.session.game(engine.session.position().to_move());
        object.insert("game".to_string(), json!(GameInput::of(&game)));
    }
    let service = Service { archive: engine.archive.clone(), ..Service::default() };
    let task = kind.prepare(fields, &service)?;
    let context = Context { clock: context.clock, stop: context.stop, ..Context::default() };
    Ok(task.answer(&context)?.to_string())
}
