//! Matches and tournaments between players.
//!
//! A match (`contest.rs`) lets two contestants play many games in this process: referee, openings, log, statistics. The arena is
//! a server where players in any language meet in tournaments. Its logic is pure: `table.rs` referees one game, `tournament.rs`
//! pairs and ranks, `rating.rs` rates, and `hall.rs` puts them together as one state machine that turns lines and times into
//! effects. `server.rs` is the shell with sockets and the ledger, `report.rs` what is left of a tournament. [`signals`] are the
//! lines between the arena and its players.
//!
//! This crate belongs to the rim: it starts processes, opens sockets, reads clocks and writes files, in `engine.rs`, `contest.rs`,
//! `saved.rs`, `server.rs`, `join.rs`, `check.rs` and `report.rs`.

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
mod names;
mod openings;
mod organiser;
mod proof;
mod rating;
mod referee;
mod report;
mod round_robin;
mod rules;
mod saved;
mod server;
pub mod signals;
mod statistics;
mod stopwatch;
mod table;
mod token;
mod tournament;

pub use balance::{FillingsJudge, Judge, PlayerJudge, find_even, judge_first_stones};
pub use check::{CHECK_NAME, CHECK_TOKEN, Check, CheckFinding};
pub use clock::ClockRules;
pub use contest::{Contest, Maker, MatchProgress, MatchSide, Standing};
pub use contestant::{Contestant, ContestantReply, ContestantTurn, Fault, FaultKind};
pub use engine::{HtpProgram, split_words};
pub use error::ArenaError;
pub use hall::{
    Effect, FixtureView, GameDocument, GameView, Hall, HallSettings, HallUpdate, LinkId, PlayerView,
    RankView, Status, TournamentDocument, TournamentLine, TournamentView,
};
pub use house::HousePlayer;
pub use join::{Joining, register};
pub use log::{GameLog, GameRecord, LogHeader};
pub use openings::{OpeningMoves, balanced, every_first_stone, read_openings, shuffle_openings};
pub use organiser::Organiser;
pub use proof::proven_winner;
pub use rating::{Rating, rate};
pub use referee::{Finished, GameEnding, Referee, Rules};
pub use report::{Export, PlayerSummary, game_picture, game_record, page, summaries};
pub use round_robin::{CrossRow, CrossTable, Entrant, MakeContestant, RoundRobin, RoundRobinProgress};
pub use rules::{GameRules, GameSettings};
pub use saved::{SavedMatch, folder_name};
pub use server::{
    ArenaConnection, ArenaLimits, Handle, LineError, Server, ServerSettings, accept, open_ledger,
};
pub use statistics::{Elo, PairCounts, Sprt, SprtState, elo_of_score, score_of_elo};
pub use stopwatch::Stopwatch;
pub use table::{Act, ActOutcome, ActText, Deed, Reaction, Table};
pub use token::{SHORTEST_TOKEN, Secret, TokenHash};
pub use tournament::{
    Fixture, Pairing, Rank, RankTieBreak, Score, Tally, Tournament, TournamentFormat, TournamentSettings,
};
