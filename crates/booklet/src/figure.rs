//! Pictures of patterns: pieces of a board as SVG. Colours are classes, so that the page decides on light and dark.

use std::fmt::Write as _;

use proof::book::{Point, Site};

/// From the middle of a cell to a corner.
const RADIUS: f64 = 17.0;
const COLUMN: f64 = RADIUS * 1.732_050_807_568_877_2;
const ROW: f64 = RADIUS * 1.5;

/// The look of a cell of a picture.
#[derive(Debug, Clone)]
pub(crate) struct Mark {
    pub(crate) point: Point,
    /// A class of the page's style: `cell`, `edge`, `part0` to `part5`, `hit`, `plain`.
    pub(crate) class: String,
    /// A stone of the winner or the loser.
    pub(crate) stone: Option<&'static str>,
    pub(crate) text: String,
}

impl Mark {
    pub(crate) fn cell(point: Point, class: impl Into<String>, text: impl Into<String>) -> Self {
        Self { point, class: class.into(), stone: None, text: text.into() }
    }

    pub(crate) fn stone(point: Point, stone: &'static str, text: impl Into<String>) -> Self {
        Self { point, class: "plain".to_string(), stone: Some(stone), text: text.into() }
    }
}

/// A picture of marked cells, with a description for those who do not see it.
pub(crate) fn svg(marks: &[Mark], label: &str) -> String {
    let at = |point: Point| {
        let (col, row) = (f64::from(point.col), f64::from(point.row));
        (COLUMN * (col + row / 2.0), ROW * row)
    };
    let places: Vec<(f64, f64)> = marks.iter().map(|mark| at(mark.point)).collect();
    let least = |pick: fn(&(f64, f64)) -> f64| places.iter().map(pick).fold(f64::INFINITY, f64::min);
    let most = |pick: fn(&(f64, f64)) -> f64| places.iter().map(pick).fold(f64::NEG_INFINITY, f64::max);
    let (left, top) = (least(|p| p.0) - RADIUS - 1.0, least(|p| p.1) - RADIUS - 1.0);
    let (width, height) = (most(|p| p.0) + RADIUS + 1.0 - left, most(|p| p.1) + RADIUS + 1.0 - top);
    let mut text = format!(
        "<svg role=\"img\" aria-label=\"{label}\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"{left:.1} {top:.1} {width:.1} {height:.1}\">"
    );
    // One outline for all cells of a class: half the length of a page is hexagons.
    let (half, quarter) = (COLUMN / 2.0, RADIUS / 2.0);
    let hexagon =
        format!("l{half:.1} {quarter:.1}v{RADIUS}l-{half:.1} {quarter:.1}-{half:.1}-{quarter:.1}v-{RADIUS}z");
    let mut outlines: Vec<(&str, String)> = Vec::new();
    for (mark, (x, y)) in marks.iter().zip(&places) {
        let cell = format!("M{x:.1} {:.1}{hexagon}", y - RADIUS);
        match outlines.iter_mut().find(|(class, _)| *class == mark.class) {
            Some((_, outline)) => outline.push_str(&cell),
            None => outlines.push((&mark.class, cell)),
        }
    }
    for (class, outline) in outlines {
        let _ = write!(text, "<path class=\"{class}\" d=\"{outline}\"/>");
    }
    for (mark, (x, y)) in marks.iter().zip(&places) {
        if let Some(stone) = mark.stone {
            let _ = write!(
                text,
                "<circle class=\"{stone}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\"/>",
                RADIUS * 0.72
            );
        }
        if !mark.text.is_empty() {
            let class = if mark.stone.is_some() || mark.class == "edge" { " class=\"on\"" } else { "" };
            let _ = write!(text, "<text{class} x=\"{x:.1}\" y=\"{:.1}\">{}</text>", y + 4.5, mark.text);
        }
    }
    text.push_str("</svg>");
    text
}

/// The number of a cell in its pattern's pictures, from 1 in reading order.
pub(crate) fn cell_number(region: &[Site], point: Point) -> Option<usize> {
    region.iter().position(|site| site.point == point).map(|index| index + 1)
}
