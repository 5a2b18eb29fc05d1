//! The pages: their types, their unit tests, and their tests in a real browser.
//!
//! Needs Node.js with npm, and Chromium. What is missing is installed from Debian's packages where that is possible, and
//! named otherwise.

use std::path::PathBuf;

use crate::{
    packages::{install, need},
    site::{self, Engines},
    steps::{Outcome, cargo, command, root, step, target},
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

/// Tests of the engine as a module.
const ENGINE: &[&str] = &["../../../wasm/tests/package.test.js"];

/// Tests of the static page, and of the board that comes with it for other pages.
const STATIC: &[&str] = &["site.test.js", "embed.test.js"];

/// Tests of the pages that run against a server above, and again against the static page.
const ON_BOTH: &[&str] = &["analysis.test.js", "games.test.js", "pages.test.js", "play.test.js"];

/// A few of them that ask every kind of question; all of them pass: `SITE=… node --test`.
const WITHOUT_A_SERVER: &str = "who wins is proved|winning moves appear|a connection is told|tell their reason|every evaluation|\
     candidates are ranked|a review can be stopped|the exact player bids|solved openings|a winning strategy is explored|\
     the first click starts|records come in|a hint says why";

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
    let types = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom"];
    let program = "../../../wasm/tests/types.ts";
    let compiler = "node_modules/typescript/bin/tsc";
    within("types of the package", "node", &[&[compiler], types.as_slice(), &[program]].concat())?;
    within("rules, geometry and trees of the pages", "node", &[&["--test"], UNITS].concat())?;
    cargo("program for the browser", &["build", "--quiet", "-p", "cli"])?;
    let program = target().join("debug/hexwright");
    let test = |name: &str, arguments: &[&str], environment: &[(&str, PathBuf)]| {
        step(
            name,
            command("node", &[&["--test", "--test-concurrency=1"], arguments].concat())
                .current_dir(&folder)
                .env("CHROMIUM", &browser)
                .env("HEXWRIGHT", &program)
                .envs(environment.iter().map(|(name, value)| (*name, value))),
        )
    };
    test("pages in a browser", IN_BROWSER, &[])?;
    // One engine in two places: the faster one takes as long to compile again.
    site::build(Engines::One)?;
    site::package()?;
    test("engine in Node.js and Chromium", ENGINE, &[("NPM", target().join("npm"))])?;
    let static_page = [("SITE", target().join("site"))];
    test("static page", STATIC, &static_page)?;
    test(
        "pages without a server",
        &[&["--test-name-pattern", WITHOUT_A_SERVER], ON_BOTH].concat(),
        &static_page,
    )
}

fn find_browser() -> Option<PathBuf> {
    let paths = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
    paths.into_iter().map(PathBuf::from).find(|path| path.exists())
}
