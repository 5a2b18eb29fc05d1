//! The evaluations by name, all in one form: a value, the numbers behind it, and a map of cells.
//!
//! Front ends (the command line, the browser) list the evaluations of [`EVALUATIONS`]; a new one is an entry
//! there and a function that returns a [`View`].

use std::collections::BTreeMap;

use board::{Cell, Color, Position, with_words};
use connection::{ConnectionSettings, Connections};

use crate::{
    Circuits, Connectibility, FEATURE_NAMES, INFINITE, Potential, TwoDistance, UNREACHABLE, Weights,
};

/// An evaluation that people can ask for.
#[derive(Debug, Clone, Copy)]
pub struct Evaluation {
    /// Its name in commands and addresses.
    pub name: &'static str,
    /// A description in one line.
    pub about: &'static str,
    view: fn(&Position) -> View,
}

/// The description of an evaluation.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// How good the position is for Black: positive is good, in the evaluation's own unit. Infinite when the game is decided.
    pub value: f64,
    /// A description of the value.
    pub unit: &'static str,
    /// Named numbers behind the value; `None` is a number that does not exist.
    pub numbers: Vec<(String, Option<f64>)>,
    /// A number for each empty cell that has one.
    pub map: BTreeMap<Cell, f64>,
    /// A description of the numbers of the map.
    pub map_name: &'static str,
    /// Whether the cells with low numbers are the urgent ones, not those with high numbers.
    pub low_is_urgent: bool,
}

/// The evaluations that need nothing but a position. `connections` proves them first, which takes milliseconds on 11x11 and
/// seconds on the largest boards; the others take microseconds.
pub const EVALUATIONS: [Evaluation; 4] = [
    Evaluation {
        name: "resistance",
        about: "Electrical resistance between the edges; the map is how much both sides count on a cell",
        view: |position| with_words!(position.size(), W => resistance::<W>(&position.resize(), false)),
    },
    Evaluation {
        name: "connections",
        about: "The same with virtual connections, as Hexy sees the board",
        view: |position| with_words!(position.size(), W => resistance::<W>(&position.resize(), true)),
    },
    Evaluation {
        name: "two-distance",
        about: "Stones needed when the opponent takes away the best way; the map is the sum of both sides' potentials",
        view: |position| with_words!(position.size(), W => two_distance::<W>(&position.resize())),
    },
    Evaluation {
        name: "connectibility",
        about: "Stones needed from edge to edge, and Mops' features; the map is the fewer stones of both sides through a cell",
        view: |position| with_words!(position.size(), W => connectibility::<W>(&position.resize())),
    },
];

impl Evaluation {
    /// The evaluation of this name.
    ///
    /// ```
    /// use board::{BoardSize, Position};
    /// use evaluate::Evaluation;
    ///
    /// let size = BoardSize::square(5).unwrap();
    /// let position = Position::after(size, &size.cells_named("c3 b4").unwrap()).unwrap();
    /// let view = Evaluation::named("resistance").unwrap().view(&position);
    /// // Both want to play at c4.
    /// let urgent = view.map.iter().max_by(|a, b| a.1.total_cmp(b.1)).unwrap();
    /// assert_eq!(*urgent.0, size.cell("c4").unwrap());
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        EVALUATIONS.into_iter().find(|evaluation| evaluation.name == name)
    }

    /// The function that evaluates a position.
    #[must_use]
    pub fn view(&self, position: &Position) -> View {
        (self.view)(position)
    }
}

fn resistance<const W: usize>(position: &Position<W>, connected: bool) -> View {
    let mut circuits = Circuits::new(position.size());
    let resistances = if connected {
        circuits.evaluate_connected(&Connections::new(position, ConnectionSettings::default()))
    } else {
        circuits.evaluate(position)
    };
    let of = |color: Color| resistances.of[color.index()];
    View {
        value: -resistances.log_ratio(),
        unit: "= log(White's resistance / Black's): positive is good for Black",
        numbers: Color::BOTH
            .map(|color| (format!("resistance of {color}"), Some(of(color)).filter(|ohms| ohms.is_finite())))
            .to_vec(),
        map: position
            .empty_cells()
            .iter()
            .map(|cell| (cell, 100.0 * circuits.importance(&resistances, cell)))
            .collect(),
        map_name: "share of both circuits' power, in per cent of one",
        low_is_urgent: false,
    }
}

fn two_distance<const W: usize>(position: &Position<W>) -> View {
    let mut distance = TwoDistance::new(position.size());
    let potentials = distance.evaluate(position);
    let [black, white] = potentials.map(|potential| potential.lowest);
    let cells = position.empty_cells();
    let map = cells.iter().filter_map(|cell| {
        let [black, white] = Color::BOTH.map(|color| distance.potential(color, cell));
        (black != UNREACHABLE && white != UNREACHABLE).then(|| (cell, f64::from(black + white)))
    });
    View {
        value: match (black, white) {
            (UNREACHABLE, UNREACHABLE) => 0.0,
            (UNREACHABLE, _) => f64::NEG_INFINITY,
            (_, UNREACHABLE) => f64::INFINITY,
            _ => f64::from(white) - f64::from(black),
        },
        unit: "= White's potential - Black's: positive is good for Black",
        numbers: Color::BOTH
            .into_iter()
            .zip(potentials)
            .flat_map(|(color, Potential { lowest, mobility })| {
                let lowest = (lowest != UNREACHABLE).then(|| f64::from(lowest));
                [
                    (format!("potential of {color}"), lowest),
                    (format!("mobility of {color}"), Some(f64::from(mobility))),
                ]
            })
            .collect(),
        map: map.collect(),
        map_name: "sum of both potentials (low is urgent)",
        low_is_urgent: true,
    }
}

fn connectibility<const W: usize>(position: &Position<W>) -> View {
    let mut connectibility = Connectibility::new(position.size());
    let features = connectibility.features(position);
    let map = position.empty_cells().iter().filter_map(|cell| {
        let across = Color::BOTH.map(|color| connectibility.across(color, cell)).into_iter().min()?;
        // The cell's own stone is counted from both sides.
        (across != INFINITE).then(|| (cell, f64::from(across - 1)))
    });
    View {
        value: Weights::EQUAL.value(&features),
        unit: "from -1 (White) to 1 (Black), with equal weights",
        numbers: FEATURE_NAMES
            .iter()
            .zip(features)
            .map(|(name, value)| ((*name).to_string(), Some(value)))
            .collect(),
        map: map.collect(),
        map_name: "fewest stones of a side through the cell (low is urgent)",
        low_is_urgent: true,
    }
}

#[cfg(test)]
mod tests {
    use board::BoardSize;

    use super::*;

    #[test]
    fn every_evaluation_has_a_name_and_a_map_of_empty_cells() {
        for (side, moves) in [(1, ""), (4, "b2 c3 a1"), (7, "d4 c5"), (11, "f6 g4 e8")] {
            let size = BoardSize::square(side).unwrap();
            let position = Position::after(size, &size.cells_named(moves).unwrap()).unwrap();
            for evaluation in EVALUATIONS {
                let found = Evaluation::named(evaluation.name).unwrap();
                assert_eq!(found.about, evaluation.about);
                let view = found.view(&position);
                assert!(view.value.is_finite(), "{} on {side}x{side}", evaluation.name);
                assert!(!view.map.is_empty() && view.map.keys().all(|&cell| position.at(cell).is_none()));
            }
        }
        assert!(Evaluation::named("nobody").is_none());
    }

    #[test]
    fn what_is_good_for_black_is_positive_everywhere() {
        let size = BoardSize::square(5).unwrap();
        let mut position = Position::empty(size);
        for name in ["c2", "c3", "b4"] {
            position.place(Color::Black, size.cell(name).unwrap()).unwrap();
        }
        for evaluation in EVALUATIONS {
            assert!(evaluation.view(&position).value > 0.0, "{}", evaluation.name);
        }
    }
}
