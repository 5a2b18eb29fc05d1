//! All checkers give one answer to every file: shipped strategies, the corpus, and thousands of damaged files whose
//! check sum is right. `HEXWRIGHT_DAMAGED=100000 cargo test -p hexwright-verify --test checkers` tries more of them.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

mod support;

use std::{fs, io::ErrorKind, process::Command};

use support::{Random, assert_agreement, files, root, seal};

const SHIPPED: &str = "crates/web/data/strategies";
const FORGERIES: &str = "crates/verify/tests/forgeries";
const TRUE: &str = "crates/verify/tests/true";

fn texts(folder: &str) -> Vec<Vec<u8>> {
    files(folder).iter().map(|path| fs::read(path).unwrap()).collect()
}

#[test]
fn checkers_agree_on_the_corpus() {
    for (folder, is_true) in [(SHIPPED, true), (FORGERIES, false), (TRUE, true)] {
        let texts = texts(folder);
        let expected = if is_true { texts.len() } else { 0 };
        assert_eq!(assert_agreement(&texts, &folder.replace('/', "-")), expected, "{folder}");
    }
}

#[test]
fn checkers_agree_on_damaged_files() {
    let wanted = std::env::var("HEXWRIGHT_DAMAGED").map_or(4000, |count| count.parse().unwrap());
    let [forged, right] = [vec![FORGERIES], vec![SHIPPED, TRUE]].map(|folders| {
        let mut sources: Vec<Vec<u8>> = folders.into_iter().flat_map(texts).collect();
        sources.retain(|text| text.len() < 10_000 && std::str::from_utf8(text).is_ok());
        sources
    });
    let mut random = Random::new(1);
    let damaged: Vec<Vec<u8>> = (0..wanted)
        .map(|_| {
            let sources = if random.one_in(4) { &forged } else { &right };
            let source = random.of(sources);
            damage(&mut random, std::str::from_utf8(source).unwrap())
        })
        .collect();
    let accepted = assert_agreement(&damaged, "damaged");
    // Most damage breaks a file, but some leaves a right one: both answers are tried.
    assert!(accepted > wanted / 100 && accepted < wanted / 2, "{accepted} of {wanted} accepted");
}

/// The Python checker needs each of its conditions to refuse the corpus, and has tests of its own.
#[test]
fn the_python_checker_passes_its_tests() {
    let run =
        Command::new("python3").args(["-B", "clients/python/test_verify.py"]).current_dir(root()).output();
    match run {
        Err(error) if error.kind() == ErrorKind::NotFound => println!("skipped: no python3"),
        output => {
            let output = output.unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        }
    }
}

/// A file with one or two kinds of damage, sealed again, except that one of eight keeps its old check line.
fn damage(random: &mut Random, source: &str) -> Vec<u8> {
    let (mut body, check) = source.rsplit_once("check ").unwrap_or((source, "0\n"));
    if !body.ends_with('\n') {
        body = source;
    }
    let mut text = body.as_bytes().to_vec();
    for _ in 0..=random.below(2) {
        text = match random.below(8) {
            0 => bytes(random, text),
            1 | 2 => lines(random, &text),
            _ => words(random, &text),
        };
    }
    if random.one_in(8) { [text.as_slice(), b"check ", check.as_bytes()].concat() } else { seal(&text) }
}

/// One byte changed, left out or added.
fn bytes(random: &mut Random, mut text: Vec<u8>) -> Vec<u8> {
    if text.is_empty() {
        return text;
    }
    let place = random.below(text.len());
    let byte = *random.of(b"0123456789abcdefghist<>!:|&- \n\t\r\0x\xff");
    match random.below(3) {
        0 => text[place] = byte,
        1 => drop(text.remove(place)),
        _ => text.insert(place, byte),
    }
    text
}

/// A line left out, doubled, moved or cut short.
fn lines(random: &mut Random, text: &[u8]) -> Vec<u8> {
    let mut lines: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').collect();
    if lines.is_empty() {
        return text.to_vec();
    }
    let (place, other) = (random.below(lines.len()), random.below(lines.len()));
    match random.below(4) {
        0 => drop(lines.remove(place)),
        1 => lines.insert(other, lines[place]),
        2 => lines.swap(place, other),
        _ => lines[place] = &lines[place][..random.below(lines[place].len())],
    }
    lines.concat()
}

/// A word left out, doubled, moved or changed.
fn words(random: &mut Random, text: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(text).into_owned();
    let mut lines: Vec<Vec<String>> =
        text.lines().map(|line| line.split(' ').map(str::to_string).collect()).collect();
    if lines.is_empty() {
        return text.into_bytes();
    }
    // Most of them in the nodes and the root.
    let first = if random.one_in(4) { 0 } else { lines.len().min(6) };
    let line = (first + random.below(lines.len() - first.min(lines.len() - 1))).min(lines.len() - 1);
    let words = &mut lines[line];
    let (place, other) = (random.below(words.len()), random.below(words.len()));
    match random.below(8) {
        0 => drop(words.remove(place)),
        1 => words.insert(other, words[place].clone()),
        2 => words.swap(place, other),
        3 => words[place] = words[other].clone(),
        _ => words[place] = token(random, &words[place]),
    }
    lines.iter().map(|words| words.join(" ") + "\n").collect::<String>().into_bytes()
}

/// A word with one number, cell or sign exchanged for another, or with a captured cell more or less.
fn token(random: &mut Random, word: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    for letter in word.chars() {
        let joins = |last: &String| {
            letter.is_ascii_digit() && last.chars().all(|letter| letter.is_ascii_alphanumeric())
        };
        match parts.last_mut() {
            Some(last) if joins(last) => last.push(letter),
            _ => parts.push(letter.to_string()),
        }
    }
    if parts.is_empty() {
        return "c1".to_string();
    }
    let (place, other) = (random.below(parts.len()), random.below(parts.len()));
    match random.below(6) {
        0 => parts[place] = parts[other].clone(),
        1 => parts.swap(place, other),
        2 => parts.push(format!("!{}:{}", end(random), cell(random))),
        3 => parts.push(format!("!{}:{}:{}", end(random), cell(random), cell(random))),
        4 => parts.truncate(place),
        _ => parts[place] = replaced(random, &parts[place]),
    }
    parts.concat()
}

fn replaced(random: &mut Random, part: &str) -> String {
    match part.parse::<usize>() {
        Ok(number) => match random.below(8) {
            0 => format!("0{number}"),
            1 => format!("{}", number as u64 + (1 << 32)),
            2 => random.below(1000).to_string(),
            3 => format!("{number}999999999"),
            _ => (number + random.below(5)).saturating_sub(2).to_string(),
        },
        Err(_) if part.len() > 1 => cell(random),
        Err(_) => (*random.of(&["<", ">", "&", "|", "-", "!", ":", "a1", "b2", "0"])).to_string(),
    }
}

fn cell(random: &mut Random) -> String {
    format!("{}{}", *random.of(&['a', 'b', 'c', 'd', 'e', 'f']), random.below(7))
}

fn end(random: &mut Random) -> String {
    if random.one_in(2) { (*random.of(&["<", ">"])).to_string() } else { cell(random) }
}
