//! One line of input: control characters, comments, the id, the command and its arguments.
//!
//! As GTP says: control characters other than the tab vanish, a tab is a space, and everything after `#` is a comment.
//! As benzene and HexGUI do: arguments with spaces (names of files) stand in double quotes, where `#` is itself and a
//! backslash makes the next character literal.

/// A line with a command in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The id that the reply repeats, if there is one.
    pub id: Option<String>,
    /// The command.
    pub name: String,
    /// Its arguments.
    pub arguments: Vec<String>,
}

impl Line {
    /// Reads a line; `None` if it is empty or only a comment.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut words = words(text).into_iter().peekable();
        let first = words.next()?;
        // A number alone is no id but an unknown command: there must be something to answer.
        let is_id = words.peek().is_some() && first.bytes().all(|byte| byte.is_ascii_digit());
        let (id, name) = if is_id { (Some(first), words.next()?) } else { (None, first) };
        Some(Self { id, name, arguments: words.collect() })
    }
}

/// Whether a line asks to end the search that is running: `# interrupt`, a comment to programs that do not know it.
#[must_use]
pub fn is_interrupt(line: &str) -> bool {
    let mut words = line.split_ascii_whitespace();
    words.next() == Some("#") && words.next() == Some("interrupt") && words.next().is_none()
}

fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let (mut quoted, mut escaped) = (false, false);
    for c in text.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !c.is_control()) {
        match c {
            _ if escaped => {
                word.push(c);
                escaped = false;
            }
            '\\' if quoted => escaped = true,
            '"' => {
                // A quoted argument may be empty; an unquoted one may not.
                if quoted || !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
                quoted = !quoted;
            }
            '#' if !quoted => break,
            ' ' if !quoted => {
                if !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
            }
            _ => word.push(c),
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<(Option<&str>, &[&str])>) {
        let found = Line::parse(text);
        let found = found.as_ref().map(|line| {
            let words = std::iter::once(&line.name).chain(&line.arguments).map(String::as_str).collect();
            (line.id.as_deref(), words)
        });
        let expected = expected.map(|(id, words)| (id, words.to_vec()));
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn lines_are_read_as_gtp_says() {
        check("name", Some((None, &["name"])));
        check("  12\tplay   b a1 \r\n", Some((Some("12"), &["play", "b", "a1"])));
        check("007 name # what else", Some((Some("007"), &["name"])));
        check("", None);
        check(" \t\r", None);
        check("# a comment", None);
        check("#name", None);
        check("na\u{7}me\u{0}", Some((None, &["name"])));
        check("12", Some((None, &["12"])));
        check("-1 name", Some((None, &["-1", "name"])));
        check("1x name", Some((None, &["1x", "name"])));
        check("loadsgf \"my #1 \\\"game\\\".sgf\" 3", Some((None, &["loadsgf", "my #1 \"game\".sgf", "3"])));
        check("loadsgf \"\"", Some((None, &["loadsgf", ""])));
        check("loadsgf \"open", Some((None, &["loadsgf", "open"])));
        check("loadsgf C:\\x.sgf", Some((None, &["loadsgf", "C:\\x.sgf"])));
    }

    #[test]
    fn interrupts_are_comments() {
        for (text, expected) in
            [("# interrupt", true), ("#  interrupt\r", true), ("interrupt", false), ("# interrupts", false)]
        {
            assert_eq!(is_interrupt(text), expected, "{text:?}");
            assert!(!expected || Line::parse(text).is_none());
        }
    }
}
