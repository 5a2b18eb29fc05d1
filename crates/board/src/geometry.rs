//! Data that depends only on the size of a board: neighbours, edges, hash keys; and growing a set of cells.

use std::sync::{Mutex, OnceLock};

use crate::{BoardSize, Cell, CellSet, Color, Edge, MAX_SIDE, MAX_WORDS, zobrist::Keys};

/// The neighbours of a cell: at most six.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Neighbours {
    cells: [Cell; 6],
    count: u8,
}

impl Neighbours {
    /// The neighbours as a slice.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[Cell] {
        &self.cells[..usize::from(self.count)]
    }
}

/// Steps to the six neighbours as (columns, rows), clockwise from the upper left. Two consecutive neighbours touch.
const STEPS: [(isize, isize); 6] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];

/// The tables of one board size, with sets of `W` words.
#[derive(Debug)]
pub struct Geometry<const W: usize = MAX_WORDS> {
    size: BoardSize,
    all: CellSet<W>,
    edges: [CellSet<W>; 4],
    not_first_column: CellSet<W>,
    not_last_column: CellSet<W>,
    neighbours: Box<[Neighbours]>,
    neighbour_sets: Box<[CellSet<W>]>,
    pub(crate) keys: Keys,
}

impl<const W: usize> Geometry<W> {
    /// The tables of a board, made once for each size and kept for the life of the program (at most 361 sizes of some
    /// ten kilobytes).
    ///
    /// # Panics
    /// If `W` words cannot hold the board: see [`BoardSize::words`].
    #[must_use]
    pub fn of(size: BoardSize) -> &'static Self {
        assert!(size.cells() <= 64 * W, "{W} words cannot hold a board of {size}");
        // A static cannot be generic, so each width that is in use finds its own shelf by number of words. The tables
        // are leaked on purpose: they are shared by every position and bounded in number.
        static SHELVES: OnceLock<Mutex<Vec<Shelved>>> = OnceLock::new();
        struct Shelved {
            words: usize,
            size: BoardSize,
            geometry: &'static (dyn std::any::Any + Send + Sync),
        }
        let mut shelves =
            SHELVES.get_or_init(Mutex::default).lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let found = shelves.iter().find(|shelved| shelved.words == W && shelved.size == size);
        let geometry = if let Some(shelved) = found {
            shelved.geometry
        } else {
            let geometry: &'static Self = Box::leak(Box::new(Self::new(size)));
            shelves.push(Shelved { words: W, size, geometry });
            geometry
        };
        geometry.downcast_ref().expect("a shelf holds geometries of its own number of words")
    }

    fn new(size: BoardSize) -> Self {
        let column = |col| size.iter().filter(|cell| cell.col(size) == col).collect::<CellSet<W>>();
        let row = |row| size.iter().filter(|cell| cell.row(size) == row).collect::<CellSet<W>>();
        let all: CellSet<W> = size.iter().collect();
        let neighbours: Box<[Neighbours]> = size.iter().map(|cell| neighbours_of(size, cell)).collect();
        Self {
            size,
            all,
            edges: [row(0), row(size.rows() - 1), column(0), column(size.cols() - 1)],
            not_first_column: all.minus(column(0)),
            not_last_column: all.minus(column(size.cols() - 1)),
            neighbour_sets: neighbours.iter().map(|n| n.as_slice().iter().copied().collect()).collect(),
            neighbours,
            keys: Keys::new(size),
        }
    }

    /// The size of the board.
    #[inline]
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// All cells.
    #[inline]
    #[must_use]
    pub const fn all(&self) -> CellSet<W> {
        self.all
    }

    /// The cells at an edge.
    #[inline]
    #[must_use]
    pub const fn edge(&self, edge: Edge) -> CellSet<W> {
        self.edges[edge.index()]
    }

    /// The neighbours of a cell, clockwise from the upper left.
    #[inline]
    #[must_use]
    pub fn neighbours(&self, cell: Cell) -> &[Cell] {
        self.neighbours[cell.index()].as_slice()
    }

    /// The neighbours of a cell as a set.
    #[inline]
    #[must_use]
    pub fn neighbour_set(&self, cell: Cell) -> CellSet<W> {
        self.neighbour_sets[cell.index()]
    }

    /// The six neighbours of a cell in a circle, clockwise from the upper left; `None` if the board ends. Two that
    /// follow each other touch each other.
    #[must_use]
    pub fn ring(&self, cell: Cell) -> [Option<Cell>; 6] {
        STEPS.map(|step| step_from(self.size, cell, step))
    }

    /// The cells of the set together with all their neighbours.
    #[inline]
    #[must_use]
    pub fn grow(&self, cells: CellSet<W>) -> CellSet<W> {
        let cols = self.size.cols() as u32;
        if cols == 1 {
            // The steps to the upper right and to the lower left leave the board, and shifting by zero is no step.
            return (cells | cells.shift_up(1) | cells.shift_down(1)) & self.all;
        }
        // A cell and its right-hand neighbour go down together: (col, row) reaches (col, row + 1) from above and
        // (col - 1, row + 1) from the upper right, so both row steps are one shift of the pair.
        let left = (cells & self.not_first_column).shift_down(1);
        let right = (cells & self.not_last_column).shift_up(1);
        let row = cells | left | right;
        ((cells | left).shift_up(cols) | (cells | right).shift_down(cols) | row) & self.all
    }

    /// All cells that can be reached from `seeds` through neighbouring cells of `within`; seeds outside `within` do not
    /// count.
    #[inline]
    #[must_use]
    pub fn flood(&self, seeds: CellSet<W>, within: CellSet<W>) -> CellSet<W> {
        let mut reached = seeds & within;
        loop {
            let next = self.grow(reached) & within;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// Whether these stones of `color` join its two edges.
    #[inline]
    #[must_use]
    pub fn joins(&self, stones: CellSet<W>, color: Color) -> bool {
        let [from, to] = color.edges();
        let target = self.edge(to);
        let mut reached = self.edge(from) & stones;
        loop {
            if reached.intersects(&target) {
                return true;
            }
            let next = self.grow(reached) & stones;
            if next == reached {
                return false;
            }
            reached = next;
        }
    }
}

fn step_from(size: BoardSize, cell: Cell, (cols, rows): (isize, isize)) -> Option<Cell> {
    let col = cell.col(size).checked_add_signed(cols)?;
    let row = cell.row(size).checked_add_signed(rows)?;
    size.at(col, row)
}

fn neighbours_of(size: BoardSize, cell: Cell) -> Neighbours {
    let mut neighbours = Neighbours { cells: [cell; 6], count: 0 };
    for step in STEPS {
        if let Some(neighbour) = step_from(size, cell, step) {
            neighbours.cells[usize::from(neighbours.count)] = neighbour;
            neighbours.count += 1;
        }
    }
    neighbours
}

const _: () = assert!(MAX_SIDE < 64, "a row step must be a shift within a word");
