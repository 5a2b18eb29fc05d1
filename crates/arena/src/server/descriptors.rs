//! The limit of open files: every connection takes one.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use super::ArenaLimits;
use crate::ArenaError;

/// Descriptors for everything but players: the ledger, the listeners, exports.
const OTHERS: usize = 64;
/// More are never asked for.
const MOST: u64 = 65_536;

impl ArenaLimits {
    /// These limits, with as many players as this process may have open files. The system's limit is raised where it can be;
    /// `share` is the part of the files that the arena may use, beside a server for the browser.
    ///
    /// # Errors
    /// [`ArenaError::Setting`] where not even a few players could connect.
    pub fn within_open_files(self, share: f64) -> Result<Self, ArenaError> {
        let allowed = raised() as f64 * share;
        let for_players = (allowed as usize).saturating_sub(OTHERS + Self { links: 0, ..self }.sockets());
        if for_players < 2 {
            return Err(ArenaError::Setting {
                what: "open files",
                found: format!("a limit of {}", allowed as usize),
                expected: format!(
                    "at least {} (see ulimit -n)",
                    OTHERS + Self { links: 2, ..self }.sockets()
                ),
            });
        }
        Ok(Self { links: self.links.min(for_players), ..self })
    }
}

/// The open files that this process may have, after an attempt to have more.
fn raised() -> u64 {
    let limit = getrlimit(Resource::Nofile);
    let current = limit.current.unwrap_or(u64::MAX);
    let wanted = limit.maximum.unwrap_or(u64::MAX).min(MOST);
    let more = Rlimit { current: Some(wanted), maximum: limit.maximum };
    if current < wanted && setrlimit(Resource::Nofile, more).is_ok() { wanted } else { current }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_get_what_strangers_and_organisers_leave() {
        let limits = ArenaLimits { links: 1 << 30, ..ArenaLimits::default() };
        let fitting = limits.within_open_files(1.0).unwrap();
        assert!(fitting.sockets() + OTHERS <= raised() as usize && fitting.links < limits.links);
        assert_eq!(ArenaLimits { links: 2, ..limits }.within_open_files(1.0).unwrap().links, 2);
        let none = limits.within_open_files(0.0).unwrap_err().to_string();
        assert!(none.contains("open files"), "{none}");
    }
}
