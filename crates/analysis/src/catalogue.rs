//! Every question by its name, from JSON to JSON, for front ends that do not know the types.
//!
//! ```
//! use analysis::{Context, Service, question};
//! use serde_json::json;
//!
//! let input = json!({ "game": { "size": [3, 3], "moves": ["b2"] } });
//! let answer = question("must-play")?.prepare(input, &Service::default())?.answer(&Context::default())?;
//! assert_eq!(answer["winner"], "black");
//! # Ok::<(), analysis::Error>(())
//! ```

use serde_json::Value;

use crate::{
    BetweenQuestion, ChanceQuestion, ChanceReadQuestion, ChanceReviewQuestion, ChanceWriteQuestion,
    ConnectionsQuestion, DecisionQuestion, DecompositionQuestion, Error, EvaluateQuestion, InferiorQuestion,
    LocalGamesQuestion, MoveQuestion, MustPlayQuestion, OpeningsQuestion, PlayOutQuestion, PlayersQuestion,
    Question, ReadQuestion, ReplyQuestion, ReviewQuestion, Service, SolveQuestion, Task, WriteQuestion,
};

/// A kind of question.
#[derive(Debug, Clone, Copy)]
pub struct QuestionKind {
    /// Its name: the argument of `hexwright ask`, and the end of its address on a server.
    pub name: &'static str,
    /// The question, in one line.
    pub about: &'static str,
    /// Whether it has a field `game` with a game of Hex.
    pub of_game: bool,
    prepare: fn(Value, &Service) -> Result<Task<Value>, Error>,
}

/// All questions.
pub const QUESTIONS: &[QuestionKind] = &[
    of_game::<SolveQuestion>("solve", "who wins; with `all_moves`, which moves win"),
    of_game::<ReplyQuestion>("reply", "the winner's answer to a stone of the loser"),
    of_game::<MustPlayQuestion>("must-play", "where the side to move must play"),
    of_game::<ConnectionsQuestion>("connections", "what a group, an edge or a cell is connected to, and why"),
    of_game::<BetweenQuestion>(
        "connections/between",
        "the connections of two ends, with the proof of the first",
    ),
    of_game::<InferiorQuestion>("inferior", "which cells need not be searched, and why"),
    of_game::<EvaluateQuestion>("evaluate", "what an evaluation says, with its map of cells"),
    of_game::<MoveQuestion>("move", "what a player would do, with its candidate moves"),
    of_game::<ReviewQuestion>("review", "what each move of a game was worth"),
    of_game::<LocalGamesQuestion>("local-games", "the local games of a position"),
    of_game::<DecompositionQuestion>(
        "decomposition",
        "who wins by Yang's rules, with the rule behind each move",
    ),
    other::<OpeningsQuestion>("openings", "which first stones win, and which to swap"),
    other::<PlayOutQuestion>("strategies/connection", "a connection of a strategy, played out"),
    of_game::<ChanceQuestion>("chance", "who wins at random, and which cells decide"),
    other::<DecisionQuestion>("chance/decision", "what a player of a game of chance does"),
    other::<ChanceReviewQuestion>("chance/review", "what each move of a game of chance was worth"),
    other::<ChanceReadQuestion>("chance/read", "a game of chance from its record"),
    other::<ChanceWriteQuestion>("chance/write", "the record of a game of chance"),
    other::<ReadQuestion>("records/read", "a game with its variations from a record in any format"),
    other::<WriteQuestion>("records/write", "the record of a game in a format"),
    other::<PlayersQuestion>("players", "the players, with their levels and settings"),
];

const fn of_game<Q: Question>(name: &'static str, about: &'static str) -> QuestionKind {
    QuestionKind { of_game: true, ..other::<Q>(name, about) }
}

const fn other<Q: Question>(name: &'static str, about: &'static str) -> QuestionKind {
    QuestionKind { name, about, of_game: false, prepare: prepare::<Q> }
}

fn prepare<Q: Question>(question: Value, service: &Service) -> Result<Task<Value>, Error> {
    let question: Q = serde_json::from_value(question).map_err(Error::bad)?;
    let task = question.prepare(service)?;
    Ok(Task::new(task.time, move |context| serde_json::to_value(task.answer(context)?).map_err(Error::bad)))
}

impl QuestionKind {
    /// Reads and checks a question of this kind.
    ///
    /// # Errors
    /// [`Error`] with what was found and what was expected.
    pub fn prepare(&self, question: Value, service: &Service) -> Result<Task<Value>, Error> {
        (self.prepare)(question, service)
    }
}

/// The kind of question of a name.
///
/// # Errors
/// [`Error::Question`] with the names there are.
pub fn question(name: &str) -> Result<&'static QuestionKind, Error> {
    QUESTIONS.iter().find(|kind| kind.name == name).ok_or_else(|| {
        let names: Vec<&str> = QUESTIONS.iter().map(|kind| kind.name).collect();
        Error::bad(format!("found the question '{name}': expected one of {}", names.join(", ")))
    })
}
