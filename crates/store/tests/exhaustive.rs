//! The full sweep of faults: `cargo xtask check-exhaustive`.

mod support;

use store::{Ledger, Store};
use support::sweep::{Effort, sweep};

const EFFORT: Effort = Effort { commits: 12, images: 24, recoveries: 12 };

#[test]
fn whatever_fails_what_was_acknowledged_is_there() {
    for seed in 1..=3 {
        println!("store: {:?}", sweep::<Store>(EFFORT, seed));
        println!("ledger: {:?}", sweep::<Ledger>(EFFORT, seed));
    }
}
