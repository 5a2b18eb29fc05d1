//! The list of players and their settings.

use player::{Cost, Kind, PlayerKind, Setting};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{Error, Question, Service, Task};

/// Which players there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayersQuestion {}

impl Question for PlayersQuestion {
    type Answer = Vec<PlayerInfo>;

    fn prepare(self, service: &Service) -> Result<Task<Vec<PlayerInfo>>, Error> {
        let share = service.share;
        Ok(Task::quick(move |_| {
            Ok(players::REGISTRY.0.iter().map(|kind| player_info(kind, share)).collect())
        }))
    }
}

/// A player by name.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlayerInfo {
    /// The name to ask for.
    name: &'static str,
    /// A description in one line.
    about: &'static str,
    /// Its levels, the weakest first; empty if it has none.
    levels: Vec<LevelInfo>,
    /// The settings, as `NAME:key=value,key=value`.
    settings: Vec<SettingInfo>,
}

/// A level of a player.
#[derive(Debug, Serialize, ToSchema)]
pub struct LevelInfo {
    /// The player to ask for: `level:n=3`.
    player: String,
    /// A description in one line.
    about: String,
}

/// A setting of a player.
#[derive(Debug, Serialize, ToSchema)]
pub struct SettingInfo {
    /// Its name.
    key: &'static str,
    /// A description in one line.
    about: &'static str,
    /// The kind of its values: `whole`, `real`, `switch`, `level`, `file` or `player`.
    kind: &'static str,
    /// The smallest number.
    #[serde(skip_serializing_if = "Option::is_none")]
    least: Option<f64>,
    /// The largest number that a request may ask for.
    #[serde(skip_serializing_if = "Option::is_none")]
    most: Option<f64>,
    /// Words that it accepts besides numbers.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    words: &'static [&'static str],
    /// Its default value.
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<&'static str>,
    /// The unit of the number.
    #[serde(skip_serializing_if = "str::is_empty")]
    unit: &'static str,
    /// Threads that one unit takes.
    threads: u64,
    /// Bytes that one unit takes.
    bytes: u64,
    /// Whether a larger value makes a move take longer.
    slower: bool,
}

/// The description of a kind of player. On a shared machine, its resources are limited and it may not read files.
#[must_use]
pub fn player_info(kind: &PlayerKind, shared: Option<Cost>) -> PlayerInfo {
    let most = shared.unwrap_or(Cost { threads: u64::MAX, bytes: u64::MAX });
    let takes = |setting: &&Setting| match setting.kind {
        Kind::Switch => setting.cost.threads < most.threads,
        Kind::File(_) => shared.is_none() || !setting.words.is_empty(),
        _ => true,
    };
    PlayerInfo {
        name: kind.name,
        about: kind.about,
        levels: kind.settings.iter().flat_map(|setting| levels(kind.name, setting)).collect(),
        settings: kind.settings.iter().filter(takes).map(|setting| setting_info(setting, most)).collect(),
    }
}

fn levels(name: &str, setting: &Setting) -> Vec<LevelInfo> {
    let Kind::Level(levels) = setting.kind else { return Vec::new() };
    let level = |(index, about): (usize, &&str)| LevelInfo {
        player: format!("{name}:{}={}", setting.key, index + 1),
        about: (*about).to_string(),
    };
    levels.iter().enumerate().map(level).collect()
}

fn setting_info(setting: &Setting, machine: Cost) -> SettingInfo {
    let (kind, least, most) = match setting.kind {
        Kind::Whole { least, most } => {
            let fits = |machine: u64, unit: u64| machine.checked_div(unit).unwrap_or(u64::MAX);
            let most = most
                .min(fits(machine.threads, setting.cost.threads))
                .min(fits(machine.bytes, setting.cost.bytes));
            ("whole", Some(least as f64), Some(most as f64))
        }
        Kind::Real { least, most } => ("real", Some(least), Some(most)),
        Kind::Level(levels) => ("level", Some(1.0), Some(levels.len() as f64)),
        Kind::Switch => ("switch", None, None),
        Kind::File(_) => ("file", None, None),
        Kind::Player => ("player", None, None),
    };
    let Setting { key, about, words, default, unit, slower, .. } = *setting;
    let Cost { threads, bytes } = setting.cost;
    SettingInfo { key, about, kind, least, most, words, default, unit, threads, bytes, slower }
}
