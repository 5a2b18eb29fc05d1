//! The steps of `cargo xtask test` and `check`: each is one command, named when it starts and timed when it ends.

use std::{env, path::PathBuf, process::Command, time::Instant};

use crate::{front_end, licences, order, packages, portable, proof, tidy};

/// A failure in one line.
pub(crate) type Outcome = Result<(), String>;

/// Everything that must pass before a change lands.
pub(crate) fn test() -> Outcome {
    portable::install();
    check()?;
    packages::languages()?;
    proof::run()?;
    package(&[])?;
    cargo("tests", &["test", "--workspace", "--quiet", "--no-fail-fast"])?;
    front_end::run()?;
    signature()
}

/// The checks that run no test.
pub(crate) fn check() -> Outcome {
    tidy::run()?;
    component("fmt", "rustfmt")?;
    component("clippy", "clippy")?;
    cargo("format", &["fmt", "--all", "--check"])?;
    cargo("clippy", &["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"])?;
    portable::compile()?;
    dependencies()?;
    package(&["--no-verify"])?;
    step(
        "documentation",
        command("cargo", &["doc", "--workspace", "--no-deps", "--document-private-items", "--quiet"])
            .env("RUSTDOCFLAGS", "-D warnings"),
    )
}

/// Runs a server under load for this many minutes; the tests run it for half a minute.
pub(crate) fn soak(minutes: &str) -> Outcome {
    let is_time = minutes.parse::<f64>().is_ok_and(|minutes| minutes > 0.0 && minutes < 100_000.0);
    if !is_time {
        return Err(format!("found {minutes} minutes: expected a number above 0"));
    }
    let arguments = ["test", "--release", "-p", "web", "--test", "soak", "--", "--nocapture"];
    step("soak", command("cargo", &arguments).env("SOAK_MINUTES", minutes))
}

/// Licences, sources, banned crates and known vulnerabilities of the dependencies, as `deny.toml` says. The tool takes
/// minutes to compile, so it is named where it is missing; all but the vulnerabilities are checked in any case: licences and
/// bans here, sources by `tidy`.
fn dependencies() -> Outcome {
    licences::check()?;
    if component("deny", "cargo-deny").is_err() {
        println!("== advisories: not checked, cargo-deny is missing: 'cargo install cargo-deny --locked'");
        return Ok(());
    }
    cargo("dependencies", &["deny", "check", "bans", "licenses", "sources"])?;
    if cargo("advisory database", &["deny", "fetch", "db"]).is_err() {
        println!("== advisories: not checked, their database could not be fetched");
        return Ok(());
    }
    cargo("advisories", &["deny", "check", "--disable-fetch", "advisories"])
}

/// The packages that others can use, as they would be uploaded. Each is built from its package alone, unless the options
/// say otherwise.
fn package(options: &[&str]) -> Outcome {
    let names = order::packages()?;
    forget_unpacked(&names);
    // A build of its own: cargo takes a package for unchanged while its version is the same.
    let folder = target().join("packages");
    let _ = std::fs::remove_dir_all(&folder);
    let folder = folder.to_string_lossy().into_owned();
    let mut arguments =
        vec!["package", "--quiet", "--allow-dirty", "--exclude-lockfile", "--target-dir", &folder];
    arguments.extend(names.iter().flat_map(|name| ["-p", name.as_str()]));
    cargo("packages", &[&arguments, options].concat())
}

/// Removes the sources that cargo unpacked when it built these packages before. It knows them by name and version alone, and
/// would build a package of today with those of another day.
fn forget_unpacked(names: &[String]) {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let Some(home) = home.or_else(|| Some(PathBuf::from(env::var_os("HOME")?).join(".cargo"))) else {
        return;
    };
    for registry in std::fs::read_dir(home.join("registry/src")).into_iter().flatten().flatten() {
        for package in std::fs::read_dir(registry.path()).into_iter().flatten().flatten() {
            let is_ours = package.file_name().to_str().is_some_and(|file| {
                names.iter().any(|name| file.strip_prefix(&**name).is_some_and(|rest| rest.starts_with('-')))
            });
            if is_ours {
                // What cannot be removed is named by the build that fails for it.
                let _ = std::fs::remove_dir_all(package.path());
            }
        }
    }
}

/// The long proofs. A crate takes part by a feature `exhaustive` that its test target `exhaustive` requires.
pub(crate) fn check_exhaustive() -> Outcome {
    let mut found = 0;
    for name in tidy::crate_names()? {
        let path = format!("crates/{name}/Cargo.toml");
        let manifest =
            std::fs::read_to_string(root().join(&path)).map_err(|error| format!("{path}: {error}"))?;
        if manifest.lines().any(|line| line.starts_with("exhaustive =")) {
            found += 1;
            let arguments = [
                "test",
                "--release",
                "--manifest-path",
                &path,
                "--features",
                "exhaustive",
                "--test",
                "exhaustive",
                "--",
                "--nocapture",
            ];
            cargo(&format!("exhaustive check of {name}"), &arguments)?;
        }
    }
    println!("{found} crates checked");
    Ok(())
}

/// Fuzzing, with debug assertions and checks of overflow.
pub(crate) fn fuzz(options: &[&str]) -> Outcome {
    cargo("fuzzing", &[&["run", "--quiet", "-p", "fuzz", "--"], options].concat())
}

/// The signature of `hexwright bench` is the one that the newest commit with a `Bench:` line states.
fn signature() -> Outcome {
    let log = command("git", &["log", "--format=%B", "-n", "500"]).output();
    let stated = log.ok().filter(|output| output.status.success()).and_then(|output| {
        let log = String::from_utf8_lossy(&output.stdout).into_owned();
        let mut stated = log.lines().filter_map(|line| line.strip_prefix("Bench: ")).map(str::trim);
        // A subject may begin with the same word: a signature is sixteen hexadecimal digits.
        let is_signature =
            |text: &&str| text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        stated.find(is_signature).map(str::to_string)
    });
    let Some(stated) = stated else {
        println!("== bench signature: no history with a Bench: line here, not compared");
        return Ok(());
    };
    println!("== bench signature");
    let output = command("cargo", &["run", "--quiet", "-p", "cli", "--", "bench", "--signature"])
        .output()
        .map_err(|error| format!("cargo run: {error}"))?;
    let found = String::from_utf8_lossy(&output.stdout).trim().to_string();
    let found = found.strip_prefix("Bench: ").unwrap_or(&found);
    if found == stated {
        return Ok(());
    }
    Err(format!(
        "the bench signature is '{found}', the history says {stated}: if the behaviour was meant to change, say so in the \
         commit message with a line 'Bench: {found}'; 'hexwright bench' here and at the commit of that line shows which \
         engine changed"
    ))
}

fn component(subcommand: &str, name: &str) -> Outcome {
    let found =
        command("cargo", &[subcommand, "--version"]).output().is_ok_and(|output| output.status.success());
    if found {
        Ok(())
    } else {
        Err(format!("{name} is missing: install it with 'rustup component add {name}'"))
    }
}

pub(crate) fn cargo(name: &str, arguments: &[&str]) -> Outcome {
    step(name, &mut command("cargo", arguments))
}

pub(crate) fn step(name: &str, command: &mut Command) -> Outcome {
    println!("== {name}");
    let start = Instant::now();
    let status = command.status().map_err(|error| format!("{name}: cannot start {command:?}: {error}"))?;
    println!("== {name}: {:.0} s", start.elapsed().as_secs_f64());
    if status.success() { Ok(()) } else { Err(format!("{name} failed: {command:?}")) }
}

pub(crate) fn command(program: &str, arguments: &[&str]) -> Command {
    // The cargo that runs us, so that a toolchain override carries over.
    let program = if program == "cargo" {
        env::var("CARGO").unwrap_or_else(|_| program.to_string())
    } else {
        program.to_string()
    };
    let mut command = Command::new(program);
    command.args(arguments).current_dir(root());
    command
}

/// The root of the workspace.
pub(crate) fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(|| PathBuf::from("."), PathBuf::from)
}

/// Where cargo puts what it builds.
pub(crate) fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}
