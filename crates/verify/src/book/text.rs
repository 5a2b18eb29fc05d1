//! The text of a book: lines in, lines out. `docs/booklet.md` describes it.
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

use board::{BoardSize, Cell};

use super::{Answer, Book, BookError, Drawn, Ends, Part, Pattern, Placement, Point, Site, check_book};
use crate::file::{FileError, Header, bad, check_bytes, seal};

/// The first line.
const MAGIC: &str = "hexwright book 1";

/// A book as text, with its check sum. Whoever reads it checks it.
#[must_use]
pub fn book_text(book: &Book) -> String {
    let Book { position, winner, first, patterns, root } = book;
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

/// Reads a book and checks everything that it claims.
///
/// # Errors
/// [`BookError`] with the first line or pattern that is wrong.
pub fn read_book(text: &str) -> Result<Book, BookError> {
    check_bytes(text)?;
    let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line));
    let Header { position, winner } = Header::read(MAGIC, &mut lines)?;
    let mut reader = Reader { lines: text.lines().collect(), next: Header::LINES };
    let mut patterns = Vec::new();
    while reader.peek() == Some("pattern") {
        reader.next += 1;
        patterns.push(reader.pattern()?);
    }
    let (first, root) = reader.root(position.size())?;
    reader.field("check", "'check' after 'root'")?;
    if reader.peek().is_some() {
        return Err(reader.wrong("the end of the file").into());
    }
    let book = Book { position, winner, first, patterns, root };
    check_book(&book)?;
    Ok(book)
}

struct Reader<'a> {
    lines: Vec<&'a str>,
    next: usize,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<&'a str> {
        self.lines.get(self.next).copied()
    }

    fn wrong(&self, expected: &str) -> FileError {
        bad(self.next + 1, self.peek().unwrap_or("the end of the file"), expected)
    }

    /// The rest of the next line, if it begins with this word.
    fn try_field(&mut self, name: &str) -> Option<&'a str> {
        let rest = self.peek()?.strip_prefix(name)?;
        (rest.is_empty() || rest.starts_with(' ')).then(|| {
            self.next += 1;
            rest.trim()
        })
    }

    fn field(&mut self, name: &str, expected: &str) -> Result<&'a str, FileError> {
        self.try_field(name).ok_or_else(|| self.wrong(expected))
    }

    /// What the line before this one should have been.
    fn refused(&self, expected: &str) -> FileError {
        bad(self.next, self.lines.get(self.next.saturating_sub(1)).unwrap_or(&""), expected)
    }

    fn pattern(&mut self) -> Result<Pattern, FileError> {
        let mut pattern = Pattern { region: Vec::new(), drawn: Vec::new(), answers: Vec::new() };
        while let Some(rest) = self.try_field("cell") {
            let (place, ends) = rest.split_once(' ').unwrap_or((rest, ""));
            let site = read_point(place).zip(read_letters(ends));
            let (point, ends) = site.ok_or_else(|| self.refused("'cell', a column and a row, and ends"))?;
            pattern.region.push(Site { point, ends });
        }
        loop {
            let is_edge = match self.peek() {
                Some(line) if line.starts_with("stones ") => false,
                Some(line) if line.starts_with("edge ") => true,
                _ => break,
            };
            let rest = self.field(if is_edge { "edge" } else { "stones" }, "an end and its points")?;
            let drawn = read_drawn(rest).ok_or_else(|| self.refused("an end and its points"))?;
            pattern.drawn.push(Drawn { is_edge, ..drawn });
        }
        while let Some(rest) = self.try_field("answer") {
            let answer = read_answer(rest)
                .ok_or_else(|| self.refused("'answer', a move and parts such as 3/0/1,2"))?;
            pattern.answers.push(answer);
        }
        Ok(pattern)
    }

    fn root(&mut self, size: BoardSize) -> Result<(Option<Cell>, Vec<Part>), FileError> {
        let expected = "'root', the first move where the winner is to move, and parts such as 3/0/1,2";
        let mut words = self.field("root", expected)?.split_whitespace().peekable();
        let first = words.peek().and_then(|word| size.cell(word).ok());
        if first.is_some() {
            words.next();
        }
        let parts: Option<Vec<Part>> = words.map(read_part).collect();
        Ok((first, parts.ok_or_else(|| self.refused(expected))?))
    }
}

fn point(point: Point) -> String {
    format!("{},{}", point.col, point.row)
}

fn points(points: &[Point]) -> String {
    points.iter().map(|&place| format!(" {}", point(place))).collect()
}

fn letters(ends: Ends) -> String {
    ends.iter().map(super::check::letter).collect()
}

fn part_text(part: &Part) -> String {
    let Placement { turn, shift } = part.placement;
    format!("{}/{turn}/{}", part.pattern + 1, point(shift))
}

/// Points of patterns stay near the origin, so that no sum of them overflows.
fn read_point(text: &str) -> Option<Point> {
    let number = |text: &str| text.parse::<i16>().ok().filter(|number| (-99..=99).contains(number));
    let (col, row) = text.split_once(',')?;
    Some(Point { col: number(col)?, row: number(row)? })
}

fn read_letters(text: &str) -> Option<Ends> {
    text.bytes().try_fold(Ends(0), |ends, byte| {
        let end = byte.checked_sub(b'A').filter(|&end| usize::from(end) < Ends::MOST)?;
        Some(Ends(ends.0 | 1 << end))
    })
}

fn read_drawn(text: &str) -> Option<Drawn> {
    let mut words = text.split_whitespace();
    let ends = read_letters(words.next()?).filter(|ends| ends.0.count_ones() == 1)?;
    let points = words.map(read_point).collect::<Option<_>>()?;
    Some(Drawn { end: ends.iter().next()?, is_edge: false, points })
}

fn read_answer(text: &str) -> Option<Answer> {
    let mut words = text.split_whitespace();
    let key = read_point(words.next()?)?;
    Some(Answer { key, parts: words.map(read_part).collect::<Option<_>>()? })
}

fn read_part(text: &str) -> Option<Part> {
    let mut fields = text.splitn(3, '/');
    let pattern = fields.next()?.parse::<usize>().ok()?.checked_sub(1)?;
    let turn = fields.next()?.parse().ok().filter(|turn| *turn < Placement::TURNS)?;
    let shift = read_point(fields.next()?)?;
    Some(Part { pattern, placement: Placement { turn, shift } })
}
