//! The pages: their types, their unit tests, and their tests in a real browser.
//!
//! Needs Node.js with npm, and Chromium. What is missing is installed from Debian's packages where that is possible, and
//! named otherwise.

use std::path::PathBuf;

use crate::{
    packages::{install, need},
    steps::{Outcome, cargo, command, root, step},
};

/// Tests that need no browser.
const UNITS: &[&str] = &["hex.test.js", "rules.test.js", "overlays.test.js", "words.test.js"];

/// Tests in a browser, one file at a time: they measure too.
const IN_BROWSER: &[&str] = &[
    "play.test.js",
    "pages.test.js",
    "board.test.js",
    "games.test.js",
    "analysis.test.js",
    "access.test.js",
    "speed.test.js",
];

/// Runs everything that concerns the pages.
pub(crate) fn run() -> Outcome {
    need("node", "nodejs")?;
    need("npm", "npm")?;
    let browser = find_browser().map_or_else(
        || {
            install("chromium")?;
            find_browser().ok_or_else(|| "chromium was installed but cannot be found".to_string())
        },
        Ok,
    )?;
    let folder = root().join("crates/web/tests/browser");
    let within = |name: &str, program: &str, arguments: &[&str]| {
        step(name, command(program, arguments).current_dir(&folder).env("CHROMIUM", &browser))
    };
    within("packages of the browser tests", "npm", &["ci", "--no-audit", "--no-fund", "--loglevel=error"])?;
    within("types of the pages", "node", &["node_modules/typescript/bin/tsc", "-p", "."])?;
    within("rules, geometry and trees of the pages", "node", &[&["--test"], UNITS].concat())?;
    cargo("program for the browser", &["build", "--quiet", "-p", "cli"])?;
    let program = target().join("debug/hexwright");
    step(
        "pages in a browser",
        command("node", &[&["--test", "--test-concurrency=1"], IN_BROWSER].concat())
            .current_dir(&folder)
            .env("CHROMIUM", &browser)
            .env("HEXWRIGHT", program),
    )
}

fn find_browser() -> Option<PathBuf> {
    let paths = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
    paths.into_iter().map(PathBuf::from).find(|path| path.exists())
}

/// Where cargo puts what it builds.
fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}
