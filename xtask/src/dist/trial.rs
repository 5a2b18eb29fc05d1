//! Tests each package in an empty folder, without any file of this repository.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use super::{Release, run_quietly};
use crate::steps::Outcome;

/// The commands of the trial, each with a part of its expected output.
const QUESTIONS: [(&[&str], &str); 4] = [
    (&["--version"], "built for"),
    (&["show", "--size", "3", "--moves", "b2"], "White (blue, left to right) to move"),
    (&["solve", "--size", "4", "--moves", "a1"], "white wins"),
    (&["evaluate", "--size", "5", "--moves", "c3", "--with", "network"], "Black"),
];

/// Shells, and their completions. All three take `-n` to read a file without running it.
const SHELLS: [(&str, &str); 3] = [
    ("bash", "share/bash-completion/completions/hexwright"),
    ("zsh", "share/zsh/site-functions/_hexwright"),
    ("fish", "share/fish/vendor_completions.d/hexwright.fish"),
];

/// Unpacks the tarball and tries what is in it.
pub(super) fn tarball(release: &Release, tarball: &Path) -> Outcome {
    println!("== try the tarball");
    let folder = empty(release, "trial-tarball")?;
    run_quietly(Command::new("tar").arg("-xzf").arg(tarball).arg("-C").arg(&folder))?;
    let tree = folder.join(release.name());
    trial(&tree)?;
    completions(&tree)
}

/// Unpacks the Debian package and tries what is in it.
pub(super) fn debian(release: &Release, package: &Path) -> Outcome {
    println!("== try the Debian package");
    let folder = empty(release, "trial-debian")?;
    run_quietly(Command::new("dpkg-deb").arg("--extract").arg(package).arg(&folder))?;
    trial(&folder.join("usr"))
}

fn empty(release: &Release, name: &str) -> Result<PathBuf, String> {
    let folder = release.folder.join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(folder)
}

/// The program as it starts, the build for every processor, and that build on a processor of 2003.
fn trial(tree: &Path) -> Outcome {
    let program = tree.join("bin/hexwright");
    for path in ["share/man/man1/hexwright.1.gz", "share/man/man1/hexwright-solve.1.gz"] {
        if !tree.join(path).is_file() {
            return Err(format!("{} is missing", tree.join(path).display()));
        }
    }
    for path in ["LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY-LICENSES.txt"] {
        if !tree.join("share/doc/hexwright").join(path).is_file() {
            return Err(format!("the package has no {path}"));
        }
    }
    let usual = answers(|| clean(&program, tree))?;
    let baseline = || {
        let mut command = clean(&program, tree);
        command.env("HEXWRIGHT_BASELINE", "1");
        command
    };
    compare(&usual, &answers(baseline)?, "with HEXWRIGHT_BASELINE=1")?;
    if !tree.join("lib").exists() {
        return Ok(());
    }
    for build in ["for x86-64-v3 processors", "for every x86-64 processor"] {
        let versions = [&usual[0], &run_text(baseline().arg("--version"))?].map(|text| text.contains(build));
        if versions != [build.contains("v3"), !build.contains("v3")] {
            return Err(format!("found other builds than expected: '{build}' is chosen {versions:?}"));
        }
    }
    old_processor(&program, tree, &usual)
}

/// The oldest x86-64 processor, which has neither AVX nor a population count.
fn old_processor(program: &Path, tree: &Path, usual: &[String]) -> Outcome {
    if run_quietly(Command::new("qemu-x86_64").arg("--version")).is_err() {
        println!("== not tried on an old processor: qemu-x86_64 is missing (on Debian: qemu-user)");
        return Ok(());
    }
    let old = || {
        let mut command = clean(Path::new("/usr/bin/env"), tree);
        command.args(["qemu-x86_64", "-cpu", "qemu64"]).arg(program);
        command
    };
    compare(usual, &answers(old)?, "on a processor without AVX")
}

/// The program without anything of this machine's environment.
fn clean(program: &Path, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder).env_clear().env("PATH", "/usr/bin:/bin").env("HOME", folder);
    command
}

fn answers(program: impl Fn() -> Command) -> Result<Vec<String>, String> {
    let ask = |(question, expected): (&[&str], &str)| {
        let answer = run_text(program().args(question))?;
        if answer.contains(expected) {
            Ok(answer)
        } else {
            Err(format!("hexwright {question:?} printed '{answer}': expected something with '{expected}'"))
        }
    };
    QUESTIONS.into_iter().map(ask).collect()
}

fn run_text(command: &mut Command) -> Result<String, String> {
    run_quietly(command).map(|text| String::from_utf8_lossy(&text).into_owned())
}

/// All answers but the first, which names the build, must be the same, up to times and the last digits of the network.
fn compare(usual: &[String], other: &[String], how: &str) -> Outcome {
    let stable = |answer: &str| {
        let digits_gone =
            answer.split_whitespace().filter(|word| !word.contains(|letter: char| letter.is_ascii_digit()));
        digits_gone.collect::<Vec<_>>().join(" ")
    };
    for ((usual, other), (question, _)) in usual.iter().zip(other).zip(QUESTIONS).skip(1) {
        if stable(usual) != stable(other) {
            return Err(format!("hexwright {question:?} {how} printed\n{other}\nexpected\n{usual}"));
        }
    }
    println!("== the same answers {how}");
    Ok(())
}

/// Every shell that is here reads its completions.
fn completions(tree: &Path) -> Outcome {
    for (shell, path) in SHELLS {
        let file = tree.join(path);
        let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        if !text.contains("round-robin") {
            return Err(format!("{} does not know the command round-robin", file.display()));
        }
        if Command::new(shell).arg("--version").output().is_ok() {
            run_quietly(Command::new(shell).arg("-n").arg(&file))?;
        } else {
            println!("== completions for {shell}: not read, {shell} is missing");
        }
    }
    Ok(())
}
