//! Trains a player by games against itself or others, with temporal differences, hill climbing or both.
//!
//! Everything random follows from the seed and the number of the game, so a training that was saved after any game and goes on
//! later takes the same course. [`Training::file`] is all that has to be saved.

use board::{BoardSize, Color};
use player::{Player, PlayerError, Request};
use players::{WeightsFile, WeightsValue};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};

use crate::{
    At, Climb, Climber, Episode, Event, Learner, LearningError, Temporal, Update, duel, normal::normal,
};

/// Whom the learner plays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Opponent {
    /// Itself as it was before the first game.
    Untrained,
    /// Itself as it is: both sides learn, and every position counts.
    Myself,
    /// Itself as it was after a random number of games.
    Older,
    /// Another player, by its name and settings.
    Player(String),
}

impl std::str::FromStr for Opponent {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(match text {
            "untrained" => Self::Untrained,
            "self" => Self::Myself,
            "older" => Self::Older,
            spec => Self::Player(spec.to_string()),
        })
    }
}

impl std::fmt::Display for Opponent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Untrained => "untrained",
            Self::Myself => "self",
            Self::Older => "older",
            Self::Player(spec) => spec,
        })
    }
}

/// How a player learns. The default is the paper's.
#[derive(Debug, Clone, PartialEq)]
pub struct TrainingSettings {
    /// The board.
    pub size: BoardSize,
    /// Temporal differences, if any.
    pub temporal: Option<Temporal>,
    /// Hill climbing, if any.
    pub climb: Option<Climb>,
    /// Standard deviation of the first weights, which are normal with mean 0. Not below 0.
    pub spread: f64,
    /// Whom the learner plays; one of them at random in each game.
    pub opponents: Vec<Opponent>,
    /// Random stones with which games begin; each opening is played twice, with colours exchanged.
    pub stones: usize,
    /// Everything random follows from this.
    pub seed: u64,
}

impl TrainingSettings {
    /// The paper's settings on a board of this size.
    #[must_use]
    pub fn new(size: BoardSize) -> Self {
        Self {
            size,
            temporal: Some(Temporal::default()),
            climb: Some(Climb::default()),
            spread: 0.05,
            opponents: vec![Opponent::Untrained],
            stones: 0,
            seed: 1,
        }
    }

    /// Whether training can begin.
    ///
    /// # Errors
    /// [`LearningError::Setting`] for the first setting that makes no sense.
    pub fn check(&self) -> Result<(), LearningError> {
        let within = |name, found: f64, is_right: bool, expected| match is_right {
            true => Ok(()),
            false => Err(LearningError::Setting { name, found: found.to_string(), expected }),
        };
        if let Some(Temporal { step, discount, decay, .. }) = self.temporal {
            within("step size of TD", step, step > 0.0 && step <= 1.0, "a number above 0, at most 1")?;
            within("gamma", discount, (0.0..=1.0).contains(&discount), "a number from 0 to 1")?;
            within("lambda", decay, (0.0..=1.0).contains(&decay), "a number from 0 to 1")?;
        }
        if let Some(Climb { step, lifetime }) = self.climb {
            let positive = step > 0.0 && step.is_finite();
            within("step size of hill climbing", step, positive, "a number above 0")?;
            within("lifetime", lifetime.into(), lifetime > 0, "at least 1 game")?;
        }
        let is_spread = self.spread >= 0.0 && self.spread.is_finite();
        within("spread of the first weights", self.spread, is_spread, "0 or a number above")?;
        within("opponents", 0.0, !self.opponents.is_empty(), "at least one")?;
        let most = self.size.cells() / 2;
        within("stones of an opening", self.stones as f64, self.stones <= most, "at most half the board")?;
        within("cells of the board", self.size.cells() as f64, self.size.cells() >= 4, "at least 4")?;
        if self.temporal.is_none() && self.climb.is_none() {
            let found = "neither temporal differences nor hill climbing".to_string();
            return Err(LearningError::Setting { name: "method", found, expected: "at least one of them" });
        }
        Ok(())
    }

    /// The method in a word: `tdleaf+ehc`.
    #[must_use]
    pub const fn method(&self) -> &'static str {
        match (self.temporal, self.climb) {
            (Some(Temporal { at: At::Leaf, .. }), Some(_)) => "tdleaf+ehc",
            (Some(Temporal { at: At::Leaf, .. }), None) => "tdleaf",
            (Some(Temporal { at: At::Root, .. }), Some(_)) => "td+ehc",
            (Some(Temporal { at: At::Root, .. }), None) => "td",
            (None, _) => "ehc",
        }
    }

    /// The settings as entries of a weights file.
    fn entries(&self) -> Vec<(&'static str, WeightsValue)> {
        let mut entries = vec![
            ("training.method", WeightsValue::Text(self.method().to_string())),
            ("training.size", WeightsValue::Text(self.size.to_string())),
            // A seed may have more digits than a number holds.
            ("training.seed", WeightsValue::Text(self.seed.to_string())),
            ("training.spread", WeightsValue::Number(self.spread)),
            ("training.stones", WeightsValue::Number(self.stones as f64)),
            (
                "training.opponents",
                WeightsValue::List(
                    self.opponents.iter().map(|one| WeightsValue::Text(one.to_string())).collect(),
                ),
            ),
        ];
        if let Some(Temporal { update, step, discount, decay, .. }) = self.temporal {
            let update = if update == Update::Online { "online" } else { "offline" };
            entries.extend([
                ("training.update", WeightsValue::Text(update.to_string())),
                ("training.td-step", WeightsValue::Number(step)),
                ("training.gamma", WeightsValue::Number(discount)),
                ("training.lambda", WeightsValue::Number(decay)),
            ]);
        }
        if let Some(Climb { step, lifetime }) = self.climb {
            entries.extend([
                ("training.ehc-step", WeightsValue::Number(step)),
                ("training.lifetime", WeightsValue::Number(lifetime.into())),
            ]);
        }
        entries
    }
}

/// One game of a training.
#[derive(Debug, Clone, PartialEq)]
pub struct CurvePoint {
    /// Whether the learner won it.
    pub won: bool,
    /// The result of hill climbing.
    pub event: Event,
    /// The champion's weights after it; without hill climbing the learner's.
    pub weights: Vec<f64>,
}

/// A player that learns.
pub struct Training<L> {
    settings: TrainingSettings,
    learner: L,
    /// The same player with weights of earlier times.
    earlier: L,
    /// The players among the opponents; `None` for the learner's own selves.
    others: Vec<Option<Box<dyn Player>>>,
    first: Vec<f64>,
    climber: Option<Climber>,
    curve: Vec<CurvePoint>,
}

/// Makes the players that the learner meets.
pub type MakeOpponent<'a> = &'a dyn Fn(&str) -> Result<Box<dyn Player>, PlayerError>;

/// Games between two older selves.
const OLDER: usize = 20;

impl<L: Learner> Training<L> {
    /// A training that begins with random weights, or with those given.
    ///
    /// # Errors
    /// [`LearningError::Setting`], or where an opponent cannot be made.
    pub fn new(
        settings: TrainingSettings,
        player: &L,
        first: Option<&[f64]>,
        make: MakeOpponent<'_>,
    ) -> Result<Self, LearningError> {
        settings.check()?;
        let other = |opponent: &Opponent| match opponent {
            Opponent::Player(spec) => make(spec).map(Some),
            _ => Ok(None),
        };
        let others = settings.opponents.iter().map(other).collect::<Result<_, _>>()?;
        let mut random = Xoshiro256PlusPlus::seed_from_u64(settings.seed);
        let mut drawn: Vec<f64> = player.weights().to_vec();
        drawn.iter_mut().for_each(|weight| *weight = settings.spread * normal(&mut random));
        let first = first.map_or(drawn, <[f64]>::to_vec);
        let mut learner = player.clone();
        learner.set_weights(&first);
        let climber = settings.climb.map(|_| Climber::new(first.clone()));
        Ok(Self { settings, earlier: learner.clone(), learner, others, first, climber, curve: Vec::new() })
    }

    /// The games so far.
    #[must_use]
    pub fn curve(&self) -> &[CurvePoint] {
        &self.curve
    }

    /// The weights before the first game.
    #[must_use]
    pub fn first(&self) -> &[f64] {
        &self.first
    }

    /// The learnt weights: those of the learner, or of the champion while a mutant is on trial.
    #[must_use]
    pub fn weights(&self) -> &[f64] {
        match &self.climber {
            Some(climber) if climber.mutant => &climber.champion,
            _ => self.learner.weights(),
        }
    }

    /// Plays the next game and learns from it.
    ///
    /// # Errors
    /// [`LearningError::Player`] where a player cannot move.
    pub fn play_game(&mut self) -> Result<&CurvePoint, LearningError> {
        let number = self.curve.len();
        let mut random = self.random(2 * number as u64 + 1);
        // Two games in a row begin alike; before the first stone there is nothing to be alike in.
        let mut pair = self.random(2 * (number as u64 / 2) + 2);
        let opening = duel::random_opening(self.settings.size, self.settings.stones, &mut pair);
        let color = Color::BOTH[number % 2];
        let chosen = board::random_below(&mut random, self.settings.opponents.len());
        let opponent = self.settings.opponents[chosen].clone();
        self.prepare(&opponent, &mut random);

        let mut episode =
            self.settings.temporal.map(|temporal| Episode::new(temporal, self.learner.weights().len()));
        let mut game = duel::begin(self.settings.size, &opening)?;
        while game.outcome().is_none() {
            let request = Request::new(&game, random.next_u64());
            let choice = if game.to_move() == color || opponent == Opponent::Myself {
                let choice = self.learner.choose(&request)?;
                if let Some(episode) = &mut episode {
                    episode.seen(&mut self.learner, game.position(), &choice.thoughts.line);
                }
                choice
            } else {
                match &mut self.others[chosen] {
                    Some(player) => player.choose(&request)?,
                    None => self.earlier.choose(&request)?,
                }
            };
            duel::play(&mut game, choice.mv)?;
        }
        let winner = game.outcome().map(|outcome| outcome.winner);
        if let Some(episode) = episode {
            episode.over(&mut self.learner, if winner == Some(Color::Black) { 1.0 } else { -1.0 });
        }
        let won = winner == Some(color);
        let mut event = Event::Nothing;
        if let (Some(climber), Some(climb)) = (&mut self.climber, &self.settings.climb) {
            let mut weights = self.learner.weights().to_vec();
            event = climber.game(climb, won, &mut weights, &mut random);
            self.learner.set_weights(&weights);
        }
        let weights = self.weights().to_vec();
        self.curve.push(CurvePoint { won, event, weights });
        Ok(&self.curve[number])
    }

    /// Gets the opponent ready.
    fn prepare(&mut self, opponent: &Opponent, random: &mut Xoshiro256PlusPlus) {
        match opponent {
            Opponent::Untrained => self.earlier.set_weights(&self.first),
            Opponent::Older => {
                let age = OLDER * board::random_below(random, self.curve.len() / OLDER + 1);
                let weights = age.checked_sub(1).map_or(&self.first, |last| &self.curve[last].weights);
                self.earlier.set_weights(weights);
            }
            Opponent::Myself | Opponent::Player(_) => {}
        }
        self.learner.new_game();
        self.earlier.new_game();
        self.others.iter_mut().flatten().for_each(|player| player.new_game());
    }

    fn random(&self, stream: u64) -> Xoshiro256PlusPlus {
        let start = Xoshiro256PlusPlus::seed_from_u64(self.settings.seed).next_u64();
        Xoshiro256PlusPlus::seed_from_u64(start.wrapping_add(stream))
    }

    /// The weights that were learnt and all that is needed to go on.
    #[must_use]
    pub fn file(&self, player: &str, features: &[&str]) -> WeightsFile {
        let mut file = WeightsFile::new(player, features, self.weights());
        for (key, value) in self.settings.entries() {
            file.set(key, value);
        }
        file.set("training.player", WeightsValue::Text(self.learner.name()));
        file.set("training.games", WeightsValue::Number(self.curve.len() as f64));
        file.set("state.first", WeightsValue::of_numbers(&self.first));
        file.set("state.learner", WeightsValue::of_numbers(self.learner.weights()));
        if let Some(Climber { champion, champion_wins, mutant, games, wins }) = &self.climber {
            file.set("state.champion", WeightsValue::of_numbers(champion));
            let life = [*champion_wins, u32::from(*mutant), *games, *wins].map(f64::from);
            file.set("state.life", WeightsValue::of_numbers(&life));
        }
        let line = |point: &CurvePoint| {
            let event = match point.event {
                Event::Nothing => 0.0,
                Event::Born => 1.0,
                Event::Kept => 2.0,
                Event::Dropped => 3.0,
            };
            let numbers: Vec<f64> = [f64::from(u8::from(point.won)), event]
                .into_iter()
                .chain(point.weights.iter().copied())
                .collect();
            WeightsValue::of_numbers(&numbers)
        };
        file.set("state.curve", WeightsValue::List(self.curve.iter().map(line).collect()));
        file
    }

    /// Goes on where a file was saved, if it is a training with the same settings.
    ///
    /// # Errors
    /// [`LearningError::Checkpoint`] with what was found and expected.
    pub fn resume(&mut self, file: &WeightsFile) -> Result<(), LearningError> {
        let mut expected = self.settings.entries();
        expected.push(("training.player", WeightsValue::Text(self.learner.name())));
        expected.push(("state.first", WeightsValue::of_numbers(&self.first)));
        for (key, value) in expected {
            let found = file.get(key).map_or_else(|| "nothing".to_string(), ToString::to_string);
            if found != value.to_string() {
                return Err(LearningError::Checkpoint(format!("found {key} {found}: expected {value}")));
            }
        }
        let state = self.state(file);
        (self.curve, self.climber) = state.ok_or_else(|| {
            LearningError::Checkpoint("found a damaged state: expected it as it was saved".into())
        })?;
        Ok(())
    }

    fn state(&mut self, file: &WeightsFile) -> Option<(Vec<CurvePoint>, Option<Climber>)> {
        let count = self.first.len();
        let vector = |key| file.get(key).and_then(WeightsValue::numbers).filter(|found| found.len() == count);
        let mut curve = Vec::new();
        for line in file.get("state.curve")?.list()? {
            let numbers = line.numbers().filter(|numbers| numbers.len() == count + 2)?;
            let event = match numbers[1] as u8 {
                0 => Event::Nothing,
                1 => Event::Born,
                2 => Event::Kept,
                3 => Event::Dropped,
                _ => return None,
            };
            curve.push(CurvePoint { won: numbers[0] != 0.0, event, weights: numbers[2..].to_vec() });
        }
        let mut climber = None;
        if self.settings.climb.is_some() {
            let life = file.get("state.life")?.numbers()?;
            let [champion_wins, mutant, games, wins] = life[..] else { return None };
            climber = Some(Climber {
                champion: vector("state.champion")?,
                champion_wins: champion_wins as u32,
                mutant: mutant != 0.0,
                games: games as u32,
                wins: wins as u32,
            });
        }
        self.learner.set_weights(&vector("state.learner")?);
        Some((curve, climber))
    }
}
