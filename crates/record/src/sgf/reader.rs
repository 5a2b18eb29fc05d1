//! The grammar of SGF: text to a tree of properties, without recursion and within stated limits.

use board::BoardSize;

use super::dialect;
use crate::{
    NodeId, Property, PropertyValue, Record, RecordError,
    error::{RecordError as Error, excerpt},
};

/// The longest text that is read, in bytes.
pub const MAX_BYTES: usize = 64 << 20;
/// The most nodes in one text, over all its games.
pub const MAX_NODES: usize = 1_000_000;
/// The most property values in one text, over all its games.
pub const MAX_VALUES: usize = 2_000_000;
/// The most variations that are open at once: parentheses within parentheses.
pub const MAX_DEPTH: usize = 10_000;

/// The longest name of a property.
const MAX_NAME: usize = 64;
/// Reads all games of an SGF text. Text around the games, such as the header of a mail, is ignored.
///
/// # Errors
/// [`RecordError::Syntax`] with line and column, or [`RecordError::TooLarge`].
pub fn read(text: &str) -> Result<Vec<Record>, RecordError> {
    within("bytes of SGF", text.len(), MAX_BYTES)?;
    let mut reader = Reader { text, at: 0, nodes: 0, values: 0, strict: true, verbatim: false, site: None };
    let mut records = Vec::new();
    while reader.find_game() {
        records.push(reader.game()?);
    }
    if records.is_empty() {
        return Err(Error::at(text, 0, "found no game: expected SGF, which begins with \"(;\""));
    }
    Ok(records)
}

/// A game as the grammar sees it: all properties are text.
pub(super) struct RawGame {
    pub(super) record: Record,
    /// Where each property begins, in the order of nodes and of properties within them.
    pub(super) offsets: Vec<u32>,
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    nodes: usize,
    values: usize,
    /// Whether a `]` ends a value regardless of the following text; see [`Reader::ends_value`].
    strict: bool,
    /// Whether a backslash is a backslash and nothing more, as Little Golem writes it.
    verbatim: bool,
    /// Where the name of Little Golem occurs next, at or after the game that was last asked for; see
    /// [`Reader::is_little_golem`].
    site: Option<usize>,
}

impl Reader<'_> {
    /// Goes to the next `(` that begins a game: one with `;` after it.
    fn find_game(&mut self) -> bool {
        let bytes = self.text.as_bytes();
        while let Some(open) = self.text[self.at..].find('(') {
            self.at += open;
            let next = bytes[self.at + 1..].iter().find(|b| !b.is_ascii_whitespace());
            if next == Some(&b';') {
                return true;
            }
            self.at += 1;
        }
        false
    }

    /// Reads one game; the reader stands on its `(`.
    fn game(&mut self) -> Result<Record, RecordError> {
        let start = self.at;
        // The specification's default, until the dialect has read the real size.
        let size = BoardSize::square(11).expect("11x11 is a board");
        let mut raw = RawGame { record: Record::new(size), offsets: Vec::new() };
        // The node at which each open variation branched off; `None` for the game itself.
        let mut open: Vec<Option<NodeId>> = Vec::new();
        let mut current: Option<NodeId> = None;
        self.strict = false;
        self.verbatim = self.is_little_golem(start);
        loop {
            self.skip_space();
            match self.peek() {
                Some(b'(') => {
                    within("variations within variations", open.len() + 1, MAX_DEPTH)?;
                    open.push(current);
                    self.at += 1;
                    self.skip_space();
                    if self.peek() != Some(b';') {
                        return Err(self.found("a node, which begins with ';', after '('"));
                    }
                }
                Some(b';') => {
                    self.nodes += 1;
                    within("nodes in the file", self.nodes, MAX_NODES)?;
                    self.at += 1;
                    let id = match current {
                        None => NodeId::ROOT,
                        Some(parent) => raw.record.add_child(parent),
                    };
                    self.properties(&mut raw, id)?;
                    current = Some(id);
                }
                Some(b')') => {
                    self.at += 1;
                    current = open.pop().flatten();
                    if open.is_empty() {
                        return dialect::understand(self.text, raw);
                    }
                }
                Some(_) => return Err(self.found("';', '(' or ')'")),
                None => {
                    return Err(Error::at(
                        self.text,
                        start,
                        format!(
                            "found a game that is not closed: expected {} more ')' at the end",
                            open.len()
                        ),
                    ));
                }
            }
        }
    }

    /// Whether the game that begins here is a file of Little Golem that says so. The search for the site's name goes on
    /// where the last one ended, so that a text of many small games is searched once.
    fn is_little_golem(&mut self, start: usize) -> bool {
        if self.site.is_none_or(|site| site < start) {
            let next = self.text[start..].find(dialect::SITE).map_or(self.text.len(), |at| start + at);
            self.site = Some(next);
        }
        self.site.is_some_and(|site| site - start < dialect::ROOT_BYTES)
            && dialect::is_little_golem_head(&self.text[start..])
    }

    fn properties(&mut self, raw: &mut RawGame, id: NodeId) -> Result<(), RecordError> {
        loop {
            self.skip_space();
            if !self.peek().is_some_and(|b| b.is_ascii_alphanumeric()) {
                return Ok(());
            }
            raw.offsets.push(u32::try_from(self.at).unwrap_or(u32::MAX));
            let name = self.name()?;
            // A file that states its game is taken at its word from here on.
            self.strict |= name == "GM";
            // Nearly all properties have one value.
            let mut values = Vec::with_capacity(1);
            self.skip_space();
            while self.peek() == Some(b'[') {
                self.values += 1;
                within("property values in the file", self.values, MAX_VALUES)?;
                values.push(self.value()?);
                self.skip_space();
            }
            if values.is_empty() {
                return Err(self.found(&format!("'[' after property {name}")));
            }
            raw.record.node_mut(id).push(Property::Text { name, values });
        }
    }

    /// Reads the name of a property. Versions before FF4 also used small letters, which do not count.
    fn name(&mut self) -> Result<String, RecordError> {
        let start = self.at;
        let length = self.text[start..].bytes().take_while(u8::is_ascii_alphanumeric).count();
        let name: String = self.text[start..start + length]
            .chars()
            .filter(|c| !c.is_ascii_lowercase())
            .take(MAX_NAME + 1)
            .collect();
        if name.is_empty() || name.len() > MAX_NAME {
            return Err(self.found(&format!("a property name in at most {MAX_NAME} capital letters")));
        }
        self.at += length;
        Ok(name)
    }

    /// Reads one value; the reader stands on its `[`.
    fn value(&mut self) -> Result<PropertyValue, RecordError> {
        let open = self.at;
        self.at += 1;
        let start = self.at;
        let bytes = self.text.as_bytes();
        loop {
            match bytes.get(self.at) {
                Some(b'\\') if !self.verbatim => self.at += 2,
                Some(b']') if self.ends_value() => {
                    let text = &self.text[start..self.at];
                    self.at += 1;
                    return Ok(if self.verbatim {
                        PropertyValue::from_text(text)
                    } else {
                        PropertyValue::from_escaped(escape_brackets(text))
                    });
                }
                Some(_) => self.at += 1,
                None => {
                    let problem = "found a value that is not closed: expected ']'";
                    return Err(Error::at(self.text, open, problem));
                }
            }
        }
    }

    /// Whether the `]` that the reader stands on ends the value. Little Golem does not escape names and titles, so in a
    /// file that does not say `GM` a bracket only counts if what follows can follow a value.
    fn ends_value(&self) -> bool {
        if self.strict {
            return true;
        }
        let bytes = &self.text.as_bytes()[self.at + 1..];
        let mut rest = bytes.iter().skip_while(|b| b.is_ascii_whitespace()).peekable();
        match rest.peek() {
            None | Some(b'[' | b';' | b'(' | b')') => true,
            Some(b'A'..=b'Z') => {
                let mut after = rest.skip_while(|b| b.is_ascii_alphanumeric());
                after.find(|b| !b.is_ascii_whitespace()) == Some(&b'[')
            }
            Some(_) => false,
        }
    }

    fn skip_space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}').len();
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// An error that names what stands here.
    fn found(&self, expected: &str) -> RecordError {
        let rest = &self.text[self.at..];
        let word: String = rest.chars().take_while(|c| !c.is_whitespace()).take(16).collect();
        let found = if rest.is_empty() { "the end".to_string() } else { format!("'{}'", excerpt(&word)) };
        Error::at(self.text, self.at, format!("found {found}: expected {expected}"))
    }
}

/// Escapes the brackets that [`Reader::ends_value`] took for text.
fn escape_brackets(text: &str) -> String {
    if !text.contains(']') {
        return text.to_string();
    }
    let mut escaped = String::with_capacity(text.len() + 4);
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => {
                escaped.push('\\');
                escaped.extend(chars.next());
            }
            ']' => escaped.push_str("\\]"),
            c => escaped.push(c),
        }
    }
    escaped
}

fn within(what: &'static str, found: usize, limit: usize) -> Result<(), RecordError> {
    if found > limit { Err(RecordError::TooLarge { what, found, limit }) } else { Ok(()) }
}
