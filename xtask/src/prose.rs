//! Plain English: pages and comments do not use literal or old-fashioned words for which there is a usual term.

use std::{fs, path::Path};

use crate::steps::{Outcome, root};

/// Words that read badly, in small letters, and their replacements. Split so that this list does not find itself.
const WORDS: [(&str, &str); 9] = [
    (concat!("no", "body"), "'no player', 'no client', 'none'"),
    (concat!("who", "ever"), "the role: 'the winner', 'the caller', 'organisers'"),
    (concat!("whom", "ever"), "the role: 'the winner', 'the caller', 'organisers'"),
    (concat!("what", "ever"), "'every', 'any' or 'regardless of'"),
    (concat!("an", "ew"), "'again', or 're-' before the verb"),
    (concat!("there", "by"), "'so'"),
    (concat!("gone ", "into"), "'searched', 'examined'"),
    (concat!("looked ", "at"), "'examined', 'visited', 'checked'"),
    (concat!("so ", "many"), "'this many', or the number"),
];

/// Folders that hold no text of ours.
const APART: [&str; 5] = ["target", "node_modules", ".git", "results", "book"];

/// Lists the words that pages and comments should not use.
pub(crate) fn check(problems: &mut Vec<String>) -> Outcome {
    check_folder(root().as_path(), problems)
}

fn check_folder(folder: &Path, problems: &mut Vec<String>) -> Outcome {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if path.is_dir() {
            if !APART.contains(&name.as_str()) {
                check_folder(&path, problems)?;
            }
            continue;
        }
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        if !["md", "rs", "js", "py", "v"].contains(&extension) {
            continue;
        }
        let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let place = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
        let found = if extension == "md" { in_page(&text) } else { in_source(&text) };
        problems.extend(found.into_iter().map(|problem| format!("{place}:{problem}")));
    }
    Ok(())
}

/// The problems of a page, outside of blocks and spans of code.
fn in_page(text: &str) -> Vec<String> {
    let mut problems = Vec::new();
    let mut is_code = false;
    for (number, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        } else if !is_code && !line.starts_with("    ") {
            let prose: String = line.split('`').step_by(2).collect::<Vec<_>>().join(" ");
            problems.extend(misused(&prose).map(|problem| format!("{}: {problem}", number + 1)));
        }
    }
    problems
}

/// The problems in the comments of a source file.
fn in_source(text: &str) -> Vec<String> {
    let mut problems = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let words = comment(line).unwrap_or_default();
        problems.extend(misused(words).map(|problem| format!("{}: {problem}", number + 1)));
    }
    problems
}

/// The text of a line that is a comment.
fn comment(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let marks = ["///", "//!", "//", "/**", "(**", "(*", "*", "# ", "\"\"\""];
    let text = marks.iter().find_map(|mark| line.strip_prefix(mark))?;
    Some(text.trim())
}

/// The words of a line that should not be used.
fn misused(line: &str) -> impl Iterator<Item = String> {
    let padded: String = [" ", line, " "].concat();
    let words: String = padded
        .chars()
        .map(|c| if c.is_alphanumeric() || c == '\'' { c.to_ascii_lowercase() } else { ' ' })
        .collect();
    let found = WORDS.iter().filter(move |(word, _)| words.contains(&format!(" {word} ")));
    found.map(|(word, instead)| format!("found '{word}': expected {instead}"))
}

#[cfg(test)]
mod tests {
    use super::{in_page, in_source};

    #[test]
    fn words_are_found_in_prose_and_not_in_code() {
        let word = concat!("who", "ever");
        assert_eq!(in_page(&format!("For {word} plays.\n```\n{word}\n```\n`{word}`\n")).len(), 1);
        assert_eq!(in_source(&format!("// For {word} plays.\nlet {word} = \"{word}\";\n")).len(), 1);
        assert_eq!(in_source("// Forever and a day.\n").len(), 0);
    }
}
