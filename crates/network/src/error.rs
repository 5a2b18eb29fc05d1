//! Errors in a weights file.

/// Why a network could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NetworkError {
    /// The bytes are of another kind of file.
    #[error("found a file that does not begin with HEXWNET: expected a network of hexwright")]
    Foreign,
    /// The format is of another time.
    #[error("found version {found} of the weights format: expected version 1")]
    Version {
        /// The version that the file names.
        found: u32,
    },
    /// The file ends too early.
    #[error("found {found} bytes: expected {expected}, the weights file is truncated")]
    Truncated {
        /// Bytes there are.
        found: usize,
        /// Bytes there should be, at least.
        expected: usize,
    },
    /// There is something after the end.
    #[error("found {found} bytes: expected {expected}, the weights file has something after its end")]
    TooLong {
        /// Bytes there are.
        found: usize,
        /// Bytes there should be.
        expected: usize,
    },
    /// The checksum does not agree.
    #[error("found checksum {found:08x}: expected {expected:08x}, the weights file is damaged")]
    Checksum {
        /// The value of the bytes.
        found: u32,
        /// The content of the file.
        expected: u32,
    },
    /// A number of the header is out of its range.
    #[error("found {found} {what}: expected {least} to {most}")]
    Shape {
        /// Which number.
        what: &'static str,
        /// Its value.
        found: u32,
        /// The smallest that is allowed.
        least: u32,
        /// The largest that is allowed.
        most: u32,
    },
    /// The pool mask names a block that is not there.
    #[error("found pool mask {mask:#b} for {blocks} blocks: expected bits for these blocks only")]
    PoolMask {
        /// The mask.
        mask: u32,
        /// How many blocks there are.
        blocks: u32,
    },
    /// The note is not text.
    #[error("found a note that is not UTF-8: expected text")]
    Note,
    /// A weight is infinite or not a number.
    #[error("found a weight that is not finite in {layer}: expected finite numbers")]
    NotFinite {
        /// The layer.
        layer: String,
    },
}
