//! Playouts: random games to the end, except that an intrusion into a bridge is answered.
//!
//! The board has a border of one cell that holds the colours of the edges, so that a bridge to an edge is a bridge like any
//! other. Who wins is decided when every cell is taken; the winner is the same as that of the first chain.
//!
//! ```text
//!   * B B B B *        B: top and bottom are Black's
//!   W . . . . W        W: left and right are White's
//!   W . . . . W        *: the acute corners have two neighbours of different colours and belong to none
//!   * B B B B *
//! ```

use board::{Cell, CellSet, Color, Geometry, Position};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::Rng as _};

const EMPTY: u8 = 0;
const BLACK: u8 = 1;
const WHITE: u8 = 2;
const NOBODY: u8 = 3;

/// Plays games to their end. Owns the memory it needs.
#[derive(Debug, Clone)]
pub(crate) struct Rollout<const W: usize> {
    geometry: &'static Geometry<W>,
    /// The cells, and the place of each on the board with its border.
    places: Vec<(Cell, u16)>,
    /// The steps to the six neighbours, in the order of a ring.
    steps: [isize; 6],
    field: Vec<u8>,
    /// The empty places, those that were drawn at the front.
    order: Vec<u16>,
}

/// How a playout ended.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ending<const W: usize> {
    /// The final stones of both colours; they fill the board.
    pub(crate) stones: [CellSet<W>; 2],
    pub(crate) winner: Color,
}

impl<const W: usize> Rollout<W> {
    pub(crate) fn new(geometry: &'static Geometry<W>) -> Self {
        let size = geometry.size();
        let stride = size.cols() + 2;
        let place = |cell: Cell| (cell.row(size) + 1) * stride + cell.col(size) + 1;
        let mut field = vec![WHITE; stride * (size.rows() + 2)];
        let last = field.len() - stride;
        field[..stride].fill(BLACK);
        field[last..].fill(BLACK);
        for corner in [0, stride - 1, last, last + stride - 1] {
            field[corner] = NOBODY;
        }
        let down = stride as isize;
        Self {
            geometry,
            places: size.iter().map(|cell| (cell, place(cell) as u16)).collect(),
            steps: [-down, 1 - down, 1, down, down - 1, -1],
            field,
            order: Vec::with_capacity(size.cells()),
        }
    }

    /// Plays a position to the end; `last` is the stone that was placed last.
    pub(crate) fn play(
        &mut self,
        position: &Position<W>,
        last: Option<Cell>,
        random: &mut Xoshiro256PlusPlus,
    ) -> Ending<W> {
        let [black, white] = Color::BOTH.map(|color| position.stones(color));
        self.order.clear();
        for &(cell, place) in &self.places {
            self.field[usize::from(place)] = match () {
                () if black.contains(cell) => BLACK,
                () if white.contains(cell) => WHITE,
                () => {
                    self.order.push(place);
                    EMPTY
                }
            };
        }
        let mut mover = [BLACK, WHITE][position.to_move().index()];
        let mut last = last.map(|cell| usize::from(self.places[cell.index()].1));
        let mut drawn = 0;
        for _ in 0..self.order.len() {
            let place = last.and_then(|last| self.rescue(last, mover, random)).unwrap_or_else(|| {
                loop {
                    let place = self.draw(drawn, random);
                    drawn += 1;
                    // Cells that saved a bridge are still in the list.
                    if self.field[place] == EMPTY {
                        break place;
                    }
                }
            });
            self.field[place] = mover;
            mover = BLACK + WHITE - mover;
            last = Some(place);
        }
        let mut filled = CellSet::EMPTY;
        for &(cell, place) in &self.places {
            if self.field[usize::from(place)] == BLACK {
                filled.insert(cell);
            }
        }
        let winner = if self.geometry.joins(filled, Color::Black) { Color::Black } else { Color::White };
        Ending { stones: [filled, self.geometry.all().minus(filled)], winner }
    }

    /// Draws one of the places from number `drawn` on, and moves it there.
    fn draw(&mut self, drawn: usize, random: &mut Xoshiro256PlusPlus) -> usize {
        let left = (self.order.len() - drawn) as u64;
        let chosen = drawn + (((random.next_u64() >> 32) * left) >> 32) as usize;
        self.order.swap(drawn, chosen);
        usize::from(self.order[drawn])
    }

    /// The place that keeps two stones of the mover joined though the stone at `last` has cut between them.
    fn rescue(&self, last: usize, mover: u8, random: &mut Xoshiro256PlusPlus) -> Option<usize> {
        let ring = self.steps.map(|step| self.field[last.wrapping_add_signed(step)]);
        let pair = |middle: usize| {
            ring[middle] == EMPTY && ring[(middle + 5) % 6] == mover && ring[(middle + 1) % 6] == mover
        };
        let mut found = None;
        for middle in 0..6 {
            if pair(middle) {
                // Of two, either.
                if found.is_none() || random.next_u64() >> 63 == 1 {
                    found = Some(last.wrapping_add_signed(self.steps[middle]));
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use board::parse_diagram;
    use proptest::prelude::*;
    use rand_xoshiro::rand_core::SeedableRng as _;

    use super::*;

    proptest! {
        #[test]
        fn a_playout_fills_the_board_and_finds_its_winner(
            cols in 1..=8usize, rows in 1..=8usize, kinds in prop::collection::vec(0..4u8, 64), seed in any::<u64>(),
        ) {
            let size = board::BoardSize::new(cols, rows).unwrap();
            let mut position = Position::<1>::empty(size);
            for (cell, kind) in size.iter().zip(kinds) {
                if let Some(&color) = Color::BOTH.get(usize::from(kind)) {
                    position.place(color, cell).unwrap();
                }
            }
            let mut rollout = Rollout::new(Geometry::of(size));
            let ending = rollout.play(&position, None, &mut Xoshiro256PlusPlus::seed_from_u64(seed));
            let mut full = Position::<1>::empty(size);
            for color in Color::BOTH {
                prop_assert!(position.stones(color).is_subset(&ending.stones[color.index()]));
                for cell in ending.stones[color.index()] {
                    full.place(color, cell).unwrap();
                }
            }
            prop_assert!(full.empty_cells().is_empty());
            prop_assert_eq!(full.winner(), Some(ending.winner));
        }
    }

    #[test]
    fn bridges_are_saved() {
        let saved = |diagram: &str, last: &str, answer: &str| {
            let mut position = parse_diagram(diagram).unwrap().resize::<1>();
            position.set_to_move(Color::Black);
            let [last, answer] = [last, answer].map(|name| position.size().cell(name).unwrap());
            let mut rollout = Rollout::new(Geometry::of(position.size()));
            let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
            let black = |_| rollout.play(&position, Some(last), &mut random).stones[0].contains(answer);
            (0..200).map(black).filter(|&black| black).count()
        };
        assert_eq!(saved(". . . .\n . . B .\n  . W . .\n   . B . .", "b3", "c3"), 200);
        // A bridge to the edge.
        assert_eq!(saved(". . W .\n . . B .\n  . . . .\n   . B . .", "c1", "d1"), 200);
        // Of two bridges at once, one is saved.
        let twice = ". . B .\n . . W B\n  . B . .\n   . . . .";
        let [one, other] = ["d1", "c3"].map(|answer| saved(twice, "c2", answer));
        assert!(one < 200 && other < 200 && one + other >= 200, "{one} {other}");
    }
}
