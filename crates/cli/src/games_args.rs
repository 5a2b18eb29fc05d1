//! What matches and round robins have in common: the games, who plays them, and how they are saved.

use std::{fs, time::Duration};

use anyhow::{Context, Result, bail};
use arena::{
    ArenaError, Contestant, HousePlayer, HtpProgram, Opening, balanced, every_first_stone, read_openings,
};
use board::{BoardSize, below};
use player::{Limits, TimeControl};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

use crate::players;

/// The games of two contestants.
#[derive(Debug, clap::Args)]
pub(crate) struct GamesArgs {
    /// Board size: a number for a square board, or columns x rows such as 11x9
    #[arg(long, short = 's', default_value = "11")]
    pub(crate) size: BoardSize,
    /// Games of two contestants, two from every opening with colours exchanged; an odd number is rounded up [default: 200 in a
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
    /// Positions that our own players look at for each move, at most
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Time that a move may take beyond its time before it loses the game
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = margin)]
    pub(crate) margin: Duration,
    /// End a game as soon as its winner is proved by a virtual connection of the edges, instead of playing it out
    #[arg(long)]
    pub(crate) adjudicate: bool,
    /// Games played at the same time
    #[arg(long, short = 'c', default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) concurrency: u16,
    /// Everything random follows from this number
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

/// Makes a contestant, once for every thread.
pub(crate) type Make = Box<dyn Fn() -> Result<Box<dyn Contestant>, ArenaError> + Sync>;

impl GamesArgs {
    /// How many pairs of games, where `default` is the number of games if nothing was said.
    pub(crate) fn pairs(&self, default: usize) -> usize {
        self.games.unwrap_or(default).div_ceil(2)
    }

    /// What makes the contestant that `spec` names.
    pub(crate) fn maker(&self, spec: &str, init: &[String], time: TimeControl) -> Result<Make> {
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
        players::create(spec)?;
        let (spec, limits) = (spec.to_string(), Limits { nodes: self.nodes, ..Limits::default() });
        Ok(Box::new(move || match players::create(&spec) {
            Ok(player) => Ok(Box::new(HousePlayer::new(player, limits))),
            Err(error) => Err(ArenaError::Contestant { name: spec.clone(), problem: error.to_string() }),
        }))
    }

    /// The openings, in the order in which they are played.
    pub(crate) fn opening_list(&self) -> Result<Vec<Opening>> {
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
        // A short match should not see the first rows only.
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        for index in (1..list.len()).rev() {
            list.swap(index, below(&mut random, index + 1));
        }
        Ok(list)
    }
}

/// A name for the folder of a match.
pub(crate) fn folder_name(names: &[String; 2], size: BoardSize) -> String {
    let plain = |name: &String| -> String {
        let tidy = |c: char| if c.is_ascii_alphanumeric() || ".=".contains(c) { c } else { '_' };
        name.rsplit('/').next().unwrap_or_default().chars().take(40).map(tidy).collect()
    };
    format!("{}-{}-{size}", plain(&names[0]), plain(&names[1]))
}

fn margin(text: &str) -> Result<Duration, String> {
    match text.parse() {
        Ok(TimeControl::PerMove(time)) => Ok(time),
        _ => Err("expected a time such as 1s or 500ms".to_string()),
    }
}
