//! Weights files: the weights of a player whose features are named, as text.
//!
//! The format is TOML, so that people and other programs read it: keys with numbers, strings and arrays of them, tables, comments. `docs/explanation/learning.md` describes the keys. Numbers are written with as many digits as they need to come back the same.
//!
//! ```
//! use players::WeightsFile;
//!
//! let file = WeightsFile::parse("player = \"mops\"\nfeatures = [\"one\", \"two\"]\nweights = [0.25, -1]").unwrap();
//! assert_eq!(file.weights_of("mops", &["one", "two"]).unwrap(), [0.25, -1.0]);
//! assert!(file.weights_of("queenbee", &["one", "two"]).unwrap_err().contains("found weights of the player mops"));
//! ```

use std::fmt::Write as _;

use toml_span::value::{Table, ValueInner};

/// A value in a weights file.
#[derive(Debug, Clone, PartialEq)]
pub enum WeightsValue {
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
    /// Several values.
    List(Vec<WeightsValue>),
}

impl WeightsValue {
    /// The number, if it is one.
    #[must_use]
    pub const fn number(&self) -> Option<f64> {
        if let Self::Number(number) = self { Some(*number) } else { None }
    }

    /// A value of TOML, if it is one that weights files have.
    fn read(value: ValueInner<'_>) -> Result<Self, String> {
        match value {
            ValueInner::Integer(number) => Ok(Self::Number(number as f64)),
            ValueInner::Float(number) if number.is_finite() => Ok(Self::Number(number)),
            ValueInner::String(text) => Ok(Self::Text(text.into_owned())),
            ValueInner::Array(list) => list
                .into_iter()
                .map(|mut value| Self::read(value.take()))
                .collect::<Result<_, _>>()
                .map(Self::List),
            other => {
                let found = if let ValueInner::Float(number) = other {
                    number.to_string()
                } else {
                    format!("a {}", other.type_str())
                };
                Err(format!("found {found}: expected a number, a text in double quotes or a list"))
            }
        }
    }

    /// The text, if it is one.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    /// The values of a list.
    #[must_use]
    pub fn list(&self) -> Option<&[Self]> {
        if let Self::List(list) = self { Some(list) } else { None }
    }

    /// The numbers of a list of numbers.
    #[must_use]
    pub fn numbers(&self) -> Option<Vec<f64>> {
        self.list()?.iter().map(Self::number).collect()
    }

    /// A list of numbers.
    #[must_use]
    pub fn of_numbers(numbers: &[f64]) -> Self {
        Self::List(numbers.iter().map(|&number| Self::Number(number)).collect())
    }
}

impl std::fmt::Display for WeightsValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            // Whole numbers need no point.
            Self::Number(number) if number.fract() == 0.0 && number.abs() < 1e15 => write!(f, "{number:.0}"),
            Self::Number(number) => write!(f, "{number:?}"),
            Self::Text(text) => {
                f.write_char('"')?;
                for c in text.chars() {
                    match c {
                        '"' | '\\' => write!(f, "\\{c}")?,
                        c if c.is_control() => write!(f, "\\u{:04X}", c as u32)?,
                        c => f.write_char(c)?,
                    }
                }
                f.write_char('"')
            }
            Self::List(list) => {
                // A list of lists stands as a column.
                let (open, between, close) = match list.first() {
                    Some(Self::List(_)) => ("[\n  ", ",\n  ", "\n]"),
                    _ => ("[", ", ", "]"),
                };
                f.write_str(open)?;
                for (index, value) in list.iter().enumerate() {
                    write!(f, "{}{value}", if index > 0 { between } else { "" })?;
                }
                f.write_str(close)
            }
        }
    }
}

/// The contents of a weights file: keys and values in their order, keys of a table as `table.key`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct WeightsFile {
    entries: Vec<(String, WeightsValue)>,
}

impl WeightsFile {
    /// A file with these weights and nothing else.
    #[must_use]
    pub fn new(player: &str, features: &[&str], weights: &[f64]) -> Self {
        let names = features.iter().map(|name| WeightsValue::Text((*name).to_string())).collect();
        let mut file = Self::default();
        file.set("format", WeightsValue::Number(1.0));
        file.set("player", WeightsValue::Text(player.to_string()));
        file.set("features", WeightsValue::List(names));
        file.set("weights", WeightsValue::of_numbers(weights));
        file
    }

    /// Reads a file.
    ///
    /// # Errors
    /// A sentence with the line, what was found and what was expected.
    pub fn parse(text: &str) -> Result<Self, String> {
        // The library calls itself for each list inside a list.
        if let Some(at) = too_deep(text) {
            return Err(at_line(
                text,
                at,
                &format!("found more than {DEEPEST} lists inside lists: expected fewer"),
            ));
        }
        let read = toml_span::parse(text);
        let mut root = read.map_err(|error| at_line(text, error.span.start, &error.to_string()))?;
        let mut file = Self::default();
        if let ValueInner::Table(table) = root.take() {
            file.take(text, "", table)?;
        }
        Ok(file)
    }

    /// Takes the entries of a table, in the order of the text.
    fn take(&mut self, text: &str, prefix: &str, table: Table<'_>) -> Result<(), String> {
        let mut entries: Vec<_> = table.into_iter().collect();
        entries.sort_by_key(|(key, _)| key.span.start);
        for (key, mut value) in entries {
            let name = format!("{prefix}{key}");
            let start = value.span.start;
            match value.take() {
                ValueInner::Table(table) => self.take(text, &format!("{name}."), table)?,
                value => {
                    let value =
                        WeightsValue::read(value).map_err(|problem| at_line(text, start, &problem))?;
                    self.entries.push((name, value));
                }
            }
        }
        Ok(())
    }

    /// The value of a key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&WeightsValue> {
        self.entries.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// Adds a key, or changes its value.
    pub fn set(&mut self, key: &str, value: WeightsValue) {
        match self.entries.iter_mut().find(|(name, _)| name == key) {
            Some((_, old)) => *old = value,
            None => self.entries.push((key.to_string(), value)),
        }
    }

    /// The weights, if they are those of this player for these features.
    ///
    /// # Errors
    /// A sentence that says what was found and expected.
    pub fn weights_of(&self, player: &str, features: &[&str]) -> Result<Vec<f64>, String> {
        if let Some(format) = self.get("format")
            && format.number() != Some(1.0)
        {
            return Err(format!("found format {format}: expected 1"));
        }
        match self.get("player").and_then(WeightsValue::text) {
            None => return Err(format!("found no player: expected player = \"{player}\"")),
            Some(found) if found != player => {
                return Err(format!("found weights of the player {found}: expected {player}"));
            }
            Some(_) => {}
        }
        let weights = self.get("weights").and_then(WeightsValue::numbers);
        let weights = weights.ok_or("found no list of numbers called weights: expected weights = [...]")?;
        if weights.len() != features.len() {
            return Err(format!(
                "found {} weights: expected {} ({})",
                weights.len(),
                features.len(),
                features.join(", ")
            ));
        }
        if let Some(names) = self.get("features") {
            let names: Vec<_> =
                names.list().unwrap_or_default().iter().filter_map(WeightsValue::text).collect();
            if names != features {
                return Err(format!(
                    "found the features {}: expected {}",
                    names.join(", "),
                    features.join(", ")
                ));
            }
        }
        match weights.iter().find(|weight| !weight.is_finite()) {
            Some(weight) => Err(format!("found the weight {weight}: expected a number")),
            None => Ok(weights),
        }
    }
}

impl std::fmt::Display for WeightsFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut table = "";
        for (key, value) in &self.entries {
            let (of, name) = key.rsplit_once('.').unwrap_or(("", key));
            if of != table {
                writeln!(f, "\n[{of}]")?;
                table = of;
            }
            writeln!(f, "{name} = {value}")?;
        }
        Ok(())
    }
}

/// How deep lists may lie in lists: more than any weights file needs, and less than a stack holds.
const DEEPEST: usize = 16;

/// The place where lists are nested too deeply. Brackets in strings count too, but no weights file has that many.
fn too_deep(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    text.bytes().position(|byte| {
        match byte {
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > DEEPEST
    })
}

/// A problem with the line in which it is.
fn at_line(text: &str, at: usize, problem: &str) -> String {
    let line = 1 + text.bytes().take(at).filter(|&byte| byte == b'\n').count();
    format!("line {line}: {problem}")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn any_value() -> impl Strategy<Value = WeightsValue> {
        let number = any::<f64>().prop_filter("finite", |x| x.is_finite()).prop_map(WeightsValue::Number);
        let leaf = prop_oneof![number, "[ -~ä\n\"\\\\]{0,8}".prop_map(WeightsValue::Text)];
        leaf.prop_recursive(2, 16, 4, |inner| prop::collection::vec(inner, 0..4).prop_map(WeightsValue::List))
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(entries in prop::collection::btree_map("([a-z]{1,3}\\.)?[a-z-]{1,5}", any_value(), 0..6)) {
            let mut file = WeightsFile::default();
            // Keys outside a table come first, as in any such file.
            let (inside, outside): (Vec<_>, Vec<_>) = entries.into_iter().partition(|(key, _)| key.contains('.'));
            // A key is a value or a table, not both.
            let is_table = |name: &str| inside.iter().any(|(key, _)| key.split('.').next() == Some(name));
            prop_assume!(!outside.iter().any(|(key, _)| is_table(key)));
            for (key, value) in outside.into_iter().chain(inside) {
                file.set(&key, value);
            }
            prop_assert_eq!(&WeightsFile::parse(&file.to_string()).unwrap(), &file);
        }

        #[test]
        fn any_text_is_read_or_refused(text in "[\\[\\]a\"=#.,0-9e\\\\u\n -]{0,40}") {
            // No panic is all that is asked; a message names a line.
            if let Err(message) = WeightsFile::parse(&text) {
                prop_assert!(message.starts_with("line "), "{}", message);
            }
        }
    }

    #[test]
    fn comments_lines_and_tables_as_people_write_them() {
        let file = WeightsFile::parse(
            "# learnt\nplayer = \"mops\"  # of the paper\n\nweights = [\n  1, # one\n  -2.5e-3,\n]\n[training]\ngames = 2_00\n",
        )
        .unwrap();
        assert_eq!(file.get("weights").unwrap().numbers().unwrap(), [1.0, -2.5e-3]);
        assert_eq!(file.get("training.games"), Some(&WeightsValue::Number(200.0)));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let message = |text: &str| WeightsFile::parse(text).unwrap_err();
        assert!(message("a = 1\nb == 2").starts_with("line 2: expected"));
        assert!(message("a = [1 2]").starts_with("line 1: expected"));
        assert_eq!(
            message("a = nan"),
            "line 1: found NaN: expected a number, a text in double quotes or a list"
        );
        assert_eq!(
            message("b = [1, true]"),
            "line 1: found a boolean: expected a number, a text in double quotes or a list"
        );
        let deep = format!("a = {}{}", "[".repeat(100_000), "]".repeat(100_000));
        assert!(message(&deep).starts_with("line 1: found more than 16 lists inside lists"));
        assert!(message("a = 1\na = 2").contains("line 2"));
        let of = |text: &str| WeightsFile::parse(text).unwrap().weights_of("mops", &["x", "y"]).unwrap_err();
        assert_eq!(of("player = \"bee\""), "found weights of the player bee: expected mops");
        assert_eq!(of("player = \"mops\"\nweights = []"), "found 0 weights: expected 2 (x, y)");
        assert_eq!(of("weights = [1, 2]"), "found no player: expected player = \"mops\"");
        assert!(of("player = \"mops\"").starts_with("found no list of numbers called weights"));
        assert_eq!(
            of("player = \"mops\"\nfeatures = [\"y\", \"x\"]\nweights = [1, 2]"),
            "found the features y, x: expected x, y"
        );
        assert_eq!(of("format = 2\nplayer = \"mops\""), "found format 2: expected 1");
    }
}
