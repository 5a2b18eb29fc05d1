//! The fast network and the plain one agree on every board size, for every shape and every kind of instructions.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::sync::Arc;

use board::{BoardSize, Color, Position, Symmetry};
use network::{Evaluator, Instructions, Network, NetworkEvaluation, NetworkWeights, PlainNetwork, Shape};
use proptest::prelude::*;

/// A position with stones thrown at random: any arrangement is a position.
fn positions(most: usize) -> impl Strategy<Value = Position> {
    (1..=most, 1..=most).prop_flat_map(|(cols, rows)| {
        let cells = prop::collection::vec(0..4u8, cols * rows);
        (cells, any::<bool>()).prop_map(move |(cells, white)| {
            let size = BoardSize::new(cols, rows).unwrap();
            let mut position = Position::empty(size);
            for (cell, content) in size.iter().zip(cells) {
                if let Some(&color) = Color::BOTH.get(usize::from(content)) {
                    position.place(color, cell).unwrap();
                }
            }
            position.set_to_move(if white { Color::White } else { Color::Black });
            position
        })
    })
}

/// Shapes whose channels do not fill the blocks of the fast code, too.
fn shapes() -> impl Strategy<Value = Shape> {
    (1..40usize, 0..4usize, 1..20usize, 1..20usize, 1..20usize, any::<u32>()).prop_map(
        |(channels, blocks, policy_channels, value_channels, value_hidden, mask)| Shape {
            channels,
            blocks,
            policy_channels,
            value_channels,
            value_hidden,
            pool_mask: mask & ((1 << blocks) - 1),
        },
    )
}

/// The largest difference of two evaluations, relative to the largest logit or 1.
fn difference(left: &NetworkEvaluation, right: &NetworkEvaluation) -> f32 {
    let logits = |evaluation: &NetworkEvaluation| {
        let mut logits = evaluation.policy.clone();
        logits.push(evaluation.value);
        logits
    };
    let (left, right) = (logits(left), logits(right));
    let scale = right.iter().fold(1.0f32, |most, x| most.max(x.abs()));
    left.iter().zip(&right).fold(0.0f32, |most, (x, y)| most.max((x - y).abs())) / scale
}

fn evaluator(weights: &NetworkWeights, instructions: Instructions, size: BoardSize) -> Evaluator {
    Evaluator::new(Arc::new(Network::new(weights, instructions)), size)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn fast_and_plain_agree(position in positions(19), shape in shapes(), seed: u64, rotated: bool) {
        let weights = NetworkWeights::random(shape, seed);
        let plain = PlainNetwork::new(weights.clone()).evaluate(&position, rotated);
        for instructions in Instructions::detect() {
            let mut evaluator = evaluator(&weights, instructions, position.size());
            // Twice, so that nothing of the first evaluation is left over in the second.
            evaluator.evaluate(&Position::<6>::empty(position.size()), !rotated);
            let difference = difference(evaluator.evaluate(&position, rotated), &plain);
            prop_assert!(difference < 1e-5, "{instructions}: {difference:e}");
        }
    }

    #[test]
    fn images_of_a_position_are_evaluated_alike(position in positions(9), seed: u64) {
        let weights = NetworkWeights::random(Shape { channels: 8, blocks: 2, ..Shape { pool_mask: 2, ..Shape::default() } }, seed);
        let size = position.size();
        let mut evaluator = evaluator(&weights, Instructions::best(), size);
        let original = evaluator.evaluate(&position, false).clone();
        for &symmetry in Symmetry::of(size) {
            let rotated = matches!(symmetry, Symmetry::Rotation | Symmetry::RotatedReflection);
            let image = evaluator.evaluate(&position.image(symmetry), rotated);
            let back = size.iter().map(|cell| image.policy[symmetry.cell(cell, size).index()]).collect();
            // Stones are added up in another order, so that last bits may differ.
            let difference = difference(&NetworkEvaluation { policy: back, value: image.value }, &original);
            prop_assert!(difference < 1e-5, "{symmetry:?}: {difference:e}");
        }
    }
}

#[test]
fn the_default_shape_agrees_on_the_usual_boards() {
    let weights = NetworkWeights::random(Shape::default(), 7);
    for side in [11, 13] {
        let size = BoardSize::square(side).unwrap();
        let cells = ["f6", "e7", "d4", "h3", "c9", "g5"].map(|name| size.cell(name).unwrap());
        let position = Position::<6>::after(size, &cells).unwrap();
        let plain = PlainNetwork::new(weights.clone()).evaluate(&position, false);
        for instructions in Instructions::detect() {
            let mut evaluator = evaluator(&weights, instructions, size);
            let difference = difference(evaluator.evaluate(&position, false), &plain);
            assert!(difference < 1e-5, "{instructions} on {size}: {difference:e}");
        }
    }
}

#[test]
fn both_x86_variants_give_the_same_bits() {
    let fused: Vec<_> = Instructions::detect()
        .into_iter()
        .filter(|instructions| instructions.to_string() != "portable")
        .collect();
    let weights = NetworkWeights::random(Shape::default(), 3);
    let size = BoardSize::square(9).unwrap();
    let cells = ["e5", "d7", "f3"].map(|name| size.cell(name).unwrap());
    let position = Position::<2>::after(size, &cells).unwrap();
    let results: Vec<NetworkEvaluation> = fused
        .into_iter()
        .map(|instructions| evaluator(&weights, instructions, size).evaluate(&position, false).clone())
        .collect();
    assert!(results.windows(2).all(|pair| pair[0] == pair[1]));
}

/// Boards of a few cells and shapes that fill no block of the fast code: small enough for Miri.
#[test]
fn tiny_boards_agree() {
    for (cols, rows, channels, blocks) in [(1, 1, 1, 0), (3, 2, 3, 1), (2, 3, 9, 1)] {
        let shape =
            Shape { channels, blocks, policy_channels: 2, value_channels: 3, value_hidden: 5, pool_mask: 0 };
        let weights = NetworkWeights::random(shape, 5);
        let size = BoardSize::new(cols, rows).unwrap();
        let cells: Vec<_> = size.iter().skip(1).take(1).collect();
        let position = Position::<1>::after(size, &cells).unwrap();
        let plain = PlainNetwork::new(weights.clone()).evaluate(&position, false);
        for instructions in Instructions::detect() {
            let mut evaluator = evaluator(&weights, instructions, size);
            let difference = difference(evaluator.evaluate(&position, false), &plain);
            assert!(difference < 1e-5, "{instructions} on {size}: {difference:e}");
        }
    }
}
