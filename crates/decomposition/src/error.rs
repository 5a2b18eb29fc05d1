//! Errors of patterns and books.

/// Why a file of patterns or a book could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DecompositionError {
    /// A line of a file of patterns.
    #[error("patterns, line {line}: found {found}: expected {expected}")]
    Pattern {
        /// Its number, from 1.
        line: usize,
        /// The text found.
        found: String,
        /// The expected text.
        expected: String,
    },
    /// A line of a book.
    #[error("book, line {line}: found {found}: expected {expected}")]
    Book {
        /// Its number, from 1.
        line: usize,
        /// The text found.
        found: String,
        /// The expected text.
        expected: String,
    },
    /// A book is for another board.
    #[error("found a book for {book}: expected one for {board}")]
    BookSize {
        /// The book's board.
        book: String,
        /// The board that is asked about.
        board: String,
    },
    /// A pattern that the prover of connections does not prove.
    #[error("found the pattern '{name}' without a proof: expected a virtual connection")]
    Unproved {
        /// Its name.
        name: String,
    },
}
