//! A region of empty cells with the ends around it, numbered, so that sets of its cells are masks.

use proof::book::{Point, Site};

/// A set of the cells of a region.
pub(crate) type Mask = u128;

/// The most cells of a region.
pub(crate) const MOST: usize = 128;

/// The number of columns and of rows of the grid around a region. An 11x11 board turned in any way keeps to the middle third, so that
/// a pattern as large anywhere on it stays on the grid.
const SIDE: usize = 96;

/// The bits of a mask.
pub(crate) fn bits(mut mask: Mask) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (mask != 0).then(|| mask.trailing_zeros() as usize)?;
        mask &= mask - 1;
        Some(bit)
    })
}

/// Cells, their neighbours, and what the ends touch.
#[derive(Debug)]
pub(crate) struct Region {
    pub(crate) sites: Vec<Site>,
    /// For each cell, its neighbours.
    pub(crate) around: Vec<Mask>,
    /// For each end, the cells that it touches.
    pub(crate) touched: Vec<Mask>,
    /// The number of the cell at each place, or `NONE`.
    pub(crate) grid: Vec<u8>,
}

/// Where the grid has no cell.
pub(crate) const NONE: u8 = u8::MAX;

impl Region {
    pub(crate) fn new(sites: &[Site]) -> Self {
        debug_assert!(sites.len() < MOST);
        let mut grid = vec![NONE; SIDE * SIDE];
        for (index, site) in sites.iter().enumerate() {
            if let Some(place) = place(site.point) {
                grid[place] = index as u8;
            }
        }
        let touched = (0..ends_of(sites))
            .map(|end| {
                let cells = sites.iter().enumerate().filter(|(_, site)| site.ends.contains(end));
                cells.fold(0, |mask, (cell, _)| mask | 1 << cell)
            })
            .collect();
        let mut region = Self { sites: sites.to_vec(), around: Vec::new(), touched, grid };
        let neighbours = |site: &Site| {
            let cells = site.point.neighbours().into_iter().filter_map(|point| region.at(point));
            cells.fold(0, |mask, cell| mask | 1 << cell)
        };
        region.around = sites.iter().map(neighbours).collect();
        region
    }

    pub(crate) fn len(&self) -> usize {
        self.sites.len()
    }

    pub(crate) fn all(&self) -> Mask {
        (1 << self.len()) - 1
    }

    /// The cell at a point.
    pub(crate) fn at(&self, point: Point) -> Option<usize> {
        let cell = *self.grid.get(place(point)?)?;
        (cell != NONE).then_some(usize::from(cell))
    }
}

/// How many ends the cells name.
pub(crate) fn ends_of(sites: &[Site]) -> usize {
    let all = sites.iter().fold(0u8, |all, site| all | site.ends.0);
    8 - all.leading_zeros() as usize
}

/// The place of a point on the grid.
pub(crate) fn place(point: Point) -> Option<usize> {
    let third = SIDE as i16 / 3;
    let (col, row) = (usize::try_from(point.col + third).ok()?, usize::try_from(point.row + third).ok()?);
    (col < SIDE && row < SIDE).then_some(row * SIDE + col)
}

/// How far a step leads on the grid.
pub(crate) const fn stride(step: Point) -> isize {
    step.row as isize * SIDE as isize + step.col as isize
}
