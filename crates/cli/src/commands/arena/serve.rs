//! `hexwright arena serve`: the server.

use std::{
    fs::{self, OpenOptions},
    io::Write,
    net::{IpAddr, SocketAddr},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context, Result, bail};
use arena::{ArenaLimits, SHORTEST_TOKEN, Server, ServerSettings, accept, open_ledger};
use tokio::net::TcpListener;
use web::JobsSettings;

use super::organise::token_path;
use crate::{output::Answer, web_args::WebArgs};

/// Where to serve, and to whom.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The address to listen on; the default is reachable from this machine only
    #[arg(long, default_value = "127.0.0.1")]
    address: IpAddr,
    /// The port for players over TCP; 0 takes any that is free
    #[arg(long, default_value_t = 7879)]
    port: u16,
    /// The port for the board in the browser with its panel Watch, and for players over WebSocket; 0 takes any that is free [default: none]
    #[arg(long)]
    web_port: Option<u16>,
    /// The data file of the server
    #[arg(long, value_name = "FILE", default_value = "arena.redb")]
    data: PathBuf,
    /// Let anyone register a free name with 'hexwright arena register NAME'
    #[arg(long)]
    open: bool,
    /// The organiser's token, at least 20 random characters [default: created at the first start and kept in FILE.token]
    #[arg(long, value_name = "TOKEN")]
    organiser_token: Option<String>,
    /// Maximum number of connected players
    #[arg(long, value_name = "N", default_value_t = ArenaLimits::default().links)]
    connections: usize,
    /// Maximum lines per second from one connection, on average
    #[arg(long, value_name = "N", default_value_t = ArenaLimits::default().rate)]
    rate: u32,
    #[command(flatten)]
    web: WebArgs,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let token_file = token_path(&args.data);
    let organiser = match &args.organiser_token {
        Some(token) if !is_token(token) => bail!(
            "found an organiser's token that is too short or no word: expected {SHORTEST_TOKEN} to 64 letters, digits and signs"
        ),
        Some(token) => Some(token.clone()),
        // One that is too short was made by an earlier version, which kept it where others could read it.
        None => fs::read_to_string(&token_file)
            .ok()
            .map(|text| text.trim().to_string())
            .filter(|text| is_token(text)),
    };
    let ledger = open_ledger(&args.data).with_context(|| format!("cannot use {}", args.data.display()))?;
    // The server for the browser takes up to three quarters of the open files.
    let share = if args.web_port.is_some() { 0.25 } else { 1.0 };
    let limits = ArenaLimits { links: args.connections, rate: args.rate, burst: args.rate.saturating_mul(2) };
    let house = players::REGISTRY.0.iter().map(|player| player.name.to_string()).collect();
    let limits = limits.within_open_files(share)?;
    if limits.links < args.connections {
        eprintln!(
            "The limit of open files (ulimit -n) leaves room for {} players at the same time",
            limits.links
        );
    }
    let settings = ServerSettings { open: args.open, limits, organiser, house };
    let server = Server::start(ledger, &settings)?;
    write_private(&token_file, server.organiser())?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let bind = async |port: u16| {
            let address = SocketAddr::new(args.address, port);
            let listener = TcpListener::bind(address).await;
            listener.with_context(|| format!("cannot listen on {address}: expected a free port"))
        };
        let listener = bind(args.port).await?;
        // A server continues when its output is closed.
        let say = |line: String| drop(writeln!(std::io::stdout(), "{line}"));
        say(format!("The arena is at {} (TCP)", listener.local_addr()?));
        let web = match args.web_port {
            Some(port) => {
                let listener = bind(port).await?;
                let address = listener.local_addr()?;
                say(format!("Watch it at http://{address}/#panel=watch; players over WebSocket: ws://{address}/arena/ws"));
                Some(listener)
            }
            None => None,
        };
        say(format!("The organiser's token is in {} (end with Ctrl-C; nothing is lost)", token_file.display()));
        let handle = server.handle();
        let web = async {
            match web {
                Some(listener) => {
                    let state = args.web.state(JobsSettings::default())?.with_arena(handle.clone());
                    web::serve(listener, state, std::future::pending()).await.map_err(anyhow::Error::from)
                }
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = accept(listener, handle.clone(), ended(&server)) => {}
            result = web => result?,
        }
        Ok::<_, anyhow::Error>(())
    })?;
    server.stop()?;
    Ok(Answer::Done)
}

/// Done when someone ends the program, or the hall has ended because its file cannot be written.
async fn ended(server: &Server) {
    let interrupted = async {
        // Without a signal handler the server runs until it is killed, which loses nothing.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    let failed = async {
        while server.is_running() {
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    };
    tokio::select! { () = interrupted => {}, () = failed => {} }
}

fn is_token(text: &str) -> bool {
    (SHORTEST_TOKEN..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic())
}

/// Writes a line where only this user can read it. It is written beside the file and then renamed, so that a file which others
/// can read, or a link to somewhere else, is replaced.
fn write_private(path: &Path, line: &str) -> Result<()> {
    let mut fresh = path.as_os_str().to_owned();
    fresh.push(format!(".new-{}", std::process::id()));
    let fresh = PathBuf::from(fresh);
    // Left behind by a process of the same number that was killed; where there is none, all is well.
    let _ = fs::remove_file(&fresh);
    let mut file = OpenOptions::new()
        .create_new(true)
        .write(true)
        .mode(0o600)
        .open(&fresh)
        .with_context(|| format!("cannot write {}", fresh.display()))?;
    writeln!(file, "{line}")?;
    fs::rename(&fresh, path).with_context(|| format!("cannot write {}", path.display()))
}
