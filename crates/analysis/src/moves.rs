//! The question for a player's move and its candidate moves.

use std::sync::Arc;

use board::{BoardSize, Game};
use player::{Choice, Limits, Observer, Player, Request};
use serde::{Deserialize, Serialize};
use solver::Archive;
use utoipa::ToSchema;

use crate::{
    AnswerProgress, Context, Error, GameInput, LocalGameCells, Question, Service, SwapWorth, Task,
    local_games::on_the_wire,
    names::{CellName, MoveName, line, name},
    service::Interval,
    swap::worth_of,
};

/// The move that a player would choose.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveQuestion {
    /// The game.
    pub game: GameInput,
    /// The player, with settings: `bridges`, `neural:visits=800`.
    #[schema(example = "bridges")]
    pub player: String,
    /// Time for the move, in milliseconds.
    #[serde(default)]
    #[schema(maximum = 60000)]
    pub milliseconds: Option<u64>,
    /// Positions to examine.
    #[serde(default)]
    pub nodes: Option<u64>,
    /// The random seed.
    #[serde(default)]
    pub seed: u64,
}

/// A move that was considered.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct CandidateMove {
    /// The move.
    #[schema(value_type = CellName)]
    pub cell: String,
    /// The side to move's chance of winning with it, from 0 to 1.
    pub value: f64,
    /// The search effort for it, in the player's unit.
    pub weight: f64,
    /// The expected line of play, starting with the move.
    #[schema(value_type = Vec<CellName>)]
    pub line: Vec<String>,
}

/// The thoughts of a player so far: about stones, not about a swap.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Thoughts {
    /// Positions examined.
    pub nodes: u64,
    /// The side to move's chance of winning, from 0 to 1; in an answer with the move that was chosen, a swap too.
    pub value: Option<f64>,
    /// The best line with a stone.
    #[schema(value_type = Vec<CellName>)]
    pub line: Vec<String>,
    /// The moves considered, best first.
    pub candidates: Vec<CandidateMove>,
}

/// The decision of a player.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct MoveAnswer {
    /// Its thoughts.
    #[serde(flatten)]
    pub thoughts: Thoughts,
    /// The move.
    #[serde(rename = "move")]
    #[schema(value_type = MoveName)]
    pub mv: String,
    /// The reason, in words.
    pub reason: String,
    /// The values of swapping and of playing on, if the side to move may swap.
    pub swap: Option<SwapWorth>,
    /// The local games after the move, if the player divides positions into them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<Vec<LocalGameCells>>,
}

impl Question for MoveQuestion {
    type Answer = MoveAnswer;

    fn prepare(self, service: &Service) -> Result<Task<MoveAnswer>, Error> {
        let game = self.game.game_in_progress()?;
        let mut player = (service.make_player)(&self.player)?;
        let time = service.time(self.milliseconds, service.longest)?;
        let archive = service.archive.clone();
        Ok(Task::new(time, move |context| {
            let limits = Limits { time: Some(time), nodes: self.nodes, depth: None };
            let choice = choose(player.as_mut(), &game, limits, self.seed, archive.as_ref(), context)?;
            let games = local_games(player.as_ref(), &game, &choice);
            Ok(MoveAnswer { games, ..MoveAnswer::of(&game, choice) })
        }))
    }
}

fn choose(
    player: &mut dyn Player,
    game: &Game,
    limits: Limits,
    seed: u64,
    archive: Option<&Arc<dyn Archive>>,
    context: &Context<'_>,
) -> Result<Choice, Error> {
    let watch = Watch { context, size: game.size(), interval: Interval::default() };
    let request = Request {
        limits,
        clock: context.clock,
        stop: context.stop,
        observer: &watch,
        archive,
        ..Request::new(game, seed)
    };
    Ok(player.choose(&request)?)
}

impl MoveAnswer {
    /// The content of a player's choice, without local games.
    fn of(game: &Game, choice: Choice) -> Self {
        let size = game.size();
        Self {
            swap: SwapWorth::of(game, choice.thoughts.value, false),
            thoughts: Thoughts { value: worth_of(&choice), ..Thoughts::of(&choice.thoughts, size) },
            mv: choice.mv.name(size).to_string(),
            reason: choice.reason,
            games: None,
        }
    }
}

/// The local games after a move, where the player divides positions into them.
fn local_games(player: &dyn Player, game: &Game, choice: &Choice) -> Option<Vec<LocalGameCells>> {
    let mut next = game.clone();
    // A player's move is legal; were it not, the game would stay as it is.
    drop(next.play(choice.mv));
    let position = next.position();
    Some(on_the_wire(position.size(), &player.regions(position)?))
}

/// Hands a player's thoughts on, a few times a second.
struct Watch<'a> {
    context: &'a Context<'a>,
    size: BoardSize,
    interval: Interval,
}

impl Observer for Watch<'_> {
    fn progress(&self, progress: &player::Progress) {
        if self.interval.is_due(self.context.clock) {
            (self.context.hear)(AnswerProgress::Move(Thoughts::of(progress, self.size)));
        }
    }
}

impl Thoughts {
    fn of(progress: &player::Progress, size: BoardSize) -> Self {
        let candidate = |candidate: &player::Candidate| CandidateMove {
            cell: name(size, candidate.cell),
            value: candidate.value,
            weight: candidate.weight,
            line: line(size, &candidate.line),
        };
        Self {
            nodes: progress.nodes,
            value: progress.value,
            line: line(size, &progress.line),
            candidates: progress.candidates.iter().map(candidate).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_swap_is_worth_the_opposite_of_playing_on() {
        let game =
            serde_json::from_value(serde_json::json!({ "size": [5, 5], "moves": ["c3"], "swap": true }));
        let question = MoveQuestion {
            game: game.unwrap(),
            player: "perfect:fallback=bridges".to_string(),
            milliseconds: None,
            nodes: Some(500),
            seed: 1,
        };
        let answer = question.prepare(&Service::default()).unwrap().answer(&Context::default()).unwrap();
        let swap = answer.swap.unwrap();
        assert_eq!((answer.mv.as_str(), answer.thoughts.value), ("swap-pieces", Some(1.0)));
        assert_eq!((swap.swapping.chance, swap.playing_on.chance), (Some(1.0), Some(0.0)));
        assert_eq!(swap.is_better(), Some(true));
    }
}
