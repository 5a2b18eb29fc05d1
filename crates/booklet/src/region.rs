//! A region of empty cells with the ends around it, numbered, so that sets of its cells are masks.

use verify::book::{Ends, Point, Site};

/// A set of the cells of a region.
pub(crate) type Mask = u128;

/// The most cells of a region.
pub(crate) const MOST: usize = 128;

/// The grid around a region: so many columns, and as many rows. An 11x11 board turned in any way keeps to the middle third, so that
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
    around: Vec<Mask>,
    /// For each end, the cells that it touches.
    pub(crate) touched: Vec<Mask>,
    /// The number of the cell at each place, or `NONE`.
    pub(crate) grid: Vec<u8>,
}

/// Where the grid has no cell.
pub(crate) const NONE: u8 = u8::MAX;

/// What stands around a region after a move: the cells that each thing touches, and which two are to be joined.
#[derive(Debug)]
pub(crate) struct Things {
    pub(crate) touched: Vec<Mask>,
    pub(crate) goal: (usize, usize),
}

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

    /// Whether both ends that are to be joined touch something.
    pub(crate) fn has_goal(&self) -> bool {
        self.touched.len() >= 2 && self.touched[0] != 0 && self.touched[1] != 0
    }

    /// The things around the region, as they are or after a stone of the owner; `None` where that joins `A` and `B`.
    pub(crate) fn things(&self, key: Option<usize>) -> Option<Things> {
        let Some(key) = key else { return Some(Things { touched: self.touched.clone(), goal: (0, 1) }) };
        let joins = |end: usize| self.touched[end] >> key & 1 != 0;
        if joins(0) && joins(1) {
            return None;
        }
        // The stone, with all ends that it joins, takes the place of the first of these, or is a thing of its own.
        let mut stone = self.around[key];
        let mut touched = Vec::new();
        let (mut goal, mut place) = ((0, 0), None);
        for end in 0..self.touched.len() {
            let index = match (joins(end), place) {
                (true, Some(place)) => place,
                (true, None) => {
                    place = Some(touched.len());
                    touched.push(0);
                    touched.len() - 1
                }
                (false, _) => {
                    touched.push(self.touched[end]);
                    touched.len() - 1
                }
            };
            if joins(end) {
                stone |= self.touched[end];
            }
            match end {
                0 => goal.0 = index,
                1 => goal.1 = index,
                _ => {}
            }
        }
        match place {
            Some(place) => touched[place] = stone,
            None => touched.push(stone),
        }
        Some(Things { touched, goal })
    }

    /// The part of the region between two things: the cells on some way from one to the other, with what touches them: the two
    /// first, then the others.
    pub(crate) fn between(&self, things: &[Mask], goal: (usize, usize), empty: Mask) -> Vec<Site> {
        let reached = |from: Mask| {
            let mut reached = from & empty;
            loop {
                let cells = bits(reached).fold(reached, |cells, cell| cells | self.around[cell]);
                let over = things.iter().filter(|&&thing| thing & reached != 0);
                let next = over.fold(cells, |cells, thing| cells | thing) & empty;
                if next == reached {
                    return reached;
                }
                reached = next;
            }
        };
        let cells = reached(things[goal.0]) & reached(things[goal.1]);
        let others = (0..things.len()).filter(|&thing| thing != goal.0 && thing != goal.1);
        let helping = others.filter(|&thing| things[thing] & cells != 0);
        let order: Vec<usize> = [goal.0, goal.1].into_iter().chain(helping).take(Ends::MOST).collect();
        let ends = |cell: usize| {
            let touching = order.iter().enumerate().filter(|(_, thing)| things[**thing] >> cell & 1 != 0);
            Ends(touching.fold(0, |ends, (end, _)| ends | 1 << end))
        };
        bits(cells).map(|cell| Site { point: self.sites[cell].point, ends: ends(cell) }).collect()
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
