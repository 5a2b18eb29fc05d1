//! Text inside of SVG and HTML.

/// Text that can stand anywhere in an XML or HTML document, also in a quoted attribute; control characters, which XML does
/// not have, become blanks.
#[must_use]
pub fn escape_xml(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::escape_xml;

    #[test]
    fn nothing_that_means_something_gets_through() {
        assert_eq!(
            escape_xml("<a b=\"c\" d='e'>&\n\u{ffff}ü"),
            "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;  ü"
        );
    }
}
