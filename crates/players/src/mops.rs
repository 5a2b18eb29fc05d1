//! The player `mops` of the MIHex paper (2002): alpha-beta to depth 2 over the moves around the last two stones, valued by the
//! hyperbolic tangent of eight weighted features.
//!
//! It was made to learn, not to be strong: the weights are a setting, and the best line comes out with the move, which is what
//! TDLeaf(lambda) needs.

use std::sync::OnceLock;

use board::{BoardSize, Color, Position};
use evaluate::{Connectibility, FEATURE_NAMES};
use player::{Cost, PlayerKind, Setting, Value};

use crate::{FeatureReader, FeatureSet, Linear, LinearSettings, WeightsFile};

/// The eight features of the paper: connectibility over the short diagonal and the C regions.
#[derive(Debug, Clone, Copy)]
pub struct MopsFeatures;

impl FeatureSet for MopsFeatures {
    const PLAYER: &'static str = "mops";
    const NAMES: &'static [&'static str] = &FEATURE_NAMES;
    type FeatureReader<const W: usize> = Connectibility<W>;
}

impl<const W: usize> FeatureReader<W> for Connectibility<W> {
    fn new(size: BoardSize) -> Self {
        Self::new(size)
    }

    fn look(&mut self, position: &Position<W>, features: &mut [f64]) -> Option<Color> {
        let (found, winner) = self.glance(position);
        features.copy_from_slice(&found);
        winner
    }
}

pub(crate) const KIND: PlayerKind = PlayerKind {
    name: MopsFeatures::PLAYER,
    about: "looks around the last two stones and counts what is missing, with learnt weights",
    settings: &[
        Setting::whole("depth", [1, 20], "moves to look ahead, at most").default("2").unit("moves").slower(),
        Setting::whole("degree", [1, 361], "moves tried in a position").default("24").unit("moves").slower(),
        Setting::file(
            "weights",
            "a weights file",
            "weights of the features in place of those of the program",
        )
        .or(&["equal"]),
    ],
    cost: Cost::bytes(0),
    make: |spec, read| {
        let mut settings = LinearSettings {
            depth: spec.whole("depth"),
            degree: spec.whole("degree"),
            ..Mops::default().settings().clone()
        };
        if spec.get("weights") == Some(&Value::Word("equal")) {
            settings.weights.fill(1.0);
        } else if let Some(weights) = spec.files("weights", read, weights_in)?.pop() {
            settings.weights = weights;
        }
        Ok(Box::new(Mops::new(settings)))
    },
};

/// The weights in a file that `hexwright train` or a person wrote.
fn weights_in(bytes: &[u8]) -> Result<Vec<f64>, String> {
    let text = str::from_utf8(bytes).map_err(|_| "found bytes that are no text".to_string());
    let weights = text
        .and_then(WeightsFile::parse)
        .and_then(|file| file.weights_of(MopsFeatures::PLAYER, MopsFeatures::NAMES));
    weights.map_err(|problem| format!("a weights file as hexwright train writes it ({problem})"))
}

/// The player of the paper.
pub type Mops = Linear<MopsFeatures>;

impl Default for Mops {
    /// The paper's depth and degree, and the best weights that were learnt: `data/mops.toml` says how.
    fn default() -> Self {
        static LEARNT: OnceLock<Vec<f64>> = OnceLock::new();
        let weights = LEARNT.get_or_init(|| {
            let file = WeightsFile::parse(include_str!("../data/mops.toml"));
            let weights = file.and_then(|file| file.weights_of(MopsFeatures::PLAYER, MopsFeatures::NAMES));
            weights.expect("the embedded weights are read by a test")
        });
        Self::new(LinearSettings::with_weights(weights.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_weights_are_whole() {
        let player = Mops::default();
        assert_eq!(player.weights().len(), MopsFeatures::NAMES.len());
        // Every feature speaks for the side that it is positive for.
        assert!(player.weights().iter().all(|&weight| weight > 0.0), "{:?}", player.weights());
    }
}
