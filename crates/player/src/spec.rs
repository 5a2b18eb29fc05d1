//! Players by name: the one list that every subcommand, HTP and the match runner use.

use crate::{Bridges, Neural, Player, PlayerError, RandomPlayer};

/// A player that can be asked for by name.
pub struct Known {
    /// Its name.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    make: Make,
}

/// Makes a player from its settings, pairs of key and value.
type Make = fn(&[(&str, &str)]) -> Result<Box<dyn Player>, PlayerError>;

/// All players, weakest first.
pub const KNOWN: &[Known] = &[
    Known {
        name: "random",
        about: "plays anywhere",
        make: |settings| no_settings("random", settings).map(|()| Box::new(RandomPlayer) as _),
    },
    Known {
        name: "bridges",
        about: "answers intrusions into bridges and follows the shortest paths",
        make: |settings| no_settings("bridges", settings).map(|()| Box::new(Bridges) as _),
    },
    Known {
        name: "neural",
        about: "searches with a network that was learnt by self-play",
        make: |settings| Neural::from_settings(settings, &no_files).map(|player| Box::new(player) as _),
    },
];

/// Makes a player from its name and settings: `bridges`, or `name:key=value,key=value`.
///
/// # Errors
/// [`PlayerError::Unknown`] or [`PlayerError::Setting`], with what was expected.
pub fn create(spec: &str) -> Result<Box<dyn Player>, PlayerError> {
    create_with(spec, &no_files)
}

/// Reads a file that a setting names; the rim has one, this crate touches no disk. The error is a sentence.
pub type ReadFile<'a> = dyn Fn(&str) -> Result<Vec<u8>, String> + 'a;

/// As [`create`], for settings that name files: `neural:weights=FILE`.
///
/// # Errors
/// As [`create`], and where a file cannot be read or is not what the player needs.
pub fn create_with(spec: &str, read: &ReadFile<'_>) -> Result<Box<dyn Player>, PlayerError> {
    let (name, settings) = spec.split_once(':').unwrap_or((spec, ""));
    let known = KNOWN.iter().find(|known| known.name == name).ok_or_else(|| PlayerError::Unknown {
        found: name.to_string(),
        expected: KNOWN.iter().map(|known| known.name).collect::<Vec<_>>().join(", "),
    })?;
    let mut pairs = Vec::new();
    for setting in settings.split(',').filter(|setting| !setting.is_empty()) {
        pairs.push(setting.split_once('=').ok_or_else(|| PlayerError::Setting {
            player: name.to_string(),
            found: setting.to_string(),
            expected: "key=value".to_string(),
        })?);
    }
    match name {
        "neural" => Ok(Box::new(Neural::from_settings(&pairs, read)?)),
        _ => (known.make)(&pairs),
    }
}

fn no_files(name: &str) -> Result<Vec<u8>, String> {
    Err(format!("found the file {name}: expected a player that needs no file"))
}

fn no_settings(player: &str, settings: &[(&str, &str)]) -> Result<(), PlayerError> {
    match settings.first() {
        None => Ok(()),
        Some((key, value)) => Err(PlayerError::Setting {
            player: player.to_string(),
            found: format!("{key}={value}"),
            expected: "no settings".to_string(),
        }),
    }
}
