//! A picture of how much each empty cell matters.

use board::{Cell, Position};
use record::{HeatMap, Picture};

/// Shows the stones, a `*` on each best cell, and on the other empty cells a digit: tenths of the way from the least to
/// the greatest value. Where there is colour, the cells have it too.
pub(crate) fn picture(position: &Position, name: &str, values: &[(Cell, f64)], best: &[Cell]) -> Picture {
    // Six decimals are enough for a legend.
    let rounded = values.iter().map(|&(cell, value)| (cell, (value * 1e6).round() / 1e6)).collect();
    let heat = HeatMap { values: rounded, name: Some(name.to_owned()), written: false };
    let mut picture = Picture::new(*position);
    for &(cell, value) in values {
        let tenths = (10.0 * heat.share(value)).clamp(0.0, 9.0) as u32;
        let digit = if best.contains(&cell) { "*".to_owned() } else { tenths.to_string() };
        picture.labels.insert(cell, digit);
    }
    picture.heat = Some(heat);
    picture.caption = Some("* best; 0 to 9: tenths of the way from the least to the greatest".to_owned());
    picture
}

#[cfg(test)]
mod tests {
    use record::TextStyle;

    use super::*;

    #[test]
    fn draws_digits_between_the_extremes() {
        let position = board::parse_diagram("B . .\n . W B").unwrap();
        let cells = ["b1", "c1", "a2"].map(|name| position.size().cell(name).unwrap());
        let values = [(cells[0], 0.25), (cells[1], 0.5), (cells[2], 0.75)];
        let drawn = picture(&position, "critical", &values, &cells[2..]).text(TextStyle::Plain);
        for part in ["1 B 0 5", "2 * W B", "critical: 0.25 to 0.75"] {
            assert!(drawn.contains(part), "{part} is not in\n{drawn}");
        }
    }
}
