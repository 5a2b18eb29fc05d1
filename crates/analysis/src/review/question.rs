//! A review as a question on the wire.

use std::time::Duration;

use board::{BoardSize, Color};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    Basis, Judged, Judgement, Review, ReviewLimits, ReviewObserver, ReviewRequest, review, review_solver,
};
use crate::{
    AnswerProgress, Context, Error, GameInput, Question, Service, Task,
    names::{CellName, ColorName, MoveName, line, name},
    service::Interval,
};

/// How long a review may take unless the question says so.
const USUAL: Duration = Duration::from_secs(30);

/// A game to review.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReviewQuestion {
    /// The game.
    pub game: GameInput,
    /// Time for the whole review, in milliseconds.
    #[serde(default)]
    #[schema(maximum = 120_000)]
    pub milliseconds: Option<u64>,
    /// The player that judges what the solver cannot prove.
    #[serde(default = "usual_player")]
    #[schema(example = "neural")]
    pub player: String,
}

fn usual_player() -> String {
    "neural".to_string()
}

/// The knowledge about a position of the game.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct JudgedPosition {
    /// Black's chance of winning, from 0 to 1.
    pub black: f64,
    /// `proof`, `estimate` or `unknown`.
    pub basis: String,
    /// The best move that is known.
    #[schema(value_type = Option<CellName>)]
    pub best: Option<String>,
}

/// A move of the game and what it was worth.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct JudgedMove {
    /// Counted from 1.
    pub number: usize,
    /// The side that made it.
    #[schema(value_type = ColorName)]
    pub colour: String,
    /// The move.
    #[serde(rename = "move")]
    #[schema(value_type = MoveName)]
    pub mv: String,
    /// `good`, `inaccuracy`, `mistake`, `blunder`, `lost` or `unknown`.
    pub quality: String,
    /// Whether the quality is proved.
    pub proved: bool,
    /// The mover's chance before the move, including the swap if it could swap.
    pub before: f64,
    /// The mover's chance after it.
    pub after: f64,
    /// For a bad move: the better one, which may be a swap.
    #[schema(value_type = Option<MoveName>)]
    pub better: Option<String>,
    /// The line of play after the better move.
    #[schema(value_type = Vec<CellName>)]
    pub better_line: Vec<String>,
    /// How the opponent refutes a bad move.
    #[schema(value_type = Vec<CellName>)]
    pub refutation: Vec<String>,
    /// The cells over which the opponent is connected at the end of a proved refutation.
    #[schema(value_type = Vec<CellName>)]
    pub carrier: Vec<String>,
    /// The judgement in words.
    pub words: String,
}

/// The positions judged so far.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct ReviewProgress {
    /// The number of known ones.
    pub known: usize,
    /// The position after each number of moves.
    pub positions: Vec<JudgedPosition>,
}

/// A game judged move by move.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct ReviewAnswer {
    /// The size of the board.
    pub size: String,
    /// The positions.
    #[serde(flatten)]
    pub positions: ReviewProgress,
    /// The moves.
    pub moves: Vec<JudgedMove>,
    /// Time that the review took.
    pub seconds: f64,
}

impl Question for ReviewQuestion {
    type Answer = ReviewAnswer;

    fn prepare(self, service: &Service) -> Result<Task<ReviewAnswer>, Error> {
        let game = self.game.game()?;
        let mut player = (service.make_player)(&self.player)?;
        let time = service.time(self.milliseconds, USUAL)?;
        let mut solver = review_solver(service.archive.clone());
        Ok(Task::new(time, move |context| {
            let size = game.size();
            let watch = Watch { context, size, interval: Interval::default() };
            let limits = ReviewLimits { time: Some(time), ..ReviewLimits::default() };
            let request = ReviewRequest {
                clock: context.clock,
                stop: context.stop,
                observer: &watch,
                ..ReviewRequest::new(&game, limits)
            };
            let found = review(&request, &mut solver, player.as_mut())?;
            Ok(ReviewAnswer::of(size, &found, context.clock.elapsed()))
        }))
    }
}

/// Tells what is known a few times a second.
struct Watch<'a> {
    context: &'a Context<'a>,
    size: BoardSize,
    interval: Interval,
}

impl ReviewObserver for Watch<'_> {
    fn judged(&self, positions: &[Judgement]) {
        if self.interval.is_due(self.context.clock) {
            (self.context.hear)(AnswerProgress::Review(ReviewProgress::of(self.size, positions)));
        }
    }
}

impl ReviewProgress {
    fn of(size: BoardSize, positions: &[Judgement]) -> Self {
        let position = |judgement: &Judgement| JudgedPosition {
            black: judgement.black,
            basis: judgement.basis.name().to_string(),
            best: judgement.best.map(|cell| name(size, cell)),
        };
        Self {
            known: positions.iter().filter(|judgement| judgement.basis != Basis::Unknown).count(),
            positions: positions.iter().map(position).collect(),
        }
    }
}

impl ReviewAnswer {
    /// A review on the wire.
    #[must_use]
    pub fn of(size: BoardSize, found: &Review, time: Duration) -> Self {
        Self {
            size: size.to_string(),
            positions: ReviewProgress::of(size, &found.positions),
            moves: found.moves.iter().map(|judged| JudgedMove::of(size, judged)).collect(),
            seconds: time.as_secs_f64(),
        }
    }
}

impl JudgedMove {
    fn of(size: BoardSize, judged: &Judged) -> Self {
        let [before, after] = judged.chances;
        Self {
            number: judged.number,
            colour: judged.color.to_string(),
            mv: judged.mv.name(size).to_string(),
            quality: judged.quality.name().to_string(),
            proved: judged.proved,
            before,
            after,
            better: judged.better.map(|mv| mv.name(size).to_string()),
            better_line: line(size, &judged.better_line),
            refutation: line(size, &judged.refutation),
            carrier: line(size, &judged.carrier),
            words: judged.in_words(size, Color::BOTH.map(capital)),
        }
    }
}

/// How sentences call a colour.
const fn capital(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}
