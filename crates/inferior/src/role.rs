//! Roles: the parts that a cell can play in windows, and which of them its six neighbours leave open.
//!
//! A role is an orientation of a shape together with one cell of its region. A cell with few stones around it can play
//! hardly any role in a window that proves something; a few reads, by the code of its neighbours and by theirs, say which
//! ([`FillRoles`], [`MoveRoles`]), so most examined windows prove something.

use std::sync::OnceLock;

use crate::{
    local_play::{digit, pow3},
    table::Tables,
    window::{Point, SHAPES, STEPS, SYMMETRIES, Window, transform},
};

/// Codes of the six neighbours of a cell.
pub(crate) const RING_CODES: usize = pow3(6);
/// Stands for the code of a cell that is not empty or not on the board: it can be in no region.
pub(crate) const CLOSED: usize = RING_CODES;
/// Codes of the eight cells around two neighbours.
const PAIR_CODES: usize = pow3(8);

/// The roles that windows in which something can be filled in leave open to a cell: a first look at many cells.
#[derive(Debug)]
pub(crate) struct FillRoles {
    /// For each code of the cell's neighbours, the roles that they leave open.
    own: [u64; RING_CODES],
    /// For each direction and each code of the neighbour there (or [`CLOSED`]): the roles in whose window that neighbour
    /// is not in the region or may play its part.
    beside: [[u64; RING_CODES + 1]; 6],
}

impl FillRoles {
    /// The roles that the code of an empty cell leaves open.
    #[inline]
    pub(crate) fn open(&self, code: usize) -> u64 {
        self.own[code]
    }

    /// The roles that the neighbour in a direction leaves open, by its code.
    #[inline]
    pub(crate) fn beside(&self, direction: usize, code: usize) -> u64 {
        self.beside[direction][code]
    }

    /// Fills in what neighbours leave open from what each cell's own code does.
    fn see_neighbours(&mut self, orientations: &[Orientation]) {
        for orientation in orientations {
            for (i, own) in orientation.region.iter().enumerate() {
                let role = 1 << (orientation.first_role + i);
                for (direction, step) in STEPS.iter().enumerate() {
                    let beside = (own.0 + step.0, own.1 + step.1);
                    let part = orientation.region.iter().position(|&point| point == beside);
                    for code in 0..=CLOSED {
                        let open = part.is_none_or(|part| {
                            code != CLOSED && self.own[code] >> (orientation.first_role + part) & 1 != 0
                        });
                        if open {
                            self.beside[direction][code] |= role;
                        }
                    }
                }
            }
        }
    }
}

/// The windows, by the role of their first cell, that can say something about moves. There are many more arrangements
/// of this kind, so the cells around each pair of neighbours are taken together.
#[derive(Debug)]
pub(crate) struct MoveRoles {
    /// For each code of the first cell's neighbours, the roles that they leave open.
    own: [u64; RING_CODES],
    /// For each direction and code of the first cell, then of its neighbour there: what they add to the code of the
    /// eight cells around both.
    shares: [[[u16; RING_CODES]; 2]; 6],
    /// For each direction and code of the eight: the roles in whose window the neighbour is not in the region, or the
    /// eight may be part of an arrangement that says something.
    pairs: Box<[[u64; PAIR_CODES]; 6]>,
    /// For each direction, the roles in whose window the neighbour there is not in the region.
    alone: [u64; 6],
}

impl MoveRoles {
    /// The roles that are open to an empty cell, by its code and those of its neighbours.
    #[inline]
    pub(crate) fn open(&self, own: usize, beside: &[usize; 6]) -> u64 {
        let mut open = self.own[own];
        for (direction, &beside) in beside.iter().enumerate() {
            let shares = &self.shares[direction];
            open &= match shares[1].get(beside) {
                Some(share) => self.pairs[direction][usize::from(shares[0][own] + share)],
                None => self.alone[direction],
            };
            if open == 0 {
                break;
            }
        }
        open
    }

    fn new(tables: &Tables, orientations: &[Orientation]) -> Self {
        let mut roles = Self {
            own: [0; RING_CODES],
            shares: [[[0; RING_CODES]; 2]; 6],
            pairs: vec![[0; PAIR_CODES]; 6].try_into().expect("a table for each of six directions"),
            alone: [0; 6],
        };
        let around_pair = |direction: usize| Window::around(&[(0, 0), STEPS[direction]]);
        for (direction, step) in STEPS.iter().enumerate() {
            let ring = around_pair(direction).ring;
            let mut taken = vec![false; ring.len()];
            for (share, at) in roles.shares[direction].iter_mut().zip([(0, 0), *step]) {
                let places = places(&ring, at);
                let weights = weights(&places, &mut taken);
                *share = std::array::from_fn(|code| share_of(&weights, code));
            }
        }
        for orientation in orientations {
            let role = 1u64 << orientation.first_role;
            let (first, ring) = (orientation.region[0], &orientation.ring);
            // Where the cells of a smaller window lie in the ring of this one.
            let inside = |points: &[Point]| -> Vec<Option<usize>> {
                let shifted = points.iter().map(|point| (point.0 + first.0, point.1 + first.1));
                shifted.map(|point| ring.iter().position(|&other| other == point)).collect()
            };
            let read = |cells: &[Option<usize>], code: usize| -> usize {
                let digits = cells.iter().enumerate();
                digits.map(|(i, cell)| cell.map_or(0, |cell| digit(code, cell) * pow3(i))).sum()
            };
            let neighbours = inside(&STEPS);
            for (code, _) in tables.saying(orientation.shape) {
                roles.own[read(&neighbours, code)] |= role;
            }
            for (direction, step) in STEPS.iter().enumerate() {
                if !orientation.region.contains(&(first.0 + step.0, first.1 + step.1)) {
                    roles.alone[direction] |= role;
                    roles.pairs[direction].iter_mut().for_each(|open| *open |= role);
                    continue;
                }
                let eight = inside(&around_pair(direction).ring);
                for (code, _) in tables.saying(orientation.shape) {
                    roles.pairs[direction][read(&eight, code)] |= role;
                }
            }
        }
        roles
    }
}

/// A shape in one of its orientations.
#[derive(Debug)]
pub(crate) struct Orientation {
    /// The number of the shape.
    pub(crate) shape: usize,
    /// The cells of the region.
    pub(crate) region: Vec<Point>,
    /// The cells around them, in the order of the shape's codes.
    ring: Vec<Point>,
    /// The number of the role of the region's first cell; those of the others follow.
    pub(crate) first_role: usize,
}

/// All orientations and roles. There are fewer than 64 roles, so sets of them are bits.
#[derive(Debug)]
pub(crate) struct Roles {
    /// The shapes in all their orientations, small ones first.
    pub(crate) orientations: Vec<Orientation>,
    /// For each role, its orientation.
    pub(crate) orientation_of: Vec<u8>,
    /// For each role and each code of the cell's six neighbours: what they add to the code of the ring. A cell of the
    /// ring that several cells of the region touch is counted once.
    pub(crate) shares: Vec<[u16; RING_CODES]>,
    /// The roles in windows in which something can be filled in.
    pub(crate) fills: FillRoles,
    /// The roles of first cells in windows that say something about moves.
    pub(crate) moves: MoveRoles,
}

impl Roles {
    /// The roles with the committed patterns.
    pub(crate) fn get() -> &'static Self {
        static ROLES: OnceLock<Roles> = OnceLock::new();
        ROLES.get_or_init(|| Self::new(Tables::get()))
    }

    fn new(tables: &Tables) -> Self {
        let mut orientations: Vec<Orientation> = Vec::new();
        let mut orientation_of = Vec::new();
        let mut shares = Vec::new();
        for (shape, points) in SHAPES.iter().enumerate() {
            let window = Window::around(points);
            for symmetry in symmetries(points) {
                orientation_of.extend(points.iter().map(|_| orientations.len() as u8));
                let first_role = orientation_of.len() - points.len();
                orientations.push(Orientation::new(shape, &window, symmetry, first_role, &mut shares));
            }
        }
        assert!(orientation_of.len() <= 64, "sets of roles are one word");
        let mut fills = FillRoles { own: [0; RING_CODES], beside: [[0; RING_CODES + 1]; 6] };
        for orientation in &orientations {
            for (i, &cell) in orientation.region.iter().enumerate() {
                let places = places(&orientation.ring, cell);
                let around = |code| {
                    let digits = places.iter().enumerate();
                    digits
                        .map(|(i, place)| place.map_or(0, |place| digit(code, place) * pow3(i)))
                        .sum::<usize>()
                };
                for (code, _) in tables.saying(orientation.shape).filter(|(_, number)| tables.fills(*number))
                {
                    fills.own[around(code)] |= 1 << (orientation.first_role + i);
                }
            }
        }
        fills.see_neighbours(&orientations);
        let moves = MoveRoles::new(tables, &orientations);
        Self { orientations, orientation_of, shares, fills, moves }
    }
}

impl Orientation {
    /// A window's shape in the orientation that a symmetry gives it; adds the shares of its roles.
    fn new(
        shape: usize,
        window: &Window,
        symmetry: usize,
        first_role: usize,
        shares: &mut Vec<[u16; RING_CODES]>,
    ) -> Self {
        let turned =
            |points: &[Point]| points.iter().map(|&p| transform(symmetry, p)).collect::<Vec<Point>>();
        let (region, ring) = (turned(&window.region), turned(&window.ring));
        let mut taken = vec![false; ring.len()];
        shares.extend(region.iter().map(|&cell| -> [u16; RING_CODES] {
            let weights = weights(&places(&ring, cell), &mut taken);
            std::array::from_fn(|code| share_of(&weights, code))
        }));
        Self { shape, region, ring, first_role }
    }
}

/// Where the six neighbours of a cell lie in a ring.
fn places(ring: &[Point], (col, row): Point) -> [Option<usize>; 6] {
    STEPS.map(|(cols, rows)| ring.iter().position(|&other| other == (col + cols, row + rows)))
}

/// The weight of each neighbour of a cell in the code of a ring: nothing if another cell has counted it.
fn weights(places: &[Option<usize>; 6], taken: &mut [bool]) -> [usize; 6] {
    places.map(|place| match place {
        Some(place) if !std::mem::replace(&mut taken[place], true) => pow3(place),
        _ => 0,
    })
}

/// The part of a ring's code that the neighbours of a cell contribute, by their code.
fn share_of(weights: &[usize; 6], code: usize) -> u16 {
    weights.iter().enumerate().map(|(i, weight)| (digit(code, i) * weight) as u16).sum()
}

const _: () = assert!(pow3(10) <= 1 << 16, "the code of a ring fits in 16 bits");

/// The symmetries that orient a shape differently, one for each orientation.
fn symmetries(shape: &[Point]) -> Vec<usize> {
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
