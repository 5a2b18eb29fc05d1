//! The positions that the benchmarks share: of games, some moves before they were decided.

use board::{BoardSize, Position};

use crate::{ExperimentError, error::Within as _};

/// The positions in the program.
pub(super) const POSITIONS: &str = include_str!("../../data/positions.txt");

/// A position, and how many moves before the end of its game it is.
pub(super) struct Case {
    pub(super) position: Position,
    pub(super) back: usize,
}

/// The positions of a text, in its order.
pub(super) fn cases(text: &str) -> Result<Vec<Case>, ExperimentError> {
    let lines = text.lines().map(str::trim).enumerate();
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines.map(|(number, line)| case(line).within(format!("line {} of the positions", number + 1))).collect()
}

/// A line: size, moves before the end, and the moves, or the side to move and both sides' stones.
fn case(line: &str) -> Result<Case, ExperimentError> {
    const EXPECTED: &str = "expected \"SIZE BACK: MOVES\" or \"SIZE BACK COLOUR | BLACK | WHITE\"";
    let odd = || ExperimentError::unexpected(EXPECTED);
    let (head, rest) = line.split_once([':', '|']).ok_or_else(odd)?;
    let mut words = head.split_whitespace();
    let mut word = || words.next().ok_or_else(odd);
    let size: BoardSize = word()?.parse()?;
    let back = word()?.parse().within(EXPECTED)?;
    let Some((black, white)) = rest.split_once('|') else {
        return Ok(Case { position: Position::after(size, &size.cells_named(rest)?)?, back });
    };
    let to_move = word()?.parse()?;
    let [black, white] = [size.cells_named(black)?, size.cells_named(white)?];
    let (black, white) = (black.into_iter().collect(), white.into_iter().collect());
    Ok(Case { position: Position::with_stones(size, black, white, to_move)?, back })
}
