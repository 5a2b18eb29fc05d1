//! `hexwright arena join`: takes an HTP program, or one of our players, to a server.

use std::{net::SocketAddr, time::Duration};

use anyhow::Result;
use arena::{Contestant, HousePlayer, HtpProgram, Joining};
use player::Limits;

use super::create::milliseconds;
use crate::{output::Answer, players};

/// Who joins.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Where the server listens
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7879")]
    server: SocketAddr,
    /// The player's name on the server
    #[arg(long)]
    name: String,
    /// The player's token
    #[arg(long, value_name = "TOKEN")]
    player_token: String,
    /// The command line of an HTP program
    #[arg(long, value_name = "COMMAND", required_unless_present = "player", conflicts_with = "player")]
    htp: Option<String>,
    /// Command sent to the HTP program when it starts; may be given several times
    #[arg(long, value_name = "COMMAND", requires = "htp")]
    init: Vec<String>,
    /// One of our players, such as bridges or neural:visits=800
    #[arg(long, value_name = "PLAYER")]
    player: Option<String>,
    /// Positions that our own player looks at for each move, at most
    #[arg(long, value_name = "N", requires = "player")]
    nodes: Option<u64>,
    /// Leave after the first tournament that is over
    #[arg(long)]
    once: bool,
    /// How long to try to connect, also after the connection was lost
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = milliseconds)]
    retry: u64,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let mut contestant: Box<dyn Contestant> = match (&args.htp, &args.player) {
        (Some(command), _) => Box::new(HtpProgram::new(command, args.init.clone())),
        (None, player) => {
            let player = players::create(player.as_deref().unwrap_or("bridges"))?;
            Box::new(HousePlayer::new(player, Limits { nodes: args.nodes, ..Limits::default() }))
        }
    };
    let joining = Joining {
        address: args.server,
        name: args.name.clone(),
        token: args.player_token.clone(),
        once: args.once,
        retry: Duration::from_millis(args.retry),
    };
    joining.play(&mut *contestant, &mut |line| eprintln!("{line}"))?;
    Ok(Answer::Done)
}
