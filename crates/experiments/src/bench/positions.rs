//! The positions that the benchmarks share: of games, some moves before they were decided, and the two sets of
//! [`crate::sets`].

use std::fmt;

use board::{BoardSize, Position};

use crate::{ExperimentError, error::Within as _};

/// The positions in the program.
pub(super) const POSITIONS: &str = include_str!("../../data/positions.txt");

/// The positions that limits are tuned on.
pub(super) const TUNING: &str = include_str!("../../data/tuning.txt");

/// The positions that figures are reported on.
pub(super) const REPORTING: &str = include_str!("../../data/reporting.txt");

/// A position, and where it comes from.
pub(crate) struct Case {
    pub(crate) position: Position,
    pub(crate) kind: Kind,
}

/// Where a position comes from.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// This many moves before the end of its game.
    Back(usize),
    /// The name of the kind.
    Named(String),
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Back(moves) => write!(f, "{moves} moves before the end"),
            Self::Named(name) => f.write_str(name),
        }
    }
}

/// The positions of a text, in its order.
pub(crate) fn cases(text: &str) -> Result<Vec<Case>, ExperimentError> {
    let lines = text.lines().map(str::trim).enumerate();
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines.map(|(number, line)| case(line).within(format!("line {} of the positions", number + 1))).collect()
}

/// A line: size, kind or moves before the end, and the moves, or the side to move and both sides' stones.
fn case(line: &str) -> Result<Case, ExperimentError> {
    const EXPECTED: &str = "expected \"SIZE KIND: MOVES\" or \"SIZE KIND COLOUR | BLACK | WHITE\"";
    let odd = || ExperimentError::unexpected(EXPECTED);
    let (head, rest) = line.split_once([':', '|']).ok_or_else(odd)?;
    let mut words = head.split_whitespace();
    let mut word = || words.next().ok_or_else(odd);
    let size: BoardSize = word()?.parse()?;
    let kind = word()?;
    let kind = kind.parse().map_or_else(|_| Kind::Named(kind.to_string()), Kind::Back);
    let Some((black, white)) = rest.split_once('|') else {
        return Ok(Case { position: Position::after(size, &size.cells_named(rest)?)?, kind });
    };
    let to_move = word()?.parse()?;
    let [black, white] = [size.cells_named(black)?, size.cells_named(white)?];
    let (black, white) = (black.into_iter().collect(), white.into_iter().collect());
    Ok(Case { position: Position::with_stones(size, black, white, to_move)?, kind })
}
