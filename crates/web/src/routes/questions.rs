//! Questions to the crate `analysis`: each is a job whose body is the question and whose result is the answer. Short ones
//! are answered at once.

use std::{
    sync::Mutex,
    time::{Duration, Instant},
};

use analysis::{
    AnswerProgress, BetweenQuestion, ChanceGame, ChanceQuestion, ChanceReadQuestion, ChanceReviewQuestion,
    ChanceText, ChanceWriteQuestion, ConnectionsQuestion, DecisionQuestion, DecompositionQuestion,
    EvaluateQuestion, InferiorQuestion, LocalGamesQuestion, MoveQuestion, MustPlayQuestion, OpeningMap,
    OpeningsQuestion, PlayOutAnswer, PlayOutQuestion, PlayerInfo, PlayersQuestion, Question, ReadQuestion,
    RecordTree, ReplyQuestion, ReviewQuestion, SolveQuestion, WriteQuestion, WrittenText,
};
use axum::{Json, extract::State as Shared, http::StatusCode};
use player::Clock;
use serving::{Accepted, ApiError, Asker, Body, JobContext, PathParameter, Problem, accept_within, aside};

use crate::State;

/// The time since a job began.
struct Running(Instant);

impl Clock for Running {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// Takes a question on as a job.
fn ask<Q: Question>(
    state: &State,
    asker: Asker,
    question: Q,
) -> Result<(StatusCode, Json<Accepted>), ApiError> {
    let task = question.prepare(&state.service).map_err(ApiError::bad)?;
    let time = task.time;
    let work = move |job: &JobContext| {
        // Questions may tell their progress from several threads, a job from one.
        let told = Mutex::new(job);
        let hear = |progress: AnswerProgress| {
            if let Ok(value) = serde_json::to_value(progress) {
                told.lock().unwrap_or_else(std::sync::PoisonError::into_inner).progress(value);
            }
        };
        let context = analysis::Context { clock: &Running(Instant::now()), stop: job.stop(), hear: &hear };
        let answer = task.answer(&context).map_err(|error| error.to_string())?;
        serde_json::to_value(answer).map_err(|error| error.to_string())
    };
    accept_within(&state.jobs, asker, time, Box::new(work))
}

/// Answers a question that is no job, because it is soon done.
async fn answer_at_once<Q: Question>(state: State, question: Q) -> Result<Json<Q::Answer>, ApiError> {
    aside(move || {
        let task = question.prepare(&state.service).map_err(ApiError::bad)?;
        task.answer(&analysis::Context::default()).map(Json).map_err(ApiError::bad)
    })
    .await
}

macro_rules! questions {
    ($($(#[$about:meta])* $name:ident: $question:ty, $path:literal;)*) => { $(
        $(#[$about])*
        #[utoipa::path(post, path = $path, request_body = $question,
            responses((status = 202, body = Accepted), (status = 400, body = Problem), (status = 429, body = Problem)))]
        pub(crate) async fn $name(
            Shared(state): Shared<State>,
            asker: Asker,
            Body(question): Body<$question>,
        ) -> Result<(StatusCode, Json<Accepted>), ApiError> {
            ask(&state, asker, question)
        }
    )* };
}

questions! {
    /// Proves who wins: a `SolveAnswer`, progress is a `SolveProgress`.
    solve: SolveQuestion, "/api/jobs/solve";
    /// The winner's answer to a stone of the loser: a `ReplyAnswer`.
    reply: ReplyQuestion, "/api/jobs/reply";
    /// All connections of a group, an edge or an empty cell: a `ConnectionsAnswer`.
    connections: ConnectionsQuestion, "/api/jobs/connections";
    /// The connections of two ends, with the proof of the first: a `BetweenAnswer`.
    between: BetweenQuestion, "/api/jobs/connections/between";
    /// The must-play region of the side to move: a `MustPlayAnswer`.
    must_play: MustPlayQuestion, "/api/jobs/must-play";
    /// Cells that need not be searched, with the reasons: an `InferiorAnswer`.
    inferior: InferiorQuestion, "/api/jobs/inferior";
    /// Evaluates a position without search: an `EvaluateAnswer`.
    evaluate: EvaluateQuestion, "/api/jobs/evaluate";
    /// Asks a player for its move: a `MoveAnswer`, progress is `Thoughts`.
    choose: MoveQuestion, "/api/jobs/move";
    /// Judges every move of a game: a `ReviewAnswer`, progress is a `ReviewProgress`.
    review: ReviewQuestion, "/api/jobs/review";
    /// The local games of a position, as the program's books divide it: a `LocalGamesAnswer`.
    local_games: LocalGamesQuestion, "/api/jobs/local-games";
    /// Proves who wins by Yang's rules, with the rule behind each move: a `DecompositionAnswer`.
    decomposition: DecompositionQuestion, "/api/jobs/decomposition";
    /// The value of Random-Turn Hex and the critical cells: a `ChanceAnswer`.
    chance: ChanceQuestion, "/api/jobs/chance";
    /// Asks a player of chance for its next decision: a `ChanceDecision`.
    chance_decision: DecisionQuestion, "/api/jobs/chance/decision";
    /// Judges every move of a game of chance: a `ChanceReviewAnswer`, progress is a `ChanceProgress`.
    chance_review: ChanceReviewQuestion, "/api/jobs/chance/review";
}

macro_rules! short_questions {
    ($($(#[$about:meta])* $name:ident: $question:ty => $answer:ty, $path:literal;)*) => { $(
        $(#[$about])*
        #[utoipa::path(post, path = $path, request_body = $question,
            responses((status = 200, body = $answer), (status = 400, body = Problem)))]
        pub(crate) async fn $name(
            Shared(state): Shared<State>,
            Body(question): Body<$question>,
        ) -> Result<Json<$answer>, ApiError> {
            answer_at_once(state, question).await
        }
    )* };
}

short_questions! {
    /// Writes a game of chance as SGF. Bids whose stone is not played yet are left out.
    chance_write: ChanceWriteQuestion => ChanceText, "/api/chance/write";
    /// Reads a game of chance and replays it by its rules.
    chance_read: ChanceReadQuestion => ChanceGame, "/api/chance/read";
    /// Reads a record in any format; of several games the first.
    read: ReadQuestion => RecordTree, "/api/records/read";
    /// Writes a tree in a format.
    write: WriteQuestion => WrittenText, "/api/records/write";
    /// Plays out a connection of a strategy: verifies its certificate and returns the answers to the loser's stones.
    play_out: PlayOutQuestion => PlayOutAnswer, "/api/strategies/connection";
}

/// All players, weakest first, with their levels and settings.
#[utoipa::path(get, path = "/api/players", responses((status = 200, body = Vec<PlayerInfo>)))]
pub(crate) async fn players(Shared(state): Shared<State>) -> Result<Json<Vec<PlayerInfo>>, ApiError> {
    answer_at_once(state, PlayersQuestion {}).await
}

/// The openings of the square board of a side from 1 to 19: solved up to 8 and some of 9, judged by the network otherwise.
#[utoipa::path(get, path = "/api/openings/{side}", params(("side" = usize, Path, minimum = 1, maximum = 19)),
    responses((status = 200, body = OpeningMap), (status = 400, body = Problem)))]
pub(crate) async fn openings(
    Shared(state): Shared<State>,
    PathParameter(side): PathParameter<usize>,
) -> Result<Json<&'static OpeningMap>, ApiError> {
    // An estimate of all openings of 19x19 takes a while, once; the server's own threads do not wait for it.
    answer_at_once(state, OpeningsQuestion { side }).await
}
