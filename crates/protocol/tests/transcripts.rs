//! Conversations in `tests/transcripts`, replayed: lines after `> ` are sent, what follows is the expected reply.
//!
//! A line `# player NAME`, `# time CONTROL` or `# file NAME: line; line` before the first command sets the engine up; other
//! lines that begin with `#` are remarks. The clock advances by a quarter of a second whenever someone looks.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::{
    collections::HashMap,
    fs,
    path::Path,
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    time::Duration,
};

use player::{Clock, Silent};
use players::REGISTRY;
use protocol::htp::{Engine, Files, HtpContext, HtpSettings};

/// Advances by 250 ms at each look.
#[derive(Default)]
struct Ticking(AtomicU64);

impl Clock for Ticking {
    fn elapsed(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(250, Ordering::Relaxed))
    }
}

struct Named(HashMap<String, String>);

impl Files for Named {
    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        self.0.get(name).map(|text| text.clone().into_bytes()).ok_or_else(|| "no such file".to_string())
    }
}

fn replay(path: &Path) {
    let text = fs::read_to_string(path).unwrap();
    let (mut player, mut files, mut settings) = ("bridges", HashMap::new(), HtpSettings::default());
    settings.version = "0".to_string();
    for line in text.lines().take_while(|line| !line.starts_with("> ")) {
        if let Some(name) = line.strip_prefix("# player ") {
            player = name;
        } else if let Some(control) = line.strip_prefix("# time ") {
            settings.time = Some(control.parse().unwrap());
        } else if let Some((name, content)) =
            line.strip_prefix("# file ").and_then(|file| file.split_once(": "))
        {
            files.insert(name.to_string(), content.replace("; ", "\n") + "\n");
        }
    }
    let files = Named(files);
    let spec = REGISTRY.read(player).unwrap();
    let mut engine = Engine::with_spec(settings, spec, Box::new(files)).unwrap();
    let (clock, stop) = (Ticking::default(), AtomicBool::new(false));
    let context = HtpContext { clock: &clock, stop: &stop, observer: &Silent, live: &|_| {} };
    let mut quit = false;
    for (number, exchange) in text.split("\n> ").enumerate().skip(1) {
        let (command, expected) = exchange.split_once('\n').unwrap_or((exchange, ""));
        assert!(!quit, "{}: the conversation was over before '{command}'", path.display());
        let reply = engine.answer(command, &context);
        quit = reply.as_ref().is_some_and(|reply| reply.quit);
        let found = reply.map_or(String::new(), |reply| reply.text);
        let lines = |text: &str| -> Vec<String> {
            let lines = text.lines().filter(|line| !line.starts_with('#'));
            lines
                .map(|line| line.trim_end().to_string())
                .collect::<Vec<_>>()
                .join("\n")
                .trim_end()
                .lines()
                .map(String::from)
                .collect()
        };
        let place = format!("{}, command {number}: {command}", path.display());
        assert!(
            found.is_empty() || (found.ends_with("\n\n") && found.matches("\n\n").count() == 1),
            "{place}"
        );
        assert_eq!(lines(&found), lines(expected), "{place}");
    }
}

#[test]
fn conversations_go_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(paths.len() >= 5, "the transcripts are missing");
    paths.iter().for_each(|path| replay(path));
}
