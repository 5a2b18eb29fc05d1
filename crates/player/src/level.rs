//! Levels for people: `level:n=1` to `level:n=10`.
//!
//! A low level is weak because it sees less, not because it errs on purpose: it looks only around the last stones, knows no
//! bridges, or looks one move ahead. Each level sees more than the one below it, and the page `docs/players.md` has the measured results of each
//! against its neighbours. A level thinks as far as it is meant to and no further, however much time there is; less time can only make it weaker.

use crate::{Choice, Limits, Player, PlayerError, Request, create};

/// One level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rung {
    /// The player behind it.
    pub spec: &'static str,
    /// How many moves it looks ahead, where that means something.
    depth: Option<u32>,
    /// How many positions it looks at or playouts it makes, where that means something.
    nodes: Option<u64>,
    /// What it sees, for a person.
    pub about: &'static str,
}

impl Rung {
    const fn deep(spec: &'static str, depth: u32, about: &'static str) -> Self {
        Self { spec, depth: Some(depth), nodes: None, about }
    }

    const fn wide(spec: &'static str, nodes: u64, about: &'static str) -> Self {
        Self { spec, depth: None, nodes: Some(nodes), about }
    }
}

/// The levels, the first for beginners.
pub const LADDER: [Rung; 10] = [
    Rung::deep("mops:degree=12", 1, "sees only the neighbourhood of the last stones, one move ahead"),
    Rung::deep("mops", 2, "sees the neighbourhood of the last stones, two moves ahead"),
    Rung::deep("hexy:n=0,width=40", 1, "sees the whole board, one move ahead, and knows no bridges"),
    Rung { spec: "bridges", depth: None, nodes: None, about: "knows bridges and follows the shortest paths" },
    Rung::deep("queenbee", 1, "sees that the best way may be blocked, one move ahead"),
    Rung::deep("queenbee", 2, "sees that the best way may be blocked, and looks further along natural moves"),
    Rung::deep("queenbee", 3, "sees that the best way may be blocked, and searches natural moves deep"),
    Rung::wide(
        "playouts",
        2_500,
        "plays 2,500 games to the end in its mind for each move, and sees virtual connections",
    ),
    Rung::wide("playouts", 10_000, "plays ten thousand games in its mind for each move"),
    Rung::wide("playouts", 60_000, "plays sixty thousand games in its mind for each move"),
];

/// A player of one level.
pub struct Leveled {
    level: usize,
    rung: Rung,
    player: Box<dyn Player>,
}

impl Leveled {
    /// The player of a level from 1 to 10.
    ///
    /// # Errors
    /// [`PlayerError::Other`] for another number.
    pub fn new(level: usize) -> Result<Self, PlayerError> {
        let rung = level.checked_sub(1).and_then(|index| LADDER.get(index)).copied().ok_or_else(|| {
            PlayerError::Other(format!("found level {level}: expected 1 to {}", LADDER.len()))
        })?;
        Ok(Self { level, rung, player: create(rung.spec)? })
    }
}

impl Player for Leveled {
    fn name(&self) -> String {
        format!("level:n={}", self.level)
    }

    fn choose(&mut self, request: &Request<'_>) -> Result<Choice, PlayerError> {
        let limits = Limits {
            time: request.limits.time,
            nodes: [request.limits.nodes, self.rung.nodes].into_iter().flatten().min(),
            depth: request.limits.depth.or(self.rung.depth),
        };
        self.player.choose(&request.with_limits(limits))
    }

    fn new_game(&mut self) {
        self.player.new_game();
    }
}
