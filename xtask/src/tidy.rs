//! Rules about files that no compiler checks.

use std::{fs, path::Path};

use crate::{
    order, portable, prose,
    steps::{Outcome, root},
    vocabulary,
};

/// A file above this length is asked whether it is two things.
const LONGEST_FILE: usize = 800;

/// The one source of dependencies, as a lock file writes it.
const CRATES_IO: &str = "\"registry+https://github.com/rust-lang/crates.io-index\"";

/// Text that must not occur in a source file. Split so that this list does not find itself.
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
    portable::check(&mut problems)?;
    order::check(&mut problems)?;
    vocabulary::check(&mut problems)?;
    prose::check(&mut problems)?;
    let lock = root().join("Cargo.lock");
    let lock = fs::read_to_string(&lock).map_err(|error| format!("{}: {error}", lock.display()))?;
    problems.extend(foreign_sources(&lock));
    if problems.is_empty() { Ok(()) } else { Err(format!("not tidy:\n{}", problems.join("\n"))) }
}

/// Dependencies come from crates.io: each line of a lock file that names another source.
fn foreign_sources(lock: &str) -> Vec<String> {
    let sources = lock.lines().filter_map(|line| line.strip_prefix("source = "));
    let foreign = sources.filter(|source| *source != CRATES_IO);
    foreign
        .map(|source| format!("Cargo.lock: found a dependency from {source}: expected crates.io"))
        .collect()
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

#[cfg(test)]
mod tests {
    use super::foreign_sources;

    #[test]
    fn a_dependency_from_elsewhere_is_found() {
        let crates_io = "name = \"a\"\nsource = \"registry+https://github.com/rust-lang/crates.io-index\"\n";
        assert_eq!(foreign_sources(crates_io), Vec::<String>::new());
        let other = format!("{crates_io}name = \"b\"\nsource = \"git+https://example.org/b#0123\"\n");
        assert_eq!(foreign_sources(&other).len(), 1);
    }
}
