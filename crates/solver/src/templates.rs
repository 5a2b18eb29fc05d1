//! Edge templates: a stone, or one of two, that is joined to its edge although the opponent moves first and owns every cell outside of a small
//! set of empty cells, the template's carrier.
//!
//! Whether a set of cells is a carrier is monotone: more cells never hurt. So the minimal carriers in a window of the board
//! and the maximal sets that are no carriers determine each other. [`edge_templates`] finds both together (as MARCO does for
//! unsatisfiable cores, Liffiton, Previti, Malik and Marques-Silva 2016): take a set that contains no known carrier and lies in
//! no known failure; if it is a carrier, take cells away as long as it stays one, and a new minimal carrier is left; if not, add
//! cells as long as it fails. When no such set is left, the list is complete. Each question is a position of Hex: the stone
//! stands on a wall of the opponent's, with a way to the far edge below it, and the provers and a search say who wins.

use std::collections::HashMap;

use board::{BoardSize, Cell, CellSet, Color, Position};

use crate::{Expansion, Knowledge, ProverSettings, Provers};

/// A stone above its edge and the cells that join them, or two stones on a row that are joined behind it and the cells that join
/// one of them to the edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct EdgeTemplate {
    /// The row of the stones, from the edge: 1 touches it.
    pub row: usize,
    /// The board: as wide as the window, with the wall as its last row. The edge is at the top.
    pub size: BoardSize,
    /// The stones, one or two.
    pub stones: CellSet<2>,
    /// The empty cells.
    pub carrier: CellSet<2>,
}

/// What a search for templates found.
#[derive(Debug, Clone)]
pub struct EdgeTemplates {
    /// The minimal templates, one of each pair of mirror images, smallest carriers first.
    pub templates: Vec<EdgeTemplate>,
    /// The maximal sets that are no carriers.
    pub failures: usize,
    /// Positions whose winner was asked for.
    pub asked: usize,
    /// Whether the list is complete: no limit was reached.
    pub complete: bool,
}

/// Rows and columns of the stones and of the carrier.
type Shape = [Vec<(i32, i32)>; 2];

/// Moves a shape along the edge until its first stone is in column 0.
fn seen_from_the_first(mut shape: Shape) -> Shape {
    let first = shape[0].iter().map(|&(_, col)| col).min().unwrap_or(0);
    for cells in &mut shape {
        cells.iter_mut().for_each(|(_, col)| *col -= first);
        cells.sort_unstable();
    }
    shape
}

impl EdgeTemplate {
    /// The position of the template: the opponent has every cell outside of the carrier and moves.
    #[must_use]
    pub fn position(&self) -> Position<2> {
        place(self.size, self.stones, self.carrier)
    }

    /// The least number of columns of a board that holds it.
    #[must_use]
    pub fn width(&self) -> usize {
        let columns = || (self.carrier | self.stones).iter().map(|cell| cell.col(self.size));
        columns().max().zip(columns().min()).map_or(0, |(last, first)| last - first + 1)
    }

    /// The stones and the cells as rows and columns, seen from the first stone; the same for templates that are moved along
    /// the edge.
    fn shape(&self) -> Shape {
        let at = |cell: Cell| (cell.row(self.size) as i32, cell.col(self.size) as i32);
        seen_from_the_first([self.stones, self.carrier].map(|cells| cells.iter().map(at).collect()))
    }

    /// The shape of the mirror image. A mirror at right angles to the edge keeps rows, and a row further from the edge stands
    /// half a cell to the left.
    fn mirrored(&self) -> Shape {
        seen_from_the_first(
            self.shape().map(|cells| cells.into_iter().map(|(row, col)| (row, -row - col)).collect()),
        )
    }

    /// The same for a template, its mirror image, and both moved along the edge.
    fn kind(&self) -> Shape {
        self.shape().min(self.mirrored())
    }
}

/// The template drawn as a board: `B` the stone, `*` the carrier, `.` what does not matter. The edge is above.
impl std::fmt::Display for EdgeTemplate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for row in 0..self.row {
            write!(f, "{:row$}", "")?;
            for col in 0..self.size.cols() {
                let cell = self.size.at(col, row);
                let letter = match cell {
                    Some(cell) if self.stones.contains(cell) => 'B',
                    Some(cell) if self.carrier.contains(cell) => '*',
                    _ => '.',
                };
                write!(f, "{}{letter}", if col == 0 { "" } else { " " })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// All minimal templates of a stone on a row, whose carriers lie on that row and below it, that are at most this many columns
/// wide, up to mirror images; as far as this many questions go. With a distance, of two stones on the row this many columns
/// apart, without those that one of the stones would have alone. `tell` hears how many templates are known and how many
/// questions were asked.
///
/// # Panics
/// If a window of that size has no cell, or more than 128 with its wall.
#[must_use]
pub fn edge_templates(
    row: usize,
    width: usize,
    apart: Option<usize>,
    most_asked: usize,
    mut tell: impl FnMut(usize, usize),
) -> EdgeTemplates {
    let size = BoardSize::new(width, row + 1).expect("a window of the board");
    assert!(row > 0 && size.cells() <= 128, "a window has at most 128 cells");
    let mut found = EdgeTemplates { templates: Vec::new(), failures: 0, asked: 0, complete: true };
    let mut kinds = std::collections::BTreeSet::new();
    for column in 0..width {
        let columns = [Some(column), apart.map(|apart| column + apart)];
        let stones: Option<CellSet<2>> =
            columns.into_iter().flatten().map(|column| size.at(column, row - 1)).collect();
        let Some(stones) = stones else { break };
        let mut window = Window::new(size, stones);
        let known = found.templates.len();
        let before = found.asked;
        let limit = most_asked.saturating_sub(before);
        found.complete &= window.enumerate(limit, |templates, asked| tell(known + templates, before + asked));
        found.failures += window.failures.len();
        found.asked += window.asked;
        for carrier in window.carriers.clone() {
            let template = EdgeTemplate { row, size, stones, carrier: cells_of(carrier) };
            let alone = apart.is_some() && stones.iter().any(|stone| window.is_enough_for(stone, carrier));
            if !alone && kinds.insert(template.kind()) {
                found.templates.push(template);
            }
        }
    }
    found.templates.sort_by_cached_key(|found| (found.carrier.len(), found.width(), found.kind()));
    found
}

/// The position in which the carrier of stones is all that is empty.
fn place(size: BoardSize, stones: CellSet<2>, carrier: CellSet<2>) -> Position<2> {
    // The stones' ways to the far edge. They touch no cell above the wall that the stones do not touch.
    let wall = size.rows() - 1;
    let below = stones.iter().filter_map(|stone| size.at(stone.col(size), wall));
    let black = below.fold(stones, CellSet::with);
    let white = size.iter().filter(|&cell| !carrier.contains(cell) && !black.contains(cell)).collect();
    Position::with_stones(size, black, white, Color::White).expect("stones on different cells")
}

fn cells_of(set: u128) -> CellSet<2> {
    bits(set).map(|bit| Cell::from_index_unchecked(bit.trailing_zeros() as usize)).collect()
}

/// The search for the minimal carriers of the stones in a window.
struct Window {
    size: BoardSize,
    stones: CellSet<2>,
    /// The cells that may belong to a carrier.
    all: u128,
    carriers: Vec<u128>,
    /// Maximal sets that are no carriers.
    failures: Vec<u128>,
    asked: usize,
    provers: Provers<2>,
    /// Who wins positions that were searched, by their hash: whether Black does.
    known: HashMap<u128, bool>,
}

impl Window {
    fn new(size: BoardSize, stones: CellSet<2>) -> Self {
        let all = size.iter().filter(|cell| cell.row(size) + 1 < size.rows() && !stones.contains(*cell));
        let all = all.fold(0, |all, cell| all | 1 << cell.index());
        let provers = Provers::new(size, ProverSettings::default());
        Self {
            size,
            stones,
            all,
            carriers: Vec::new(),
            failures: Vec::new(),
            asked: 0,
            provers,
            known: HashMap::new(),
        }
    }

    /// Finds all minimal carriers and maximal failures; false if the limit was reached first.
    fn enumerate(&mut self, limit: usize, mut tell: impl FnMut(usize, usize)) -> bool {
        while let Some(set) = self.unexplored() {
            if self.asked >= limit {
                return false;
            }
            if self.is_carrier(set) {
                let least = self.shrink(set);
                self.carriers.push(least);
            } else {
                let most = self.grow(set);
                self.failures.push(most);
            }
            tell(self.carriers.len(), self.asked);
        }
        true
    }

    /// Takes cells away as long as the rest is a carrier.
    fn shrink(&mut self, mut set: u128) -> u128 {
        for bit in bits(set) {
            if self.is_carrier(set & !bit) {
                set &= !bit;
            }
        }
        set
    }

    /// Adds cells as long as the set is no carrier.
    fn grow(&mut self, mut set: u128) -> u128 {
        for bit in bits(self.all & !set) {
            if !self.is_carrier(set | bit) {
                set |= bit;
            }
        }
        set
    }

    /// A set that contains no known carrier and lies in no known failure.
    fn unexplored(&self) -> Option<u128> {
        let clauses = Clauses { carriers: &self.carriers, failures: &self.failures, all: self.all };
        clauses.solve(0, 0)
    }

    fn is_carrier(&mut self, set: u128) -> bool {
        if self.carriers.iter().any(|carrier| carrier & !set == 0) {
            return true;
        }
        if self.failures.iter().any(|failure| set & !failure == 0) {
            return false;
        }
        self.asked += 1;
        let position = place(self.size, self.stones, cells_of(set));
        self.black_wins(&position)
    }

    /// Whether one of the stones needs no more than this, with the other one gone.
    fn is_enough_for(&mut self, stone: Cell, carrier: u128) -> bool {
        let position = place(self.size, CellSet::of(stone), cells_of(carrier));
        self.black_wins(&position)
    }

    /// Searches a position to the end.
    fn black_wins(&mut self, position: &Position<2>) -> bool {
        if let Some(&black) = self.known.get(&position.hash()) {
            return black;
        }
        let mut expansion = Expansion::default();
        self.provers.examine(position, &mut expansion);
        let mover = position.to_move();
        let black = match &expansion.decided {
            Some(decided) => decided.winner == Color::Black,
            None => {
                let moves = std::mem::take(&mut expansion.moves);
                let wins = moves
                    .into_iter()
                    .any(|cell| self.black_wins(&position.child(cell)) == (mover == Color::Black));
                wins == (mover == Color::Black)
            }
        };
        self.known.insert(position.hash(), black);
        black
    }
}

/// Each bit of a set by itself, lowest first.
fn bits(set: u128) -> impl Iterator<Item = u128> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let lowest = rest & rest.wrapping_neg();
        rest ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// What a set must fulfil: it leaves out a cell of each carrier, and has a cell outside of each failure.
struct Clauses<'a> {
    carriers: &'a [u128],
    failures: &'a [u128],
    all: u128,
}

impl Clauses<'_> {
    /// Completes a choice of cells that are in and cells that are out.
    fn solve(&self, mut inside: u128, mut outside: u128) -> Option<u128> {
        // What leaves one choice is chosen; the clause with the fewest choices is branched on.
        let branch = loop {
            let mut fewest: Option<(u128, bool)> = None;
            let mut forced = false;
            let wants_out = self.carriers.iter().map(|&carrier| (carrier, false));
            let wants_in = self.failures.iter().map(|&failure| (self.all & !failure, true));
            for (clause, is_in) in wants_out.chain(wants_in) {
                let (good, bad) = if is_in { (inside, outside) } else { (outside, inside) };
                if clause & good != 0 {
                    continue;
                }
                let open = clause & !bad;
                match open.count_ones() {
                    0 => return None,
                    1 if is_in => inside |= open,
                    1 => outside |= open,
                    count => {
                        if fewest.is_none_or(|(least, _)| count < least.count_ones()) {
                            fewest = Some((open, is_in));
                        }
                        continue;
                    }
                }
                forced = true;
            }
            if !forced {
                break fewest;
            }
        };
        // Nothing is left to fulfil: the rest is taken in, so that carriers are found before failures.
        let Some((open, is_in)) = branch else { return Some(self.all & !outside) };
        let mut ruled_out = 0;
        for bit in bits(open) {
            let (inside, outside) = match is_in {
                true => (inside | bit, outside | ruled_out),
                false => (inside | ruled_out, outside | bit),
            };
            if let Some(set) = self.solve(inside, outside) {
                return Some(set);
            }
            ruled_out |= bit;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Solver, SolverContext, SolverSettings, write_strategy};

    /// Whether the stone wins by the rules alone, without provers.
    fn wins_by_play(position: &Position<2>, known: &mut HashMap<u128, bool>) -> bool {
        if let Some(winner) = position.winner() {
            return winner == Color::Black;
        }
        if let Some(&black) = known.get(&position.hash()) {
            return black;
        }
        let is_black = position.to_move() == Color::Black;
        let wins =
            position.empty_cells().iter().any(|cell| wins_by_play(&position.child(cell), known) == is_black);
        known.insert(position.hash(), wins == is_black);
        wins == is_black
    }

    /// Every set of cells of a window, by brute force: those that are carriers and stop being one without any of their cells.
    fn by_brute_force(row: usize, width: usize, apart: Option<usize>) -> Vec<Shape> {
        let size = BoardSize::new(width, row + 1).expect("a small board");
        let mut kinds = std::collections::BTreeSet::new();
        for column in 0..width {
            let columns = [Some(column), apart.map(|apart| column + apart)].into_iter().flatten();
            let Some(stones) = columns.map(|column| size.at(column, row - 1)).collect::<Option<CellSet<2>>>()
            else {
                continue;
            };
            let window = Window::new(size, stones);
            let cells: Vec<u128> = bits(window.all).collect();
            let mut known = HashMap::new();
            let sets = || 0..1usize << cells.len();
            let set = |number: usize| {
                bits(number as u128).fold(0, |set, bit| set | cells[bit.trailing_zeros() as usize])
            };
            let mut wins = |stones, set| wins_by_play(&place(size, stones, cells_of(set)), &mut known);
            let holds: Vec<bool> = sets().map(|number| wins(stones, set(number))).collect();
            for number in sets().filter(|&number| holds[number]) {
                let is_minimal = bits(number as u128).all(|bit| !holds[number & !(bit as usize)]);
                let mut alone = |stone| apart.is_some() && wins(CellSet::of(stone), set(number));
                if is_minimal && !stones.iter().any(&mut alone) {
                    let carrier = cells_of(set(number));
                    kinds.insert(EdgeTemplate { row, size, stones, carrier }.kind());
                }
            }
        }
        kinds.into_iter().collect()
    }

    #[test]
    fn templates_are_those_of_brute_force() {
        let one = [(1, 3), (2, 2), (2, 4), (2, 5), (3, 3), (3, 4)].map(|(row, width)| (row, width, None));
        let two = [(2, 3, Some(1)), (2, 5, Some(2)), (3, 4, Some(1)), (3, 4, Some(2))];
        for (row, width, apart) in one.into_iter().chain(two) {
            let found = edge_templates(row, width, apart, usize::MAX, |_, _| ());
            assert!(found.complete);
            let mut kinds: Vec<_> = found.templates.iter().map(EdgeTemplate::kind).collect();
            kinds.sort();
            assert_eq!(kinds, by_brute_force(row, width, apart), "row {row}, {width} columns");
        }
    }

    #[test]
    fn the_ziggurat_is_the_smallest_of_the_third_row() {
        let found = edge_templates(3, 4, None, usize::MAX, |_, _| ());
        let smallest = &found.templates[0];
        assert_eq!((smallest.carrier.len(), smallest.width()), (8, 4), "{smallest}");
    }

    #[test]
    fn a_limit_says_that_the_list_may_lack_some() {
        assert!(!edge_templates(3, 4, None, 10, |_, _| ()).complete);
    }

    #[test]
    fn each_has_a_strategy_that_the_judge_accepts() {
        let one = edge_templates(4, 8, None, usize::MAX, |_, _| ());
        let two = edge_templates(3, 6, Some(2), usize::MAX, |_, _| ());
        assert_eq!(one.templates.len(), 2, "the fourth row has one without a hole and one with a hole");
        for template in one.templates.iter().chain(&two.templates) {
            let settings = SolverSettings { table_bytes: 16 << 20, ..SolverSettings::default() };
            let mut solver = Solver::new(settings);
            let context = SolverContext::default();
            let text = write_strategy(&mut solver, &template.position(), None, &context, &|_| {});
            let text = text.expect("a strategy");
            let strategy = proof::strategy::read_strategy(&text, |_| ()).expect("a strategy that holds");
            assert_eq!(strategy.winner(), Color::Black, "{template}");
        }
    }
}
