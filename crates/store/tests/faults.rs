//! A disk that fails at every operation in every way: all acknowledged records are there afterwards.
//! `cargo xtask check-exhaustive` tries far more.

mod support;

use store::{Ledger, Store};
use support::sweep::{Effort, sweep};

const EFFORT: Effort = Effort { commits: 4, images: 2, recoveries: 2 };

#[test]
fn a_store_keeps_what_it_acknowledged_whatever_fails() {
    let tried = sweep::<Store>(EFFORT, 1);
    println!("store: {tried:?}");
    assert!(tried.operations > 20 && tried.acknowledged > 0, "{tried:?}");
}

#[test]
fn a_ledger_keeps_what_it_acknowledged_whatever_fails() {
    let tried = sweep::<Ledger>(EFFORT, 2);
    println!("ledger: {tried:?}");
    assert!(tried.operations > 20 && tried.acknowledged > 0, "{tried:?}");
}
