//! Chips and the rules of bidding on the command line.

use anyhow::{Context, Result, bail};
use board::Color;
use chance::{BiddingRules, Payment, Purses, TieRule};

/// Who has how many chips, and the rules of bidding.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Bidding")]
pub(crate) struct ChipArgs {
    /// Black's and White's chips
    #[arg(long, value_name = "BLACK:WHITE", default_value = "100:100", allow_hyphen_values = true)]
    chips: String,
    /// Who holds the advantage chip
    #[arg(long, value_name = "COLOUR", default_value = "black")]
    advantage: Color,
    /// Who moves after equal bids: advantage (the holder of the advantage chip takes the move and hands the chip over, or
    /// declines), coin, black or white
    #[arg(long, default_value = "advantage")]
    ties: TieRule,
    /// Who gets the winning bid: opponent, or bank (poorman games)
    #[arg(long, default_value = "opponent")]
    payment: Payment,
}

impl ChipArgs {
    /// The rules.
    pub(crate) fn rules(&self) -> BiddingRules {
        BiddingRules { ties: self.ties, payment: self.payment }
    }

    /// The purses.
    pub(crate) fn purses(&self) -> Result<Purses> {
        let [black, white] = parse_chips(&self.chips).context("--chips")?;
        Purses::new(black, white, self.advantage).checked().context("--chips")
    }
}

fn parse_chips(text: &str) -> Result<[u32; 2]> {
    let (black, white) = text
        .split_once(':')
        .with_context(|| format!("found '{text}': expected Black's and White's chips, such as 100:100"))?;
    let number = |text: &str, color: Color| {
        text.trim().parse::<u32>().ok().filter(|&chips| chips <= Purses::MOST).with_context(|| {
            format!("found '{text}' for {color}: expected a whole number from 0 to {}", Purses::MOST)
        })
    };
    let chips = [number(black, Color::Black)?, number(white, Color::White)?];
    if chips == [0, 0] {
        bail!("found '{text}': expected at least one chip to bid with");
    }
    Ok(chips)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_chips_and_says_what_is_wrong() {
        assert_eq!(parse_chips("100:7").unwrap(), [100, 7]);
        let message = |text| parse_chips(text).unwrap_err().to_string();
        assert_eq!(message("-5:100"), "found '-5' for black: expected a whole number from 0 to 1000000000");
        assert_eq!(message("5:1.5"), "found '1.5' for white: expected a whole number from 0 to 1000000000");
        assert_eq!(message("0:0"), "found '0:0': expected at least one chip to bid with");
        assert_eq!(message("100"), "found '100': expected Black's and White's chips, such as 100:100");
        assert_eq!(
            message("1:99999999999"),
            "found '99999999999' for white: expected a whole number from 0 to 1000000000"
        );
    }
}
