//! The results for people: the paper's value beside ours, the outcome, and the tables.

use std::time::Duration;

use experiments::papers::{ClaimOutcome, FindingTable, PaperEntry, Reproduced};

/// A result with everything but its figures.
pub(super) fn result(result: &Reproduced) {
    let Reproduced { name, finding, .. } = result;
    if let Some(entry) = PaperEntry::named(name) {
        let (paper, claim) = entry.source();
        println!("{} ({}, {})", claim.title, paper.key, claim.reference());
        println!("  the paper:  {}", claim.says);
    }
    println!("  hexwright:  {}", finding.ours);
    println!("  {}: {}", finding.outcome, finding.because);
    for shown in &finding.tables {
        println!();
        table(shown);
    }
    if !finding.figures.is_empty() {
        println!();
        for figure in &finding.figures {
            println!("figure {name}-{}.svg (with --out FOLDER): {}", figure.name, figure.caption);
        }
    }
}

/// A result in one line.
pub(super) fn line(result: &Reproduced) {
    println!("{:<18} {:<13} {}", result.name, result.finding.outcome, result.finding.ours);
}

/// How many claims hold.
pub(super) fn counts(counts: &[(ClaimOutcome, usize); 5], time: Duration) {
    let list: Vec<String> = counts.iter().map(|(outcome, count)| format!("{count} {outcome}")).collect();
    println!("{} ({:.0} s)", list.join(", "), time.as_secs_f64());
}

fn table(table: &FindingTable) {
    let rows = || std::iter::once(&table.columns).chain(&table.rows);
    let width = |column: usize| rows().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..table.columns.len()).map(width).collect();
    println!("{}", table.caption);
    for row in rows() {
        let cells: Vec<String> =
            row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}")).collect();
        println!("  {}", cells.join("  ").trim_end());
    }
}
