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

use board::{BoardSize, Cell, CellSet, Color, Position};

use super::{Answer, Book, BookError, Drawn, Ends, Part, Pattern, Placement, Point, Site, check_book};
use crate::strategy::{bytes_sum, sealed};

/// The first line.
const MAGIC: &str = "hexwright book 1";

/// A book as text, with its check sum. Whoever reads it checks it.
#[must_use]
pub fn book_text(book: &Book) -> String {
    let Book { position, winner, first, patterns, root } = book;
    let size = position.size();
    let stones = |color: Color| {
        let names = position.stones(color).iter().map(|cell| format!(" {}", size.name(cell)));
        format!("{color}{}", names.collect::<String>())
    };
    let mut text = format!(
        "{MAGIC}\nboard {size}\n{}\n{}\nto-move {}\nwinner {winner}\n",
        stones(Color::Black),
        stones(Color::White),
        position.to_move()
    );
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
    sealed(text)
}

/// Reads a book and checks everything that it claims.
///
/// # Errors
/// [`BookError`] with the first line or pattern that is wrong.
pub fn read_book(text: &str) -> Result<Book, BookError> {
    let (found, expected) = bytes_sum(text).ok_or_else(|| {
        bad(text.lines().count(), text.lines().last().unwrap_or_default(), "'check' and the sum as last line")
    })?;
    if found != expected {
        return Err(BookError::CheckSum { found, expected });
    }
    let mut reader = Reader { lines: text.lines().collect(), next: 0 };
    let (position, winner) = reader.header()?;
    let mut patterns = Vec::new();
    while reader.peek() == Some("pattern") {
        reader.next += 1;
        patterns.push(reader.pattern()?);
    }
    let (first, root) = reader.root(position.size())?;
    reader.field("check", "'check' after 'root'")?;
    if reader.peek().is_some() {
        return Err(reader.wrong("the end of the file"));
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

    fn wrong(&self, expected: &str) -> BookError {
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

    fn field(&mut self, name: &str, expected: &str) -> Result<&'a str, BookError> {
        self.try_field(name).ok_or_else(|| self.wrong(expected))
    }

    /// What the line before this one should have been.
    fn refused(&self, expected: &str) -> BookError {
        bad(self.next, self.lines.get(self.next.saturating_sub(1)).unwrap_or(&""), expected)
    }

    fn header(&mut self) -> Result<(Position, Color), BookError> {
        if self.peek() != Some(MAGIC) {
            return Err(self.wrong(&format!("'{MAGIC}'")));
        }
        self.next += 1;
        let size = self.field("board", "'board' and a size such as 7x7")?;
        let size: BoardSize = size.parse().map_err(|_| self.refused("'board' and a size such as 7x7"))?;
        let mut stones = [CellSet::EMPTY; 2];
        for color in Color::BOTH {
            let names = self.field(&color.to_string(), "'black' or 'white' and their stones")?;
            let cells = size.cells_named(names).map_err(|_| self.refused("cells of the board"))?;
            stones[color.index()] = cells.into_iter().collect();
        }
        let to_move = self.field("to-move", "'to-move' and a colour")?;
        let to_move = to_move.parse().map_err(|_| self.refused("'to-move' and a colour"))?;
        let winner = self.field("winner", "'winner' and a colour")?;
        let winner = winner.parse().map_err(|_| self.refused("'winner' and a colour"))?;
        let position = Position::with_stones(size, stones[0], stones[1], to_move)
            .map_err(|error| BookError::Root(error.to_string()))?;
        Ok((position, winner))
    }

    fn pattern(&mut self) -> Result<Pattern, BookError> {
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

    fn root(&mut self, size: BoardSize) -> Result<(Option<Cell>, Vec<Part>), BookError> {
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

fn bad(line: usize, found: &str, expected: &str) -> BookError {
    let short: String = found.chars().take(24).map(|c| if c.is_control() { '?' } else { c }).collect();
    BookError::Line { line, found: format!("'{short}'"), expected: expected.to_string() }
}
