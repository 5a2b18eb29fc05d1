//! The folder of results: one file for each experiment, its figures, and the page of all.

use std::{fs, path::Path};

use super::{PAPER_ENTRIES, PaperResults, Reproduced, html_page, markdown_page};
use crate::{ExperimentError, error::Within as _};

/// Adds a result to a folder, and renews the page of all results in it.
///
/// # Errors
/// [`ExperimentError`] where the folder cannot be written or has a damaged result.
pub fn keep_result(folder: &Path, result: &Reproduced) -> Result<(), ExperimentError> {
    let results = folder.join("results");
    make(&results)?;
    write(&results.join(format!("{}.json", result.name)), &serde_json::to_string_pretty(result)?)?;
    write_figures(&folder.join("figures"), result)?;
    write(&folder.join("index.html"), &html_page(&read_results(folder)?))
}

/// The results in a folder.
///
/// # Errors
/// [`ExperimentError`] where one is damaged.
pub fn read_results(folder: &Path) -> Result<PaperResults, ExperimentError> {
    let mut results = PaperResults::new();
    for entry in PAPER_ENTRIES {
        let path = folder.join("results").join(format!("{}.json", entry.name));
        if path.exists() {
            let text = fs::read_to_string(&path).within(path.display())?;
            results.insert(entry.name.to_string(), serde_json::from_str(&text).within(path.display())?);
        }
    }
    Ok(results)
}

/// Writes the page of the documentation, `explanation/papers.md`, and its figures, `pictures/papers`, into this
/// folder.
///
/// # Errors
/// [`ExperimentError`] where it cannot be written.
pub fn write_documentation(docs: &Path, results: &PaperResults) -> Result<(), ExperimentError> {
    let pictures = docs.join("pictures/papers");
    for result in results.values() {
        write_figures(&pictures, result)?;
    }
    let page = docs.join("explanation");
    make(&page)?;
    write(&page.join("papers.md"), &markdown_page(results, "../pictures/papers"))
}

fn write_figures(folder: &Path, result: &Reproduced) -> Result<(), ExperimentError> {
    for figure in &result.finding.figures {
        make(folder)?;
        write(&folder.join(format!("{}-{}.svg", result.name, figure.name)), &figure.svg)?;
    }
    Ok(())
}

fn make(folder: &Path) -> Result<(), ExperimentError> {
    fs::create_dir_all(folder).within(format!("cannot make {}", folder.display()))
}

fn write(path: &Path, text: &str) -> Result<(), ExperimentError> {
    fs::write(path, text).within(format!("cannot write {}", path.display()))
}
