//! Levels for people: `level:n=1` to `level:n=10`.
//!
//! Every level plays with the network of `neural`. Low levels play at first sight: they draw a move among those that the
//! network finds plausible, the more evenly the lower the level. High levels search, with more visits each. Low levels also keep
//! what a person keeps who has learnt about bridges: they answer an intrusion, and they join their edges when one stone does it.
//! The page `docs/explanation/players.md` has the measured results of each level against the one below. A level thinks as far as
//! it is meant to and no further, however much time there is; less time can only make it weaker.

use player::{Choice, Cost, Player, PlayerError, PlayerKind, Request, Setting};

use crate::{
    BridgeDistance, Neural, NeuralSettings,
    bridges::{on_the_paths, rescue},
    neural::POSITION_BYTES,
    sense,
};

/// One level.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LevelSettings {
    /// Visits of the root for each move; 1 plays at first sight.
    pub visits: u64,
    /// How evenly a move is drawn among the plausible ones: 0 takes the best.
    pub temperature: f32,
    /// The share of the best move's weight that a move needs to be plausible.
    pub plausible: f32,
    /// How it plays, for a person.
    pub about: &'static str,
}

impl LevelSettings {
    /// Draws a move at first sight.
    const fn instinct(temperature: f32, plausible: f32, about: &'static str) -> Self {
        Self { visits: 1, temperature, plausible, about }
    }

    /// Searches and takes the best move.
    const fn search(visits: u64, about: &'static str) -> Self {
        Self { visits, temperature: 0.0, plausible: 0.0, about }
    }

    /// Whether it answers intrusions and joins its edges before it thinks: a search sees that by itself, and when it is not needed.
    const fn has_habits(&self) -> bool {
        self.visits == 1
    }
}

/// The levels, the first for beginners.
pub const LADDER: [LevelSettings; 10] = [
    LevelSettings::instinct(
        8.0,
        0.0005,
        "for a first game: keeps its bridges and finishes a win, and often misses where to play",
    ),
    LevelSettings::instinct(8.0, 0.002, "knows good shapes and mixes them with stray moves"),
    LevelSettings::instinct(3.0, 0.002, "builds towards its edges and often overlooks a threat"),
    LevelSettings::instinct(2.1, 0.002, "has a plan and loses the thread now and then"),
    LevelSettings::instinct(1.55, 0.002, "plays soundly, with a loose hand"),
    LevelSettings::instinct(1.1, 0.002, "plays what a strong player thinks of first, and slips now and then"),
    LevelSettings::instinct(0.0, 0.0, "plays what a strong player thinks of first, without reading ahead"),
    LevelSettings::search(5, "reads a few moves ahead"),
    LevelSettings::search(32, "reads the fights that matter"),
    LevelSettings::search(128, "the strongest level: reads deeply and seldom errs"),
];

/// Positions that a level keeps, at most.
const POSITIONS: usize = 20_000;

pub(crate) const KIND: PlayerKind = PlayerKind {
    name: "level",
    about: "a level for people",
    settings: &[Setting::level("n", &ABOUT, "the level, 1 for beginners").default("5")],
    cost: Cost::bytes((64 << 20) + POSITIONS as u64 * POSITION_BYTES),
    make: |spec, _| Ok(Box::new(Leveled::new(spec.whole("n"))?)),
};

/// How each level plays.
const ABOUT: [&str; LADDER.len()] = {
    let mut about = [""; LADDER.len()];
    let mut index = 0;
    while index < about.len() {
        about[index] = LADDER[index].about;
        index += 1;
    }
    about
};

/// A player of one level.
pub struct Leveled {
    level: usize,
    rung: LevelSettings,
    player: Neural,
}

impl Leveled {
    /// The player of a level from 1 to 10.
    ///
    /// # Errors
    /// [`PlayerError::Setting`] for another number.
    pub fn new(level: usize) -> Result<Self, PlayerError> {
        let rung = level.checked_sub(1).and_then(|index| LADDER.get(index)).copied().ok_or_else(|| {
            PlayerError::Setting {
                player: KIND.name.to_string(),
                found: format!("n={level}"),
                expected: format!("a level from 1 to {}", LADDER.len()),
            }
        })?;
        let settings = NeuralSettings {
            visits: Some(rung.visits),
            temperature: rung.temperature,
            plausible: rung.plausible,
            positions: POSITIONS,
            ..NeuralSettings::default()
        };
        Ok(Self { level, rung, player: Neural::embedded(settings) })
    }
}

impl Player for Leveled {
    fn name(&self) -> String {
        format!("level:n={}", self.level)
    }

    fn choose(&mut self, request: &Request<'_>) -> Result<Choice, PlayerError> {
        // The swap and the first stone are the same for all levels: what is known, or what the network judged with a search.
        if let Some(choice) = sense::before_thinking(request)? {
            return Ok(choice);
        }
        if self.rung.has_habits()
            && let Some(choice) = habit(request)
        {
            return Ok(choice);
        }
        self.player.choose(request)
    }

    fn new_game(&mut self) {
        self.player.new_game();
    }
}

/// The instinctive play of a player who knows bridges: answers an intrusion, and joins the edges over bridges where one
/// stone does it.
fn habit(request: &Request<'_>) -> Option<Choice> {
    let position = request.game.position();
    let size = position.size();
    if let Some(last) = request.game.turns().last().and_then(|turn| turn.mv.cell())
        && let Some(cell) = rescue(position, last)
    {
        return Some(Choice::place(cell, format!("saves the bridge that {} intrudes into", size.name(last))));
    }
    let distance = BridgeDistance::of(position, position.to_move());
    (distance.total(position) == Some(1)).then(|| {
        Choice::place(on_the_paths(position, request.seed), "joins the edges, with bridges as joined")
    })
}
