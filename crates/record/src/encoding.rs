//! Decodes bytes to text. Many old records state a wrong encoding or none.

/// Decodes a record: UTF-8, UTF-16 with a byte order mark, else Latin-1 as Windows extends it. Never fails; what has no
/// meaning becomes a replacement character.
#[must_use]
pub fn decode(bytes: &[u8]) -> String {
    let utf16 = |bytes: &[u8], word: fn([u8; 2]) -> u16| {
        let words: Vec<u16> = bytes.chunks_exact(2).map(|pair| word([pair[0], pair[1]])).collect();
        String::from_utf16_lossy(&words)
    };
    match bytes {
        [0xFF, 0xFE, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xFE, 0xFF, rest @ ..] => utf16(rest, u16::from_be_bytes),
        _ => {
            let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
            match std::str::from_utf8(bytes) {
                Ok(text) => text.to_string(),
                Err(_) => bytes.iter().map(|&b| windows_1252(b)).collect(),
            }
        }
    }
}

fn windows_1252(byte: u8) -> char {
    /// The characters of 0x80 to 0x9F, where Windows differs from Latin-1.
    const DIFFERENT: [char; 32] = [
        '€', '\u{fffd}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{fffd}', 'Ž', '\u{fffd}',
        '\u{fffd}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{fffd}', 'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9F => DIFFERENT[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_usual_encoding_is_read() {
        let expected = "(;PB[Bjørn]C[5 €])";
        let utf16 = |order: fn(u16) -> [u8; 2], mark: [u8; 2]| {
            mark.into_iter().chain(expected.encode_utf16().flat_map(order)).collect::<Vec<u8>>()
        };
        assert_eq!(decode(expected.as_bytes()), expected);
        assert_eq!(decode(format!("\u{feff}{expected}").as_bytes()), expected);
        assert_eq!(decode(&utf16(u16::to_le_bytes, [0xFF, 0xFE])), expected);
        assert_eq!(decode(&utf16(u16::to_be_bytes, [0xFE, 0xFF])), expected);
        assert_eq!(decode(b"(;PB[Bj\xF8rn]C[5 \x80])"), expected);
    }
}
