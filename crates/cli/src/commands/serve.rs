//! `hexwright serve`: the board in the browser. Also what the program does when it is asked nothing else.

use std::net::{IpAddr, SocketAddr};

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
}

impl Default for Args {
    fn default() -> Self {
        Self { address: IpAddr::from([127, 0, 0, 1]), port: 7878, threads: None }
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
        println!("Hexwright: the board is at http://{}/ (end with Ctrl-C)", listener.local_addr()?);
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
