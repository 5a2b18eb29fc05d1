//! A player of your own: Mops with two more features, trained and entered in matches.
//!
//! ```sh
//! cargo build --release -p learning --example own_feature
//! own=target/release/examples/own_feature
//! $own train weights.toml 400             # learn, save, and play paired games against mops
//! hexwright match "htp:$own htp weights.toml" mops --size 11 --games 100 --openings all
//! hexwright match "htp:$own learn weights.toml" mops --size 11 --games 100    # learns from the games it plays
//! ```
//!
//! The new code is the struct `Farsighted` and its feature reader, forty lines; the search, the learning and the protocol are the
//! library's. `docs/explanation/learning.md` goes through them.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program that talks to people and to HTP controllers"
)]

use std::{
    error::Error,
    io::{self, BufRead as _, Write as _},
};

use board::{BoardSize, Color, Position};
use evaluate::{Connectibility, TwoDistance};
use learning::{
    Apprentice, At, Opponent, Temporal, Training, TrainingSettings, Update, duel, random_openings,
};
use player::Player;
use players::{FeatureReader, FeatureSet, Linear, LinearSettings, WeightsFile, create};
use protocol::htp::{Engine, HtpContext, HtpSettings, NoFiles};

/// The eight features of Mops, and how many stones each side needs if the opponent may always take the best way away.
struct Farsighted;

impl FeatureSet for Farsighted {
    const PLAYER: &'static str = "farsighted";
    const NAMES: &'static [&'static str] = &[
        "black-diagonal-least",
        "black-diagonal-many",
        "black-corner-least",
        "black-corner-many",
        "black-second-best",
        "white-diagonal-least",
        "white-diagonal-many",
        "white-corner-least",
        "white-corner-many",
        "white-second-best",
    ];
    type FeatureReader<const W: usize> = FarsightedReader<W>;
}

struct FarsightedReader<const W: usize> {
    connectibility: Connectibility<W>,
    distance: TwoDistance<W>,
    /// The potential of the empty board.
    even: f64,
}

impl<const W: usize> FeatureReader<W> for FarsightedReader<W> {
    fn new(size: BoardSize) -> Self {
        Self {
            connectibility: Connectibility::new(size),
            distance: TwoDistance::new(size),
            even: (size.cols().max(size.rows()) + 1) as f64,
        }
    }

    fn look(&mut self, position: &Position<W>, features: &mut [f64]) -> Option<Color> {
        let (mops, winner) = self.connectibility.glance(position);
        if winner.is_none() {
            let [black, white] = self.distance.evaluate(position).map(|potential| potential.lowest);
            // From 1 (nothing is missing) over 0 (as on the empty board) to -1 (far, or cut off).
            let near = |potential: u16| 1.0 - (f64::from(potential) / self.even).min(2.0);
            features[..4].copy_from_slice(&mops[..4]);
            features[4] = near(black);
            features[5..9].copy_from_slice(&mops[4..]);
            features[9] = -near(white);
        }
        winner
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["train", file] => train(file, 400),
        ["train", file, games] => train(file, games.parse()?),
        ["htp", file] => htp(Box::new(load(file)?)),
        ["learn", file] => learn(file),
        _ => Err(format!("found {words:?}: expected train FILE [GAMES], htp FILE or learn FILE").into()),
    }
}

/// TDLeaf off-line, with a step size and a discount that reach further than the paper's.
const METHOD: Temporal =
    Temporal { at: At::Leaf, update: Update::Offline, step: 0.01, discount: 1.0, decay: 0.7 };

/// Learns, saves the weights, and plays paired games against Mops.
fn train(file: &str, games: usize) -> Result<(), Box<dyn Error>> {
    let size = BoardSize::square(11)?;
    let settings = TrainingSettings {
        temporal: Some(METHOD),
        climb: None,
        opponents: vec![Opponent::Myself],
        stones: 2,
        ..TrainingSettings::new(size)
    };
    let untrained = LinearSettings::with_weights(vec![0.0; Farsighted::NAMES.len()]);
    let mut training = Training::new(settings, &Linear::<Farsighted>::new(untrained), None, &create)?;
    for _ in 0..games {
        training.play_game()?;
    }
    std::fs::write(file, training.file(Farsighted::PLAYER, Farsighted::NAMES).to_string())?;
    for (name, weight) in Farsighted::NAMES.iter().zip(training.weights()) {
        println!("{name:<22} {weight:>8.4}");
    }
    let mut own = Linear::<Farsighted>::new(LinearSettings::with_weights(training.weights().to_vec()));
    for spec in ["mops", "bridges"] {
        let mut other = create(spec)?;
        let mut won = 0;
        for (pair, opening) in random_openings(size, 50, 2, 1).iter().enumerate() {
            won += duel([&mut own, &mut *other], size, opening, pair as u64)?;
        }
        println!("{won} of 100 paired games against {spec}");
    }
    Ok(())
}

/// Learns from the games that it is asked to play, and saves the weights after each.
fn learn(file: &str) -> Result<(), Box<dyn Error>> {
    let own = load(file)?;
    let file = file.to_string();
    let save = move |weights: &[f64]| {
        let text = WeightsFile::new(Farsighted::PLAYER, Farsighted::NAMES, weights).to_string();
        // A game is not lost because a disk is full.
        if let Err(error) = std::fs::write(&file, text) {
            eprintln!("cannot write {file}: {error}");
        }
    };
    htp(Box::new(Apprentice::new(own, METHOD, Box::new(save))))
}

/// The player with the weights of a file.
fn load(file: &str) -> Result<Linear<Farsighted>, Box<dyn Error>> {
    let weights = WeightsFile::parse(&std::fs::read_to_string(file)?)?
        .weights_of(Farsighted::PLAYER, Farsighted::NAMES)?;
    Ok(Linear::new(LinearSettings::with_weights(weights)))
}

/// Speaks HTP, so that any match runner or user interface can play it.
fn htp(player: Box<dyn Player>) -> Result<(), Box<dyn Error>> {
    let mut engine = Engine::new(HtpSettings::default(), player, Box::new(NoFiles));
    for line in io::stdin().lock().lines() {
        let Some(reply) = engine.answer(&line?, &HtpContext::default()) else { continue };
        io::stdout().write_all(reply.text.as_bytes())?;
        io::stdout().flush()?;
        if reply.quit {
            break;
        }
    }
    Ok(())
}
