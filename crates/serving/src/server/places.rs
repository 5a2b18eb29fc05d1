//! Connection limits: the places in total and for each address, and which connection is closed when they are taken.
//!
//! A connection that has not finished its request, or does not read its answer, costs its client nothing and us a place. So a
//! full server does not refuse newcomers: it closes a connection that stands still, rather one that has done so for long and
//! whose address has many. A client that asks and reads is never closed for another.

use std::{
    collections::BTreeMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard},
    time::Instant,
};

use tokio::sync::Notify;

/// The state of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Phase {
    /// It has no complete request yet: it may be closed for another.
    Waiting,
    /// Its request is being answered.
    Busy,
    /// It does not read its answer: it may be closed for another.
    Stalled,
    /// It gets a stream of events, and may ask for it again.
    Streaming,
    /// It is a WebSocket, with rules of its own.
    Upgraded,
}

impl Phase {
    const fn stands_still(self) -> bool {
        matches!(self, Self::Waiting | Self::Stalled)
    }

    const fn lasts(self) -> bool {
        matches!(self, Self::Streaming | Self::Upgraded)
    }
}

struct Entry {
    network: IpAddr,
    phase: Phase,
    since: Instant,
    /// Whether it has sent a whole request.
    has_asked: bool,
    close: Arc<Notify>,
}

/// All places of a server.
pub(crate) struct Places {
    most: usize,
    most_each: usize,
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    next: u64,
    entries: BTreeMap<u64, Entry>,
}

/// The place of one connection; free again when it is dropped.
pub(crate) struct Place {
    id: u64,
    places: Arc<Places>,
    close: Arc<Notify>,
}

impl Places {
    /// A number of places, and how many of them one address may have.
    pub(crate) fn new(most: usize, most_each: usize) -> Arc<Self> {
        let most = most.max(2);
        Arc::new(Self { most, most_each: most_each.clamp(2, most), inner: Mutex::default() })
    }

    /// A place for a connection from this address, where need be that of another; `None` when all others are at work.
    pub(crate) fn take(self: &Arc<Self>, address: IpAddr) -> Option<Arc<Place>> {
        let network = network_of(address);
        let mut inner = self.lock();
        let mine = inner.entries.values().filter(|entry| entry.network == network).count();
        if mine >= self.most_each {
            inner.close_one(|entry| entry.network == network && entry.phase.stands_still())?;
        } else if inner.entries.len() >= self.most {
            inner.close_one(|entry| entry.phase.stands_still())?;
        }
        inner.next += 1;
        let (id, close) = (inner.next, Arc::<Notify>::default());
        let entry = Entry {
            network,
            phase: Phase::Waiting,
            since: Instant::now(),
            has_asked: false,
            close: Arc::clone(&close),
        };
        inner.entries.insert(id, entry);
        Some(Arc::new(Place { id, places: Arc::clone(self), close }))
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // Nothing panics while the lock is held.
        self.inner.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl Inner {
    /// How many of these each address has.
    fn by_network(&self, which: impl Fn(&Entry) -> bool) -> BTreeMap<IpAddr, usize> {
        let mut counts = BTreeMap::new();
        for entry in self.entries.values().filter(|entry| which(entry)) {
            *counts.entry(entry.network).or_default() += 1;
        }
        counts
    }

    /// Closes one of these: rather of an address that has no connection with a whole request, and of those the one that weighs
    /// most. The weight is its time times the number of these that its address has: a flood from one address weighs much at
    /// once, a browser with six connections little for long.
    fn close_one(&mut self, which: impl Fn(&Entry) -> bool) -> Option<()> {
        let (counts, now) = (self.by_network(&which), Instant::now());
        let known = self.by_network(|entry| entry.has_asked);
        let weight = |entry: &Entry| {
            let count = counts.get(&entry.network).copied().unwrap_or(0);
            let time = now.saturating_duration_since(entry.since).as_micros();
            (!known.contains_key(&entry.network), time * count as u128)
        };
        // Of equal weights the last one counts, so the oldest comes last.
        let candidates = self.entries.iter().rev().filter(|(_, entry)| which(entry));
        let (&id, _) = candidates.max_by_key(|(_, entry)| weight(entry))?;
        self.entries.remove(&id)?.close.notify_one();
        Some(())
    }
}

impl Place {
    /// Waits until the place is given to another.
    pub(crate) async fn closed(&self) {
        self.close.notified().await;
    }

    /// Says what the connection does from now on.
    pub(crate) fn enter(&self, phase: Phase) {
        if let Some(entry) = self.places.lock().entries.get_mut(&self.id)
            && entry.phase != phase
        {
            (entry.phase, entry.since) = (phase, Instant::now());
            entry.has_asked |= phase == Phase::Busy;
        }
    }

    /// Changes one phase into another, if it is the present one.
    pub(crate) fn turn(&self, from: Phase, to: Phase) {
        if let Some(entry) = self.places.lock().entries.get_mut(&self.id)
            && entry.phase == from
        {
            (entry.phase, entry.since) = (to, Instant::now());
        }
    }

    /// Says that the connection will last; false when too many do. Half of all places are kept for questions. When the other
    /// half is taken, an address that has more gives up a stream of events.
    pub(crate) fn stay(&self, phase: Phase) -> bool {
        let mut inner = self.places.lock();
        let Some(network) = inner.entries.get(&self.id).map(|entry| entry.network) else { return false };
        let lasting = inner.by_network(|entry| entry.phase.lasts());
        let mine = lasting.get(&network).copied().unwrap_or(0);
        if mine >= self.places.most_each / 2 {
            return false;
        }
        if lasting.values().sum::<usize>() >= self.places.most / 2 {
            let has_more = |entry: &Entry| lasting.get(&entry.network).is_some_and(|&count| count > mine + 1);
            if inner.close_one(|entry| entry.phase == Phase::Streaming && has_more(entry)).is_none() {
                return false;
            }
        }
        if let Some(entry) = inner.entries.get_mut(&self.id) {
            (entry.phase, entry.since) = (phase, Instant::now());
        }
        true
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.places.lock().entries.remove(&self.id);
    }
}

/// The definition of one address: of IPv6 the network that a provider gives to one customer.
pub(crate) fn network_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6((address.to_bits() >> 64 << 64).into()),
        address @ IpAddr::V4(_) => address,
    }
}

#[cfg(test)]
mod tests {
    use std::{thread::sleep, time::Duration};

    use futures_util::FutureExt;

    use super::*;

    fn closed(places: &[Arc<Place>]) -> Vec<usize> {
        let is_closed = |place: &&Arc<Place>| place.closed().now_or_never().is_some();
        places.iter().enumerate().filter(|(_, place)| is_closed(place)).map(|(number, _)| number).collect()
    }

    #[test]
    fn a_flood_makes_room_before_a_browser_does() {
        let places = Places::new(8, 6);
        let take = |address: u8| places.take([127, 0, 0, address].into());
        let browser: Vec<_> = (0..2).filter_map(|_| take(1)).collect();
        sleep(Duration::from_millis(5));
        let flood: Vec<_> = (0..6).filter_map(|_| take(2)).collect();
        sleep(Duration::from_millis(5));
        assert!(take(3).is_some());
        assert_eq!((closed(&browser), closed(&flood)), (vec![], vec![0]));
    }

    #[test]
    fn who_has_asked_before_is_closed_after_strangers() {
        let places = Places::new(3, 3);
        let known: Vec<_> = (0..2).filter_map(|_| places.take([127, 0, 0, 1].into())).collect();
        known[0].enter(Phase::Busy);
        known[0].enter(Phase::Waiting);
        sleep(Duration::from_millis(5));
        let stranger = places.take([127, 0, 0, 2].into()).unwrap();
        let newcomer = places.take([127, 0, 0, 3].into()).unwrap();
        assert_eq!((closed(&known), closed(&[stranger])), (vec![], vec![0]));
        newcomer.enter(Phase::Busy);
        // If no other connection is idle, it still makes room.
        assert!(places.take([127, 0, 0, 4].into()).is_some());
        assert_eq!(closed(&known).len(), 1);
    }

    #[test]
    fn who_is_served_is_never_closed() {
        let places = Places::new(2, 2);
        let one = places.take([127, 0, 0, 1].into()).unwrap();
        let two = places.take([127, 0, 0, 2].into()).unwrap();
        one.enter(Phase::Busy);
        two.enter(Phase::Busy);
        assert!(places.take([127, 0, 0, 3].into()).is_none());
        two.turn(Phase::Busy, Phase::Stalled);
        assert!(places.take([127, 0, 0, 3].into()).is_some());
        assert_eq!(closed(&[one, two]), [1]);
    }

    #[test]
    fn a_network_of_version_six_is_one_address() {
        let network = |text: &str| network_of(text.parse().unwrap());
        assert_eq!(network("2001:db8:1:2:3:4:5:6"), network("2001:db8:1:2::1"));
        assert_ne!(network("2001:db8:1:2::1"), network("2001:db8:1:3::1"));
        assert_eq!(network("::ffff:192.0.2.1"), network("192.0.2.1"));
    }
}
