//! Files that are written against the grammar by an adversary: all checkers agree on them, and none that is accepted has a false
//! claim. `HEXWRIGHT_FORGED=100000 cargo test -p hexwright-verify --test grammar -- --nocapture` tries more of them.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]
#![allow(clippy::print_stdout, reason = "the figures are for the documentation")]

#[path = "support/forger.rs"]
mod forger;
mod support;

use support::{Random, assert_agreement};

#[test]
fn checkers_agree_on_forged_files_and_accept_no_false_claim() {
    let wanted = std::env::var("HEXWRIGHT_FORGED").map_or(2000, |count| count.parse().unwrap());
    let mut random = Random::new(7);
    let files: Vec<Vec<u8>> = (0..wanted).map(|_| forger::forge(&mut random)).collect();
    let accepted = assert_agreement(&files, "forged");
    let filled =
        files.iter().filter_map(|text| support::judge(text)).filter(|file| file.report.fills > 0).count();
    println!("{wanted} files, {accepted} accepted, {filled} of them with fill-in, no false claim among them");
    assert!(accepted > wanted / 20 && accepted < wanted, "{accepted} of {wanted} accepted");
    assert!(filled > wanted / 50, "{filled} of {accepted} have a fill-in");
}
