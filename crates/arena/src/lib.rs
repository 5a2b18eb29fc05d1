//! Matches between players: the referee, openings, the log of games, statistics.
//!
//! This crate belongs to the rim: it starts processes, reads clocks and writes files. The statistics are pure.

mod balance;
mod clock;
mod contest;
mod contestant;
mod engine;
mod error;
mod house;
mod log;
mod openings;
mod proof;
mod rating;
mod referee;
mod rules;
mod statistics;
mod table;
mod tournament;

pub use balance::{Fillings, Judge, PlayerJudge, most_even, two_stones};
pub use clock::ClockRules;
pub use contest::{Contest, Maker, Progress, Side, Standing};
pub use contestant::{Contestant, Fault, FaultKind, Reply, Turn};
pub use engine::{HtpProgram, split_words};
pub use error::ArenaError;
pub use house::HousePlayer;
pub use log::{GameLog, GameRecord, Header};
pub use openings::{Opening, balanced, every_first_stone, read_openings};
pub use proof::proven_winner;
pub use rating::{Rating, rate};
pub use referee::{Ending, Finished, Referee, Rules};
pub use rules::{GameRules, GameSettings};
pub use statistics::{Elo, PairCounts, Sprt, SprtState, elo_of_score, score_of_elo};
pub use table::{Act, ActText, Deed, Outcome, Reaction, Table};
pub use tournament::{
    Fixture, Format, Pairing, Rank, Score, Tally, TieBreak, Tournament, TournamentSettings,
};
