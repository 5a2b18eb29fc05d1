//! The windows of one board: what the tables say about each, as stones come and go.
//!
//! Each cell keeps one number, the code of its six neighbours; a stone changes six of them by an addition. The code of a
//! window's ring is the sum of what its cells' numbers contribute. Most windows need not be looked at: the neighbours of
//! one of its cells already say that the window proves nothing (see [`Roles`]).

use board::{BoardSize, Cell, CellSet, Color, Geometry};

use crate::{
    local_play::pow3,
    role::Roles,
    table::{Facts, Tables},
    window::{MAX_REGION, Point, STEPS},
};

/// A window at its place on the board.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Placed {
    /// How many cells the region has.
    len: u8,
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
    /// For each cell, its neighbours, each with the weight that the cell has in the neighbour's code.
    weights: Vec<([(Cell, u16); 6], u8)>,
    /// For each cell, the code of its six neighbours now; an edge of the board counts as stones.
    codes: Vec<u16>,
    /// The empty cells now.
    empty: CellSet<W>,
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
                windows.push(Placed { len: orientation.region.len() as u8, cells });
                possible |= u64::from(complete) << role;
            }
            on_board.push(possible);
        }
        let weights = size.iter().map(|cell| {
            let mut neighbours = [(cell, 0); 6];
            let mut len = 0;
            for (i, other) in geometry.ring(cell).into_iter().enumerate() {
                if let Some(other) = other {
                    // The neighbour in direction `i` sees the cell in the opposite direction.
                    neighbours[len] = (other, pow3((i + 3) % 6) as u16);
                    len += 1;
                }
            }
            (neighbours, len as u8)
        });
        Self {
            tables: Tables::get(),
            roles,
            geometry,
            windows,
            on_board,
            weights: weights.collect(),
            codes: size.iter().map(|cell| edge_code(geometry, cell)).collect(),
            empty: geometry.all(),
        }
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
        let (neighbours, len) = &self.weights[cell.index()];
        for &(other, weight) in &neighbours[..usize::from(*len)] {
            self.codes[other.index()] += weight * stone_digit(color);
        }
    }

    /// Takes a stone of this colour off a cell.
    #[inline]
    pub(crate) fn remove(&mut self, cell: Cell, color: Color) {
        self.empty.insert(cell);
        let (neighbours, len) = &self.weights[cell.index()];
        for &(other, weight) in &neighbours[..usize::from(*len)] {
            self.codes[other.index()] -= weight * stone_digit(color);
        }
    }

    /// The empty cells whose windows change when a stone comes to a cell: a window's ring is made of its cells' neighbours.
    #[inline]
    pub(crate) fn touched(&self, cell: Cell) -> CellSet<W> {
        self.geometry.neighbour_set(cell) & self.empty
    }

    /// A window around an empty cell in which something can be filled in.
    #[inline]
    pub(crate) fn fill_at(&self, cell: Cell) -> Option<(Placed, &'static Facts)> {
        let mut open = self.open(cell, &self.roles.fills);
        while open != 0 {
            let role = open.trailing_zeros() as usize;
            open &= open - 1;
            if let Some((placed, number)) = self.look(cell, role, &self.roles.fills)
                && self.tables.fills(number)
            {
                return Some((placed, self.tables.facts(number)));
            }
        }
        None
    }

    /// The windows with a cell as the first of their region that say something about moves.
    pub(crate) fn moves_at(&self, cell: Cell) -> impl Iterator<Item = (Placed, &'static Facts)> + '_ {
        let mut open = self.open(cell, &self.roles.moves) & self.roles.firsts;
        std::iter::from_fn(move || {
            while open != 0 {
                let role = open.trailing_zeros() as usize;
                open &= open - 1;
                if let Some((placed, number)) = self.look(cell, role, &self.roles.moves)
                    && number != 0
                {
                    return Some((placed, self.tables.facts(number)));
                }
            }
            None
        })
    }

    /// The roles that are open to a cell.
    #[inline]
    fn open(&self, cell: Cell, by_code: &[u64; crate::role::RING_CODES]) -> u64 {
        by_code[usize::from(self.codes[cell.index()])] & self.on_board[cell.index()]
    }

    /// The window in which a cell plays a role, with the number of what holds there; `None` if a stone is in its region or
    /// its role is closed to one of its cells.
    #[inline]
    fn look(
        &self,
        cell: Cell,
        role: usize,
        by_code: &[u64; crate::role::RING_CODES],
    ) -> Option<(Placed, u16)> {
        let placed = self.windows[cell.index() * self.roles.orientation_of.len() + role];
        let orientation = &self.roles.orientations[usize::from(self.roles.orientation_of[role])];
        let mut code = 0;
        for (i, (&other, shares)) in placed.region().iter().zip(&orientation.shares).enumerate() {
            let around = usize::from(self.codes[other.index()]);
            if by_code[around] >> (orientation.first_role + i) & 1 == 0 || !self.empty.contains(other) {
                return None;
            }
            code += usize::from(shares[around]);
        }
        Some((placed, self.tables.number(orientation.shape, code)))
    }
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
