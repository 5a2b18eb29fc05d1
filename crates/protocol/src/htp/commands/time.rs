//! The clocks.

use board::Color;

use crate::htp::{Arguments, Command, Engine, Failure, HtpPart, clocks};

pub(crate) const PART: HtpPart = HtpPart {
    title: "Time",
    commands: &[Command {
        name: "time_left",
        arguments: "[color [seconds]]",
        about: "both clocks, one colour's clock, or sets it; once set, the program plans its moves by the clock",
        analyze: None,
        run: |engine, arguments, _| time_left(engine, arguments),
    }],
};

fn time_left(engine: &mut Engine, arguments: &Arguments) -> Result<String, Failure> {
    if arguments.is_empty() {
        let [black, white] = Color::BOTH.map(|color| clocks::seconds(engine.clocks.left(color)));
        return Ok(format!("Black: {black}, White: {white}"));
    }
    let color = arguments.color(0)?;
    if arguments.len() == 1 {
        return Ok(clocks::seconds(engine.clocks.left(color)));
    }
    engine.clocks.set_left(color, clocks::read_seconds(arguments, 1)?);
    Ok(String::new())
}
