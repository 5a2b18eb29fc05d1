//! `hexwright serve`: the board in the browser. It is the default command.

use std::{
    env,
    io::IsTerminal,
    net::{IpAddr, SocketAddr},
    process::{Command, Stdio},
    time::Duration,
};

use anyhow::{Context, Result};
use web::JobsSettings;

use crate::{
    output::Answer,
    solved::{self, StoreArgs},
    web_args::WebArgs,
};

/// The longest that a question may take where only this machine is served.
const LONGEST_PRIVATE: Duration = Duration::from_secs(900);

/// Where to serve.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Only this machine can reach the default address. For others:
  hexwright serve --address 0.0.0.0                                (by the address of this machine)
  hexwright serve --address 0.0.0.0 --public hex.example.org       (by a name as well)
  hexwright serve --public hex.example.org                         (behind a proxy on this machine)

Requests for a host that is none of these, and from pages of other sites, are answered with 403. docs/how-to/browser.md has all limits.")]
pub(crate) struct Args {
    /// The address to listen on; the default is reachable from this machine only
    #[arg(long, default_value = "127.0.0.1")]
    address: IpAddr,
    /// The port; 0 takes any that is free
    #[arg(long, default_value_t = 7878)]
    port: u16,
    /// Worker threads [default: one for each core, at least four]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    #[command(flatten)]
    store: StoreArgs,
    /// Open the browser; `hexwright` alone does so in a terminal
    #[arg(long)]
    open: bool,
    #[command(flatten)]
    web: WebArgs,
}

impl Default for Args {
    fn default() -> Self {
        let open = std::io::stdout().is_terminal();
        Self {
            address: IpAddr::from([127, 0, 0, 1]),
            port: 7878,
            threads: None,
            store: StoreArgs::default(),
            open,
            web: WebArgs::default(),
        }
    }
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let store = args.store.open()?;
    let defaults = JobsSettings::default();
    // A user of this machine takes nothing from others by waiting.
    let is_private = args.address.is_loopback() && !args.web.is_public();
    let longest = if is_private { LONGEST_PRIVATE } else { defaults.longest };
    let threads = args.threads.unwrap_or(defaults.threads);
    let state = args.web.state(JobsSettings { threads, longest, ..defaults })?;
    let state = state.with_archive(solved::archive(store.as_ref()));
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
        anyhow::Ok(())
    })?;
    solved::finish(store.as_ref())?;
    Ok(Answer::Done)
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
        // Waits so that no zombie process stays; the exit status does not matter.
        std::thread::spawn(move || child.wait());
    }
}
