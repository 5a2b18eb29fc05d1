//! `hexwright arena serve`: the server.

use std::{
    fs::OpenOptions,
    io::Write,
    net::{IpAddr, SocketAddr},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context, Result, bail};
use arena::{Limits, Server, ServerSettings, accept};
use store::Ledger;
use tokio::net::TcpListener;
use web::{JobsSettings, State};

use super::organise::token_path;
use crate::output::Answer;

/// Where to serve, and to whom.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The address to listen on; only this machine can reach the default
    #[arg(long, default_value = "127.0.0.1")]
    address: IpAddr,
    /// The port for players over TCP; 0 takes any that is free
    #[arg(long, default_value_t = 7879)]
    port: u16,
    /// The port for the board in the browser with its panel Watch, and for players over WebSocket; 0 takes any that is free [default: none]
    #[arg(long)]
    web_port: Option<u16>,
    /// The file that everything is kept in
    #[arg(long, value_name = "FILE", default_value = "arena.redb")]
    data: PathBuf,
    /// Let anyone register with a name that is not taken, and a token of their choice
    #[arg(long)]
    open: bool,
    /// The organiser's token [default: chosen by chance at the first start]
    #[arg(long, value_name = "TOKEN")]
    organiser_token: Option<String>,
    /// Connections at the same time
    #[arg(long, value_name = "N", default_value_t = Limits::default().links)]
    connections: usize,
    /// Lines a second from one connection, on average
    #[arg(long, value_name = "N", default_value_t = Limits::default().rate)]
    rate: u32,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let token_is_word =
        |token: &String| !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_graphic());
    if args.organiser_token.as_ref().is_some_and(|token| token.len() > 64 || !token_is_word(token)) {
        bail!("found an organiser's token that is no word: expected 1 to 64 letters, digits and signs");
    }
    let ledger = Ledger::open(&args.data).with_context(|| format!("cannot use {}", args.data.display()))?;
    let settings = ServerSettings {
        open: args.open,
        limits: Limits { links: args.connections, rate: args.rate, burst: args.rate.saturating_mul(2) },
        organiser: args.organiser_token.clone(),
    };
    let server = Server::start(ledger, &settings)?;
    let token_file = token_path(&args.data);
    write_token(&token_file, server.organiser())?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let bind = async |port: u16| {
            let address = SocketAddr::new(args.address, port);
            let listener = TcpListener::bind(address).await;
            listener.with_context(|| format!("cannot listen on {address}: expected a free port"))
        };
        let listener = bind(args.port).await?;
        // A server goes on when nobody reads what it says.
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
                    let state = State::new(JobsSettings::default()).with_arena(handle.clone());
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

/// Keeps the organiser's token where only this user can read it.
fn write_token(path: &Path, token: &str) -> Result<()> {
    let mut options = OpenOptions::new();
    options.create(true).write(true).truncate(true).mode(0o600);
    let mut file = options.open(path).with_context(|| format!("cannot write {}", path.display()))?;
    writeln!(file, "{token}")?;
    Ok(())
}
