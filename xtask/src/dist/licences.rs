//! The licences of the crates that are compiled into the program.

use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    path::{Path, PathBuf},
};

use crate::{dist::run_quietly, steps::command};

/// A list of all crates with their licences, then each licence text once with the crates that it belongs to.
pub(super) fn text() -> Result<String, String> {
    let mut tree =
        command("cargo", &["tree", "--locked", "-p", "cli", "--edges", "normal", "--prefix", "none"]);
    let listed = run_quietly(tree.args(["--format", "{p}|{l}"]))?;
    let crates = foreign_crates(&String::from_utf8_lossy(&listed));
    let sources = sources()?;
    let mut text =
        String::from("The program hexwright contains these crates, each under the licence named:\n\n");
    let mut texts: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (name, licence) in &crates {
        text += &format!("{name}: {licence}\n");
        let folder = sources.iter().map(|folder| folder.join(name)).find(|folder| folder.is_dir());
        let folder = folder.ok_or_else(|| format!("the sources of {name} are not in {sources:?}"))?;
        for licence in licences_in(&folder)? {
            texts.entry(licence).or_default().push(name);
        }
    }
    for (licence, names) in texts {
        text += &format!("\n{}\n{}:\n\n{}\n", "-".repeat(80), names.join(", "), licence.trim_end());
    }
    Ok(text)
}

/// Crates of others with their licences, as `name-version`, from what `cargo tree` prints.
fn foreign_crates(listed: &str) -> BTreeSet<(String, String)> {
    let lines = listed.lines().filter_map(|line| line.split_once('|'));
    let foreign = lines.filter(|(package, _)| !package.contains("(/"));
    foreign
        .filter_map(|(package, licence)| {
            let (name, version) = package.split_once(" v")?;
            let version = version.split_whitespace().next()?;
            Some((format!("{name}-{version}"), licence.trim_end_matches(" (*)").to_string()))
        })
        .collect()
}

/// The folders in which cargo keeps the sources of each registry.
fn sources() -> Result<Vec<PathBuf>, String> {
    let home = env::var("CARGO_HOME").or_else(|_| env::var("HOME").map(|home| format!("{home}/.cargo")));
    let folder = Path::new(&home.map_err(|error| format!("HOME: {error}"))?).join("registry/src");
    let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(entries.flatten().map(|entry| entry.path()).collect())
}

/// The texts of a crate's licences and notices.
fn licences_in(folder: &Path) -> Result<BTreeSet<String>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let named = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"]
            .iter()
            .any(|start| name.starts_with(start))
    };
    let paths = entries.flatten().map(|entry| entry.path()).filter(|path| path.is_file()).filter(named);
    paths
        .map(|path| fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display())))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::foreign_crates;

    #[test]
    fn our_own_crates_are_left_out() {
        let listed = "cli v0.1.0 (/src/crates/cli)|MIT\nredb v4.4.0|MIT OR Apache-2.0\nserde_derive v1.0.2 (proc-macro)|MIT\nredb v4.4.0|MIT OR Apache-2.0 (*)\n";
        let found: Vec<_> = foreign_crates(listed).into_iter().collect();
        let expected = [("redb-4.4.0", "MIT OR Apache-2.0"), ("serde_derive-1.0.2", "MIT")];
        assert_eq!(found, expected.map(|(name, licence)| (name.to_string(), licence.to_string())));
    }
}
