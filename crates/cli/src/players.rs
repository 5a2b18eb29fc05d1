//! Players by name, with the files that their settings name.

use std::{fs, io::Read as _};

use anyhow::{Context as _, Result};
use network::Weights;
use player::{Player, PlayerError};

/// Who plays where nobody is named: the strongest, which thinks for a third of a second where no time is set.
pub(crate) const DEFAULT: &str = "neural";

/// Makes a player from its name and settings: `bridges`, or `neural:weights=FILE,threads=2`.
pub(crate) fn create(spec: &str) -> Result<Box<dyn Player>, PlayerError> {
    player::create_with(spec, &read)
}

/// A player's name and settings with a weights file added to them, where one is given.
pub(crate) fn with_weights(spec: &str, weights: Option<&str>) -> String {
    match weights {
        None => spec.to_string(),
        Some(file) => format!("{spec}{}weights={file}", if spec.contains(':') { ',' } else { ':' }),
    }
}

/// The weights of a file, or the embedded ones.
pub(crate) fn weights(name: Option<&str>) -> Result<Weights> {
    let Some(name) = name else { return Ok(Weights::embedded()) };
    let bytes = read(name).map_err(anyhow::Error::msg).with_context(|| name.to_string())?;
    Weights::read(&bytes).with_context(|| name.to_string())
}

/// Reads a file of weights, and no file that could never be one.
fn read(name: &str) -> Result<Vec<u8>, String> {
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
