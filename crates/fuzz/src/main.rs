//! `fuzz`: runs targets for a time. `cargo xtask fuzz` starts it.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command-line program prints")]

use std::{
    fs,
    os::unix::fs::FileExt,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use fuzz::{Campaign, Finding, TARGETS, Target, corpus, corpus_folder};

const HELP: &str = "\
cargo xtask fuzz [--seconds N] [--seed N] [--keep] [TARGET…]
                                        run targets, each for N seconds [default: 60, every target];
                                        with --keep add short inputs with a new outcome to the corpus
cargo xtask fuzz --replay FILE TARGET   run one input
cargo xtask fuzz --list                 the targets";
/// Inputs that one run adds to the corpus of a target, the last ones that were found, and how long they may be.
const MOST_ADDED: usize = 12;
const LONGEST_ADDED: usize = 1000;
/// A target that says nothing for this long hangs.
const HANGS: Duration = Duration::from_secs(60);

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("fuzz: {message}");
            ExitCode::from(2)
        }
    }
}

/// Runs what was asked for; false if there was a finding.
fn run(arguments: &[String]) -> Result<bool, String> {
    let (mut seconds, mut seed, mut keep, mut replay, mut targets) = (60, 1, false, None, Vec::new());
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let mut value = || rest.next().ok_or_else(|| format!("{argument}: expected a value\n{HELP}"));
        let number =
            |text: &String| text.parse::<u64>().map_err(|_| format!("found '{text}': expected a number"));
        match argument.as_str() {
            "--seconds" => seconds = number(value()?)?,
            "--seed" => seed = number(value()?)?,
            "--keep" => keep = true,
            "--replay" => replay = Some(PathBuf::from(value()?)),
            "--list" => {
                TARGETS.iter().for_each(|target| println!("{:<19} {}", target.name, target.about));
                return Ok(true);
            }
            "help" | "--help" | "-h" => {
                println!("{HELP}");
                return Ok(true);
            }
            name => {
                targets.push(TARGETS.iter().find(|target| target.name == name).ok_or_else(|| {
                    format!("found target '{name}': expected one that --list names\n{HELP}")
                })?);
            }
        }
    }
    if let Some(file) = replay {
        let [target] = targets[..] else { return Err(format!("--replay: expected one target\n{HELP}")) };
        let input = fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        println!("{}", (target.run)(&input));
        return Ok(true);
    }
    if targets.is_empty() {
        targets = TARGETS.iter().collect();
    }
    let mut held = true;
    for target in targets {
        held &= fuzz_one(target, Duration::from_secs(seconds), seed, keep)?;
    }
    Ok(held)
}

/// Runs a target for a time; false if there was a finding, which is then a file.
fn fuzz_one(target: &'static Target, time: Duration, seed: u64, keep: bool) -> Result<bool, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/fuzz");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    // A crash that cannot be caught leaves its input here.
    let current = folder.join(format!("{}.current", target.name));
    let last = fs::File::create(&current).map_err(|error| format!("{}: {error}", current.display()))?;
    let progress = watch(target.name, current.clone());
    let start = Instant::now();
    let inputs = corpus(target).map_err(|error| format!("the corpus of {}: {error}", target.name))?;
    let result = Campaign::start(target, inputs, seed).and_then(|mut campaign| {
        while start.elapsed() < time {
            let input = campaign.next_input();
            // Without this file a crash cannot be repeated, but everything else goes on. It stays open: a new one for each
            // input would take longer than most targets.
            let _ = last.set_len(0).and_then(|()| last.write_all_at(&input, 0));
            campaign.try_input(input)?;
            progress.fetch_add(1, Ordering::Relaxed);
        }
        Ok(campaign)
    });
    progress.store(u64::MAX, Ordering::Relaxed);
    match result {
        Ok(campaign) => {
            println!(
                "{:<19} {:>9} inputs, {:>4} outcomes, {:.0} s: nothing found",
                target.name,
                campaign.executions,
                campaign.outcomes(),
                start.elapsed().as_secs_f64()
            );
            if keep {
                add_to_corpus(target, campaign.kept())?;
            }
            Ok(true)
        }
        Err(Finding { input, what }) => {
            let file = folder.join(format!("{}-{seed}.finding", target.name));
            fs::write(&file, &input).map_err(|error| format!("{}: {error}", file.display()))?;
            println!("{:<19} FOUND {what}; the input is in {}", target.name, file.display());
            Ok(false)
        }
    }
}

/// Keeps the last of these inputs for later runs: they are the furthest from the seeds. A file is named by what is in it.
fn add_to_corpus(target: &Target, kept: &[Vec<u8>]) -> Result<(), String> {
    let folder = corpus_folder(target);
    let short = kept.iter().rev().filter(|input| input.len() <= LONGEST_ADDED);
    for input in short.take(MOST_ADDED) {
        let file = folder.join(format!("{:016x}", verify::check_sum(input)));
        let written = fs::create_dir_all(&folder).and_then(|()| fs::write(&file, input));
        written.map_err(|error| format!("{}: {error}", file.display()))?;
    }
    Ok(())
}

/// Ends the program if a target hangs: the counter stands still for too long. The largest number ends the watch.
fn watch(name: &'static str, current: PathBuf) -> Arc<AtomicU64> {
    let progress = Arc::new(AtomicU64::new(0));
    let seen = Arc::clone(&progress);
    std::thread::spawn(move || {
        let (mut last, mut since) = (0, Instant::now());
        loop {
            std::thread::sleep(Duration::from_millis(500));
            match seen.load(Ordering::Relaxed) {
                u64::MAX => return,
                now if now != last => (last, since) = (now, Instant::now()),
                _ if since.elapsed() > HANGS => {
                    println!("{name:<19} FOUND a hang; the input is in {}", current.display());
                    std::process::exit(1);
                }
                _ => {}
            }
        }
    });
    progress
}
