//! Openings: the winner after each first stone, and whether to swap.

use std::sync::OnceLock;

use board::{BoardSize, Color};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    Error, Question, Service, Task,
    names::{CellName, ColorName},
};

/// Boards of this side and above have no map here.
const SIDES: usize = 20;

/// Which first stones win.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OpeningsQuestion {
    /// The side of the board.
    #[schema(minimum = 1, maximum = 19)]
    pub side: usize,
}

impl Question for OpeningsQuestion {
    type Answer = &'static OpeningMap;

    fn prepare(self, _: &Service) -> Result<Task<&'static OpeningMap>, Error> {
        OpeningMap::check(self.side)?;
        Ok(Task::quick(move |_| OpeningMap::of(self.side)))
    }
}

/// The openings of a square board.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct OpeningMap {
    /// The side of the board.
    #[schema(minimum = 1, maximum = 19)]
    pub side: usize,
    /// Whether every winner is proved; the others are judged by the network with a search.
    pub solved: bool,
    /// Black's first stones, in the order of the cells.
    pub openings: Vec<OpeningInfo>,
}

/// Black's first stone.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct OpeningInfo {
    /// The cell of the stone.
    #[schema(value_type = CellName)]
    pub cell: String,
    /// `black` if the opening wins, `white` if it loses.
    #[schema(value_type = ColorName)]
    pub winner: String,
    /// Whether White should swap, because the opening wins or probably wins.
    pub swap: bool,
    /// Whether the winner is proved.
    pub proved: bool,
    /// Black's chance from 0 to 1, as the network judges it with a search. Absent if the winner is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chance: Option<f64>,
}

impl OpeningMap {
    /// The openings of the square board of a side from 1 to 19, made once: solved up to 8 and some of 9, judged by the network otherwise.
    ///
    /// # Errors
    /// [`Error::Question`] for another side.
    pub fn of(side: usize) -> Result<&'static Self, Error> {
        static MAPS: [OnceLock<OpeningMap>; SIDES] = [const { OnceLock::new() }; SIDES];
        let size = Self::check(side)?;
        Ok(MAPS[side].get_or_init(|| openings(size)))
    }

    /// The board of a side that has a map.
    fn check(side: usize) -> Result<BoardSize, Error> {
        if side >= SIDES {
            return Err(Error::bad(format!("found side {side}: expected 1 to {}", SIDES - 1)));
        }
        BoardSize::square(side).map_err(Error::bad)
    }
}

fn openings(size: BoardSize) -> OpeningMap {
    let info = |opening: players::Opening| OpeningInfo {
        cell: size.name(opening.cell).to_string(),
        winner: opening.winner.to_string(),
        swap: opening.winner == Color::Black,
        proved: opening.known,
        chance: opening.chance,
    };
    let openings: Vec<OpeningInfo> = players::openings(size).into_iter().map(info).collect();
    OpeningMap { side: size.cols(), solved: openings.iter().all(|opening| opening.proved), openings }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_has_a_map_with_finite_numbers() {
        for side in [1, 7, 8, 9] {
            let map = OpeningMap::of(side).unwrap();
            assert_eq!((map.openings.len(), map.solved), (side * side, side <= 8));
            let json = serde_json::to_string(map).unwrap();
            assert!(!json.contains("null"), "{side}: {json}");
        }
        assert!(OpeningMap::of(0).is_err() && OpeningMap::of(20).is_err());
    }
}
