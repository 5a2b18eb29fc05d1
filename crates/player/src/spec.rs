//! A player as text, such as `queenbee:depth=3`, read into typed values that the registry declares.
//!
//! Text comes from command lines, HTP and the browser: its length and the depth of players inside players are bounded, and
//! every value is checked against its declaration before a player is made.

use crate::{Cost, Kind, Player, PlayerError, ReadFile, Setting};

/// Bytes of a specification, at most: names of files included.
pub const LONGEST_SPEC: usize = 1024;
/// Players inside players, at most: the fallback of a fallback.
pub const DEEPEST_SPEC: usize = 2;

/// A kind of player: its name, its settings and what makes it.
pub struct PlayerKind {
    /// Its name.
    pub name: &'static str,
    /// A description in one line.
    pub about: &'static str,
    /// Its settings, those that matter most first.
    pub settings: &'static [Setting],
    /// The resources that it costs besides its settings.
    pub cost: Cost,
    /// Makes a player of this kind.
    pub make: Make,
}

/// Makes a player from its checked settings and the files that they name.
pub type Make = fn(&Spec, &ReadFile<'_>) -> Result<Box<dyn Player>, PlayerError>;

/// The kinds of players there are.
#[derive(Clone, Copy)]
pub struct Registry(pub &'static [PlayerKind]);

impl Registry {
    /// Reads a specification: `NAME`, or `NAME:key=value,key=value`. Of two values for one setting the later counts, except that
    /// of files all count.
    ///
    /// # Errors
    /// [`PlayerError::Unknown`], [`PlayerError::Setting`] or [`PlayerError::Spec`], with what was expected.
    pub fn read(self, text: &str) -> Result<Spec, PlayerError> {
        if text.len() > LONGEST_SPEC {
            return Err(PlayerError::Spec {
                found: format!("{} bytes", text.len()),
                expected: format!("at most {LONGEST_SPEC}"),
            });
        }
        self.read_nested(text, 0)
    }

    /// The kind of this name.
    ///
    /// # Errors
    /// [`PlayerError::Unknown`] with the names there are.
    pub fn kind(self, name: &str) -> Result<&'static PlayerKind, PlayerError> {
        self.0.iter().find(|kind| kind.name == name).ok_or_else(|| PlayerError::Unknown {
            found: name.to_string(),
            expected: self.0.iter().map(|kind| kind.name).collect::<Vec<_>>().join(", "),
        })
    }

    fn read_nested(self, text: &str, depth: usize) -> Result<Spec, PlayerError> {
        if depth > DEEPEST_SPEC {
            return Err(PlayerError::Spec {
                found: format!("players inside players, {depth} deep"),
                expected: format!("at most {DEEPEST_SPEC}"),
            });
        }
        let (name, settings) = text.split_once(':').unwrap_or((text, ""));
        let mut spec = Spec { kind: self.kind(name)?, values: Vec::new(), registry: self, depth };
        for pair in settings.split(',').filter(|pair| !pair.is_empty()) {
            let (key, value) =
                pair.split_once('=').ok_or_else(|| spec.refused(pair.to_string(), "key=value"))?;
            spec.set(key, value)?;
        }
        for setting in spec.kind.settings {
            if let Some(default) = setting.default.filter(|_| spec.values_of(setting.key).next().is_none()) {
                spec.set(setting.key, default)?;
            }
        }
        Ok(spec)
    }
}

/// A player with the values of its settings, checked.
#[derive(Clone)]
pub struct Spec {
    kind: &'static PlayerKind,
    values: Vec<(&'static Setting, Value)>,
    registry: Registry,
    /// How many players it is inside of.
    depth: usize,
}

/// The value of a setting.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A whole number, or a level.
    Whole(u64),
    /// A number.
    Real(f64),
    /// A switch.
    Switch(bool),
    /// A word that the setting takes besides.
    Word(&'static str),
    /// The name of a file.
    File(String),
    /// Another player.
    Player(Box<Spec>),
}

impl Spec {
    /// A player of a kind that has no players inside, with the default of every setting.
    ///
    /// # Panics
    /// If the kind does not take its own defaults.
    #[must_use]
    pub fn plain(kind: &'static PlayerKind) -> Self {
        let plain = Registry(std::slice::from_ref(kind)).read(kind.name);
        plain.expect("a kind of player takes its own defaults")
    }

    /// The kind of player.
    #[must_use]
    pub const fn kind(&self) -> &'static PlayerKind {
        self.kind
    }

    /// Makes the player. `read` reads the files that settings name.
    ///
    /// # Errors
    /// [`PlayerError`] where a file cannot be read or is not what the player needs.
    pub fn make(&self, read: &ReadFile<'_>) -> Result<Box<dyn Player>, PlayerError> {
        (self.kind.make)(self, read)
    }

    /// Changes a setting; of files, one is added.
    ///
    /// # Errors
    /// [`PlayerError::Setting`] where there is no such setting or it does not take the value.
    pub fn set(&mut self, key: &str, text: &str) -> Result<(), PlayerError> {
        let found = || format!("{key}={text}");
        let Some(setting) = self.kind.settings.iter().find(|setting| setting.key == key) else {
            return Err(self.refused(found(), &self.keys()));
        };
        let value = match setting.words.iter().find(|&&word| word == text) {
            Some(word) => Some(Value::Word(word)),
            None => self.value(setting, text)?,
        };
        let value = value.ok_or_else(|| self.refused(found(), &setting.values()))?;
        if !matches!(value, Value::File(_)) {
            self.values.retain(|(other, _)| other.key != key);
        }
        self.values.push((setting, value));
        // In the order of the declaration, so that equal players are equal.
        let place = |key: &str| self.kind.settings.iter().position(|setting| setting.key == key);
        self.values.sort_by_key(|(setting, _)| place(setting.key));
        Ok(())
    }

    /// Reads a value; `None` if the setting does not take it.
    fn value(&self, setting: &Setting, text: &str) -> Result<Option<Value>, PlayerError> {
        let whole = |least, most| {
            let number = text.parse().ok().filter(|number| (least..=most).contains(number));
            number.map(Value::Whole)
        };
        Ok(match setting.kind {
            Kind::Whole { least, most } => whole(least, most),
            Kind::Level(levels) => whole(1, levels.len() as u64),
            Kind::Real { least, most } => {
                let number = text.parse().ok().filter(|number| (least..=most).contains(number));
                number.map(Value::Real)
            }
            Kind::Switch => text.parse().ok().map(Value::Switch),
            Kind::File(_) => (!text.is_empty()).then(|| Value::File(text.to_string())),
            Kind::Player => Some(Value::Player(Box::new(self.registry.read_nested(text, self.depth + 1)?))),
        })
    }

    /// The threads and memory of the player, including nested players: they take turns, but each keeps its memory.
    #[must_use]
    pub fn cost(&self) -> Cost {
        let mut own = self.kind.cost;
        let mut inside = Cost::default();
        for (setting, value) in &self.values {
            let units = match value {
                Value::Whole(number) => *number,
                Value::Switch(on) => u64::from(*on),
                Value::Player(player) => {
                    let cost = player.cost();
                    inside.threads = inside.threads.max(cost.threads);
                    inside.bytes = inside.bytes.saturating_add(cost.bytes);
                    0
                }
                Value::Real(_) | Value::Word(_) | Value::File(_) => 0,
            };
            own.threads = own.threads.saturating_add(setting.cost.threads.saturating_mul(units));
            own.bytes = own.bytes.saturating_add(setting.cost.bytes.saturating_mul(units));
        }
        Cost {
            threads: own.threads.max(1).max(inside.threads),
            bytes: own.bytes.saturating_add(inside.bytes),
        }
    }

    /// Refuses a player that takes more of the machine than `most`.
    ///
    /// # Errors
    /// [`PlayerError::TooLarge`].
    pub fn within(&self, most: Cost) -> Result<(), PlayerError> {
        let cost = self.cost();
        let refuse = |found: String, expected: String| {
            Err(PlayerError::TooLarge { player: self.to_string(), found, expected })
        };
        if cost.threads > most.threads {
            return refuse(format!("{} threads", cost.threads), format!("{}", most.threads));
        }
        if cost.bytes > most.bytes {
            let megabytes = |bytes: u64| bytes.div_ceil(1 << 20);
            return refuse(
                format!("{} MB of memory", megabytes(cost.bytes)),
                megabytes(most.bytes).to_string(),
            );
        }
        Ok(())
    }

    /// The value of a setting as text, as a specification has it; empty if it has none.
    #[must_use]
    pub fn text(&self, key: &str) -> String {
        self.values_of(key).last().map_or_else(String::new, ToString::to_string)
    }

    /// The value of a setting.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.values_of(key).last()
    }

    /// The value of a setting that is a whole number; `None` if it has none, or a word instead.
    #[must_use]
    pub fn optional(&self, key: &str) -> Option<u64> {
        if let Some(Value::Whole(number)) = self.get(key) { Some(*number) } else { None }
    }

    /// The value of a setting that is a whole number.
    ///
    /// # Panics
    /// If the setting was not declared so, with a default.
    #[must_use]
    pub fn whole<T: TryFrom<u64>>(&self, key: &str) -> T {
        let number = self.optional(key).and_then(|number| T::try_from(number).ok());
        number.expect("the setting is declared with a default, in the range of its type")
    }

    /// The value of a setting that is a number.
    ///
    /// # Panics
    /// If the setting was not declared so, with a default.
    #[must_use]
    pub fn real(&self, key: &str) -> f32 {
        let Some(Value::Real(number)) = self.get(key) else {
            panic!("{key} is declared as a number with a default");
        };
        *number as f32
    }

    /// Whether a switch is on.
    #[must_use]
    pub fn is_on(&self, key: &str) -> bool {
        matches!(self.get(key), Some(Value::Switch(true)))
    }

    /// The player inside.
    ///
    /// # Panics
    /// If the setting was not declared so, with a default.
    #[must_use]
    pub fn player(&self, key: &str) -> &Self {
        let Some(Value::Player(player)) = self.get(key) else {
            panic!("{key} is declared as a player with a default");
        };
        player
    }

    /// Reads the files that a setting names and makes something of each; where `parse` fails, it says what was expected.
    ///
    /// # Errors
    /// [`PlayerError::Setting`] with the reason.
    pub fn files<T>(
        &self,
        key: &str,
        read: &ReadFile<'_>,
        parse: impl Fn(&[u8]) -> Result<T, String>,
    ) -> Result<Vec<T>, PlayerError> {
        let names = self.values.iter().filter(|(setting, _)| setting.key == key);
        let one = |(setting, value): &(&'static Setting, Value)| {
            let (Value::File(name), Kind::File(expected)) = (value, setting.kind) else { return None };
            let bytes = read(name).map_err(|reason| format!("{expected} ({reason})"));
            let parsed = bytes.and_then(|bytes| parse(&bytes));
            Some(parsed.map_err(|expected| self.refused(format!("{key}={name}"), &expected)))
        };
        names.filter_map(one).collect()
    }

    fn values_of(&self, key: &str) -> impl Iterator<Item = &Value> {
        self.values.iter().filter(move |(setting, _)| setting.key == key).map(|(_, value)| value)
    }

    fn keys(&self) -> String {
        match self.kind.settings {
            [] => "no settings".to_string(),
            settings => settings.iter().map(|setting| setting.key).collect::<Vec<_>>().join(", "),
        }
    }

    fn refused(&self, found: String, expected: &str) -> PlayerError {
        let player = self.kind.name.to_string();
        PlayerError::Setting { player, found, expected: expected.to_string() }
    }
}

impl PartialEq for Spec {
    fn eq(&self, other: &Self) -> bool {
        self.kind.name == other.kind.name && self.values == other.values
    }
}

impl std::fmt::Debug for Spec {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Spec({self})")
    }
}

/// The specification with those settings that are not the default.
impl std::fmt::Display for Spec {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.kind.name)?;
        let texts = self.values.iter().map(|(setting, value)| (setting, value.to_string()));
        let changed = texts.filter(|(setting, text)| setting.default != Some(text.as_str()));
        for (number, (setting, text)) in changed.enumerate() {
            write!(f, "{}{}={text}", if number == 0 { ':' } else { ',' }, setting.key)?;
        }
        Ok(())
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Whole(number) => write!(f, "{number}"),
            Self::Real(number) => write!(f, "{number}"),
            Self::Switch(on) => write!(f, "{on}"),
            Self::Word(word) => f.write_str(word),
            Self::File(name) => f.write_str(name),
            Self::Player(player) => write!(f, "{player}"),
        }
    }
}
