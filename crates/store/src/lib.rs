//! Persistent data: solved positions, and the ledger of an arena. Each is one file.
//!
//! A [`Store`] maps positions (stones and side to move, not hashes, so that nothing collides and everything
//! can be exported) to who wins, a winning move, the winner's carrier and the work it took. Positions that are images of each
//! other share a record. Records only ever come in; of two for the same position the one that took more work stays, since
//! it can stand for a larger proof.
//!
//! ```
//! use board::{BoardSize, CellSet, Color, Position};
//! use store::{Solved, Store};
//!
//! let store = Store::in_memory()?;
//! let size = BoardSize::square(2).unwrap();
//! let position: Position = Position::empty(size);
//! let carrier: CellSet = size.iter().collect();
//! let solved = Solved { winner: Color::Black, winning_move: size.cell("b1").ok(), carrier, work: 1 };
//! store.put_all(&[(position, solved)])?;
//! assert_eq!(store.get(&position)?.map(|solved| solved.winner), Some(Color::Black));
//! # Ok::<(), store::StoreError>(())
//! ```

mod archive;
mod database;
mod error;
mod guarded;
mod ledger;
mod overlay;
mod prove;
mod record;
mod salvage;
mod writer;

pub use archive::StoreArchive;
pub use database::{Checked, Store, StoreCounts};
pub use error::StoreError;
pub use ledger::{Ledger, LedgerWrite};
pub use prove::{ProveSettings, Proved, prove_sample};
pub use record::{KEY_BYTES, Solved, decode, decode_key, encode, encode_key};
pub use salvage::{Salvaged, salvage};
pub use writer::Writer;
