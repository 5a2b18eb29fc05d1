//! Patterns that Hex players have names for.

use proof::book::{Ends, Pattern, Point, Site};

use crate::shape::Shape;

/// Column, row and ends.
type Cell = (i16, i16, u8);

/// The name of a pattern, where players have one.
#[must_use]
pub fn name(pattern: &Pattern) -> Option<&'static str> {
    let (shape, _) = Shape::of(&pattern.region);
    let known: [(&str, &[Cell]); 3] = [
        ("bridge", &[(0, 0, 3), (1, 0, 3)]),
        ("ziggurat", &ZIGGURAT),
        ("trapezoid", &[(0, 0, 1), (1, 0, 1), (-1, 1, 2), (0, 1, 2), (1, 1, 2)]),
    ];
    known.into_iter().find_map(|(name, cells)| (Shape::of(&sites(cells)).0 == shape).then_some(name))
}

/// A stone in the third row, whose cell is left out, above rows of two, three and four cells.
const ZIGGURAT: [Cell; 8] =
    [(1, 0, 1), (-1, 1, 1), (0, 1, 1), (1, 1, 0), (-2, 2, 2), (-1, 2, 2), (0, 2, 2), (1, 2, 2)];

fn sites(cells: &[Cell]) -> Vec<Site> {
    cells.iter().map(|&(col, row, ends)| Site { point: Point { col, row }, ends: Ends(ends) }).collect()
}
