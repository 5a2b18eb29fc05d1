//! `hexwright bid`: how much to bid for the next move in Bidding Hex, where to move, and why.

use anyhow::{Result, bail};
use board::Color;
use chance::{Advice, BiddingGame, ChancePlayer, Payment, Reason, Seat, fits};
use serde_json::{Value, json};

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
    /// Who advises: exact, sample, sample:FILLINGS or random
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
    let mut answers = serde_json::Map::new();
    for color in Color::BOTH.into_iter().filter(|&color| args.color.is_none_or(|asked| asked == color)) {
        let Some(advice) = seat.advise(&game, color)? else { continue };
        if args.json {
            answers.insert(color.to_string(), json(&advice, &game));
        } else {
            println!("{color:<6} {}", advice.explain(size));
        }
    }
    if args.json {
        println!("{}", Value::Object(answers));
    }
    Ok(Answer::Done)
}

fn json(advice: &Advice, game: &BiddingGame) -> Value {
    let mut answer = json!({
        "bid": advice.bid,
        "move": game.position().size().name(advice.cell).to_string(),
        "why": advice.reason.to_string(),
    });
    match &advice.reason {
        Reason::Table { chances } => answer["chances"] = (*chances).into(),
        Reason::Richman(margins) | Reason::Sampled(margins, _) => {
            answer["share"] = margins.share.into();
            answer["richman"] = margins.richman.into();
            answer["ideal_bid"] = margins.ideal.into();
        }
        Reason::Random => {}
    }
    answer
}
