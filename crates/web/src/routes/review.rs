//! A game judged move by move.

use std::{
    sync::Mutex,
    time::{Duration, Instant},
};

use axum::{Json, extract::State as Shared, http::StatusCode};
use board::{BoardSize, Color};
use player::{
    Basis, Clock, Judged, Judgement, Review, ReviewLimits, ReviewObserver, ReviewRequest, review,
    review_solver,
};
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::{
    jobs::{Accepted, Asker, accept_within},
    names::{line, name},
};
use crate::{ApiError, State, allowed, body::Body, error::Problem, jobs::Context, position::GameInput};

/// How long a review may take unless the question says so.
const USUAL_MILLISECONDS: u64 = 30_000;
/// How often progress is told.
const INTERVAL: Duration = Duration::from_millis(200);

/// A game to review.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReviewQuestion {
    game: GameInput,
    /// Time for the whole review, in milliseconds.
    #[serde(default)]
    #[schema(maximum = 120_000)]
    milliseconds: Option<u64>,
    /// The player that judges what the solver cannot prove.
    #[serde(default = "usual_player")]
    #[schema(example = "neural")]
    player: String,
}

fn usual_player() -> String {
    "neural".to_string()
}

/// Judges every move of a game. Progress and answer have `positions`: for the position after each number of moves `black` (its
/// chance of winning) and `basis` (`proof`, `estimate` or `unknown`). The answer also has `moves`: each with its `quality` (good,
/// inaccuracy, mistake, blunder, lost, unknown), whether that is `proved`, the mover's chances `before` and `after`, and for a bad
/// move `better`, `better_line`, `refutation`, the `carrier` of the connection that the refutation ends with, and `words`.
#[utoipa::path(post, path = "/api/jobs/review", request_body = ReviewQuestion,
    responses((status = 202, body = Accepted), (status = 400, body = Problem), (status = 429, body = Problem)))]
pub(crate) async fn ask(
    Shared(state): Shared<State>,
    asker: Asker,
    Body(question): Body<ReviewQuestion>,
) -> Result<(StatusCode, Json<Accepted>), ApiError> {
    let game = question.game.game()?;
    allowed::check(&question.player)?;
    let mut player = player::create(&question.player).map_err(ApiError::bad)?;
    let longest = state.jobs.longest();
    let time = Duration::from_millis(question.milliseconds.unwrap_or(USUAL_MILLISECONDS));
    if question.milliseconds.is_some() && time > longest {
        return Err(ApiError::bad(format!("milliseconds: expected at most {}", longest.as_millis())));
    }
    let work = move |context: &Context| {
        let size = game.size();
        let start = Instant::now();
        let watch = Watch { context, size, start, told: Mutex::new(start) };
        let limits = ReviewLimits { time: Some(time.min(context.time_left())), ..ReviewLimits::default() };
        let request = ReviewRequest {
            clock: &watch,
            stop: context.stop(),
            observer: &watch,
            ..ReviewRequest::new(&game, limits)
        };
        let found =
            review(&request, &mut review_solver(), player.as_mut()).map_err(|error| error.to_string())?;
        let mut value = review_json(size, &found);
        value["seconds"] = json!(start.elapsed().as_secs_f64());
        Ok(value)
    };
    accept_within(&state, asker, time, Box::new(work))
}

/// Measures the time and tells what is known a few times a second.
struct Watch<'a> {
    context: &'a Context,
    size: BoardSize,
    start: Instant,
    told: Mutex<Instant>,
}

impl Clock for Watch<'_> {
    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}

impl ReviewObserver for Watch<'_> {
    fn judged(&self, positions: &[Judgement]) {
        let mut told = self.told.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if told.elapsed() >= INTERVAL {
            *told = Instant::now();
            self.context.progress(positions_json(self.size, positions));
        }
    }
}

/// A whole review, as the API and `hexwright review --json` tell it.
#[must_use]
pub fn review_json(size: BoardSize, found: &Review) -> Value {
    let mut value = positions_json(size, &found.positions);
    value["moves"] = found.moves.iter().map(|judged| move_json(size, judged)).collect();
    value
}

fn positions_json(size: BoardSize, positions: &[Judgement]) -> Value {
    let list: Vec<Value> = positions
        .iter()
        .map(|judgement| {
            json!({
                "black": judgement.black,
                "basis": judgement.basis.name(),
                "best": judgement.best.map(|cell| name(size, cell)),
            })
        })
        .collect();
    let known = positions.iter().filter(|judgement| judgement.basis != Basis::Unknown).count();
    json!({ "known": known, "positions": list })
}

fn move_json(size: BoardSize, judged: &Judged) -> Value {
    let [before, after] = judged.chances;
    json!({
        "number": judged.number,
        "colour": judged.color.to_string(),
        "move": judged.mv.name(size).to_string(),
        "quality": judged.quality.name(),
        "proved": judged.proved,
        "before": before,
        "after": after,
        "better": judged.better.map(|mv| mv.name(size).to_string()),
        "better_line": line(size, &judged.better_line),
        "refutation": line(size, &judged.refutation),
        "carrier": line(size, &judged.carrier),
        "words": judged.in_words(size, Color::BOTH.map(capital)),
    })
}

/// How sentences call a colour.
const fn capital(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}
