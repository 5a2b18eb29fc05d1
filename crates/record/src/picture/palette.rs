//! The colours of pictures.
//!
//! Red and blue are told apart by every common kind of colour vision, and these two also by brightness, so that a grey
//! print still shows whose stone is whose (a test checks both). Tints are light enough for dark lettering.

use board::Color;

use super::Tint;

/// A colour as red, green and blue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rgb(pub(super) u8, pub(super) u8, pub(super) u8);

impl std::fmt::Display for Rgb {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// The background of the board.
pub(super) const PAPER: Rgb = Rgb(0xff, 0xff, 0xff);
/// An empty cell.
pub(super) const CELL: Rgb = Rgb(0xfb, 0xfa, 0xf6);
/// The lines between cells.
pub(super) const LINE: Rgb = Rgb(0x8c, 0x8a, 0x84);
/// Lettering, and marks on empty cells.
pub(super) const INK: Rgb = Rgb(0x2b, 0x2b, 0x2b);
/// Coordinates around the board.
pub(super) const QUIET_INK: Rgb = Rgb(0x55, 0x55, 0x55);
/// Lettering and marks on stones.
pub(super) const LIGHT_INK: Rgb = Rgb(0xff, 0xff, 0xff);

/// The body of a stone, and the band of its edges.
pub(super) const fn stone(color: Color) -> Rgb {
    match color {
        Color::Black => Rgb(0xe0, 0x4f, 0x3f),
        Color::White => Rgb(0x22, 0x55, 0xa4),
    }
}

/// The rim of a stone.
pub(super) const fn rim(color: Color) -> Rgb {
    match color {
        Color::Black => Rgb(0xa8, 0x30, 0x24),
        Color::White => Rgb(0x14, 0x38, 0x73),
    }
}

/// The colour of a shaded cell.
pub(super) const fn tint(tint: Tint) -> Rgb {
    match tint {
        Tint::Yellow => Rgb(0xfb, 0xe5, 0x8b),
        Tint::Green => Rgb(0xa6, 0xd8, 0x9c),
        Tint::Orange => Rgb(0xf8, 0xb8, 0x6c),
        Tint::Purple => Rgb(0xcd, 0xb0, 0xe4),
        Tint::Cyan => Rgb(0x9a, 0xdb, 0xdd),
        Tint::Grey => Rgb(0xce, 0xcc, 0xc8),
        Tint::Red => Rgb(0xf4, 0xbd, 0xb3),
        Tint::Blue => Rgb(0xb4, 0xcb, 0xee),
    }
}

/// The strong form of a tint, for lines: hatching, dots and arrows.
pub(super) const fn strong(tint: Tint) -> Rgb {
    match tint {
        Tint::Yellow => Rgb(0xb0, 0x86, 0x00),
        Tint::Green => Rgb(0x2f, 0x7d, 0x32),
        Tint::Orange => Rgb(0xc2, 0x66, 0x0a),
        Tint::Purple => Rgb(0x73, 0x3f, 0xa3),
        Tint::Cyan => Rgb(0x0f, 0x7c, 0x80),
        Tint::Grey => Rgb(0x66, 0x66, 0x66),
        Tint::Red => Rgb(0xa8, 0x30, 0x24),
        Tint::Blue => Rgb(0x22, 0x55, 0xa4),
    }
}

/// Numbers of one sign: from pale yellow through green to dark teal, ever darker.
const SEQUENTIAL: [Rgb; 6] = [
    Rgb(0xfe, 0xfc, 0xd7),
    Rgb(0xd6, 0xea, 0xa4),
    Rgb(0x96, 0xcf, 0x8f),
    Rgb(0x4b, 0xab, 0x86),
    Rgb(0x1f, 0x7f, 0x7c),
    Rgb(0x12, 0x4b, 0x5f),
];

/// Numbers of both signs: purple below zero, green above, both darker with their size.
const DIVERGING: [Rgb; 7] = [
    Rgb(0x5e, 0x2a, 0x84),
    Rgb(0x9a, 0x70, 0xb8),
    Rgb(0xd3, 0xbd, 0xe0),
    Rgb(0xf8, 0xf7, 0xf4),
    Rgb(0xb9, 0xdf, 0xb2),
    Rgb(0x5b, 0xae, 0x61),
    Rgb(0x1a, 0x6b, 0x34),
];

/// The colour at a share from 0 to 1 of a scale.
pub(super) fn heat(share: f64, signed: bool) -> Rgb {
    let stops: &[Rgb] = if signed { &DIVERGING } else { &SEQUENTIAL };
    let place = share.clamp(0.0, 1.0) * (stops.len() - 1) as f64;
    let index = (place as usize).min(stops.len() - 2);
    let part = place - index as f64;
    let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * part).round() as u8;
    let (a, b) = (stops[index], stops[index + 1]);
    Rgb(mix(a.0, b.0), mix(a.1, b.1), mix(a.2, b.2))
}

/// Brightness as the eye sees it, from 0 (black) to 1 (white), not yet evened out.
fn luminance(color: Rgb) -> f64 {
    let linear = |byte: u8| {
        let value = f64::from(byte) / 255.0;
        if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(color.0) + 0.7152 * linear(color.1) + 0.0722 * linear(color.2)
}

/// Lettering that can be read on this colour.
pub(super) fn ink_on(color: Rgb) -> Rgb {
    // Where dark and light lettering have the same contrast.
    if luminance(color) > 0.22 { INK } else { LIGHT_INK }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The contrast of two colours by the rule of the Web Content Accessibility Guidelines: 1 to 21.
    fn contrast(a: Rgb, b: Rgb) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// A colour as someone without working green cones sees it (Viénot, Brettel and Mollon 1999, on linear values).
    fn deuteranope(color: Rgb) -> [f64; 3] {
        let linear = |byte: u8| (f64::from(byte) / 255.0).powf(2.2);
        let (r, g, b) = (linear(color.0), linear(color.1), linear(color.2));
        let yellow = 0.292_75 * r + 0.707_25 * g;
        [yellow, yellow, (-0.022_34 * r + 0.022_34 * g + b).max(0.0)]
    }

    #[test]
    fn stones_differ_in_grey_and_without_green_cones() {
        let [black, white] = Color::BOTH.map(stone);
        assert!(contrast(black, white) > 1.8, "{}", contrast(black, white));
        let (a, b) = (deuteranope(black), deuteranope(white));
        let distance: f64 = a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
        assert!(distance > 0.25, "{distance}");
    }

    #[test]
    fn lettering_can_be_read_on_everything() {
        let stones = Color::BOTH.map(|color| (stone(color), LIGHT_INK));
        let tints = Tint::ALL.map(|own| (tint(own), INK));
        let scale = (0..=100).flat_map(|part| [false, true].map(|s| heat(f64::from(part) / 100.0, s)));
        let on_scale = scale.map(|color| (color, ink_on(color)));
        for (ground, ink) in stones.into_iter().chain(tints).chain(on_scale) {
            assert!(contrast(ground, ink) >= 3.5, "{ink} on {ground}: {}", contrast(ground, ink));
        }
    }

    #[test]
    fn the_scale_darkens_all_the_way() {
        let shades: Vec<f64> = (0..=50).map(|part| luminance(heat(f64::from(part) / 50.0, false))).collect();
        assert!(shades.windows(2).all(|pair| pair[0] > pair[1]));
    }
}
