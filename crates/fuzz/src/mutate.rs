//! Changes of an input: those of bytes, and those of text with words, numbers and lines.

use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::Rng};

/// Numbers at the borders of types and sizes.
const NUMBERS: [&str; 12] = [
    "0",
    "1",
    "-1",
    "00",
    "19",
    "20",
    "255",
    "361",
    "65535",
    "4294967296",
    "18446744073709551616",
    "999999999999999999999",
];

/// A number below a bound, which is not 0.
pub(crate) fn below(random: &mut Xoshiro256PlusPlus, bound: usize) -> usize {
    (random.next_u64() % bound as u64) as usize
}

/// Changes an input at one to six places. `other` is another input, to take parts from.
pub(crate) fn mutate(
    bytes: &mut Vec<u8>,
    other: &[u8],
    words: &[&str],
    most_bytes: usize,
    random: &mut Xoshiro256PlusPlus,
) {
    for _ in 0..=below(random, 6) {
        match below(random, 12) {
            0 => change_byte(bytes, random),
            1 => {
                let word = if words.is_empty() { "0" } else { words[below(random, words.len())] };
                insert(bytes, word.as_bytes(), random);
            }
            2 => {
                let part = range(bytes.len(), 40, random);
                bytes.drain(part);
            }
            3 => {
                let part = bytes[range(bytes.len(), 60, random)].to_vec();
                insert(bytes, &part, random);
            }
            // Nesting: the same part many times over.
            4 => {
                let part = bytes[range(bytes.len(), 12, random)].to_vec();
                let times = 1 << below(random, 11);
                insert(bytes, &part.repeat(times), random);
            }
            5 => {
                let part = other[range(other.len(), 400, random)].to_vec();
                insert(bytes, &part, random);
            }
            6 | 7 => change_number(bytes, random),
            8 | 9 => change_lines(bytes, random),
            10 => bytes.truncate(below(random, bytes.len() + 1)),
            _ => insert(bytes, &[random.next_u64() as u8], random),
        }
    }
    bytes.truncate(most_bytes);
}

fn change_byte(bytes: &mut [u8], random: &mut Xoshiro256PlusPlus) {
    if bytes.is_empty() {
        return;
    }
    let at = below(random, bytes.len());
    match below(random, 3) {
        0 => bytes[at] ^= 1 << below(random, 8),
        1 => bytes[at] = [0, 0xff, 0x7f, 0x80, b' ', b'\n', b'\\', b']'][below(random, 8)],
        _ => bytes[at] = bytes[at].wrapping_add(1),
    }
}

fn insert(bytes: &mut Vec<u8>, part: &[u8], random: &mut Xoshiro256PlusPlus) {
    let at = below(random, bytes.len() + 1);
    bytes.splice(at..at, part.iter().copied());
}

/// A part of at most `most` bytes, empty if there are none.
fn range(len: usize, most: usize, random: &mut Xoshiro256PlusPlus) -> std::ops::Range<usize> {
    let start = below(random, len + 1);
    let part = below(random, most.min(len - start) + 1);
    start..start + part
}

/// Puts another number in the place of one.
fn change_number(bytes: &mut Vec<u8>, random: &mut Xoshiro256PlusPlus) {
    let starts: Vec<usize> = (0..bytes.len())
        .filter(|&at| bytes[at].is_ascii_digit() && (at == 0 || !bytes[at - 1].is_ascii_digit()))
        .collect();
    if starts.is_empty() {
        return;
    }
    let start = starts[below(random, starts.len())];
    let end = start + bytes[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let value: Option<u64> = std::str::from_utf8(&bytes[start..end]).ok().and_then(|text| text.parse().ok());
    let text = match (below(random, 3), value) {
        (0, Some(value)) => value.wrapping_add(1).to_string(),
        (1, Some(value)) => value.saturating_sub(1).to_string(),
        _ => NUMBERS[below(random, NUMBERS.len())].to_string(),
    };
    bytes.splice(start..end, text.into_bytes());
}

/// Doubles, drops or swaps lines.
fn change_lines(bytes: &mut Vec<u8>, random: &mut Xoshiro256PlusPlus) {
    let mut lines: Vec<Vec<u8>> = bytes.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
    if lines.len() < 2 {
        return;
    }
    let (one, other) = (below(random, lines.len()), below(random, lines.len()));
    match below(random, 3) {
        0 => lines.insert(other, lines[one].clone()),
        1 => {
            lines.remove(one);
        }
        _ => lines.swap(one, other),
    }
    *bytes = lines.concat();
}
