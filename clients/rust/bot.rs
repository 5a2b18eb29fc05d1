//! A small, complete player for the arena: bot HOST PORT NAME TOKEN
//!
//! It plays where its own shortest way across the board meets the opponent's. Change `choose` to make it stronger.
//! The protocol is described in docs/reference/arena-protocol.md. Build: rustc --edition 2024 -O -o bot bot.rs

use std::{
    collections::VecDeque,
    env,
    io::{self, BufRead, BufReader, Write},
    net::TcpStream,
    process::ExitCode,
};

const NEIGHBOURS: [(isize, isize); 6] = [(0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1)];
const NEVER: usize = 1000;

/// The player's state of the game. Cells are row * columns + column; stones are 'b' and 'w'.
struct Game {
    number: String,
    columns: usize,
    rows: usize,
    me: char,
    other: char,
    may_swap: bool,
    stones: Vec<Option<char>>,
}

impl Game {
    /// reset GAME VARIANT SIZE COLOUR key=value...
    fn new(words: &[&str]) -> Option<Self> {
        let [_, number, _, size, color, keys @ ..] = words else { return None };
        let (columns, rows) = size.split_once('x').unwrap_or((size, size));
        let (columns, rows): (usize, usize) = (columns.parse().ok()?, rows.parse().ok()?);
        let me = color.chars().next()?;
        Some(Self {
            number: number.to_string(),
            columns,
            rows,
            me,
            other: if me == 'b' { 'w' } else { 'b' },
            may_swap: keys.contains(&"swap=yes"),
            stones: vec![None; columns * rows],
        })
    }

    /// Takes note of a stone, or of a swap: the only stone changes its colour and is mirrored.
    fn play(&mut self, color: char, word: &str) {
        if word == "swap" {
            if let Some(cell) = self.only() {
                self.stones[cell] = None;
                self.stones[cell % self.columns * self.columns + cell / self.columns] = Some(color);
            }
            return;
        }
        let column = word.bytes().next().map_or(0, |letter| usize::from(letter.to_ascii_lowercase() - b'a'));
        let row: usize = word[1..].parse().unwrap_or(1);
        self.stones[(row - 1) * self.columns + column] = Some(color);
    }

    /// The cell of the only stone, if there is exactly one.
    fn only(&self) -> Option<usize> {
        let mut stones = (0..self.stones.len()).filter(|&cell| self.stones[cell].is_some());
        stones.next().filter(|_| stones.next().is_none())
    }

    /// For each cell: how many stones are missing from there to one of the colour's edges, itself included.
    fn distances(&self, color: char, far: bool) -> Vec<usize> {
        let mut best = vec![NEVER; self.stones.len()];
        let mut queue = VecDeque::new();
        let reach = |best: &mut Vec<usize>, queue: &mut VecDeque<usize>, cell: usize, distance: usize| {
            let own = match self.stones[cell] {
                None => distance + 1,
                Some(stone) if stone == color => distance,
                Some(_) => return,
            };
            if own < best[cell] {
                best[cell] = own;
                queue.push_back(cell);
            }
        };
        for cell in 0..self.stones.len() {
            let (place, last) = match color {
                'b' => (cell / self.columns, self.rows - 1),
                _ => (cell % self.columns, self.columns - 1),
            };
            if place == if far { last } else { 0 } {
                reach(&mut best, &mut queue, cell, 0);
            }
        }
        while let Some(cell) = queue.pop_front() {
            let distance = best[cell];
            for (dc, dr) in NEIGHBOURS {
                let column = (cell % self.columns).checked_add_signed(dc).filter(|&column| column < self.columns);
                let row = (cell / self.columns).checked_add_signed(dr).filter(|&row| row < self.rows);
                if let (Some(column), Some(row)) = (column, row) {
                    reach(&mut best, &mut queue, row * self.columns + column, distance);
                }
            }
        }
        best
    }

    fn middle(&self, cell: usize) -> usize {
        (2 * (cell % self.columns) + 1).abs_diff(self.columns) + (2 * (cell / self.columns) + 1).abs_diff(self.rows)
    }

    /// The best move: the empty cell that lies on the shortest ways of both, near the middle.
    fn choose(&self) -> Option<usize> {
        let maps = [('b', false), ('b', true), ('w', false), ('w', true)].map(|(color, far)| self.distances(color, far));
        let cost = |cell: usize| 100 * maps.iter().map(|map| map[cell]).sum::<usize>() + self.middle(cell);
        (0..self.stones.len()).filter(|&cell| self.stones[cell].is_none()).min_by_key(|&cell| cost(cell))
    }

    /// The next move as a word: a cell, or swap for a first stone that is too near the middle.
    fn answer(&mut self) -> String {
        if let Some(cell) = self.only().filter(|_| self.may_swap && self.me == 'w')
            && 2 * self.middle(cell) + 2 < self.columns + self.rows
        {
            self.play(self.me, "swap");
            return "swap".to_string();
        }
        let Some(cell) = self.choose() else { return "quit".to_string() };
        self.stones[cell] = Some(self.me);
        let letter = char::from(b'a' + (cell % self.columns) as u8);
        format!("{letter}{}", cell / self.columns + 1)
    }

    /// The answer to a signal, if it asks for one.
    fn hear(&mut self, words: &[&str]) -> Option<String> {
        match words {
            ["replay", stones @ ..] => {
                for (color, word) in stones.iter().filter_map(|word| word.split_once(':')) {
                    self.play(color.chars().next()?, word);
                }
                None
            }
            ["played", color, cell] => {
                self.play(color.chars().next()?, cell);
                None
            }
            ["opening" | "turn", ..] => Some(self.answer()),
            ["move", cell, ..] => {
                self.play(self.other, cell);
                Some(self.answer())
            }
            ["swap", ..] => {
                self.play(self.other, "swap");
                Some(self.answer())
            }
            ["bid", chips, ..] => {
                let (black, white) = chips.split_once(':')?;
                let chips: u32 = if self.me == 'b' { black } else { white }.parse().ok()?;
                Some(format!("bid {}", chips / 5))
            }
            ["advantage", ..] => Some("take".to_string()),
            _ => None,
        }
    }
}

fn play(host: &str, port: &str, name: &str, token: &str) -> io::Result<()> {
    let mut connection = TcpStream::connect(format!("{host}:{port}"))?;
    connection.set_nodelay(true)?;
    let lines = BufReader::new(connection.try_clone()?).lines();
    writeln!(connection, "hello 1 {name} {token}")?;
    let mut game: Option<Game> = None;
    for line in lines {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        let answer = match words.as_slice() {
            ["ping", number] => Some(format!("pong {number}")),
            ["reset", ..] => {
                game = Game::new(&words);
                game.as_ref().map(|game| format!("ready {}", game.number))
            }
            ["error", ..] => {
                eprintln!("{line}");
                None
            }
            words => game.as_mut().and_then(|game| game.hear(words)),
        };
        if let Some(answer) = answer {
            connection.write_all(format!("{answer}\n").as_bytes())?;
        }
    }
    Ok(())
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [host, port, name, token] = arguments.as_slice() else {
        eprintln!("bot HOST PORT NAME TOKEN");
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
