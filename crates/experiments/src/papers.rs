//! The claims and figures of the papers: each is repeated by an experiment, and stands beside ours on one page.
//!
//! [`PAPER_ENTRIES`] is the list of experiments, `data/papers.json` has the papers' words and numbers ([`papers`]),
//! and each experiment ends with a [`PaperFinding`]. [`html_page`] and [`markdown_page`] show them all;
//! [`keep_result`] keeps them in a folder. A new experiment is a module here, a line of the list and a claim in the
//! file.

mod bidding;
mod chart;
mod finding;
mod folder;
mod games;
mod hexy;
mod mihex;
mod page;
mod registry;
mod solver;
mod sources;
mod yang;

pub use finding::{ClaimOutcome, FindingFigure, FindingTable, PaperFinding};
pub use folder::{keep_result, read_results, write_documentation};
pub use page::{PaperResults, html_page, markdown_page, outcome_counts};
pub use registry::{PAPER_ENTRIES, PaperEntry, Reproduced};
pub use sources::{Paper, PaperClaim, paper_claim, papers};

use registry::Experiment;
