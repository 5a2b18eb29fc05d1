//! Modules of the pages as one file, for pages of others: a classic script, which any host may serve to any page.

use std::{collections::BTreeSet, fs};

use crate::steps::root;

/// The element for other pages, after the modules that it imports. `embed/words.js` stands for the page's texts.
const ELEMENT: [&str; 5] =
    ["embed/words.js", "hex/geometry.js", "hex/game.js", "embed/sgf.js", "embed/hex-board.js"];

/// The element as one file.
pub(crate) fn element() -> Result<String, String> {
    let mut sources = Vec::new();
    for path in ELEMENT {
        let place = root().join("crates/web/pages").join(path);
        sources.push(fs::read_to_string(&place).map_err(|error| format!("{}: {error}", place.display()))?);
    }
    bundle(&sources)
}

/// Puts modules into one function. Each import is a line of its own, and no two modules may declare the same name.
fn bundle(sources: &[String]) -> Result<String, String> {
    let mut names = BTreeSet::new();
    let mut text = String::from("(() => {\n'use strict';\n");
    for source in sources {
        for line in source.lines().filter(|line| !line.starts_with("import ")) {
            let line = line.strip_prefix("export ").unwrap_or(line);
            if let Some(name) = declared(line)
                && !names.insert(name.to_string())
            {
                return Err(format!("two modules declare {name}: expected names of their own"));
            }
            text.push_str(&line.replace("import.meta.url", "(document.currentScript?.src ?? location.href)"));
            text.push('\n');
        }
    }
    text.push_str("})();\n");
    Ok(text)
}

/// The name that a line at the top of a module declares.
fn declared(line: &str) -> Option<&str> {
    let line = line.strip_prefix("async ").unwrap_or(line);
    let rest = ["const ", "let ", "function ", "class "].iter().find_map(|word| line.strip_prefix(word))?;
    let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(rest.len());
    Some(&rest[..end])
}

#[cfg(test)]
mod tests {
    use super::{bundle, element};

    #[test]
    fn modules_become_one_script() {
        let one = "export const size = 1;\nexport function draw() {\n  const x = 1;\n}\n".to_string();
        let two = "import { size } from './one.js';\nasync function ask() {}\n".to_string();
        let text = bundle(&[one.clone(), two]).expect("no name twice");
        assert!(
            text.contains(
                "\nconst size = 1;\nfunction draw() {\n  const x = 1;\n}\nasync function ask() {}\n"
            )
        );
        assert!(!text.contains("import ") && !text.contains("export "));
        assert!(bundle(&[one.clone(), one]).expect_err("twice").contains("size"));
    }

    #[test]
    fn the_element_is_small() {
        let text = element().expect("the modules are there");
        assert!(text.len() < 40_000, "{} bytes", text.len());
    }
}
