//! The arena from the command line: a server, its organiser, players that join, and the check of a player.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Output, Stdio},
    time::{Duration, Instant},
};

use serde_json::Value;

fn hexwright() -> Command {
    Command::new(env!("CARGO_BIN_EXE_hexwright"))
}

/// A process that ends with the test.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// A server in a folder, and where it listens.
fn serve(folder: &Path) -> (Process, String) {
    let mut child = hexwright()
        .args(["arena", "serve", "--port", "0"])
        .current_dir(folder)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let line = lines.next().unwrap().unwrap();
    let address = line.split(' ').find(|word| word.contains("127.0.0.1:")).unwrap().to_string();
    // The token is written before anything is printed.
    (Process(child), address)
}

fn arena(folder: &Path, address: &str, arguments: &[&str]) -> Output {
    hexwright().arg("arena").args(arguments).args(["--server", address]).current_dir(folder).output().unwrap()
}

#[test]
fn a_tournament_from_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let (server, address) = serve(folder.path());
    let run = |arguments: &[&str]| {
        let output = arena(folder.path(), &address, arguments);
        assert!(output.status.success(), "{arguments:?}: {}", text(&output));
        String::from_utf8(output.stdout).unwrap()
    };
    let added: Value = serde_json::from_str(&run(&["add", "house", "bridge", "--json"])).unwrap();
    let token = |index: usize| added[index]["token"].as_str().unwrap().to_string();
    let join = |name: &str, token: &str, how: [&str; 2]| {
        let arguments =
            ["arena", "join", "--once", "--server", &address, "--name", name, "--player-token", token];
        let child = hexwright().args(arguments).args(how).stderr(Stdio::null()).spawn();
        Process(child.unwrap())
    };
    let command = format!("{} htp --swap --player random", env!("CARGO_BIN_EXE_hexwright"));
    let mut players =
        [join("house", &token(0), ["--player", "random"]), join("bridge", &token(1), ["--htp", &command])];
    run(&["create", "cup", "--format", "double-round-robin", "--size", "3", "--players", "house,bridge"]);
    run(&["start", "cup"]);
    // The players leave by themselves when the tournament is over.
    let started = Instant::now();
    for player in &mut players {
        while player.0.try_wait().unwrap().is_none() {
            assert!(started.elapsed() < Duration::from_secs(30), "{}", run(&["status", "cup"]));
            std::thread::sleep(Duration::from_millis(20));
        }
    }
    let status: Value = serde_json::from_str(&run(&["status", "cup", "--json"])).unwrap();
    assert_eq!((&status["phase"], status["fixtures"].as_array().unwrap().len()), (&"over".into(), 2));
    assert!(
        status["fixtures"].as_array().unwrap().iter().all(|game| game["reason"] == "connection"),
        "{status}"
    );
    assert!(run(&["status"]).contains("2 of 2 games played"));
    run(&["export", "cup", "--out", "live"]);
    drop(server);
    // The same from the file alone, and from the export.
    let data = hexwright()
        .args(["arena", "export", "cup", "--offline", "--out", "offline"])
        .current_dir(folder.path())
        .output();
    assert!(data.as_ref().unwrap().status.success(), "{}", text(&data.unwrap()));
    let read = |path: &str| std::fs::read(folder.path().join(path)).unwrap();
    for file in [
        "index.html",
        "tournament.json",
        "summaries.json",
        "games.sgf",
        "games/1.sgf",
        "games/2.svg",
        "games/2.png",
    ] {
        assert_eq!(read(&format!("live/{file}")), read(&format!("offline/{file}")), "{file}");
    }
}

#[test]
fn wrong_orders_are_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let (_server, address) = serve(folder.path());
    for (arguments, expected) in [
        (vec!["start", "none"], "found no tournament 'none'"),
        (vec!["create", "a b"], "expected one word"),
        (vec!["create", "a", "--players", "ghost,ghoul"], "found no player 'ghost'"),
        (vec!["create", "a", "--format", "knockout", "--best-of", "2"], "expected an odd number"),
        (vec!["create", "a", "--per-game", "soon"], "expected a time such as 500ms"),
        (vec!["status", "none"], "found no tournament"),
        (vec!["status", "--organiser-token", "wrong"], "expected the organiser's"),
        (vec!["export", "none", "--out", "x"], "found no tournament"),
    ] {
        let output = arena(folder.path(), &address, &arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output).contains(expected), "{arguments:?}: {}", text(&output));
    }
}

#[test]
fn the_check_passes_a_good_player_and_explains_a_bad_one() {
    let good = format!("{} htp --swap --player random", env!("CARGO_BIN_EXE_hexwright"));
    let output =
        hexwright().args(["arena", "check", "--size", "5", "--json", "--htp", &good]).output().unwrap();
    assert!(output.status.success(), "{}", text(&output));
    let findings: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(findings.as_array().unwrap().len() > 8);
    // A shell script that greets, is ready for the first game, and then always plays a1.
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("bad.sh");
    let text_of_script = "exec 3<>/dev/tcp/$1/$2\necho \"hello 1 $3 $4\" >&3\nwhile read -r signal rest <&3; do case $signal in \
                          ping) echo \"pong $rest\" >&3;; reset) echo \"ready ${rest%% *}\" >&3;; opening|move|swap) echo a1 >&3;; esac; done\n";
    std::fs::write(&script, text_of_script).unwrap();
    let bad = format!("bash {} {{host}} {{port}} {{name}} {{token}}", script.display());
    let output = hexwright()
        .args(["arena", "check", "--size", "4", "--answer", "2s", "--tcp", &bad])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    let shown = text(&output);
    assert!(shown.contains("ok   greets") && shown.contains("FAIL plays with Black"), "{shown}");
    assert!(shown.contains("occupied"), "{shown}");
}
