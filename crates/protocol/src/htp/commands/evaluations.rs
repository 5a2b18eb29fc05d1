//! Evaluations as HexGUI shows them on the cells. They see both sides at once; a colour is taken because user interfaces send one.

use std::fmt::Write;

use board::{Color, Position};
use evaluate::{Circuits, TwoDistance, UNREACHABLE};

use crate::htp::{Analyze, Arguments, Command, Engine, Failure, HtpPart};

pub(crate) const PART: HtpPart = HtpPart {
    title: "Evaluations",
    commands: &[
        Command {
            name: "eval-resist",
            arguments: "[color]",
            about: "circuit resistance: `res` is log(White's / Black's), positive is good for Black; `rew` and `reb` are both logarithms; the colour is ignored",
            analyze: Some(Analyze { kind: "string", label: "Resistance", arguments: "%m" }),
            run: |engine, arguments, _| resistance(engine, arguments),
        },
        Command {
            name: "eval-resist-cells",
            arguments: "[color]",
            about: "each empty cell with its share of both circuits' power, from 0 to 2; the colour is ignored",
            analyze: Some(Analyze { kind: "pspairs", label: "Resistance of Cells", arguments: "%m" }),
            run: |engine, arguments, _| resistance_cells(engine, arguments),
        },
        Command {
            name: "eval-twod",
            arguments: "[color]",
            about: "each empty cell with its two-distance potential for the colour; cells without one are left out",
            analyze: Some(Analyze { kind: "pspairs", label: "Two-Distance", arguments: "%c" }),
            run: |engine, arguments, _| two_distance(engine, arguments),
        },
    ],
};

fn resistance(engine: &Engine, arguments: &Arguments) -> Result<String, Failure> {
    arguments.color_or(0, Color::Black)?;
    let position = engine.session.position();
    let resistances = Circuits::new(position.size()).evaluate(position);
    let [black, white] = resistances.of.map(f64::ln);
    // Subtracting gives 0 where negating would give -0.
    let ratio = 0.0 - resistances.log_ratio();
    Ok(format!("res {ratio:.3} rew {white:.3} reb {black:.3}"))
}

fn resistance_cells(engine: &Engine, arguments: &Arguments) -> Result<String, Failure> {
    arguments.color_or(0, Color::Black)?;
    let position = engine.session.position();
    let mut circuits = Circuits::new(position.size());
    let resistances = circuits.evaluate(position);
    Ok(pairs(position, |cell| Some(format!("{:.3}", circuits.importance(&resistances, cell)))))
}

fn two_distance(engine: &Engine, arguments: &Arguments) -> Result<String, Failure> {
    let position = engine.session.position();
    let color = arguments.color_or(0, position.to_move())?;
    let mut distance = TwoDistance::new(position.size());
    distance.evaluate(position);
    Ok(pairs(position, |cell| {
        let potential = distance.potential(color, cell);
        (potential != UNREACHABLE).then(|| potential.to_string())
    }))
}

/// Empty cells and what to write on them.
fn pairs(position: &Position, text: impl Fn(board::Cell) -> Option<String>) -> String {
    let mut pairs = String::new();
    for cell in position.empty_cells() {
        if let Some(text) = text(cell) {
            // Writing into a string cannot fail.
            let _ = write!(pairs, " {} {text}", position.size().name(cell));
        }
    }
    pairs
}
