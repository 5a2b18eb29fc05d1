//! The fair queue: addresses take turns, and so do the pages of an address. Many questions delay only their own sender.

use std::{collections::HashMap, net::IpAddr};

use super::{Client, JobId, JobTask, Lane};

/// A job that waits.
pub(super) struct Waiting {
    pub(super) id: JobId,
    pub(super) client: Client,
    pub(super) lane: Lane,
    pub(super) task: JobTask,
}

/// The usage of a client.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Load {
    /// Jobs that run now.
    running: usize,
    /// When its last job began, in turns.
    served: u64,
}

/// Jobs that wait, the oldest first, and the turns so far.
#[derive(Default)]
pub(super) struct Queue {
    waiting: Vec<Waiting>,
    served: HashMap<Client, u64>,
    turn: u64,
}

impl Queue {
    pub(super) fn push(&mut self, waiting: Waiting) {
        self.waiting.push(waiting);
    }

    /// Takes a job out before its turn.
    pub(super) fn remove(&mut self, id: JobId) -> bool {
        let place = self.waiting.iter().position(|waiting| waiting.id == id);
        place.map(|place| self.waiting.remove(place)).is_some()
    }

    /// Takes all jobs out.
    pub(super) fn drain(&mut self) -> Vec<JobId> {
        self.waiting.drain(..).map(|waiting| waiting.id).collect()
    }

    /// The newest job of an address.
    pub(super) fn newest(&self, address: IpAddr) -> Option<JobId> {
        self.waiting.iter().rev().find(|waiting| waiting.client.address == address).map(|waiting| waiting.id)
    }

    /// Takes out the job whose turn it is among those that `may` begin. `running` are the askers of what runs now.
    pub(super) fn next(&mut self, running: &[&Client], may: impl Fn(&Waiting) -> bool) -> Option<Waiting> {
        let (mut clients, mut addresses) = (HashMap::<&Client, Load>::new(), HashMap::<IpAddr, Load>::new());
        for &client in running {
            clients.entry(client).or_default().running += 1;
            addresses.entry(client.address).or_default().running += 1;
        }
        for (client, &turn) in &self.served {
            clients.entry(client).or_default().served = turn;
            let address = addresses.entry(client.address).or_default();
            address.served = address.served.max(turn);
        }
        let load = |waiting: &Waiting| {
            let address = addresses.get(&waiting.client.address).copied().unwrap_or_default();
            (address, clients.get(&waiting.client).copied().unwrap_or_default())
        };
        let candidates = self.waiting.iter().enumerate().filter(|(_, waiting)| may(waiting));
        let (place, _) = candidates.min_by_key(|(place, waiting)| (load(waiting), *place))?;
        let chosen = self.waiting.remove(place);
        self.turn += 1;
        self.served.insert(chosen.client.clone(), self.turn);
        // Who neither waits nor runs is forgotten, and comes first when it asks again.
        let is_present = |client: &Client| {
            *client == chosen.client
                || running.contains(&client)
                || self.waiting.iter().any(|waiting| waiting.client == *client)
        };
        self.served.retain(|client, _| is_present(client));
        Some(chosen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(address: u8, page: &str) -> Client {
        Client { address: [127, 0, 0, address].into(), page: page.to_string() }
    }

    fn order(asked: &[(u8, &str)]) -> Vec<(u8, String)> {
        let mut queue = Queue::default();
        for &(address, page) in asked {
            let task: JobTask = Box::new(|_| Err(String::new()));
            let id = JobId::random().unwrap();
            queue.push(Waiting { id, client: client(address, page), lane: Lane::Quick, task });
        }
        let next = || queue.next(&[], |_| true).map(|waiting| waiting.client);
        let last = |client: Client| match client.address {
            IpAddr::V4(address) => (address.octets()[3], client.page),
            IpAddr::V6(_) => unreachable!("only version 4 is used here"),
        };
        std::iter::from_fn(next).map(last).collect()
    }

    #[test]
    fn addresses_take_turns_and_so_do_their_pages() {
        let found = order(&[(1, "a"), (1, "a"), (1, "a"), (1, "b"), (2, "c"), (2, "c"), (3, "d")]);
        let places: Vec<(u8, &str)> = found.iter().map(|(address, page)| (*address, page.as_str())).collect();
        assert_eq!(places, [(1, "a"), (2, "c"), (3, "d"), (1, "b"), (2, "c"), (1, "a"), (1, "a")]);
    }

    #[test]
    fn who_has_a_job_running_lets_others_go_first() {
        let mut queue = Queue::default();
        for address in [1, 2] {
            let id = JobId::random().unwrap();
            let task: JobTask = Box::new(|_| Err(String::new()));
            queue.push(Waiting { id, client: client(address, ""), lane: Lane::Long, task });
        }
        let busy = client(1, "other");
        let chosen = queue.next(&[&busy], |_| true).unwrap();
        assert_eq!(chosen.client, client(2, ""));
        assert!(queue.next(&[&busy], |waiting| waiting.lane == Lane::Quick).is_none());
    }
}
