//! The list of players. It reads every player specification, on the command line, in HTP and in the browser.

use player::{Player, PlayerError, PlayerKind, ReadFile, Registry};

use crate::{bridges, fillings, hexy, level, mops, neural, perfect, playouts, queenbee, random, yang};

/// All players, weakest first.
pub const REGISTRY: Registry = Registry(KINDS);

const KINDS: &[PlayerKind] = &[
    random::KIND,
    bridges::KIND,
    fillings::KIND,
    mops::KIND,
    queenbee::KIND,
    hexy::KIND,
    playouts::KIND,
    yang::KIND,
    level::KIND,
    neural::KIND,
    perfect::KIND,
];

/// Makes a player from its name and settings: `bridges`, or `name:key=value,key=value`.
///
/// # Errors
/// Tests of refusals by [`Registry::read`], and of settings that name files.
pub fn create(spec: &str) -> Result<Box<dyn Player>, PlayerError> {
    create_with(spec, &no_files)
}

/// As [`create`], for settings that name files: `neural:weights=FILE`, `mops:weights=FILE`, `perfect:strategy=FILE`.
///
/// # Errors
/// As [`create`], and where a file cannot be read or is not what the player needs.
pub fn create_with(spec: &str, read: &ReadFile<'_>) -> Result<Box<dyn Player>, PlayerError> {
    REGISTRY.read(spec)?.make(read)
}

/// A reader where no file may be named.
///
/// # Errors
/// Always.
pub fn no_files(name: &str) -> Result<Vec<u8>, String> {
    Err(format!("found the file {name}: expected a player that needs no file"))
}
