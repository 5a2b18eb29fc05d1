//! Random-Turn Hex: a coin decides before every move who makes it.

use board::{BoardError, BoardSize, Cell, Color, Position};

use crate::ChanceError;

/// The event that a game of Random-Turn Hex waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RandomTurnPhase {
    /// A flip of the coin.
    Flip,
    /// A stone of the colour that the coin chose.
    Move(Color),
    /// Nothing: this colour has won.
    Over(Color),
}

/// One turn of Random-Turn Hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RandomTurn {
    /// Whom the coin chose.
    pub mover: Color,
    /// Where it put its stone.
    pub cell: Cell,
}

/// A game of Random-Turn Hex.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RandomTurnGame {
    position: Position,
    phase: RandomTurnPhase,
    turns: Vec<RandomTurn>,
}

impl RandomTurnGame {
    /// A new game on the empty board.
    #[must_use]
    pub fn new(size: BoardSize) -> Self {
        Self::from_position(Position::empty(size))
    }

    /// A game that goes on from a position.
    #[must_use]
    pub fn from_position(position: Position) -> Self {
        let phase = position.winner().map_or(RandomTurnPhase::Flip, RandomTurnPhase::Over);
        Self { position, phase, turns: Vec::new() }
    }

    /// The stones on the board. Its side to move means nothing here.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The event that the game waits for.
    #[must_use]
    pub const fn phase(&self) -> RandomTurnPhase {
        self.phase
    }

    /// The turns so far.
    #[must_use]
    pub fn turns(&self) -> &[RandomTurn] {
        &self.turns
    }

    /// The winner, if the game is over.
    #[must_use]
    pub const fn winner(&self) -> Option<Color> {
        match self.phase {
            RandomTurnPhase::Over(winner) => Some(winner),
            _ => None,
        }
    }

    /// The coin has chosen who moves.
    ///
    /// # Errors
    /// [`ChanceError::Phase`] unless the game waits for the coin.
    pub fn flip(&mut self, mover: Color) -> Result<(), ChanceError> {
        match self.phase {
            RandomTurnPhase::Flip => {
                self.phase = RandomTurnPhase::Move(mover);
                Ok(())
            }
            phase => Err(ChanceError::Phase { found: "a flip of the coin", expected: phase.expected() }),
        }
    }

    /// The chosen colour puts a stone on an empty cell.
    ///
    /// # Errors
    /// [`ChanceError::Phase`] unless the game waits for a stone, [`BoardError::Occupied`] if the cell is not empty.
    pub fn play(&mut self, cell: Cell) -> Result<(), ChanceError> {
        let RandomTurnPhase::Move(mover) = self.phase else {
            return Err(ChanceError::Phase { found: "a stone", expected: self.phase.expected() });
        };
        self.position.place(mover, cell)?;
        self.turns.push(RandomTurn { mover, cell });
        self.phase = self.position.winner().map_or(RandomTurnPhase::Flip, RandomTurnPhase::Over);
        Ok(())
    }

    /// A colour gives up.
    ///
    /// # Errors
    /// [`BoardError::GameOver`] if the game is over.
    pub fn resign(&mut self, color: Color) -> Result<(), ChanceError> {
        if let Some(winner) = self.winner() {
            return Err(BoardError::GameOver { winner }.into());
        }
        self.phase = RandomTurnPhase::Over(color.opponent());
        Ok(())
    }
}

impl RandomTurnPhase {
    const fn expected(self) -> &'static str {
        match self {
            Self::Flip => "a flip of the coin",
            Self::Move(Color::Black) => "a stone of black",
            Self::Move(Color::White) => "a stone of white",
            Self::Over(_) => "nothing: the game is over",
        }
    }
}
