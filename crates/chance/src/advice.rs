//! Advice on the bid and the move, with the reason.
//!
//! With real bids Richman's theorem says it all: a player whose share of the chips exceeds its Richman value by some
//! surplus keeps it by bidding half the criticality of the best cell, `d` chips, and moving there. With whole chips a bid of
//! `k` instead of `d` changes the surplus: by `d - k` if it wins, by at least `k + 1 - d` if it is outbid, and in a tie by
//! `d - k` or `k - d`, depending on the side that moves. The bid with the best worst case is
//!
//! * `d` rounded down for a player that moves in a tie anyway, for the holder of the advantage chip, and where a coin decides (the
//!   tie is then even on average);
//! * the whole number next to `d - 1/4` for a player that faces the advantage chip, counted as half a chip: the holder either
//!   takes the move and hands it over (`k - d + 1/2`) or declines (`d - k`);
//! * the whole number next to `d` for a player that never moves in a tie.

use std::fmt;

use board::{BoardSize, Cell, Color};

use crate::{Analysis, BiddingRules, Payment, Purses, TieRule};

/// A bid and a move.
#[derive(Debug, Clone, PartialEq)]
pub struct Advice {
    /// How many chips to bid.
    pub bid: u32,
    /// Where to move if the bid wins.
    pub cell: Cell,
    /// Why.
    pub reason: Reason,
}

/// Why a bid is advised.
#[derive(Debug, Clone, PartialEq)]
pub enum Reason {
    /// The discrete game is solved: this bid guarantees these chances to win, and no bid guarantees more.
    Table {
        /// The bidder's chances to win, 0 to 1.
        chances: f64,
    },
    /// Richman's value, exactly.
    Richman(Margins),
    /// Richman's value, from random fillings.
    Sampled(Margins, u64),
    /// No reason at all: at random.
    Random,
}

/// The numbers behind a bid by Richman's value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Margins {
    /// The bidder.
    pub color: Color,
    /// Its share of all chips, the advantage chip counted as half a chip.
    pub share: f64,
    /// The share above which it wins with real bids.
    pub richman: f64,
    /// The best real bid, in chips.
    pub ideal: f64,
    /// Whether chips go to the bank, so that Richman's theorem does not hold and the bid is a rule of thumb.
    pub rule_of_thumb: bool,
}

impl Margins {
    /// The margins at a position of which these are the value and the best bid as a share of all chips.
    #[must_use]
    pub fn new(color: Color, richman: f64, bid: f64, rules: BiddingRules, purses: Purses) -> Self {
        let total = f64::from(purses.total());
        let bonus =
            |holder| if rules.ties == TieRule::Advantage && purses.advantage == holder { 0.5 } else { 0.0 };
        let own = f64::from(purses.of(color)) + bonus(color);
        let all = total + bonus(Color::Black) + bonus(Color::White);
        let rule_of_thumb = rules.payment == Payment::Bank;
        // Whether the bidder moves or is paid should make as much difference to its share as the best cell makes to
        // Richman's value. A bid of x makes a difference of 2 x / total if the opponent gets it, and of x / (total - x) if
        // the bank does.
        let ideal = if rule_of_thumb { 2.0 * bid * total / (1.0 + 2.0 * bid) } else { bid * total };
        Self { color, share: if all > 0.0 { own / all } else { 0.5 }, richman, ideal, rule_of_thumb }
    }

    /// The margins by an exact analysis.
    #[must_use]
    pub fn exact(color: Color, analysis: &Analysis, rules: BiddingRules, purses: Purses) -> Self {
        Self::new(color, analysis.richman(color), analysis.bid(), rules, purses)
    }

    /// The ideal bid in whole chips, with the best worst case under the tie rule; never more than the bidder has, nor more
    /// than it takes to outbid all that the opponent has.
    #[must_use]
    pub fn whole_bid(&self, rules: BiddingRules, purses: Purses) -> u32 {
        let color = self.color;
        let rounded = match rules.ties {
            TieRule::Coin => self.ideal.floor(),
            TieRule::Always(mover) if mover == color => self.ideal.floor(),
            TieRule::Always(_) => self.ideal.round(),
            TieRule::Advantage if purses.advantage == color => self.ideal.floor(),
            TieRule::Advantage => (self.ideal - 0.25).round(),
        };
        let enough = match rules.ties {
            TieRule::Always(mover) if mover == color => purses.of(color.opponent()),
            _ => purses.of(color.opponent()) + 1,
        };
        (rounded.max(0.0) as u32).min(purses.of(color)).min(enough)
    }
}

impl Advice {
    /// Prints the advice in a sentence or two.
    #[must_use]
    pub fn explain(&self, size: BoardSize) -> String {
        format!("bid {} and move at {}: {}", self.bid, size.name(self.cell), self.reason)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Table { chances } if *chances == 1.0 => {
                f.write_str("the game with whole chips is solved from here, and this wins against any bids")
            }
            Self::Table { chances } => write!(
                f,
                "the game with whole chips is solved from here, and this wins with probability {chances:.4} at least"
            ),
            Self::Richman(margins) => margins.fmt(f),
            Self::Sampled(margins, fillings) => write!(f, "{margins} (from {fillings} random fillings)"),
            Self::Random => f.write_str("at random"),
        }
    }
}

impl fmt::Display for Margins {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { color, share, richman, ideal, rule_of_thumb } = *self;
        let (share, richman) = (100.0 * share, 100.0 * richman);
        let standing = if share > richman { "ahead" } else { "not ahead" };
        write!(
            f,
            "{color} wins with more than {richman:.3} % of the chips and has {share:.3} % ({standing}); half the \
             criticality of the best cell is worth {ideal:.2} chips"
        )?;
        if rule_of_thumb {
            f.write_str("; chips go to the bank, where Richman's theorem does not hold: a rule of thumb")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bid(ideal: f64, ties: TieRule, purses: Purses) -> u32 {
        let rules = BiddingRules { ties, payment: Payment::Opponent };
        let total = f64::from(purses.total());
        Margins::new(Color::Black, 0.5, ideal / total, rules, purses).whole_bid(rules, purses)
    }

    /// The worst that can happen to the surplus with a bid of `k`, by the definition: over all bids of the opponent, and
    /// over both choices in a tie (the advantage chip counted as half a chip).
    fn worst(ideal: f64, k: f64, ties: TieRule, holds: bool) -> f64 {
        let (wins, outbid) = (ideal - k, k + 1.0 - ideal);
        let tie = match ties {
            TieRule::Coin => 0.0,
            TieRule::Always(Color::Black) => ideal - k,
            TieRule::Always(Color::White) => k - ideal,
            TieRule::Advantage if holds => (ideal - k - 0.5).max(k - ideal),
            TieRule::Advantage => (k - ideal + 0.5).min(ideal - k),
        };
        wins.min(outbid).min(tie)
    }

    #[test]
    fn the_bid_has_the_best_worst_case() {
        let rules =
            [TieRule::Advantage, TieRule::Coin, TieRule::Always(Color::Black), TieRule::Always(Color::White)];
        for ties in rules {
            for holder in Color::BOTH {
                for hundredth in 0..500 {
                    // Off the borders at which two bids are equally good.
                    let ideal = f64::from(hundredth) / 100.0 + 0.005;
                    let purses = Purses::new(100, 100, holder);
                    let worst = |k: u32| worst(ideal, f64::from(k), ties, holder == Color::Black);
                    let best = (0..10).map(worst).fold(f64::NEG_INFINITY, f64::max);
                    let found = worst(bid(ideal, ties, purses));
                    assert!(found >= best - 1e-9, "{ideal} {ties} {holder}: {found}, but {best} is possible");
                }
            }
        }
    }

    #[test]
    fn bids_stay_within_the_purse_and_below_waste() {
        let advantage = TieRule::Advantage;
        assert_eq!(bid(50.0, advantage, Purses::new(20, 80, Color::Black)), 20);
        assert_eq!(bid(50.0, advantage, Purses::new(97, 3, Color::White)), 4);
        assert_eq!(bid(50.0, TieRule::Always(Color::Black), Purses::new(97, 3, Color::White)), 3);
        assert_eq!(bid(0.0, advantage, Purses::new(0, 0, Color::White)), 0);
    }
}
