//! Weights files: the weights of a player whose features are named, as text.
//!
//! The format is a small part of TOML, so that people and other programs read it: keys with numbers, strings and arrays of them, tables,
//! comments. `docs/learning.md` describes the keys. Numbers are written with as many digits as they need to come back the same.
//!
//! ```
//! use player::WeightsFile;
//!
//! let file = WeightsFile::parse("player = \"mops\"\nfeatures = [\"one\", \"two\"]\nweights = [0.25, -1]").unwrap();
//! assert_eq!(file.weights_of("mops", &["one", "two"]).unwrap(), [0.25, -1.0]);
//! assert!(file.weights_of("queenbee", &["one", "two"]).unwrap_err().contains("found weights of the player mops"));
//! ```

use std::fmt::Write as _;

/// A value in a weights file.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
    /// Several values.
    List(Vec<Value>),
}

impl Value {
    /// The number, if it is one.
    #[must_use]
    pub const fn number(&self) -> Option<f64> {
        if let Self::Number(number) = self { Some(*number) } else { None }
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

impl std::fmt::Display for Value {
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
    entries: Vec<(String, Value)>,
}

impl WeightsFile {
    /// A file with these weights and nothing else.
    #[must_use]
    pub fn new(player: &str, features: &[&str], weights: &[f64]) -> Self {
        let names = features.iter().map(|name| Value::Text((*name).to_string())).collect();
        let mut file = Self::default();
        file.set("format", Value::Number(1.0));
        file.set("player", Value::Text(player.to_string()));
        file.set("features", Value::List(names));
        file.set("weights", Value::of_numbers(weights));
        file
    }

    /// Reads a file.
    ///
    /// # Errors
    /// A sentence with the line, what was found and what was expected.
    pub fn parse(text: &str) -> Result<Self, String> {
        Reader { text, at: 0 }.file()
    }

    /// The value of a key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.entries.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// Adds a key, or changes its value.
    pub fn set(&mut self, key: &str, value: Value) {
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
        match self.get("player").and_then(Value::text) {
            None => return Err(format!("found no player: expected player = \"{player}\"")),
            Some(found) if found != player => {
                return Err(format!("found weights of the player {found}: expected {player}"));
            }
            Some(_) => {}
        }
        let weights = self.get("weights").and_then(Value::numbers);
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
            let names: Vec<_> = names.list().unwrap_or_default().iter().filter_map(Value::text).collect();
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

/// Reads the text from its start to its end.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn file(mut self) -> Result<WeightsFile, String> {
        let mut file = WeightsFile::default();
        let mut table = String::new();
        loop {
            self.skip(true);
            let Some(next) = self.peek() else { return Ok(file) };
            if next == '[' {
                self.at += 1;
                self.skip(false);
                table = format!("{}.", self.word()?);
                self.skip(false);
                self.expect(']')?;
            } else {
                let key = format!("{table}{}", self.word()?);
                if file.get(&key).is_some() {
                    return Err(self.error(&format!("a key that was not there before {key}")));
                }
                self.skip(false);
                self.expect('=')?;
                self.skip(false);
                let value = self.value(0)?;
                file.entries.push((key, value));
            }
            self.skip(false);
            if !matches!(self.peek(), None | Some('\n')) {
                return Err(self.error("the end of the line"));
            }
        }
    }

    fn value(&mut self, depth: usize) -> Result<Value, String> {
        match self.peek() {
            Some('"') => self.string().map(Value::Text),
            Some('[') if depth < 2 => {
                self.at += 1;
                let mut list = Vec::new();
                loop {
                    self.skip(true);
                    if self.peek() == Some(']') {
                        self.at += 1;
                        return Ok(Value::List(list));
                    }
                    list.push(self.value(depth + 1)?);
                    self.skip(true);
                    match self.peek() {
                        Some(',') => self.at += 1,
                        Some(']') => {}
                        _ => return Err(self.error("',' or ']'")),
                    }
                }
            }
            _ => {
                let expected = "a number, a text in double quotes or a list";
                let rest = &self.text[self.at..];
                let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || "+-._".contains(c)));
                let word = &rest[..end.unwrap_or(rest.len())];
                let starts = word.starts_with(|c: char| c.is_ascii_digit() || "+-".contains(c));
                let number = word.replace('_', "").parse::<f64>().ok().filter(|number| number.is_finite());
                let number = number.filter(|_| starts).ok_or_else(|| self.error(expected))?;
                self.at += word.len();
                Ok(Value::Number(number))
            }
        }
    }

    fn string(&mut self) -> Result<String, String> {
        self.expect('"')?;
        let mut text = String::new();
        loop {
            let Some(c) = self.peek().filter(|&c| c != '\n') else { return Err(self.error("'\"'")) };
            self.at += c.len_utf8();
            match c {
                '"' => return Ok(text),
                '\\' => {
                    let (escaped, len) = match self.peek() {
                        Some(c @ ('"' | '\\')) => (Some(c), 1),
                        Some('n') => (Some('\n'), 1),
                        Some('t') => (Some('\t'), 1),
                        Some('u') => {
                            let digits = self.text.get(self.at + 1..self.at + 5);
                            let code = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
                            (code.and_then(char::from_u32), 5)
                        }
                        _ => (None, 0),
                    };
                    text.push(escaped.ok_or_else(|| self.error("one of \\\" \\\\ \\n \\t \\uXXXX"))?);
                    self.at += len;
                }
                c => text.push(c),
            }
        }
    }

    /// A bare key.
    fn word(&mut self) -> Result<String, String> {
        let rest = &self.text[self.at..];
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || "-_".contains(c))).unwrap_or(rest.len());
        if end == 0 {
            return Err(self.error("a key"));
        }
        self.at += end;
        Ok(rest[..end].to_string())
    }

    fn expect(&mut self, c: char) -> Result<(), String> {
        if self.peek() != Some(c) {
            return Err(self.error(&format!("'{c}'")));
        }
        self.at += c.len_utf8();
        Ok(())
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    /// Skips spaces and comments, also over ends of lines if so asked.
    fn skip(&mut self, lines: bool) {
        while let Some(c) = self.peek() {
            match c {
                '#' => {
                    let rest = &self.text[self.at..];
                    self.at += rest.find('\n').unwrap_or(rest.len());
                }
                '\n' if !lines => return,
                ' ' | '\t' | '\r' | '\n' => self.at += 1,
                _ => return,
            }
        }
    }

    fn error(&self, expected: &str) -> String {
        let line = 1 + self.text[..self.at].matches('\n').count();
        let found = match self.peek() {
            None => "the end of the file".to_string(),
            Some('\n') => "the end of the line".to_string(),
            Some(c) => format!("'{}'", c.escape_debug()),
        };
        format!("line {line}: found {found}: expected {expected}")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn any_value() -> impl Strategy<Value = Value> {
        let number = any::<f64>().prop_filter("finite", |x| x.is_finite()).prop_map(Value::Number);
        let leaf = prop_oneof![number, "[ -~ä\n\"\\\\]{0,8}".prop_map(Value::Text)];
        leaf.prop_recursive(2, 16, 4, |inner| prop::collection::vec(inner, 0..4).prop_map(Value::List))
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(entries in prop::collection::btree_map("([a-z]{1,3}\\.)?[a-z-]{1,5}", any_value(), 0..6)) {
            let mut file = WeightsFile::default();
            // Keys outside a table come first, as in any such file.
            let (inside, outside): (Vec<_>, Vec<_>) = entries.into_iter().partition(|(key, _)| key.contains('.'));
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
        assert_eq!(file.get("training.games"), Some(&Value::Number(200.0)));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let message = |text: &str| WeightsFile::parse(text).unwrap_err();
        assert_eq!(
            message("a = 1\nb == 2"),
            "line 2: found '=': expected a number, a text in double quotes or a list"
        );
        assert_eq!(message("a = [1 2]"), "line 1: found '2': expected ',' or ']'");
        assert_eq!(
            message("a = nan"),
            "line 1: found 'n': expected a number, a text in double quotes or a list"
        );
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
