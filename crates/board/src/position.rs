//! A position: the stones on the board, the side to move, and a hash that is kept up to date.

use std::fmt;

use crate::{
    BoardError, BoardSize, Cell, CellSet, Color, Geometry, Groups, MAX_WORDS, Symmetry, diagram,
    zobrist::Sums,
};

/// Stones on a board and the side to move. Any arrangement is a position, also one that alternating play cannot reach;
/// what was played before is the business of [`Game`](crate::Game).
#[derive(Clone, Copy)]
pub struct Position<const W: usize = MAX_WORDS> {
    geometry: &'static Geometry<W>,
    stones: [CellSet<W>; 2],
    to_move: Color,
    sums: Sums,
}

impl<const W: usize> Position<W> {
    /// The empty board, Black to move.
    #[must_use]
    pub fn empty(size: BoardSize) -> Self {
        let geometry = Geometry::of(size);
        Self {
            geometry,
            stones: [CellSet::EMPTY; 2],
            to_move: Color::Black,
            sums: geometry.keys.start(Color::Black),
        }
    }

    /// A position with the given stones.
    ///
    /// # Errors
    /// [`BoardError::Occupied`] where a cell is given to both.
    pub fn with_stones(
        size: BoardSize,
        black: CellSet<W>,
        white: CellSet<W>,
        to_move: Color,
    ) -> Result<Self, BoardError> {
        let mut position = Self::empty(size);
        for (color, cells) in [(Color::Black, black), (Color::White, white)] {
            for cell in cells {
                position.place(color, cell)?;
            }
        }
        position.set_to_move(to_move);
        Ok(position)
    }

    /// The position after these moves from the empty board, Black first, alternating.
    ///
    /// # Errors
    /// [`BoardError::Occupied`] for a cell that is played twice.
    pub fn after(size: BoardSize, moves: &[Cell]) -> Result<Self, BoardError> {
        let mut position = Self::empty(size);
        for &cell in moves {
            position.play(cell)?;
        }
        Ok(position)
    }

    /// The same position with sets of another number of words.
    ///
    /// # Panics
    /// If `V` words cannot hold the board.
    #[must_use]
    pub fn resize<const V: usize>(&self) -> Position<V> {
        Position {
            geometry: Geometry::of(self.size()),
            stones: self.stones.map(|cells| cells.resize()),
            to_move: self.to_move,
            sums: self.sums,
        }
    }

    /// The size of the board.
    #[inline]
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.geometry.size()
    }

    /// The tables of the board.
    #[inline]
    #[must_use]
    pub const fn geometry(&self) -> &'static Geometry<W> {
        self.geometry
    }

    /// The side to move.
    #[inline]
    #[must_use]
    pub const fn to_move(&self) -> Color {
        self.to_move
    }

    /// The stones of a colour.
    #[inline]
    #[must_use]
    pub const fn stones(&self, color: Color) -> CellSet<W> {
        self.stones[color.index()]
    }

    /// The cells that hold a stone.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> CellSet<W> {
        self.stones[0] | self.stones[1]
    }

    /// The empty cells: where a stone may be played while the game goes on.
    #[inline]
    #[must_use]
    pub fn empty_cells(&self) -> CellSet<W> {
        self.geometry.all().minus(self.occupied())
    }

    /// Whose stone is on the cell, if any.
    ///
    /// # Panics
    /// In a set of fewer words than a `Position` has by default, for a cell beyond them, which only a larger board has.
    #[inline]
    #[must_use]
    pub fn at(&self, cell: Cell) -> Option<Color> {
        Color::BOTH.into_iter().find(|color| self.stones(*color).contains(cell))
    }

    /// Plays a stone of the side to move.
    ///
    /// # Errors
    /// [`BoardError::Occupied`] if the cell is not empty, [`BoardError::ForeignCell`] if it is a cell of a larger board. A finished
    /// game is not noticed: [`Game`](crate::Game) does.
    pub fn play(&mut self, cell: Cell) -> Result<(), BoardError> {
        self.check_empty(cell)?;
        self.play_unchecked(cell);
        Ok(())
    }

    /// Plays a stone of the side to move on a cell known to be empty.
    #[inline]
    pub fn play_unchecked(&mut self, cell: Cell) {
        debug_assert!(self.at(cell).is_none(), "{} is occupied", self.size().name(cell));
        self.stones[self.to_move.index()].insert(cell);
        self.geometry.keys.toggle_stone(&mut self.sums, cell, self.to_move);
        self.geometry.keys.toggle_side(&mut self.sums);
        self.to_move = self.to_move.opponent();
    }

    /// Takes back the last stone, which was played on `cell` by the side not to move.
    #[inline]
    pub fn undo(&mut self, cell: Cell) {
        self.to_move = self.to_move.opponent();
        debug_assert!(self.stones(self.to_move).contains(cell), "{} was not played", self.size().name(cell));
        self.stones[self.to_move.index()].remove(cell);
        self.geometry.keys.toggle_stone(&mut self.sums, cell, self.to_move);
        self.geometry.keys.toggle_side(&mut self.sums);
    }

    /// The position after a stone of the side to move on a cell known to be empty.
    #[inline]
    #[must_use]
    pub fn child(&self, cell: Cell) -> Self {
        let mut child = *self;
        child.play_unchecked(cell);
        child
    }

    /// Puts a stone of any colour on an empty cell; the side to move stays.
    ///
    /// # Errors
    /// [`BoardError::Occupied`] if the cell is not empty.
    pub fn place(&mut self, color: Color, cell: Cell) -> Result<(), BoardError> {
        self.check_empty(cell)?;
        self.stones[color.index()].insert(cell);
        self.geometry.keys.toggle_stone(&mut self.sums, cell, color);
        Ok(())
    }

    /// Takes the stone off a cell, if there is one; the side to move stays.
    pub fn clear(&mut self, cell: Cell) {
        if let Some(color) = self.at(cell) {
            self.stones[color.index()].remove(cell);
            self.geometry.keys.toggle_stone(&mut self.sums, cell, color);
        }
    }

    /// Says who is to move.
    pub fn set_to_move(&mut self, color: Color) {
        if self.to_move != color {
            self.to_move = color;
            self.geometry.keys.toggle_side(&mut self.sums);
        }
    }

    /// The colour whose edges are joined, if any. Both can never be.
    #[inline]
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        Color::BOTH.into_iter().find(|&color| self.has_won(color))
    }

    /// Whether this colour's edges are joined.
    #[inline]
    #[must_use]
    pub fn has_won(&self, color: Color) -> bool {
        self.geometry.joins(self.stones(color), color)
    }

    /// The groups of both colours.
    #[must_use]
    pub fn groups(&self) -> Groups<W> {
        Groups::of(self)
    }

    /// The group that a stone belongs to; empty for an empty cell.
    #[inline]
    #[must_use]
    pub fn group_at(&self, cell: Cell) -> CellSet<W> {
        self.at(cell)
            .map_or(CellSet::EMPTY, |color| self.geometry.flood(CellSet::of(cell), self.stones(color)))
    }

    /// A hash of the stones, the side to move and the board's size. The same on every machine.
    #[inline]
    #[must_use]
    pub const fn hash(&self) -> u128 {
        self.sums[0]
    }

    /// A hash that is the same for the position turned by 180 degrees, which has the same winner.
    #[inline]
    #[must_use]
    pub fn rotation_hash(&self) -> u128 {
        self.sums[0].min(self.sums[1])
    }

    /// A hash that is the same for all images of the position under the board's symmetries, with the symmetry that leads
    /// to the image which gave it: where it exchanges the colours, the winner changes colour too.
    #[inline]
    #[must_use]
    pub fn class_hash(&self) -> (u128, Symmetry) {
        let symmetries = Symmetry::of(self.size()).iter();
        symmetries
            .map(|&symmetry| (self.sums[symmetry as usize], symmetry))
            .min()
            .expect("every board has the identity")
    }

    /// The image of the position: stones, colours and side to move.
    #[must_use]
    pub fn image(&self, symmetry: Symmetry) -> Self {
        let mut image = Self::empty(self.size());
        for color in Color::BOTH {
            for cell in self.stones(color) {
                let placed = image.place(symmetry.color(color), symmetry.cell(cell, self.size()));
                debug_assert!(placed.is_ok(), "a symmetry maps different cells to different cells");
            }
        }
        image.set_to_move(symmetry.color(self.to_move));
        image
    }

    fn check_empty(&self, cell: Cell) -> Result<(), BoardError> {
        let size = self.size();
        if cell.index() >= size.cells() {
            return Err(BoardError::ForeignCell { number: cell.index(), size: size.to_string() });
        }
        match self.at(cell) {
            None => Ok(()),
            Some(holder) => Err(BoardError::Occupied { name: self.size().name(cell).to_string(), holder }),
        }
    }
}

impl<const W: usize> PartialEq for Position<W> {
    fn eq(&self, other: &Self) -> bool {
        self.size() == other.size() && self.stones == other.stones && self.to_move == other.to_move
    }
}

impl<const W: usize> Eq for Position<W> {}

impl<const W: usize> std::hash::Hash for Position<W> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        state.write_u128(self.sums[0]);
    }
}

impl<const W: usize> fmt::Display for Position<W> {
    /// Draws the board as [`parse_diagram`](crate::parse_diagram) reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        diagram::draw(self, f)
    }
}

impl<const W: usize> fmt::Debug for Position<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} to move, {}:", self.to_move, self.size())?;
        diagram::draw(self, f)
    }
}
