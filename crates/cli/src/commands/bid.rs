//! `hexwright bid`: a bid and a move in Bidding Hex, with the reason.

use std::collections::BTreeMap;

use analysis::ChanceDecision;
use anyhow::{Result, bail};
use board::Color;
use chance::{BiddingGame, ChancePlayer, Payment, Seat, fits};

use crate::{chip_args::ChipArgs, output::Answer, position_args::PositionArgs};

/// A position, the purses, and who asks.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    chips: ChipArgs,
    /// Whose bid [default: both]
    #[arg(long = "for", value_name = "COLOUR")]
    color: Option<Color>,
    /// The adviser: exact, sample, sample:FILLINGS or random
    #[arg(long, default_value = "exact")]
    player: ChancePlayer,
    /// Seed of a player that samples
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let position = args.position.position()?;
    let game = BiddingGame::from_position(position, args.chips.rules(), args.chips.purses()?);
    if let Some(winner) = game.winner() {
        bail!(
            "the game is over, {winner} has won: expected a position in which there is something to bid for"
        );
    }
    let size = position.size();
    if args.player == ChancePlayer::Exact && !fits(size) {
        eprintln!("note: a board of {size} is too large for the exact method: random fillings instead");
    }
    if args.chips.rules().payment == Payment::Bank {
        eprintln!(
            "note: chips go to the bank: exact where the discrete game can be solved, otherwise a rule of thumb"
        );
    }
    let mut seat = Seat::new(args.player, args.seed);
    let mut decisions = BTreeMap::new();
    for color in Color::BOTH.into_iter().filter(|&color| args.color.is_none_or(|asked| asked == color)) {
        let Some(advice) = seat.advise(&game, color)? else { continue };
        if args.json {
            decisions.insert(color.to_string(), ChanceDecision::bid(size, &advice));
        } else {
            println!("{color:<6} {}", advice.explain(size));
        }
    }
    if args.json {
        println!("{}", serde_json::to_value(decisions)?);
    }
    Ok(Answer::Done)
}
