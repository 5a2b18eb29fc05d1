//! `hexwright arena create`: plans a tournament.

use anyhow::Result;
use arena::{ClockRules, GameSettings, TournamentFormat, TournamentSettings};
use board::BoardSize;
use clap::ValueEnum;

use super::organise::ServerArgs;
use crate::{chip_args::ChipArgs, output::Answer};

/// How a tournament is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FormatName {
    /// Everyone meets everyone
    RoundRobin,
    /// Everyone meets everyone twice, once with each colour
    DoubleRoundRobin,
    /// The loser of a bout is out
    Knockout,
    /// Players of the same score meet, for a number of rounds
    Swiss,
    /// Random pairs of free players
    Random,
    /// A free player challenges one above and takes that place by winning; never ends by itself
    Ladder,
    /// Round robins in pools, then a final among the best
    Pools,
}

/// The plan.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The tournament's name: one word
    name: String,
    /// The format of the tournament
    #[arg(long, short = 'f', value_enum, default_value_t = FormatName::RoundRobin)]
    format: FormatName,
    /// Swiss: number of rounds
    #[arg(long, default_value_t = 5)]
    rounds: u32,
    /// Knock-out: maximum number of games in a bout, an odd number
    #[arg(long, default_value_t = 1)]
    best_of: u32,
    /// Random play and ladder: number of games; 0: until the tournament is stopped
    #[arg(long, default_value_t = 0)]
    games: u32,
    /// Pools: number of pools
    #[arg(long, default_value_t = 2)]
    pools: u32,
    /// Pools: number of players from each pool in the final
    #[arg(long, default_value_t = 2)]
    advance: u32,
    /// Pools: the format of the final
    #[arg(long = "final", value_enum, default_value_t = FormatName::Knockout)]
    last: FormatName,
    /// The participants, the best seed first, separated by commas [default: all players connected at the start]
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    players: Vec<String>,
    /// The game: hex, random-turn or bidding
    #[arg(long, default_value = "hex")]
    variant: String,
    /// Board size: a number for a square board, or columns x rows such as 11x9
    #[arg(long, short = 's', default_value = "11")]
    size: BoardSize,
    /// Hex without the swap rule
    #[arg(long)]
    no_swap: bool,
    /// Random-Turn Hex: the probability that Black moves
    #[arg(long, default_value_t = 0.5)]
    coin: f64,
    /// Time for each game [default: 5m, unless there is --per-move]
    #[arg(long, value_name = "TIME", value_parser = milliseconds)]
    per_game: Option<u64>,
    /// Time added with each move
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = milliseconds)]
    increment: u64,
    /// Time for each move
    #[arg(long, value_name = "TIME", value_parser = milliseconds)]
    per_move: Option<u64>,
    /// Time of each move that is not charged, to allow for network delay
    #[arg(long, value_name = "TIME", default_value = "100ms", value_parser = milliseconds)]
    lag: u64,
    /// Time in which a disconnected player must come back
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = milliseconds)]
    grace: u64,
    /// Time in which a player must connect when its game is due
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = milliseconds)]
    join: u64,
    /// Illegal answers allowed in a game; the next one loses it
    #[arg(long, value_name = "N", default_value_t = 2)]
    illegal_allowed: u32,
    /// End a game of Hex as soon as its winner is proved by a virtual connection of the edges
    #[arg(long)]
    adjudicate: bool,
    /// Random seed of the pairings and of the coin flips
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print the answer as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    chips: ChipArgs,
    #[command(flatten)]
    server: ServerArgs,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let settings = args.settings()?;
    // Errors are reported before any question.
    settings.games.rules()?;
    settings.format.clone().checked()?;
    let answer = args.server.connect()?.ask(&format!("create {}", serde_json::to_string(&settings)?))?;
    if args.json {
        println!("{answer}");
    } else {
        println!("{} is planned: {}", args.name, settings.format.name());
    }
    Ok(Answer::Done)
}

impl Args {
    fn settings(&self) -> Result<TournamentSettings> {
        let (rules, purses) = (self.chips.rules(), self.chips.purses()?);
        let (per_game, per_move) = match (self.per_game, self.per_move) {
            (None, None) => (300_000, 0),
            (per_game, per_move) => (per_game.unwrap_or(0), per_move.unwrap_or(0)),
        };
        let increment = if per_game == 0 { 0 } else { self.increment };
        Ok(TournamentSettings {
            name: self.name.clone(),
            format: self.format(self.format),
            games: GameSettings {
                variant: self.variant.clone(),
                size: self.size.to_string(),
                swap: !self.no_swap,
                coin: self.coin,
                chips: purses.chips,
                advantage: purses.advantage.to_string(),
                ties: rules.ties.to_string(),
                payment: rules.payment.to_string(),
                clock: ClockRules { per_move, per_game, increment, lag: self.lag },
                grace: self.grace,
                join: self.join,
                illegal_allowed: self.illegal_allowed,
                adjudicate: self.adjudicate,
            },
            players: self.players.clone(),
            seed: self.seed,
        })
    }

    fn format(&self, name: FormatName) -> TournamentFormat {
        match name {
            FormatName::RoundRobin => TournamentFormat::RoundRobin { double: false },
            FormatName::DoubleRoundRobin => TournamentFormat::RoundRobin { double: true },
            FormatName::Knockout => TournamentFormat::Knockout { best_of: self.best_of },
            FormatName::Swiss => TournamentFormat::Swiss { rounds: self.rounds },
            FormatName::Random => TournamentFormat::Random { games: self.games },
            FormatName::Ladder => TournamentFormat::Ladder { games: self.games },
            // A final in pools of its own is refused by the check of the settings.
            FormatName::Pools => TournamentFormat::Pools {
                pools: self.pools,
                double: false,
                advance: self.advance,
                last: Box::new(match self.last {
                    FormatName::Pools => TournamentFormat::Ladder { games: 0 },
                    last => self.format(last),
                }),
            },
        }
    }
}

/// Reads `500ms`, `30s`, `5m` or `1h`.
pub(super) fn milliseconds(text: &str) -> Result<u64, String> {
    let bad = || format!("found '{text}': expected a time such as 500ms, 30s, 5m or 1h");
    let split = text.find(|c: char| c.is_ascii_alphabetic()).ok_or_else(bad)?;
    let (number, unit) = text.split_at(split);
    let number: f64 = number.parse().map_err(|_| bad())?;
    let factor = match unit {
        "ms" => 1.0,
        "s" => 1_000.0,
        "m" => 60_000.0,
        "h" => 3_600_000.0,
        _ => return Err(bad()),
    };
    let time = number * factor;
    if (0.0..=ClockRules::MOST as f64).contains(&time) { Ok(time.round() as u64) } else { Err(bad()) }
}
