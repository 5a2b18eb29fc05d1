//! Names the build: the commit, the target and the processors that it is for. `hexwright --version` prints them.

use std::{env, process::Command};

fn main() {
    println!("cargo:rerun-if-env-changed=HEXWRIGHT_COMMIT");
    println!("cargo:rustc-env=HEXWRIGHT_COMMIT={}", commit());
    let target = env::var("TARGET").unwrap_or_default();
    println!("cargo:rustc-env=HEXWRIGHT_TARGET={target}{}", processors());
}

/// The commit: what the environment says, or else git. A development build has none, so that a commit does not recompile it.
fn commit() -> String {
    if let Some(named) = env::var("HEXWRIGHT_COMMIT").ok().filter(|name| !name.is_empty()) {
        return named;
    }
    if env::var("PROFILE").as_deref() != Ok("release") {
        return "development build".to_string();
    }
    println!("cargo:rerun-if-changed=..");
    if let Some(head) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo:rerun-if-changed={head}");
    }
    // Only what is tracked here counts: the sources may lie inside another repository.
    let tracked = git(&["ls-files", "Cargo.toml"]).is_some_and(|listed| !listed.is_empty());
    let described = git(&["describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"]);
    match described {
        Some(name) if tracked => format!("commit {name}"),
        _ => "commit unknown".to_string(),
    }
}

/// The output of git for these arguments, if git is installed and succeeds.
fn git(arguments: &[&str]) -> Option<String> {
    let output =
        Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_string())
}

/// The level of x86-64 that the compiler may use.
fn processors() -> &'static str {
    if env::var("CARGO_CFG_TARGET_ARCH").as_deref() != Ok("x86_64") {
        return "";
    }
    let features = env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    let has = |feature: &str| features.split(',').any(|name| name == feature);
    match () {
        () if has("avx512vl") => ", for x86-64-v4 processors",
        () if has("avx2") && has("bmi2") => ", for x86-64-v3 processors",
        () if has("sse4.2") => ", for x86-64-v2 processors",
        () => ", for every x86-64 processor",
    }
}
