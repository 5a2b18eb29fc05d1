//! One vocabulary: a name that crates export means one thing, and the words that the glossary forbids are not used.
//!
//! The glossary is the authority: its last table says which words are not used and what stands in their place. A word in small
//! letters is looked for in names and comments, a word with a capital in the names of types.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use crate::{
    steps::{Outcome, root},
    tidy::crate_names,
};

const GLOSSARY: &str = "docs/reference/glossary.md";

/// The heading of the table.
const HEADING: &str = "## Words that are not used";

/// Crates with words of their own: the judge shares no code with the crates that it judges, and the fuzzer is a program.
const APART: [&str; 2] = ["verify", "fuzz"];

/// Lists names that two crates export, and forbidden words.
pub(crate) fn check(problems: &mut Vec<String>) -> Outcome {
    let glossary = read(&root().join(GLOSSARY))?;
    let forbidden = forbidden(&glossary);
    if forbidden.is_empty() {
        problems.push(format!("{GLOSSARY}: found no table under '{HEADING}'"));
    }
    let mut exports = Vec::new();
    for name in crate_names()? {
        let source = root().join("crates").join(&name).join("src");
        let mut files = Vec::new();
        sources(&source, &mut files)?;
        for path in files.iter().filter(|_| !APART.contains(&name.as_str())) {
            let text = read(path)?;
            let place = path.strip_prefix(root()).unwrap_or(path).display().to_string();
            problems
                .extend(misused(&text, &forbidden).into_iter().map(|problem| format!("{place}:{problem}")));
        }
        if !APART.contains(&name.as_str()) {
            exports.push((name, exported(&source)?));
        }
    }
    problems.extend(twice(&exports));
    Ok(())
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn sources(folder: &Path, files: &mut Vec<PathBuf>) -> Outcome {
    // A program has no library to look into, but always a folder.
    for entry in fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))? {
        let path = entry.map_err(|error| error.to_string())?.path();
        if path.is_dir() {
            sources(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

/// The words of the table, each with what stands in its place.
fn forbidden(glossary: &str) -> Vec<(String, String)> {
    let table = glossary.lines().skip_while(|line| *line != HEADING).skip(1);
    let rows = table.take_while(|line| !line.starts_with("## ")).filter_map(|line| {
        let (word, instead) = line.strip_prefix("| `")?.split_once("` | ")?;
        Some((word.to_string(), instead.trim_end_matches([' ', '|']).to_string()))
    });
    rows.collect()
}

/// The lines that use forbidden words, outside of texts in quotes.
fn misused(source: &str, forbidden: &[(String, String)]) -> Vec<String> {
    let mut problems = Vec::new();
    for (number, line) in source.lines().enumerate() {
        let words = words(line);
        for (word, instead) in forbidden {
            let is_type = word.starts_with(|c: char| c.is_ascii_uppercase());
            let is_there = match is_type {
                true => defined(line).is_some_and(|name| name == *word),
                false => words.contains(word.as_str()),
            };
            if is_there {
                problems.push(format!("{}: found '{word}': expected {instead}", number + 1));
            }
        }
    }
    problems
}

/// The public type that a line defines.
fn defined(line: &str) -> Option<&str> {
    let kinds = ["pub struct ", "pub enum ", "pub trait ", "pub type "];
    let name = kinds.iter().find_map(|kind| line.strip_prefix(kind))?;
    name.split(|c: char| !c.is_alphanumeric()).next()
}

/// The words of a line in small letters: those of names apart, texts in quotes left out.
fn words(line: &str) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for (place, part) in line.split('"').enumerate() {
        // Every second part stands in quotes; in a comment none does.
        if place % 2 == 1 && !line.trim_start().starts_with("//") {
            continue;
        }
        let mut word = String::new();
        for c in part.chars().chain([' ']) {
            if c.is_uppercase() || !c.is_alphanumeric() {
                words.insert(std::mem::take(&mut word));
            }
            if c.is_alphanumeric() {
                word.extend(c.to_lowercase());
            }
        }
    }
    words
}

/// The names of types that a crate's library exports.
fn exported(source: &Path) -> Result<BTreeSet<String>, String> {
    let Ok(library) = fs::read_to_string(source.join("lib.rs")) else { return Ok(BTreeSet::new()) };
    let mut names = exports_of(&library);
    for line in library.lines().filter_map(|line| line.strip_prefix("pub mod ")) {
        let module = source.join(line.trim_end_matches(';')).with_extension("rs");
        let text = read(&module)?;
        names.extend(exports_of(&text));
        names.extend(text.lines().filter_map(defined).map(str::to_string));
    }
    Ok(names)
}

/// The types that `pub use` lists of a module of this crate: what comes from another crate is that crate's.
fn exports_of(text: &str) -> BTreeSet<String> {
    let uses = text.split("\npub use ").skip(1).filter_map(|rest| rest.split_once(';'));
    let own = uses.map(|(names, _)| names).filter(|names| {
        let first = names.split("::").next().unwrap_or_default();
        text.lines()
            .any(|line| line.trim_start_matches("pub ").strip_prefix("mod ") == Some(&format!("{first};")))
    });
    let names = own.flat_map(|names| names.split(|c: char| !c.is_alphanumeric() && c != '_'));
    let is_type = |name: &&str| {
        name.starts_with(|c: char| c.is_ascii_uppercase()) && name.contains(|c: char| c.is_ascii_lowercase())
    };
    names.filter(is_type).map(str::to_string).collect()
}

/// Names that two crates export.
fn twice(exports: &[(String, BTreeSet<String>)]) -> Vec<String> {
    let mut owners: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (owner, names) in exports {
        for name in names {
            owners.entry(name).or_default().push(owner);
        }
    }
    let shared = owners.into_iter().filter(|(_, owners)| owners.len() > 1);
    shared
        .map(|(name, owners)| {
            format!("{name}: found a type of this name in {}: expected one meaning", owners.join(" and "))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forbidden_words_are_found_in_names_and_comments_but_not_in_texts() {
        let glossary = format!(
            "{HEADING}\n\n| not | but |\n| --- | --- |\n| `bitboard` | set of cells |\n| `Book` | `OpeningBook` |\n"
        );
        let forbidden = forbidden(&glossary);
        assert_eq!(forbidden.len(), 2);
        let lines = |source: &str| misused(source, &forbidden).len();
        assert_eq!(lines("let own_bitboard = 1;\n// A bitboard.\nstruct BitboardList;"), 3);
        assert_eq!(lines("let text = \"bitboard\";\nlet bits = board;"), 0);
        assert_eq!(lines("pub struct Book {\npub struct OpeningBook {\nuse x::Book;"), 1);
    }

    #[test]
    fn a_name_of_two_crates_is_found() {
        let lib =
            "mod a;\nmod b;\n\npub use a::{One, TWO, three};\npub use b::Four;\npub use other::{Five};\n";
        assert_eq!(exports_of(lib), BTreeSet::from(["One".to_string(), "Four".to_string()]));
        let exports = |names: &[&str]| names.iter().map(|name| (*name).to_string()).collect();
        let crates = [("x".to_string(), exports(&["One", "Two"])), ("y".to_string(), exports(&["One"]))];
        assert_eq!(twice(&crates).len(), 1);
    }
}
