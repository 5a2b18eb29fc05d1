//! Answers questions about Hex, with reasons, for every front end.
//!
//! A front end parses a question, asks here, and renders the answer. Questions and answers are serde structs with a schema, the same
//! for HTTP, for `--json` and for other programs. [`Question::prepare`] checks a question against the [`Service`] of a front end;
//! [`Task::answer`] does the work with the time, the stop flag and the listener of a [`Context`].
//!
//! Where the side to move may swap, an answer says apart what swapping and what playing on is worth ([`SwapWorth`]).
//!
//! ```
//! use analysis::{Context, GameInput, Question, Service, SolveQuestion};
//! use board::{BoardSize, Game};
//!
//! let game = GameInput::of(&Game::new(BoardSize::square(3).unwrap(), false));
//! let question = SolveQuestion { game, all_moves: true, milliseconds: None };
//! let answer = question.prepare(&Service::default())?.answer(&Context::default())?;
//! assert_eq!(answer.winner.as_deref(), Some("black"));
//! # Ok::<(), analysis::Error>(())
//! ```

mod catalogue;
mod chance;
mod connections;
mod decomposition;
mod error;
mod evaluate;
mod game;
mod inferior;
mod local_games;
mod moves;
mod must_play;
mod names;
mod openings;
mod players;
mod records;
mod review;
mod service;
mod solve;
mod strategy;
mod swap;

use serde::Serialize;
use utoipa::ToSchema;

pub use catalogue::{QUESTIONS, QuestionKind, question};
pub use chance::{
    ChanceAnswer, ChanceDecision, ChanceFindings, ChanceGame, ChanceMethod, ChancePlan, ChanceProgress,
    ChanceQuestion, ChanceReadQuestion, ChanceReviewAnswer, ChanceReviewQuestion, ChanceRound, ChanceShare,
    ChanceText, ChanceWriteQuestion, DecisionQuestion, RichmanValue, count_fillings,
};
pub use connections::{
    Between, BetweenAnswer, BetweenConnection, BetweenEnds, BetweenQuestion, ConnectionProof,
    ConnectionsAnswer, ConnectionsQuestion, EndConnection, LinkReply, WinningConnection,
};
pub use decomposition::{
    DecompositionAnswer, DecompositionQuestion, RuleAnswer, RuleMove, RuleReason, decomposition_answers,
};
pub use error::Error;
pub use evaluate::{EvaluateAnswer, EvaluateQuestion, EvaluationMap, NETWORK, network_view};
pub use game::{GameAnswer, GameInput};
pub use inferior::{FilledCells, InferiorAnswer, InferiorCell, InferiorQuestion};
pub use local_games::{LocalGameCells, LocalGamesAnswer, LocalGamesQuestion};
pub use moves::{CandidateMove, MoveAnswer, MoveQuestion, Thoughts};
pub use must_play::{MustPlayAnswer, MustPlayQuestion, Threat};
pub use names::{BoardSide, CellName, ColorName, MoveName};
pub use openings::{OpeningInfo, OpeningMap, OpeningsQuestion};
pub use players::{LevelInfo, PlayerInfo, PlayersQuestion, SettingInfo, player_info};
pub use records::{CellMark, MarkKind, ReadQuestion, RecordTree, TreeNode, WriteQuestion, WrittenText};
pub use review::{
    Basis, Judged, JudgedMove, JudgedPosition, Judgement, Quality, Review, ReviewAnswer, ReviewLimits,
    ReviewObserver, ReviewProgress, ReviewQuestion, ReviewRequest, Unheard, review, review_solver,
};
pub use service::{Context, MakePlayer, Question, Service, Task};
pub use solve::{
    Figures, Finding, FindingAnswer, Forecaster, MoveForecast, MoveVerdict, Moves, NodeForecast, Plan,
    ReplyAnswer, ReplyQuestion, RestsOn, Solution, SolveAnswer, SolveObserver, SolveProgress, SolveQuestion,
    TimeLeft, forecast_all, forecast_moves, solve,
};
pub use strategy::{
    CheckedStrategy, FilledNode, NodeAnswer, PlayOutAnswer, PlayOutQuestion, PlayOutReply, StrategyAnswer,
    StrategyNode,
};
pub use swap::{SwapWorth, Worth};

/// How far the work on a question is.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum AnswerProgress {
    /// The solver at work.
    Solve(SolveProgress),
    /// A player thinking.
    Move(Thoughts),
    /// A review.
    Review(ReviewProgress),
    /// A review of a game of chance.
    Chance(ChanceProgress),
}
