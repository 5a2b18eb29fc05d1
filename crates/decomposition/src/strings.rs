//! Connected strings: adjacent stones of one colour, and the borders, which are long strings beside the board.

use std::fmt;

use board::{Cell, CellSet, Color, Geometry};

/// How a string or a group lies to its colour's borders: for Black the first is the top and the second the bottom, for
/// White left and right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum BorderType {
    /// At neither.
    #[default]
    None,
    /// At the first border: `Top` or `Left`.
    First,
    /// At the second border: `Bottom` or `Right`.
    Second,
    /// At both: `TopBottom` or `LeftRight`. A string of this type has won.
    Both,
}

impl BorderType {
    /// The type of what touches these borders.
    #[must_use]
    pub const fn of(touches: [bool; 2]) -> Self {
        match touches {
            [false, false] => Self::None,
            [true, false] => Self::First,
            [false, true] => Self::Second,
            [true, true] => Self::Both,
        }
    }

    /// The paper's word.
    #[must_use]
    pub const fn name(self, color: Color) -> &'static str {
        match (self, color) {
            (Self::None, _) => "None",
            (Self::First, Color::Black) => "Top",
            (Self::First, Color::White) => "Left",
            (Self::Second, Color::Black) => "Bottom",
            (Self::Second, Color::White) => "Right",
            (Self::Both, Color::Black) => "TopBottom",
            (Self::Both, Color::White) => "LeftRight",
        }
    }
}

impl fmt::Display for BorderType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name(Color::Black))
    }
}

/// The number of a string in [`Strings`].
pub(crate) type StringId = usize;

/// The first border.
pub(crate) const FIRST: StringId = 0;
/// The second border.
pub(crate) const SECOND: StringId = 1;

/// The strings of one colour. Those that touch a border belong to it, so that numbers 0 and 1 are the borders with all their
/// stones, and every string from 2 on is free.
#[derive(Debug, Clone, Default)]
pub(crate) struct Strings<const W: usize> {
    stones: Vec<CellSet<W>>,
    /// The string of each cell's stone.
    of: Vec<u8>,
    /// Whether one string touches both borders.
    pub(crate) joined: bool,
}

/// No string.
const NONE: u8 = u8::MAX;

impl<const W: usize> Strings<W> {
    /// Finds the strings of a colour. Boards have fewer than 250 strings of a colour: at most half of 361 cells.
    pub(crate) fn find(&mut self, geometry: &Geometry<W>, own: CellSet<W>, color: Color) {
        let edges = color.edges().map(|edge| geometry.edge(edge));
        self.stones.clear();
        self.stones.extend(edges.map(|edge| geometry.flood(edge & own, own)));
        self.joined = self.stones[FIRST].intersects(&self.stones[SECOND]);
        let mut rest = own.minus(self.stones[FIRST] | self.stones[SECOND]);
        while let Some(cell) = rest.first() {
            let string = geometry.flood(CellSet::of(cell), own);
            rest = rest.minus(string);
            self.stones.push(string);
        }
        self.of.clear();
        self.of.resize(geometry.size().cells(), NONE);
        for (number, stones) in self.stones.iter().enumerate() {
            for cell in *stones {
                self.of[cell.index()] = number as u8;
            }
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.stones.len()
    }

    pub(crate) fn stones(&self, string: StringId) -> CellSet<W> {
        self.stones[string]
    }

    /// The string of a stone of this colour.
    pub(crate) fn of(&self, cell: Cell) -> Option<StringId> {
        match self.of[cell.index()] {
            NONE => None,
            number => Some(StringId::from(number)),
        }
    }
}
