//! A setting of a player: declared once as data, read from text, with its cost.

/// A setting of a player.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Setting {
    /// Its name in a specification.
    pub key: &'static str,
    /// A description in one line.
    pub about: &'static str,
    /// The kind of its values.
    pub kind: Kind,
    /// Words that it takes besides, such as `inf`.
    pub words: &'static [&'static str],
    /// Its value where none is given, as text; `None` if there is none.
    pub default: Option<&'static str>,
    /// The unit of the number.
    pub unit: &'static str,
    /// The resources that one unit of the value costs.
    pub cost: Cost,
    /// Whether a larger value makes a move take longer.
    pub slower: bool,
}

/// The values that a setting takes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    /// A whole number from `least` to `most`.
    Whole {
        /// The smallest.
        least: u64,
        /// The largest.
        most: u64,
    },
    /// A number from `least` to `most`.
    Real {
        /// The smallest.
        least: f64,
        /// The largest.
        most: f64,
    },
    /// `true` or `false`.
    Switch,
    /// A level: a number from 1 on, each with a line about it.
    Level(&'static [&'static str]),
    /// The name of a file; the text says what is expected in it.
    File(&'static str),
    /// Another player, with settings.
    Player,
}

/// The resources that a player or a setting costs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Cost {
    /// Threads that compute.
    pub threads: u64,
    /// Bytes of memory.
    pub bytes: u64,
}

impl Cost {
    /// A number of bytes.
    #[must_use]
    pub const fn bytes(bytes: u64) -> Self {
        Self { threads: 0, bytes }
    }
}

impl Setting {
    const fn new(key: &'static str, kind: Kind, about: &'static str) -> Self {
        let cost = Cost { threads: 0, bytes: 0 };
        Self { key, about, kind, words: &[], default: None, unit: "", cost, slower: false }
    }

    /// A whole number from `least` to `most`.
    #[must_use]
    pub const fn whole(key: &'static str, [least, most]: [u64; 2], about: &'static str) -> Self {
        Self::new(key, Kind::Whole { least, most }, about)
    }

    /// A number from `least` to `most`.
    #[must_use]
    pub const fn real(key: &'static str, [least, most]: [f64; 2], about: &'static str) -> Self {
        Self::new(key, Kind::Real { least, most }, about)
    }

    /// `true` or `false`, where nothing is said `false`.
    #[must_use]
    pub const fn switch(key: &'static str, about: &'static str) -> Self {
        Self::new(key, Kind::Switch, about).default("false")
    }

    /// A level, with a line about each.
    #[must_use]
    pub const fn level(key: &'static str, levels: &'static [&'static str], about: &'static str) -> Self {
        Self::new(key, Kind::Level(levels), about)
    }

    /// A file; `expected` says what is in it.
    #[must_use]
    pub const fn file(key: &'static str, expected: &'static str, about: &'static str) -> Self {
        Self::new(key, Kind::File(expected), about)
    }

    /// Another player.
    #[must_use]
    pub const fn player(key: &'static str, about: &'static str) -> Self {
        Self::new(key, Kind::Player, about)
    }

    /// The value where none is given.
    #[must_use]
    pub const fn default(mut self, text: &'static str) -> Self {
        self.default = Some(text);
        self
    }

    /// The unit of the number.
    #[must_use]
    pub const fn unit(mut self, unit: &'static str) -> Self {
        self.unit = unit;
        self
    }

    /// Words that are values too.
    #[must_use]
    pub const fn or(mut self, words: &'static [&'static str]) -> Self {
        self.words = words;
        self
    }

    /// The threads that one unit of the value takes.
    #[must_use]
    pub const fn threads(mut self, threads: u64) -> Self {
        self.cost.threads = threads;
        self
    }

    /// The bytes that one unit of the value takes.
    #[must_use]
    pub const fn bytes(mut self, bytes: u64) -> Self {
        self.cost.bytes = bytes;
        self
    }

    /// A larger value makes a move take longer.
    #[must_use]
    pub const fn slower(mut self) -> Self {
        self.slower = true;
        self
    }

    /// The values it takes, in words.
    #[must_use]
    pub fn values(&self) -> String {
        let own = match self.kind {
            Kind::Whole { least, most } => format!("a whole number from {least} to {most}"),
            Kind::Real { least, most } => format!("a number from {least} to {most}"),
            Kind::Switch => "true or false".to_string(),
            Kind::Level(levels) => format!("a level from 1 to {}", levels.len()),
            Kind::File(expected) => format!("the name of {expected}"),
            Kind::Player => "a player".to_string(),
        };
        self.words.iter().fold(own, |text, word| format!("{text} or {word}"))
    }
}
