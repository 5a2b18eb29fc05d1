//! `cargo xtask book`: the pages of `docs/` as a site, by mdBook.

use std::process::Command;

use crate::steps::{Outcome, command, root, step};

/// Builds the site in `target/book`, or says what is missing.
pub(crate) fn run() -> Outcome {
    if !Command::new("mdbook").arg("--version").output().is_ok_and(|output| output.status.success()) {
        return Err("mdbook is missing: install it with 'cargo install mdbook --locked'".to_string());
    }
    step("book", &mut command("mdbook", &["build"]))?;
    println!("== the book begins at {}", root().join("target/book/index.html").display());
    Ok(())
}
