//! Options of all commands that serve the board in the browser: the names of the server, and the limits for its clients.

use std::time::Duration;

use anyhow::{Result, anyhow};
use web::{Hosts, JobsSettings, ServerLimits, State};

/// Who may reach the board in the browser, and how many at once.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct WebArgs {
    /// Host names of this server beside its address, such as hex.example.org; requests for other hosts are refused
    #[arg(long, value_name = "HOST", value_delimiter = ',')]
    public: Vec<String>,
    /// Maximum number of browser connections; an idle one makes room for a new one
    #[arg(long, value_name = "N", default_value_t = ServerLimits::default().connections)]
    web_connections: usize,
    /// Maximum number of browser connections from one address; raise it behind a proxy
    #[arg(long, value_name = "N", default_value_t = ServerLimits::default().per_address)]
    web_connections_per_address: usize,
    /// Maximum time of one question of a page, such as a proof [default: 2m; 15m for a `serve` that only this machine can reach]
    #[arg(long, value_name = "TIME", value_parser = player::parse_duration)]
    job_limit: Option<Duration>,
}

impl Default for WebArgs {
    fn default() -> Self {
        let ServerLimits { connections, per_address, .. } = ServerLimits::default();
        Self {
            public: Vec::new(),
            web_connections: connections,
            web_connections_per_address: per_address,
            job_limit: None,
        }
    }
}

impl WebArgs {
    /// Whether pages of other machines may be served: under a name of the server.
    pub(crate) const fn is_public(&self) -> bool {
        !self.public.is_empty()
    }

    /// A server's state with these names and limits.
    ///
    /// # Errors
    /// When a name is no host name.
    pub(crate) fn state(&self, jobs: JobsSettings) -> Result<State> {
        let hosts = Hosts::new(self.public.iter().map(String::as_str));
        let hosts = hosts.map_err(|error| anyhow!("--public: {error}"))?;
        let limits = ServerLimits {
            connections: self.web_connections,
            per_address: self.web_connections_per_address,
            ..ServerLimits::default()
        };
        let longest = self.job_limit.unwrap_or(jobs.longest);
        Ok(State::new(JobsSettings { longest, ..jobs }).with_hosts(hosts).with_limits(limits))
    }
}
