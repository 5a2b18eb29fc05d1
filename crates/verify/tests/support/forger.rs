//! Writes strategies against the grammar, as an adversary would: small boards, any stones, steps that the judge lets pass and some
//! that it does not, and a habit of cheating.
//!
//! Files of random words never hold. So the forger asks the judge about each step, keeps what passes, and ends a line as soon as the
//! edges are joined. What it then spoils is one place of a file that was nearly right.

use verify::{Captured, Cells, Claim, Color, EDGES, Fill, Graph, Judge, Rule, Step, Vertex, judge_fill};

use crate::support::{Game, Random, bits, cells, members, seal};

const BOARDS: [(usize, usize); 13] =
    [(1, 1), (1, 2), (2, 1), (1, 4), (4, 1), (2, 2), (2, 3), (3, 2), (3, 3), (2, 4), (4, 2), (3, 4), (4, 3)];

/// How many steps a line tries.
const MOST_TRIES: usize = 250;

/// A file that is being written.
struct Forger<'a> {
    random: &'a mut Random,
    graph: Graph,
    own: u32,
    empty: u32,
    /// Whether some stones are captured pairs.
    has_fills: bool,
    lines: Vec<String>,
}

/// A whole file with its check sum.
pub(crate) fn forge(random: &mut Random) -> Vec<u8> {
    let &(columns, rows) = random.of(&BOARDS);
    let winner = *random.of(&[Color::Black, Color::White]);
    let graph = Graph::new(columns, rows, winner).unwrap();
    let wanted = (columns * rows).min(1 + random.below(9)) as u32;
    let [mut own, mut empty] = random.position(&graph, wanted);
    // Lost positions are the adversary's, but some rules are only reached where much can be joined.
    let mut game = Game::new(&graph);
    for _ in 0..random.below(20) {
        if !game.joins_second([0, 1], own | 0b11, empty) || game.joined([0, 1], own | 0b11) {
            [own, empty] = random.position(&graph, wanted);
        }
    }
    let has_fills = random.one_in(2);
    let mut forger = Forger { random, graph, own, empty, has_fills, lines: vec![] };
    let is_due = forger.random.one_in(3);
    let (root, first) = forger.nodes(is_due);
    let name = |color| if color == Color::Black { "black" } else { "white" };
    let other = if winner == Color::Black { Color::White } else { Color::Black };
    let lost = forger.graph.cells().minus(cells(own | empty));
    let [black, white] = if winner == Color::Black { [cells(own), lost] } else { [lost, cells(own)] };
    let [black, white] = [black, white].map(|stones| forger.names(stones));
    let to_move = name(if is_due == forger.random.one_in(30) { other } else { winner });
    // A version without fill-in does not take one.
    let version = if has_fills == forger.random.one_in(30) { 1 } else { 2 };
    let mut text = format!(
        "hexwright strategy {version}\nboard {columns}x{rows}\nblack{black}\nwhite{white}\nto-move {to_move}\nwinner {}\n",
        name(winner)
    );
    forger.lines.iter().for_each(|line| text += &format!("{line}\n"));
    let first = first.map(|cell| forger.graph.name(cell) + ":").unwrap_or_default();
    text += &format!("root {first}{root}\n");
    seal(text.as_bytes())
}

impl Forger<'_> {
    /// Writes nodes; the root's node and the first move.
    fn nodes(&mut self, is_due: bool) -> (String, Option<Vertex>) {
        let moves: Vec<Vertex> = members(self.empty).collect();
        let first = is_due.then(|| *self.random.of(&moves));
        let (mut stones, mut open) = (self.own | bits(first), self.empty & !bits(first));
        // A pair that all nodes count as stones, and the last one takes back.
        let pair = if self.has_fills && self.random.one_in(3) { self.pair(stones, open) } else { None };
        let both = bits(pair.into_iter().flatten());
        (stones, open) = (stones | both, open & !both);
        if self.random.one_in(2) {
            self.connection(stones, open);
        } else {
            // A connection for some moves in some part of the board each, and answers that lead there.
            let mut links = String::new();
            for cell in members(open).collect::<Vec<_>>() {
                for _ in 0..self.random.below(3) {
                    let part = (0..2).fold(open, |part, _| part & !(1 << self.random.below(30)));
                    if !self.connection(stones | 1 << cell, part & !(1 << cell)) {
                        continue;
                    }
                    links += &format!(" {}:{}", self.cell(cell), self.number(self.lines.len() - 1));
                }
            }
            self.lines.push(format!("a{links}"));
        }
        if let Some(pair) = pair {
            let fill = self.fill(self.lines.len().saturating_sub(1), pair);
            self.lines.push(fill);
        }
        (
            self.number(self.lines.len().saturating_sub(1)),
            first.or_else(|| self.random.one_in(40).then_some(moves[0])),
        )
    }

    /// Writes a connection as [`Self::line`] does, perhaps over a captured pair that counts as stones until a line `f` takes it
    /// back.
    fn connection(&mut self, own: u32, open: u32) -> bool {
        let pair = if self.has_fills { self.pair(own, open) } else { None };
        let Some([a, b]) = pair else { return self.line(own, open) };
        let both = 1 << a | 1 << b;
        if !self.line(own | both, open & !both) {
            return false;
        }
        let node = self.lines.len() - 1;
        let fill = self.fill(node, [a, b]);
        self.lines.push(fill);
        true
    }

    /// Two empty cells that the judge takes for a captured pair.
    fn pair(&mut self, own: u32, open: u32) -> Option<[Vertex; 2]> {
        let open_cells: Vec<Vertex> = members(open).collect();
        let tries = if open_cells.len() < 2 { 0 } else { 20 };
        (0..tries).find_map(|_| {
            let [a, b] = [*self.random.of(&open_cells), *self.random.of(&open_cells)];
            let both = 1 << a | 1 << b;
            let node = Claim { stones: cells(own | both), cells: cells(open & !both) };
            let fill = Fill { node: 0, stones: Cells::EMPTY, pairs: vec![[a, b]] };
            judge_fill(&self.graph, &fill, &[node]).is_ok().then_some([a, b])
        })
    }

    /// A line `f` with a pair, and with the habits of a cheat.
    fn fill(&mut self, node: usize, [a, b]: [Vertex; 2]) -> String {
        let any = |forger: &mut Self| {
            let vertex = forger.random.below(forger.graph.vertices()) as Vertex;
            forger.graph.name(vertex)
        };
        let [first, second] = [a, b].map(|cell| self.graph.name(cell));
        let other = any(self);
        let more = if self.random.one_in(12) { format!(" {other}") } else { String::new() };
        let pairs = match self.random.below(36) {
            0 => format!(" {first}:{first}"),
            1 => format!(" {first}:{other}"),
            2 => format!(" {other}:{second}"),
            3 => format!(" {first}:{second} {second}:{other}"),
            4 => format!(" {other}:{first} {first}:{second}"),
            5 => format!(" {first}:{second}:{other}"),
            6 => format!(" {first}:{second} {other}:{}", any(self)),
            7 => String::new(),
            8 => format!(" {second}:{first} {first}:{second}"),
            9 => format!(" <:{second}"),
            _ => format!(" {first}:{second}"),
        };
        format!("f {}{more} :{pairs}", self.number(node))
    }

    /// Writes a line `c` that joins the edges over some of these empty cells. Lines that do not are left out most of the time; whether
    /// there is one.
    fn line(&mut self, own: u32, open: u32) -> bool {
        let mut stones = own;
        // A stone more or less.
        if self.random.one_in(40) {
            stones ^= 1 << (2 + self.random.below(self.graph.vertices() - 2));
        }
        let (steps, joins) = self.steps(stones, open & !stones);
        if !joins && !self.random.one_in(10) {
            return false;
        }
        let spoiled = if self.random.one_in(3) { self.random.below(steps.len() + 1) } else { steps.len() };
        let mut line = format!("c{} :", self.names(cells(stones)));
        for (number, step) in steps.iter().enumerate() {
            let word = self.word(step, stones);
            line += " ";
            line += &if number == spoiled { self.spoil(step, number, &word) } else { word };
        }
        self.lines.push(line);
        true
    }

    /// Steps, and whether they join the edges.
    fn steps(&mut self, stones: u32, open: u32) -> (Vec<Step>, bool) {
        let graph = self.graph.clone();
        let mut judge = Judge::new(&graph, cells(stones), cells(open)).unwrap();
        if judge.end(EDGES[0]) == judge.end(EDGES[1]) && !self.random.one_in(10) {
            return (Vec::new(), true);
        }
        let mut steps: Vec<Step> = Vec::new();
        let mut found = Vec::new();
        let ends: Vec<Vertex> = members(stones | open | 0b11).collect();
        for (place, &x) in ends.iter().enumerate() {
            for &y in &ends[place..] {
                let step = Step { rule: Rule::Neighbours([x, y]), captured: vec![] };
                let is_name = judge.end(x) == Some(x) && judge.end(y) == Some(y);
                if is_name && let Ok(connection) = judge.step(&step) {
                    steps.push(step);
                    found.push(connection);
                }
            }
        }
        for _ in 0..MOST_TRIES {
            let (last, captured) = (found.len(), self.captured(open));
            if last == 0 {
                break;
            }
            let part = self.random.below(last);
            let near = |other: &usize| found[part].ends.iter().any(|end| found[*other].ends.contains(end));
            let beside: Vec<usize> = (0..last).filter(near).collect();
            let same: Vec<usize> = (0..last)
                .filter(|&other| {
                    found[other].key.is_some() && ends_fit(&found[other].ends, &found[part].ends)
                })
                .collect();
            let rule = if found[part].key.is_some() && self.random.one_in(2) {
                let size = 1 + self.random.below(3);
                Rule::Or((0..size).map(|_| *self.random.of(&same)).chain([part]).collect())
            } else {
                Rule::And([part, *self.random.of(&beside)])
            };
            let step = Step { rule, captured };
            if let Ok(connection) = judge.step(&step) {
                steps.push(step);
                found.push(connection);
                if connection.key.is_none() && ends_fit(&connection.ends, &EDGES) {
                    return (needed(steps), true);
                }
            }
        }
        (steps, false)
    }

    fn captured(&mut self, open: u32) -> Vec<Captured> {
        let open: Vec<Vertex> = members(open).collect();
        let mut captured = Vec::new();
        while !open.is_empty() && self.random.one_in(3) {
            let ends: Vec<Vertex> = members(self.own | bits(open.iter().copied()) | 0b11).collect();
            let partner = self.random.one_in(2).then(|| *self.random.of(&open));
            captured.push(Captured { by: *self.random.of(&ends), cell: *self.random.of(&open), partner });
        }
        captured
    }

    /// A step in the words of the format; groups by any of their stones.
    fn word(&mut self, step: &Step, stones: u32) -> String {
        let captured: String = step.captured.iter().map(|captured| self.captured_word(captured)).collect();
        match &step.rule {
            Rule::Neighbours(ends) => {
                let [x, y] = ends.map(|end| self.end(end, stones));
                format!("{x}-{y}")
            }
            Rule::And([i, j]) => format!("{i}&{j}{captured}"),
            Rule::Or(parts) => parts.iter().map(|part| format!("|{part}")).collect::<String>() + &captured,
        }
    }

    fn captured_word(&self, captured: &Captured) -> String {
        let partner = captured.partner.map(|cell| format!(":{}", self.graph.name(cell)));
        let [by, cell] = [captured.by, captured.cell].map(|vertex| self.graph.name(vertex));
        format!("!{by}:{cell}{}", partner.unwrap_or_default())
    }

    fn end(&mut self, end: Vertex, stones: u32) -> String {
        let graph = self.graph.clone();
        let Ok(judge) = Judge::new(&graph, cells(stones), Cells::EMPTY) else { return graph.name(end) };
        let names: Vec<Vertex> =
            (0..graph.vertices() as Vertex).filter(|&name| judge.end(name) == judge.end(end)).collect();
        graph.name(*self.random.of(&names))
    }

    /// The habits: one place of a step is another one.
    fn spoil(&mut self, step: &Step, number: usize, word: &str) -> String {
        let any = |forger: &mut Self| {
            let vertex = forger.random.below(forger.graph.vertices()) as Vertex;
            forger.graph.name(vertex)
        };
        let (x, y) = (any(self), any(self));
        let cell = 2 + self.random.below(self.graph.vertices() - 2) as Vertex;
        let cell = self.cell(cell);
        let other = self.random.below(number + 2);
        match (self.random.below(16), &step.rule) {
            (0, _) => format!("{x}-{x}"),
            (1, _) => "<-<".to_string(),
            (2, _) => format!("{x}-{y}"),
            (3, _) => format!("{word}!{x}:{cell}:{cell}"),
            (4, _) => format!("{word}!{x}:{cell}:{}", any(self)),
            (5, _) => format!("{word}!{x}:{cell}"),
            (6, _) => format!("{number}&{}", self.number(other)),
            (7, Rule::And([i, _])) => format!("{i}&{i}"),
            (8, Rule::And([i, _])) => format!("{i}&{}", self.number(other)),
            (9, Rule::And([i, j])) => format!("|{i}|{j}"),
            (10, Rule::And([i, _])) => format!("|{i}!{x}:{cell}"),
            (11, Rule::Or(parts)) => format!("|{}", parts[0]),
            (12, Rule::Or(parts)) => format!("{word}|{}", parts[0]),
            (13, Rule::Or(_)) => format!("{word}|{}", self.number(other)),
            (14, Rule::Or(parts)) => format!("|{}!{x}:{cell}:{}", parts[0], any(self)),
            (_, _) => word.split_once('!').map_or("|", |(rule, _)| rule).to_string(),
        }
    }

    /// A number, or now and then one that is too large, later or not a number.
    fn number(&mut self, number: usize) -> String {
        if !self.random.one_in(40) {
            return number.to_string();
        }
        match self.random.below(5) {
            0 => (number + 1).to_string(),
            1 => (number + (1 << 32)).to_string(),
            2 => format!("0{number}"),
            3 => format!("-{number}"),
            _ => self.random.below(12).to_string(),
        }
    }

    /// A cell, or now and then one of another board.
    fn cell(&mut self, cell: Vertex) -> String {
        if self.random.one_in(60) { "s19".to_string() } else { self.graph.name(cell) }
    }

    fn names(&self, cells: Cells) -> String {
        cells.iter().map(|cell| format!(" {}", self.graph.name(cell))).collect()
    }
}

fn ends_fit(a: &[Vertex; 2], b: &[Vertex; 2]) -> bool {
    a.iter().all(|end| b.contains(end))
}

/// The steps that the last one rests on, numbered again.
fn needed(steps: Vec<Step>) -> Vec<Step> {
    let mut wanted = vec![false; steps.len()];
    if let Some(last) = wanted.last_mut() {
        *last = true;
    }
    let parts = |step: &Step| match &step.rule {
        Rule::Neighbours(_) => vec![],
        Rule::And(parts) => parts.to_vec(),
        Rule::Or(parts) => parts.clone(),
    };
    for (number, step) in steps.iter().enumerate().rev() {
        if wanted[number] {
            parts(step).into_iter().for_each(|part| wanted[part] = true);
        }
    }
    let place = |part: usize| wanted[..part].iter().filter(|wanted| **wanted).count();
    let moved = |step: Step| {
        let rule = match step.rule {
            Rule::And(parts) => Rule::And(parts.map(place)),
            Rule::Or(parts) => Rule::Or(parts.into_iter().map(place).collect()),
            rule => rule,
        };
        Step { rule, ..step }
    };
    let all = steps.into_iter().zip(&wanted);
    all.filter(|(_, wanted)| **wanted).map(|(step, _)| moved(step)).collect()
}
