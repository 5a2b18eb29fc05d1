//! What a network thinks of a position, in the form that all evaluations have.

use board::{Color, Position};
use evaluate::View;
use network::Evaluator;

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
