//! Options that matches and round robins share: the games, who plays them, and how they are saved.

use std::{fs, time::Duration};

use anyhow::{Context, Result, bail};
use arena::{
    ArenaError, HousePlayer, HtpProgram, MakeContestant, OpeningMoves, balanced, every_first_stone,
    read_openings, shuffle_openings,
};
use board::BoardSize;
use player::{Limits, TimeControl, parse_duration};

use crate::player_args;

/// The games of two contestants.
#[derive(Debug, clap::Args)]
pub(crate) struct GamesArgs {
    /// Board size: a number for a square board, or columns x rows such as 11x9
    #[arg(long, short = 's', default_value = "11")]
    pub(crate) size: BoardSize,
    /// Games of each pairing, two from every opening with colours exchanged; rounded up to an even number [default: 200 in a
    /// match, 20 in a round robin]
    #[arg(long, short = 'g')]
    games: Option<usize>,
    /// Openings: balanced (a list of two-stone openings for 11x11 and 13x13), all (every first stone), none, or a file with
    /// one opening a line [default: balanced where there is a list, otherwise all]
    #[arg(long, short = 'o', value_name = "FILE|balanced|all|none")]
    openings: Option<String>,
    /// Time: 1s for each move, 300+2 for a game
    #[arg(long, short = 't', default_value = "1s")]
    pub(crate) time: TimeControl,
    /// Node limit for each move of the built-in players
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Time by which a move may exceed its limit before it loses the game
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = parse_duration)]
    pub(crate) margin: Duration,
    /// End a game as soon as its winner is proved by a virtual connection of the edges, instead of playing it out
    #[arg(long)]
    pub(crate) adjudicate: bool,
    /// Games played at the same time
    #[arg(long, short = 'c', default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) concurrency: u16,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

impl GamesArgs {
    /// How many pairs of games, where `default` is the number of games if nothing was said.
    pub(crate) fn pairs(&self, default: usize) -> usize {
        self.games.unwrap_or(default).div_ceil(2)
    }

    /// Returns the factory of the contestant that `spec` names.
    pub(crate) fn maker(&self, spec: &str, init: &[String], time: TimeControl) -> Result<MakeContestant> {
        if let Some(command) = spec.strip_prefix("htp:") {
            let seconds = time.start().as_secs_f64().to_string();
            let command = command.replace("{seconds}", &seconds);
            let start_up: Vec<_> = init.iter().map(|line| line.replace("{seconds}", &seconds)).collect();
            return Ok(Box::new(move || Ok(Box::new(HtpProgram::new(&command, start_up.clone())))));
        }
        if !init.is_empty() {
            bail!("'{spec}' is one of our players: expected start-up commands only for htp:COMMAND");
        }
        // A wrong name is an error of the command line, not of the match.
        player_args::create(spec)?;
        let (spec, limits) = (spec.to_string(), Limits { nodes: self.nodes, ..Limits::default() });
        Ok(Box::new(move || match player_args::create(&spec) {
            Ok(player) => Ok(Box::new(HousePlayer::new(player, limits))),
            Err(error) => Err(ArenaError::Contestant { name: spec.clone(), problem: error.to_string() }),
        }))
    }

    /// The openings, in the order in which they are played.
    pub(crate) fn opening_list(&self) -> Result<Vec<OpeningMoves>> {
        let mut list = match self.openings.as_deref() {
            None => balanced(self.size).unwrap_or_else(|_| every_first_stone(self.size)),
            Some("balanced") => balanced(self.size)?,
            Some("all") => every_first_stone(self.size),
            Some("none") => vec![Vec::new()],
            // A file is played in its own order.
            Some(file) => {
                let text = fs::read_to_string(file).with_context(|| {
                    format!(
                        "--openings {file}: expected balanced, all, none, or a file with one opening a line"
                    )
                })?;
                return read_openings(&text, self.size).with_context(|| file.to_string());
            }
        };
        if list.is_empty() {
            bail!("a game on {} is over with its first stone: expected a larger board", self.size);
        }
        shuffle_openings(&mut list, self.seed);
        Ok(list)
    }
}
