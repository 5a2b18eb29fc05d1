//! The winner's answer to a stone of the loser.

use std::time::Duration;

use board::{Cell, Position};
use serde::{Deserialize, Serialize};
use solver::AnySolver;
use utoipa::ToSchema;

use super::{Finding, Plan, question::Watch, solve};
use crate::{
    Error, GameInput, Question, Service, Task,
    connections::winning_connection,
    names::{CellName, ColorName, line, name, names},
};

/// How long a question may take unless it says so.
const USUAL: Duration = Duration::from_secs(20);

/// The winner's answer to a stone of the loser.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReplyQuestion {
    /// The game.
    pub game: GameInput,
    /// The loser's cell.
    #[schema(value_type = CellName)]
    pub cell: String,
    /// Time for the search, in milliseconds.
    #[serde(default)]
    #[schema(maximum = 120_000)]
    pub milliseconds: Option<u64>,
}

/// The winner's answer to a stone of the loser.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct ReplyAnswer {
    /// The winner; null if the time was too short.
    #[schema(value_type = Option<ColorName>)]
    pub winner: Option<String>,
    /// The winner's first move, if the winner is to move.
    #[schema(value_type = Option<CellName>)]
    pub first: Option<String>,
    /// The loser's stone.
    #[schema(value_type = CellName)]
    pub intrusion: String,
    /// The answer; null where none is needed or known.
    #[schema(value_type = Option<CellName>)]
    pub reply: Option<String>,
    /// The cells that the winner then needs.
    #[schema(value_type = Vec<CellName>)]
    pub carrier: Vec<String>,
    /// A possible line of play, starting with the answer.
    #[schema(value_type = Vec<CellName>)]
    pub line: Vec<String>,
    /// The reason, in words.
    pub why: String,
}

impl Question for ReplyQuestion {
    type Answer = ReplyAnswer;

    fn prepare(self, service: &Service) -> Result<Task<ReplyAnswer>, Error> {
        let position = *self.game.game_in_progress()?.position();
        let intrusion = position.size().cell(&self.cell).map_err(Error::bad)?;
        if position.at(intrusion).is_some() {
            return Err(Error::bad(format!("found a stone on {}: expected an empty cell", self.cell)));
        }
        let time = service.time(self.milliseconds, USUAL)?;
        let mut solver = service.solver();
        Ok(Task::new(time, move |context| {
            let watch = Watch::new(*context, &position, time);
            Ok(answer_to(&mut solver, &position, intrusion, &watch))
        }))
    }
}

/// Asks about one position.
fn verdict(solver: &mut AnySolver, position: &Position, watch: &Watch<'_>) -> Finding {
    let plan = Plan { name_a_move: true, ..Plan::default() };
    solve(solver, position, &plan, watch).findings.remove(0)
}

/// The winner's answer to a stone of the loser.
fn answer_to(solver: &mut AnySolver, position: &Position, intrusion: Cell, watch: &Watch<'_>) -> ReplyAnswer {
    let size = position.size();
    let now = verdict(solver, position, watch);
    let mut answer = ReplyAnswer { intrusion: name(size, intrusion), ..ReplyAnswer::default() };
    let Some(winner) = now.winner else {
        answer.why = "the time was too short to prove who wins".to_string();
        return answer;
    };
    answer.winner = Some(winner.to_string());
    // The winner makes its winning move first where it is its turn.
    let first = now.winning_move.filter(|_| winner == position.to_move());
    answer.first = first.map(|cell| name(size, cell));
    if first == Some(intrusion) {
        answer.why = format!("{} is the winning move itself", size.name(intrusion));
        return answer;
    }
    let mut after = first.map_or(*position, |cell| position.child(cell));
    after.play_unchecked(intrusion);
    let next = verdict(solver, &after, watch);
    answer.carrier = names(size, next.carrier);
    let Some(reply) = next.winning_move.filter(|_| next.winner == Some(winner)) else {
        answer.why = match next.winner {
            None => "the time was too short to find the answer".to_string(),
            Some(_) => "the intrusion does not matter: any move keeps the win".to_string(),
        };
        return answer;
    };
    after.play_unchecked(reply);
    answer.reply = Some(name(size, reply));
    answer.line = vec![name(size, reply)];
    answer.line.extend(line(size, &solver.line(&after)));
    let name = size.name(reply);
    answer.why = if after.winner().is_some() {
        format!("{name} joins the edges")
    } else if winning_connection(&after, winner, None).is_some() {
        format!("{name} keeps the win: the edges are then connected against every reply")
    } else {
        format!("{name} keeps the win: proved by search, over {} cells", next.carrier.len())
    };
    answer
}
