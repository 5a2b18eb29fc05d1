//! `hexwright htp`: the program behind a user interface or a match runner, on standard input and output.
//!
//! Standard input is read on a thread of its own, so that `# interrupt` is seen while a search runs.

use std::{
    io,
    io::Write,
    sync::{
        Arc, Weak,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread,
};

use crate::solved::{self, StoreArgs};
use anyhow::{Context as _, Result};
use arena::Stopwatch;
use board::BoardSize;
use player::{Silent, TimeControl};
use players::REGISTRY;
use protocol::htp::{Engine, Files, HtpContext, HtpSettings, is_interrupt};

use crate::{lines, output::Answer, player_args};

/// How the engine starts.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The player, with settings as NAME:key=value
    #[arg(long, short = 'p', default_value = player_args::DEFAULT)]
    player: String,
    /// The weights file of a player such as mops
    #[arg(long, value_name = "FILE", conflicts_with = "level")]
    weights: Option<String>,
    /// A level from 1 to 10 instead of a player
    #[arg(long, value_name = "1..10", conflicts_with = "player")]
    level: Option<u32>,
    /// Board size until the controller says otherwise: a number, or columns x rows such as 11x9
    #[arg(long, short = 's', default_value = "11")]
    size: BoardSize,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Time until the controller says otherwise: 1s for each move, 300+2 for a game [default: the player's own]
    #[arg(long)]
    time: Option<TimeControl>,
    /// Allow the swap from the start, as `param_game allow_swap 1` does
    #[arg(long)]
    swap: bool,
    #[command(flatten)]
    store: StoreArgs,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let spec = match args.level {
        Some(level) => REGISTRY.read(&format!("level:n={level}")).context("--level")?,
        None => {
            let spec = player_args::with_weights(&args.player, args.weights.as_deref());
            REGISTRY.read(&spec).context("--player")?
        }
    };
    let settings = HtpSettings {
        size: args.size,
        seed: args.seed,
        time: args.time,
        allow_swap: args.swap,
        ..HtpSettings::default()
    };
    let store = args.store.open()?;
    let engine = Engine::with_spec(settings, spec, Box::new(Disk));
    let engine = engine.context(if args.level.is_some() { "--level" } else { "--player" })?;
    let mut engine = engine.with_archive(solved::archive(store.as_ref()));
    let write = |text: &str| {
        let mut stdout = io::stdout().lock();
        stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush())
    };
    // A controller that no longer reads is noticed at the reply.
    let live = |text: &str| drop(write(text));
    for line in incoming() {
        let Incoming { text, stop } = line?;
        let started = Stopwatch::start();
        let context = HtpContext { clock: &started, stop: &stop, observer: &Silent, live: &live };
        let Some(reply) = engine.answer(&text, &context) else { continue };
        write(&reply.text)?;
        if reply.quit {
            break;
        }
    }
    solved::finish(store.as_ref())?;
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
                    // Sending fails only after the conversation is over.
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
    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        player_args::read(name)
    }
}
