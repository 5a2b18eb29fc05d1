//! Programs that the tests need: installs them from Debian packages if possible, and otherwise names them.

use std::process::Command;

use crate::steps::{Outcome, command, step};

/// The languages of the players in `clients/`, which the tests build and run.
pub(crate) fn languages() -> Outcome {
    need("python3", "python3")?;
    need("g++", "g++")?;
    need("javac", "default-jdk-headless")
}

/// Makes sure that a program is there.
pub(crate) fn need(program: &str, package: &str) -> Outcome {
    if answers(program) { Ok(()) } else { install(package) }
}

fn answers(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Installs a package of Debian, or says that it is missing.
pub(crate) fn install(package: &str) -> Outcome {
    let missing = |why: &str| {
        format!("{package} is missing ({why}): install it, on Debian with 'apt-get install {package}'")
    };
    if !answers("apt-get") {
        return Err(missing("this is not Debian"));
    }
    let mut update = command("apt-get", &["update", "-qq"]);
    let mut install = command("apt-get", &["install", "-y", "-qq", "--no-install-recommends", package]);
    step("package lists", &mut update)
        .map_err(|_| missing("the package lists could not be fetched; are you root?"))?;
    step(&format!("install {package}"), install.env("DEBIAN_FRONTEND", "noninteractive"))
        .map_err(|_| missing("apt-get could not install it"))
}
