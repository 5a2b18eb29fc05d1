//! The bytes between the games and their evaluator.
//!
//! The evaluator drives. It sends [`ExchangeCommand`]s of [`COMMAND_LEN`] bytes, the games send [`ExchangeReport`]s of [`REPORT_LEN`]
//! bytes; both are little-endian. Positions and their evaluations are too many for a pipe and lie in one file (on a
//! memory file system) of [`slot_len`] bytes for each slot, a slot being the place of one batch: first the requests, then
//! the answers.
//!
//! Requests of a batch of `b` games on a board of `w` words ([`board::BoardSize::words`]):
//!
//! ```text
//! b x { u64 x w own stones, u64 x w opponent's stones }      in the view of the side to move
//! b x { u8 which network: 0 the one that learns, 1 its opponent }
//! ```
//!
//! Answers, `c` being the number of cells:
//!
//! ```text
//! b x { f32 probability that the side to move wins }
//! b x { bfloat16 x c probability of each move, 0 for occupied cells }
//! ```

use board::{BoardSize, MAX_CELLS, MAX_WORDS};

use crate::LearningError;

/// Bytes of a command.
pub const COMMAND_LEN: usize = 16;
/// Bytes of a report.
pub const REPORT_LEN: usize = 16;

/// A command of the evaluator. Commands 1 to 3 for a slot are sent only while it waits for answers (or is new), so that
/// request and answer never cross.
///
/// ```text
/// u8 kind   u8 side   u16 slot   u16 full visits   u16 fast visits   u32 games   u32 seed
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExchangeCommand {
    /// Kind 1: the answers of a slot are in the file.
    Answers {
        /// Which slot.
        slot: u16,
    },
    /// Kind 2: forget the slot's games and play new ones.
    Play {
        /// Which slot.
        slot: u16,
        /// Board.
        size: BoardSize,
        /// Visits of a full search.
        full_visits: u16,
        /// Visits of a fast search.
        fast_visits: u16,
        /// 0: the network against itself. 1: against its opponent, the other network.
        against_opponent: bool,
        /// Seed of the games.
        seed: u32,
    },
    /// Kind 3: forget the slot's games and play a match of network 0 against network 1, two games for each opening.
    Match {
        /// Which slot.
        slot: u16,
        /// Board.
        size: BoardSize,
        /// Visits a move.
        visits: u16,
        /// Number of games; an even number up to the batch's size.
        games: u32,
        /// Seed of the openings.
        seed: u32,
    },
    /// Kind 4: end.
    Quit,
}

/// The results of the games.
///
/// ```text
/// u8 kind   u8 side   u16 slot   u32 games   u32 first   u32 second
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExchangeReport {
    /// Kind 1: the slot's requests are in the file. `games` have ended since the last report, with `moves` moves, and
    /// left `samples` samples.
    Requests {
        /// Which slot.
        slot: u16,
        /// Board.
        size: BoardSize,
        /// Games that ended.
        games: u32,
        /// Their moves, openings included.
        moves: u32,
        /// Their samples.
        samples: u32,
    },
    /// Kind 2: the slot's match is over; it now waits for a command.
    MatchOver {
        /// Which slot.
        slot: u16,
        /// Board.
        size: BoardSize,
        /// Games played.
        games: u32,
        /// Games that network 0 won.
        wins: u32,
    },
}

/// Bytes of the requests of a slot, for boards of every size.
#[must_use]
pub const fn requests_len(batch: usize) -> usize {
    batch * (2 * 8 * MAX_WORDS + 1)
}

/// Bytes of a slot: requests, then answers.
#[must_use]
pub const fn slot_len(batch: usize) -> usize {
    requests_len(batch) + batch * (4 + 2 * MAX_CELLS)
}

impl ExchangeCommand {
    /// Reads a command.
    ///
    /// # Errors
    /// [`LearningError::CommandKind`], [`LearningError::Side`] or [`LearningError::Visits`].
    pub fn from_bytes(bytes: &[u8; COMMAND_LEN]) -> Result<Self, LearningError> {
        let u16_at = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        let u32_at = |at: usize| u32::from(u16_at(at)) | u32::from(u16_at(at + 2)) << 16;
        let size = || match bytes[1] {
            side @ 3..=19 => BoardSize::square(usize::from(side)).map_err(|_| LearningError::Side(side)),
            side => Err(LearningError::Side(side)),
        };
        let slot = u16_at(2);
        let (full, fast) = (u16_at(4), u16_at(6));
        if matches!(bytes[0], 2 | 3) && (full == 0 || fast == 0) {
            return Err(LearningError::Visits { full, fast });
        }
        Ok(match bytes[0] {
            1 => Self::Answers { slot },
            2 => Self::Play {
                slot,
                size: size()?,
                full_visits: full,
                fast_visits: fast,
                against_opponent: u32_at(8) != 0,
                seed: u32_at(12),
            },
            3 => Self::Match { slot, size: size()?, visits: full, games: u32_at(8), seed: u32_at(12) },
            4 => Self::Quit,
            kind => return Err(LearningError::CommandKind(kind)),
        })
    }

    /// Writes the command.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; COMMAND_LEN] {
        let write = |kind, side, slot, visits: [u16; 2], games, seed| {
            frame(kind, side, slot, [u32::from(visits[0]) | u32::from(visits[1]) << 16, games, seed])
        };
        match *self {
            Self::Answers { slot } => write(1, 0, slot, [0; 2], 0, 0),
            Self::Play { slot, size, full_visits, fast_visits, against_opponent, seed } => {
                write(2, side(size), slot, [full_visits, fast_visits], u32::from(against_opponent), seed)
            }
            Self::Match { slot, size, visits, games, seed } => {
                write(3, side(size), slot, [visits; 2], games, seed)
            }
            Self::Quit => write(4, 0, 0, [0; 2], 0, 0),
        }
    }
}

impl ExchangeReport {
    /// Writes the report.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; REPORT_LEN] {
        match *self {
            Self::Requests { slot, size, games, moves, samples } => {
                frame(1, side(size), slot, [games, moves, samples])
            }
            Self::MatchOver { slot, size, games, wins } => frame(2, side(size), slot, [games, wins, 0]),
        }
    }
}

fn side(size: BoardSize) -> u8 {
    size.cols() as u8
}

fn frame(kind: u8, side: u8, slot: u16, words: [u32; 3]) -> [u8; 16] {
    let mut bytes = [0; 16];
    bytes[0] = kind;
    bytes[1] = side;
    bytes[2..4].copy_from_slice(&slot.to_le_bytes());
    for (index, word) in words.into_iter().enumerate() {
        bytes[4 + 4 * index..8 + 4 * index].copy_from_slice(&word.to_le_bytes());
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_survive_the_wire() {
        let size = BoardSize::square(11).unwrap();
        for command in [
            ExchangeCommand::Answers { slot: 300 },
            ExchangeCommand::Play {
                slot: 7,
                size,
                full_visits: 64,
                fast_visits: 8,
                against_opponent: true,
                seed: 1 << 31,
            },
            ExchangeCommand::Match { slot: 7, size, visits: 16, games: 400, seed: 5 },
            ExchangeCommand::Quit,
        ] {
            assert_eq!(ExchangeCommand::from_bytes(&command.to_bytes()), Ok(command));
        }
    }

    #[test]
    fn foreign_commands_are_refused() {
        assert_eq!(ExchangeCommand::from_bytes(&[9; 16]), Err(LearningError::CommandKind(9)));
        let mut bytes = [1; 16];
        bytes[0] = 2;
        bytes[1] = 20;
        assert_eq!(ExchangeCommand::from_bytes(&bytes), Err(LearningError::Side(20)));
        assert_eq!(ExchangeCommand::from_bytes(&[2; 16]), Err(LearningError::Side(2)));
        let mut bytes = [0; 16];
        (bytes[0], bytes[1]) = (2, 11);
        assert_eq!(ExchangeCommand::from_bytes(&bytes), Err(LearningError::Visits { full: 0, fast: 0 }));
    }

    #[test]
    fn reports_are_laid_out_as_documented() {
        let size = BoardSize::square(13).unwrap();
        let report = ExchangeReport::Requests { slot: 0x0102, size, games: 3, moves: 4, samples: 5 };
        assert_eq!(report.to_bytes(), [1, 13, 2, 1, 3, 0, 0, 0, 4, 0, 0, 0, 5, 0, 0, 0]);
        let report = ExchangeReport::MatchOver { slot: 1, size, games: 400, wins: 0x0100 };
        assert_eq!(report.to_bytes(), [2, 13, 1, 0, 144, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
    }
}
