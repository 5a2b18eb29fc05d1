//! Players by name: the one list that every subcommand, HTP and the match runner use.

use std::{fmt::Display, ops::RangeInclusive, str::FromStr};

use crate::{
    Bridges, FeatureSet, Fillings, Generations, Hexy, HexySettings, LADDER, Leveled, Mops, MopsFeatures,
    Neural, Perfect, Player, PlayerError, Playouts, PlayoutsSettings, Queenbee, QueenbeeSettings,
    RandomPlayer, WeightsFile, Yang,
};

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
        name: "fillings",
        about: "fills the board at random and plays where the winners have their stones (fillings=20000)",
        make: |settings| fillings(settings).map(|player| Box::new(player) as _),
    },
    Known {
        name: "mops",
        about: "looks around the last two stones and counts what is missing (depth=2, degree=24, weights)",
        make: |settings| mops(settings, &no_files).map(|player| Box::new(player) as _),
    },
    Known {
        name: "queenbee",
        about: "searches over two-distance, natural moves deeper (depth=4, slope=24)",
        make: |settings| queenbee(settings).map(|player| Box::new(player) as _),
    },
    Known {
        name: "hexy",
        about: "searches over electrical circuits with virtual connections (n=inf, most=20, depth=3, width=15)",
        make: |settings| hexy(settings).map(|player| Box::new(player) as _),
    },
    Known {
        name: "playouts",
        about: "searches with random games to the end that save their bridges (playouts=20000, examine=500)",
        make: |settings| playouts(settings).map(|player| Box::new(player) as _),
    },
    Known {
        name: "yang",
        about: "recites a book of local patterns and says which one answers; elsewhere thirteen rules (book=FILE)",
        make: |settings| Yang::from_settings(settings, &no_files).map(|player| Box::new(player) as _),
    },
    Known {
        name: "level",
        about: "a level for people, from n=1 to n=10",
        make: |settings| level(settings).map(|player| Box::new(player) as _),
    },
    Known {
        name: "neural",
        about: "searches with a network that was learnt by self-play",
        make: |settings| Neural::from_settings(settings, &no_files).map(|player| Box::new(player) as _),
    },
    Known {
        name: "perfect",
        about: "plays what is proved, by the solver or a stored strategy (strategy=FILE, nodes=2000, fallback=neural)",
        make: |settings| Perfect::from_settings(settings, &no_files).map(|player| Box::new(player) as _),
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

/// As [`create`], for settings that name files: `neural:weights=FILE`, `mops:weights=FILE`, `perfect:strategy=FILE`.
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
        "mops" => Ok(Box::new(mops(&pairs, read)?)),
        "yang" => Ok(Box::new(Yang::from_settings(&pairs, read)?)),
        "perfect" => Ok(Box::new(Perfect::from_settings(&pairs, read)?)),
        _ => (known.make)(&pairs),
    }
}

fn fillings(settings: &[(&str, &str)]) -> Result<Fillings, PlayerError> {
    let mut player = Fillings::default();
    for &setting in settings {
        match setting.0 {
            "fillings" => player.fillings = number("fillings", setting, 1..=1_000_000_000)?,
            _ => return Err(bad("fillings", setting, "fillings=20000")),
        }
    }
    Ok(player)
}

fn mops(settings: &[(&str, &str)], read: &ReadFile<'_>) -> Result<Mops, PlayerError> {
    let mut chosen = Mops::default().settings().clone();
    for &setting in settings {
        match setting {
            ("depth", _) => chosen.depth = number("mops", setting, 1..=20)?,
            ("degree", _) => chosen.degree = number("mops", setting, 1..=361)?,
            ("weights", "equal") => chosen.weights.fill(1.0),
            ("weights", file) => chosen.weights = weights_in::<MopsFeatures>(file, read)?,
            _ => return Err(bad("mops", setting, "depth=2, degree=24, weights=FILE or weights=equal")),
        }
    }
    Ok(Mops::new(chosen))
}

/// The weights of a player in a file that `hexwright train` or a person wrote.
fn weights_in<F: FeatureSet>(name: &str, read: &ReadFile<'_>) -> Result<Vec<f64>, PlayerError> {
    let weights = || -> Result<Vec<f64>, String> {
        let text = String::from_utf8(read(name)?).map_err(|_| {
            "found bytes that are no text: expected a weights file as hexwright train writes it".to_string()
        })?;
        WeightsFile::parse(&text)?.weights_of(F::PLAYER, F::NAMES)
    };
    weights().map_err(|problem| PlayerError::Other(format!("weights file {name}: {problem}")))
}

fn queenbee(settings: &[(&str, &str)]) -> Result<Queenbee, PlayerError> {
    let mut chosen = QueenbeeSettings::default();
    for &setting in settings {
        match setting.0 {
            "depth" => chosen.depth = number("queenbee", setting, 1..=40)?,
            "slope" => chosen.slope = number("queenbee", setting, 0..=1000)?,
            _ => return Err(bad("queenbee", setting, "depth=4 or slope=24")),
        }
    }
    Ok(Queenbee::new(chosen))
}

fn hexy(settings: &[(&str, &str)]) -> Result<Hexy, PlayerError> {
    let mut chosen = HexySettings::default();
    for &setting in settings {
        match setting {
            ("n", "0") => chosen.generations = Generations::None,
            ("n", "1") => chosen.generations = Generations::Bridges,
            ("n", "inf") => chosen.generations = Generations::ALL,
            ("n", _) => chosen.generations = Generations::Rounds(number("hexy", setting, 2..=1000)?),
            ("most", _) => chosen.most = number("hexy", setting, 1..=1000)?,
            ("depth", _) => chosen.depth = number("hexy", setting, 1..=40)?,
            ("width", _) => chosen.width = number("hexy", setting, 1..=361)?,
            ("faithful", _) => {
                chosen.faithful = setting.1.parse().map_err(|_| bad("hexy", setting, "true or false"))?;
            }
            _ => {
                return Err(bad("hexy", setting, "n (0, 1, 2, … or inf), most, depth, width or faithful"));
            }
        }
    }
    Ok(Hexy::new(chosen))
}

fn playouts(settings: &[(&str, &str)]) -> Result<Playouts, PlayerError> {
    let mut chosen = PlayoutsSettings::default();
    for &setting in settings {
        match setting.0 {
            "playouts" => chosen.playouts = number("playouts", setting, 1..=1_000_000_000)?,
            "examine" => chosen.examine = number("playouts", setting, 0..=1_000_000_000)?,
            "exploration" => chosen.exploration = number("playouts", setting, 0.0..=10.0)?,
            "seen" => chosen.seen = number("playouts", setting, 1.0..=1_000_000.0)?,
            _ => {
                return Err(bad(
                    "playouts",
                    setting,
                    "playouts=20000, examine=500, exploration=0.5 or seen=830",
                ));
            }
        }
    }
    Ok(Playouts::new(chosen))
}

fn level(settings: &[(&str, &str)]) -> Result<Leveled, PlayerError> {
    let mut level = 5;
    for &setting in settings {
        match setting.0 {
            "n" => level = number("level", setting, 1..=LADDER.len())?,
            _ => return Err(bad("level", setting, "n=1 to n=10")),
        }
    }
    Leveled::new(level)
}

/// The value of a setting that is a number.
fn number<T: FromStr + PartialOrd + Display>(
    player: &str,
    setting: (&str, &str),
    range: RangeInclusive<T>,
) -> Result<T, PlayerError> {
    setting
        .1
        .parse()
        .ok()
        .filter(|value| range.contains(value))
        .ok_or_else(|| bad(player, setting, &format!("a number from {} to {}", range.start(), range.end())))
}

fn bad(player: &str, (key, value): (&str, &str), expected: &str) -> PlayerError {
    PlayerError::Setting {
        player: player.to_string(),
        found: format!("{key}={value}"),
        expected: expected.to_string(),
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
