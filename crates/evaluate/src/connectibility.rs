//! The connectibility matrix and the eight features of Mops.
//!
//! From the MIHex paper (*MIHex: a machine intelligence system for Hex*, 2002), section 4. The connectibility of a
//! cell towards an edge is the number of stones that the edge's owner still needs to join them, the cell's own stone included;
//! infinite for the other colour's stones. Table 4 of the paper spreads contour levels from the edge, walking through connected stones
//! for free. Taken literally its pseudocode gives a value to a cell more than once; as the definition asks, the first one stays.
//!
//! A path must cross the **short diagonal**, so the smallest sum of both directions on it says how far a colour is from winning, and the
//! number of cells with a small sum how many ways it has. The same two are taken on the colour's **C region**, far from the diagonal near
//! the acute corners. The paper shows the region in a figure that the text does not describe further: here it is the half of the second row (for Black; column for White) nearest
//! to each acute corner.

use board::{BoardSize, Cell, CellSet, Color, Edge, Geometry, Position};

use crate::tanh;

/// A connectibility that does not exist.
pub const INFINITE: u16 = u16::MAX;

/// How many features there are: minimum and small count, over the diagonal and the C region, for each colour.
pub const FEATURES: usize = 8;

/// The features of a position, each from -1 to 1, positive where it speaks for Black.
///
/// In this order, first for Black and then for White: smallest connectibility on the short diagonal, number of cells with a small
/// one on the short diagonal, the same two on the colour's C region.
pub type Features = [f64; FEATURES];

/// The descriptions of the features, in the order of [`Features`].
pub const FEATURE_NAMES: [&str; FEATURES] = [
    "black-diagonal-least",
    "black-diagonal-many",
    "black-corner-least",
    "black-corner-many",
    "white-diagonal-least",
    "white-diagonal-many",
    "white-corner-least",
    "white-corner-many",
];

/// Evaluates positions of one board size. Owns the memory it needs.
#[derive(Debug, Clone)]
pub struct Connectibility<const W: usize> {
    geometry: &'static Geometry<W>,
    /// The values towards each edge, in the order of [`Edge::ALL`].
    towards: [Vec<u16>; 4],
    diagonal: CellSet<W>,
    /// The C region of each colour.
    corners: [CellSet<W>; 2],
    /// The cells that [`Connectibility::glance`] reads: the diagonal and the colour's C region.
    watched: [CellSet<W>; 2],
}

impl<const W: usize> Connectibility<W> {
    /// For boards of this size.
    #[must_use]
    pub fn new(size: BoardSize) -> Self {
        let towards = std::array::from_fn(|_| vec![INFINITE; size.cells()]);
        let diagonal = short_diagonal(size);
        let corners = Color::BOTH.map(|color| corner_region(size, color));
        let watched = corners.map(|corner| corner | diagonal);
        Self { geometry: Geometry::of(size), towards, diagonal, corners, watched }
    }

    /// Fills the connectibility matrix of a position.
    pub fn update(&mut self, position: &Position<W>) {
        debug_assert_eq!(position.size(), self.geometry.size());
        let all = self.geometry.all();
        for edge in Edge::ALL {
            self.update_edge(position, edge, all);
        }
    }

    /// The connectibility of a cell towards an edge, after [`Connectibility::update`].
    #[must_use]
    pub fn towards(&self, edge: Edge, cell: Cell) -> u16 {
        self.towards[edge.index()][cell.index()]
    }

    /// The sum of a cell's connectibilities towards both edges of a colour; [`INFINITE`] if one is.
    #[must_use]
    pub fn across(&self, color: Color, cell: Cell) -> u16 {
        let [a, b] = color.edges().map(|edge| self.towards(edge, cell));
        if a == INFINITE || b == INFINITE { INFINITE } else { a + b }
    }

    /// The short diagonal: every winning path crosses it.
    #[must_use]
    pub const fn diagonal(&self) -> CellSet<W> {
        self.diagonal
    }

    /// The C region of a colour.
    #[must_use]
    pub const fn corners(&self, color: Color) -> CellSet<W> {
        self.corners[color.index()]
    }

    /// The features of a position.
    pub fn features(&mut self, position: &Position<W>) -> Features {
        self.update(position);
        self.combine()
    }

    /// The features and the winner of a position, faster than [`Connectibility::features`] and
    /// [`Position::winner`]: cells that no feature asks for get no value, so the matrix is not to be read afterwards.
    pub fn glance(&mut self, position: &Position<W>) -> (Features, Option<Color>) {
        debug_assert_eq!(position.size(), self.geometry.size());
        for edge in Edge::ALL {
            self.update_edge(position, edge, self.watched[edge.color().index()]);
        }
        let features = self.combine();
        // Every winning path crosses the diagonal (section 4.4 of the paper).
        let winner = match () {
            () if features[0] == 1.0 => Some(Color::Black),
            () if features[FEATURES / 2] == -1.0 => Some(Color::White),
            () => None,
        };
        (features, winner)
    }

    /// The features by the values that were filled in last.
    fn combine(&self) -> Features {
        let mut features = [0.0; FEATURES];
        for color in Color::BOTH {
            let sign = if color == Color::Black { 1.0 } else { -1.0 };
            let regions = [self.diagonal, self.corners[color.index()]];
            for (index, region) in regions.into_iter().enumerate() {
                let first = 4 * color.index() + 2 * index;
                features[first] = sign * self.least(color, region);
                features[first + 1] = sign * self.many(color, region);
            }
        }
        features
    }

    /// The smallest connectibility over a region: 1 when it is 0, about 0 on the empty board, -1 from twice the board's length on.
    fn least(&self, color: Color, region: CellSet<W>) -> f64 {
        let length = f64::from(self.length(color));
        let least = region.iter().map(|cell| self.across(color, cell)).min().unwrap_or(INFINITE);
        1.0 - f64::from(least).min(2.0 * length) / length
    }

    /// The part of a region whose connectibility is at most half the board's length.
    fn many(&self, color: Color, region: CellSet<W>) -> f64 {
        let length = self.length(color);
        // An infinite value is never small, and twice the largest finite one fits.
        let small = region.iter().filter(|&cell| match self.across(color, cell) {
            INFINITE => false,
            across => 2 * u32::from(across) <= u32::from(length),
        });
        small.count() as f64 / region.len().max(1) as f64
    }

    /// How far apart the edges of a colour are.
    const fn length(&self, color: Color) -> u16 {
        let size = self.geometry.size();
        match color {
            Color::Black => size.rows() as u16,
            Color::White => size.cols() as u16,
        }
    }

    /// Table 4 of the paper with sets of cells: `level` holds the empty cells that need `stones` stones. Only `watched` cells
    /// get a value.
    fn update_edge(&mut self, position: &Position<W>, edge: Edge, watched: CellSet<W>) {
        let geometry = self.geometry;
        let table = &mut self.towards[edge.index()];
        table.fill(INFINITE);
        let own = position.stones(edge.color());
        let empty = position.empty_cells();
        let mut open = own | empty;
        let mut seeds = geometry.edge(edge) & open;
        let mut stones = 0;
        while !seeds.is_empty() {
            // Stones that touch the last level, or the edge, cost nothing; the cells around them are as near as the seeds.
            let mut frontier = seeds & own;
            while !frontier.is_empty() {
                for cell in frontier & watched {
                    table[cell.index()] = stones;
                }
                open = open.minus(frontier);
                let around = geometry.grow(frontier) & open;
                seeds |= around;
                frontier = around & own;
            }
            seeds &= empty;
            stones += 1;
            let level = seeds;
            for cell in level & watched {
                table[cell.index()] = stones;
            }
            open = open.minus(level);
            seeds = geometry.grow(level) & open;
        }
    }
}

/// The cells between the obtuse corners. On a rectangle, the staircase that cuts both directions as evenly as it can.
fn short_diagonal<const W: usize>(size: BoardSize) -> CellSet<W> {
    let (cols, rows) = (size.cols(), size.rows());
    let long = cols.max(rows);
    // Walk along the longer side, from the top right to the bottom left.
    (0..long)
        .filter_map(|step| {
            let scaled = |side: usize| {
                if long == 1 { 0 } else { (step * (side - 1) * 2 + long - 1) / (2 * (long - 1)) }
            };
            size.at(cols - 1 - scaled(cols), scaled(rows))
        })
        .collect()
}

/// The half rows (columns for White) near the acute corners, one step away from the edge where the board allows it.
fn corner_region<const W: usize>(size: BoardSize, color: Color) -> CellSet<W> {
    let (along, across) = match color {
        Color::Black => (size.cols(), size.rows()),
        Color::White => (size.rows(), size.cols()),
    };
    let at = |along, across| match color {
        Color::Black => size.at(along, across),
        Color::White => size.at(across, along),
    };
    let inward = usize::from(across > 2);
    (0..along.div_ceil(2))
        .flat_map(|step| [at(step, inward), at(along - 1 - step, across - 1 - inward)])
        .flatten()
        .collect()
}

/// A weight for each feature, and the value of a position as their combination.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weights(pub Features);

impl Weights {
    /// Equal weights for all features: what can be said before anything is learnt.
    pub const EQUAL: Self = Self([1.0; FEATURES]);

    /// The value of a position with these features, from -1 (White wins) to 1 (Black wins): the hyperbolic tangent of the weighted sum.
    #[must_use]
    pub fn value(&self, features: &Features) -> f64 {
        tanh(self.0.iter().zip(features).map(|(weight, feature)| weight * feature).sum())
    }

    /// How the value changes with each weight.
    #[must_use]
    pub fn gradient(&self, features: &Features) -> Features {
        let slope = 1.0 - self.value(features).powi(2);
        features.map(|feature| slope * feature)
    }
}
