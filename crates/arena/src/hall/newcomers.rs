//! Registrations on an open server: how many, from where, and for how long.
//!
//! A registration that is never used in a tournament expires a day after its player was last there. When too many wait, the
//! oldest unused one makes room, but none is taken away in its first ten minutes.

use rustc_hash::FxHashMap;

use super::{
    Entry, Hall,
    attempts::{Claim, Network},
};
use crate::TokenHash;

/// Registrations from one address at once, and milliseconds until it may make one more.
const AT_ONCE: f64 = 32.0;
const ONE_MORE: f64 = 120_000.0;
/// Addresses whose registrations are counted.
const MOST_ADDRESSES: usize = 65_536;
/// Registrations that are not used yet.
const MOST_UNUSED: usize = 1_000;
/// Players of any kind.
const MOST_PLAYERS: usize = 10_000;
/// Milliseconds after which an unused registration expires.
const EXPIRY: u64 = 24 * 3_600_000;
/// Milliseconds for which no registration has to make room.
const SAFE: u64 = 600_000;

/// How many registrations an address may still make, and when that was counted.
#[derive(Debug, Default)]
pub(super) struct Registrations {
    left: FxHashMap<Network, (f64, u64)>,
}

impl Registrations {
    /// Milliseconds until an address may register; 0: now, and it is counted.
    pub(super) fn take(&mut self, network: Network, now: u64) -> u64 {
        let gained =
            |&(left, since): &(f64, u64)| (left + now.saturating_sub(since) as f64 / ONE_MORE).min(AT_ONCE);
        if self.left.len() >= MOST_ADDRESSES {
            self.left.retain(|_, counted| gained(counted) < AT_ONCE);
        }
        let left = self.left.get(&network).map_or(AT_ONCE, gained);
        if left < 1.0 {
            return ((1.0 - left) * ONE_MORE).ceil() as u64;
        }
        self.left.insert(network, (left - 1.0, now));
        0
    }
}

impl Hall {
    /// A new player with a token of its own; the token is not kept.
    pub(super) fn admit(&mut self, name: &str, registered: Option<u64>) -> (usize, String) {
        let token = self.new_token();
        let hash = TokenHash::of(name, &token);
        self.keep(&Entry::Player { name: name.to_string(), hash, registered });
        (self.enter(name.to_string(), hash, registered), token)
    }

    /// Makes room for one more registration; false: there is none.
    pub(super) fn make_room(&mut self, now: u64) -> bool {
        let unused = self.people.iter().filter(|person| person.is_unused()).count();
        if unused < MOST_UNUSED && self.by_name.len() < MOST_PLAYERS {
            return true;
        }
        let oldest = self.idle_newcomers(SAFE, now).min_by_key(|&(_, seen)| seen);
        if let Some((person, _)) = oldest {
            self.forget(person);
        }
        oldest.is_some()
    }

    /// Unused registrations expire.
    pub(super) fn expire_newcomers(&mut self, now: u64) {
        let expired: Vec<usize> = self.idle_newcomers(EXPIRY, now).map(|(person, _)| person).collect();
        for person in expired {
            self.forget(person);
        }
    }

    /// Registrations that are not used, of players who are not there since this long, and when they were last there.
    fn idle_newcomers(&self, time: u64, now: u64) -> impl Iterator<Item = (usize, u64)> {
        let wall = self.wall(now);
        self.people
            .iter()
            .enumerate()
            .filter(|(_, person)| person.is_unused() && person.link.is_none())
            .filter_map(move |(number, person)| {
                // A server that was not running could not be used either.
                let seen = person.registered.unwrap_or(0).max(self.settings.epoch + person.gone);
                (wall > seen + time).then_some((number, seen))
            })
    }

    fn forget(&mut self, person: usize) {
        let name = self.people[person].name.clone();
        self.keep(&Entry::Forgotten { name: name.clone() });
        self.attempts.forget(Claim::Person(person));
        self.remove(&name);
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    #[test]
    fn an_address_registers_some_at_once_and_then_one_after_the_other() {
        let mut registrations = Registrations::default();
        let from: Network = "10.0.0.1".parse::<IpAddr>().unwrap().into();
        let count = (0..9_466).filter(|_| registrations.take(from, 0) == 0).count();
        assert_eq!(count, 32);
        assert_eq!(registrations.take(from, 0), 120_000);
        assert_eq!(registrations.take(from, 120_000), 0);
        assert!(registrations.take(from, 120_000) > 0);
        assert_eq!(registrations.take("10.0.0.2".parse::<IpAddr>().unwrap().into(), 0), 0);
    }
}
