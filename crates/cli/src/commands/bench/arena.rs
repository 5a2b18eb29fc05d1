//! `hexwright bench arena`: the server with many players on this machine, over real sockets and with a real file.

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

use ::arena::{Organiser, Server, ServerSettings, TournamentView, accept};
use anyhow::{Context, Result, bail, ensure};
use store::Ledger;
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
};

use super::{Figure, Report, Signature};

/// How many play, and how much.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Players, each with a connection of its own
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(2..=2000))]
    players: u32,
    /// Games, half as many at once as there are players
    #[arg(long, default_value_t = 1000)]
    games: u32,
    /// Side of the board
    #[arg(long, default_value_t = 11, value_parser = clap::value_parser!(u8).range(2..=19))]
    size: u8,
}

pub(crate) fn run(args: &Args) -> Result<Report> {
    let folder = Scratch::new()?;
    let ledger = Ledger::open(&folder.0.join("arena.redb"))?;
    let server = Server::start(ledger, &ServerSettings { open: true, ..ServerSettings::default() })?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0"))?;
    let address = listener.local_addr()?;
    runtime.spawn(accept(listener, server.handle(), std::future::pending()));
    let moves = Arc::new(AtomicU64::new(0));
    for number in 0..args.players {
        let moves = Arc::clone(&moves);
        // A player that fails loses its game, and the count of lost games says so.
        runtime.spawn(async move { drop(play(address, number, &moves).await) });
    }
    let mut organiser = Organiser::connect(address, server.organiser())?;
    wait_for_players(&mut organiser, args.players)?;
    let settings = serde_json::json!({
        "name": "bench",
        "format": { "kind": "random", "games": args.games },
        "games": { "size": args.size.to_string(), "swap": false },
    });
    organiser.ask(&format!("create {settings}"))?;
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
        ensure!(started.elapsed() < Duration::from_secs(600), "the tournament does not end: {status}");
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
    let count = |name: &str, value: usize, unit| Figure { name: name.to_string(), value: value as f64, unit };
    Ok(Report {
        signature,
        figures: vec![
            Figure::rate("moves through the referee", moves as f64 / seconds),
            count("players connected", args.players as usize, "players"),
            count("games at once, at most", most, "games"),
            count("games played", view.fixtures.len(), "games"),
            count("games lost by a fault", lost, "games"),
            Figure { name: "time".to_string(), value: seconds, unit: "seconds" },
            Figure { name: "memory, server and players".to_string(), value: memory()?, unit: "MB" },
        ],
    })
}

fn wait_for_players(organiser: &mut Organiser, players: u32) -> Result<()> {
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
    bail!("not all of {players} players could connect: expected more open files to be allowed (ulimit -n)")
}

/// A trivial player: the first empty cell by rows.
async fn play(address: SocketAddr, number: u32, moves: &AtomicU64) -> Result<()> {
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let (reader, mut writer) = stream.into_split();
    writer.write_all(format!("hello 1 player-{number} token\n").as_bytes()).await?;
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
                    let row: usize = cell[1..].parse()?;
                    used[(row - 1) * columns + usize::from(cell.as_bytes()[0] - b'a')] = true;
                }
                let cell = used.iter().position(|used| !used).context("a full board")?;
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

/// The most memory that this process ever used, in megabytes.
fn memory() -> Result<f64> {
    let status = fs::read_to_string("/proc/self/status").context("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes: f64 = line
        .and_then(|line| line.split_whitespace().next()?.parse().ok())
        .context("found no VmHWM in /proc/self/status")?;
    Ok(kilobytes / 1024.0)
}

/// A folder that is removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Result<Self> {
        let path = std::env::temp_dir().join(format!("hexwright-bench-arena-{}", std::process::id()));
        fs::create_dir_all(&path).with_context(|| path.display().to_string())?;
        Ok(Self(path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What is left behind is in the folder for temporary files.
        let _ = fs::remove_dir_all(&self.0);
    }
}
