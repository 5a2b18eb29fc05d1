//! A connection of any kind: lines in, lines out, and the limits for every player.

use std::net::IpAddr;

use tokio::sync::mpsc as channel;

use crate::signals::{LONGEST_LINE, ServerSignal};

use super::{Handle, Input};
use crate::{LinkId, hall};

/// The longest line of an organiser, whose tournaments may list many players.
const LONGEST_ORDER: usize = 1 << 16;
/// Sockets that may be on their way in or out.
const PASSING: usize = 64;
/// Lines that may wait for a player to read them.
const OUTBOX: usize = 256;

/// The limits for players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ArenaLimits {
    /// Players that are connected at the same time. Strangers and organisers have places of their own.
    pub links: usize,
    /// Maximum lines per second from one connection, on average.
    pub rate: u32,
    /// Lines from one connection at once.
    pub burst: u32,
}

impl ArenaLimits {
    /// The most sockets that are open at the same time: players, strangers and organisers.
    #[must_use]
    pub const fn sockets(&self) -> usize {
        self.links.saturating_add(hall::STRANGERS + hall::ORGANISERS + PASSING)
    }
}

impl Default for ArenaLimits {
    fn default() -> Self {
        Self { links: 1024, rate: 500, burst: 1000 }
    }
}

/// Why a connection is to be closed; the text is the line to send before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// The line is too long.
    #[error("error line found a line of more than {LONGEST_LINE} bytes: expected a shorter one")]
    TooLong,
    /// There are too many lines.
    #[error("error rate found too many lines: expected fewer a second")]
    TooMany,
    /// The server has ended.
    #[error("error full found the server ended: expected to be alone")]
    Ended,
}

/// One connection to the hall. When it is dropped, the hall hears that it is closed.
#[derive(Debug)]
pub struct ArenaConnection {
    link: LinkId,
    handle: Handle,
    outbox: channel::Receiver<String>,
    /// Lines that may come at once now, and when that was counted.
    allowance: f64,
    counted: u64,
    longest: usize,
}

impl Handle {
    /// A new connection from this address, unless there are too many.
    #[must_use]
    pub fn connect(&self, from: IpAddr) -> Option<ArenaConnection> {
        let link = self.claim_link()?;
        let (sender, outbox) = channel::channel(OUTBOX);
        let connection = ArenaConnection {
            link,
            handle: self.clone(),
            outbox,
            allowance: f64::from(self.limits.burst),
            counted: self.now(),
            longest: LONGEST_LINE,
        };
        // Where the hub has ended, the connection hears of it with its first line.
        let _ = self.inbox.send(Input::Connected(link, from, sender));
        Some(connection)
    }
}

impl ArenaConnection {
    /// The longest line that may come now, in bytes.
    #[must_use]
    pub const fn longest(&self) -> usize {
        self.longest
    }

    /// Hands a line over, stamped with the time.
    ///
    /// # Errors
    /// [`LineError`]: the connection is to be closed.
    pub fn line(&mut self, bytes: &[u8]) -> Result<(), LineError> {
        if bytes.len() > self.longest {
            return Err(LineError::TooLong);
        }
        let now = self.count()?;
        let text = String::from_utf8_lossy(bytes);
        let text = text.trim_end_matches(['\r', '\n']);
        if text.starts_with("organise ") {
            self.longest = LONGEST_ORDER;
        }
        let input = Input::Line(self.link, text.to_string(), now);
        self.handle.inbox.send(input).map_err(|_| LineError::Ended)
    }

    /// Counts something that is no line but costs as much, such as a ping of a WebSocket.
    ///
    /// # Errors
    /// [`LineError::TooMany`]: the connection is to be closed.
    pub fn signal(&mut self) -> Result<(), LineError> {
        self.count().map(drop)
    }

    /// Takes one from the lines that may come; returns the time.
    fn count(&mut self) -> Result<u64, LineError> {
        let now = self.handle.now();
        let limits = self.handle.limits;
        let gained = (now - self.counted) as f64 * f64::from(limits.rate) / 1000.0;
        self.allowance = (self.allowance + gained).min(f64::from(limits.burst));
        self.counted = now;
        if self.allowance < 1.0 {
            return Err(LineError::TooMany);
        }
        self.allowance -= 1.0;
        Ok(now)
    }

    /// The next line to send; `None` when the connection is to be closed.
    pub async fn next(&mut self) -> Option<String> {
        let line = self.outbox.recv().await?;
        self.allow_answer(&line);
        Some(line)
    }

    /// A further line to send, if there is one already.
    pub fn ready_line(&mut self) -> Option<String> {
        let line = self.outbox.try_recv().ok()?;
        self.allow_answer(&line);
        Some(line)
    }

    /// An answer is not counted, so a player that only answers never exceeds the rate.
    fn allow_answer(&mut self, line: &str) {
        if line.parse().is_ok_and(|signal: ServerSignal| signal.asks()) {
            self.allowance += 1.0;
        }
    }
}

impl Drop for ArenaConnection {
    fn drop(&mut self) {
        self.handle.links.fetch_sub(1, std::sync::atomic::Ordering::Relaxed);
        // If the hub has ended, no client needs the news.
        let _ = self.handle.inbox.send(Input::Closed(self.link));
    }
}
