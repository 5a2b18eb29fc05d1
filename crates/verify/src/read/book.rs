//! The text of a book, see `docs/explanation/booklet.md`.

use super::{Lines, cell, number, words};
use crate::{
    budget::Budget,
    graph::Graph,
    pattern::{Answer, Book, Drawn, Ends, Part, Pattern, Placement, Point, Site},
    refusal::Refusal,
};

/// The first line.
const MAGIC: &str = "hexwright book 1";

/// The most cells of a region: those of the largest board.
const MOST_CELLS: usize = 361;

/// Reads all lines of a book but the check sum.
pub(crate) fn read_book(text: &str, budget: &mut Budget) -> Result<(Book, Graph), Refusal> {
    let mut lines = Lines::new(text, *budget);
    let (_, header, graph) = lines.header(&[MAGIC])?;
    let mut patterns = Vec::new();
    while let Some(rest) = lines.next_if("pattern")? {
        if !rest.is_empty() {
            return Err(lines.bad(rest, "the end of the line after 'pattern'"));
        }
        patterns.push(read_pattern(&mut lines)?);
    }
    let expected = "'root', the first move where the winner is to move, and parts such as 3/0/1,2";
    let line = lines.next(expected)?;
    let rest = line.strip_prefix("root").ok_or_else(|| lines.bad(line, expected))?;
    let mut words = words(rest).ok_or_else(|| lines.bad(line, expected))?.peekable();
    let first = words.peek().and_then(|word| cell(&graph, word));
    let root = words.skip(usize::from(first.is_some())).map(part).collect::<Option<_>>();
    let root = root.ok_or_else(|| lines.bad(line, expected))?;
    if !lines.is_at_end() {
        return Err(lines.bad("another line", "'check' after 'root'"));
    }
    *budget = lines.budget;
    Ok((Book { header, first, patterns, root }, graph))
}

fn read_pattern(lines: &mut Lines<'_>) -> Result<Pattern, Refusal> {
    let mut pattern = Pattern { region: Vec::new(), drawn: Vec::new(), answers: Vec::new() };
    while let Some(rest) = lines.next_if("cell")? {
        let site = words(rest).and_then(|mut words| {
            let site =
                Site { point: point(words.next()?)?, ends: words.next().map_or(Some(Ends(0)), letters)? };
            words.next().is_none().then_some(site)
        });
        if pattern.region.len() == MOST_CELLS {
            return Err(lines.bad(rest, "at most 361 cells in a region"));
        }
        pattern.region.push(site.ok_or_else(|| lines.bad(rest, "a column, a row and ends, such as 0,1 AB"))?);
    }
    loop {
        let (is_edge, rest) = match lines.next_if("stones")? {
            Some(rest) => (false, rest),
            None => match lines.next_if("edge")? {
                Some(rest) => (true, rest),
                None => break,
            },
        };
        let drawn = words(rest).and_then(|mut words| {
            let ends = letters(words.next()?).filter(|ends| ends.0.count_ones() == 1)?;
            Some(Drawn {
                end: ends.iter().next()?,
                is_edge,
                points: words.map(point).collect::<Option<_>>()?,
            })
        });
        pattern.drawn.push(drawn.ok_or_else(|| lines.bad(rest, "an end and its points, such as A 1,0"))?);
    }
    while let Some(rest) = lines.next_if("answer")? {
        let answer = words(rest).and_then(|mut words| {
            Some(Answer { key: point(words.next()?)?, parts: words.map(part).collect::<Option<_>>()? })
        });
        pattern.answers.push(answer.ok_or_else(|| lines.bad(rest, "a move and parts such as 3/0/1,2"))?);
    }
    Ok(pattern)
}

/// Points of patterns stay near the origin, so that no sum of them overflows.
fn point(text: &str) -> Option<Point> {
    let coordinate = |text: &str| {
        let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
        let size = number(digits).filter(|&size| size <= 99 && (size > 0 || sign > 0))?;
        Some(sign * size as i16)
    };
    let (col, row) = text.split_once(',')?;
    Some(Point { col: coordinate(col)?, row: coordinate(row)? })
}

/// Ends in the order of the alphabet.
fn letters(text: &str) -> Option<Ends> {
    let ends = text.bytes().try_fold(0u8, |ends, byte| {
        let end = byte.checked_sub(b'A').filter(|&end| usize::from(end) < Ends::MOST)?;
        (u32::from(ends) >> end == 0).then_some(ends | 1 << end)
    })?;
    (ends != 0).then_some(Ends(ends))
}

fn part(text: &str) -> Option<Part> {
    let mut fields = text.splitn(3, '/');
    let pattern = number(fields.next()?)?.checked_sub(1)?;
    let turn = number(fields.next()?).filter(|&turn| turn < usize::from(Placement::TURNS))? as u8;
    Some(Part { pattern, placement: Placement { turn, shift: point(fields.next()?)? } })
}
