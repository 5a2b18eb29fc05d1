//! Virtual connections as drawn patterns: two stones, or a stone and the edge below it, and the empty cells that join
//! them even if the opponent moves first.
//!
//! ```text
//! stones bridge          edge ziggurat
//! A *                      . . A *
//!  * B                      . * * *
//!                            * * * *
//! ```
//!
//! `A` and `B` are the stones (several neighbouring `A` are one string), `*` the cells of the carrier, `.` cells that do not
//! matter. Under an edge pattern lies the edge. Patterns are data (`data/patterns.txt`); nothing here believes them: [`ConnectionPattern::prove`] asks the prover of
//! connections for a certificate on a board where every other cell is the opponent's.

use std::sync::OnceLock;

use board::{BoardSize, Cell, CellSet, Color, Edge, Position};
use connection::{ConnectionSettings, Connections, EdgeMiddles};
use proof::{Certificate, CertificateRule, CertificateStep, ConnectionKind, End};

use crate::{
    DecompositionError,
    orientation::{LatticeSymmetry, Offset},
};

/// The patterns of the solver.
const STANDARD: &str = include_str!("../data/patterns.txt");

/// The most lines of a drawing, and cells of a line: those of the largest board.
const MOST_SIDE: i8 = 19;

/// The end that a pattern joins to its stone `A`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Target {
    /// The stone `B`.
    Stone(Offset),
    /// The edge, this many rows below the row of `A`; 0 for a stone at the edge.
    Edge(u8),
}

/// A virtual connection, drawn around the stone `A`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConnectionPattern {
    /// Its name.
    pub name: String,
    /// The end that `A` is joined to.
    pub target: Target,
    /// The other stones `A` of the same string.
    pub more: Vec<Offset>,
    /// The empty cells that it needs, in order.
    pub carrier: Vec<Offset>,
    /// Its proof, once it was asked for.
    proof: OnceLock<Option<PatternProof>>,
}

/// Why a pattern holds: a certificate on a small board where every cell that the pattern does not need is White's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatternProof {
    /// The board: Black's stones, the empty carrier, and White everywhere else.
    pub position: Position,
    /// Where the stone `A` is.
    pub stone: Cell,
    /// The certificate, without captured cells and trials.
    pub certificate: Certificate,
}

impl ConnectionPattern {
    /// A pattern from its parts.
    #[must_use]
    pub fn new(name: String, target: Target, mut more: Vec<Offset>, mut carrier: Vec<Offset>) -> Self {
        more.sort_unstable_by_key(|offset| (offset.row, offset.col));
        carrier.sort_unstable_by_key(|offset| (offset.row, offset.col));
        Self { name, target, more, carrier, proof: OnceLock::new() }
    }

    /// The proof, made on the first call.
    ///
    /// # Errors
    /// [`DecompositionError::Unproved`] where the prover finds no connection inside the carrier.
    pub fn prove(&self) -> Result<&PatternProof, DecompositionError> {
        let proof = self.proof.get_or_init(|| self.find_proof());
        proof.as_ref().ok_or_else(|| DecompositionError::Unproved { name: self.name.clone() })
    }

    /// The drawing, as [`read_patterns`] reads it.
    #[must_use]
    pub fn draw(&self) -> String {
        let origin = Offset { col: 0, row: 0 };
        let (kind, other) = match self.target {
            Target::Stone(offset) => ("stones", Some(offset)),
            Target::Edge(_) => ("edge", None),
        };
        let cells = || self.carrier.iter().chain(&self.more).copied().chain(other).chain([origin]);
        let span = |part: fn(Offset) -> i8| {
            let (low, high) = (cells().map(part).min(), cells().map(part).max());
            low.unwrap_or(0)..=high.unwrap_or(0)
        };
        let cols = span(|offset| offset.col);
        let rows = match self.target {
            Target::Stone(_) => span(|offset| offset.row),
            Target::Edge(below) => *span(|offset| offset.row).start()..=below as i8,
        };
        let mut text = format!("{kind} {}\n", self.name);
        for (line, row) in rows.enumerate() {
            text.push_str(&" ".repeat(line));
            let letters: Vec<&str> = cols
                .clone()
                .map(|col| match (Offset { col, row }) {
                    here if here == origin || self.more.contains(&here) => "A",
                    here if Some(here) == other => "B",
                    here if self.carrier.contains(&here) => "*",
                    _ => ".",
                })
                .collect();
            text.push_str(&letters.join(" "));
            text.push('\n');
        }
        text
    }

    /// The least drawing of the same pattern, laid in every way and seen from every stone: equal for equal patterns.
    #[must_use]
    pub fn canonical(&self) -> (Target, Vec<Offset>, Vec<Offset>) {
        let origin = Offset { col: 0, row: 0 };
        let mut views = Vec::new();
        for seen_from in self.more.iter().copied().chain([origin]) {
            let target = match self.target {
                Target::Stone(other) => Target::Stone(other.minus(seen_from)),
                edge @ Target::Edge(_) => edge,
            };
            let others = self.more.iter().copied().chain([origin]).filter(|&stone| stone != seen_from);
            views.push((seen_from, target, others.collect::<Vec<_>>()));
        }
        if let (Target::Stone(other), true) = (self.target, self.more.is_empty()) {
            views.push((other, Target::Stone(origin.minus(other)), Vec::new()));
        }
        let maps: Vec<LatticeSymmetry> = match self.target {
            // An edge pattern may lie on its side only if the edge does.
            Target::Edge(_) => LatticeSymmetry::towards(Edge::Bottom).to_vec(),
            Target::Stone(_) => LatticeSymmetry::all().collect(),
        };
        let mut images = Vec::new();
        for (seen_from, target, more) in &views {
            let edge_moved = matches!(target, Target::Edge(_)) && seen_from.row != 0;
            for map in maps.iter().filter(|_| !edge_moved) {
                let image = |cells: &[Offset]| {
                    let mut cells: Vec<Offset> =
                        cells.iter().map(|cell| map.apply(cell.minus(*seen_from))).collect();
                    cells.sort_unstable();
                    cells
                };
                let target = match *target {
                    Target::Stone(other) => Target::Stone(map.apply(other)),
                    edge @ Target::Edge(_) => edge,
                };
                images.push((target, image(more), image(&self.carrier)));
            }
        }
        images.into_iter().min().unwrap_or_default()
    }

    fn find_proof(&self) -> Option<PatternProof> {
        let origin = Offset { col: 0, row: 0 };
        let other = match self.target {
            Target::Stone(offset) => Some(offset),
            Target::Edge(_) => None,
        };
        let cells = || self.carrier.iter().chain(&self.more).copied().chain(other).chain([origin]);
        let low = |part: fn(Offset) -> i8| cells().map(part).min().unwrap_or(0);
        let high = |part: fn(Offset) -> i8| cells().map(part).max().unwrap_or(0);
        // One row and column of White's on every side but the edge's, so that no other edge takes part.
        let corner = Offset { col: low(|cell| cell.col) - 1, row: low(|cell| cell.row) - 1 };
        let last_col = high(|cell| cell.col) + 1;
        let last_row = match self.target {
            Target::Stone(_) => high(|cell| cell.row) + 1,
            Target::Edge(below) => below as i8,
        };
        let Offset { col, row } = Offset { col: last_col, row: last_row }.minus(corner);
        let size = BoardSize::new(usize::try_from(col).ok()? + 1, usize::try_from(row).ok()? + 1).ok()?;
        let place = |offset: Offset| {
            let Offset { col, row } = offset.minus(corner);
            size.at(usize::try_from(col).ok()?, usize::try_from(row).ok()?)
        };
        let stone = place(origin)?;
        let mut black = CellSet::of(stone);
        for &more in &self.more {
            black.insert(place(more)?);
        }
        let end = match other {
            Some(other) => {
                black.insert(place(other)?);
                End::Cell(place(other)?)
            }
            None => End::Edge(Edge::Bottom),
        };
        let carrier: CellSet = self.carrier.iter().map(|&cell| place(cell)).collect::<Option<_>>()?;
        let white = size.iter().collect::<CellSet>().minus(black | carrier);
        let position = Position::with_stones(size, black, white, Color::White).ok()?;
        if carrier.is_empty() {
            // Two stones that touch are one end: the step speaks of the moment before the second is played.
            let mut position = position;
            position.clear(other.map_or(Some(stone), place)?);
            let ends = [End::Cell(stone), end];
            let step = CertificateStep {
                ends,
                kind: ConnectionKind::Full,
                carrier,
                rule: CertificateRule::Adjacent,
            };
            let certificate = Certificate { color: Color::Black, steps: vec![step] };
            return Some(PatternProof { position, stone, certificate });
        }
        [Effort::Usual, Effort::High].into_iter().find_map(|effort| {
            let connections = Connections::new(&position, effort.settings());
            let found = connections.between(Color::Black, [End::Cell(stone), end]);
            let full = found
                .filter(|found| found.kind == ConnectionKind::Full)
                .min_by_key(|full| full.carrier.len())?;
            let certificate = connections.certificate(&full)?;
            Some(PatternProof { position, stone, certificate })
        })
    }
}

impl Default for Target {
    fn default() -> Self {
        Self::Edge(0)
    }
}

/// How hard the prover tries.
#[derive(Clone, Copy)]
enum Effort {
    Usual,
    High,
}

impl Effort {
    fn settings(self) -> ConnectionSettings {
        let mut settings = ConnectionSettings { captured: false, ..ConnectionSettings::default() };
        if let Self::High = self {
            settings.cells = settings.stones;
            settings.stones.or_budget = 512;
            settings.cells.or_budget = 64;
            settings.edge_middles = EdgeMiddles::Always;
        }
        settings
    }
}

/// The patterns that the solver knows.
#[must_use]
pub fn standard_patterns() -> &'static [ConnectionPattern] {
    static PATTERNS: OnceLock<Vec<ConnectionPattern>> = OnceLock::new();
    PATTERNS.get_or_init(|| read_patterns(STANDARD).expect("the file of patterns is tested"))
}

/// Reads drawn patterns.
///
/// # Errors
/// [`DecompositionError::Pattern`] for the first line that is not part of a drawing.
pub fn read_patterns(text: &str) -> Result<Vec<ConnectionPattern>, DecompositionError> {
    let bad = |line: usize, found: &str, expected: &str| DecompositionError::Pattern {
        line,
        found: format!("'{}'", found.chars().take(40).collect::<String>()),
        expected: expected.to_string(),
    };
    let mut patterns = Vec::new();
    let mut lines = text.lines().enumerate().map(|(number, line)| (number + 1, line)).peekable();
    while let Some((number, line)) = lines.next() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let Some((kind @ ("stones" | "edge"), name)) = line.split_once(' ') else {
            return Err(bad(number, line, "'stones' or 'edge' and a name"));
        };
        let (mut a, mut more, mut b, mut carrier) = (None, Vec::new(), None, Vec::new());
        let mut rows = 0;
        while let Some((number, line)) = lines.next_if(|(_, line)| !line.trim().is_empty()) {
            let too_large = || bad(number, line, "at most 19 lines of at most 19 cells");
            if rows == MOST_SIDE {
                return Err(too_large());
            }
            for (col, letter) in line.split_whitespace().enumerate() {
                let col = i8::try_from(col).ok().filter(|&col| col < MOST_SIDE).ok_or_else(too_large)?;
                let cell = Offset { col, row: rows };
                match letter {
                    "A" if a.is_none() => a = Some(cell),
                    "A" => more.push(cell),
                    "B" if b.is_none() && kind == "stones" => b = Some(cell),
                    "*" => carrier.push(cell),
                    "." => {}
                    _ => return Err(bad(number, letter, "A, one B between stones, '*' and '.'")),
                }
            }
            rows += 1;
        }
        let Some(a) = a else { return Err(bad(number, line, "a stone A in the drawing")) };
        let target = match (kind, b) {
            ("stones", Some(b)) => Target::Stone(b.minus(a)),
            ("stones", None) => return Err(bad(number, line, "a stone B in the drawing")),
            _ => Target::Edge((rows - 1 - a.row) as u8),
        };
        let from_a = |cells: Vec<Offset>| cells.into_iter().map(|cell| cell.minus(a)).collect();
        patterns.push(ConnectionPattern::new(name.trim().to_string(), target, from_a(more), from_a(carrier)));
    }
    Ok(patterns)
}
