//! Connections that have not logged in. They have a separate limit and cannot take the places of players.
//!
//! When it is full the one that has waited longest leaves: a player or an organiser says who it is at once, so it is through
//! before its turn to leave comes, however many silent connections there are.

use std::collections::BTreeMap;

use super::{LinkId, attempts::Network};

/// Strangers at the same time.
pub(crate) const MOST: usize = 256;
/// Strangers of one address at the same time.
const MOST_OF_ONE: usize = 64;

/// The anteroom. Links are numbered in the order in which they came.
#[derive(Debug, Default)]
pub(super) struct Strangers {
    links: BTreeMap<LinkId, Network>,
}

impl Strangers {
    /// Lets a connection in; returns one that has to leave for it.
    pub(super) fn enter(&mut self, link: LinkId, network: Network) -> Option<LinkId> {
        let of_one = self.links.values().filter(|&&other| other == network).count();
        let crowd = if of_one >= MOST_OF_ONE {
            Some(network)
        } else if self.links.len() >= MOST {
            self.largest()
        } else {
            None
        };
        let leaves = self.links.iter().find(|&(_, &other)| Some(other) == crowd).map(|(&link, _)| link);
        if let Some(leaves) = leaves {
            self.links.remove(&leaves);
        }
        self.links.insert(link, network);
        leaves
    }

    /// A connection has said who it is, or is closed.
    pub(super) fn leave(&mut self, link: LinkId) {
        self.links.remove(&link);
    }

    /// The address that most strangers come from.
    fn largest(&self) -> Option<Network> {
        let mut counts = BTreeMap::<Network, usize>::new();
        for &network in self.links.values() {
            *counts.entry(network).or_default() += 1;
        }
        counts.into_iter().max_by_key(|&(_, count)| count).map(|(network, _)| network)
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use super::*;

    fn network(host: u8) -> Network {
        IpAddr::from(Ipv4Addr::new(10, 0, 0, host)).into()
    }

    #[test]
    fn the_oldest_of_the_largest_crowd_leaves() {
        let mut strangers = Strangers::default();
        for link in 0..64 {
            assert_eq!(strangers.enter(link, network(1)), None);
        }
        assert_eq!(strangers.enter(64, network(1)), Some(0), "the oldest of this address");
        for link in 65..257 {
            assert_eq!(strangers.enter(link, network((link % 100) as u8 + 2)), None, "{link}");
        }
        assert_eq!(strangers.enter(300, network(200)), Some(1), "the oldest of the address with most");
        strangers.leave(2);
        assert_eq!(strangers.enter(301, network(200)), None, "a place is free again");
        assert_eq!(strangers.links.len(), MOST);
    }
}
