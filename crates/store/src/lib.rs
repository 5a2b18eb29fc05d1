//! What lasts: solved positions, and the ledger of an arena. Each is one file.
//!
//! A [`Store`] maps positions (stones and side to move, not hashes, so that nothing collides and everything
//! can be exported) to who wins, a winning move, the winner's carrier and the work it took. Positions that are images of each
//! other share a record. Records only ever come in; of two for the same position the one that took more work stays, since
//! it can stand for a larger proof.

mod database;
mod ledger;
mod record;
mod writer;

pub use database::{Counts, Store, StoreError};
pub use ledger::{Ledger, LedgerWrite};
pub use record::{KEY_BYTES, Solved, decode, decode_key, encode, encode_key};
pub use writer::Writer;
