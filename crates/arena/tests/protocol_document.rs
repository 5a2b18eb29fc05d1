//! The conversations in `docs/reference/arena-protocol.md` are what the hall says, word by word.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::{
    collections::{BTreeMap, VecDeque},
    net::{IpAddr, Ipv4Addr},
};

use arena::{Effect, Hall, HallSettings};
use serde_json::{Map, Value, json};

const DOCUMENT: &str = include_str!("../../../docs/reference/arena-protocol.md");

/// A hall with a clock of its own, and what it said to each player.
struct Stage {
    hall: Hall,
    now: u64,
    links: BTreeMap<String, u64>,
    next_link: u64,
    said: BTreeMap<String, VecDeque<String>>,
    closed: Vec<u64>,
    /// The text for `TOKEN` in a line of a player.
    tokens: BTreeMap<String, String>,
}

impl Stage {
    fn new() -> Self {
        let mut hall = Hall::new(HallSettings { open: true, ..HallSettings::default() });
        hall.set_organiser("organiser-token");
        let mut stage = Self {
            hall,
            now: 1_000,
            links: BTreeMap::new(),
            next_link: 1,
            said: BTreeMap::new(),
            closed: Vec::new(),
            tokens: BTreeMap::new(),
        };
        stage.send("organiser", "organise 1 organiser-token");
        for name in ["alice", "bob"] {
            stage.send("organiser", &format!("add {name}"));
        }
        stage
    }

    fn send(&mut self, name: &str, line: &str) {
        let link = *self.links.entry(name.to_string()).or_insert_with(|| {
            self.next_link += 1;
            self.hall.connected(self.next_link, IpAddr::V4(Ipv4Addr::LOCALHOST), self.now);
            self.next_link
        });
        let line = match self.tokens.get(name) {
            Some(token) => line.replace("TOKEN", token),
            None => line.to_string(),
        };
        self.hall.line(link, &line, self.now);
        self.perform();
    }

    /// Takes note of tokens that are given, and puts `TOKEN` in their place.
    fn hear(&mut self, line: String) -> String {
        let added = line.strip_prefix("ok ").and_then(|text| serde_json::from_str::<Value>(text).ok());
        let word = |value: &Value, key: &str| value[key].as_str().map(str::to_string);
        let given = match (added, line.split(' ').collect::<Vec<_>>().as_slice()) {
            (Some(added), _) => word(&added, "name").zip(word(&added, "token")),
            (None, ["token", name, token]) => Some(((*name).to_string(), (*token).to_string())),
            _ => None,
        };
        let Some((name, token)) = given else { return line };
        let line = line.replace(&token, "TOKEN");
        self.tokens.insert(name, token);
        line
    }

    fn leave(&mut self, name: &str) {
        let link = self.links.remove(name).unwrap();
        self.hall.closed(link, self.now);
        self.perform();
    }

    fn wait(&mut self, milliseconds: u64) {
        self.now += milliseconds;
        self.hall.tick(self.now);
        self.perform();
    }

    /// `* hex size=3 game=60000`: a tournament of two games' worth of rules begins.
    fn begin(&mut self, rules: &str) {
        let mut words = rules.split(' ');
        let mut games = Map::new();
        games.insert("variant".to_string(), json!(words.next().unwrap()));
        let mut clock = json!({ "per_move": 0, "per_game": 0, "increment": 0, "lag": 0 });
        for word in words {
            let (key, value) = word.split_once('=').unwrap();
            let number: u64 = value.parse().unwrap();
            match key {
                "size" => drop(games.insert("size".to_string(), json!(value))),
                "move" => clock["per_move"] = json!(number),
                "game" => clock["per_game"] = json!(number),
                "increment" | "lag" => clock[key] = json!(number),
                "grace" => drop(games.insert("grace".to_string(), json!(number))),
                other => panic!("unknown rule {other}"),
            }
        }
        games.insert("clock".to_string(), clock);
        let settings = json!({
            "name": "demo",
            "format": { "kind": "round-robin" },
            "games": Value::Object(games),
            "players": ["alice", "bob"],
        });
        self.send("organiser", &format!("create {settings}"));
        self.send("organiser", "start demo");
    }

    fn perform(&mut self) {
        for effect in self.hall.take_effects() {
            match effect {
                Effect::Send(link, line) => {
                    let name = self.links.iter().find(|(_, known)| **known == link).unwrap().0.clone();
                    let line = self.hear(line);
                    self.said.entry(name).or_default().push_back(line);
                }
                Effect::Close(link) => self.closed.push(link),
                _ => {}
            }
        }
    }
}

fn replay(transcript: &str, place: &str) {
    let mut stage = Stage::new();
    for line in transcript.lines() {
        let at = format!("{place}: {line}");
        if let Some(rules) = line.strip_prefix("* ") {
            stage.begin(rules);
        } else if let Some(time) = line.strip_prefix("@ ") {
            stage.wait(time.parse().unwrap());
        } else if let Some(name) = line.strip_suffix(" leaves") {
            stage.leave(name);
        } else if let Some(name) = line.strip_suffix(" closed") {
            assert!(stage.closed.contains(&stage.links[name]), "{at}: is not closed");
        } else if let Some((name, text)) = line.split_once("> ") {
            stage.send(name, text);
        } else if let Some((name, text)) = line.split_once("< ") {
            let said = stage.said.get_mut(name).and_then(VecDeque::pop_front);
            assert_eq!(said.as_deref(), Some(text), "{at}");
        } else {
            panic!("{at}: neither '>' nor '<'");
        }
    }
    for (name, said) in stage.said {
        let answers = said
            .iter()
            .all(|line| name == "organiser" && (line.starts_with("ok ") || line.starts_with("welcome")));
        assert!(said.is_empty() || answers, "{place}: {name} also received {said:?}");
    }
}

#[test]
fn the_conversations_are_what_the_server_says() {
    let mut count = 0;
    for part in DOCUMENT.split("```transcript\n").skip(1) {
        let transcript = part.split("```").next().unwrap();
        count += 1;
        replay(transcript, &format!("conversation {count}"));
    }
    assert!(count >= 7, "{count} conversations found");
}
