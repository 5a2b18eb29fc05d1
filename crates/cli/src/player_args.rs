//! Players by name, with the files that their settings name.

use std::{fs, io::Read as _};

use anyhow::{Context as _, Result};
use board::BoardSize;
use network::NetworkWeights;
use player::{Player, PlayerError};

/// The default player: the strongest. Without a time limit it thinks for a third of a second.
pub(crate) const DEFAULT: &str = "neural";

/// Makes a player from its name and settings: `bridges`, or `neural:weights=FILE,threads=2`.
pub(crate) fn create(spec: &str) -> Result<Box<dyn Player>, PlayerError> {
    players::create_with(spec, &read)
}

/// A player's name and settings with a weights file added to them, where one is given.
pub(crate) fn with_weights(spec: &str, weights: Option<&str>) -> String {
    match weights {
        None => spec.to_string(),
        Some(file) => format!("{spec}{}weights={file}", if spec.contains(':') { ',' } else { ':' }),
    }
}

/// The weights of a file, or the embedded ones for boards of a size.
pub(crate) fn weights(name: Option<&str>, size: BoardSize) -> Result<NetworkWeights> {
    let Some(name) = name else { return Ok(NetworkWeights::embedded(size)) };
    let bytes = read(name).map_err(anyhow::Error::msg).with_context(|| name.to_string())?;
    NetworkWeights::read(&bytes).with_context(|| name.to_string())
}

/// Reads a file of weights, a strategy or a script, and no file that could never be one.
pub(crate) fn read(name: &str) -> Result<Vec<u8>, String> {
    /// Twice the largest network that the format describes.
    const LARGEST: u64 = 1 << 30;
    let mut bytes = Vec::new();
    let file = fs::File::open(name).map_err(|error| error.to_string())?;
    file.take(LARGEST + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if bytes.len() as u64 > LARGEST {
        return Err(format!("found more than {LARGEST} bytes: expected fewer"));
    }
    Ok(bytes)
}
