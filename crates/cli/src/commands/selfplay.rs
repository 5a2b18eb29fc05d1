//! `hexwright selfplay`: thousands of games at once for an evaluator in another process (`training/train.py`).
//!
//! Commands come in on standard input, reports go out on standard output, positions and evaluations lie in one file, and
//! samples are appended to one file for each board size; the crate `learning` defines all of them. Each thread owns
//! some of the slots. While one slot waits for its answers, the thread works on another, so a few slots a thread keep
//! both sides busy.

use std::{
    collections::btree_map::{BTreeMap, Entry},
    fs::{File, OpenOptions},
    io::{self, Read, Write},
    os::unix::fs::FileExt,
    path::{Path, PathBuf},
    sync::{
        Mutex,
        mpsc::{self, Receiver},
    },
    thread,
};

use anyhow::{Context, Result, bail};
use board::BoardSize;
use learning::{Exchange, ExchangeCommand, ExchangeReport, SelfPlaySettings, Worker, exchange};

use crate::output::Answer;

/// Games for a network to learn from. Started by `training/train.py`, which evaluates the positions; docs/explanation/neural.md
/// describes what the two say to each other.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Folder for the file of positions and answers and for the samples; best on a memory file system
    #[arg(long, value_name = "FOLDER")]
    exchange: PathBuf,
    /// Batches in flight
    #[arg(long, default_value = "8", value_parser = clap::value_parser!(u16).range(1..=1024))]
    slots: u16,
    /// Games in a batch; an even number
    #[arg(long, default_value = "1024", value_parser = clap::value_parser!(u32).range(2..=65_536))]
    batch: u32,
    /// Threads that play
    #[arg(long, short = 't', default_value = "4", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Share of moves with a full search, which leave a sample
    #[arg(long, value_name = "SHARE", default_value = "0.25")]
    full_share: f32,
    /// Root moves that a full search considers
    #[arg(long, value_name = "MOVES", default_value = "16")]
    considered: u16,
    /// Value below which, or above one minus which, a game counts as decided and is played out by the policy alone
    #[arg(long, value_name = "VALUE", default_value = "0.02")]
    decided: f32,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let share = 0.0..=1.0;
    for (option, value) in [("--full-share", args.full_share), ("--decided", args.decided)] {
        if !share.contains(&value) {
            bail!("{option} {value}: expected a number from 0 to 1");
        }
    }
    if !args.batch.is_multiple_of(2) {
        bail!("--batch {}: expected an even number, for matches play each opening twice", args.batch);
    }
    let settings = SelfPlaySettings {
        full_share: args.full_share,
        considered: usize::from(args.considered.max(1)),
        decided: args.decided,
        ..SelfPlaySettings::default()
    };
    let batch = args.batch as usize;
    let files = &Files::open(&args.exchange, usize::from(args.slots), batch)?;
    let settings = &settings;
    let work = move |commands: &Receiver<ExchangeCommand>| -> Result<()> {
        let mut worker = Worker::new(files, settings, batch);
        for command in commands {
            if !worker.obey(command)? {
                break;
            }
        }
        Ok(())
    };
    thread::scope(|scope| {
        let mut senders = Vec::new();
        let mut workers = Vec::new();
        for _ in 0..args.threads.min(args.slots) {
            let (sender, receiver) = mpsc::channel();
            senders.push(sender);
            workers.push(scope.spawn(move || end_on_error(work(&receiver))));
        }
        let read = forward_commands(args.slots, &senders);
        // Without a sender the workers end when they have done what they were told.
        drop(senders);
        for worker in workers {
            worker.join().expect("a worker does not panic");
        }
        read
    })?;
    Ok(Answer::Done)
}

/// Ends the program if a thread has failed: the main thread waits for input that the evaluator, waiting in turn for
/// requests, would never send.
fn end_on_error(result: Result<()>) {
    if let Err(error) = result {
        eprintln!("hexwright: {error:#}");
        std::process::exit(2);
    }
}

/// Hands the commands on standard input to the threads that own their slots, until the end of the input.
fn forward_commands(slots: u16, senders: &[mpsc::Sender<ExchangeCommand>]) -> Result<()> {
    let mut input = io::stdin().lock();
    let mut bytes = [0; exchange::COMMAND_LEN];
    loop {
        match input.read_exact(&mut bytes) {
            Ok(()) => {}
            // The evaluator has closed its end.
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(()),
            Err(error) => return Err(error).context("reading a command"),
        }
        let command = ExchangeCommand::from_bytes(&bytes)?;
        let slot = match command {
            ExchangeCommand::Answers { slot }
            | ExchangeCommand::Play { slot, .. }
            | ExchangeCommand::Match { slot, .. } => slot,
            ExchangeCommand::Quit => return Ok(()),
        };
        if slot >= slots {
            bail!("found a command for slot {slot}: expected 0 to {}", slots - 1);
        }
        // A worker that has gone tells why when it is joined.
        if senders[usize::from(slot) % senders.len()].send(command).is_err() {
            return Ok(());
        }
    }
}

/// The files that all threads share.
struct Files {
    folder: PathBuf,
    batch: usize,
    exchange: File,
    samples: Mutex<BTreeMap<BoardSize, File>>,
}

impl Files {
    fn open(folder: &Path, slots: usize, batch: usize) -> Result<Self> {
        let path = folder.join("exchange.bin");
        let exchange = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .with_context(|| format!("opening {}", path.display()))?;
        exchange.set_len((slots * exchange::slot_len(batch)) as u64)?;
        Ok(Self { folder: folder.to_path_buf(), batch, exchange, samples: Mutex::default() })
    }

    fn requests_at(&self, slot: u16) -> u64 {
        (usize::from(slot) * exchange::slot_len(self.batch)) as u64
    }

    fn answers_at(&self, slot: u16) -> u64 {
        self.requests_at(slot) + exchange::requests_len(self.batch) as u64
    }
}

impl Exchange for Files {
    type Error = anyhow::Error;

    fn read_answers(&self, slot: u16, bytes: &mut [u8]) -> Result<()> {
        self.exchange.read_exact_at(bytes, self.answers_at(slot)).context("reading answers")
    }

    fn write_requests(&self, slot: u16, bytes: &[u8]) -> Result<()> {
        self.exchange.write_all_at(bytes, self.requests_at(slot)).context("writing requests")
    }

    /// One call writes all, so that a reader sees no torn record before the file's last.
    fn append_samples(&self, size: BoardSize, bytes: &[u8]) -> Result<()> {
        let mut files = self.samples.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let file = match files.entry(size) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                let path = self.folder.join(format!("samples-{}.bin", size.cols()));
                let file = OpenOptions::new().append(true).create(true).open(&path);
                entry.insert(file.with_context(|| format!("opening {}", path.display()))?)
            }
        };
        file.write_all(bytes).context("writing samples")
    }

    fn report(&self, report: ExchangeReport) -> Result<()> {
        // The lock makes a report whole, and there is no buffer that could hold it back but the line buffer, so flush.
        let mut output = io::stdout().lock();
        output.write_all(&report.to_bytes())?;
        output.flush()?;
        Ok(())
    }
}
