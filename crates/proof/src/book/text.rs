//! The text of a book, as the crate `verify` reads it. `docs/explanation/booklet.md` describes it.
//!
//! ```text
//! hexwright book 1
//! board 3x3
//! black b2
//! white
//! to-move white
//! winner black
//! pattern                      patterns are numbered from 1 in their order
//! cell 0,0 AB                  a cell of the region: column, row, and the ends that touch it
//! cell 1,0 AB
//! stones A 1,-1                how the pictures show an end: stones, or an edge
//! edge B 0,1 1,1
//! answer 0,0                   a move, and the parts that remain: number, turn, and shift
//! answer 1,0
//! root 1/0/0,1                 the patterns on the board; c3 before them is the winner's first move
//! check 0123456789abcdef       FNV-1a of all bytes before this line
//! ```

use std::fmt::Write as _;

use super::{Ends, Part, PatternBook, Placement, Point};
use crate::file::{Header, seal};

/// The first line.
const MAGIC: &str = "hexwright book 1";

/// A book as text, with its checksum. The reader checks the book.
#[must_use]
pub fn book_text(book: &PatternBook) -> String {
    let PatternBook { position, winner, first, patterns, root } = book;
    let size = position.size();
    let mut text = Header { position: *position, winner: *winner }.written(MAGIC);
    for pattern in patterns {
        text.push_str("pattern\n");
        for site in &pattern.region {
            let _ =
                writeln!(text, "{}", format!("cell {} {}", point(site.point), letters(site.ends)).trim_end());
        }
        for drawn in &pattern.drawn {
            let kind = if drawn.is_edge { "edge" } else { "stones" };
            let _ = writeln!(text, "{kind} {}{}", letters(Ends(1 << drawn.end)), points(&drawn.points));
        }
        for answer in &pattern.answers {
            let parts: String = answer.parts.iter().map(|part| format!(" {}", part_text(part))).collect();
            let _ = writeln!(text, "answer {}{parts}", point(answer.key));
        }
    }
    let first = first.map(|cell| format!(" {}", size.name(cell))).unwrap_or_default();
    let parts: String = root.iter().map(|part| format!(" {}", part_text(part))).collect();
    let _ = writeln!(text, "root{first}{parts}");
    seal(text)
}

fn point(point: Point) -> String {
    format!("{},{}", point.col, point.row)
}

fn points(points: &[Point]) -> String {
    points.iter().map(|&place| format!(" {}", point(place))).collect()
}

fn letters(ends: Ends) -> String {
    ends.iter().map(|end| char::from(b'A' + end as u8)).collect()
}

fn part_text(part: &Part) -> String {
    let Placement { turn, shift } = part.placement;
    format!("{}/{turn}/{}", part.pattern + 1, point(shift))
}
