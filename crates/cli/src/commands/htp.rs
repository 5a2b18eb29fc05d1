//! `hexwright htp`: the program behind a user interface or a match runner, on standard input and output.
//!
//! Standard input is read on a thread of its own, so that `# interrupt` is seen while a search runs.

use std::{
    fs, io,
    io::{Read, Write},
    sync::{
        Arc, Weak,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread,
};

use anyhow::{Context as _, Result};
use board::BoardSize;
use player::{Silent, TimeControl};
use protocol::htp::{Context, Engine, Files, Settings, is_interrupt};

use crate::{lines, output::Answer, players, stopwatch::Stopwatch};

/// How the engine starts.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Who chooses the moves: a player's name, with settings such as NAME:key=value
    #[arg(long, short = 'p', default_value = players::DEFAULT)]
    player: String,
    /// The player's weights file: --player mops --weights FILE
    #[arg(long, value_name = "FILE", conflicts_with = "level")]
    weights: Option<String>,
    /// A level from 1 to 10 instead of a player
    #[arg(long, value_name = "1..10", conflicts_with = "player")]
    level: Option<u32>,
    /// Board size until the controller says otherwise: a number, or columns x rows such as 11x9
    #[arg(long, short = 's', default_value = "11")]
    size: BoardSize,
    /// Everything random follows from this number
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Time until the controller says otherwise: 1s for each move, 300+2 for a game [default: the player's own]
    #[arg(long)]
    time: Option<TimeControl>,
    /// Let the second player swap from the start, as `param_game allow_swap 1` does
    #[arg(long)]
    swap: bool,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let player = match args.level {
        Some(level) => players::create(&format!("level:n={level}")).context("--level")?,
        None => {
            let spec = players::with_weights(&args.player, args.weights.as_deref());
            players::create(&spec).context("--player")?
        }
    };
    let settings = Settings {
        size: args.size,
        seed: args.seed,
        time: args.time,
        allow_swap: args.swap,
        ..Settings::default()
    };
    let mut engine = Engine::new(settings, player, Box::new(Disk));
    let write = |text: &str| {
        let mut stdout = io::stdout().lock();
        stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush())
    };
    // A controller that no longer reads is noticed at the reply.
    let live = |text: &str| drop(write(text));
    for line in incoming() {
        let Incoming { text, stop } = line?;
        let started = Stopwatch::start();
        let context = Context { clock: &started, stop: &stop, observer: &Silent, live: &live };
        let Some(reply) = engine.answer(&text, &context) else { continue };
        write(&reply.text)?;
        if reply.quit {
            break;
        }
    }
    Ok(Answer::Done)
}

/// A line of input, and the flag that an interrupt after it sets.
struct Incoming {
    text: String,
    stop: Arc<AtomicBool>,
}

/// Reads standard input on a thread of its own. An interrupt ends the searches of all lines before it, even of one whose
/// search has not begun yet: no interrupt is lost to timing, and none ends a later search.
fn incoming() -> mpsc::Receiver<io::Result<Incoming>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut stdin = io::stdin().lock();
        let mut open: Vec<Weak<AtomicBool>> = Vec::new();
        loop {
            let text = match lines::read_line(&mut stdin) {
                Ok(None) => return,
                Ok(Some(text)) => text,
                Err(error) => {
                    // Nobody listens any more only when the conversation is over.
                    let _ = sender.send(Err(error));
                    return;
                }
            };
            open.retain(|stop| stop.strong_count() > 0);
            if is_interrupt(&text) {
                for stop in open.iter().filter_map(Weak::upgrade) {
                    stop.store(true, Ordering::Relaxed);
                }
                continue;
            }
            let stop = Arc::new(AtomicBool::new(false));
            open.push(Arc::downgrade(&stop));
            if sender.send(Ok(Incoming { text, stop })).is_err() {
                return;
            }
        }
    });
    receiver
}

/// The files of this machine, as the controller names them.
struct Disk;

impl Files for Disk {
    fn read(&self, name: &str) -> Result<String, String> {
        /// Larger than any record or script that a person wrote; also the end of files that have none.
        const LARGEST: u64 = 64 << 20;
        let mut bytes = Vec::new();
        let file = fs::File::open(name).map_err(|error| error.to_string())?;
        file.take(LARGEST + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
        if bytes.len() as u64 > LARGEST {
            return Err(format!("found more than {LARGEST} bytes: expected fewer"));
        }
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}
