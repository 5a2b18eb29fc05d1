//! `hexwright serve`: the board in the browser. Also what the program does when it is asked nothing else.

use std::{
    env,
    io::IsTerminal,
    net::{IpAddr, SocketAddr},
    process::{Command, Stdio},
};

use anyhow::{Context, Result};
use web::{JobsSettings, State};

use crate::output::Answer;

/// Where to serve.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The address to listen on; only this machine can reach the default
    #[arg(long, default_value = "127.0.0.1")]
    address: IpAddr,
    /// The port; 0 takes any that is free
    #[arg(long, default_value_t = 7878)]
    port: u16,
    /// Threads that compute [default: one for each core]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Open the board in the browser of this machine; `hexwright` alone does so when it is started in a terminal
    #[arg(long)]
    open: bool,
}

impl Default for Args {
    fn default() -> Self {
        let open = std::io::stdout().is_terminal();
        Self { address: IpAddr::from([127, 0, 0, 1]), port: 7878, threads: None, open }
    }
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let defaults = JobsSettings::default();
    let state = State::new(JobsSettings { threads: args.threads.unwrap_or(defaults.threads), ..defaults });
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let address = SocketAddr::new(args.address, args.port);
        let listener = tokio::net::TcpListener::bind(address)
            .await
            .with_context(|| format!("cannot listen on {address}: expected a free port, see --port"))?;
        let page = format!("http://{}/", listener.local_addr()?);
        println!("Hexwright: the board is at {page} (end with Ctrl-C)");
        if args.open {
            open(&page);
        }
        let stop = async {
            // Without a signal handler the server runs until it is killed, which loses nothing.
            if tokio::signal::ctrl_c().await.is_err() {
                std::future::pending::<()>().await;
            }
        };
        web::serve(listener, state, stop).await?;
        Ok(Answer::Done)
    })
}

/// Shows a page in the browser of this machine. The address has been printed: where there is no browser, nothing is lost.
fn open(page: &str) {
    let has_screen = ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| env::var_os(name).is_some());
    let opener = match env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ if has_screen => "xdg-open",
        _ => return,
    };
    let quiet = || Stdio::null();
    if let Ok(mut child) =
        Command::new(opener).arg(page).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn()
    {
        // Somebody has to hear that it ended; how it ended does not matter.
        std::thread::spawn(move || child.wait());
    }
}
