//! The two players' clocks, and how long the next move may take.
//!
//! HTP counts a game's time down for each colour and lets the controller set it. Until it does, a move takes what
//! the settings say (or the player's own default) and the clocks only run along.

use std::time::Duration;

use board::Color;
use player::TimeControl;

use super::{Arguments, Failure};

/// A game's time where nothing else is said, as other HTP programs have it.
const DEFAULT_GAME_TIME: Duration = Duration::from_secs(1800);

/// The clocks of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clocks {
    control: Option<TimeControl>,
    game_time: Duration,
    left: [Duration; 2],
}

impl Clocks {
    /// Clocks under a time control; without one, the players' own defaults hold.
    #[must_use]
    pub fn new(control: Option<TimeControl>) -> Self {
        let game_time = match control {
            Some(TimeControl::PerGame { main, .. }) => main,
            _ => DEFAULT_GAME_TIME,
        };
        Self { control, game_time, left: [game_time; 2] }
    }

    /// Both clocks show the time of a whole game again.
    pub fn restart(&mut self) {
        self.left = [self.game_time; 2];
    }

    /// The time control in force, if any.
    #[must_use]
    pub const fn control(&self) -> Option<TimeControl> {
        self.control
    }

    /// The initial time of a game's clock.
    #[must_use]
    pub const fn game_time(&self) -> Duration {
        self.game_time
    }

    /// Sets the time of a game: from now on moves are planned by it.
    pub fn set_game_time(&mut self, time: Duration) {
        self.game_time = time;
        self.restart();
        self.plan_by_the_game();
    }

    /// The time on a clock.
    #[must_use]
    pub const fn left(&self, color: Color) -> Duration {
        self.left[color.index()]
    }

    /// Sets a clock: from now on moves are planned by it.
    pub fn set_left(&mut self, color: Color, time: Duration) {
        self.left[color.index()] = time;
        self.plan_by_the_game();
    }

    /// The time that the next move may take; `None` for the player's own default.
    #[must_use]
    pub fn allot(&self, color: Color, empty: usize) -> Option<Duration> {
        self.control.map(|control| control.allot(self.left(color), empty))
    }

    /// Charges a move to a clock, which stops at zero.
    pub fn charge(&mut self, color: Color, used: Duration) {
        let left = self.left(color).saturating_sub(used);
        let increment = match self.control {
            Some(TimeControl::PerGame { increment, .. }) => increment,
            _ => Duration::ZERO,
        };
        self.left[color.index()] = left + increment;
    }

    fn plan_by_the_game(&mut self) {
        let increment = match self.control {
            Some(TimeControl::PerGame { increment, .. }) => increment,
            _ => Duration::ZERO,
        };
        self.control = Some(TimeControl::PerGame { main: self.game_time, increment });
    }
}

/// Seconds as replies show them: as many decimals as there are, at most three.
pub(crate) fn seconds(time: Duration) -> String {
    ((time.as_secs_f64() * 1000.0).round() / 1000.0).to_string()
}

/// Reads an argument in seconds, up to about four months.
pub(crate) fn read_seconds(arguments: &Arguments, number: usize) -> Result<Duration, Failure> {
    arguments.number(number, 0.0..=1e7).map(Duration::from_secs_f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_planned_by_whatever_was_said_last() {
        let mut clocks = Clocks::new(None);
        assert_eq!(clocks.allot(Color::Black, 121), None);
        clocks.charge(Color::Black, Duration::from_secs(3));
        assert_eq!(clocks.left(Color::Black), Duration::from_secs(1797));
        clocks.set_left(Color::White, Duration::from_secs(10));
        let planned = clocks.allot(Color::White, 121).unwrap();
        assert!(planned > Duration::from_millis(100) && planned < Duration::from_secs(1), "{planned:?}");
        clocks.charge(Color::White, Duration::from_secs(11));
        assert_eq!(clocks.left(Color::White), Duration::ZERO);
        assert_eq!(clocks.allot(Color::White, 121), Some(Duration::ZERO));
        clocks.restart();
        assert_eq!(clocks.left(Color::White), Duration::from_secs(1800));
    }

    #[test]
    fn a_time_per_move_is_not_used_up() {
        let mut clocks = Clocks::new(Some("2s".parse().unwrap()));
        clocks.charge(Color::Black, Duration::from_secs(5000));
        assert!(clocks.allot(Color::Black, 50).unwrap() > Duration::from_secs(1));
        let mut clocks = Clocks::new(Some("60+2".parse().unwrap()));
        clocks.charge(Color::Black, Duration::from_secs(5));
        assert_eq!(clocks.left(Color::Black), Duration::from_secs(57));
    }
}
