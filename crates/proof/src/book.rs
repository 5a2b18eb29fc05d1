//! Books of local patterns: a winning strategy divided so that a person can read it.
//!
//! [`verify::pattern`] says what a pattern is, and `verify` judges books. Here are the book as players and writers
//! see it, its text, and the book at play. `docs/explanation/booklet.md` describes the file.

mod local;
mod text;

pub use local::{LocalGame, LocalGames, LocalReply};
pub use text::book_text;
pub use verify::pattern::{Answer, Drawn, Ends, Part, Pattern, Placement, Point, Site};

use board::{BoardSize, Cell, Color, Position};
use verify::{Budget, Earlier, Refusal};

use crate::{
    file::Header,
    kernel::{Court, cell},
};

/// The point of a cell.
#[must_use]
pub const fn point_of(cell: Cell, size: BoardSize) -> Point {
    Point { col: cell.col(size) as i16, row: cell.row(size) as i16 }
}

/// The cell at a point, if the board has one.
#[must_use]
pub fn cell_at(point: Point, size: BoardSize) -> Option<Cell> {
    size.at(usize::try_from(point.col).ok()?, usize::try_from(point.row).ok()?)
}

/// A book: patterns, and how they win a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatternBook {
    /// The position that is won.
    pub position: Position,
    /// By whom.
    pub winner: Color,
    /// The winner's first move, where the winner is to move.
    pub first: Option<Cell>,
    /// The patterns; parts of a pattern come before it.
    pub patterns: Vec<Pattern>,
    /// The patterns on the board that join the winner's edges, after the first move.
    pub root: Vec<Part>,
}

impl PatternBook {
    /// The cells that a part and an answer of it use, the key included.
    pub fn used(&self, answer: &Answer, placement: Placement) -> Vec<Point> {
        let parts = answer.parts.iter().flat_map(|part| {
            let placement = placement.after(part.placement);
            self.patterns.get(part.pattern).into_iter().flat_map(move |pattern| pattern.placed(placement))
        });
        std::iter::once(placement.apply(answer.key)).chain(parts).collect()
    }
}

/// Has a book judged, and everything that it claims.
///
/// # Errors
/// [`Refusal`] with the first line that cannot be read or the first pattern that does not hold.
pub fn read_book(text: &str) -> Result<PatternBook, Refusal> {
    read_book_within(text, Budget::UNLIMITED)
}

/// Has a book judged as [`read_book`] does, within a budget of work.
///
/// # Errors
/// [`Refusal`], also where the work goes beyond the budget.
pub fn read_book_within(text: &str, budget: Budget) -> Result<PatternBook, Refusal> {
    let verify::Book { header, first, patterns, root } = verify::check_book(text.as_bytes(), budget)?;
    let Header { position, winner } = header.into();
    Ok(PatternBook { position, winner, first: first.map(cell), patterns, root })
}

/// Has a book judged by its text.
///
/// # Errors
/// [`Refusal`] as for [`read_book`].
pub fn check_book(book: &PatternBook) -> Result<(), Refusal> {
    read_book(&book_text(book)).map(|_| ())
}

/// Whether patterns on a board, the loser to move, join the winner's edges.
fn check_parts(
    position: &Position,
    winner: Color,
    parts: &[Part],
    patterns: &[Pattern],
) -> Result<(), String> {
    let court = Court::new(position.size(), winner);
    let mut budget = Budget::UNLIMITED;
    let mut earlier = Earlier { patterns, budget: &mut budget };
    verify::judge_parts(&court.graph, court.position(position), parts, &mut earlier)
}
