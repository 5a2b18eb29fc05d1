//! Matches and tournaments between players.
//!
//! A match (`contest.rs`) lets two contestants play many games in this process: referee, openings, log, statistics. The arena is
//! a server where players in any language meet in tournaments. Its logic is pure: `table.rs` referees one game, `tournament.rs`
//! pairs and ranks, `rating.rs` rates, and `hall.rs` puts them together as one state machine that turns lines and times into
//! effects. `server.rs` is the shell with sockets and the ledger, `report.rs` what is left of a tournament.
//!
//! This crate belongs to the rim: it starts processes, opens sockets, reads clocks and writes files, in `engine.rs`, `contest.rs`,
//! `server.rs`, `join.rs`, `check.rs` and `report.rs`.

mod balance;
mod check;
mod clock;
mod contest;
mod contestant;
mod engine;
mod error;
mod hall;
mod house;
mod join;
mod log;
mod openings;
mod organiser;
mod proof;
mod rating;
mod referee;
mod report;
mod rules;
mod server;
mod statistics;
mod table;
mod tournament;

pub use balance::{Fillings, Judge, PlayerJudge, most_even, two_stones};
pub use check::{CHECK_NAME, CHECK_TOKEN, Check, Finding};
pub use clock::ClockRules;
pub use contest::{Contest, Maker, Progress, Side, Standing};
pub use contestant::{Contestant, Fault, FaultKind, Reply, Turn};
pub use engine::{HtpProgram, split_words};
pub use error::ArenaError;
pub use hall::{
    Effect, FixtureView, GameDocument, GameView, Hall, HallSettings, LinkId, PlayerView, RankView, Status,
    TournamentDocument, TournamentLine, TournamentView, Update,
};
pub use house::HousePlayer;
pub use join::Joining;
pub use log::{GameLog, GameRecord, Header};
pub use openings::{Opening, balanced, every_first_stone, read_openings};
pub use organiser::Organiser;
pub use proof::proven_winner;
pub use rating::{Rating, rate};
pub use referee::{Ending, Finished, Referee, Rules};
pub use report::{Export, PlayerSummary, game_picture, game_record, page, summaries};
pub use rules::{GameRules, GameSettings};
pub use server::{Connection, Handle, Limits, LineError, Server, ServerSettings, accept, new_secret};
pub use statistics::{Elo, PairCounts, Sprt, SprtState, elo_of_score, score_of_elo};
pub use table::{Act, ActText, Deed, Outcome, Reaction, Table};
pub use tournament::{
    Fixture, Format, Pairing, Rank, Score, Tally, TieBreak, Tournament, TournamentSettings,
};
