//! Pictures of positions: one description, drawn as text, SVG or PNG.
//!
//! A [`Picture`] says what is to be seen: the position, numbers on stones, labels, shaded cells, arrows, a heat map. How it
//! looks is decided by the modules below, so that a picture looks the same in the terminal's way, in a paper's and in the
//! browser's. Black's stones are red and White's are blue, as Hex players know them.

mod glyphs;
mod layout;
mod palette;
#[cfg(feature = "png")]
mod png;
mod svg;
mod text;

use std::collections::BTreeMap;

use board::{Cell, CellSet, Color, Game, Position, SwapRule, Symmetry};

use crate::Mark;

pub use text::TextStyle;

/// How the board lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BoardOrientation {
    /// Rows are horizontal, each shifted half a cell to the right of the row above.
    #[default]
    Flat,
    /// The long diagonal is horizontal, `a1` at the left.
    Diamond,
}

/// A colour for shading and arrows. None of them is taken for a stone, and they differ in brightness too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Tint {
    /// Light yellow, the usual one.
    Yellow,
    /// Green.
    Green,
    /// Orange.
    Orange,
    /// Light purple.
    Purple,
    /// Turquoise.
    Cyan,
    /// Grey.
    Grey,
    /// A light red: something of Black's.
    Red,
    /// A light blue: something of White's.
    Blue,
}

impl Tint {
    /// All tints, in the order in which they are best used.
    pub const ALL: [Self; 8] = [
        Self::Yellow,
        Self::Green,
        Self::Orange,
        Self::Purple,
        Self::Cyan,
        Self::Grey,
        Self::Red,
        Self::Blue,
    ];

    /// The name of the tint.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Yellow => "yellow",
            Self::Green => "green",
            Self::Orange => "orange",
            Self::Purple => "purple",
            Self::Cyan => "cyan",
            Self::Grey => "grey",
            Self::Red => "red",
            Self::Blue => "blue",
        }
    }

    /// The tint with this name, if there is one. `gray` is `grey`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        Self::ALL.into_iter().find(|tint| tint.name() == name || (name == "gray" && *tint == Self::Grey))
    }

    /// The tint for something that belongs to a colour.
    #[must_use]
    pub const fn of(color: Color) -> Self {
        match color {
            Color::Black => Self::Red,
            Color::White => Self::Blue,
        }
    }
}

/// How a set of cells is filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum FillPattern {
    /// All of the cell.
    #[default]
    Solid,
    /// Lines that rise to the right.
    Hatch,
    /// Lines that fall to the right.
    BackHatch,
    /// Dots.
    Dots,
}

impl FillPattern {
    /// All patterns.
    pub const ALL: [Self; 4] = [Self::Solid, Self::Hatch, Self::BackHatch, Self::Dots];

    /// The name of the pattern.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Solid => "solid",
            Self::Hatch => "hatch",
            Self::BackHatch => "back-hatch",
            Self::Dots => "dots",
        }
    }

    /// The pattern with this name, if there is one.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|pattern| pattern.name().eq_ignore_ascii_case(name))
    }
}

/// A set of cells with a background of their own. Sets may overlap: later ones are drawn inside earlier ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shade {
    /// The cells.
    pub cells: CellSet,
    /// Their colour.
    pub tint: Tint,
    /// How they are filled.
    pub pattern: FillPattern,
    /// The name of the set, for the legend; `None` leaves it out.
    pub name: Option<String>,
}

/// An arrow from the middle of a cell to the middle of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arrow {
    /// Where it begins.
    pub from: Cell,
    /// Where its head is.
    pub to: Cell,
    /// Its colour; `None` is the dark of the lettering.
    pub tint: Option<Tint>,
}

/// A number for each cell, shown as colour with a legend.
#[derive(Debug, Clone, PartialEq)]
pub struct HeatMap {
    /// The numbers; cells without one keep the board's colour.
    pub values: BTreeMap<Cell, f64>,
    /// The name of the numbers, for the legend.
    pub name: Option<String>,
    /// Whether the numbers are also written into the cells.
    pub written: bool,
}

impl HeatMap {
    /// The least and the greatest number.
    #[must_use]
    pub fn range(&self) -> Option<(f64, f64)> {
        let finite = self.values.values().copied().filter(|value| value.is_finite());
        finite.fold(None, |range, value| match range {
            None => Some((value, value)),
            Some((least, greatest)) => Some((value.min(least), value.max(greatest))),
        })
    }

    /// Where a value lies on the scale, from 0 to 1. A scale with both signs has 0 in its middle.
    #[must_use]
    pub fn share(&self, value: f64) -> f64 {
        let Some((least, greatest)) = self.range() else { return 0.0 };
        let (from, to) = self.scale(least, greatest);
        if to > from { ((value - from) / (to - from)).clamp(0.0, 1.0) } else { 0.5 }
    }

    /// Whether there are numbers of both signs, so that the scale has two directions.
    #[must_use]
    pub fn is_signed(&self) -> bool {
        self.range().is_some_and(|(least, greatest)| least < 0.0 && greatest > 0.0)
    }

    /// How many digits after the point the numbers need, up to two, so that all are written alike.
    fn decimals(&self) -> usize {
        Self::decimals_of(&self.values.values().copied().collect::<Vec<_>>())
    }

    fn decimals_of(values: &[f64]) -> usize {
        let needs = |value: f64, decimals: i32| {
            let scaled = value * 10f64.powi(decimals);
            // Half of the last digit that two decimals would show.
            (scaled - scaled.round()).abs() * 10f64.powi(2 - decimals) >= 0.5
        };
        let any_needs = |decimals| values.iter().any(|value| needs(*value, decimals));
        (0..2).find(|decimals| !any_needs(*decimals)).map_or(2, |decimals| decimals as usize)
    }

    /// The ends of the scale.
    fn scale(&self, least: f64, greatest: f64) -> (f64, f64) {
        if self.is_signed() {
            let most = greatest.max(-least);
            (-most, most)
        } else {
            (least, greatest)
        }
    }
}

/// The content of a picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    /// The stones.
    pub position: Position,
    /// How the board lies (text is always flat).
    pub orientation: BoardOrientation,
    /// Whether letters and numbers stand around the board.
    pub coordinates: bool,
    /// Numbers on stones: the order in which they were played.
    pub numbers: BTreeMap<Cell, usize>,
    /// Short texts on cells; they come before numbers.
    pub labels: BTreeMap<Cell, String>,
    /// Marks on cells.
    pub marks: BTreeMap<Cell, Mark>,
    /// The stone that was played last.
    pub last_move: Option<Cell>,
    /// Backgrounds.
    pub shades: Vec<Shade>,
    /// Arrows.
    pub arrows: Vec<Arrow>,
    /// A line over stones and cells. Its points are columns and rows, which need not be whole or on the board.
    pub path: Vec<(f64, f64)>,
    /// A number for each cell.
    pub heat: Option<HeatMap>,
    /// A line below the board.
    pub caption: Option<String>,
}

impl Picture {
    /// The plain picture of a position: stones and coordinates.
    #[must_use]
    pub fn new(position: Position) -> Self {
        Self {
            position,
            orientation: BoardOrientation::Flat,
            coordinates: true,
            numbers: BTreeMap::new(),
            labels: BTreeMap::new(),
            marks: BTreeMap::new(),
            last_move: None,
            shades: Vec::new(),
            arrows: Vec::new(),
            path: Vec::new(),
            heat: None,
            caption: None,
        }
    }

    /// The picture of a game: its position, the last stone marked and every stone's number at hand in
    /// [`Picture::numbers`] if `numbered`.
    #[must_use]
    pub fn of_game(game: &Game, numbered: bool) -> Self {
        let mut picture = Self::new(*game.position());
        for (index, turn) in game.turns().iter().enumerate() {
            if let Some(cell) = turn.mv.cell() {
                picture.numbers.insert(cell, index + 1);
                picture.last_move = Some(cell);
            } else if turn.mv == board::Move::Swap(SwapRule::Pieces) {
                // The stone of move 1 was mirrored: it keeps its number where it now stands.
                let mirror = |cell| Symmetry::Reflection.cell(cell, game.size());
                picture.numbers = picture.numbers.into_iter().map(|(cell, n)| (mirror(cell), n)).collect();
                picture.last_move = picture.last_move.map(mirror);
            }
        }
        if !numbered {
            picture.numbers.clear();
        }
        picture
    }

    /// The text on a cell: its label, else its number, else its value in the heat map.
    fn lettering(&self, cell: Cell) -> Option<String> {
        let label = self.labels.get(&cell).cloned();
        let label = label.or_else(|| self.numbers.get(&cell).map(usize::to_string));
        label.or_else(|| {
            let heat = self.heat.as_ref().filter(|heat| heat.written)?;
            let value = heat.values.get(&cell)?;
            self.position.at(cell).is_none().then(|| short_number(*value, heat.decimals()))
        })
    }
}

/// A number in at most about four characters, with at most this many decimals: `.53`, `1.5`, `-12`, `3e9`.
fn short_number(value: f64, decimals: usize) -> String {
    let size = value.abs();
    let text = match size {
        _ if !value.is_finite() => return "?".to_string(),
        s if s >= 9999.5 => return format!("{value:.0e}"),
        s if s >= 99.95 => format!("{value:.0}"),
        s if s >= 9.995 => format!("{value:.*}", decimals.min(1)),
        _ => format!("{value:.decimals$}"),
    };
    // No zero before the point, and no minus before a zero.
    let (sign, digits) = text.strip_prefix('-').map_or(("", text.as_str()), |digits| ("-", digits));
    if digits.bytes().all(|b| matches!(b, b'0' | b'.')) {
        return "0".to_string();
    }
    format!("{sign}{}", digits.strip_prefix('0').filter(|rest| rest.starts_with('.')).unwrap_or(digits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let cases = [
            (0.0, "0"),
            (-0.001, "0"),
            (0.534, ".53"),
            (-0.5, "-.50"),
            (1.0, "1.00"),
            (12.34, "12.3"),
            (99.97, "100"),
            (123.4, "123"),
            (1e9, "1e9"),
            (f64::NAN, "?"),
        ];
        for (value, expected) in cases {
            assert_eq!(short_number(value, 2), expected, "{value}");
        }
        assert_eq!([0, 1].map(|decimals| short_number(20.04, decimals)), ["20", "20.0"]);
    }

    #[test]
    fn numbers_of_a_map_have_as_many_decimals_as_they_need() {
        let decimals = |values: &[f64]| {
            let cells = (0..).map(Cell::from_index_unchecked);
            HeatMap { values: cells.zip(values.iter().copied()).collect(), name: None, written: true }
                .decimals()
        };
        assert_eq!([&[1.0, 20.0][..], &[0.5, 1.0], &[0.25, 1.0], &[0.123_456]].map(decimals), [0, 1, 2, 2]);
    }

    #[test]
    fn a_signed_scale_has_zero_in_the_middle() {
        let cell = Cell::from_index_unchecked;
        let heat =
            HeatMap { values: BTreeMap::from([(cell(0), -1.0), (cell(1), 3.0)]), name: None, written: true };
        assert_eq!([-3.0, 0.0, 3.0, 9.0].map(|v| heat.share(v)), [0.0, 0.5, 1.0, 1.0]);
        let heat = HeatMap { values: BTreeMap::from([(cell(0), 2.0), (cell(1), 4.0)]), ..heat };
        assert_eq!([2.0, 3.0, 4.0].map(|v| heat.share(v)), [0.0, 0.5, 1.0]);
    }
}
