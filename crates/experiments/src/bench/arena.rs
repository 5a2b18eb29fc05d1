//! The server with many players on this machine, over real sockets and with a real file.

use std::{
    fs,
    net::SocketAddr,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use ::arena::{ArenaLimits, Organiser, Server, ServerSettings, TournamentView, accept};
use store::Ledger;
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
};

use super::{BenchFigure, BenchReport, Signature, most_memory};
use crate::{
    ExperimentError,
    error::{Within as _, require},
};

/// How many play, and how much.
#[derive(Debug, Clone, clap::Args)]
pub struct ArenaSettings {
    /// Number of players, each with its own connection
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(2..=2000))]
    pub players: u32,
    /// Games, half as many at once as there are players
    #[arg(long, default_value_t = 1000)]
    pub games: u32,
    /// Side of the board
    #[arg(long, default_value_t = 11, value_parser = clap::value_parser!(u8).range(2..=19))]
    pub size: u8,
}

/// Plays a tournament of trivial players over loopback.
///
/// # Errors
/// [`ExperimentError`] where the server cannot be started or the tournament does not end.
pub fn arena(settings: &ArenaSettings) -> Result<BenchReport, ExperimentError> {
    let folder = Scratch::new()?;
    let ledger = Ledger::open(&folder.0.join("arena.redb"))?;
    let wanted = ArenaLimits { links: settings.players as usize, ..ArenaLimits::default() };
    // Both ends of every connection are in this process.
    let limits = wanted.within_open_files(0.5)?;
    let server = Server::start(ledger, &ServerSettings { limits, ..ServerSettings::default() })?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0"))?;
    let address = listener.local_addr()?;
    runtime.spawn(accept(listener, server.handle(), std::future::pending()));
    let moves = Arc::new(AtomicU64::new(0));
    let mut organiser = Organiser::connect(address, server.organiser())?;
    for number in 0..settings.players {
        let moves = Arc::clone(&moves);
        let name = format!("player-{number}");
        let added = organiser.ask(&format!("add {name}"))?;
        let greeting = format!("hello 1 {name} {}\n", added["token"].as_str().unwrap_or_default());
        // A player that fails loses its game, and the count of lost games says so.
        runtime.spawn(async move { drop(play(address, &greeting, &moves).await) });
    }
    wait_for_players(&mut organiser, settings.players)?;
    let tournament = serde_json::json!({
        "name": "bench",
        "format": { "kind": "random", "games": settings.games },
        "games": { "size": settings.size.to_string(), "swap": false },
    });
    organiser.ask(&format!("create {tournament}"))?;
    let started = Instant::now();
    organiser.ask("start bench")?;
    let mut most = 0;
    loop {
        std::thread::sleep(Duration::from_millis(200));
        let status = organiser.ask("status")?;
        most = most.max(status["games"].as_array().map_or(0, Vec::len));
        if status["tournaments"][0]["phase"] == "over" {
            break;
        }
        require!(started.elapsed() < Duration::from_secs(600), "the tournament does not end: {status}");
    }
    let seconds = started.elapsed().as_secs_f64();
    let view: TournamentView = serde_json::from_value(organiser.ask("status bench")?)?;
    let lost = view.fixtures.iter().filter(|fixture| fixture.reason.as_deref() != Some("connection")).count();
    drop(organiser);
    drop(runtime);
    server.stop()?;
    let moves = moves.load(Ordering::Relaxed);
    let mut signature = Signature::new();
    signature.add(view.fixtures.len() as u128);
    signature.add(lost as u128);
    let count =
        |name: &str, value: usize, unit| BenchFigure { name: name.to_string(), value: value as f64, unit };
    Ok(BenchReport {
        signature,
        figures: vec![
            BenchFigure::rate("moves through the referee", moves as f64 / seconds),
            count("players connected", settings.players as usize, "players"),
            count("games at once, at most", most, "games"),
            count("games played", view.fixtures.len(), "games"),
            count("games lost by a fault", lost, "games"),
            BenchFigure { name: "time".to_string(), value: seconds, unit: "seconds" },
            BenchFigure {
                name: "memory, server and players".to_string(),
                value: most_memory().unwrap_or(f64::NAN) / 1e6,
                unit: "MB",
            },
        ],
    })
}

fn wait_for_players(organiser: &mut Organiser, players: u32) -> Result<(), ExperimentError> {
    let started = Instant::now();
    while started.elapsed() < Duration::from_secs(30) {
        let status = organiser.ask("status")?;
        let connected = |player: &&serde_json::Value| player["connected"] == true;
        let count =
            status["players"].as_array().map_or(0, |players| players.iter().filter(connected).count());
        if count == players as usize {
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    Err(ExperimentError::unexpected(format!(
        "not all of {players} players could connect: expected more open files to be allowed (ulimit -n)"
    )))
}

/// A trivial player: the first empty cell by rows.
async fn play(address: SocketAddr, greeting: &str, moves: &AtomicU64) -> Result<(), ExperimentError> {
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let (reader, mut writer) = stream.into_split();
    writer.write_all(greeting.as_bytes()).await?;
    let mut lines = BufReader::new(reader).lines();
    let (mut columns, mut used) = (0, Vec::new());
    while let Some(line) = lines.next_line().await? {
        let words: Vec<&str> = line.split(' ').collect();
        match words.as_slice() {
            ["reset", game, _, size, ..] => {
                columns = size.split('x').next().and_then(|side| side.parse().ok()).unwrap_or(1);
                used = vec![false; columns * columns];
                writer.write_all(format!("ready {game}\n").as_bytes()).await?;
            }
            ["opening" | "move", rest @ ..] => {
                if let [cell, _, _] = rest {
                    let row: usize = cell[1..].parse().within(cell)?;
                    used[(row - 1) * columns + usize::from(cell.as_bytes()[0] - b'a')] = true;
                }
                let full = || ExperimentError::unexpected("found a full board: expected an empty cell");
                let cell = used.iter().position(|used| !used).ok_or_else(full)?;
                used[cell] = true;
                moves.fetch_add(1, Ordering::Relaxed);
                let letter = char::from(b'a' + (cell % columns) as u8);
                writer.write_all(format!("{letter}{}\n", cell / columns + 1).as_bytes()).await?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// A folder that is removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Result<Self, ExperimentError> {
        let path = std::env::temp_dir().join(format!("hexwright-bench-arena-{}", std::process::id()));
        fs::create_dir_all(&path).within(path.display())?;
        Ok(Self(path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Leftovers are in the folder for temporary files.
        let _ = fs::remove_dir_all(&self.0);
    }
}
