//! Helpers of this crate's tests: the game by brute force, random numbers, sealed files, other checkers.
#![allow(dead_code, reason = "each test uses a part of it")]
#![allow(clippy::print_stdout, reason = "a test says which checkers are missing")]

use std::{collections::HashMap, fs, path::Path, path::PathBuf, process::Command};

use verify::{Budget, Cells, Graph, Strategy, Vertex, check_strategy};

/// A board with at most 30 cells as bit sets, for the game by brute force.
pub(crate) struct Game {
    near: Vec<u32>,
    known: HashMap<(u32, u32, u32), bool>,
}

impl Game {
    pub(crate) fn new(graph: &Graph) -> Self {
        let near =
            (0..graph.vertices() as Vertex).map(|v| bits(graph.neighbours(v).iter().copied())).collect();
        Self { near, known: HashMap::new() }
    }

    /// Whether two vertices hang together within `own`, which they are counted among.
    pub(crate) fn joined(&self, [x, y]: [Vertex; 2], own: u32) -> bool {
        let own = own | 1 << x | 1 << y;
        let (mut found, mut new) = (1u32 << x, 1u32 << x);
        while new != 0 {
            let vertex = new.trailing_zeros() as usize;
            new &= new - 1;
            let fresh = self.near[vertex] & own & !found;
            found |= fresh;
            new |= fresh;
        }
        found >> y & 1 != 0
    }

    /// Whether the owner of `own` joins the ends by playing on `empty`, if the other player moves first.
    pub(crate) fn joins_second(&mut self, ends: [Vertex; 2], own: u32, empty: u32) -> bool {
        if self.joined(ends, own) {
            return true;
        }
        if !self.joined(ends, own | empty) {
            return false;
        }
        let key = (1 << ends[0] | 1 << ends[1], own, empty);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let holds = members(empty).all(|cell| self.joins_first(ends, own, empty & !(1 << cell)));
        self.known.insert(key, holds);
        holds
    }

    /// The same if the owner moves first.
    pub(crate) fn joins_first(&mut self, ends: [Vertex; 2], own: u32, empty: u32) -> bool {
        self.joined(ends, own)
            || members(empty).any(|cell| self.joins_second(ends, own | 1 << cell, empty & !(1 << cell)))
    }
}

/// The vertices of a bit set.
pub(crate) fn members(mut set: u32) -> impl Iterator<Item = Vertex> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as Vertex)?;
        set &= set - 1;
        Some(first)
    })
}

pub(crate) fn bits(cells: impl IntoIterator<Item = Vertex>) -> u32 {
    cells.into_iter().fold(0, |set, cell| set | 1 << cell)
}

pub(crate) fn cells(set: u32) -> Cells {
    members(set).collect()
}

/// The winner's stones and the empty cells of a position with a number: its digits to the base of three say whose each
/// cell is.
pub(crate) fn position(area: usize, number: usize) -> [u32; 2] {
    let (mut own, mut empty, mut rest) = (0, 0, number);
    for cell in 2..area + 2 {
        match rest % 3 {
            0 => empty |= 1 << cell,
            1 => own |= 1 << cell,
            _ => (),
        }
        rest /= 3;
    }
    [own, empty]
}

/// Whether the claim of an accepted strategy is true, by brute force. None if more than 12 cells are empty.
pub(crate) fn claim_is_true(strategy: &Strategy) -> Option<bool> {
    let header = &strategy.header;
    let graph = Graph::new(header.columns, header.rows, header.winner).unwrap();
    let taken = header.black.or(header.white);
    if graph.vertices() > 30 || graph.cells().minus(taken).iter().count() > 12 {
        return None;
    }
    let own = bits(header.stones()[0].iter()) | 0b11;
    let empty = bits(graph.cells().minus(taken).iter());
    let mut game = Game::new(&graph);
    Some(if header.to_move == header.winner {
        game.joins_first([0, 1], own, empty)
    } else {
        game.joins_second([0, 1], own, empty)
    })
}

/// Numbers that look random, the same ones on every machine (xorshift64*).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below `bound`.
    pub(crate) const fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % bound
    }

    pub(crate) fn of<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    pub(crate) const fn one_in(&mut self, bound: usize) -> bool {
        self.below(bound) == 0
    }

    /// The winner's stones and the empty cells of a position with this many empty cells, if the board has them; all others are the loser's.
    pub(crate) fn position(&mut self, graph: &Graph, wanted: u32) -> [u32; 2] {
        let (mut own, mut empty, area) = (0, 0_u32, graph.vertices() - 2);
        while empty.count_ones() < wanted.min(area as u32) {
            empty |= 1 << (2 + self.below(area));
        }
        for cell in 2..graph.vertices() {
            if empty >> cell & 1 == 0 && self.one_in(2) {
                own |= 1 << cell;
            }
        }
        [own, empty]
    }
}

/// Text with its check line.
pub(crate) fn seal(text: &[u8]) -> Vec<u8> {
    let sum = text
        .iter()
        .fold(0xCBF2_9CE4_8422_2325_u64, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x100_0000_01B3));
    [text, format!("check {sum:016x}\n").as_bytes()].concat()
}

/// The checker of this crate.
pub(crate) fn judge(text: &[u8]) -> Option<Strategy> {
    check_strategy(text, Budget::UNLIMITED, &mut |_| ()).ok()
}

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The files of a folder with an extension, in the order of their names.
pub(crate) fn files(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|found| found == "strategy"));
    files.sort();
    files
}

/// A checker in another program: it takes paths and prints a line for each, `holds: …` or `refused: …`.
pub(crate) struct Checker {
    pub(crate) name: &'static str,
    program: &'static str,
    arguments: &'static [&'static str],
}

/// All other checkers. One more is one more entry.
pub(crate) const CHECKERS: [Checker; 2] = [
    Checker { name: "Python", program: "python3", arguments: &["-B", "clients/python/verify.py"] },
    Checker { name: "Coq", program: "coq/checker", arguments: &[] },
];

impl Checker {
    /// Whether it accepts each file. None if its program is not here.
    pub(crate) fn verdicts(&self, paths: &[PathBuf]) -> Option<Vec<bool>> {
        // A program with a folder is one of the repository's, which may not be built.
        let program =
            if self.program.contains('/') { root().join(self.program) } else { self.program.into() };
        let run = Command::new(program).args(self.arguments).args(paths).current_dir(root()).output();
        let output = match run {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                println!("skipped: the checker in {} needs {}", self.name, self.program);
                return None;
            }
            output => output.unwrap(),
        };
        let text = String::from_utf8(output.stdout).unwrap();
        let verdicts = text.lines().map(|line| {
            let holds = line.starts_with("holds: ");
            assert!(holds || line.starts_with("refused: "), "{}: {line}", self.name);
            holds
        });
        let verdicts: Vec<bool> = verdicts.collect();
        assert_eq!(verdicts.len(), paths.len(), "{}", String::from_utf8_lossy(&output.stderr));
        Some(verdicts)
    }
}

/// Every checker gives the answer of this crate's to each text, and small boards have no false claim that is accepted.
/// Returns how many texts are accepted.
pub(crate) fn assert_agreement(texts: &[Vec<u8>], folder: &str) -> usize {
    let folder = std::env::temp_dir().join(format!("hexwright-{folder}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let mut accepted = 0;
    for batch in texts.chunks(1000) {
        let paths: Vec<PathBuf> = (0..batch.len()).map(|n| folder.join(format!("{n}.strategy"))).collect();
        for (text, path) in batch.iter().zip(&paths) {
            fs::write(path, text).unwrap();
        }
        let judged: Vec<Option<Strategy>> = batch.iter().map(|text| judge(text)).collect();
        for (strategy, text) in judged.iter().zip(batch) {
            let is_false = strategy.as_ref().and_then(claim_is_true) == Some(false);
            assert!(!is_false, "a false claim is accepted:\n{}", String::from_utf8_lossy(text));
        }
        let expected: Vec<bool> = judged.iter().map(Option::is_some).collect();
        accepted += expected.iter().filter(|holds| **holds).count();
        for checker in &CHECKERS {
            for (found, (holds, text)) in
                checker.verdicts(&paths).into_iter().flatten().zip(expected.iter().zip(batch))
            {
                let text = String::from_utf8_lossy(text);
                assert_eq!(found, *holds, "{} and Rust disagree about this file:\n{text}", checker.name);
            }
        }
    }
    fs::remove_dir_all(&folder).unwrap();
    accepted
}
