//! The booklet: one HTML page that needs nothing else, to read on a screen or to print.

use std::fmt::Write as _;

use board::Color;
use proof::book::{Answer, Part, Pattern, PatternBook, Placement, Point, point_of};

use crate::{
    figure::{Mark, cell_number, svg},
    make::helpers,
    names::name,
};

/// The style of the page: light and dark, and for print each pattern whole.
const STYLE: &str = include_str!("page.css");

/// A book as a page.
#[must_use]
pub fn page(book: &PatternBook) -> String {
    let title = title(book);
    let mut text = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body class=\"{}\">\n<main>\n<h1>{title}</h1>\n",
        book.winner
    );
    introduction(&mut text, book);
    index(&mut text, book);
    for number in 0..book.patterns.len() {
        pattern(&mut text, book, number);
    }
    text.push_str("</main>\n</body>\n</html>\n");
    text
}

fn title(book: &PatternBook) -> String {
    let size = book.position.size();
    let [black, white] = Color::BOTH.map(|color| book.position.stones(color));
    match (black.single(), book.first) {
        (Some(cell), None) if white.is_empty() => {
            format!("How {} wins {size} after {}", colour(book.winner), size.name(cell))
        }
        (_, Some(cell)) if (black | white).is_empty() => {
            format!("How {} wins {size} with {}", colour(book.winner), size.name(cell))
        }
        _ => format!("How {} wins this position on {size}", colour(book.winner)),
    }
}

/// The name of a colour on the page.
const fn colour(color: Color) -> &'static str {
    match color {
        Color::Black => "Red",
        Color::White => "Blue",
    }
}

fn introduction(text: &mut String, book: &PatternBook) {
    let (us, them) = (colour(book.winner), colour(book.winner.opponent()));
    let edges = book.winner.edges();
    let count = book.patterns.len();
    let _ = write!(
        text,
        "<section id=\"how\"><h2>How to play from this booklet</h2>\
        <p>{us} joins {} and {}. The board is covered by local games. Each local game is one of {count} patterns: \
        a <b>region</b> of empty cells, and <b>ends</b> of {us} around it, stones or a piece of edge, lettered A, B, C. \
        Every pattern promises the same: <b>A and B will be joined inside the region, also if {them} moves first there</b>. Further ends \
        (C, D) are stones that help.</p>\
        <ol><li>Start with the board below. It is {}.</li>\
        <li>When {them} plays into the region of a game, look the pattern up and find the picture that lists this cell. Play the stone shown there.</li>\
        <li>The game is now replaced by the smaller games that the picture shows in colour, each with the number of its pattern. \
        Cells that belong to none of them do not matter any more.</li>\
        <li>When {them} plays outside all regions, nothing is in danger: play anywhere.</li>\
        <li>When no game is left, the edges are joined.</li></ol>\
        <p>A pattern may lie turned or mirrored. What counts are the cells and what they touch: wherever the same cells are empty and \
        touch A and B as drawn, it is this pattern. An end may be a stone, a chain, an edge, or several of these that other games \
        join. So a bridge to the edge is a bridge. The drawn stones are an example; more touching never hurts.</p>",
        edges[0],
        edges[1],
        games(&book.root),
    );
    let _ = writeln!(
        text,
        "<figure>{}<figcaption>The start: {}.</figcaption></figure></section>",
        start(book),
        games(&book.root)
    );
}

/// The games at the start, in words.
fn games(root: &[Part]) -> String {
    let names: Vec<String> = root.iter().map(|part| link(part.pattern)).collect();
    match names.as_slice() {
        [one] => format!("one game, pattern {one}"),
        more => format!("{} games, patterns {}", more.len(), more.join(" and ")),
    }
}

/// The board with the first games.
fn start(book: &PatternBook) -> String {
    let size = book.position.size();
    let mut marks: Vec<Mark> = Vec::new();
    for cell in size.iter() {
        let point = point_of(cell, size);
        let name = size.name(cell).to_string();
        let game = book.root.iter().position(|part| {
            book.patterns
                .get(part.pattern)
                .is_some_and(|pattern| pattern.placed(part.placement).any(|own| own == point))
        });
        let is_ours = book.position.stones(book.winner).contains(cell) || book.first == Some(cell);
        marks.push(match (is_ours, book.position.at(cell), game) {
            (true, ..) => Mark::stone(point, "ours", name),
            (_, Some(_), _) => Mark::stone(point, "theirs", name),
            (_, None, Some(game)) => Mark::cell(point, format!("part{}", game % 6), name),
            _ => Mark::cell(point, "plain", name),
        });
    }
    for edge in book.winner.edges() {
        marks.extend(outside(book, edge).into_iter().map(|point| Mark::cell(point, "edge", "")));
    }
    svg(&marks, &format!("The board of {size} at the start"))
}

/// The points just beyond an edge of the board.
fn outside(book: &PatternBook, edge: board::Edge) -> Vec<Point> {
    let size = book.position.size();
    let (cols, rows) = (size.cols() as i16, size.rows() as i16);
    match edge {
        board::Edge::Top => (0..=cols).map(|col| Point { col, row: -1 }).collect(),
        board::Edge::Bottom => (-1..cols).map(|col| Point { col, row: rows }).collect(),
        board::Edge::Left => (0..=rows).map(|row| Point { col: -1, row }).collect(),
        board::Edge::Right => (-1..rows).map(|row| Point { col: cols, row }).collect(),
    }
}

fn index(text: &mut String, book: &PatternBook) {
    text.push_str("<nav aria-labelledby=\"index\"><h2 id=\"index\">The patterns, small ones first</h2><ol class=\"index\">");
    for (number, pattern) in book.patterns.iter().enumerate() {
        let name = name(pattern).map(|name| format!(" <b>{name}</b>")).unwrap_or_default();
        let _ = write!(
            text,
            "<li><a href=\"#p{n}\"><span>{n}{name}</span>{}</a></li>",
            svg(&marks(pattern, false), &format!("Pattern {}", number + 1)),
            n = number + 1,
        );
    }
    text.push_str("</ol></nav>\n");
}

fn pattern(text: &mut String, book: &PatternBook, number: usize) {
    let Some(own) = book.patterns.get(number) else { return };
    let heading = match name(own) {
        Some(name) => format!("{}: the {name}", number + 1),
        None => format!("{}", number + 1),
    };
    let cells = own.region.len();
    let help = match helpers(own) {
        0 => String::new(),
        1 => ", with the help of C".to_string(),
        more => format!(", with the help of C to {}", char::from(b'B' + more as u8)),
    };
    let _ = write!(
        text,
        "<section class=\"pattern\" id=\"p{n}\"><h2>Pattern {heading}</h2><div class=\"row\"><figure class=\"main\">{}<figcaption>{cells} cells join A and B{help}.{}</figcaption></figure>",
        svg(&marks(own, true), &format!("Pattern {heading}: {cells} numbered cells between A and B")),
        used_in(book, number),
        n = number + 1,
    );
    // Each intrusion is listed once, with the answer that needs the fewest cells.
    let used: Vec<Vec<Point>> =
        own.answers.iter().map(|answer| book.used(answer, Placement::IDENTITY)).collect();
    let mut against: Vec<Vec<usize>> = vec![Vec::new(); own.answers.len()];
    for site in &own.region {
        let good = (0..used.len()).filter(|&answer| !used[answer].contains(&site.point));
        if let Some(answer) = good.min_by_key(|&answer| used[answer].len()) {
            against[answer].extend(cell_number(&own.region, site.point));
        }
    }
    for ((answer, cells), used) in own.answers.iter().zip(&against).zip(&used) {
        if !cells.is_empty() {
            self::answer(text, book, own, answer, cells, used);
        }
    }
    text.push_str("</div></section>\n");
}

fn used_in(book: &PatternBook, number: usize) -> String {
    let uses = |pattern: &Pattern| {
        pattern.answers.iter().any(|answer| answer.parts.iter().any(|part| part.pattern == number))
    };
    let users: Vec<String> =
        (0..book.patterns.len()).filter(|&other| uses(&book.patterns[other])).map(link).collect();
    if users.is_empty() { String::new() } else { format!(" Part of {}.", users.join(", ")) }
}

fn answer(
    text: &mut String,
    book: &PatternBook,
    own: &Pattern,
    answer: &Answer,
    against: &[usize],
    used: &[Point],
) {
    let mut marks: Vec<Mark> = Vec::new();
    let part_at = |point: Point| {
        answer.parts.iter().position(|part| {
            book.patterns
                .get(part.pattern)
                .is_some_and(|pattern| pattern.placed(part.placement).any(|own| own == point))
        })
    };
    for site in &own.region {
        let number = cell_number(&own.region, site.point).unwrap_or_default();
        marks.push(if site.point == answer.key {
            Mark { class: "key".to_string(), ..Mark::stone(site.point, "ours", "✶") }
        } else if let Some(part) = part_at(site.point) {
            let shown = answer.parts.get(part).map_or(0, |part| part.pattern + 1);
            Mark::cell(site.point, format!("part{}", part % 6), shown.to_string())
        } else {
            let hit = against.contains(&number) && !used.contains(&site.point);
            Mark::cell(site.point, if hit { "hit" } else { "plain" }, if hit { "✕" } else { "" })
        });
    }
    ends(own, &mut marks);
    let list = against.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
    let key = cell_number(&own.region, answer.key).unwrap_or_default();
    let remain = match answer.parts.as_slice() {
        [] => "A and B are joined".to_string(),
        parts => format!(
            "continues as {}",
            parts.iter().map(|part: &Part| link(part.pattern)).collect::<Vec<_>>().join(" and ")
        ),
    };
    let label = format!("Against {list} play {key}");
    let _ = write!(
        text,
        "<figure>{}<figcaption>Against {list}: play <b>{key}</b>; {remain}.</figcaption></figure>",
        svg(&marks, &label)
    );
}

/// A pattern's cells and ends.
fn marks(pattern: &Pattern, numbered: bool) -> Vec<Mark> {
    let mut marks: Vec<Mark> = pattern
        .region
        .iter()
        .enumerate()
        .map(|(index, site)| {
            Mark::cell(site.point, "cell", if numbered { (index + 1).to_string() } else { String::new() })
        })
        .collect();
    ends(pattern, &mut marks);
    marks
}

fn ends(pattern: &Pattern, marks: &mut Vec<Mark>) {
    for drawn in &pattern.drawn {
        let letter = char::from(b'A' + drawn.end as u8).to_string();
        for &point in &drawn.points {
            marks.push(match drawn.is_edge {
                true => Mark::cell(point, "edge", letter.clone()),
                false => Mark::stone(point, "ours", letter.clone()),
            });
        }
    }
}

fn link(pattern: usize) -> String {
    format!("<a href=\"#p{n}\">{n}</a>", n = pattern + 1)
}
