//! Who wins by Yang's decomposition, with the rule behind each move.

use std::{ops::ControlFlow, time::Duration};

use board::{BoardSize, Cell, CellSet, Position};
use decomposition::{
    DecompositionLimits, DecompositionObserver, DecompositionOutcome, DecompositionProof,
    DecompositionSettings, DecompositionSolver, DecompositionStatus, DecompositionVerdict, MoveReason,
    standard_opening_book,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    Context, Error, GameInput, Question, Service, Task,
    names::{CellName, ColorName, name, names},
};

/// How long a question may take unless it says so.
const USUAL: Duration = Duration::from_secs(20);

/// Who wins by local games and ranked rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DecompositionQuestion {
    /// The game.
    pub game: GameInput,
    /// Time for the search, in milliseconds.
    #[serde(default)]
    #[schema(maximum = 120_000)]
    pub milliseconds: Option<u64>,
    /// Positions to examine, at most.
    #[serde(default)]
    pub nodes: Option<u64>,
}

/// Why a move is played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct RuleReason {
    /// The rule that proposes it.
    pub rule: String,
    /// The rule and its group in the paper's form.
    pub text: String,
    /// The stones of the group that the rule speaks of.
    #[schema(value_type = Vec<CellName>)]
    pub group: Vec<String>,
    /// The type of that group.
    pub group_type: String,
}

/// A move with its reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct RuleMove {
    /// Where.
    #[schema(value_type = CellName)]
    pub cell: String,
    /// Why.
    pub reason: RuleReason,
}

/// The answer to several replies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct RuleAnswer {
    /// The loser's replies that are answered alike.
    #[schema(value_type = Vec<CellName>)]
    pub replies: Vec<String>,
    /// The answer.
    #[serde(flatten)]
    pub answer: RuleMove,
}

/// Who wins, as the decomposition sees it. All of it is about playing on with a stone.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct DecompositionAnswer {
    /// The size of the board.
    pub size: String,
    /// The side to move.
    #[schema(value_type = ColorName)]
    pub to_move: String,
    /// `decomposition`.
    pub method: String,
    /// `won`, `rules-too-weak`, or `stopped` where a limit came first.
    pub verdict: String,
    /// Who wins, where that is known.
    #[schema(value_type = Option<ColorName>)]
    pub winner: Option<String>,
    /// Whether the win was found in the symmetry game: no win exists for the side that has just moved.
    pub by_symmetry_game: bool,
    /// The winner's first move, where it is to move.
    #[serde(rename = "move")]
    pub first: Option<RuleMove>,
    /// The empty cells that the win needs.
    #[schema(value_type = Option<Vec<CellName>>)]
    pub region: Option<Vec<String>>,
    /// The winner's answers to the replies.
    pub answers: Option<Vec<RuleAnswer>>,
    /// The moves that are not refuted, where no win was found.
    #[schema(value_type = Option<Vec<CellName>>)]
    pub open: Option<Vec<String>>,
    /// Local games of the proof.
    pub local_games: Option<usize>,
    /// Positions examined.
    pub nodes: u64,
    /// Of these, in the symmetry game.
    pub nodes_of_symmetry_game: u64,
    /// How long it took.
    pub seconds: f64,
}

impl Question for DecompositionQuestion {
    type Answer = DecompositionAnswer;

    fn prepare(self, service: &Service) -> Result<Task<DecompositionAnswer>, Error> {
        let position = *self.game.game_in_progress()?.position();
        let time = service.time(self.milliseconds, USUAL)?;
        Ok(Task::new(time, move |context| {
            let solver = DecompositionSolver::new(DecompositionSettings::default());
            let limits = DecompositionLimits { nodes: self.nodes };
            let watch = Watch { context, time };
            let book = standard_opening_book(position.size()).filter(|book| !book.entries().is_empty());
            let outcome = match book {
                Some(book) => solver.solve_with_book(&position, book, limits, &watch),
                None => solver.solve(&position, limits, &watch),
            };
            let outcome = outcome.map_err(Error::bad)?;
            Ok(DecompositionAnswer::of(&position, &outcome, context.clock.elapsed()))
        }))
    }
}

/// Ends the search in time.
struct Watch<'a> {
    context: &'a Context<'a>,
    time: Duration,
}

impl DecompositionObserver for Watch<'_> {
    fn status(&self, _: &DecompositionStatus) -> ControlFlow<()> {
        if self.context.is_past(self.time) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl DecompositionAnswer {
    /// The verdict of an outcome.
    #[must_use]
    pub fn of(position: &Position, outcome: &DecompositionOutcome, time: Duration) -> Self {
        let size = position.size();
        let (verdict, winner) = match outcome.verdict {
            DecompositionVerdict::Won(winner) => ("won", Some(winner.to_string())),
            DecompositionVerdict::RulesTooWeak => ("rules-too-weak", None),
            DecompositionVerdict::Stopped => ("stopped", None),
        };
        let proof = outcome.won.as_ref();
        let answer = |(replies, cell, reason): (CellSet, Cell, MoveReason)| RuleAnswer {
            replies: names(size, replies),
            answer: rule_move(size, cell, &reason),
        };
        Self {
            size: size.to_string(),
            to_move: position.to_move().to_string(),
            method: "decomposition".to_string(),
            verdict: verdict.to_string(),
            winner,
            by_symmetry_game: outcome.by_symmetry_game,
            first: proof.and_then(|proof| proof.first).map(|(cell, reason)| rule_move(size, cell, &reason)),
            region: proof.map(|proof| names(size, proof.region())),
            answers: proof.map(|proof| decomposition_answers(proof).into_iter().map(answer).collect()),
            open: proof.is_none().then(|| names(size, outcome.open)),
            local_games: proof.map(|proof| proof.nodes.len()),
            nodes: outcome.statistics.examined,
            nodes_of_symmetry_game: outcome.statistics.in_symmetry_game,
            seconds: time.as_secs_f64(),
        }
    }
}

fn rule_move(size: BoardSize, cell: Cell, reason: &MoveReason) -> RuleMove {
    RuleMove {
        cell: name(size, cell),
        reason: RuleReason {
            rule: reason.rule.to_string(),
            text: reason.line(size),
            group: names(size, reason.group),
            group_type: reason.border.name(reason.color).to_string(),
        },
    }
}

/// The answers of a proof to the replies in its position, or after its first move.
#[must_use]
pub fn decomposition_answers(proof: &DecompositionProof) -> Vec<(CellSet, Cell, MoveReason)> {
    let mut position = proof.position;
    if let Some((first, _)) = proof.first {
        position.play_unchecked(first);
    }
    let branches = proof.branches(proof.root, &position).into_iter();
    branches.map(|branch| (branch.replies, branch.answer.cell, branch.answer.reason)).collect()
}
