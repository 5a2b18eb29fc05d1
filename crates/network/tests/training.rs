//! A network written by the training code says what the training code computed, in double precision.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::sync::Arc;

use board::{BoardSize, CellSet, Color, Position};
use network::{Evaluator, Instructions, Network, NetworkWeights, PlainNetwork};
use serde_json::Value;

const WEIGHTS: &[u8] = include_bytes!("../../../training/fixtures/tiny.hexnet");
const EXPECTED: &str = include_str!("../../../training/fixtures/tiny.json");

#[test]
fn what_training_wrote_is_computed_alike() {
    let weights = NetworkWeights::read(WEIGHTS).unwrap();
    let expected: Value = serde_json::from_str(EXPECTED).unwrap();
    let cases = expected["cases"].as_array().unwrap();
    assert!(!cases.is_empty());
    for case in cases {
        let numbers = |key: &str| case[key].as_array().unwrap().iter();
        let size = BoardSize::square(case["side"].as_u64().unwrap() as usize).unwrap();
        let cells = |key: &str| -> CellSet {
            numbers(key).map(|cell| size.cell_at(cell.as_u64().unwrap() as usize).unwrap()).collect()
        };
        let position = Position::with_stones(size, cells("own"), cells("opponent"), Color::Black).unwrap();
        let plain = PlainNetwork::new(weights.clone()).evaluate(&position, false);
        let fast = Instructions::detect().into_iter().map(|instructions| {
            let network = Arc::new(Network::new(&weights, instructions));
            Evaluator::new(network, size).evaluate(&position, false).clone()
        });
        for found in fast.chain([plain]) {
            // The file of expectations has five decimals.
            let near =
                |found: f32, expected: &Value| (f64::from(found) - expected.as_f64().unwrap()).abs() < 2e-5;
            assert!(near(found.value, &case["value"]), "{} for {}", found.value, case["value"]);
            assert!(
                found.policy.iter().zip(numbers("policy")).all(|(&logit, expected)| near(logit, expected))
            );
        }
    }
}
