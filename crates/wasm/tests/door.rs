//! The door without a browser: questions in, answers out, and an end when the host asks for one.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::{
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use serde_json::{Value, json};
use wasm::{Door, EngineLimits, Host};

/// A host whose clock goes on by a millisecond whenever it is read, and that ends a question after a while.
struct Desk {
    milliseconds: AtomicU64,
    end: u64,
    heard: Mutex<Vec<Value>>,
}

impl Desk {
    fn until(end: u64) -> Self {
        Self { milliseconds: AtomicU64::new(0), end, heard: Mutex::new(Vec::new()) }
    }
}

impl Host for Desk {
    fn now(&self) -> Duration {
        Duration::from_millis(self.milliseconds.fetch_add(1, Ordering::Relaxed))
    }

    fn is_over(&self) -> bool {
        self.milliseconds.load(Ordering::Relaxed) >= self.end
    }

    fn tell(&self, progress: &str) {
        self.heard.lock().unwrap().push(serde_json::from_str(progress).unwrap());
    }
}

fn door() -> Door {
    Door::new(EngineLimits { milliseconds: 900_000, table_bytes: 16 << 20, player_bytes: 1280 << 20 })
}

fn ask(door: &mut Door, name: &str, fields: &Value, host: &Desk) -> Result<Value, String> {
    door.ask(name, &fields.to_string(), host).map(|answer| serde_json::from_str(&answer).unwrap())
}

#[test]
fn questions_have_the_answers_of_the_catalogue() {
    let mut door = door();
    let host = Desk::until(u64::MAX);
    let game = json!({ "size": [5, 5], "moves": ["c3"] });
    let solved = ask(&mut door, "solve", &json!({ "game": game, "milliseconds": 60_000 }), &host).unwrap();
    assert_eq!(solved["winner"], "black");
    let players = ask(&mut door, "players", &json!({}), &host).unwrap();
    let neural = players.as_array().unwrap().iter().find(|player| player["name"] == "neural").unwrap();
    let threads = neural["settings"].as_array().unwrap().iter().find(|setting| setting["key"] == "threads");
    assert_eq!(threads.unwrap()["most"], 1.0, "an instance has one thread");
    for (name, fields, expected) in [
        ("who", json!({}), "expected one of solve"),
        ("solve", json!({ "game": { "size": [5, 5], "moves": ["z9"] } }), "z9"),
        ("move", json!({ "game": game, "player": "neural:threads=2" }), "takes 2 threads"),
        ("move", json!({ "game": game, "player": "mops:weights=/etc/passwd" }), "no file"),
    ] {
        let error = ask(&mut door, name, &fields, &host).unwrap_err();
        assert!(error.contains(expected), "{name}: {error}");
    }
    assert!(door.ask("solve", "{", &host).unwrap_err().contains("JSON"));
}

#[test]
fn a_question_ends_when_the_host_asks_for_it() {
    let host = Desk::until(400);
    let fields = json!({ "game": { "size": [11, 11] }, "milliseconds": 900_000 });
    let solved = ask(&mut door(), "solve", &fields, &host).unwrap();
    assert_eq!(solved["winner"], Value::Null, "nobody has solved 11x11");
    let heard = host.heard.lock().unwrap();
    assert!(heard.iter().any(|progress| progress["nodes"].is_u64()), "{heard:?}");
}

#[test]
fn a_strategy_is_checked_and_tells_its_nodes() {
    let mut door = door();
    let host = Desk::until(u64::MAX);
    let text = include_str!("../../web/data/strategies/5x5-c3.strategy");
    let checked = ask(&mut door, "strategy", &json!({ "id": 7, "text": text }), &host).unwrap();
    assert_eq!(checked["winner"], "black");
    let node = |door: &mut Door, id: u64, number: &Value| {
        ask(door, "strategy/node", &json!({ "id": id, "number": number }), &host)
    };
    assert!(node(&mut door, 7, &checked["root"]).unwrap()["cells"].is_array());
    assert!(node(&mut door, 7, &json!(1_000_000)).unwrap_err().contains("no node"));
    assert!(node(&mut door, 8, &json!(0)).unwrap_err().contains("check it again"));
    let forged = text.replacen("c3", "a1", 1);
    assert!(ask(&mut door, "strategy", &json!({ "id": 9, "text": forged }), &host).is_err());
}
