//! A board drawn with a digit for how much each empty cell matters.

use std::fmt::Write;

use board::{Cell, Position};

/// Draws the stones, a `*` for each best cell, and for the other empty cells a digit: tenths of the way from the least
/// to the greatest value.
pub(crate) fn draw(position: &Position, values: &[(Cell, f64)], best: &[Cell]) -> String {
    let size = position.size();
    let least = values.iter().map(|&(_, value)| value).fold(f64::INFINITY, f64::min);
    let greatest = values.iter().map(|&(_, value)| value).fold(f64::NEG_INFINITY, f64::max);
    let symbol = |cell: Cell| -> char {
        if let Some(color) = position.at(cell) {
            return color.letter();
        }
        if best.contains(&cell) {
            return '*';
        }
        let value = values.iter().find(|&&(other, _)| other == cell).map_or(least, |&(_, value)| value);
        let tenths = if greatest > least { 10.0 * (value - least) / (greatest - least) } else { 0.0 };
        char::from(b'0' + (tenths as u8).min(9))
    };
    let mut drawing = String::from("    ");
    for col in 0..size.cols() {
        let _ = write!(drawing, "{} ", char::from(b'a' + col as u8));
    }
    for row in 0..size.rows() {
        let _ = write!(drawing, "\n{}{:>2}  ", " ".repeat(row), row + 1);
        for col in 0..size.cols() {
            let cell = size.at(col, row).expect("column and row are on the board");
            let _ = write!(drawing, "{} ", symbol(cell));
        }
    }
    let lines: Vec<&str> = drawing.lines().map(str::trim_end).collect();
    format!(
        "{}\n\n* best; 0 to 9: from the least ({least:.6}) to the greatest value ({greatest:.6})",
        lines.join("\n")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_digits_between_the_extremes() {
        let position = board::parse_diagram("B .\n . W").unwrap();
        let [b1, a2] = ["b1", "a2"].map(|name| position.size().cell(name).unwrap());
        assert_eq!(
            draw(&position, &[(b1, 0.25), (a2, 0.75)], &[a2]),
            "    a b\n 1  B 0\n  2  * W\n\n* best; 0 to 9: from the least (0.250000) to the greatest value (0.750000)"
        );
    }
}
