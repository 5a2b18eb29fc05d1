//! The two colours and the four edges of the board.

use std::{fmt, str::FromStr};

use crate::BoardError;

/// One of the two players' stones. Black moves first and joins top and bottom; White joins left and right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Color {
    /// The first player; drawn red; joins top and bottom.
    Black = 0,
    /// The second player; drawn blue; joins left and right.
    White = 1,
}

impl Color {
    /// Both colours, Black first.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// The other colour.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// 0 for Black, 1 for White: an index into arrays of two.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The two edges that this colour joins.
    #[must_use]
    pub const fn edges(self) -> [Edge; 2] {
        match self {
            Self::Black => [Edge::Top, Edge::Bottom],
            Self::White => [Edge::Left, Edge::Right],
        }
    }

    /// The letter of drawn boards and SGF: `B` or `W`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Black => 'B',
            Self::White => 'W',
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Black => "black",
            Self::White => "white",
        })
    }
}

impl FromStr for Color {
    type Err = BoardError;

    /// Reads `b`, `black`, `w`, `white` in any case, and the names of the screen: `red` is Black, `blue` is White.
    fn from_str(text: &str) -> Result<Self, BoardError> {
        match text.to_ascii_lowercase().as_str() {
            "b" | "black" | "red" => Ok(Self::Black),
            "w" | "white" | "blue" => Ok(Self::White),
            _ => Err(BoardError::ColorText(crate::size::excerpt(text))),
        }
    }
}

/// One of the four edges of the board. Top and bottom are Black's, left and right are White's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Edge {
    /// Row 1.
    Top = 0,
    /// The last row.
    Bottom = 1,
    /// Column a.
    Left = 2,
    /// The last column.
    Right = 3,
}

impl Edge {
    /// All four edges: top, bottom, left, right.
    pub const ALL: [Self; 4] = [Self::Top, Self::Bottom, Self::Left, Self::Right];

    /// Whose edge this is.
    #[must_use]
    pub const fn color(self) -> Color {
        match self {
            Self::Top | Self::Bottom => Color::Black,
            Self::Left | Self::Right => Color::White,
        }
    }

    /// The edge on the other side of the board.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Top => Self::Bottom,
            Self::Bottom => Self::Top,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    /// 0 to 3: an index into arrays of four.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Top => "top",
            Self::Bottom => "bottom",
            Self::Left => "left",
            Self::Right => "right",
        })
    }
}
