//! The formats by name: which one a text is in, reading it, writing another.

use std::{collections::BTreeSet, fmt, str::FromStr};

use board::BoardSize;

use crate::{
    NodeId, Property, Record, RecordError, diagram, hexwiki, hexworld, line, link, little_golem, move_list,
    sgf, trmph,
};

/// A format of records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// SGF FF4; all its dialects are read.
    Sgf,
    /// SGF as Little Golem writes it.
    LittleGolem,
    /// A HexWorld link.
    HexWorld,
    /// A trmph link.
    Trmph,
    /// A board of HexWiki.
    HexWiki,
    /// A plain list of moves.
    Moves,
    /// A drawn board.
    Diagram,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 7] = [
        Self::Sgf,
        Self::LittleGolem,
        Self::HexWorld,
        Self::Trmph,
        Self::HexWiki,
        Self::Moves,
        Self::Diagram,
    ];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sgf => "sgf",
            Self::LittleGolem => "little-golem",
            Self::HexWorld => "hexworld",
            Self::Trmph => "trmph",
            Self::HexWiki => "hexwiki",
            Self::Moves => "moves",
            Self::Diagram => "diagram",
        }
    }

    /// The format that a text is in, by its looks. Little Golem's is SGF to the reader.
    #[must_use]
    pub fn detect(text: &str) -> Option<Self> {
        let start = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        if start.strip_prefix('(').is_some_and(|rest| rest.trim_start().starts_with(';')) {
            return Some(Self::Sgf);
        }
        // From the most to the least particular.
        let formats = [Self::Trmph, Self::HexWorld, Self::HexWiki, Self::Diagram, Self::Moves];
        if let Some(format) = formats.into_iter().find(|format| format.recognises(text)) {
            return Some(format);
        }
        // Last, because any text may hold a bracket: SGF in a mail, with lines before it.
        text.split('(').skip(1).any(|rest| rest.trim_start().starts_with(';')).then_some(Self::Sgf)
    }

    fn recognises(self, text: &str) -> bool {
        match self {
            Self::Sgf | Self::LittleGolem => false,
            Self::HexWorld => hexworld::recognise(text),
            Self::Trmph => trmph::recognise(text),
            Self::HexWiki => hexwiki::recognise(text),
            Self::Moves => move_list::recognise(text),
            Self::Diagram => diagram::recognise(text),
        }
    }

    /// Reads every game of a text in this format. `size` is the board of formats that do not name one.
    ///
    /// # Errors
    /// [`RecordError::Syntax`] with line and column, or [`RecordError::TooLarge`].
    pub fn read(self, text: &str, size: BoardSize) -> Result<Vec<Record>, RecordError> {
        if text.len() > sgf::MAX_BYTES {
            return Err(RecordError::TooLarge {
                what: "bytes of text",
                found: text.len(),
                limit: sgf::MAX_BYTES,
            });
        }
        match self {
            Self::Sgf | Self::LittleGolem => sgf::read(text),
            Self::HexWorld => hexworld::read(text).map(|record| vec![record]),
            Self::Trmph => trmph::read(text),
            Self::HexWiki => hexwiki::read(text),
            Self::Moves => move_list::read(text, size),
            Self::Diagram => diagram::read(text).map(|record| vec![record]),
        }
    }

    /// Writes records in this format.
    ///
    /// # Errors
    /// [`RecordError::Unwritable`] where leaving something out would make it another game.
    pub fn write(self, records: &[Record]) -> Result<Written, RecordError> {
        match self {
            Self::Sgf => Ok(Written { text: sgf::write(records), left_out: BTreeSet::new() }),
            Self::LittleGolem => little_golem::write(records),
            Self::HexWorld => hexworld::write(records),
            Self::Trmph => trmph::write(records),
            Self::HexWiki => hexwiki::write(records),
            Self::Moves => move_list::write(records),
            Self::Diagram => diagram::write(records),
        }
    }
}

/// Reads every game of a text in any format. `size` is the board of formats that do not name one.
///
/// # Errors
/// As [`Format::read`], and [`RecordError::UnknownFormat`].
pub fn read(text: &str, size: BoardSize) -> Result<Vec<Record>, RecordError> {
    Format::detect(text).ok_or(RecordError::UnknownFormat)?.read(text, size)
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Format {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Self, RecordError> {
        let found = Self::ALL.into_iter().find(|format| format.name().eq_ignore_ascii_case(text));
        found.ok_or_else(|| RecordError::FormatName {
            found: crate::error::excerpt(text),
            expected: Self::ALL.map(Self::name).join(", "),
        })
    }
}

/// The result of writing: the text, and what the format had no place for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Written {
    /// The text.
    pub text: String,
    /// The data that was left out, in words.
    pub left_out: BTreeSet<String>,
}

impl Written {
    pub(crate) fn leave_out(&mut self, what: &str) {
        self.left_out.insert(what.to_string());
    }

    pub(crate) fn leave_out_if(&mut self, condition: bool, what: &str) {
        if condition {
            self.leave_out(what);
        }
    }

    /// Notes that comments, names, marks and other properties are left out, if the record has any.
    pub(crate) fn leave_out_texts(&mut self, record: &Record) {
        let implied = line::implied_result(record);
        for id in record.ids() {
            for property in record.node(id).properties() {
                match property {
                    Property::Move(_) | Property::Stones { .. } | Property::ToMove(_) => {}
                    Property::Text { name, .. } if name == "C" => self.leave_out("comments"),
                    // The view settings of a link are not part of the game.
                    Property::Text { name, .. } if name == link::FLAGS || name == link::CURSOR => {}
                    Property::Text { name, .. } if id == NodeId::ROOT && name == "RE" => {
                        self.leave_out_if(record.result() != implied, "the result");
                    }
                    Property::Text { .. } if id == NodeId::ROOT => {
                        self.leave_out("what the root says about the game");
                    }
                    Property::Text { .. } => self.leave_out("properties of moves, such as clocks"),
                    _ => self.leave_out("labels and marks"),
                }
            }
        }
    }
}
