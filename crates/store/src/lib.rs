//! Solved positions on disk.
//!
//! A store is one file. It maps positions (stones and side to move, not hashes, so that nothing collides and everything
//! can be exported) to who wins, a winning move, the winner's carrier and the work it took. Positions that are images of each
//! other share a record. Records only ever come in; of two for the same position the one that took more work stays, since
//! it can stand for a larger proof.

mod database;
mod record;
mod writer;

pub use database::{Counts, Store, StoreError};
pub use record::{KEY_BYTES, Solved, decode, decode_key, encode, encode_key};
pub use writer::Writer;
