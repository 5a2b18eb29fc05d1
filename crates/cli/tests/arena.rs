//! The arena from the command line: a server, its organiser, players that join, and the check of a player.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::{
    collections::BTreeSet,
    io::{BufRead, BufReader, Write},
    net::TcpStream,
    os::unix::fs::PermissionsExt,
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
    serve_with(folder, &[])
}

fn serve_with(folder: &Path, arguments: &[&str]) -> (Process, String) {
    let mut child = hexwright()
        .args(["arena", "serve", "--port", "0"])
        .args(arguments)
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
    let command = format!("{} htp --player random", env!("CARGO_BIN_EXE_hexwright"));
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

/// Plays a tournament over TCP: swaps whenever it can, and otherwise takes the first free cell by rows.
fn swapper(address: &str, name: &str, token: &str) {
    let mut reader = BufReader::new(TcpStream::connect(address).unwrap());
    let send = |reader: &mut BufReader<TcpStream>, line: &str| {
        reader.get_mut().write_all(format!("{line}\n").as_bytes()).unwrap();
    };
    send(&mut reader, &format!("hello 1 {name} {token}"));
    let (mut side, mut used) = (0, BTreeSet::new());
    let mut line = String::new();
    while reader.read_line(&mut line).unwrap() > 0 {
        match line.trim_end().split(' ').collect::<Vec<_>>().as_slice() {
            ["reset", game, _, size, ..] => {
                (side, used) = (size.split('x').next().unwrap().parse().unwrap(), BTreeSet::new());
                send(&mut reader, &format!("ready {game}"));
            }
            ["opening" | "move", rest @ ..] => {
                if let [cell, _, _] = rest {
                    used.insert((cell[1..].parse::<u8>().unwrap(), cell.as_bytes()[0] - b'a'));
                    if used.len() == 1 {
                        let (row, column) = used.pop_first().unwrap();
                        used.insert((column + 1, row - 1));
                        send(&mut reader, "swap");
                        line.clear();
                        continue;
                    }
                }
                let cells = (1..=side).flat_map(|row| (0..side).map(move |column| (row, column)));
                let (row, column) = cells.into_iter().find(|cell| !used.contains(cell)).unwrap();
                used.insert((row, column));
                send(&mut reader, &format!("{}{row}", char::from(b'a' + column)));
            }
            ["finish", ..] => return,
            _ => {}
        }
        line.clear();
    }
}

/// As in `hexwright arena --help`: nothing is said of the swap rule.
#[test]
fn an_htp_player_whose_opening_is_swapped_plays_on() {
    let folder = tempfile::tempdir().unwrap();
    let (_server, address) = serve(folder.path());
    let run = |arguments: &[&str]| {
        let output = arena(folder.path(), &address, arguments);
        assert!(output.status.success(), "{arguments:?}: {}", text(&output));
        String::from_utf8(output.stdout).unwrap()
    };
    let added: Value = serde_json::from_str(&run(&["add", "alice", "bob", "--json"])).unwrap();
    let token = |index: usize| added[index]["token"].as_str().unwrap().to_string();
    let command = format!("{} htp --player queenbee:depth=1", env!("CARGO_BIN_EXE_hexwright"));
    // As `arena add alice` prints it.
    let file = folder.path().join("alice.token");
    std::fs::write(&file, format!("alice {}\n", token(0))).unwrap();
    let arguments = ["arena", "join", "--once", "--server", &address, "--name", "alice", "--htp", &command];
    let alice = hexwright()
        .args(arguments)
        .arg("--player-token-file")
        .arg(&file)
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let _alice = Process(alice);
    let (there, bob) = (address.clone(), token(1));
    let bob = std::thread::spawn(move || swapper(&there, "bob", &bob));
    run(&["create", "cup", "--format", "random", "--games", "6", "--size", "4", "--players", "alice,bob"]);
    run(&["start", "cup"]);
    bob.join().unwrap();
    let view: Value = serde_json::from_str(&run(&["status", "cup", "--json"])).unwrap();
    let games = view["fixtures"].as_array().unwrap();
    assert!(games.iter().all(|game| game["reason"] == "connection"), "{view}");
    let document = run(&["export", "cup", "--json"]);
    assert!(document.contains(" swap "), "no opening was swapped: {document}");
}

#[test]
fn secrets_are_readable_for_their_owner_only() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let mode = |name: &str| std::fs::metadata(path(name)).unwrap().permissions().mode() & 0o777;
    // Left by somebody who prepared a file that everybody can read.
    std::fs::write(path("arena.redb.token"), "short\n").unwrap();
    std::fs::set_permissions(path("arena.redb.token"), std::fs::Permissions::from_mode(0o666)).unwrap();
    let (server, address) = serve(folder.path());
    assert_eq!((mode("arena.redb"), mode("arena.redb.token")), (0o600, 0o600));
    let token = std::fs::read_to_string(path("arena.redb.token")).unwrap();
    assert!(token.trim().len() >= 26, "a token that is too short is replaced");
    let added = arena(folder.path(), &address, &["add", "alice"]);
    let alice = String::from_utf8(added.stdout).unwrap().split_whitespace().last().unwrap().to_string();
    drop(server);
    let ledger = std::fs::read(path("arena.redb")).unwrap();
    let ledger = String::from_utf8_lossy(&ledger).into_owned();
    assert!(ledger.contains("alice") && !ledger.contains(&alice) && !ledger.contains(token.trim()));
    let (_server, address) = serve(folder.path());
    assert_eq!(
        std::fs::read_to_string(path("arena.redb.token")).unwrap(),
        token,
        "it stays from start to start"
    );
    assert!(arena(folder.path(), &address, &["status"]).status.success());
    let renewed = arena(folder.path(), &address, &["renew", "alice"]);
    assert!(renewed.status.success() && !text(&renewed).contains(&alice), "{}", text(&renewed));
}

#[test]
fn names_are_registered_on_an_open_server_only() {
    let folder = tempfile::tempdir().unwrap();
    let (server, address) = serve_with(folder.path(), &["--open"]);
    let register = |address: &str, name: &str| {
        hexwright().args(["arena", "register", name, "--server", address]).output().unwrap()
    };
    let output = register(&address, "alice");
    assert!(output.status.success() && text(&output).starts_with("alice "), "{}", text(&output));
    for (name, problem) in
        [("a1ice", "looks like 'alice'"), ("bridges", "reserved"), ("organiser", "reserved")]
    {
        let output = register(&address, name);
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert!(text(&output).contains(problem), "{name}: {}", text(&output));
    }
    drop(server);
    let (_server, address) = serve(folder.path());
    let output = register(&address, "late");
    assert!(text(&output).contains("expected a name and a token of the organiser"), "{}", text(&output));
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
        (vec!["add", "organiser"], "reserved"),
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
