//! The player `mops` of the MIHex paper (2002): alpha-beta to depth 2 over the moves around the last two stones, valued by the
//! hyperbolic tangent of eight weighted features.
//!
//! It was made to learn, not to be strong: the weights are a setting, and the best line comes out with the move, which is what
//! TDLeaf(lambda) needs.

use board::{BoardSize, Color, Position};
use evaluate::{Connectibility, FEATURE_NAMES};

use crate::linear::{Eye, FeatureSet, Linear, LinearSettings};

/// The eight features of the paper: connectibility over the short diagonal and the C regions.
#[derive(Debug, Clone, Copy)]
pub struct MopsFeatures;

impl FeatureSet for MopsFeatures {
    const PLAYER: &'static str = "mops";
    const NAMES: &'static [&'static str] = &FEATURE_NAMES;
    type Eye<const W: usize> = Connectibility<W>;
}

impl<const W: usize> Eye<W> for Connectibility<W> {
    fn new(size: BoardSize) -> Self {
        Self::new(size)
    }

    fn look(&mut self, position: &Position<W>, features: &mut [f64]) -> Option<Color> {
        let (found, winner) = self.glance(position);
        features.copy_from_slice(&found);
        winner
    }
}

/// The player of the paper.
pub type Mops = Linear<MopsFeatures>;

impl Default for Mops {
    fn default() -> Self {
        Self::new(LinearSettings::with_weights(vec![1.0; MopsFeatures::NAMES.len()]))
    }
}
