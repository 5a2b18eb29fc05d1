//! The hall killed at chosen instants, without sockets or clocks: before its decisions are kept, after they are kept but before
//! anyone hears of them, and between. Every format ends with the games it should have, each counted once.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

mod support;

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    net::{IpAddr, Ipv4Addr},
};

use arena::{Effect, GameDocument, Hall, HallSettings, LinkId};
use proptest::prelude::*;
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use serde_json::{Value, json};
use store::LedgerWrite;
use support::Player;

/// The state that survives a kill.
#[derive(Default)]
struct Disk {
    entries: Vec<Vec<u8>>,
    acts: BTreeMap<(u64, u32), Vec<u8>>,
    games: BTreeMap<u64, Vec<u8>>,
}

impl Disk {
    fn commit(&mut self, write: LedgerWrite) {
        match write {
            LedgerWrite::Entry(entry) => self.entries.push(entry),
            LedgerWrite::Act { game, number, act } => {
                let before = (0..number).all(|earlier| self.acts.contains_key(&(game, earlier)));
                assert!(before && self.acts.insert((game, number), act).is_none(), "an act out of order");
            }
            LedgerWrite::Finished { game, record } => {
                self.acts.retain(|key, _| key.0 != game);
                assert!(self.games.insert(game, record).is_none(), "game {game} is finished twice");
            }
            LedgerWrite::Drop { game } => self.acts.retain(|key, _| key.0 != game),
        }
    }
}

/// A hall, its players, and a disk.
struct World {
    hall: Hall,
    disk: Disk,
    now: u64,
    next_link: LinkId,
    links: BTreeMap<LinkId, usize>,
    players: Vec<(Player, Option<LinkId>, VecDeque<String>)>,
    tokens: Vec<String>,
}

const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// When the server is killed in a step.
#[derive(Clone, Copy, PartialEq)]
enum Kill {
    No,
    BeforeCommit,
    BeforeSending,
    After,
}

impl World {
    fn new(players: usize, format: &Value) -> Self {
        let hall = Hall::new(HallSettings { open: true, ..HallSettings::default() });
        let players = (0..players).map(|_| (Player::default(), None, VecDeque::new())).collect();
        let mut world = Self {
            hall,
            disk: Disk::default(),
            now: 0,
            next_link: 1,
            links: BTreeMap::new(),
            players,
            tokens: Vec::new(),
        };
        world.hall.set_organiser("o");
        world.perform(Kill::No);
        world.hall.connected(0, HERE, 0);
        let names: Vec<String> = (0..world.players.len()).map(|player| format!("p{player}")).collect();
        let settings = json!({ "name": "t", "format": format, "games": { "size": "3" }, "players": names });
        let mut orders = vec!["organise 1 o".to_string()];
        orders.extend(names.iter().map(|name| format!("add {name}")));
        orders.extend([format!("create {settings}"), "start t".to_string()]);
        for order in orders {
            world.hall.line(0, &order, 0);
            world.perform(Kill::No);
        }
        world
    }

    fn perform(&mut self, kill: Kill) {
        let effects = self.hall.take_effects();
        if kill == Kill::BeforeCommit {
            return self.restart();
        }
        let (keep, others): (Vec<Effect>, Vec<Effect>) =
            effects.into_iter().partition(|effect| matches!(effect, Effect::Keep(_)));
        for effect in keep {
            if let Effect::Keep(write) = effect {
                self.disk.commit(write);
            }
        }
        if kill == Kill::BeforeSending {
            return self.restart();
        }
        for effect in others {
            if let Effect::Send(0, line) = &effect
                && let Some(added) = line.strip_prefix("ok ")
                && let Some(token) = serde_json::from_str::<Value>(added).unwrap()["token"].as_str()
            {
                self.tokens.push(token.to_string());
            }
            if let Effect::Send(link, line) = effect
                && let Some(&player) = self.links.get(&link)
            {
                self.players[player].2.push_back(line);
            }
        }
        if kill == Kill::After {
            self.restart();
        }
    }

    /// The server starts again from its disk; no client is connected.
    fn restart(&mut self) {
        self.now = 0;
        self.links.clear();
        for (_, link, inbox) in &mut self.players {
            *link = None;
            inbox.clear();
        }
        let acts = |game| {
            let range = self.disk.acts.range((game, 0)..=(game, u32::MAX));
            Ok(range.map(|(_, act)| act.clone()).collect())
        };
        let settings = HallSettings { open: true, ..HallSettings::default() };
        let entries: Vec<&[u8]> = self.disk.entries.iter().map(Vec::as_slice).collect();
        self.hall = Hall::restore(settings, entries, acts).unwrap();
    }

    /// One player connects, or reads a line and answers it.
    fn step(&mut self, player: usize, kill: Kill) {
        self.now += 1;
        let (mind, link, inbox) = &mut self.players[player];
        let (link, line) = match link {
            None => {
                self.next_link += 1;
                *link = Some(self.next_link);
                self.links.insert(self.next_link, player);
                self.hall.connected(self.next_link, HERE, self.now);
                (self.next_link, Some(format!("hello 1 p{player} {}", self.tokens[player])))
            }
            Some(link) => (*link, inbox.pop_front().and_then(|line| mind.answer(&line))),
        };
        if let Some(line) = line {
            self.hall.line(link, &line, self.now);
        }
        self.hall.tick(self.now);
        self.perform(kill);
    }

    fn is_over(&self) -> bool {
        self.hall.tournament("t").unwrap().phase == "over"
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn no_game_is_lost_or_counted_twice(seed: u64, kind in 0usize..5) {
        let (format, games) = match kind {
            0 => (json!({ "kind": "round-robin", "double": true }), 20),
            1 => (json!({ "kind": "swiss", "rounds": 4 }), 8),
            2 => (json!({ "kind": "knockout", "best_of": 1 }), 4),
            3 => (json!({ "kind": "random", "games": 15 }), 15),
            _ => (json!({ "kind": "ladder", "games": 15 }), 15),
        };
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut world = World::new(5, &format);
        let mut steps = 0;
        while !world.is_over() {
            let kill = match random.next_u64() % 150 {
                0 => Kill::BeforeCommit,
                1 => Kill::BeforeSending,
                2 => Kill::After,
                _ => Kill::No,
            };
            world.step((random.next_u64() % 5) as usize, kill);
            steps += 1;
            prop_assert!(steps < 60_000, "the tournament does not end: {:?}", world.hall.status());
        }
        world.restart();
        let view = world.hall.tournament("t").unwrap();
        prop_assert_eq!(view.fixtures.len(), games);
        prop_assert!(world.disk.acts.is_empty(), "no game is left half played");
        let finished: BTreeSet<u64> = world.disk.games.keys().copied().collect();
        let paired: BTreeSet<u64> = view.fixtures.iter().map(|fixture| fixture.game).collect();
        prop_assert_eq!(finished, paired);
        for fixture in &view.fixtures {
            let game: GameDocument = serde_json::from_slice(&world.disk.games[&fixture.game]).unwrap();
            prop_assert_eq!(&game.winner, &fixture.winner);
            prop_assert_eq!(game.reason.as_str(), "connection");
            prop_assert_eq!(game.table().unwrap().position().winner(), game.winner());
        }
        let wins: u32 = view.ranks.iter().map(|rank| rank.wins).sum();
        prop_assert_eq!(wins as usize, games);
    }
}

/// After a restart to which neither player returns, the game waits to be played again, and is then lost by both.
#[test]
fn a_game_whose_players_stay_away_after_a_restart_is_played_again() {
    let mut world = World::new(2, &json!({ "kind": "round-robin" }));
    for _ in 0..6 {
        world.step(0, Kill::No);
        world.step(1, Kill::No);
    }
    assert!(!world.disk.acts.is_empty(), "a game is being played");
    world.restart();
    assert_eq!(world.hall.status().games.len(), 1);
    world.hall.tick(30_001);
    world.perform(Kill::No);
    assert!(world.disk.acts.is_empty(), "its moves are dropped");
    assert_eq!(world.hall.status().games.len(), 0);
    assert!(!world.is_over());
    // They come back: it is played from the start.
    world.now = 30_001;
    let mut steps = 0;
    while !world.is_over() {
        world.step(steps % 2, Kill::No);
        steps += 1;
        assert!(steps < 1000);
    }
    let view = world.hall.tournament("t").unwrap();
    assert_eq!(view.fixtures[0].reason.as_deref(), Some("connection"));
}
