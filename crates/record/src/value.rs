//! The value of a property: the text between its brackets, kept as it was written.
//!
//! SGF escapes `]`, `\` and, where a value has two parts, `:` with a backslash. What is kept is the escaped form, so that
//! unknown properties are written as they were read.

use std::borrow::Cow;

/// Text between the brackets of a property, escapes included.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct PropertyValue(String);

impl PropertyValue {
    /// The value for this text; what needs it is escaped.
    #[must_use]
    pub fn from_text(text: &str) -> Self {
        Self(escape(text, &['\\', ']']).into_owned())
    }

    /// The value whose two parts are these texts.
    #[must_use]
    pub fn from_pair(first: &str, second: &str) -> Self {
        let special = &['\\', ']', ':'];
        Self(format!("{}:{}", escape(first, special), escape(second, special)))
    }

    /// The value with this escaped form, which has no bare `]` and no lone `\` at its end.
    pub(crate) const fn from_escaped(escaped: String) -> Self {
        Self(escaped)
    }

    /// The escaped form.
    #[must_use]
    pub fn escaped(&self) -> &str {
        &self.0
    }

    /// The text, with line breaks as `\n` and other white space as spaces.
    #[must_use]
    pub fn text(&self) -> String {
        unescape(&self.0)
    }

    /// The two parts of a value such as `a1:A`, divided at the first colon that is not escaped.
    #[must_use]
    pub fn pair(&self) -> Option<(String, String)> {
        let mut escaped = false;
        for (at, byte) in self.0.bytes().enumerate() {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b':' => return Some((unescape(&self.0[..at]), unescape(&self.0[at + 1..]))),
                _ => {}
            }
        }
        None
    }
}

fn escape<'a>(text: &'a str, special: &[char]) -> Cow<'a, str> {
    if !text.contains(special) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if special.contains(&c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    Cow::Owned(escaped)
}

fn unescape(escaped: &str) -> String {
    let mut text = String::with_capacity(escaped.len());
    let mut chars = escaped.chars().peekable();
    // Line breaks are LF, CR, CR LF or LF CR; the second of a pair belongs to the first.
    let skip_partner = |chars: &mut std::iter::Peekable<std::str::Chars<'_>>, first: char| {
        let partner = if first == '\n' { '\r' } else { '\n' };
        chars.next_if_eq(&partner);
    };
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                // A break after a backslash is soft: it only kept the line of the file short.
                Some(c @ ('\n' | '\r')) => skip_partner(&mut chars, c),
                Some(c) if is_space(c) => text.push(' '),
                Some(c) => text.push(c),
                None => {}
            },
            '\n' | '\r' => {
                skip_partner(&mut chars, c);
                text.push('\n');
            }
            c if is_space(c) => text.push(' '),
            c => text.push(c),
        }
    }
    text
}

/// White space that counts as a blank; the no-break space and its kind are letters of a text.
const fn is_space(c: char) -> bool {
    c.is_ascii_whitespace() || c == '\u{b}'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_survives_escaping() {
        for text in ["", "plain", r"a]b\c:d", "two\nlines", "[", "\\", "ä€"] {
            assert_eq!(PropertyValue::from_text(text).text(), text);
            let pair = PropertyValue::from_pair(text, "x:]").pair();
            assert_eq!(pair, Some((text.to_string(), "x:]".to_string())));
        }
    }

    #[test]
    fn white_space_follows_the_specification() {
        let value = PropertyValue::from_escaped("a\\\r\nb\r\nc\td\\\te\rf\n\rg".to_string());
        assert_eq!(value.text(), "ab\nc d e\nf\ng");
        assert_eq!(value.escaped(), "a\\\r\nb\r\nc\td\\\te\rf\n\rg");
    }

    #[test]
    fn a_value_without_a_bare_colon_has_no_parts() {
        assert_eq!(PropertyValue::from_text("ab").pair(), None);
        assert_eq!(PropertyValue::from_escaped("a\\:b".to_string()).pair(), None);
    }
}
