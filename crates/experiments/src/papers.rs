//! The claims and figures of the papers: one module for each paper, with its numbers beside ours.

mod hexy;
mod mihex_learning;
mod solver;
mod yang;

pub use hexy::{GenerationCost, HexyClaimSettings, HexyPairing, HexyResult, hexy};
pub use mihex_learning::{MihexResult, MihexSettings, mihex_learning};
pub use solver::{
    DepthResult, DepthRow, DepthSettings, FeatureRow, FeatureSettings, FeatureTable, PaperDepths, ScalingRow,
    ScalingSettings, ScalingTable, solved_by_depth, solver_features, solver_scaling,
};
pub use yang::{YangColumn, YangOpening, YangSettings, YangSolved, YangTally, yang_openings};

use std::time::Duration;

/// Reads the time of an option.
fn parse_time(text: &str) -> Result<Duration, player::PlayerError> {
    player::parse_duration(text)
}
