//! J. Yang, S. Liao, M. Pawlak, *Apply heuristic search to discover a new winning solution in 8x8 Hex game*.

mod losing;
mod openings;
mod rules;
mod win;

pub(super) use losing::LosingSettings;
pub(super) use openings::YangSettings;
pub(super) use rules::RuleSettings;
pub(super) use win::WinSettings;
