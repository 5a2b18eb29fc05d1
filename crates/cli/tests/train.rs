//! `hexwright train` and `fit`: bad settings, going on, weights that play, pictures.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::fs;

use assert_cmd::Command;
use tempfile::tempdir;

fn hexwright(arguments: &[&str]) -> std::process::Output {
    Command::cargo_bin("hexwright").unwrap().args(arguments).output().unwrap()
}

fn refused(arguments: &[&str]) -> String {
    let output = hexwright(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn bad_settings_are_refused_before_the_first_game() {
    let folder = tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_string()
    };
    let empty = file("empty.toml", "player = \"mops\"\nweights = []\n");
    let other = file("other.toml", "player = \"bee\"\nweights = [1, 2]\n");
    let noise = file("noise.toml", "\u{7f}ELF");
    for (arguments, expected) in [
        (vec!["--lambda", "1.5"], "lambda: found 1.5: expected a number from 0 to 1"),
        (vec!["--gamma", "-1"], "gamma: found -1: expected a number from 0 to 1"),
        (vec!["--td-step", "-0.1"], "step size of TD: found -0.1"),
        (vec!["--ehc-step", "0"], "step size of hill climbing: found 0"),
        (vec!["--lifetime", "0"], "lifetime: found 0: expected at least 1 game"),
        (vec!["--size", "-3"], "-3"),
        (vec!["--size", "1"], "cells of the board: found 1: expected at least 4"),
        (vec!["--games", "0"], "0 is not in 1..=1000000"),
        (vec!["--judge", "3"], "--judge: found 3 games: expected an even number"),
        (vec!["--opponent", "nobody"], "'nobody' is not a player"),
        (vec!["--from", &empty], "found 0 weights: expected 8"),
        (vec!["--from", &other], "found weights of the player bee: expected mops"),
        (vec!["--from", &noise], "line 1: unexpected character"),
        (vec!["--from", "nowhere.toml"], "nowhere.toml"),
        (vec!["--out", &other], "expected this training, to go on with it"),
    ] {
        let arguments = [vec!["train", "mops"], arguments].concat();
        let message = refused(&arguments);
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
    let message = refused(&["play", "--player", &format!("mops:weights={other}")]);
    assert!(message.contains("found weights of the player bee: expected mops"), "{message}");
    let message = refused(&["htp", "--player", "mops", "--weights", &empty]);
    assert!(message.contains("found 0 weights: expected 8"), "{message}");
}

#[test]
fn a_training_goes_on_and_its_weights_play() {
    let folder = tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (whole, parts, plot) = (path("whole.toml"), path("parts.toml"), path("curve.svg"));
    let train = |out: &str, games: &str, more: &[&str]| {
        let arguments =
            [&["train", "mops", "--size", "5", "--degree", "8", "--games", games, "--out", out], more]
                .concat();
        let output = hexwright(&arguments);
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    train(&whole, "30", &[]);
    train(&parts, "11", &[]);
    let text = train(&parts, "30", &["--judge", "20", "--plot", &plot]);
    assert!(text.contains("seed 1: won") && text.contains("its untrained self"), "{text}");
    assert_eq!(fs::read_to_string(&whole).unwrap(), fs::read_to_string(&parts).unwrap());
    assert!(fs::read_to_string(&plot).unwrap().contains("black-diagonal-least"));

    // Several seeds on several threads are those seeds alone.
    let many = path("many.toml");
    let text = train(&many, "30", &["--seeds", "3", "--threads", "2", "--judge", "4"]);
    assert!(text.contains("mean over 3 seeds"), "{text}");
    assert_eq!(fs::read_to_string(path("many-1.toml")).unwrap(), fs::read_to_string(&whole).unwrap());
    assert_ne!(fs::read_to_string(path("many-2.toml")).unwrap(), fs::read_to_string(&whole).unwrap());

    let spec = format!("mops:weights={whole}");
    let arguments = ["play", "--you", "random", "--player", &spec, "--size", "4", "--seed", "2"];
    assert!(hexwright(&arguments).status.success());
    let output = Command::cargo_bin("hexwright")
        .unwrap()
        .args(["htp", "--player", "mops", "--weights", &whole, "--size", "5"])
        .write_stdin("genmove black\nquit\n")
        .output()
        .unwrap();
    assert!(String::from_utf8(output.stdout).unwrap().starts_with("= "));
}

#[test]
fn figure_eight_is_drawn() {
    let folder = tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let options = ["--size", "4", "--games", "40", "--seeds", "3", "--json", "--out", out];
    let output = hexwright(&[&["reproduce", "mihex-learning"], &options[..]].concat());
    let result: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let holds = result["finding"]["outcome"] == "holds";
    assert_eq!(output.status.code(), Some(i32::from(!holds)));
    assert_eq!(result["finding"]["data"]["seeds"], 3);
    for name in ["seed", "mean"] {
        let picture = folder.path().join(format!("figures/mihex-learning-{name}.svg"));
        assert!(fs::read_to_string(picture).unwrap().contains("% won of 100"));
    }
    assert!(fs::read_to_string(folder.path().join("index.html")).unwrap().contains("mihex-learning"));
}

#[test]
fn weights_are_fitted_to_a_teacher_the_same_way_every_time() {
    let arguments = ["fit", "--size", "7", "--games", "3", "--teacher", "bridges", "--json"];
    let [one, two] = [0, 1].map(|_| {
        let output = hexwright(&arguments);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        output.stdout
    });
    assert_eq!(one, two);
    let fit: serde_json::Value = serde_json::from_slice(&one).unwrap();
    assert!(fit["positions"].as_u64().unwrap() > 5, "{fit}");
    for sight in fit["sights"].as_array().unwrap() {
        assert_eq!(sight["weights"].as_array().unwrap().len(), fit["features"].as_array().unwrap().len());
    }
    for (arguments, expected) in [
        (vec!["--teacher", "nobody"], "'nobody' is not a player"),
        (vec!["--size", "1"], "--size 1x1: found no opening: expected a larger board"),
        (
            vec!["--size", "2", "--teacher", "random"],
            "found no open position: expected more games, or a larger board",
        ),
        (vec!["--games", "0"], "0 is not in 1..=100000"),
    ] {
        let message = refused(&[vec!["fit"], arguments].concat());
        assert!(message.contains(expected), "{message}");
    }
}
