//! Exact values by brute force: every position of a small board, or a single position with few empty cells.

use std::collections::HashMap;

use board::{BoardSize, Cell, CellSet, Color, Geometry, Position};

/// Who wins every position of a small board, for either side to move, and which cells are dead.
#[derive(Debug)]
pub struct Exact {
    size: BoardSize,
    /// For each code. Bit 0: Black wins with Black to move; bit 1: Black wins with White to move.
    black_wins: Vec<u8>,
    /// For each code, the empty cells whose colour decides some completion, as bits.
    alive: Vec<u16>,
}

/// The most cells of a board whose positions are all valued at once: 3 to the power of 16 are 43 million.
const MOST_CELLS: usize = 16;

impl Exact {
    /// Values all positions. The code of a position has a digit in base 3 for each cell: 0 empty, 1 black, 2 white.
    ///
    /// # Panics
    /// If the board has more than 16 cells.
    #[must_use]
    pub fn new(size: BoardSize) -> Self {
        let cells = size.cells();
        assert!(cells <= MOST_CELLS, "found {cells} cells: expected at most {MOST_CELLS}");
        let pow: Vec<usize> = (0..cells as u32).map(|i| 3usize.pow(i)).collect();
        let count = 3 * pow[cells - 1];
        let mut exact = Self { size, black_wins: vec![0; count], alive: vec![0; count] };
        // A stone more makes a code larger, so going down meets every continuation first.
        for code in (0..count).rev() {
            exact.value(code, &pow);
        }
        exact
    }

    fn value(&mut self, code: usize, pow: &[usize]) {
        let mut empties = (0..pow.len()).filter(|&cell| (code / pow[cell]).is_multiple_of(3));
        let Some(first) = empties.next() else {
            let black = (0..pow.len()).filter(|&cell| code / pow[cell] % 3 == 1);
            let black: CellSet<1> = black.map(Cell::from_index_unchecked).collect();
            let joined = Geometry::<1>::of(self.size).joins(black, Color::Black);
            self.black_wins[code] = if joined { 3 } else { 0 };
            return;
        };
        let second = empties.clone().next();
        let mut black_to_move = false;
        let mut white_to_move = true;
        for cell in std::iter::once(first).chain(empties) {
            black_to_move |= self.black_wins[code + pow[cell]] & 2 != 0;
            white_to_move &= self.black_wins[code + 2 * pow[cell]] & 1 != 0;
        }
        self.black_wins[code] = u8::from(black_to_move) | u8::from(white_to_move) << 1;
        let either = |cell: usize| self.alive[code + pow[cell]] | self.alive[code + 2 * pow[cell]];
        let first_is_alive = match second {
            Some(second) => either(second) & 1 << first,
            None => {
                u16::from(self.black_wins[code + pow[first]] != self.black_wins[code + 2 * pow[first]])
                    << first
            }
        };
        self.alive[code] = either(first) & !(1 << first) | first_is_alive;
    }

    /// The size of the board.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// How many arrangements of stones there are.
    #[must_use]
    pub const fn positions(&self) -> usize {
        self.black_wins.len()
    }

    /// The position with a code.
    #[must_use]
    pub fn position<const W: usize>(&self, code: usize, to_move: Color) -> Position<W> {
        position_with_code(self.size, code, to_move)
    }

    /// The code of an arrangement of stones, in the order Black, White.
    #[must_use]
    pub fn code<const W: usize>(stones: &[CellSet<W>; 2]) -> usize {
        let sum = |cells: CellSet<W>| cells.iter().map(|cell| 3usize.pow(cell.index() as u32)).sum::<usize>();
        sum(stones[0]) + 2 * sum(stones[1])
    }

    /// Who wins with these stones.
    #[must_use]
    pub fn winner<const W: usize>(&self, stones: &[CellSet<W>; 2], to_move: Color) -> Color {
        let black = self.black_wins[Self::code(stones)] >> to_move.index() & 1 != 0;
        if black { Color::Black } else { Color::White }
    }

    /// Whether no completion depends on the colour of an empty cell.
    #[must_use]
    pub fn is_dead<const W: usize>(&self, stones: &[CellSet<W>; 2], cell: Cell) -> bool {
        self.alive[Self::code(stones)] >> cell.index() & 1 == 0
    }
}

/// The position with a code: a digit in base 3 for each cell, 0 empty, 1 black, 2 white.
#[must_use]
pub fn position_with_code<const W: usize>(size: BoardSize, code: usize, to_move: Color) -> Position<W> {
    let mut position = Position::empty(size);
    let mut rest = code;
    for cell in size.iter() {
        let color = [None, Some(Color::Black), Some(Color::White)][rest % 3];
        if let Some(color) = color {
            let placed = position.place(color, cell);
            debug_assert!(placed.is_ok(), "each cell is met once");
        }
        rest /= 3;
    }
    position.set_to_move(to_move);
    position
}

/// The winner of one position, by trying every move; `known` keeps what was found between calls on boards of one
/// size. For positions with at most some fourteen empty cells.
pub fn solve<const W: usize>(position: &Position<W>, known: &mut HashMap<u128, Color>) -> Color {
    if let Some(winner) = position.winner() {
        return winner;
    }
    if let Some(&winner) = known.get(&position.hash()) {
        return winner;
    }
    let mover = position.to_move();
    let wins = position.empty_cells().iter().any(|cell| solve(&position.child(cell), known) == mover);
    let winner = if wins { mover } else { mover.opponent() };
    known.insert(position.hash(), winner);
    winner
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_player_wins_squares_and_the_acute_corner_loses() {
        let size = BoardSize::square(3).expect("a size");
        let exact = Exact::new(size);
        let none = CellSet::<1>::EMPTY;
        assert_eq!(exact.winner(&[none, none], Color::Black), Color::Black);
        assert_eq!(exact.winner(&[none, none], Color::White), Color::White);
        let corner = size.cell("a1").map(CellSet::of).expect("a cell");
        assert_eq!(exact.winner(&[corner, none], Color::White), Color::White);
        let centre = size.cell("b2").map(CellSet::of).expect("a cell");
        assert_eq!(exact.winner(&[centre, none], Color::White), Color::Black);
    }

    #[test]
    fn both_ways_to_solve_agree_on_every_position_of_3x3() {
        let exact = Exact::new(BoardSize::square(3).expect("a size"));
        let mut known = HashMap::new();
        for code in 0..exact.positions() {
            for to_move in Color::BOTH {
                let position: Position<1> = exact.position(code, to_move);
                let stones = Color::BOTH.map(|color| position.stones(color));
                assert_eq!(Exact::code(&stones), code);
                assert_eq!(exact.winner(&stones, to_move), solve(&position, &mut known), "{position:?}");
            }
        }
    }

    #[test]
    fn dead_cells_are_those_that_no_filling_depends_on() {
        let size = BoardSize::new(3, 2).expect("a size");
        let exact = Exact::new(size);
        for code in 0..exact.positions() {
            let position: Position<1> = exact.position(code, Color::Black);
            let stones = Color::BOTH.map(|color| position.stones(color));
            for cell in position.empty_cells() {
                let others: Vec<Cell> = position.empty_cells().without(cell).iter().collect();
                let depends = (0..1u32 << others.len()).any(|filling| {
                    let wins = |color: Color| {
                        let mut full = position;
                        for (i, &other) in others.iter().enumerate() {
                            let color = if filling >> i & 1 != 0 { Color::Black } else { Color::White };
                            full.place(color, other).expect("an empty cell");
                        }
                        full.place(color, cell).expect("an empty cell");
                        full.winner()
                    };
                    wins(Color::Black) != wins(Color::White)
                });
                assert_eq!(exact.is_dead(&stones, cell), !depends, "{} in\n{position}", size.name(cell));
            }
        }
    }
}
