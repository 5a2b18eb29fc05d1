//! Time controls, and how much of a game's time a move gets.

use std::{fmt, str::FromStr, time::Duration};

use crate::PlayerError;

/// How the time of a game is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeControl {
    /// So much for each move; what is not used is lost.
    PerMove(Duration),
    /// So much for the whole game, and a little more with each move.
    PerGame {
        /// Time at the start.
        main: Duration,
        /// Time added after each move.
        increment: Duration,
    },
}

/// The time reserved for the delay between the player and its clock.
const LAG: Duration = Duration::from_millis(30);

impl TimeControl {
    /// Time on the clock before the first move.
    #[must_use]
    pub const fn start(&self) -> Duration {
        match *self {
            Self::PerMove(time) => time,
            Self::PerGame { main, .. } => main,
        }
    }

    /// The time left after a move that took `used`; `None` when the time is over.
    #[must_use]
    pub fn after_move(&self, left: Duration, used: Duration) -> Option<Duration> {
        match *self {
            Self::PerMove(time) => (used <= time).then_some(time),
            Self::PerGame { increment, .. } => left.checked_sub(used).map(|left| left + increment),
        }
    }

    /// The time that the next move may take, when `left` is on the clock and `empty` cells are on the board. A game of Hex
    /// takes about half of the board; we plan for a third of the empty cells to be ours, and never give one move
    /// more than a fifth of what is left.
    #[must_use]
    pub fn allot(&self, left: Duration, empty: usize) -> Duration {
        match *self {
            Self::PerMove(time) => time.saturating_sub(LAG.min(time / 10)),
            Self::PerGame { increment, .. } => {
                let moves = (empty / 3).max(5) as u32;
                let share = left / moves + increment * 9 / 10;
                share.min(left / 5).saturating_sub(LAG.min(left / 50))
            }
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PerMove(time) => write!(f, "{}s", time.as_secs_f64()),
            Self::PerGame { main, increment } => {
                write!(f, "{}+{}", main.as_secs_f64(), increment.as_secs_f64())
            }
        }
    }
}

impl FromStr for TimeControl {
    type Err = PlayerError;

    /// Reads `1s` or `500ms` (for each move) and `300+2` or `5m+2` (for the game, with seconds added at each move).
    fn from_str(text: &str) -> Result<Self, PlayerError> {
        let bad = || PlayerError::TimeControl { found: text.to_string() };
        match text.split_once('+') {
            None => duration(text).filter(|time| !time.is_zero()).map(Self::PerMove).ok_or_else(bad),
            Some((main, increment)) => {
                let main = duration(main).filter(|time| !time.is_zero()).ok_or_else(bad)?;
                Ok(Self::PerGame { main, increment: duration(increment).ok_or_else(bad)? })
            }
        }
    }
}

/// Reads a time of its own: `30s`, `500ms` or `5m`, more than nothing and up to a day.
///
/// # Errors
/// [`PlayerError::Duration`].
pub fn parse_duration(text: &str) -> Result<Duration, PlayerError> {
    duration(text).filter(|time| !time.is_zero()).ok_or(PlayerError::Duration)
}

/// Reads `2`, `2s`, `500ms` or `5m`, up to a day.
fn duration(text: &str) -> Option<Duration> {
    let text = text.trim();
    let (number, unit) = text.split_at(text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len()));
    let seconds = match unit {
        "" | "s" => 1.0,
        "ms" => 0.001,
        "m" | "min" => 60.0,
        _ => return None,
    } * number.parse::<f64>().ok()?;
    (0.0..=86_400.0).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_and_printed() {
        for (text, printed) in
            [("1s", "1s"), ("250ms", "0.25s"), ("2", "2s"), ("300+2", "300+2"), ("5m+0.5", "300+0.5")]
        {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), printed);
        }
        for text in ["", "x", "-1s", "0", "1h", "1s+", "+", "nan", "inf", "1e9", "99999999s"] {
            let error = text.parse::<TimeControl>().unwrap_err().to_string();
            assert!(error.contains("expected 1s or 500ms for a move"), "{text}: {error}");
        }
    }

    #[test]
    fn a_game_never_plans_beyond_its_clock() {
        let control: TimeControl = "60+1".parse().unwrap();
        let mut left = control.start();
        for empty in (1..=121).rev() {
            let time = control.allot(left, empty);
            assert!(time < left, "{empty} empty, {left:?} left, {time:?} planned");
            left = control.after_move(left, time).unwrap();
        }
        assert_eq!(control.after_move(Duration::from_secs(1), Duration::from_secs(2)), None);
    }
}
