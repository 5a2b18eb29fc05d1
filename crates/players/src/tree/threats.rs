//! Tests that take a microsecond: a win at the next move, and the moves that stop the opponent's.

use board::{CellSet, Color, Position};

/// How urgent a position is for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Urgency<const W: usize> {
    /// It wins at once by any of these moves, or has won on the board.
    Won(CellSet<W>),
    /// It has lost: on the board, or because one move cannot stop two or more wins by these.
    Lost(CellSet<W>),
    /// Only these moves do not lose at once.
    Within(CellSet<W>),
}

/// Looks one move ahead for both sides.
pub(crate) fn urgency<const W: usize>(position: &Position<W>) -> Urgency<W> {
    let mover = position.to_move();
    if position.has_won(mover.opponent()) {
        return Urgency::Lost(CellSet::EMPTY);
    }
    if position.has_won(mover) {
        return Urgency::Won(CellSet::EMPTY);
    }
    let wins = winning_cells(position, mover);
    if !wins.is_empty() {
        return Urgency::Won(wins);
    }
    let threats = winning_cells(position, mover.opponent());
    match threats.len() {
        0 => Urgency::Within(position.empty_cells()),
        1 => Urgency::Within(threats),
        _ => Urgency::Lost(threats),
    }
}

/// The cells where one more stone of a colour joins its edges, which are not joined yet: those that touch what hangs together
/// with the one edge and what hangs together with the other.
fn winning_cells<const W: usize>(position: &Position<W>, color: Color) -> CellSet<W> {
    let geometry = position.geometry();
    let stones = position.stones(color);
    let [near, far] = color.edges().map(|edge| {
        let row = geometry.edge(edge);
        row | geometry.grow(geometry.flood(row & stones, stones))
    });
    near & far & position.empty_cells()
}

#[cfg(test)]
mod tests {
    use board::{BoardSize, Position, RandomFilling, random_below};
    use proptest::prelude::*;
    use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

    use super::*;

    /// The obvious twin: plays every move.
    fn by_playing(position: &Position<1>) -> Urgency<1> {
        let mover = position.to_move();
        let wins = |position: &Position<1>, color: Color| -> CellSet<1> {
            let mut turn = *position;
            turn.set_to_move(color);
            position.empty_cells().iter().filter(|&cell| turn.child(cell).has_won(color)).collect()
        };
        match position.winner() {
            Some(winner) if winner == mover => return Urgency::Won(CellSet::EMPTY),
            Some(_) => return Urgency::Lost(CellSet::EMPTY),
            None => {}
        }
        if !wins(position, mover).is_empty() {
            return Urgency::Won(wins(position, mover));
        }
        let threats = wins(position, mover.opponent());
        match threats.len() {
            0 => Urgency::Within(position.empty_cells()),
            1 => Urgency::Within(threats),
            _ => Urgency::Lost(threats),
        }
    }

    proptest! {
        #[test]
        fn agrees_with_playing_every_move(cols in 1..8usize, rows in 1..8usize, stones in 0..60usize, seed: u64) {
            let size = BoardSize::new(cols, rows).unwrap();
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut position = Position::<1>::empty(size);
            for _ in 0..stones.min(size.cells()) {
                let empty: Vec<_> = position.empty_cells().iter().collect();
                position.play_unchecked(empty[random_below(&mut random, empty.len())]);
            }
            prop_assert_eq!(urgency(&position), by_playing(&position));
        }
    }

    #[test]
    fn a_full_board_is_decided() {
        let size = BoardSize::square(5).unwrap();
        let black = RandomFilling::new(1).fill(&Position::<1>::empty(size));
        let all = Position::<1>::empty(size).empty_cells();
        for mover in Color::BOTH {
            let position = Position::with_stones(size, black, all.minus(black), mover).unwrap();
            let won = position.winner() == Some(mover);
            let none = CellSet::EMPTY;
            assert_eq!(urgency(&position), if won { Urgency::Won(none) } else { Urgency::Lost(none) });
        }
    }
}
