//! The windows of one board: what the tables say about each, as stones come and go.
//!
//! Each cell keeps one number, the code of its six neighbours; a stone changes six of them by an addition. The code of a
//! window's ring is the sum of what its cells' numbers contribute. Most windows can be skipped: the numbers of a
//! cell and its neighbours already say that the window proves nothing (see `role.rs`).

use board::{BoardSize, Cell, CellSet, Color, Geometry};

use crate::{
    local_play::pow3,
    role::{CLOSED, Roles},
    table::{Facts, Tables},
    window::{MAX_REGION, Point, STEPS},
};

/// A window at its place on the board.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Placed {
    /// How many cells the region has.
    len: u8,
    /// The number of the shape.
    shape: u8,
    /// The number of the role of the region's first cell; those of the others follow.
    first_role: u8,
    cells: [Cell; MAX_REGION],
}

impl Placed {
    /// The cells of the region.
    #[inline]
    pub(crate) fn region(&self) -> &[Cell] {
        &self.cells[..usize::from(self.len)]
    }

    /// The cells of the region whose bits are set.
    #[inline]
    pub(crate) fn chosen<const W: usize>(&self, mut set: u8) -> CellSet<W> {
        let mut cells = CellSet::EMPTY;
        while set != 0 {
            cells.insert(self.cells[set.trailing_zeros() as usize]);
            set &= set - 1;
        }
        cells
    }
}

/// Marks the code of a cell that is not empty or not on the board; the lower bits go on counting its neighbours.
const TAKEN: u16 = 1 << 15;

/// All windows of a board, and the stones on it as the windows see them.
#[derive(Debug)]
pub(crate) struct Lookup<const W: usize> {
    tables: &'static Tables,
    roles: &'static Roles,
    geometry: &'static Geometry<W>,
    /// For each cell and role, the window in which the cell plays the role.
    windows: Vec<Placed>,
    /// For each cell, the roles whose window lies on the board.
    on_board: Vec<u64>,
    /// For each cell, its place among the codes.
    places: Vec<u16>,
    /// How far the places of the six neighbours are, modulo 2^16.
    strides: [u16; 6],
    /// The code of six neighbours for each cell of the board with a border of one cell around it; an edge of the board
    /// counts as stones. Places that are not empty cells are marked as [`TAKEN`].
    codes: Vec<u16>,
    /// The codes at the last [`Lookup::changes`].
    seen: Vec<u16>,
    /// For each cell, the roles as first cell of a window that says something about moves, at the last
    /// [`Lookup::read_moves`]; and for each cell and role the number of what it says.
    saying: Vec<u64>,
    numbers: Vec<u16>,
    /// The empty cells now.
    empty: CellSet<W>,
    /// Whether windows fill in permanently inferior cells too, and not only dead and captured ones.
    pub(crate) fills_inferior: bool,
}

impl<const W: usize> Lookup<W> {
    pub(crate) fn new(size: BoardSize) -> Self {
        let geometry = Geometry::of(size);
        let roles = Roles::get();
        let count = roles.orientation_of.len();
        let mut windows = Vec::new();
        let mut on_board = Vec::new();
        for cell in size.iter() {
            let mut possible = 0;
            for role in 0..count {
                let orientation = &roles.orientations[usize::from(roles.orientation_of[role])];
                let own = orientation.region[role - orientation.first_role];
                let mut cells = [cell; MAX_REGION];
                let mut complete = true;
                for (place, point) in cells.iter_mut().zip(&orientation.region) {
                    match step(size, cell, (point.0 - own.0, point.1 - own.1)) {
                        Some(other) => *place = other,
                        None => complete = false,
                    }
                }
                windows.push(Placed {
                    len: orientation.region.len() as u8,
                    shape: orientation.shape as u8,
                    first_role: orientation.first_role as u8,
                    cells,
                });
                possible |= u64::from(complete) << role;
            }
            on_board.push(possible);
        }
        let width = size.cols() + 2;
        let places: Vec<u16> =
            size.iter().map(|cell| ((cell.row(size) + 1) * width + cell.col(size) + 1) as u16).collect();
        let mut codes = vec![TAKEN; width * (size.rows() + 2)];
        for (cell, &place) in size.iter().zip(&places) {
            codes[usize::from(place)] = edge_code(geometry, cell);
        }
        Self {
            tables: Tables::get(),
            roles,
            geometry,
            windows,
            on_board,
            places,
            strides: STEPS.map(|(cols, rows)| (rows * width as i32 + cols) as u16),
            // No code is so large: at first every cell counts as changed.
            seen: vec![u16::MAX; codes.len()],
            codes,
            saying: vec![0; size.cells()],
            numbers: vec![0; size.cells() * count],
            empty: geometry.all(),
            fills_inferior: true,
        }
    }

    /// The cells whose windows may have changed since this was last asked: a window that a cell is in has all its cells
    /// within two steps, and what holds there depends on their codes.
    pub(crate) fn changes(&mut self) -> CellSet<W> {
        let mut changed = CellSet::EMPTY;
        for cell in self.geometry.all() {
            let place = usize::from(self.places[cell.index()]);
            if self.codes[place] != self.seen[place] {
                changed.insert(cell);
            }
        }
        self.seen.copy_from_slice(&self.codes);
        self.geometry.grow(self.geometry.grow(changed))
    }

    /// The empty cells.
    #[inline]
    pub(crate) const fn empty(&self) -> CellSet<W> {
        self.empty
    }

    /// Puts a stone on an empty cell.
    #[inline]
    pub(crate) fn place(&mut self, cell: Cell, color: Color) {
        self.empty.remove(cell);
        let place = self.places[cell.index()];
        self.codes[usize::from(place)] |= TAKEN;
        for (direction, stride) in self.strides.into_iter().enumerate() {
            self.codes[usize::from(place.wrapping_add(stride))] += seen_from(direction) * stone_digit(color);
        }
    }

    /// Takes a stone of this colour off a cell.
    #[inline]
    pub(crate) fn remove(&mut self, cell: Cell, color: Color) {
        self.empty.insert(cell);
        let place = self.places[cell.index()];
        self.codes[usize::from(place)] &= !TAKEN;
        for (direction, stride) in self.strides.into_iter().enumerate() {
            self.codes[usize::from(place.wrapping_add(stride))] -= seen_from(direction) * stone_digit(color);
        }
    }

    /// The empty cells whose windows change when a stone comes to a cell: a window's ring is made of its cells' neighbours.
    #[inline]
    pub(crate) fn touched(&self, cell: Cell) -> CellSet<W> {
        self.geometry.neighbour_set(cell) & self.empty
    }

    /// The empty cells that can be the first of a window with a given cell.
    #[inline]
    pub(crate) fn within_two_steps(&self, cell: Cell) -> CellSet<W> {
        self.geometry.grow(self.geometry.neighbour_set(cell)) & self.empty
    }

    /// A window around an empty cell in which something can be filled in.
    #[inline]
    pub(crate) fn fill_at(&self, cell: Cell) -> Option<(Placed, &'static Facts)> {
        let place = self.places[cell.index()];
        let code = |place: u16| usize::from(self.codes[usize::from(place)]);
        let mut open = self.roles.fills.open(code(place)) & self.on_board[cell.index()];
        if open == 0 {
            return None;
        }
        for (direction, stride) in self.strides.into_iter().enumerate() {
            open &= self.roles.fills.beside(direction, code(place.wrapping_add(stride)).min(CLOSED));
        }
        while open != 0 {
            let role = open.trailing_zeros() as usize;
            open &= open - 1;
            if let Some((placed, number)) = self.look(cell, role)
                && self.tables.fills(number)
            {
                let facts = self.tables.facts(number);
                // Captured cells are the whole of their window, permanently inferior ones a part of it.
                let whole = (1u16 << placed.region().len()) - 1;
                let is_part = facts.dead == 0 && facts.fill.iter().all(|&set| u16::from(set) != whole);
                if self.fills_inferior || !is_part {
                    return Some((placed, facts));
                }
            }
        }
        None
    }

    /// Matches the windows of which a given empty cell is the first.
    pub(crate) fn read_moves(&mut self, cell: Cell) {
        let (own, beside) = self.codes_around(cell);
        let mut open = self.roles.moves.open(own, &beside) & self.on_board[cell.index()];
        let mut saying = 0;
        while open != 0 {
            let role = open.trailing_zeros() as usize;
            open &= open - 1;
            if let Some((_, number)) = self.look(cell, role)
                && number != 0
            {
                saying |= 1 << role;
                self.numbers[cell.index() * self.roles.orientation_of.len() + role] = number;
            }
        }
        self.saying[cell.index()] = saying;
    }

    /// The windows with a cell as the first of their region that say something about moves, as last read.
    #[inline]
    pub(crate) fn moves_at(&self, cell: Cell) -> impl Iterator<Item = (Placed, &'static Facts)> + '_ {
        let first = cell.index() * self.roles.orientation_of.len();
        let mut saying = self.saying[cell.index()];
        std::iter::from_fn(move || {
            if saying == 0 {
                return None;
            }
            let at = first + saying.trailing_zeros() as usize;
            saying &= saying - 1;
            Some((self.windows[at], self.tables.facts(self.numbers[at])))
        })
    }

    /// The code of an empty cell and those of its neighbours.
    #[inline]
    fn codes_around(&self, cell: Cell) -> (usize, [usize; 6]) {
        let place = self.places[cell.index()];
        let code = |place: u16| usize::from(self.codes[usize::from(place)]);
        let mut beside = [0; 6];
        for (beside, stride) in beside.iter_mut().zip(self.strides) {
            *beside = code(place.wrapping_add(stride)).min(CLOSED);
        }
        (code(place), beside)
    }

    /// The window in which a cell plays a role, with the number of what holds there; `None` if a stone is in its region.
    #[inline]
    fn look(&self, cell: Cell, role: usize) -> Option<(Placed, u16)> {
        let placed = self.windows[cell.index() * self.roles.orientation_of.len() + role];
        let mut code = 0;
        for (&other, shares) in
            placed.region().iter().zip(&self.roles.shares[usize::from(placed.first_role)..])
        {
            let around = usize::from(self.codes[usize::from(self.places[other.index()])]);
            code += usize::from(*shares.get(around)?);
        }
        Some((placed, self.tables.number(usize::from(placed.shape), code)))
    }
}

/// The weight of a cell in the code of its neighbour in a direction, which sees it in the opposite one.
#[inline]
const fn seen_from(direction: usize) -> u16 {
    const WEIGHTS: [u16; 6] = [27, 81, 243, 1, 3, 9];
    WEIGHTS[direction]
}

const fn stone_digit(color: Color) -> u16 {
    match color {
        Color::Black => 1,
        Color::White => 2,
    }
}

/// The cell that lies a step away.
fn step(size: BoardSize, from: Cell, (cols, rows): Point) -> Option<Cell> {
    let col = from.col(size) as i32 + cols;
    let row = from.row(size) as i32 + rows;
    size.at(usize::try_from(col).ok()?, usize::try_from(row).ok()?)
}

/// The code of a cell's neighbours on the empty board. The points off the two obtuse corners belong to both edges and
/// touch one cell of the board, which touches both edges anyway: they may count as either, here as Black's.
fn edge_code<const W: usize>(geometry: &Geometry<W>, cell: Cell) -> u16 {
    let size = geometry.size();
    let ring = geometry.ring(cell).into_iter().enumerate().filter(|(_, other)| other.is_none());
    ring.map(|(i, _)| {
        let row = cell.row(size) as i32 + STEPS[i].1;
        let black = row < 0 || row >= size.rows() as i32;
        stone_digit(if black { Color::Black } else { Color::White }) * pow3(i) as u16
    })
    .sum()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use board::{Position, random_below};
    use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng as _};

    use super::*;
    use crate::{InferiorPattern, PATTERNS, claim::Claim, window::SYMMETRIES};

    /// The colour that a point counts as: a stone, or an edge of the board.
    fn seen(position: &Position<1>, (col, row): Point) -> Option<Color> {
        let size = position.size();
        if (0..size.rows() as i32).contains(&row) && (0..size.cols() as i32).contains(&col) {
            return position.at(size.at(col as usize, row as usize).expect("the point is on the board"));
        }
        let black = !(0..size.rows() as i32).contains(&row);
        Some(if black { Color::Black } else { Color::White })
    }

    /// The obvious twin of the tables: every image of every pattern is held against every place of the board. For each
    /// region, by its cells in order, what holds there.
    fn match_one_by_one(
        position: &Position<1>,
        images: &[InferiorPattern],
    ) -> BTreeMap<Vec<Cell>, Vec<(Color, Claim)>> {
        let size = position.size();
        let mut found: BTreeMap<Vec<Cell>, Vec<(Color, Claim)>> = BTreeMap::new();
        for image in images {
            for origin in size.iter() {
                let at = |(col, row): Point| (col + origin.col(size) as i32, row + origin.row(size) as i32);
                let region: Option<Vec<Cell>> =
                    image.region.iter().map(|&point| step(size, origin, point)).collect();
                let Some(region) =
                    region.filter(|cells| cells.iter().all(|&cell| position.at(cell).is_none()))
                else {
                    continue;
                };
                for owner in Color::BOTH {
                    let holds = |&(point, own): &(Point, bool)| {
                        seen(position, at(point)) == Some(if own { owner } else { owner.opponent() })
                    };
                    if image.stones.iter().all(holds) {
                        found.entry(region.clone()).or_default().push((owner, image.claim));
                    }
                }
            }
        }
        found
    }

    #[test]
    fn tables_say_what_matching_patterns_one_by_one_says() {
        let patterns = InferiorPattern::parse_all(PATTERNS).expect("the committed patterns");
        let mut images: Vec<InferiorPattern> = patterns
            .iter()
            .flat_map(|pattern| (0..SYMMETRIES).map(move |symmetry| pattern.image(symmetry)))
            .collect();
        images.sort();
        images.dedup();
        let mut random = Xoshiro256PlusPlus::seed_from_u64(17);
        for (cols, rows) in [(1, 1), (1, 4), (5, 1), (2, 3), (5, 5), (8, 8), (7, 9)] {
            let size = BoardSize::new(cols, rows).expect("a board");
            for _ in 0..12 {
                let mut position = Position::<1>::empty(size);
                for _ in 0..random_below(&mut random, size.cells()) {
                    let cell = Cell::from_index_unchecked(random_below(&mut random, size.cells()));
                    if position.at(cell).is_none() {
                        position.play_unchecked(cell);
                    }
                }
                let mut lookup = Lookup::<1>::new(size);
                for color in Color::BOTH {
                    position.stones(color).iter().for_each(|cell| lookup.place(cell, color));
                }
                let expected = match_one_by_one(&position, &images);
                let mut windows = 0;
                for cell in position.empty_cells() {
                    lookup.read_moves(cell);
                    for (window, facts) in lookup.moves_at(cell) {
                        windows += 1;
                        let mut sorted = window.region().to_vec();
                        sorted.sort();
                        let claims =
                            expected.get(&sorted).unwrap_or_else(|| panic!("{window:?} in\n{position}"));
                        // A pattern numbers its region in the order of the cells, a window in that of its shape.
                        let number = |cell: u8| {
                            let cell = sorted[usize::from(cell)];
                            window.region().iter().position(|&other| other == cell).expect("the same region")
                                as u8
                        };
                        let mut twin = Facts::default();
                        let mut claims: Vec<(Color, Claim)> =
                            claims.iter().map(|&(color, claim)| (color, claim.renumbered(number))).collect();
                        let all = Claim::all(window.region().len());
                        claims.sort_by_key(|&(color, claim)| {
                            (all.iter().position(|&other| other == claim), color.index())
                        });
                        claims.iter().for_each(|&(color, claim)| twin.add(color, claim));
                        assert_eq!(*facts, twin, "{window:?} in\n{position}");
                    }
                    let fills = expected.iter().any(|(region, claims)| {
                        region.contains(&cell)
                            && claims
                                .iter()
                                .any(|(_, claim)| matches!(claim, Claim::Dead(_) | Claim::Fill(_)))
                    });
                    assert_eq!(lookup.fill_at(cell).is_some(), fills, "fills at {cell:?} of\n{position}");
                }
                assert_eq!(windows, expected.len(), "windows that say something in\n{position}");
            }
        }
    }
}
