//! Evaluations as maps of the board.

use std::collections::BTreeMap;

use board::{Color, Position};
use evaluate::{EVALUATIONS, Evaluation, View};
use network::{Evaluator, Network};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    Error, GameInput, Question, Service, Task,
    names::{ColorName, name},
};

/// The evaluation that needs more than a position.
pub const NETWORK: &str = "network";

/// Which evaluation of which position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EvaluateQuestion {
    /// The game.
    pub game: GameInput,
    /// `resistance`, `connections`, `two-distance`, `connectibility` or `network`.
    #[schema(
        example = "resistance",
        pattern = "^(resistance|connections|two-distance|connectibility|network)$"
    )]
    pub with: String,
}

/// A number for each cell.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct EvaluationMap {
    /// A description of the numbers.
    pub name: String,
    /// Cell to number.
    pub cells: BTreeMap<String, f64>,
    /// Whether low numbers are the urgent ones.
    pub low_is_urgent: bool,
}

/// The result of an evaluation of a position, without search.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct EvaluateAnswer {
    /// The evaluation.
    pub evaluation: String,
    /// The value of the position for Black; null if the game is decided.
    pub value: Option<f64>,
    /// The unit of the value.
    pub unit: String,
    /// The winner, if the game is decided.
    #[schema(value_type = Option<ColorName>)]
    pub winner: Option<String>,
    /// The numbers behind the value; null if there is none.
    pub numbers: BTreeMap<String, Option<f64>>,
    /// The map of cells.
    pub map: EvaluationMap,
}

impl Question for EvaluateQuestion {
    type Answer = EvaluateAnswer;

    fn prepare(self, _: &Service) -> Result<Task<EvaluateAnswer>, Error> {
        let position = *self.game.game()?.position();
        let evaluation = Evaluation::named(&self.with);
        if evaluation.is_none() && self.with != NETWORK {
            let known: Vec<&str> = EVALUATIONS.iter().map(|known| known.name).chain([NETWORK]).collect();
            return Err(Error::bad(format!("with: found '{}': expected {}", self.with, known.join(", "))));
        }
        Ok(Task::quick(move |_| {
            let view = match evaluation {
                Some(evaluation) => evaluation.view(&position),
                None => network_view(
                    &mut Evaluator::new(Network::embedded(position.size()), position.size()),
                    &position,
                ),
            };
            Ok(EvaluateAnswer::of(&self.with, &view, &position))
        }))
    }
}

impl EvaluateAnswer {
    /// The content of a view of a position.
    #[must_use]
    pub fn of(evaluation: &str, view: &View, position: &Position) -> Self {
        // JSON has no infinity: a decided game has a value of null.
        let finite = |value: f64| value.is_finite().then_some(value);
        let cells = view.map.iter().map(|(&cell, &value)| (name(position.size(), cell), value));
        Self {
            evaluation: evaluation.to_string(),
            value: finite(view.value),
            unit: view.unit.to_string(),
            winner: position.winner().map(|winner| winner.to_string()),
            numbers: view
                .numbers
                .iter()
                .map(|(name, value)| (name.clone(), value.and_then(finite)))
                .collect(),
            map: EvaluationMap {
                name: view.map_name.to_string(),
                cells: cells.collect(),
                low_is_urgent: view.low_is_urgent,
            },
        }
    }
}

/// A network's opinion without search: both images of the position under the rotation by 180 degrees, taken together.
#[must_use]
pub fn network_view<const W: usize>(evaluator: &mut Evaluator, position: &Position<W>) -> View {
    let [one, other] = [false, true].map(|rotated| evaluator.evaluate(position, rotated).clone());
    let chance = f64::midpoint(f64::from(one.win_probability()), f64::from(other.win_probability()));
    let cells = position.empty_cells();
    let [one, other] = [one, other].map(|evaluation| evaluation.move_probabilities(cells));
    let mover = position.to_move();
    View {
        value: if mover == Color::Black { 2.0 * chance - 1.0 } else { 1.0 - 2.0 * chance },
        unit: "from -1 (White wins) to 1 (Black wins)",
        numbers: vec![(format!("chance of {mover}, who is to move, in per cent"), Some(100.0 * chance))],
        map: one
            .iter()
            .zip(&other)
            .map(|(a, b)| (a.0, 100.0 * f64::midpoint(f64::from(a.1), f64::from(b.1))))
            .collect(),
        map_name: "chance that the network plays here, in per cent",
        low_is_urgent: false,
    }
}
