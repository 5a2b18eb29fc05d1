//! `hexwright arena check`: tests a player and reports its mistakes.

use std::{
    net::{SocketAddr, TcpListener},
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

use anyhow::{Context, Result, bail};
use arena::{CHECK_NAME, CHECK_TOKEN, Check, HtpProgram, Joining, split_words};

use super::create::milliseconds;
use crate::output::Answer;

/// Whom to check.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  hexwright arena check --tcp \"python3 clients/python/bot.py {host} {port} {name} {token}\"
  hexwright arena check --tcp            (prints where to connect, and waits for the player)
  hexwright arena check --htp \"hexwright htp\"")]
pub(crate) struct Args {
    /// A player that speaks the arena's signals over TCP: the command that starts it, with {host}, {port}, {name} and {token}
    /// where it needs them. Without a command, the check waits for a player to connect
    #[arg(long, value_name = "COMMAND", num_args = 0..=1, default_missing_value = "", conflicts_with = "htp")]
    tcp: Option<String>,
    /// An HTP program: its command line
    #[arg(long, value_name = "COMMAND", required_unless_present = "tcp")]
    htp: Option<String>,
    /// The largest square board to try
    #[arg(long, default_value_t = 11, value_parser = clap::value_parser!(u8).range(1..=19))]
    size: u8,
    /// Time for each answer
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = milliseconds)]
    answer: u64,
    /// Time to connect
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = milliseconds)]
    connect: u64,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print the findings as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let listener = TcpListener::bind("127.0.0.1:0").context("cannot listen on this machine")?;
    let address = listener.local_addr()?;
    let check = Check {
        connect: Duration::from_millis(args.connect),
        answer: Duration::from_millis(args.answer.max(1)),
        size: usize::from(args.size),
        seed: args.seed,
    };
    let mut started = None;
    match (&args.htp, args.tcp.as_deref()) {
        (Some(command), _) => join(command, address),
        (None, Some("")) => {
            eprintln!(
                "Connect your player to {address} with the name {CHECK_NAME} and the token {CHECK_TOKEN}"
            );
        }
        (None, Some(command)) => started = Some(Started::new(command, address)?),
        (None, None) => bail!("found neither --tcp nor --htp: expected one of them"),
    }
    let findings = check.run(&listener)?;
    drop(started);
    let passed = findings.iter().all(|finding| finding.passed);
    if args.json {
        println!("{}", serde_json::to_string(&findings)?);
    } else {
        for finding in &findings {
            let mark = if finding.passed { "ok  " } else { "FAIL" };
            println!("{mark} {}", finding.trial);
            if !finding.detail.is_empty() {
                println!("     {}", finding.detail);
            }
        }
    }
    Ok(if passed { Answer::Done } else { Answer::No })
}

/// The bridge in a thread of its own: it ends with the connection, or with the program.
fn join(command: &str, address: SocketAddr) {
    let mut program = HtpProgram::new(command, Vec::new());
    let joining = Joining {
        address,
        name: CHECK_NAME.to_string(),
        token: CHECK_TOKEN.to_string(),
        // The examiner goes on after its `finish`.
        once: false,
        retry: Duration::from_secs(1),
    };
    thread::spawn(move || {
        if let Err(error) = joining.play(&mut program, &mut |line| eprintln!("bridge: {line}")) {
            eprintln!("bridge: {error}");
        }
    });
}

/// A player that was started; it is ended when this is dropped.
struct Started(Child);

impl Started {
    fn new(command: &str, address: SocketAddr) -> Result<Self> {
        let fill = |word: String| {
            word.replace("{host}", &address.ip().to_string())
                .replace("{port}", &address.port().to_string())
                .replace("{name}", CHECK_NAME)
                .replace("{token}", CHECK_TOKEN)
        };
        let words: Vec<String> = split_words(command).into_iter().map(fill).collect();
        let Some((program, arguments)) = words.split_first() else {
            bail!("found no program in the command: expected a name or a path");
        };
        let child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .with_context(|| format!("cannot start '{program}'"))?;
        Ok(Self(child))
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        // Nothing can be done about a process that even the system cannot end.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
