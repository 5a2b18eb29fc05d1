//! Rules about files that no compiler checks.

use std::{fs, path::Path};

use crate::steps::{Outcome, root};

/// A file above this length is asked whether it is two things.
const LONGEST_FILE: usize = 800;

/// What must not stand in a source file. Split so that this list does not find itself.
const FORBIDDEN: [(&str, &str); 4] = [
    (concat!("todo", "!("), "finish it or leave it out"),
    (concat!("unimplemented", "!("), "finish it or leave it out"),
    (concat!("#[ig", "nore"), "a parked test: assert what is true, or move it to the exhaustive checks"),
    (concat!("dbg", "!("), "leave debugging out of the repository"),
];

/// Checks every rule and lists all that is wrong.
pub(crate) fn run() -> Outcome {
    println!("== tidy");
    let mut problems = Vec::new();
    for name in crate_names()? {
        let folder = root().join("crates").join(&name);
        if !folder.join("README.md").exists() {
            problems.push(format!("crates/{name}: no README.md"));
        }
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
        if !manifest.contains("[lints]\nworkspace = true") {
            problems.push(format!("crates/{name}/Cargo.toml: does not take the workspace's lints"));
        }
        check_sources(&folder, &mut problems)?;
    }
    check_sources(&root().join("xtask"), &mut problems)?;
    if problems.is_empty() { Ok(()) } else { Err(format!("not tidy:\n{}", problems.join("\n"))) }
}

/// The crates of the workspace, sorted.
pub(crate) fn crate_names() -> Result<Vec<String>, String> {
    let folder = root().join("crates");
    let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut names: Vec<String> = entries
        .filter_map(Result::ok)
        .filter(|entry| entry.path().join("Cargo.toml").exists())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    Ok(names)
}

/// Looks at every source file below a folder.
fn check_sources(folder: &Path, problems: &mut Vec<String>) -> Outcome {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.is_dir() {
            if path.file_name().is_some_and(|name| name != "node_modules" && name != "target") {
                check_sources(&path, problems)?;
            }
            continue;
        }
        if !path.extension().is_some_and(|extension| extension == "rs" || extension == "js") {
            continue;
        }
        let text = fs::read_to_string(&path).map_err(failed)?;
        let name = path.strip_prefix(root()).unwrap_or(&path).display();
        let lines = text.lines().count();
        if lines > LONGEST_FILE {
            problems.push(format!("{name}: {lines} lines, expected at most {LONGEST_FILE}"));
        }
        for (number, line) in text.lines().enumerate() {
            for (found, advice) in FORBIDDEN {
                if line.contains(found) {
                    problems.push(format!("{name}:{}: found {found}: {advice}", number + 1));
                }
            }
        }
        if path.parent().is_some_and(|parent| parent.ends_with("src"))
            && !text.starts_with("//!")
            && !text.starts_with("//")
        {
            problems.push(format!("{name}: does not begin with a comment that says what it is for"));
        }
    }
    Ok(())
}
