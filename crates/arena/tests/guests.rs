//! Who comes in: names, registrations and wrong tokens, in a hall without sockets whose time and addresses are the test's.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::{
    collections::BTreeMap,
    net::{IpAddr, Ipv4Addr},
};

use arena::{Effect, Hall, HallSettings, LinkId};
use store::LedgerWrite;

const DAY: u64 = 24 * 3_600_000;

/// A hall, and everything that came out of it.
struct Door {
    hall: Hall,
    link: LinkId,
    now: u64,
    said: BTreeMap<LinkId, Vec<String>>,
    kept: Vec<Vec<u8>>,
    told: Vec<String>,
}

impl Door {
    fn new(open: bool) -> Self {
        let settings = HallSettings { open, house: vec!["bridges".to_string()], ..HallSettings::default() };
        let mut hall = Hall::new(settings);
        hall.set_organiser("organiser-token-of-the-test");
        Self { hall, link: 0, now: 0, said: BTreeMap::new(), kept: Vec::new(), told: Vec::new() }
    }

    /// The hall that the ledger describes.
    fn restarted(&self, epoch: u64) -> Self {
        let settings = HallSettings { open: true, epoch, ..HallSettings::default() };
        let hall = Hall::restore(settings, self.kept.iter().map(Vec::as_slice), |_| Ok(Vec::new())).unwrap();
        Self { hall, link: 0, now: 0, said: BTreeMap::new(), kept: self.kept.clone(), told: Vec::new() }
    }

    fn perform(&mut self) {
        for effect in self.hall.take_effects() {
            match effect {
                Effect::Send(link, line) => self.said.entry(link).or_default().push(line),
                Effect::Keep(LedgerWrite::Entry(entry)) => self.kept.push(entry),
                other => self.told.push(format!("{other:?}")),
            }
        }
    }

    fn say(&mut self, link: LinkId, line: &str) -> Vec<String> {
        self.hall.line(link, line, self.now);
        self.perform();
        self.said.remove(&link).unwrap_or_default()
    }

    /// A new connection from an address says something: the number of the link, and the answers.
    fn greet(&mut self, host: u32, line: &str) -> (LinkId, Vec<String>) {
        self.link += 1;
        let link = self.link;
        self.hall.connected(link, IpAddr::V4(Ipv4Addr::from(0x0a00_0000 + host)), self.now);
        (link, self.say(link, line))
    }

    fn leave(&mut self, link: LinkId) {
        self.hall.closed(link, self.now);
        self.perform();
    }

    /// Registers, leaves again, and returns the answer.
    fn register(&mut self, host: u32, name: &str) -> String {
        let (link, answers) = self.greet(host, &format!("register 1 {name}"));
        self.leave(link);
        answers[0].clone()
    }

    fn organise(&mut self, order: &str) -> String {
        let (link, answers) = self.greet(99, "organise 1 organiser-token-of-the-test");
        assert_eq!(answers, ["welcome 1 organiser"]);
        let answer = self.say(link, order).remove(0);
        self.leave(link);
        answer
    }

    fn players(&self) -> usize {
        self.hall.status().players.len()
    }

    fn wait(&mut self, time: u64) {
        self.now += time;
        self.hall.tick(self.now);
        self.perform();
    }
}

fn token(answer: &str) -> String {
    answer.strip_prefix("token ").and_then(|rest| rest.split_once(' ')).expect(answer).1.to_string()
}

#[test]
fn one_address_cannot_use_up_the_places_of_others() {
    let mut door = Door::new(true);
    let answers: Vec<String> =
        (0..9_466).map(|number| door.register(1, &format!("flood-{number}"))).collect();
    assert_eq!(answers.iter().filter(|answer| answer.starts_with("token ")).count(), 32);
    let problem = "error wait found many registrations from your address: expected the next try in 120 s";
    assert_eq!(answers.last().unwrap(), problem);
    assert!(door.register(2, "newcomer").starts_with("token newcomer "));
    assert_eq!(door.players(), 33);
}

#[test]
fn registrations_that_are_not_used_make_room_and_expire() {
    let mut door = Door::new(true);
    for number in 0..1_000 {
        assert!(door.register(number / 32, &format!("n-{number}")).starts_with("token "));
    }
    let full = "error full the arena is full: found no room for a further name";
    assert_eq!(door.register(500, "late"), full, "a newcomer hears the true reason");
    assert!(
        door.organise("add guest").starts_with("ok "),
        "the organiser's players have places of their own"
    );
    door.organise(
        r#"create {"name":"cup","format":{"kind":"round-robin"},"games":{},"players":["n-0","guest"]}"#,
    );
    door.wait(600_001);
    assert!(door.register(500, "late").starts_with("token "), "one of the thousand is used by now");
    assert!(door.register(500, "later").starts_with("token "), "the oldest unused one makes room");
    assert!(door.register(500, "n-1").starts_with("token "), "its name is free again");
    assert!(door.register(500, "n-0").starts_with("error name "), "one that takes part stays");
    let mut again = door.restarted(3 * DAY);
    assert_eq!(again.players(), door.players());
    again.wait(DAY - 1);
    assert_eq!(again.players(), door.players(), "a day counts from when one could be there");
    again.wait(60_001);
    let left: Vec<String> = again.hall.status().players.into_iter().map(|player| player.name).collect();
    assert_eq!(left.len(), 2, "{left:?}");
    assert!(left.contains(&"n-0".to_string()) && left.contains(&"guest".to_string()), "{left:?}");
    assert_eq!(again.restarted(9 * DAY).players(), 2, "the ledger knows");
}

#[test]
fn newcomers_who_stay_leave_places_for_players() {
    let mut door = Door::new(true);
    let token = door.organise("add alice");
    let token = token.split('"').rev().nth(1).unwrap().to_string();
    let mut there = 0;
    for host in 0..40 {
        for number in 0..32 {
            let answers = door.greet(host, &format!("register 1 n-{host}-{number}")).1;
            there += usize::from(answers[0].starts_with("token "));
        }
    }
    assert_eq!(there, 512, "half of the places");
    // One address that comes back again and again has its part only.
    let mut alone = Door::new(true);
    let mut there = 0;
    for number in 0..200 {
        alone.wait(120_000);
        there += usize::from(alone.greet(1, &format!("register 1 n-{number}")).1[0].starts_with("token "));
    }
    assert_eq!(there, 64);
    assert_eq!(door.greet(200, &format!("hello 1 alice {token}")).1, ["welcome 1 alice"]);
}

#[test]
fn a_player_who_is_there_does_not_expire() {
    let mut door = Door::new(true);
    let (link, _) = door.greet(1, "register 1 alice");
    for _ in 0..50 {
        door.wait(DAY / 10);
    }
    assert_eq!(door.players(), 1);
    door.leave(link);
    door.wait(DAY / 2);
    assert_eq!(door.players(), 1);
    door.wait(DAY);
    assert_eq!(door.players(), 0);
}

#[test]
fn a_name_that_looks_like_another_is_taken() {
    let mut door = Door::new(true);
    assert!(door.register(1, "Zoë-Popcorn").starts_with("token Zoë-Popcorn "));
    for (name, problem) in [
        ("Zoë-Popcorn", "is taken"),
        ("Zoe\u{308}-Popcorn", "is taken"),
        ("Ｚｏë-Ｐｏｐｃｏｒｎ", "is taken"),
        ("zoë-popcorn", "looks like"),
        ("Z0ë-P0pcorn", "looks like"),
        ("Zoë-Рорсоrn", "one script"),
        ("organiser", "reserved"),
        ("0RGANISER", "reserved"),
        ("Аrеnа", "one script"),
        ("referee", "reserved"),
        ("bridges", "reserved"),
        ("Bridges:x=1", "reserved"),
    ] {
        let answer = door.register(2, name);
        assert!(answer.starts_with("error name ") && answer.contains(problem), "{name}: {answer}");
    }
    assert!(door.organise("add bridges").starts_with("ok "), "the organiser may add players of the house");
    assert!(door.organise("add arena").contains("reserved"));
    assert!(door.organise("add zoë-popcorn").contains("looks like"));
    assert_eq!(door.players(), 2);
    // The owner may write the name in another form.
    let token = token(&door.register(3, "Ünal"));
    let (_, answers) = door.greet(3, &format!("hello 1 U\u{308}nal {token}"));
    assert_eq!(answers, ["welcome 1 Ünal"]);
}

#[test]
fn guesses_are_slowed_and_nobody_else_is_locked_out() {
    let mut door = Door::new(true);
    let token = token(&door.register(1, "alice"));
    let hello = format!("hello 1 alice {token}");
    let guess = |door: &mut Door, host| door.greet(host, "hello 1 alice guessed").1.remove(0);
    for _ in 0..4 {
        assert!(guess(&mut door, 66).starts_with("error token "));
    }
    let wait = "error wait found many wrong tokens: expected the next try in 1 s";
    assert_eq!(guess(&mut door, 66), wait);
    assert_eq!(door.greet(66, &hello).1, [wait], "a right token is not checked either");
    assert_eq!(door.greet(66, "organise 1 guessed").1, [wait]);
    assert_eq!(door.greet(1, &hello).1, ["welcome 1 alice"], "her own address");
    assert_eq!(door.greet(2, &hello).1, ["welcome 1 alice"], "a new address");
    let mut looked_at = 0;
    for _ in 0..36_000 {
        looked_at += u32::from(guess(&mut door, 66).starts_with("error token "));
        door.wait(100);
    }
    assert!((60..70).contains(&looked_at), "{looked_at} guesses in an hour");
    assert_eq!(door.organise("status").get(..2), Some("ok"));
    door.wait(60_000);
    assert_eq!(door.greet(66, &hello).1, ["welcome 1 alice"], "the delay is a minute at most");
}

#[test]
fn tokens_are_shown_once_and_are_in_nothing_else() {
    let mut door = Door::new(true);
    let first = token(&door.register(1, "alice"));
    let added: serde_json::Value = serde_json::from_str(&door.organise("add bob")[3..]).unwrap();
    let bob = added["token"].as_str().unwrap().to_string();
    assert!(door.organise("add bob").contains("renew bob"), "a token is not shown again");
    let (link, answers) = door.greet(1, &format!("hello 1 bob {bob}"));
    assert_eq!(answers, ["welcome 1 bob"]);
    let renewed: serde_json::Value = serde_json::from_str(&door.organise("renew bob")[3..]).unwrap();
    let new = renewed["token"].as_str().unwrap().to_string();
    assert!(door.said.remove(&link).unwrap()[0].starts_with("error replaced "));
    assert!(door.greet(1, &format!("hello 1 bob {bob}")).1[0].starts_with("error token "));
    assert_eq!(door.greet(1, &format!("hello 1 bob {new}")).1, ["welcome 1 bob"]);
    assert_eq!(door.restarted(0).greet(1, &format!("hello 1 bob {new}")).1, ["welcome 1 bob"]);
    door.organise(
        r#"create {"name":"cup","format":{"kind":"round-robin"},"games":{},"players":["alice","bob"]}"#,
    );
    door.organise("start cup");
    let mut seen = door.told.join("\n");
    seen.push_str(&serde_json::to_string(&door.hall.status()).unwrap());
    seen.push_str(&serde_json::to_string(&door.hall.document("cup").unwrap()).unwrap());
    seen.push_str(&format!("{:?}", door.hall));
    for entry in &door.kept {
        seen.push_str(std::str::from_utf8(entry).unwrap());
    }
    assert!(seen.contains("alice") && seen.contains("cup"));
    for token in [first, bob, new, "organiser-token-of-the-test".to_string()] {
        assert!(!seen.contains(&token), "a token is shown");
    }
}

#[test]
fn a_stranger_has_one_line() {
    let mut door = Door::new(true);
    for line in ["ping 1", "pong 1", "a1", "quit", "ready 1", "status", "hello 2 alice guessed", ""] {
        let (link, answers) = door.greet(1, line);
        assert!(answers.len() == 1 && answers[0].starts_with("error "), "{line}: {answers:?}");
        assert!(door.say(link, "ping 1").is_empty(), "the connection is closed after '{line}'");
    }
}

#[test]
fn nothing_that_is_said_can_forge_a_line() {
    let mut door = Door::new(true);
    for line in [
        "register 1 a\u{1b}[2J",
        "register 1 a\u{202e}b",
        "hello 1 a\u{2066}b guessed",
        "register 1 a\u{85}b",
        "\u{202e}\u{1b}]0;title\u{7}",
        "register 1 a\rb",
    ] {
        let (_, answers) = door.greet(1, line);
        assert!(answers[0].starts_with("error "), "{answers:?}");
        assert!(
            !answers[0].contains(|c: char| c.is_control() || ('\u{2028}'..='\u{202e}').contains(&c)),
            "{answers:?}"
        );
    }
    let answer = door.organise("add a\u{202e}b");
    assert!(answer.starts_with("error request ") && !answer.contains('\u{202e}'), "{answer:?}");
    let answer = door.organise("create {\"name\":\"a\u{202e}b\"}");
    assert!(answer.starts_with("error request ") && !answer.contains('\u{202e}'), "{answer:?}");
}
