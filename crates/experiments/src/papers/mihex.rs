//! *MIHex: a machine intelligence system for Hex* (2002).

mod connectibility;
mod evaluations;
mod learning;
mod search;
mod tournament;
mod trees;
mod winner;

pub(super) use connectibility::ConnectibilitySettings;
pub(super) use evaluations::EvaluationSettings;
pub(super) use learning::LearningSettings;
pub(super) use search::SearchSettings;
pub(super) use tournament::TournamentEntrySettings;
pub(super) use winner::WinnerSettings;
