//! Lines from an untrusted stream: bounded in length, and never an error because of invalid bytes.

use std::io::{self, BufRead, Read};

/// The longest line that is read as a line, in bytes; a longer one is cut here and its rest dropped.
pub(crate) const LONGEST: u64 = 1 << 16;

/// The next line without its end, or `None` at the end of the stream. Bytes that are not UTF-8 become `�`.
pub(crate) fn read_line(reader: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    if reader.take(LONGEST).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() as u64 == LONGEST && !bytes.ends_with(b"\n") {
        reader.skip_until(b'\n')?;
    }
    while bytes.last().is_some_and(|byte| matches!(byte, b'\n' | b'\r')) {
        bytes.pop();
    }
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_any_length_and_content_are_read() {
        let mut input = b"name\r\n\n\xFFx\n".to_vec();
        input.extend(vec![b'a'; 3 * LONGEST as usize]);
        input.extend(b"\nquit");
        let mut reader = io::BufReader::new(input.as_slice());
        let lines: Vec<_> = std::iter::from_fn(|| read_line(&mut reader).unwrap()).collect();
        let lengths: Vec<_> = lines.iter().map(String::len).collect();
        assert_eq!(lengths, [4, 0, 4, LONGEST as usize, 4]);
        assert_eq!(lines[4], "quit");
    }
}
