//! `hexwright arena show`: a tournament of built-in players in one command, shown in the browser.

use std::{
    net::{IpAddr, SocketAddr},
    thread,
    time::Duration,
};

use anyhow::{Context, Result, ensure};
use arena::{
    ClockRules, GameSettings, HousePlayer, Joining, Organiser, Server, ServerSettings, TournamentFormat,
    TournamentSettings, accept,
};
use board::BoardSize;
use player::{Limits, Player};
use store::Ledger;
use tokio::net::TcpListener;
use web::JobsSettings;

use super::create::milliseconds;
use crate::{output::Answer, player_args, web_args::WebArgs};

/// Who plays, and where to look at it.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// At least two built-in players, such as bridges, level:n=3 or neural:visits=100
    #[arg(default_values = ["bridges", "mops", "queenbee", "level:n=8"])]
    players: Vec<String>,
    /// The tournament's name
    #[arg(long, default_value = "show")]
    name: String,
    /// How often each pair meets, once with each colour
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100))]
    rounds: u32,
    /// The game: hex or random-turn
    #[arg(long, default_value = "hex", value_parser = ["hex", "random-turn"])]
    variant: String,
    /// Board size: a number for a square board, or columns x rows such as 11x9
    #[arg(long, short = 's', default_value = "9")]
    size: BoardSize,
    /// Time for each move
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = milliseconds)]
    per_move: u64,
    /// Minimum time of a move, so that people can follow
    #[arg(long, value_name = "TIME", default_value = "500ms", value_parser = milliseconds)]
    pace: u64,
    /// The address to listen on; the default is reachable from this machine only
    #[arg(long, default_value = "127.0.0.1")]
    address: IpAddr,
    /// The port of the board in the browser; 0 takes any that is free
    #[arg(long, default_value_t = 7878)]
    port: u16,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    web: WebArgs,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    ensure!(args.players.len() >= 2, "found one player: expected two at least");
    let house: Vec<(String, Box<dyn Player>)> = names(&args.players)
        .into_iter()
        .zip(&args.players)
        .map(|(name, spec)| Ok((name, player_args::create(spec)?)))
        .collect::<Result<_>>()?;
    let server = Server::start(Ledger::in_memory()?, &ServerSettings::default())?;
    let handle = server.handle();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let address = SocketAddr::new(args.address, args.port);
        let listener = TcpListener::bind(address)
            .await
            .with_context(|| format!("cannot listen on {address}: expected a free port, see --port"))?;
        let inside = TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await?;
        let seats = inside.local_addr()?;
        let accepting = tokio::spawn(accept(inside, handle.clone(), std::future::pending()));
        let names: Vec<String> = house.iter().map(|(name, _)| name.clone()).collect();
        let (settings, token) = (args.settings(&names), server.organiser().to_string());
        let pace = Duration::from_millis(args.pace);
        tokio::task::spawn_blocking(move || begin(seats, &token, &settings, house, pace)).await??;
        println!("Watch it at http://{}/#panel=watch (end with Ctrl-C)", listener.local_addr()?);
        let stop = async {
            // Without a signal handler the server runs until it is killed.
            if tokio::signal::ctrl_c().await.is_err() {
                std::future::pending::<()>().await;
            }
        };
        let state = args.web.state(JobsSettings::default())?.with_arena(handle.clone());
        tokio::select! {
            served = web::serve(listener, state, std::future::pending()) => served?,
            () = stop => {}
        }
        accepting.abort();
        Ok::<_, anyhow::Error>(())
    })?;
    server.stop()?;
    Ok(Answer::Done)
}

impl Args {
    fn settings(&self, names: &[String]) -> TournamentSettings {
        TournamentSettings {
            name: self.name.clone(),
            // Everyone meets everyone with each colour; a random tournament goes on for as many games as several of them have.
            format: match self.rounds {
                1 => TournamentFormat::RoundRobin { double: true },
                rounds => {
                    TournamentFormat::Random { games: rounds * (names.len() * (names.len() - 1)) as u32 }
                }
            },
            games: GameSettings {
                variant: self.variant.clone(),
                size: self.size.to_string(),
                clock: ClockRules {
                    per_move: self.per_move + self.pace,
                    per_game: 0,
                    increment: 0,
                    lag: 1000,
                },
                ..GameSettings::default()
            },
            players: names.to_vec(),
            seed: self.seed,
        }
    }
}

/// One name for each player; the second of two equals is called `bridges--2`.
fn names(specs: &[String]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for spec in specs {
        let same = names.iter().filter(|name| name.split("--").next() == Some(spec)).count();
        names.push(if same == 0 { spec.clone() } else { format!("{spec}--{}", same + 1) });
    }
    names
}

/// Lets the players in and begins the tournament.
fn begin(
    address: SocketAddr,
    token: &str,
    settings: &TournamentSettings,
    house: Vec<(String, Box<dyn Player>)>,
    pace: Duration,
) -> Result<()> {
    let mut organiser = Organiser::connect(address, token)?;
    for (name, player) in house {
        let added = organiser.ask(&format!("add {name}"))?;
        let token = added["token"].as_str().unwrap_or_default().to_string();
        let joining = Joining { address, name, token, once: false, retry: Duration::from_secs(1) };
        thread::spawn(move || {
            let mut contestant = HousePlayer::new(player, Limits::default()).with_pace(pace);
            // It ends with the server, and has nothing to say then.
            let _ = joining.play(&mut contestant, &mut |_| {});
        });
    }
    organiser.ask(&format!("create {}", serde_json::to_string(settings)?))?;
    organiser.ask(&format!("start {}", settings.name))?;
    Ok(())
}
