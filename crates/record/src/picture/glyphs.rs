//! Lettering as strokes.
//!
//! A machine that makes pictures may have no fonts, and a picture should not depend on which ones it has. So letters,
//! digits and the usual signs are drawn here as lines and arcs of one stroke width, and SVG and PNG look the same
//! everywhere. What the letters say also stands in the SVG's `<title>` and `<desc>`.
//!
//! Glyphs live on a grid: capitals and digits reach from 0 (top) to 100 (base line), small letters begin at 32 and go
//! down to 132. Strokes are written with `M x y`, `L x y`, `C x y x y x y` (Bézier) and `E cx cy rx ry from to`: an
//! elliptic arc between two angles in degrees, clockwise if `to` is greater, joined to what came before by a line.

use std::fmt::Write;

/// Height of capitals and digits on the glyphs' grid.
const CAPITAL: f64 = 100.0;
/// Space between two glyphs on the grid.
const SPACING: f64 = 24.0;
/// Stroke width on the grid.
const STROKE: f64 = 13.5;

/// A glyph: its width on the grid and its strokes.
struct Glyph {
    width: f64,
    strokes: &'static str,
}

const fn glyph(width: f64, strokes: &'static str) -> Glyph {
    Glyph { width, strokes }
}

/// The glyph of a character; signs without one are drawn as an empty box.
fn glyph_of(c: char) -> Glyph {
    match c {
        '0' => glyph(60.0, "E 30 50 28 50 0 360"),
        '1' => glyph(36.0, "M 4 22 L 30 0 L 30 100"),
        '2' => glyph(60.0, "E 30 30 27 30 190 400 L 3 100 L 58 100"),
        '3' => glyph(58.0, "E 29 25 24 25 205 450 E 28 75 29 25 270 515"),
        '4' => glyph(62.0, "M 45 100 L 45 0 L 2 70 L 62 70"),
        '5' => glyph(60.0, "M 54 0 L 14 0 L 8.5 45.4 E 29 68 29 32 225 500"),
        '6' => glyph(60.0, "M 46 0 C 22 16 2 40 2 69 E 30 69 28 31 180 540"),
        '7' => glyph(58.0, "M 2 0 L 56 0 L 20 100"),
        '8' => glyph(60.0, "E 30 24 23 24 90 450 E 30 74 28 26 -90 270"),
        '9' => glyph(60.0, "M 14 100 C 38 84 58 60 58 31 E 30 31 28 31 0 360"),
        'A' => glyph(72.0, "M 0 100 L 36 0 L 72 100 M 13 66 L 59 66"),
        'B' => glyph(62.0, "M 6 50 L 34 50 E 34 75 26 25 -90 90 L 6 100 L 6 0 L 32 0 E 32 25 22 25 -90 90"),
        'C' => glyph(68.0, "E 40 50 38 50 -50 -310"),
        'D' => glyph(70.0, "M 6 0 L 6 100 L 28 100 E 28 50 40 50 90 -90 L 6 0"),
        'E' => glyph(60.0, "M 58 0 L 6 0 L 6 100 L 58 100 M 6 49 L 50 49"),
        'F' => glyph(58.0, "M 56 0 L 6 0 L 6 100 M 6 50 L 48 50"),
        'G' => glyph(78.0, "E 40 50 38 50 -50 -355 L 77 54 L 46 54"),
        'H' => glyph(72.0, "M 6 0 L 6 100 M 66 0 L 66 100 M 6 49 L 66 49"),
        'I' => glyph(12.0, "M 6 0 L 6 100"),
        'J' => glyph(50.0, "M 44 0 L 44 72 E 23 72 21 28 0 170"),
        'K' => glyph(66.0, "M 6 0 L 6 100 M 60 0 L 6 60 M 24 42 L 64 100"),
        'L' => glyph(56.0, "M 6 0 L 6 100 L 54 100"),
        'M' => glyph(88.0, "M 6 100 L 6 0 L 44 66 L 82 0 L 82 100"),
        'N' => glyph(72.0, "M 6 100 L 6 0 L 66 100 L 66 0"),
        'O' => glyph(84.0, "E 42 50 40 50 0 360"),
        'P' => glyph(62.0, "M 6 100 L 6 0 L 34 0 E 34 27 26 27 -90 90 L 6 54"),
        'Q' => glyph(84.0, "E 42 50 40 50 0 360 M 54 74 L 80 106"),
        'R' => glyph(64.0, "M 6 100 L 6 0 L 34 0 E 34 27 26 27 -90 90 L 6 54 M 36 54 L 62 100"),
        'S' => glyph(60.0, "E 31 26 25 26 -35 -270 E 31 76 27 24 -90 150"),
        'T' => glyph(64.0, "M 0 0 L 64 0 M 32 0 L 32 100"),
        'U' => glyph(72.0, "M 6 0 L 6 66 E 36 66 30 34 180 0 L 66 0"),
        'V' => glyph(68.0, "M 0 0 L 34 100 L 68 0"),
        'W' => glyph(96.0, "M 0 0 L 24 100 L 48 14 L 72 100 L 96 0"),
        'X' => glyph(64.0, "M 2 0 L 62 100 M 62 0 L 2 100"),
        'Y' => glyph(64.0, "M 0 0 L 32 50 L 64 0 M 32 50 L 32 100"),
        'Z' => glyph(64.0, "M 4 0 L 60 0 L 2 100 L 62 100"),
        'a' => glyph(64.0, "E 30 66 28 34 0 360 M 58 32 L 58 100"),
        'b' => glyph(64.0, "M 6 -2 L 6 100 M 62 66 E 34 66 28 34 0 360"),
        'c' => glyph(56.0, "E 32 66 29 34 -50 -310"),
        'd' => glyph(64.0, "E 30 66 28 34 0 360 M 58 -2 L 58 100"),
        'e' => glyph(60.0, "M 3 66 L 59 66 E 31 66 28 34 0 -310"),
        'f' => glyph(40.0, "M 42 2 C 26 -6 18 4 18 20 L 18 100 M 2 34 L 38 34"),
        'g' => glyph(64.0, "E 30 66 28 34 0 360 M 58 32 L 58 108 E 31 108 27 24 0 160"),
        'h' => glyph(60.0, "M 6 -2 L 6 100 M 6 60 C 6 42 18 32 31 32 C 46 32 54 42 54 58 L 54 100"),
        'i' => glyph(12.0, "M 6 34 L 6 100 M 6 7 L 6 8"),
        'j' => glyph(22.0, "M 16 34 L 16 112 C 16 126 8 130 -2 128 M 16 7 L 16 8"),
        'k' => glyph(54.0, "M 6 -2 L 6 100 M 48 34 L 6 76 M 22 60 L 52 100"),
        'l' => glyph(12.0, "M 6 -2 L 6 100"),
        'm' => glyph(
            92.0,
            "M 6 32 L 6 100 M 6 58 C 6 42 16 32 27 32 C 40 32 46 42 46 56 L 46 100 \
             M 46 56 C 46 42 56 32 67 32 C 80 32 86 42 86 56 L 86 100",
        ),
        'n' => glyph(60.0, "M 6 32 L 6 100 M 6 60 C 6 42 18 32 31 32 C 46 32 54 42 54 58 L 54 100"),
        'o' => glyph(62.0, "E 31 66 29 34 0 360"),
        'p' => glyph(64.0, "M 6 32 L 6 132 M 62 66 E 34 66 28 34 0 360"),
        'q' => glyph(64.0, "E 30 66 28 34 0 360 M 58 32 L 58 132"),
        'r' => glyph(38.0, "M 6 32 L 6 100 M 6 62 C 6 42 18 32 36 34"),
        's' => glyph(52.0, "E 26 49 20 17 -30 -270 E 26 83 23 17 -90 150"),
        't' => glyph(42.0, "M 18 8 L 18 80 C 18 96 26 102 40 98 M 2 34 L 38 34"),
        'u' => glyph(60.0, "M 6 32 L 6 72 C 6 90 14 100 29 100 C 42 100 54 90 54 72 M 54 32 L 54 100"),
        'v' => glyph(54.0, "M 0 32 L 27 100 L 54 32"),
        'w' => glyph(82.0, "M 0 32 L 20 100 L 41 42 L 62 100 L 82 32"),
        'x' => glyph(52.0, "M 2 32 L 50 100 M 50 32 L 2 100"),
        'y' => glyph(54.0, "M 0 32 L 27 98 M 54 32 L 27 98 C 20 118 14 128 0 128"),
        'z' => glyph(52.0, "M 2 32 L 48 32 L 2 100 L 50 100"),
        ' ' => glyph(24.0, ""),
        '.' => glyph(12.0, "M 6 97 L 6 98"),
        ',' => glyph(14.0, "M 9 96 L 3 114"),
        ':' => glyph(12.0, "M 6 97 L 6 98 M 6 44 L 6 45"),
        ';' => glyph(14.0, "M 9 96 L 3 114 M 8 44 L 8 45"),
        '!' => glyph(12.0, "M 6 0 L 6 66 M 6 97 L 6 98"),
        '?' => glyph(52.0, "E 26 26 24 26 195 430 C 28 60 26 62 26 72 M 26 97 L 26 98"),
        '\'' | '’' | '‘' => glyph(12.0, "M 6 0 L 6 22"),
        '"' | '“' | '”' => glyph(32.0, "M 6 0 L 6 22 M 26 0 L 26 22"),
        '-' | '−' | '–' => glyph(46.0, "M 3 56 L 43 56"),
        '—' => glyph(80.0, "M 3 56 L 77 56"),
        '_' => glyph(60.0, "M 0 110 L 60 110"),
        '+' => glyph(56.0, "M 2 55 L 54 55 M 28 29 L 28 81"),
        '=' => glyph(56.0, "M 2 42 L 54 42 M 2 68 L 54 68"),
        '*' => glyph(56.0, "M 28 22 L 28 80 M 3 36.5 L 53 65.5 M 53 36.5 L 3 65.5"),
        '×' => glyph(48.0, "M 4 36 L 44 76 M 44 36 L 4 76"),
        '/' => glyph(46.0, "M 2 108 L 44 -8"),
        '\\' => glyph(46.0, "M 2 -8 L 44 108"),
        '|' => glyph(12.0, "M 6 -8 L 6 112"),
        '(' => glyph(28.0, "M 26 -10 C -2 20 -2 90 26 120"),
        ')' => glyph(28.0, "M 2 -10 C 30 20 30 90 2 120"),
        '[' => glyph(28.0, "M 26 -10 L 6 -10 L 6 118 L 26 118"),
        ']' => glyph(28.0, "M 2 -10 L 22 -10 L 22 118 L 2 118"),
        '<' => glyph(52.0, "M 50 24 L 4 55 L 50 86"),
        '>' => glyph(52.0, "M 2 24 L 48 55 L 2 86"),
        '#' => glyph(72.0, "M 26 2 L 16 98 M 56 2 L 46 98 M 4 34 L 70 34 M 2 66 L 68 66"),
        '%' => glyph(88.0, "E 18 24 16 22 0 360 M 72 0 L 16 100 M 86 76 E 70 76 16 22 0 360"),
        '&' => glyph(
            76.0,
            "M 74 54 C 68 84 50 100 30 100 C 12 100 2 88 2 74 C 2 44 54 48 54 22 C 54 8 46 0 36 0 \
             C 24 0 17 9 17 20 C 17 42 60 78 76 100",
        ),
        '…' => glyph(76.0, "M 6 97 L 6 98 M 38 97 L 38 98 M 70 97 L 70 98"),
        '°' => glyph(34.0, "E 17 17 15 16 0 360"),
        _ => glyph(60.0, "M 6 0 L 54 0 L 54 100 L 6 100 L 6 0"),
    }
}

/// A line of lettering with its middle at a point.
pub(super) struct Lettering<'a> {
    pub(super) text: &'a str,
    /// The middle, across and down (of capitals; small letters stand on the same line).
    pub(super) middle: (f64, f64),
    /// The height of capitals.
    pub(super) height: f64,
}

impl Lettering<'_> {
    /// The stroke width for this height.
    pub(super) fn stroke(&self) -> f64 {
        self.height / CAPITAL * STROKE
    }

    /// The data of an SVG path.
    pub(super) fn path(&self) -> String {
        let scale = self.height / CAPITAL;
        let mut left = self.middle.0 - width(self.text, self.height) / 2.0;
        let top = self.middle.1 - self.height / 2.0;
        let mut path = String::new();
        for c in self.text.chars() {
            let glyph = glyph_of(c);
            Pen { path: &mut path, left, top, scale, drawing: false }.draw(glyph.strokes);
            left += (glyph.width + SPACING) * scale;
        }
        path
    }
}

/// The width of a line of lettering whose capitals have this height.
pub(super) fn width(text: &str, height: f64) -> f64 {
    let grid: f64 = text.chars().map(|c| glyph_of(c).width + SPACING).sum();
    (grid - SPACING).max(0.0) * height / CAPITAL
}

/// Turns strokes on the grid into SVG path data at a place.
struct Pen<'a> {
    path: &'a mut String,
    left: f64,
    top: f64,
    scale: f64,
    /// Whether a stroke has begun that an arc should join.
    drawing: bool,
}

impl Pen<'_> {
    fn draw(&mut self, strokes: &str) {
        let mut words = strokes.split_ascii_whitespace();
        while let Some(command) = words.next() {
            let mut number = || words.next().and_then(|word| word.parse::<f64>().ok()).unwrap_or(0.0);
            match command {
                "M" => {
                    let (x, y) = (number(), number());
                    self.point('M', x, y);
                }
                "L" => {
                    let (x, y) = (number(), number());
                    self.point('L', x, y);
                }
                "C" => {
                    let points = [(number(), number()), (number(), number()), (number(), number())];
                    self.bezier(points);
                }
                _ => {
                    let (cx, cy, rx, ry) = (number(), number(), number(), number());
                    let (from, to) = (number(), number());
                    self.arc((cx, cy), (rx, ry), (from.to_radians(), to.to_radians()));
                }
            }
        }
    }

    /// Moves to a point or draws a line to it.
    fn point(&mut self, command: char, x: f64, y: f64) {
        let (x, y) = self.place(x, y);
        let _ = write!(self.path, "{command}{x} {y}");
        self.drawing = true;
    }

    fn bezier(&mut self, points: [(f64, f64); 3]) {
        let [a, b, c] = points.map(|(x, y)| self.place(x, y));
        let _ = write!(self.path, "C{} {} {} {} {} {}", a.0, a.1, b.0, b.1, c.0, c.1);
    }

    /// An arc as Bézier curves of at most a quarter each.
    fn arc(&mut self, (cx, cy): (f64, f64), (rx, ry): (f64, f64), (from, to): (f64, f64)) {
        let parts = ((to - from).abs() / std::f64::consts::FRAC_PI_2).ceil().max(1.0);
        let step = (to - from) / parts;
        let reach = 4.0 / 3.0 * (step / 4.0).tan();
        let on = |angle: f64| (cx + rx * angle.cos(), cy + ry * angle.sin());
        let (x, y) = on(from);
        self.point(if self.drawing { 'L' } else { 'M' }, x, y);
        let mut angle = from;
        for _ in 0..parts as usize {
            let (next, (x, y)) = (angle + step, on(angle + step));
            let (x0, y0) = on(angle);
            self.bezier([
                (x0 - reach * rx * angle.sin(), y0 + reach * ry * angle.cos()),
                (x + reach * rx * next.sin(), y - reach * ry * next.cos()),
                (x, y),
            ]);
            angle = next;
        }
    }

    /// A point of the grid in the picture, to a hundredth.
    fn place(&self, x: f64, y: f64) -> (f64, f64) {
        let round = |value: f64| (value * 100.0).round() / 100.0;
        (round(self.left + x * self.scale), round(self.top + y * self.scale))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_digits_and_usual_signs_have_a_glyph() {
        let boxed = glyph_of('\u{1}').strokes;
        for c in ('!'..='~').filter(|c| !matches!(c, '$' | '@' | '^' | '`' | '{' | '}' | '~')) {
            let glyph = glyph_of(c);
            assert!(glyph.strokes != boxed && !glyph.strokes.is_empty(), "{c}");
            for word in glyph.strokes.split_ascii_whitespace() {
                let known = matches!(word, "M" | "L" | "C" | "E") || word.parse::<f64>().is_ok();
                assert!(known, "{c}: {word}");
            }
        }
    }

    #[test]
    fn a_joined_arc_begins_where_the_stroke_is() {
        let letter = |text| Lettering { text, middle: (50.0, 50.0), height: 100.0 }.path();
        assert_eq!(letter("I"), "M50 0L50 100");
        assert!(letter("U").starts_with("M20 0L20 66L20 66C20 84.78"), "{}", letter("U"));
        assert!(width("ab", 100.0) > width("a", 100.0) * 2.0);
    }
}
