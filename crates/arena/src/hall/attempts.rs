//! Guessing is slow: after some wrong tokens, the next one is checked only after a delay.
//!
//! Wrong tokens are counted for each network address and for each name. The delay doubles with each further one up to a minute,
//! and a line that comes too early is ignored. To keep a client from locking others out:
//! - the count of a name holds only for addresses that have sent wrong tokens themselves;
//! - an address from which a player was welcomed has a count of its own for this player, and short delays.
//!
//! A right token resets neither the address's nor the name's count: an attacker may have an account.

use std::{
    hash::Hash,
    net::{IpAddr, Ipv6Addr},
};

use rustc_hash::FxHashMap;

/// Wrong tokens without a delay.
const FREE: u32 = 3;
/// The first delay in milliseconds; each further one is twice as long.
const FIRST: u64 = 1_000;
/// The longest delay.
const LONGEST: u64 = 60_000;
/// The longest delay for a player at an address where it was welcomed.
const LONGEST_PROVEN: u64 = 2_000;
/// Milliseconds after which a wrong token is forgotten.
const MEMORY: u64 = 600_000;
/// Counts that are kept.
const MOST: usize = 65_536;

/// Where a connection comes from: an IPv4 address, or the network part of an IPv6 address, whose other half is everyone's to choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Network(IpAddr);

impl From<IpAddr> for Network {
    fn from(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V6(v6) => {
                let network = u128::from(v6) & !u128::from(u64::MAX);
                IpAddr::V6(Ipv6Addr::from(network))
            }
            v4 => v4,
        })
    }
}

/// Who somebody claims to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Claim {
    Organiser,
    Person(usize),
    /// A name that is not known here.
    Unknown,
}

#[derive(Debug, Clone, Copy, Default)]
struct Count {
    wrong: u32,
    last: u64,
}

impl Count {
    fn wrong(&mut self, now: u64) {
        self.wrong = if self.is_old(now) { 1 } else { self.wrong.saturating_add(1) };
        self.last = now;
    }

    const fn is_old(&self, now: u64) -> bool {
        now > self.last + MEMORY
    }

    /// Milliseconds until the next token is checked.
    fn wait(&self, now: u64, longest: u64) -> u64 {
        let further = self.wrong.saturating_sub(FREE);
        if further == 0 || self.is_old(now) {
            return 0;
        }
        let delay = FIRST.saturating_mul(1 << (further - 1).min(16)).min(longest);
        (self.last + delay).saturating_sub(now)
    }
}

/// The claim of a guess and its origin.
#[derive(Debug, Default)]
pub(super) struct Attempts {
    of_networks: FxHashMap<Network, Count>,
    of_claims: FxHashMap<Claim, Count>,
    proven: FxHashMap<(Network, Claim), Count>,
}

impl Attempts {
    /// Milliseconds until a token of this claim from here is checked; 0: now.
    pub(super) fn wait(&self, network: Network, claim: Claim, now: u64) -> u64 {
        if let Some(own) = self.proven.get(&(network, claim)) {
            return own.wait(now, LONGEST_PROVEN);
        }
        let Some(here) = self.of_networks.get(&network).filter(|here| !here.is_old(now)) else { return 0 };
        let there = self.of_claims.get(&claim).map_or(0, |count| count.wait(now, LONGEST));
        here.wait(now, LONGEST).max(there)
    }

    /// The token was wrong.
    pub(super) fn wrong(&mut self, network: Network, claim: Claim, now: u64) {
        if let Some(own) = self.proven.get_mut(&(network, claim)) {
            return own.wrong(now);
        }
        count(&mut self.of_networks, network, now);
        if claim != Claim::Unknown {
            count(&mut self.of_claims, claim, now);
        }
    }

    /// The token was right.
    pub(super) fn right(&mut self, network: Network, claim: Claim) {
        // All that is lost with the others is that they are treated as new.
        if self.proven.len() >= MOST {
            self.proven.clear();
        }
        self.proven.insert((network, claim), Count::default());
    }

    /// A person has a new token, or is gone.
    pub(super) fn forget(&mut self, claim: Claim) {
        self.of_claims.remove(&claim);
        self.proven.retain(|&(_, known), _| known != claim);
    }
}

fn count<K: Eq + Hash>(counts: &mut FxHashMap<K, Count>, key: K, now: u64) {
    if counts.len() >= MOST {
        counts.retain(|_, count| !count.is_old(now));
    }
    // An attacker with more networks than this is slowed by the counts of names.
    if counts.len() < MOST || counts.contains_key(&key) {
        counts.entry(key).or_default().wrong(now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(text: &str) -> Network {
        text.parse::<IpAddr>().unwrap().into()
    }

    /// How many guesses of one claim are checked within a time, if one comes every millisecond.
    fn guesses(attempts: &mut Attempts, from: Network, claim: Claim, time: std::ops::Range<u64>) -> usize {
        let looked_at = |now: &u64| {
            let looked = attempts.wait(from, claim, *now) == 0;
            if looked {
                attempts.wrong(from, claim, *now);
            }
            looked
        };
        time.filter(looked_at).count()
    }

    #[test]
    fn guesses_are_slowed_for_each_address() {
        let mut attempts = Attempts::default();
        // Free ones, then after 1, 2, 4, 8, 16, 32 seconds, then one a minute.
        assert_eq!(guesses(&mut attempts, network("10.0.0.1"), Claim::Unknown, 0..3_600_000), 68);
        assert_eq!(attempts.wait(network("10.0.0.2"), Claim::Unknown, 3_600_000), 0, "others are not slowed");
        assert_eq!(attempts.wait(network("10.0.0.1"), Claim::Unknown, 4_400_000), 0, "it is forgotten");
    }

    #[test]
    fn guesses_are_slowed_for_each_name() {
        let mut attempts = Attempts::default();
        let alice = Claim::Person(0);
        let networks: Vec<Network> = (0..200).map(|host| network(&format!("10.0.0.{host}"))).collect();
        let mut looked_at = 0;
        for now in 0..60_000 {
            let from = networks[now as usize % networks.len()];
            if attempts.wait(from, alice, now) == 0 {
                attempts.wrong(from, alice, now);
                looked_at += 1;
            }
        }
        assert_eq!(looked_at, 200, "one guess of each address, and no second one");
        assert_eq!(
            attempts.wait(network("10.1.0.1"), alice, 60_000),
            0,
            "an address without guesses is checked at once"
        );
        assert_eq!(attempts.wait(networks[0], Claim::Person(1), 60_000), 0, "another name from there, too");
    }

    #[test]
    fn an_address_where_a_player_was_welcomed_is_not_locked_out() {
        let mut attempts = Attempts::default();
        let (home, alice) = (network("10.0.0.1"), Claim::Person(0));
        attempts.right(home, alice);
        guesses(&mut attempts, network("10.0.0.1"), Claim::Unknown, 0..100_000);
        guesses(&mut attempts, network("10.0.0.9"), alice, 0..100_000);
        assert_eq!(attempts.wait(home, alice, 100_000), 0);
        // Guesses of her neighbours hold her up for two seconds at most.
        let count = guesses(&mut attempts, home, alice, 100_000..200_000);
        assert!(count < 60, "{count}");
        assert!(attempts.wait(home, alice, 200_000) <= LONGEST_PROVEN);
    }

    #[test]
    fn ipv6_addresses_of_a_network_are_one() {
        assert_eq!(network("2001:db8::1"), network("2001:db8::ffff:2"));
        assert_ne!(network("2001:db8:0:1::1"), network("2001:db8:0:2::1"));
        assert_eq!(network("::ffff:10.0.0.1"), network("10.0.0.1"));
    }
}
