//! `hexwright arena join`: connects an HTP program or a built-in player to a server.

use std::{fs, net::SocketAddr, path::PathBuf, time::Duration};

use anyhow::{Context, Result, bail};
use arena::{Contestant, HousePlayer, HtpProgram, Joining};
use player::Limits;

use super::create::milliseconds;
use crate::{output::Answer, player_args};

/// Who joins.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The address of the server
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7879")]
    server: SocketAddr,
    /// The player's name on the server
    #[arg(long)]
    name: String,
    /// The player's token; other users of this machine can see it in the process list
    #[arg(long, value_name = "TOKEN", required_unless_present = "player_token_file")]
    player_token: Option<String>,
    /// A file with the player's token
    #[arg(long, value_name = "FILE", conflicts_with = "player_token")]
    player_token_file: Option<PathBuf>,
    /// The command line of an HTP program
    #[arg(long, value_name = "COMMAND", required_unless_present = "player", conflicts_with = "player")]
    htp: Option<String>,
    /// Command sent to the HTP program when it starts; may be given several times
    #[arg(long, value_name = "COMMAND", requires = "htp")]
    init: Vec<String>,
    /// One of our players, such as bridges or neural:visits=800
    #[arg(long, value_name = "PLAYER")]
    player: Option<String>,
    /// Node limit for each move of a built-in player
    #[arg(long, value_name = "N", requires = "player")]
    nodes: Option<u64>,
    /// Leave after the first finished tournament
    #[arg(long)]
    once: bool,
    /// How long to try to connect or reconnect
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = milliseconds)]
    retry: u64,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let mut contestant: Box<dyn Contestant> = match (&args.htp, &args.player) {
        (Some(command), _) => Box::new(HtpProgram::new(command, args.init.clone())),
        (None, player) => {
            let player = player_args::create(player.as_deref().unwrap_or("bridges"))?;
            Box::new(HousePlayer::new(player, Limits { nodes: args.nodes, ..Limits::default() }))
        }
    };
    let token = match (&args.player_token, &args.player_token_file) {
        (Some(token), _) => token.clone(),
        (None, Some(path)) => {
            let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
            // The output of `add` and `register`: a name and its token, or the token alone.
            text.split_whitespace().last().unwrap_or_default().to_string()
        }
        (None, None) => bail!("found no token: expected --player-token or --player-token-file"),
    };
    let joining = Joining {
        address: args.server,
        name: args.name.clone(),
        token,
        once: args.once,
        retry: Duration::from_millis(args.retry),
    };
    joining.play(&mut *contestant, &mut |line| eprintln!("{line}"))?;
    Ok(Answer::Done)
}
