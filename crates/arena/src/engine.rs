//! HTP programs as contestants: the controller's side of the protocol, with a process behind it.
//!
//! A program is started from a command line, gets its start-up commands, and then `boardsize`, `clear_board`, `play` and
//! `genmove` (and `time_left` where the game has a clock). It runs from game to game; after a crash, a time-out or a refusal
//! it is killed and started again for the next game. What it writes to standard error is read, and its end is kept for messages.

use std::{
    collections::VecDeque,
    io::{BufRead, BufReader, Read, Write},
    os::unix::process::CommandExt,
    process::{Child, ChildStdin, Command, Stdio},
    sync::{Arc, Mutex, mpsc},
    thread,
    time::{Duration, Instant},
};

use board::{BoardSize, Cell, Color, Move, SwapRule, Symmetry};

use crate::{Contestant, ContestantReply, ContestantTurn, Fault, FaultKind};

/// How long a program may take for commands other than `genmove`; the first one includes loading its tables and networks.
const PATIENCE: Duration = Duration::from_secs(60);
/// How many lines of standard error are kept.
const KEPT_LINES: usize = 40;
/// A reply longer than this is not one.
const LONGEST_REPLY: usize = 1 << 20;
/// A line longer than this is cut.
const LONGEST_LINE: u64 = 1 << 16;

/// An HTP program.
pub struct HtpProgram {
    command: Vec<String>,
    start_up: Vec<String>,
    running: Option<Running>,
    size: Option<BoardSize>,
    /// The first stone of the game: a swap takes it over.
    first: Option<Cell>,
}

impl HtpProgram {
    /// A program by its command line, split into words as [`split_words`] does; words such as `NAME=value` before the program
    /// set its environment. The start-up commands are sent once, after every start.
    #[must_use]
    pub fn new(command: &str, start_up: Vec<String>) -> Self {
        Self { command: split_words(command), start_up, running: None, size: None, first: None }
    }

    /// Sends a command and waits for the text of its reply.
    ///
    /// # Errors
    /// [`Fault`]: a crash, a time-out, or a refusal (`?`).
    fn ask(&mut self, command: &str, patience: Duration) -> Result<String, Fault> {
        let running = match &mut self.running {
            Some(running) => running,
            none => none.insert(Running::start(&self.command)?),
        };
        let answer = running.ask(command, patience);
        if let Err(fault) = &answer
            && fault.kind != FaultKind::Refusal
        {
            // Any later output belongs to a game that is over.
            running.kill();
            self.running = None;
        }
        answer
    }

    /// Reports a swap. A program that does not know the swap rule hears of the stones instead.
    fn hear_swap(&mut self, color: Color, rule: SwapRule, size: BoardSize) -> Result<(), Fault> {
        let name = Move::Swap(rule).name(size);
        match (self.ask(&format!("play {color} {name}"), PATIENCE), self.first, rule) {
            (Err(fault), Some(first), SwapRule::Pieces) if fault.kind == FaultKind::Refusal => {
                self.ask("clear_board", PATIENCE)?;
                let mirrored = size.name(Symmetry::Reflection.cell(first, size));
                self.ask(&format!("play {color} {mirrored}"), PATIENCE).map(drop)
            }
            (answer, ..) => answer.map(drop),
        }
    }

    fn ready(&mut self) -> Result<(), Fault> {
        if self.running.is_some() {
            return Ok(());
        }
        for command in self.start_up.clone() {
            self.ask(&command, PATIENCE)?;
        }
        Ok(())
    }
}

impl Contestant for HtpProgram {
    fn begin(&mut self, size: BoardSize, _: u64) -> Result<(), Fault> {
        self.ready()?;
        self.size = Some(size);
        self.first = None;
        // A single number is understood by every dialect.
        let board = match size.is_square() {
            true => format!("boardsize {}", size.cols()),
            false => format!("boardsize {} {}", size.cols(), size.rows()),
        };
        self.ask(&board, PATIENCE)?;
        self.ask("clear_board", PATIENCE).map(drop)
    }

    fn hear(&mut self, color: Color, mv: Move) -> Result<(), Fault> {
        let Some(size) = self.size.filter(|_| self.running.is_some()) else {
            return Err(Fault::new(
                FaultKind::Crash,
                "found no program running: expected one that began a game",
            ));
        };
        match mv {
            Move::Swap(rule) => self.hear_swap(color, rule, size),
            mv => {
                self.first = self.first.or(mv.cell());
                self.ask(&format!("play {color} {}", mv.name(size)), PATIENCE).map(drop)
            }
        }
    }

    fn choose(&mut self, turn: &ContestantTurn<'_>) -> Result<ContestantReply, Fault> {
        let started = Instant::now();
        if let Some(left) = turn.on_clock {
            // A program that does not know the command keeps its own time.
            match self.ask(&format!("time_left {} {:.3}", turn.color, left.as_secs_f64()), turn.patience) {
                Err(fault) if fault.kind != FaultKind::Refusal => return Err(fault),
                _ => {}
            }
        }
        let patience = turn.patience.saturating_sub(started.elapsed());
        let text = self.ask(&format!("genmove {}", turn.color), patience)?;
        let reply = read_move(&text, turn.session.size())?;
        if let ContestantReply::Move(mv) = reply {
            self.first = self.first.or(mv.cell());
        }
        Ok(reply)
    }
}

/// Reads the reply to `genmove`: a move, or one of the ways in which programs pass.
fn read_move(text: &str, size: BoardSize) -> Result<ContestantReply, Fault> {
    match text.trim().to_ascii_lowercase().as_str() {
        "pass" | "pss" => Ok(ContestantReply::Pass),
        word => Move::parse(word, size)
            .map(ContestantReply::Move)
            .map_err(|error| Fault::new(FaultKind::Illegal, format!("genmove: {error}"))),
    }
}

/// Splits a command line at spaces; single and double quotes keep spaces, a backslash makes the next character literal.
#[must_use]
pub fn split_words(text: &str) -> Vec<String> {
    let (mut words, mut word, mut inside) = (Vec::new(), None::<String>, None::<char>);
    let mut characters = text.chars();
    while let Some(c) = characters.next() {
        match (c, inside) {
            ('\\', None | Some('"')) => word.get_or_insert_default().extend(characters.next()),
            (quote, Some(open)) if quote == open => inside = None,
            ('\'' | '"', None) => {
                inside = Some(c);
                word.get_or_insert_default();
            }
            (space, None) if space.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// A program that runs.
struct Running {
    child: Child,
    input: ChildStdin,
    replies: mpsc::Receiver<String>,
    errors: Arc<Mutex<VecDeque<String>>>,
    errors_reader: thread::JoinHandle<()>,
}

impl Running {
    fn start(words: &[String]) -> Result<Self, Fault> {
        let crash = |problem: String| Fault::new(FaultKind::Crash, problem);
        let is_setting = |word: &&String| word.split_once('=').is_some_and(|(name, _)| is_variable(name));
        let settings = words.iter().take_while(is_setting);
        let Some((program, arguments)) = words[settings.clone().count()..].split_first() else {
            return Err(crash("found no program in the command line: expected a name or a path".to_string()));
        };
        let mut child = Command::new(program)
            .args(arguments)
            .envs(settings.filter_map(|word| word.split_once('=')))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            // A group of its own, so that what it starts can be ended with it.
            .process_group(0)
            .spawn()
            .map_err(|error| crash(format!("'{program}' does not start: {error}")))?;
        let (Some(input), Some(output), Some(error)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(crash(format!("'{program}' has no standard streams")));
        };
        let (sender, replies) = mpsc::channel();
        thread::spawn(move || read_replies(BufReader::new(output), &sender));
        let errors = Arc::<Mutex<VecDeque<String>>>::default();
        let kept = Arc::clone(&errors);
        let errors_reader = thread::spawn(move || keep_errors(BufReader::new(error), &kept));
        Ok(Self { child, input, replies, errors, errors_reader })
    }

    fn ask(&mut self, command: &str, patience: Duration) -> Result<String, Fault> {
        if writeln!(self.input, "{command}").and_then(|()| self.input.flush()).is_err() {
            return Err(self.crash(command));
        }
        let reply = match self.replies.recv_timeout(patience) {
            Ok(reply) => reply,
            Err(mpsc::RecvTimeoutError::Disconnected) => return Err(self.crash(command)),
            Err(mpsc::RecvTimeoutError::Timeout) => {
                let problem = format!("no reply to '{command}' within {:.1} s", patience.as_secs_f64());
                return Err(Fault::new(FaultKind::TimeOut, problem));
            }
        };
        // No ids are sent, but a program may repeat one anyway.
        let text = reply[1..].trim_start_matches(|c: char| c.is_ascii_digit()).trim();
        match reply.starts_with('=') {
            true => Ok(text.to_string()),
            false => Err(Fault::new(FaultKind::Refusal, format!("'{command}' was refused: {text}"))),
        }
    }

    /// The remains of a program that no longer answers.
    fn crash(&mut self, command: &str) -> Fault {
        let deadline = Instant::now() + Duration::from_millis(500);
        let status = self.ended_by(deadline);
        // Its last words may still be on their way.
        while !self.errors_reader.is_finished() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(5));
        }
        let mut problem = match status {
            Some(status) => format!("the program ended ({status}) at '{command}'"),
            None => format!("the program closed its output at '{command}'"),
        };
        let errors = self.errors.lock().map(|errors| errors.iter().cloned().collect::<Vec<_>>());
        let errors = errors.unwrap_or_default();
        if let Some(last) = errors.len().checked_sub(1) {
            problem.push_str("; standard error ends: ");
            problem.push_str(&errors[last.saturating_sub(2)..].join(" / "));
        }
        Fault::new(FaultKind::Crash, problem)
    }

    /// Ends the program at once. Nothing can be done about a process that even the system cannot end.
    fn kill(&mut self) {
        // The standard library ends single processes only; the shell's own `kill` ends groups. A process that has been
        // waited for is not ours any more: its number may have been given to another.
        if matches!(self.child.try_wait(), Ok(None)) {
            let group = format!("kill -KILL -{}", self.child.id());
            let _ = Command::new("sh").args(["-c", &group]).stderr(Stdio::null()).status();
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
    }

    fn ended_by(&mut self, deadline: Instant) -> Option<std::process::ExitStatus> {
        loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(5)),
                Ok(status) => return status,
                Err(_) => return None,
            }
        }
    }
}

impl Drop for Running {
    /// Asks the program to end, and ends it if it does not; one that has ended is past asking.
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit").and_then(|()| self.input.flush());
        if self.ended_by(Instant::now() + Duration::from_millis(300)).is_none() {
            self.kill();
        }
    }
}

fn is_variable(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Collects lines into replies: from a line that begins with `=` or `?` to an empty one. Live graphics and other text before
/// a reply are skipped.
fn read_replies(mut output: impl BufRead, sender: &mpsc::Sender<String>) {
    let mut reply = String::new();
    while let Some(line) = read_line(&mut output) {
        if reply.is_empty() {
            if line.starts_with(['=', '?']) {
                reply = line;
            }
        } else if line.trim().is_empty() && !line.starts_with(' ') {
            if sender.send(std::mem::take(&mut reply)).is_err() {
                return;
            }
        } else if reply.len() < LONGEST_REPLY {
            reply.push('\n');
            reply.push_str(&line);
        }
    }
}

fn keep_errors(mut output: impl BufRead, kept: &Mutex<VecDeque<String>>) {
    while let Some(line) = read_line(&mut output) {
        let Ok(mut kept) = kept.lock() else { return };
        if kept.len() == KEPT_LINES {
            kept.pop_front();
        }
        kept.push_back(line);
    }
}

/// A line without its end; `None` when the stream is closed.
fn read_line(reader: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    reader.take(LONGEST_LINE).read_until(b'\n', &mut bytes).ok().filter(|&count| count > 0)?;
    if bytes.len() as u64 == LONGEST_LINE && !bytes.ends_with(b"\n") {
        reader.skip_until(b'\n').ok()?;
    }
    while bytes.last().is_some_and(|byte| matches!(byte, b'\n' | b'\r')) {
        bytes.pop();
    }
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_lines_are_split_like_a_shell_does() {
        for (text, words) in [
            ("a b  c", vec!["a", "b", "c"]),
            ("X=1 'a b' \"c \\\" d\" e\\ f", vec!["X=1", "a b", "c \" d", "e f"]),
            ("", vec![]),
            ("''", vec![""]),
            ("a'b'c", vec!["abc"]),
        ] {
            assert_eq!(split_words(text), words, "{text}");
        }
    }

    #[test]
    fn replies_are_found_in_the_stream() {
        let text = "noise\n\ngogui-gfx:\nuct\nVAR B a1\n\n= a1\n\n?12 no\nway\n \nx\r\n\r\n= ";
        let (sender, replies) = mpsc::channel();
        read_replies(text.as_bytes(), &sender);
        drop(sender);
        assert_eq!(replies.iter().collect::<Vec<_>>(), ["= a1", "?12 no\nway\n \nx"]);
    }

    #[test]
    fn moves_and_passes_are_read() {
        let size = BoardSize::square(5).unwrap();
        assert_eq!(
            read_move(" C3\n", size),
            Ok(ContestantReply::Move(Move::Place(size.cell("c3").unwrap())))
        );
        assert_eq!(read_move("pss", size), Ok(ContestantReply::Pass));
        assert_eq!(read_move("resign", size), Ok(ContestantReply::Move(Move::Resign)));
        assert_eq!(read_move("z9", size).unwrap_err().kind, FaultKind::Illegal);
        assert_eq!(read_move("", size).unwrap_err().kind, FaultKind::Illegal);
    }
}
