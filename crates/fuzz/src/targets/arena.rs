//! The arena's hall: conversations of an organiser and players, in virtual time, with kills.

use std::{
    collections::{BTreeMap, BTreeSet},
    net::{IpAddr, Ipv4Addr},
};

use arena::signals::ServerSignal;
use arena::{Effect, Hall, HallSettings};
use store::LedgerWrite;

use super::{Target, text, texts};

/// The organiser's token.
const ORGANISER: &str = "the-token-of-the-organiser";
/// Lines of an input that are said.
const MOST_LINES: usize = 80;
/// The most milliseconds that pass at once.
const LONGEST_PAUSE: u64 = 100_000_000;
/// Lines and changes that one line may cause.
const MOST_EFFECTS: usize = 2_000;

/// Conversations.
pub(super) const HALL: Target = Target {
    name: "hall",
    about: "conversations with an arena, in virtual time: lines go out whole, and what was kept is taken up again after a kill",
    seeds: || {
        texts(&[
            "0organise 1 the-token-of-the-organiser\n0add alice\n0add bob\n0create {\"name\":\"t\",\"format\":{\"kind\":\"round-robin\"},\"games\":{\"size\":\"2\",\"swap\":false},\"players\":[\"alice\",\"bob\"]}\n0start t\n1register 1 carol\n1ping 3\n+1000\n0status t\n0export t\n",
            "0organise 1 the-token-of-the-organiser\n1register 1 alice\n2register 1 bob\n0create {\"name\":\"t\",\"format\":{\"kind\":\"knockout\"},\"games\":{\"size\":\"3\",\"adjudicate\":true},\"players\":[]}\n0start t\n1ready 1\n2ready 1\n1b2\n2swap\n1a2\nj\n2a3\nj\n1c2\nr\n1hello 1 alice $\n2hello 1 bob $\n1ready 1\n2ready 1\n2c1\n+70000\n",
            "0organise 1 the-token-of-the-organiser\n1register 1 alice\n2register 1 bob\n0create {\"name\":\"t\",\"format\":{\"kind\":\"swiss\",\"rounds\":2},\"games\":{\"variant\":\"bidding\",\"size\":\"2\",\"chips\":[3,3]},\"players\":[]}\n0start t\n1ready 1\n2ready 1\n1bid 2\n2bid 1\n1a1\nx1\n+31000\n1hello 1 alice $\n2quit\n0stop t\n0renew bob\n",
            "0organise 1 the-token-of-the-organiser\n1register 1 alice\n2register 1 bob\n0create {\"name\":\"t\",\"format\":{\"kind\":\"ladder\"},\"games\":{\"variant\":\"random-turn\",\"size\":\"2\"}}\n0start t\n1ready 1\n2ready 1\n1a1\n2a1\n1a2\n2a2\n1b1\n+400\n2b1\n1b2\nr\n+700000000\n",
        ])
    },
    words: &[
        "hello 1 ",
        "register 1 ",
        "organise 1 the-token-of-the-organiser",
        "create {\"name\":\"t\"",
        "\"format\":{\"kind\":\"round-robin\"}",
        "\"format\":{\"kind\":\"swiss\",\"rounds\":3}",
        "\"games\":{\"size\":\"3\"}",
        "start t",
        "stop t",
        "status",
        "export t",
        "add ",
        "renew ",
        "ready 1",
        "swap",
        "quit",
        "bid 1",
        "take",
        "decline",
        "pong 1",
        "a1",
        "b2",
        "$",
        "\n0",
        "\n1",
        "\n2",
        "\n3",
        "\n+1000\n",
        "\n+60000\n",
        "\nx1\n",
        "\nj\n",
        "\nr\n",
    ],
    most_bytes: 3_000,
    seal: None,
    run: |input| {
        let mut arena = Arena::new();
        for line in text(input).lines().take(MOST_LINES) {
            arena.obey(line);
        }
        arena.restart();
        arena.said.into_iter().collect::<Vec<_>>().join(" ")
    },
    in_tests: 300,
};

/// A hall with what a shell would have: links, a ledger, time.
struct Arena {
    hall: Hall,
    /// The log, and the acts of games that are being played.
    entries: Vec<Vec<u8>>,
    acts: BTreeMap<u64, Vec<Vec<u8>>>,
    now: u64,
    /// Milliseconds since 1970 at the start.
    epoch: u64,
    next_link: u64,
    /// For each of eight callers the link, if there is one, and the last token that it was told.
    links: [Option<u64>; 8],
    tokens: [String; 8],
    to_prove: Vec<u64>,
    /// The first words of what the server said.
    said: BTreeSet<String>,
}

fn settings(epoch: u64) -> HallSettings {
    HallSettings { open: true, epoch, ..HallSettings::default() }
}

impl Arena {
    fn new() -> Self {
        let mut hall = Hall::new(settings(0));
        hall.set_organiser(ORGANISER);
        Self {
            hall,
            entries: Vec::new(),
            acts: BTreeMap::new(),
            now: 0,
            epoch: 0,
            next_link: 1,
            links: [None; 8],
            tokens: std::array::from_fn(|_| String::new()),
            to_prove: Vec::new(),
            said: BTreeSet::new(),
        }
    }

    /// A line of the input: `1hello …` says something, `x1` hangs up, `+500` lets time pass, `j` ends the search for proofs, `r`
    /// kills the server and starts it again.
    fn obey(&mut self, line: &str) {
        let Some(first) = line.chars().next() else { return };
        let rest = &line[first.len_utf8()..];
        let caller = |letter: Option<char>| letter?.to_digit(8).map(|digit| digit as usize);
        match first {
            '+' => {
                self.now += rest.parse().unwrap_or(0).min(LONGEST_PAUSE);
                self.hall.tick(self.now);
            }
            'x' => {
                if let Some(link) = caller(rest.chars().next()).and_then(|caller| self.links[caller].take()) {
                    self.hall.closed(link, self.now);
                }
            }
            'j' => {
                for game in std::mem::take(&mut self.to_prove) {
                    self.hall.judged(game, None, self.now);
                }
            }
            'r' => self.restart(),
            _ => {
                let Some(caller) = caller(Some(first)) else { return };
                let said: String = rest.chars().take(1000).collect();
                let link = self.link(caller);
                self.hall.line(link, &said.replace('$', &self.tokens[caller]), self.now);
            }
        }
        self.perform();
    }

    fn link(&mut self, caller: usize) -> u64 {
        if let Some(link) = self.links[caller] {
            return link;
        }
        let link = self.next_link;
        self.next_link += 1;
        self.links[caller] = Some(link);
        self.hall.connected(link, IpAddr::V4(Ipv4Addr::new(127, 0, 0, caller as u8)), self.now);
        self.perform();
        link
    }

    /// What the shell does: keeps, then sends and closes.
    fn perform(&mut self) {
        let mut closed = Vec::new();
        let effects = self.hall.take_effects();
        assert!(effects.len() <= MOST_EFFECTS, "{} effects of one line", effects.len());
        for effect in effects {
            match effect {
                Effect::Keep(write) => self.keep(write),
                Effect::Send(link, line) => self.hear(link, &line),
                Effect::Close(link) => closed.push(link),
                Effect::Prove { game, .. } => self.to_prove.push(game),
                Effect::Export(..) | Effect::Tell(_) => {}
            }
        }
        for link in closed {
            self.links.iter_mut().filter(|known| **known == Some(link)).for_each(|known| *known = None);
            self.hall.closed(link, self.now);
        }
    }

    fn keep(&mut self, write: LedgerWrite) {
        match write {
            LedgerWrite::Entry(entry) => self.entries.push(entry),
            LedgerWrite::Act { game, number, act } => {
                let acts = self.acts.entry(game).or_default();
                assert_eq!(number as usize, acts.len(), "an act of game {game} out of order");
                acts.push(act);
            }
            LedgerWrite::Finished { game, .. } | LedgerWrite::Drop { game } => {
                self.acts.remove(&game);
            }
        }
    }

    fn hear(&mut self, link: u64, line: &str) {
        let word = line.split(' ').next().unwrap_or_default();
        // Only the organiser hears `ok`, with JSON, which may have control characters beyond ASCII's first ones.
        let is_whole = |letter: char| letter >= ' ' && (word == "ok" || !letter.is_control());
        assert!(line.chars().all(is_whole), "a line with a control character: {line:?}");
        if word != "ok" {
            let signal = line.parse::<ServerSignal>();
            let again = signal.as_ref().map(ToString::to_string);
            assert!(again.as_deref().ok() == Some(line), "{line:?} is no signal: {again:?}");
        }
        let what = if word == "error" {
            line.split(' ').take(2).collect::<Vec<_>>().join("-")
        } else {
            word.to_string()
        };
        self.said.insert(what);
        let caller = self.links.iter().position(|known| *known == Some(link));
        if let (Some(caller), Some(rest)) = (caller, line.strip_prefix("token ")) {
            self.tokens[caller] = rest.split(' ').next_back().unwrap_or_default().to_string();
        }
    }

    /// The server is killed, and takes up what it kept.
    fn restart(&mut self) {
        self.epoch += self.now + 1000;
        let entries = self.entries.iter().map(Vec::as_slice);
        let restored = Hall::restore(settings(self.epoch), entries, |game| {
            Ok(self.acts.get(&game).cloned().unwrap_or_default())
        });
        self.hall = restored.unwrap_or_else(|error| panic!("what was kept cannot be taken up: {error}"));
        self.hall.set_organiser(ORGANISER);
        (self.now, self.links, self.to_prove) = (0, [None; 8], Vec::new());
        self.perform();
    }
}
