//! Checks that `analysis` and the crates that it depends on compile for the browser: they use no clock, thread, file or socket.
//!
//! The rule is checked in the text of the sources, which needs no further toolchain; where the target of the browser is
//! installed, the crates are compiled for it as well. `cargo xtask test` installs it where it can.

use std::{collections::BTreeSet, fs, path::Path};

use crate::steps::{Outcome, cargo, command, root, step};

/// The crate at the top of those that the rule is about.
const TOP: &str = "analysis";

/// The target of the browser.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// Names that assume an operating system. Split so that this list does not find itself.
const FORBIDDEN: [(&str, &str); 9] = [
    (concat!("Instant", "::now"), "time comes in as an argument"),
    (concat!("System", "Time"), "time comes in as an argument"),
    (concat!("thread::", "spawn"), "a thread is only started where several are asked for"),
    (concat!("thread::", "sleep"), "waiting is for the front end"),
    (concat!("thread::", "scope"), "a thread is only started where several are asked for"),
    (concat!("std::", "fs"), "files come in as text"),
    (concat!("std::", "net"), "sockets are for the front end"),
    (concat!("std::", "process"), "processes are for the front end"),
    (concat!("std::", "env::"), "the environment is for the front end"),
];

/// Files that may start scoped threads: only where a setting asks for more than one.
const SEVERAL_THREADS: [&str; 2] = ["crates/solver/src/solver.rs", "crates/players/src/neural/search.rs"];

/// Crates that the crates below the top one must not depend on: they neither serialise nor wait.
const NOT_BELOW: [&str; 4] = ["serde", "serde_json", "tokio", "anyhow"];

/// Lists what stands in the sources and manifests of the portable crates and must not.
pub(crate) fn check(problems: &mut Vec<String>) -> Outcome {
    for name in portable_crates()? {
        let folder = root().join("crates").join(&name);
        look_into(&folder.join("src"), problems)?;
        if name == TOP {
            continue;
        }
        let manifest =
            fs::read_to_string(folder.join("Cargo.toml")).map_err(|error| format!("{name}: {error}"))?;
        let wrong = dependencies(&manifest).into_iter().filter(|needed| NOT_BELOW.contains(&needed.as_str()));
        problems.extend(
            wrong.map(|needed| format!("crates/{name}: depends on {needed}: expected it above {TOP} only")),
        );
    }
    Ok(())
}

/// Installs the target of the browser. Where that fails, [`compile`] names it.
pub(crate) fn install() {
    if is_installed() == Ok(false) {
        // Without rustup there is nothing to install it with.
        let _ = step(&format!("install {TARGET}"), &mut command("rustup", &["target", "add", TARGET]));
    }
}

pub(crate) fn is_installed() -> Result<bool, String> {
    let printed =
        command("rustc", &["--print", "sysroot"]).output().map_err(|error| format!("rustc: {error}"))?;
    let sysroot = String::from_utf8_lossy(&printed.stdout).trim().to_string();
    Ok(Path::new(&sysroot).join("lib/rustlib").join(TARGET).exists())
}

/// Compiles the portable crates for the browser, where that is possible.
pub(crate) fn compile() -> Outcome {
    if !is_installed()? {
        println!(
            "== {TARGET} is not installed: not compiled for it (rustup target add {TARGET}); the text is checked"
        );
        return Ok(());
    }
    cargo("portable crates", &["check", "--quiet", "-p", TOP, "--target", TARGET])
}

/// The top crate and those of this workspace that it depends on.
fn portable_crates() -> Result<BTreeSet<String>, String> {
    let (mut found, mut open) = (BTreeSet::new(), vec![TOP.to_string()]);
    while let Some(name) = open.pop() {
        let path = root().join("crates").join(&name).join("Cargo.toml");
        let manifest = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let known = |name: &String| root().join("crates").join(name).join("Cargo.toml").exists();
        open.extend(dependencies(&manifest).into_iter().filter(known).filter(|name| !found.contains(name)));
        found.insert(name);
    }
    Ok(found)
}

/// The names in the section `[dependencies]` of a manifest.
pub(crate) fn dependencies(manifest: &str) -> Vec<String> {
    let lines = manifest.lines().skip_while(|line| line.trim() != "[dependencies]").skip(1);
    let names =
        lines.take_while(|line| !line.starts_with('[')).filter_map(|line| line.split(['.', ' ', '=']).next());
    names.filter(|name| !name.is_empty() && !name.starts_with('#')).map(str::to_string).collect()
}

fn look_into(folder: &Path, problems: &mut Vec<String>) -> Outcome {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.is_dir() {
            look_into(&path, problems)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).map_err(failed)?;
            let name = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
            let allowed = SEVERAL_THREADS.contains(&name.as_str());
            problems.extend(found_in(&name, &text, allowed));
        }
    }
    Ok(())
}

/// The assumptions of a source file. Tests may assume an operating system: they stand at the end of a file.
fn found_in(name: &str, text: &str, may_use_threads: bool) -> Vec<String> {
    let mut found = Vec::new();
    let code = text.lines().enumerate().take_while(|(_, line)| line.trim() != "#[cfg(test)]");
    for (number, line) in code.filter(|(_, line)| !line.trim_start().starts_with("//")) {
        for (word, reason) in FORBIDDEN {
            let is_scope = word.ends_with("scope") && may_use_threads;
            if line.contains(word) && !is_scope {
                found.push(format!("{name}:{}: {word}: {reason}", number + 1));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_found_in_code_and_not_in_tests() {
        let clock = concat!("let now = std::time::Instant", "::now();");
        assert_eq!(found_in("x.rs", clock, true).len(), 1);
        assert!(
            found_in("x.rs", &format!("// {clock}\n#[cfg(test)]\nmod tests {{ {clock} }}"), false).is_empty()
        );
        let scope = concat!("std::thread::", "scope(|scope| run(scope));");
        assert_eq!(found_in("x.rs", scope, false).len(), 1);
        assert!(found_in("x.rs", scope, true).is_empty());
    }

    #[test]
    fn the_crates_below_are_found() {
        let manifest = "[package]\nname = \"x\"\n[dependencies]\nboard.workspace = true\nrecord = { workspace = true }\n[lints]\nworkspace = true";
        assert_eq!(dependencies(manifest), ["board", "record"]);
        let crates = portable_crates().unwrap();
        assert!(
            ["analysis", "board", "solver", "players"].iter().all(|name| crates.contains(*name)),
            "{crates:?}"
        );
        assert!(!crates.contains("store") && !crates.contains("web"), "{crates:?}");
    }

    #[test]
    fn the_portable_crates_assume_nothing() {
        let mut problems = Vec::new();
        check(&mut problems).unwrap();
        assert!(problems.is_empty(), "{problems:?}");
    }
}
