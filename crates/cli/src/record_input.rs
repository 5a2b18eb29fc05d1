//! Records on the command line: a file, standard input, a link, or the text itself.

use std::{fs, io::Read, path::Path};

use anyhow::{Context, Result};
use board::BoardSize;
use record::{Format, Record, sgf};

/// Text that stands for records, and where it came from.
#[derive(Debug)]
pub(crate) struct RecordText {
    /// The text.
    pub(crate) text: String,
    /// The name for messages.
    pub(crate) name: String,
}

/// Fetches what an argument stands for: `-` is standard input, the name of an existing file is that file, and text in a
/// known format stands for itself.
pub(crate) fn fetch(argument: &str) -> Result<RecordText> {
    // One byte more than a record may have is enough to know that it is too long.
    let most = sgf::MAX_BYTES as u64 + 1;
    let mut bytes = Vec::new();
    let name = if argument == "-" {
        std::io::stdin().take(most).read_to_end(&mut bytes).context("standard input")?;
        "standard input".to_string()
    } else if !is_path(argument) {
        return Ok(RecordText { text: argument.to_string(), name: "the text given".to_string() });
    } else {
        let file = fs::File::open(argument).with_context(|| {
            format!("cannot read {argument}: expected a file, a link, or text in a known format")
        })?;
        file.take(most).read_to_end(&mut bytes).with_context(|| argument.to_string())?;
        argument.to_string()
    };
    Ok(RecordText { text: record::decode(&bytes), name })
}

/// Whether an argument names a file rather than being a record itself.
fn is_path(argument: &str) -> bool {
    Path::new(argument).exists() || Format::detect(argument).is_none()
}

/// Reads the records that an argument stands for. `size` is the board of formats that do not name one.
pub(crate) fn read(argument: &str, size: BoardSize) -> Result<Vec<Record>> {
    let RecordText { text, name } = fetch(argument)?;
    record::read(&text, size).context(name)
}
