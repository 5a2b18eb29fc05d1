//! Books that an adversary writes: small patterns with random answers, and one line that is spoiled. Where the judge still accepts
//! a pattern, and the position of a book, both are compared with brute force.
//! `HEXWRIGHT_FORGED=100000 cargo test -p hexwright-verify --test books -- --nocapture` tries more of them.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]
#![allow(clippy::print_stdout, reason = "the figures are for the documentation")]

#[path = "support/local_game.rs"]
mod local_game;
mod support;

use std::collections::BTreeSet;

use local_game::LocalGame;
use support::{Game, Random, bits, cells, position, seal};
use verify::{
    Budget, Color, Earlier, Graph, Refusal, check_book, judge_parts,
    pattern::{Book, Part, Placement, Point},
};

const BOARDS: [(usize, usize); 6] = [(1, 3), (3, 1), (2, 3), (3, 3), (4, 3), (3, 4)];

/// A pattern in the words of the format.
#[derive(Debug, Clone, Default)]
struct Forged {
    cells: Vec<(Point, String)>,
    drawn: Vec<String>,
    answers: Vec<String>,
}

impl Forged {
    fn lines(&self) -> Vec<String> {
        let word = |ends: &str| if ends.is_empty() { String::new() } else { format!(" {ends}") };
        let cells = self.cells.iter().map(|(point, ends)| format!("cell {}{}", at(*point), word(ends)));
        let all = std::iter::once("pattern".to_string()).chain(cells).chain(self.drawn.iter().cloned());
        all.chain(self.answers.iter().map(|answer| format!("answer {answer}"))).collect()
    }
}

fn at(point: Point) -> String {
    format!("{},{}", point.col, point.row)
}

/// A position with the loser to move, and the lines after the header but `root`.
struct Forger<'a> {
    random: &'a mut Random,
    graph: Graph,
    header: String,
    empty: Vec<Point>,
    patterns: Vec<Forged>,
}

impl<'a> Forger<'a> {
    fn new(random: &'a mut Random) -> Self {
        let &(columns, rows) = random.of(&BOARDS);
        let graph = Graph::new(columns, rows, Color::Black).unwrap();
        let wanted = 2 + random.below(columns * rows - 2) as u32;
        let [mut own, mut empty] = random.position(&graph, wanted);
        let mut game = Game::new(&graph);
        for _ in 0..random.below(20) {
            if !game.joins_second([0, 1], own | 0b11, empty) || game.joined([0, 1], own | 0b11) {
                [own, empty] = random.position(&graph, wanted);
            }
        }
        let names =
            |set: u32| cells(set).iter().map(|cell| format!(" {}", graph.name(cell))).collect::<String>();
        let lost = bits(graph.cells().iter()) & !own & !empty;
        let header = format!(
            "hexwright book 1\nboard {columns}x{rows}\nblack{}\nwhite{}\nto-move white\nwinner black\n",
            names(own),
            names(lost)
        );
        let point = |cell: u16| {
            let number = usize::from(cell) - 2;
            Point { col: (number % columns) as i16, row: (number / columns) as i16 }
        };
        let empty = cells(empty).iter().map(point).collect();
        Self { random, graph, header, empty, patterns: Vec::new() }
    }

    /// The judge's verdict on the patterns and a root.
    fn judge(&self, patterns: &[Forged], root: &str) -> Result<Book, Refusal> {
        check_book(&self.text(patterns, root), Budget::UNLIMITED)
    }

    fn text(&self, patterns: &[Forged], root: &str) -> Vec<u8> {
        let lines: String = patterns.iter().flat_map(Forged::lines).map(|line| line + "\n").collect();
        seal(format!("{}{lines}root{root}\n", self.header).as_bytes())
    }

    /// Adds a pattern, if random answers make one.
    fn add_pattern(&mut self) {
        let mut pattern = self.region();
        let points: Vec<Point> = pattern.cells.iter().map(|(point, _)| *point).collect();
        for _ in 0..6 {
            let key = *self.random.of(&points);
            let rest: Vec<Point> = points.iter().copied().filter(|point| *point != key).collect();
            for size in 0..3 {
                let answer = format!("{}{}", at(key), self.parts(&rest, size));
                let alone = Forged { answers: vec![answer.clone()], ..pattern.clone() };
                let all = [self.patterns.as_slice(), &[alone]].concat();
                let refusal = self.judge(&all, "").unwrap_err();
                // The answer joins the ends: what is missing is another one.
                if refusal.problem.contains("every answer uses it") && !pattern.answers.contains(&answer) {
                    pattern.answers.push(answer);
                    break;
                }
            }
        }
        let all = [self.patterns.as_slice(), &[pattern.clone()]].concat();
        if self.judge(&all, "").is_err_and(|refusal| refusal.rule == "root") {
            self.patterns.push(pattern);
        }
    }

    /// A region of a few cells and stones around it.
    fn region(&mut self) -> Forged {
        let mut points = BTreeSet::from([Point { col: 2, row: 2 }]);
        for _ in 0..self.random.below(6) {
            let all: Vec<Point> = points.iter().copied().collect();
            points.insert(self.random.of(&all).plus(*self.random.of(&Point::STEPS)));
        }
        let around: BTreeSet<Point> = points.iter().flat_map(|point| point.neighbours()).collect();
        let mut ends = vec![BTreeSet::new(); 3];
        for &point in around.difference(&points) {
            if self.random.one_in(2) {
                let end = *self.random.of(&[0, 1, 0, 1, 2]);
                ends[end].insert(point);
            }
        }
        let letter = |end: usize| char::from(b'A' + end as u8);
        let touching = |point: &Point| -> String {
            let touch = |end: &usize| ends[*end].iter().any(|other| other.touches(*point));
            (0..3).filter(touch).map(letter).collect()
        };
        let drawn = ends.iter().enumerate().filter(|(_, points)| !points.is_empty()).map(|(end, points)| {
            let points: String = points.iter().map(|point| format!(" {}", at(*point))).collect();
            format!("stones {}{points}", letter(end))
        });
        Forged {
            cells: points.iter().map(|point| (*point, touching(point))).collect(),
            drawn: drawn.collect(),
            answers: Vec::new(),
        }
    }

    /// A number of patterns on these cells, in most cases disjoint.
    fn parts(&mut self, cells: &[Point], wanted: usize) -> String {
        let mut free: BTreeSet<Point> = cells.iter().copied().collect();
        let mut words = String::new();
        for _ in 0..wanted * 12 {
            if self.patterns.is_empty() || free.is_empty() || words.split(' ').count() > wanted {
                break;
            }
            let number = self.random.below(self.patterns.len());
            let turn = self.random.below(usize::from(Placement::TURNS)) as u8;
            let (first, _) = *self.random.of(&self.patterns[number].cells);
            let target = *self.random.of(&free.iter().copied().collect::<Vec<_>>());
            let plain = Placement { turn, shift: Point { col: 0, row: 0 } };
            let placement = Placement { turn, shift: target.minus(plain.apply(first)) };
            let used: BTreeSet<Point> =
                self.patterns[number].cells.iter().map(|(point, _)| placement.apply(*point)).collect();
            if used.is_subset(&free) || self.random.one_in(200) {
                if !self.random.one_in(4) {
                    free = free.difference(&used).copied().collect();
                }
                words += &format!(" {}/{turn}/{}", number + 1, at(placement.shift));
            }
        }
        words
    }

    /// Some of the ways to lay a pattern on empty cells, and now and then on others.
    fn placed(&mut self) -> Vec<String> {
        let mut placed = BTreeSet::new();
        for _ in 0..120 {
            let empty = self.empty.clone();
            placed.extend(self.parts(&empty, 1).split_whitespace().map(str::to_string));
        }
        placed.into_iter().take(12).collect()
    }

    /// One place of one pattern is another one.
    fn spoil(&mut self, patterns: &mut [Forged]) {
        let number = self.random.below(patterns.len());
        let pattern = &mut patterns[number];
        let place = self.random.below(pattern.cells.len());
        let answer = self.random.below(pattern.answers.len());
        match self.random.below(9) {
            0 => pattern.cells[place].1 = (*self.random.of(&["", "A", "B", "AB", "ABC", "H"])).to_string(),
            1 => drop(pattern.cells.remove(place)),
            2 => pattern.cells.push(pattern.cells[place].clone()),
            3 => drop(pattern.answers.remove(answer)),
            4 => pattern.answers[answer] += &format!(" {}/0/0,0", number + 1),
            5 => pattern.answers[answer] += &format!(" {}/0/0,0", 1 + self.random.below(number + 1)),
            6 => {
                let key = pattern.answers[answer].split(' ').next().unwrap().to_string();
                pattern.answers.push(key);
            }
            7 => {
                let key = at(pattern.cells[place].0);
                let rest: Vec<String> =
                    pattern.answers[answer].split(' ').skip(1).map(str::to_string).collect();
                pattern.answers[answer] = [vec![key], rest].concat().join(" ");
            }
            _ => {
                let again = pattern.answers[answer].split(' ').next_back().unwrap().to_string();
                pattern.answers[answer] += &format!(" {again}");
            }
        }
    }
}

/// Whether everything that an accepted book says is true.
fn assert_true(book: &Book, graph: &Graph, text: &[u8]) {
    for (number, pattern) in book.patterns.iter().enumerate() {
        let holds = LocalGame::new(pattern).holds((1 << pattern.region.len()) - 1, 0);
        assert!(holds, "pattern {} is false:\n{}", number + 1, String::from_utf8_lossy(text));
    }
    let [own, lost] = book.header.stones();
    let empty = graph.cells().minus(own.or(lost));
    let own = bits(own.iter()) | 0b11;
    let wins = Game::new(graph).joins_second([0, 1], own, bits(empty.iter()));
    assert!(wins, "a false claim is accepted:\n{}", String::from_utf8_lossy(text));
}

#[test]
fn no_forged_book_that_is_accepted_is_false() {
    let wanted = std::env::var("HEXWRIGHT_FORGED").map_or(800, |count| count.parse().unwrap());
    let (mut random, mut accepted, mut patterns, mut roots) = (Random::new(11), 0, 0, 0);
    for _ in 0..wanted {
        let mut forger = Forger::new(&mut random);
        for _ in 0..8 {
            forger.add_pattern();
        }
        let mut written = forger.patterns.clone();
        if !written.is_empty() && forger.random.one_in(2) {
            forger.spoil(&mut written);
        }
        let placed = forger.placed();
        let ones = placed.iter().map(|one| format!(" {one}"));
        let pairs = placed.iter().flat_map(|one| placed.iter().map(move |other| format!(" {one} {other}")));
        let mut held = false;
        for root in std::iter::once(String::new()).chain(ones).chain(pairs) {
            let Ok(book) = forger.judge(&written, &root) else { continue };
            assert_true(&book, &forger.graph, &forger.text(&written, &root));
            if !held {
                (accepted, patterns) = (accepted + 1, patterns + book.patterns.len());
            }
            held = true;
            roots += 1;
        }
    }
    println!(
        "{wanted} books, {accepted} accepted with {patterns} patterns and {roots} roots, none of them false"
    );
    assert!(accepted > wanted / 20 && accepted < wanted, "{accepted} of {wanted} accepted");
}

/// All ways to lay patterns on a board, with their cells.
fn placements(book: &Book, columns: usize, rows: usize) -> Vec<(Part, u32)> {
    let mut found: Vec<(Part, u32)> = Vec::new();
    for (pattern, first) in book.patterns.iter().enumerate().map(|(n, pattern)| (n, pattern.region[0].point))
    {
        for (turn, cell) in
            (0..Placement::TURNS).flat_map(|turn| (0..columns * rows).map(move |cell| (turn, cell)))
        {
            let plain = Placement { turn, shift: Point { col: 0, row: 0 } };
            let target = Point { col: (cell % columns) as i16, row: (cell / columns) as i16 };
            let placement = Placement { turn, shift: target.minus(plain.apply(first)) };
            let vertex = |point: Point| {
                let (column, row) = (usize::try_from(point.col).ok()?, usize::try_from(point.row).ok()?);
                (column < columns && row < rows).then(|| (row * columns + column + 2) as u16)
            };
            let used: Option<Vec<u16>> = book.patterns[pattern].placed(placement).map(vertex).collect();
            found.extend(used.map(|used| (Part { pattern, placement }, bits(used))));
        }
    }
    found
}

/// One and two parts of a book in every position of small boards, laid on empty cells in every way, also over each other.
#[test]
fn no_root_of_one_or_two_patterns_is_false() {
    let text = include_bytes!("../../players/data/books/6x6-d3.book");
    let book = check_book(text, Budget::UNLIMITED).unwrap();
    let (mut tried, mut accepted) = (0, 0);
    for (columns, rows) in [(2, 3), (3, 2), (3, 3)] {
        let graph = Graph::new(columns, rows, Color::Black).unwrap();
        let placed = placements(&book, columns, rows);
        let mut game = Game::new(&graph);
        for number in 0..3_usize.pow((columns * rows) as u32) {
            let [own, empty] = position(columns * rows, number);
            let fits: Vec<Part> =
                placed.iter().filter(|(_, used)| used & !empty == 0).map(|(part, _)| *part).collect();
            if game.joined([0, 1], own | 0b11) || !game.joined([0, 1], own | empty | 0b11) {
                continue;
            }
            let wins = game.joins_second([0, 1], own | 0b11, empty);
            let mut budget = Budget::UNLIMITED;
            for (place, &one) in fits.iter().enumerate() {
                for parts in
                    std::iter::once(vec![one]).chain(fits[place..].iter().map(|&other| vec![one, other]))
                {
                    let mut earlier = Earlier { patterns: &book.patterns, budget: &mut budget };
                    let holds = judge_parts(&graph, [own, empty].map(cells), &parts, &mut earlier).is_ok();
                    assert!(wins || !holds, "stones {own:b}, empty {empty:b}: {parts:?}");
                    tried += 1;
                    accepted += usize::from(holds);
                }
            }
        }
    }
    println!("{tried} roots, {accepted} accepted, none of them false");
    assert!(accepted > 10_000, "{accepted} of {tried}");
}
