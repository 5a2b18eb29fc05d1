//! Crowds at the door, and files that others must not read, over real sockets and on a real disk.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

mod support;

use std::{fs, net::TcpStream, os::unix::fs::PermissionsExt, path::Path};

use arena::{ArenaLimits, ServerSettings, open_ledger};
use redb::{Database, TableDefinition};
use store::Ledger;
use support::{Client, TestServer, add};

#[test]
fn silent_connections_lock_nobody_out() {
    // Both ends of all connections are in this process.
    let limits = ArenaLimits::default().within_open_files(0.5).unwrap();
    let settings = ServerSettings { open: true, limits, ..ServerSettings::default() };
    let server = TestServer::start(Ledger::in_memory().unwrap(), &settings);
    add(&mut server.organiser(), server.address, "alice");
    let silent: Vec<TcpStream> = (0..1_100).map(|_| TcpStream::connect(server.address).unwrap()).collect();
    let mut organiser = server.organiser();
    assert_eq!(organiser.ask("status").unwrap()["players"][0]["connected"], false);
    let _alice = Client::hello(server.address, "alice");
    assert_eq!(organiser.ask("status").unwrap()["players"][0]["connected"], true);
    let _newcomer = Client::hello(server.address, "newcomer");
    // Players that are logged in stay connected, even if many strangers follow.
    let more: Vec<TcpStream> = (0..300).map(|_| TcpStream::connect(server.address).unwrap()).collect();
    let status = server.organiser().ask("status").unwrap();
    assert!(
        status["players"].as_array().unwrap().iter().all(|player| player["connected"] == true),
        "{status}"
    );
    drop((silent, more));
}

/// A file as it was written before tokens were hashed.
fn first_ledger(path: &Path) {
    let entries: TableDefinition<'_, u64, &[u8]> = TableDefinition::new("entries");
    let database = Database::create(path).unwrap();
    let transaction = database.begin_write().unwrap();
    let mut about = transaction.open_table(TableDefinition::<&str, &str>::new("about")).unwrap();
    about.insert("format", "hexwright arena 1").unwrap();
    drop(about);
    let mut table = transaction.open_table(entries).unwrap();
    for (key, entry) in [
        r#"{"entry":"organiser","token":"0123456789abcdef"}"#,
        r#"{"entry":"player","name":"alice","token":"plain-secret"}"#,
        // Names that would be refused today.
        r#"{"entry":"player","name":"🏆","token":"cup-secret"}"#,
        r#"{"entry":"player","name":"AIice","token":"look-alike"}"#,
        r#"{"entry":"created","settings":{"name":"cup🏆","format":{"kind":"round-robin"},"games":{},"players":["alice","🏆"]}}"#,
    ]
    .into_iter()
    .enumerate()
    {
        table.insert(key as u64, entry.as_bytes()).unwrap();
    }
    drop(table);
    transaction.open_table(TableDefinition::<(u64, u32), &[u8]>::new("acts")).unwrap();
    transaction.open_table(TableDefinition::<u64, &[u8]>::new("games")).unwrap();
    transaction.commit().unwrap();
}

#[test]
fn a_file_of_an_earlier_version_keeps_its_players_and_not_their_tokens() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("arena.redb");
    first_ledger(&path);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
    let server = TestServer::start(open_ledger(&path).unwrap(), &ServerSettings::default());
    let mut client = Client::connect(server.address).unwrap();
    client.send("hello 1 alice plain-secret");
    assert_eq!(client.line().unwrap(), "welcome 1 alice");
    for (name, token) in [("🏆", "cup-secret"), ("AIice", "look-alike")] {
        let mut client = Client::connect(server.address).unwrap();
        client.send(&format!("hello 1 {name} {token}"));
        assert_eq!(client.line().unwrap(), format!("welcome 1 {name}"));
    }
    assert_eq!(server.organiser().ask("status cup🏆").unwrap()["phase"], "planned");
    let bob = add(&mut server.organiser(), server.address, "bob");
    let organiser = server.server().organiser().to_string();
    drop(server);
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    let bytes = fs::read(&path).unwrap();
    let text = String::from_utf8_lossy(&bytes);
    assert!(text.contains("alice") && text.contains("bob"));
    for secret in ["plain-secret", "0123456789abcdef", &bob, &organiser] {
        assert!(!text.contains(secret), "{secret} is in the file");
    }
    drop(open_ledger(&path).unwrap());
}
