//! The arguments of `hexwright play` that only Random-Turn Hex and Bidding Hex know.

use std::{path::PathBuf, str::FromStr};

use anyhow::{Context, Result};
use board::{BoardSize, Position};
use chance::{ChancePlayer, Coin, Variant};
use record::TextStyle;

use super::chance::{Setup, run, show_replay};
use crate::{chip_args::ChipArgs, output::Answer, record_input};

/// The options of a game of chance besides the board and the players.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Random-Turn and Bidding Hex")]
pub(crate) struct ChanceArgs {
    /// The probability that Black moves, in Random-Turn Hex
    #[arg(long, value_name = "P", default_value_t = 0.5)]
    coin: f64,
    #[command(flatten)]
    chips: ChipArgs,
}

/// Who sits on one side: a person, or one of the players of chance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Side(Option<ChancePlayer>);

impl FromStr for Side {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "human" {
            return Ok(Self(None));
        }
        text.parse()
            .map(|player| Self(Some(player)))
            .map_err(|_| format!("found '{text}': expected human, exact, sample, sample:FILLINGS or random"))
    }
}

/// The settings that all games of `hexwright play` share.
pub(super) struct Common<'a> {
    pub(super) start: Position,
    /// Who plays Black and White.
    pub(super) players: [&'a str; 2],
    pub(super) seed: u64,
    pub(super) save: Option<PathBuf>,
    pub(super) style: TextStyle,
}

impl ChanceArgs {
    /// Plays Random-Turn Hex at this terminal.
    pub(super) fn play_random_turn(&self, common: Common<'_>) -> Result<Answer> {
        play(Variant::RandomTurn(Coin::new(self.coin)?), common)
    }

    /// Plays Bidding Hex at this terminal.
    pub(super) fn play_bidding(&self, common: Common<'_>) -> Result<Answer> {
        play(Variant::Bidding(self.chips.rules(), self.chips.purses()?), common)
    }
}

fn play(variant: Variant, common: Common<'_>) -> Result<Answer> {
    let side = |name: &str| name.parse::<Side>().map(|side| side.0).map_err(anyhow::Error::msg);
    let [black, white] = common.players;
    let setup = Setup {
        start: common.start,
        variant,
        players: [side(black)?, side(white)?],
        seed: common.seed,
        save: common.save,
        style: common.style,
    };
    run(&setup, &mut std::io::stdin().lock(), &mut std::io::stdout().lock())
}

/// Shows the game of chance that a file holds, move by move.
pub(super) fn replay_file(file: &str, style: TextStyle) -> Result<Answer> {
    let records = record_input::read(file, BoardSize::square(11)?)?;
    let record = records.first().with_context(|| format!("{file}: found no game: expected one"))?;
    show_replay(record, style, &mut std::io::stdout().lock()).with_context(|| file.to_owned())
}
