//! The targets: code that reads untrusted input.

mod arena;
mod boards;
mod bytes;
mod proofs;
mod protocols;
mod records;
mod sockets;

/// Something that reads input from outside.
#[derive(Debug)]
pub struct Target {
    /// Its name on the command line and in the corpus.
    pub name: &'static str,
    /// The input of the target, and its properties besides the absence of panics.
    pub about: &'static str,
    /// Inputs to begin with: at least one that is read well.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// Words of the format.
    pub words: &'static [&'static str],
    /// Inputs are cut to this length.
    pub most_bytes: usize,
    /// Mends what would be refused at once, such as a checksum.
    pub seal: Option<fn(&mut Vec<u8>)>,
    /// Reads an input and says what became of it. A panic is a finding.
    pub run: fn(&[u8]) -> String,
    /// Inputs for each run of the tests: slow targets have fewer.
    pub in_tests: u64,
}

/// All targets.
pub const TARGETS: &[Target] = &[
    records::RECORD,
    records::SGF,
    records::HEXWIKI,
    records::LINKS,
    boards::DIAGRAM,
    boards::OPENINGS,
    boards::PATTERNS,
    boards::DECOMPOSITION_BOOK,
    protocols::HTP,
    protocols::PLAYER_SIGNAL,
    protocols::SERVER_SIGNAL,
    protocols::ACT,
    protocols::PLAYER,
    arena::HALL,
    sockets::HTTP,
    sockets::FRAMES,
    proofs::STRATEGY,
    proofs::CONNECTION,
    proofs::BOOK,
    bytes::WEIGHTS,
    bytes::EXCHANGE,
    bytes::STORE_RECORD,
    bytes::STORE,
];

/// Input as text: bytes that are not are replaced, as the readers of files do not take them either.
fn text(input: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(input)
}

/// Seeds from texts.
fn texts(seeds: &[&str]) -> Vec<Vec<u8>> {
    seeds.iter().map(|seed| seed.as_bytes().to_vec()).collect()
}

/// The outcome of a reader: what was read, or why not.
fn outcome<T, E: std::fmt::Display>(result: &Result<T, E>) -> String {
    match result {
        Ok(_) => "read".to_string(),
        Err(error) => error.to_string(),
    }
}
