//! Clocks of the arena: time for a move, for a game, an increment, and a credit for network delay.
//!
//! All times are milliseconds and come in as arguments; nothing here reads a clock. The lag credit is the same for everyone:
//! so much of every answer's time is not charged. Measured lag would be fairer to distant players, but a player can make its
//! lag look longer than it is.

use serde::{Deserialize, Serialize};

use crate::ArenaError;

/// How time is measured. A limit of 0 is none; at least one of the two limits is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockRules {
    /// Milliseconds for each answer.
    pub per_move: u64,
    /// Milliseconds for all answers of a game together.
    pub per_game: u64,
    /// Milliseconds added to the game's time with each answer.
    pub increment: u64,
    /// Milliseconds of each answer that are not charged.
    pub lag: u64,
}

impl Default for ClockRules {
    fn default() -> Self {
        Self { per_move: 0, per_game: 300_000, increment: 1_000, lag: 100 }
    }
}

impl ClockRules {
    /// The longest time that can be asked for: a week.
    pub const MOST: u64 = 7 * 24 * 3_600_000;

    /// Checks that there is a limit and that no time is absurd.
    ///
    /// # Errors
    /// [`ArenaError::Setting`].
    pub fn checked(self) -> Result<Self, ArenaError> {
        let bad = |found: String, expected: &str| {
            Err(ArenaError::Setting { what: "clock", found, expected: expected.to_string() })
        };
        if self.per_move == 0 && self.per_game == 0 {
            return bad("no limit".to_string(), "time for each move, for the game, or both");
        }
        let longest = [self.per_move, self.per_game, self.increment, self.lag].into_iter().max().unwrap_or(0);
        if longest > Self::MOST {
            return bad(format!("{longest} ms"), "at most a week");
        }
        Ok(self)
    }

    /// The longest time that the next answer may take when so much is left for the game, without the lag credit.
    #[must_use]
    pub const fn allowance(&self, left: u64) -> u64 {
        match (self.per_move, self.per_game) {
            (0, _) => left,
            (per_move, 0) => per_move,
            (per_move, _) => {
                if per_move < left {
                    per_move
                } else {
                    left
                }
            }
        }
    }

    /// The time left for the game after an answer that took `elapsed`; `None` when its time was over.
    #[must_use]
    pub const fn after(&self, left: u64, elapsed: u64) -> Option<u64> {
        let charged = elapsed.saturating_sub(self.lag);
        if charged > self.allowance(left) {
            return None;
        }
        Some(if self.per_game == 0 { left } else { left - charged + self.increment })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_clock_is_charged_beyond_the_lag_and_gets_its_increment() {
        let rules = ClockRules { per_move: 0, per_game: 1000, increment: 50, lag: 20 };
        assert_eq!(rules.after(1000, 10), Some(1050));
        assert_eq!(rules.after(1000, 120), Some(950));
        assert_eq!(rules.after(100, 120), Some(50));
        assert_eq!(rules.after(100, 121), None);
    }

    #[test]
    fn a_move_clock_starts_anew_and_both_limits_hold_together() {
        let rules = ClockRules { per_move: 100, per_game: 0, increment: 0, lag: 0 };
        assert_eq!((rules.after(0, 100), rules.after(0, 101)), (Some(0), None));
        let both = ClockRules { per_move: 100, per_game: 1000, increment: 0, lag: 0 };
        assert_eq!((both.allowance(1000), both.allowance(30)), (100, 30));
        assert_eq!(
            (both.after(1000, 101), both.after(50, 51), both.after(1000, 60)),
            (None, None, Some(940))
        );
    }

    #[test]
    fn a_clock_without_a_limit_is_refused() {
        let none = ClockRules { per_move: 0, per_game: 0, increment: 1, lag: 0 };
        assert!(none.checked().unwrap_err().to_string().contains("expected time"));
        assert!(ClockRules { lag: u64::MAX, ..ClockRules::default() }.checked().is_err());
    }
}
