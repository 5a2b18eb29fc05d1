//! `hexwright bench`: rates of the inner loops, and a signature that changes when behaviour does.
//!
//! The signature is a hash over the results of fixed work with fixed seeds on one thread: the same on every machine.
//! Commits that touch what it covers say whether it changed. Rates are printed beside it and never asserted.

use std::time::Instant;

use anyhow::Result;
use board::{BoardSize, Color, Position, RandomFilling, with_words};

use crate::output::Answer;

/// What to measure.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// One measured rate.
struct Rate {
    name: &'static str,
    per_second: f64,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let size = BoardSize::square(11)?;
    let mut signature = Signature::new();
    let rates = with_words!(size, W => [random_games::<W>(size, &mut signature), play_undo::<W>(size, &mut signature)]);
    if args.json {
        let rates: serde_json::Map<_, _> =
            rates.iter().map(|rate| (rate.name.to_string(), rate.per_second.into())).collect();
        println!("{}", serde_json::json!({ "signature": signature.to_string(), "per_second": rates }));
    } else {
        println!("Bench: {signature}");
        for rate in rates {
            println!("{:<32} {:>12.0} a second", rate.name, rate.per_second);
        }
    }
    Ok(Answer::Done)
}

/// Random games on 11x11: shuffle to a full board, find the winner.
fn random_games<const W: usize>(size: BoardSize, signature: &mut Signature) -> Rate {
    const GAMES: u64 = 1_000_000;
    let position = Position::<W>::empty(size);
    let mut filling = RandomFilling::new(1);
    let start = Instant::now();
    let black_wins = (0..GAMES).filter(|_| filling.winner(&position) == Color::Black).count();
    let seconds = start.elapsed().as_secs_f64();
    signature.add(black_wins as u128);
    Rate { name: "random games, 11x11", per_second: GAMES as f64 / seconds }
}

/// Plays every cell of an 11x11 board and takes it back, hash included.
fn play_undo<const W: usize>(size: BoardSize, signature: &mut Signature) -> Rate {
    const ROUNDS: usize = 300_000;
    let mut position = Position::<W>::empty(size);
    let mut sum = 0u128;
    let start = Instant::now();
    for _ in 0..ROUNDS {
        for cell in size.iter() {
            position.play_unchecked(cell);
            sum = sum.wrapping_add(position.rotation_hash());
        }
        for cell in size.iter().rev() {
            position.undo(cell);
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    signature.add(sum);
    Rate { name: "play and undo, 11x11", per_second: (ROUNDS * size.cells()) as f64 / seconds }
}

/// A running hash of results (FNV-1a over 128-bit values).
struct Signature(u64);

impl Signature {
    const fn new() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }

    fn add(&mut self, value: u128) {
        for byte in value.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }
}

impl std::fmt::Display for Signature {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
