//! The smallest player for the arena: random_bot HOST PORT NAME TOKEN
//!
//! It plays a random empty cell. Start from here, and change `choose`; bot.rs shows a player that looks at the board.
//! The protocol is described in docs/reference/arena-protocol.md. Build: rustc --edition 2024 -O -o random_bot random_bot.rs

use std::{
    env,
    io::{self, BufRead, BufReader, Write},
    net::TcpStream,
    process::ExitCode,
    time::SystemTime,
};

#[derive(Default)]
struct Bot {
    columns: usize,
    rows: usize,
    is_black: bool,
    /// Columns and rows from 0.
    taken: Vec<(usize, usize)>,
    random: u64,
}

impl Bot {
    /// A random number below a bound (xorshift).
    fn below(&mut self, bound: usize) -> usize {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random % bound as u64) as usize
    }

    /// The next move: any empty cell.
    fn choose(&mut self) -> Option<(usize, usize)> {
        let cells = (0..self.columns).flat_map(|column| (0..self.rows).map(move |row| (column, row)));
        let empty: Vec<_> = cells.filter(|cell| !self.taken.contains(cell)).collect();
        (!empty.is_empty()).then(|| empty[self.below(empty.len())])
    }

    /// A stone was played; or a swap mirrored the only stone.
    fn note(&mut self, word: &str) -> Option<()> {
        if word == "swap" {
            let (column, row) = self.taken.pop()?;
            self.taken.push((row, column));
        } else {
            let column = word.bytes().next()?.to_ascii_lowercase().checked_sub(b'a')?;
            self.taken.push((column.into(), word.get(1..)?.parse::<usize>().ok()?.checked_sub(1)?));
        }
        Some(())
    }

    /// The answer to a signal, if it asks for one.
    fn answer(&mut self, line: &str) -> Option<String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["ping", word] => return Some(format!("pong {word}")),
            ["reset", game, _, size, color, ..] => {
                let (columns, rows) = size.split_once('x').unwrap_or((size, size));
                (self.columns, self.rows) = (columns.parse().ok()?, rows.parse().ok()?);
                (self.is_black, self.taken) = (*color == "black", Vec::new());
                return Some(format!("ready {game}"));
            }
            ["replay", moves @ ..] => {
                moves.iter().for_each(|word| {
                    self.note(&word[2..]);
                });
                return None;
            }
            ["played", _, word, ..] => {
                self.note(word);
                return None;
            }
            ["bid", chips, ..] => {
                let (black, white) = chips.split_once(':')?;
                let own: usize = if self.is_black { black } else { white }.parse().ok()?;
                return Some(format!("bid {}", self.below(own + 1)));
            }
            ["advantage", ..] => return Some("take".to_string()),
            ["move", word, ..] => self.note(word)?,
            ["swap", ..] => self.note("swap")?,
            ["opening", ..] | ["turn", ..] => {}
            _ => return None,
        }
        let (column, row) = self.choose()?;
        self.taken.push((column, row));
        Some(format!("{}{}", char::from(b'a' + column as u8), row + 1))
    }
}

fn play(host: &str, port: &str, name: &str, token: &str) -> io::Result<()> {
    let mut stream = TcpStream::connect(format!("{host}:{port}"))?;
    stream.set_nodelay(true)?;
    let lines = BufReader::new(stream.try_clone()?).lines();
    let seed = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(1, |time| time.as_nanos() as u64);
    let mut bot = Bot { random: seed | 1, ..Bot::default() };
    stream.write_all(format!("hello 1 {name} {token}\n").as_bytes())?;
    for line in lines {
        if let Some(answer) = bot.answer(&line?) {
            stream.write_all(format!("{answer}\n").as_bytes())?;
        }
    }
    Ok(())
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [host, port, name, token] = arguments.as_slice() else {
        eprintln!("random_bot HOST PORT NAME TOKEN");
        return ExitCode::from(2);
    };
    match play(host, port, name, token) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
