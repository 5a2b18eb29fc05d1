//! Roles: the parts that a cell can play in windows, and which of them its six neighbours leave open.
//!
//! A role is an orientation of a shape together with one cell of its region. A cell with few stones around it can play
//! hardly any role in a window that proves something; one read, by the code of its neighbours, says which.

use std::sync::OnceLock;

use crate::{
    local_play::{digit, pow3},
    table::Tables,
    window::{Point, SHAPES, STEPS, SYMMETRIES, Window, transform},
};

/// Codes of the six neighbours of a cell.
pub(crate) const RING_CODES: usize = pow3(6);

/// A shape in one of its orientations.
#[derive(Debug)]
pub(crate) struct Orientation {
    /// The number of the shape.
    pub(crate) shape: usize,
    /// The cells of the region, relative to the first.
    pub(crate) region: Vec<Point>,
    /// The number of the role of the region's first cell; those of the others follow.
    pub(crate) first_role: usize,
    /// For each cell of the region and each code of its six neighbours: what they add to the code of the ring. A cell of
    /// the ring that several cells of the region touch is counted once.
    pub(crate) shares: Vec<[u16; RING_CODES]>,
}

/// All orientations and roles. There are fewer than 64 roles, so sets of them are bits.
#[derive(Debug)]
pub(crate) struct Roles {
    /// The shapes in all their orientations, small ones first.
    pub(crate) orientations: Vec<Orientation>,
    /// For each role, its orientation.
    pub(crate) orientation_of: Vec<u8>,
    /// For each code of a cell's neighbours, the roles in windows in which something can be filled in.
    pub(crate) fills: [u64; RING_CODES],
    /// Likewise for windows that say something about moves.
    pub(crate) moves: [u64; RING_CODES],
    /// The roles of the first cells of regions.
    pub(crate) firsts: u64,
}

impl Roles {
    /// The roles with the committed patterns.
    pub(crate) fn get() -> &'static Self {
        static ROLES: OnceLock<Roles> = OnceLock::new();
        ROLES.get_or_init(|| Self::new(Tables::get()))
    }

    fn new(tables: &Tables) -> Self {
        let mut roles = Self {
            orientations: Vec::new(),
            orientation_of: Vec::new(),
            fills: [0; RING_CODES],
            moves: [0; RING_CODES],
            firsts: 0,
        };
        for (shape, points) in SHAPES.iter().enumerate() {
            let window = Window::around(points);
            for symmetry in orientations(points) {
                roles.add(tables, shape, &window, symmetry);
            }
        }
        assert!(roles.orientation_of.len() <= 64, "sets of roles are one word");
        roles
    }

    fn add(&mut self, tables: &Tables, shape: usize, window: &Window, symmetry: usize) {
        let turned =
            |points: &[Point]| points.iter().map(|&p| transform(symmetry, p)).collect::<Vec<Point>>();
        let (region, ring) = (turned(&window.region), turned(&window.ring));
        let first_role = self.orientation_of.len();
        self.firsts |= 1 << first_role;
        let mut taken = vec![false; ring.len()];
        let mut shares = Vec::new();
        for (i, &(col, row)) in region.iter().enumerate() {
            let places: Vec<Option<usize>> = STEPS
                .iter()
                .map(|(cols, rows)| ring.iter().position(|&other| other == (col + cols, row + rows)))
                .collect();
            for (code, number) in tables.saying(shape) {
                let around = places
                    .iter()
                    .enumerate()
                    .map(|(direction, place)| place.map_or(0, |place| digit(code, place) * pow3(direction)));
                let around: usize = around.sum();
                self.moves[around] |= 1 << (first_role + i);
                if tables.fills(number) {
                    self.fills[around] |= 1 << (first_role + i);
                }
            }
            let weights: Vec<usize> = places
                .iter()
                .map(|place| match place {
                    Some(place) if !std::mem::replace(&mut taken[*place], true) => pow3(*place),
                    _ => 0,
                })
                .collect();
            shares.push(std::array::from_fn(|code| {
                weights.iter().enumerate().map(|(i, weight)| (digit(code, i) * weight) as u16).sum()
            }));
            self.orientation_of.push(self.orientations.len() as u8);
        }
        self.orientations.push(Orientation { shape, region, first_role, shares });
    }
}

const _: () = assert!(pow3(10) <= 1 << 16, "the code of a ring fits in 16 bits");

/// The symmetries that orient a shape differently, one for each orientation.
fn orientations(shape: &[Point]) -> Vec<usize> {
    let mut seen: Vec<Vec<Point>> = Vec::new();
    let mut chosen = Vec::new();
    for symmetry in 0..SYMMETRIES {
        let mut points: Vec<Point> = shape.iter().map(|&point| transform(symmetry, point)).collect();
        points.sort_unstable();
        let origin = points[0];
        points.iter_mut().for_each(|point| *point = (point.0 - origin.0, point.1 - origin.1));
        if !seen.contains(&points) {
            seen.push(points);
            chosen.push(symmetry);
        }
    }
    chosen
}
