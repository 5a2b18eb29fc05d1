//! Referees one game, and judges the faults of contestants.
//!
//! | what happens | how the game ends |
//! | --- | --- |
//! | a chain joins a colour's edges | that colour wins |
//! | a connection of the edges is proved, where [`Rules::adjudicate`] says so | that colour wins, `proof` |
//! | a contestant resigns | it loses |
//! | no legal move, or a swap (matches are played from openings instead) | it loses, `illegal` |
//! | no answer within its time and the margin | it loses, `time` |
//! | it ends, refuses a command, or cannot be talked to | it loses, `crash`; it is started again for the next game |
//! | a pass | the board stays and the opponent moves; when both pass in a row, the first to pass loses |

use std::time::{Duration, Instant};

use board::{BoardSize, Cell, Color, Move};
use player::TimeControl;
use protocol::htp::Session;

use crate::{Contestant, ContestantReply, ContestantTurn, Fault, FaultKind, proven_winner};

/// The settings of every game of a match.
#[derive(Debug, Clone, Copy)]
pub struct Rules {
    /// The board.
    pub size: BoardSize,
    /// Time for each side, Black's and White's.
    pub time: [TimeControl; 2],
    /// Time that a move may take beyond its time before it loses.
    pub margin: Duration,
    /// Whether a game ends as soon as its winner is proved.
    pub adjudicate: bool,
}

/// Why a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameEnding {
    /// The winner's edges are joined.
    Connection,
    /// A virtual connection of the winner's edges is proved.
    Proof,
    /// The loser resigned.
    Resignation,
    /// The loser answered with something else than a legal move.
    Illegal,
    /// The loser's time was over.
    Time,
    /// The loser ended or refused to go on.
    Crash,
    /// Both passed, the loser first.
    Passes,
}

/// A game that is over.
#[derive(Debug, Clone)]
pub struct Finished {
    /// Who won.
    pub winner: Color,
    /// Why.
    pub ending: GameEnding,
    /// The error, if there was one.
    pub detail: String,
    /// The moves after the opening; `None` for a pass.
    pub moves: Vec<(Color, Option<Move>)>,
    /// Time used by Black and White.
    pub used: [Duration; 2],
    /// The longest move of Black and White.
    pub longest: [Duration; 2],
}

/// Plays games by the rules.
#[derive(Debug, Clone, Copy)]
pub struct Referee {
    rules: Rules,
}

impl Referee {
    /// A referee for these rules.
    #[must_use]
    pub const fn new(rules: Rules) -> Self {
        Self { rules }
    }

    /// Plays a game from an opening, whose moves alternate from Black on. The contestants are Black's and White's.
    ///
    /// # Errors
    /// The colour whose contestant could not even begin, and why.
    pub fn play(
        &self,
        contestants: [&mut dyn Contestant; 2],
        opening: &[Cell],
        seed: u64,
    ) -> Result<Finished, (Color, Fault)> {
        let mut table = Table {
            rules: self.rules,
            contestants,
            session: Session::new(self.rules.size, false),
            clocks: self.rules.time.map(|control| control.start()),
            finished: Finished {
                winner: Color::Black,
                ending: GameEnding::Connection,
                detail: String::new(),
                moves: Vec::new(),
                used: [Duration::ZERO; 2],
                longest: [Duration::ZERO; 2],
            },
        };
        table.set_up(opening, seed)?;
        let (winner, ending, detail) = table.play_on(seed);
        Ok(Finished { winner, ending, detail, ..table.finished })
    }
}

/// A game in progress.
struct Table<'a> {
    rules: Rules,
    contestants: [&'a mut dyn Contestant; 2],
    session: Session,
    clocks: [Duration; 2],
    finished: Finished,
}

impl Table<'_> {
    fn set_up(&mut self, opening: &[Cell], seed: u64) -> Result<(), (Color, Fault)> {
        for color in Color::BOTH {
            self.contestants[color.index()].begin(self.rules.size, seed).map_err(|fault| (color, fault))?;
        }
        let mut mover = Color::Black;
        for &cell in opening {
            let played = self.session.play(mover, Move::Place(cell));
            played.map_err(|error| (mover, Fault::new(FaultKind::Illegal, format!("opening: {error}"))))?;
            for color in Color::BOTH {
                let contestant = &mut self.contestants[color.index()];
                contestant.hear(mover, Move::Place(cell)).map_err(|fault| (color, fault))?;
            }
            mover = mover.opponent();
        }
        Ok(())
    }

    /// Plays to the end: the winner, why, and what went wrong.
    fn play_on(&mut self, seed: u64) -> (Color, GameEnding, String) {
        let mut passed = false;
        loop {
            let color = self.session.position().to_move();
            if let Some(winner) = self.session.position().winner() {
                return (winner, GameEnding::Connection, String::new());
            }
            if self.rules.adjudicate
                && let Some(winner) = proven_winner(self.session.position())
            {
                return (winner, GameEnding::Proof, String::new());
            }
            let reply = match self.ask(color, seed) {
                Ok(reply) => reply,
                Err((ending, detail)) => return (color.opponent(), ending, detail),
            };
            match reply {
                ContestantReply::Pass if passed => {
                    return (color, GameEnding::Passes, "both passed".to_string());
                }
                ContestantReply::Pass => {
                    self.finished.moves.push((color, None));
                    self.session.pass();
                }
                ContestantReply::Move(Move::Resign) => {
                    return (color.opponent(), GameEnding::Resignation, String::new());
                }
                ContestantReply::Move(Move::Swap(_)) => {
                    let problem =
                        "found a swap: expected a cell, matches are played from openings".to_string();
                    return (color.opponent(), GameEnding::Illegal, problem);
                }
                ContestantReply::Move(mv) => {
                    if let Err(error) = self.session.play(color, mv) {
                        return (color.opponent(), GameEnding::Illegal, error.to_string());
                    }
                    self.finished.moves.push((color, Some(mv)));
                    let other = color.opponent();
                    if self.session.position().winner().is_none()
                        && let Err(fault) = self.contestants[other.index()].hear(color, mv)
                    {
                        return (color, GameEnding::Crash, fault.detail);
                    }
                }
            }
            passed = reply == ContestantReply::Pass;
        }
    }

    /// Asks a colour for its move and charges its clock; what it did wrong is why it loses.
    fn ask(&mut self, color: Color, seed: u64) -> Result<ContestantReply, (GameEnding, String)> {
        let control = self.rules.time[color.index()];
        let left = self.clocks[color.index()];
        let turn = ContestantTurn {
            session: &self.session,
            color,
            planned: control.allot(left, self.session.position().empty_cells().len()),
            on_clock: matches!(control, TimeControl::PerGame { .. }).then_some(left),
            patience: left + self.rules.margin,
            seed: seed ^ (self.finished.moves.len() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15),
        };
        let started = Instant::now();
        let reply = self.contestants[color.index()].choose(&turn);
        let used = started.elapsed();
        self.finished.used[color.index()] += used;
        let longest = &mut self.finished.longest[color.index()];
        *longest = used.max(*longest);
        let reply = reply.map_err(|fault| {
            let ending = match fault.kind {
                FaultKind::Crash | FaultKind::Refusal => GameEnding::Crash,
                FaultKind::TimeOut => GameEnding::Time,
                FaultKind::Illegal => GameEnding::Illegal,
            };
            (ending, fault.detail)
        })?;
        if used > turn.patience {
            let detail =
                format!("{:.2} s used, {:.2} s allowed", used.as_secs_f64(), turn.patience.as_secs_f64());
            return Err((GameEnding::Time, detail));
        }
        // Within the margin a clock stands at what is left, at least the increment of the next move.
        self.clocks[color.index()] = control.after_move(left, used.min(left)).unwrap_or_default();
        Ok(reply)
    }
}
