//! The proof in `coq/` that an accepted strategy wins: compiled, asked for its assumptions, and its checker run on
//! files with known answers.

use std::{fs, path::PathBuf};

use crate::{
    packages,
    steps::{Outcome, command, root, step},
};

/// The output of Coq for a theorem without axioms. `coq/Extract.v` asks about two.
const NO_ASSUMPTIONS: &str = "Closed under the global context";

/// Folders of files that hold, then folders of files that do not.
const ACCEPTED: [&str; 2] = ["crates/web/data/strategies", "crates/verify/tests/true"];
const REFUSED: [&str; 1] = ["crates/verify/tests/forgeries"];

/// The whole step. Without Coq the proof is skipped, and a line says so: every other test runs without it.
pub(crate) fn run() -> Outcome {
    let tools = [("coqc", "coq"), ("ocamlopt", "ocaml"), ("make", "make")];
    for (program, package) in tools {
        if let Err(why) = packages::need(program, package) {
            println!("== proof: SKIPPED, the theorem about the checker is not tested here: {why}");
            return Ok(());
        }
    }
    step("proof", &mut command("make", &["-s", "-C", "coq"]))?;
    check_assumptions()?;
    for folder in ACCEPTED {
        check_folder(folder, "holds: ")?;
    }
    for folder in REFUSED {
        check_folder(folder, "refused: ")?;
    }
    Ok(())
}

fn check_assumptions() -> Outcome {
    let path = root().join("coq/assumptions.txt");
    let found = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let theorems = found.lines().collect::<Vec<_>>();
    if theorems == [NO_ASSUMPTIONS; 2] {
        return Ok(());
    }
    Err(format!(
        "a theorem rests on assumptions: found '{}', expected '{NO_ASSUMPTIONS}' twice",
        found.trim()
    ))
}

/// The extracted checker says of every strategy of a folder what is expected.
fn check_folder(folder: &str, expected: &str) -> Outcome {
    let files = strategies(folder)?;
    let names: Vec<&str> = files.iter().map(String::as_str).collect();
    let output = command("coq/checker", &names).output().map_err(|error| format!("coq/checker: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let verdicts: Vec<&str> = text.lines().collect();
    if verdicts.len() != names.len() {
        return Err(format!(
            "coq/checker: found {} verdicts on {} files of {folder}",
            verdicts.len(),
            names.len()
        ));
    }
    let wrong = names.iter().zip(&verdicts).find(|(_, verdict)| !verdict.starts_with(expected));
    if let Some((name, verdict)) = wrong {
        return Err(format!("coq/checker: {name}: found '{verdict}', expected '{expected}…'"));
    }
    println!("== proof: {} files of {folder}: {expected}all", names.len());
    Ok(())
}

/// The strategies of a folder, sorted, one at least.
fn strategies(folder: &str) -> Result<Vec<String>, String> {
    let entries = fs::read_dir(root().join(folder)).map_err(|error| format!("{folder}: {error}"))?;
    let names = entries.filter_map(Result::ok).map(|entry| PathBuf::from(folder).join(entry.file_name()));
    let mut names: Vec<String> = names
        .filter(|name| name.extension().is_some_and(|extension| extension == "strategy"))
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    names.sort();
    if names.is_empty() { Err(format!("found no strategies in {folder}")) } else { Ok(names) }
}
