//! The registry: every declaration makes a player, nothing else does, and what a player takes is counted through all that is
//! inside it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::time::Duration;

use board::{BoardSize, Game, Move};
use player::{Cost, Kind, LONGEST_SPEC, Limits, Request, Setting};
use players::{REGISTRY, create};
use proptest::prelude::*;

fn refusal(spec: &str) -> String {
    REGISTRY.read(spec).err().unwrap_or_else(|| panic!("{spec} was accepted")).to_string()
}

/// The least and the most that a setting takes, and what is just beyond; files and players apart.
fn border(setting: &Setting) -> (Vec<String>, Vec<String>) {
    let texts = |values: &[f64]| values.iter().map(f64::to_string).collect();
    let beyond = |least: f64, most: f64, step: f64| texts(&[least - step, most + step]);
    match setting.kind {
        Kind::Whole { least, most } => {
            (texts(&[least as f64, most as f64]), beyond(least as f64, most as f64, 1.0))
        }
        Kind::Level(levels) => (texts(&[1.0, levels.len() as f64]), beyond(1.0, levels.len() as f64, 1.0)),
        Kind::Real { least, most } => (texts(&[least, most]), beyond(least, most, 0.001)),
        Kind::Switch => (texts_of(&["true", "false"]), texts_of(&["1", "yes", ""])),
        Kind::File(_) => (Vec::new(), vec![String::new()]),
        Kind::Player => (vec!["bridges".to_string()], vec!["nobody".to_string()]),
    }
}

fn texts_of(texts: &[&str]) -> Vec<String> {
    texts.iter().map(ToString::to_string).collect()
}

#[test]
fn every_setting_takes_what_it_declares_and_nothing_beyond() {
    for kind in REGISTRY.0 {
        assert!(create(kind.name).is_ok(), "{}", kind.name);
        let plain = REGISTRY.read(kind.name).unwrap();
        assert_eq!(plain.to_string(), kind.name, "defaults are not shown");
        for setting in kind.settings {
            let with = |value: &str| format!("{}:{}={value}", kind.name, setting.key);
            let (good, bad) = border(setting);
            let words = setting.words.iter().map(ToString::to_string);
            for value in good.into_iter().chain(words).chain(setting.default.map(String::from)) {
                let spec = REGISTRY.read(&with(&value)).unwrap();
                assert_eq!(spec.text(setting.key), value);
                assert_eq!(REGISTRY.read(&spec.to_string()).unwrap(), spec, "{spec}");
            }
            for value in bad {
                assert!(refusal(&with(&value)).contains("expected"), "{}", with(&value));
            }
            assert!(!setting.about.is_empty());
        }
    }
}

#[test]
fn what_a_player_takes_is_counted_through_all_that_is_inside_it() {
    let cost = |spec: &str| REGISTRY.read(spec).unwrap().cost();
    let plain = cost("neural");
    assert_eq!(cost("bridges"), Cost { threads: 1, bytes: 0 });
    assert_eq!(cost("neural:threads=64").threads, 64);
    assert_eq!(cost("neural:threads=2,race=true").threads, 3, "the solver has a thread of its own");
    assert_eq!(cost("perfect:fallback=neural:threads=64").threads, 64);
    assert_eq!(
        cost("perfect:threads=3,fallback=perfect:fallback=neural:threads=2").threads,
        3,
        "they take turns"
    );
    assert_eq!(cost("perfect:memory=100").bytes, (100 << 20) + plain.bytes);
    assert_eq!(cost("perfect:memory=100,fallback=perfect:memory=7").bytes, (107 << 20) + plain.bytes);
    assert_eq!(cost("neural:positions=1000000").bytes - plain.bytes, 500_000 << 10);
}

#[test]
fn specifications_end() {
    let nested = |count: usize| "perfect:fallback=".repeat(count) + "bridges";
    assert!(REGISTRY.read(&nested(2)).is_ok());
    assert!(refusal(&nested(3)).contains("players inside players, 3 deep: expected at most 2"));
    // 51 kB of players inside players once overflowed the stack.
    assert!(refusal(&nested(3000)).contains("51007 bytes: expected at most 1024"));
    assert!(refusal(&format!("bridges:{}", ",".repeat(LONGEST_SPEC))).contains("expected at most 1024"));
}

#[test]
fn a_level_sets_what_is_not_given() {
    let name = |spec: &str| create(spec).unwrap().name();
    assert_eq!(name("neural:level=4"), "neural, 16 visits");
    for both in ["neural:level=4,visits=5", "neural:visits=5,level=4"] {
        assert_eq!(name(both), "neural, 5 visits");
    }
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(
        text in "(random|perfect|hexy|neural|mops|x)?(:|=|,|fallback|n|depth|inf|weights|threads|true|nan|-?[0-9]{1,20}|é| ){0,12}",
    ) {
        match REGISTRY.read(&text) {
            Ok(spec) => prop_assert_eq!(REGISTRY.read(&spec.to_string()).unwrap().text("depth"), spec.text("depth")),
            Err(error) => prop_assert!(error.to_string().contains("expected"), "{}", error),
        }
    }
}

/// A depth that somebody gave ends a search that has time and nodes left.
#[test]
fn a_given_depth_is_a_limit_under_a_clock_too() {
    let mut game = Game::new(BoardSize::square(8).unwrap(), false);
    for cell in game.size().cells_named("d4 e6 f3").unwrap() {
        game.play(Move::Place(cell)).unwrap();
    }
    let hour = Limits { time: Some(Duration::from_secs(3600)), ..Limits::default() };
    let nodes = Limits { nodes: Some(20_000), ..Limits::default() };
    let both = Limits { nodes: Some(20_000), ..hour };
    for (spec, words) in [
        ("mops:depth=1", "after 1 moves"),
        ("queenbee:depth=1", ", 1 natural moves deep"),
        ("hexy:depth=1", ", 1 moves deep"),
        ("hexy:n=0,depth=1", ", 1 moves deep"),
        ("hexy:n=inf,faithful=true,depth=1", ", 1 moves deep"),
    ] {
        for limits in [Limits::default(), nodes, both] {
            let choice = create(spec).unwrap().choose(&Request::new(&game, 1).with_limits(limits)).unwrap();
            assert!(choice.reason.contains(words), "{spec}, {limits:?}: {}", choice.reason);
        }
        // The smaller of two depths counts.
        let deeper = spec.replace("depth=1", "depth=3");
        let limits = Limits { depth: Some(1), ..both };
        let choice = create(&deeper).unwrap().choose(&Request::new(&game, 1).with_limits(limits)).unwrap();
        assert!(choice.reason.contains(words), "{deeper}: {}", choice.reason);
        let limits = Limits { depth: Some(3), ..both };
        let choice = create(spec).unwrap().choose(&Request::new(&game, 1).with_limits(limits)).unwrap();
        assert!(choice.reason.contains(words), "{spec}, {limits:?}: {}", choice.reason);
    }
}
