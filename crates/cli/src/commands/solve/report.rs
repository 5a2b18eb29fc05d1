//! What was found, for people, programs and pictures.

use std::{path::Path, time::Duration};

use anyhow::Result;
use board::{Cell, CellSet, Color, Position};
use record::Picture;
use serde_json::{Value, json};
use solver::{Answer, Statistics};

use super::strategy::Written;
use crate::{interrupt, picture_file};

/// The verdict on a position: the one asked about, or the one after a move.
pub(super) struct Finding {
    pub(super) after: Option<Cell>,
    winner: Option<Color>,
    winning_move: Option<Cell>,
    carrier: CellSet,
    bounds: solver::Bounds,
    statistics: Statistics,
    time: Duration,
    /// A copy of a rotated move's verdict, which cost nothing.
    by_symmetry: bool,
}

impl Finding {
    pub(super) fn new<const W: usize>(after: Option<Cell>, answer: &Answer<W>, time: Duration) -> Self {
        Self {
            after,
            winner: answer.winner,
            winning_move: answer.winning_move,
            carrier: answer.carrier.resize(),
            bounds: answer.bounds,
            statistics: answer.statistics,
            time,
            by_symmetry: false,
        }
    }

    pub(super) const fn is_solved(&self) -> bool {
        self.winner.is_some()
    }

    /// The verdict on the rotated move.
    pub(super) fn turned(&self, after: Cell) -> Self {
        Self {
            after: Some(after),
            winning_move: None,
            carrier: CellSet::EMPTY,
            statistics: Statistics::default(),
            time: Duration::ZERO,
            by_symmetry: true,
            ..*self
        }
    }

    fn json(&self, position: &Position) -> Value {
        let size = position.size();
        let name = |cell: Cell| size.name(cell).to_string();
        json!({
            "after": self.after.map(name),
            "winner": self.winner.map(|winner| winner.to_string()),
            "winning_move": self.winning_move.map(name),
            "carrier": self.carrier.iter().map(name).collect::<Vec<_>>(),
            "proof": self.bounds.proof,
            "disproof": self.bounds.disproof,
            "nodes": self.statistics.expanded,
            "recalled": self.statistics.recalled,
            "seconds": self.time.as_secs_f64(),
            "by_symmetry": self.by_symmetry,
        })
    }
}

/// All verdicts of one question.
pub(super) struct Report {
    pub(super) position: Position,
    pub(super) findings: Vec<Finding>,
    pub(super) table: (usize, usize),
    /// The strategy, where one was asked for, and what was written.
    pub(super) strategy: Option<Option<Written>>,
}

impl Report {
    /// Whether nothing stayed unknown or unwritten.
    pub(super) fn is_complete(&self) -> bool {
        self.findings.iter().all(Finding::is_solved) && !matches!(self.strategy, Some(None))
    }

    /// Who wins the position asked about, as far as the findings tell.
    fn winner(&self) -> Option<Color> {
        let mover = self.position.to_move();
        match self.findings.as_slice() {
            [only] if only.after.is_none() => only.winner,
            all if all.iter().any(|finding| finding.winner == Some(mover)) => Some(mover),
            all if all.iter().all(|finding| finding.winner.is_some()) => Some(mover.opponent()),
            _ => None,
        }
    }

    pub(super) fn print_json(&self) {
        let size = self.position.size();
        let findings: Vec<Value> = self.findings.iter().map(|finding| finding.json(&self.position)).collect();
        let (used, places) = self.table;
        println!(
            "{}",
            json!({
                "size": size.to_string(),
                "to_move": self.position.to_move().to_string(),
                "winner": self.winner().map(|winner| winner.to_string()),
                "nodes": self.nodes(),
                "seconds": self.seconds(),
                "table": { "used": used, "places": places },
                "interrupted": interrupt::asked(),
                "strategy": self.strategy.as_ref().map(|written| written.as_ref().map(strategy_json)),
                "findings": findings,
            })
        );
    }

    pub(super) fn print_text(&self) {
        let size = self.position.size();
        let is_map = self.findings.iter().any(|finding| finding.after.is_some());
        if is_map {
            println!("{}", self.map());
            for finding in self.findings.iter().filter(|finding| !finding.by_symmetry) {
                let Some(cell) = finding.after else { continue };
                let verdict = finding.winner.map_or("unknown".to_string(), |winner| format!("{winner} wins"));
                println!(
                    "{:<4} {verdict:<12} {:>10} nodes {:>10.3} s",
                    size.name(cell),
                    finding.statistics.expanded,
                    finding.time.as_secs_f64()
                );
            }
        }
        match (self.winner(), self.findings.first()) {
            (Some(winner), Some(finding)) if !is_map => {
                let with =
                    finding.winning_move.map_or(String::new(), |cell| format!(" with {}", size.name(cell)));
                println!("{winner} wins{with}");
                println!("carrier: {} cells", finding.carrier.len());
            }
            (Some(winner), _) => println!("{winner} wins"),
            (None, Some(finding)) if !is_map => println!(
                "unknown: proof number {}, disproof number {} for {}",
                finding.bounds.proof,
                finding.bounds.disproof,
                self.position.to_move()
            ),
            (None, _) => println!("unknown"),
        }
        println!("{} nodes in {:.3} s", self.nodes(), self.seconds());
        match &self.strategy {
            Some(Some(Written { size, bytes, seconds })) => println!(
                "strategy: {} nodes, {} of them connections of {} steps, {} answers; {bytes} bytes, {seconds:.3} s, checked",
                size.nodes, size.connections, size.steps, size.answers
            ),
            Some(None) => println!("strategy: not finished, nothing written"),
            None => {}
        }
        if interrupt::asked() {
            println!("interrupted");
        }
    }

    fn nodes(&self) -> u64 {
        self.findings.iter().map(|finding| finding.statistics.expanded).sum()
    }

    fn seconds(&self) -> f64 {
        self.findings.iter().map(|finding| finding.time.as_secs_f64()).sum()
    }

    /// Who wins after each move, drawn as a board: `B`, `W`, or `?` where a limit was hit; stones in lower case.
    fn map(&self) -> String {
        let size = self.position.size();
        let mut map = String::new();
        for row in 0..size.rows() {
            map.push_str(&" ".repeat(row));
            for col in 0..size.cols() {
                let Some(cell) = size.at(col, row) else { continue };
                let finding = self.findings.iter().find(|finding| finding.after == Some(cell));
                map.push(match (self.position.at(cell), finding) {
                    (Some(color), _) => color.letter().to_ascii_lowercase(),
                    (None, Some(finding)) => finding.winner.map_or('?', Color::letter),
                    (None, None) => '.',
                });
                map.push(if col + 1 < size.cols() { ' ' } else { '\n' });
            }
        }
        map
    }

    /// Draws who wins after each move, or the winner's carrier.
    pub(super) fn draw(&self, path: &Path) -> Result<()> {
        let mut picture = Picture::new(self.position);
        for finding in &self.findings {
            if let Some(cell) = finding.after {
                let text = finding.winner.map_or("?".to_string(), |winner| winner.letter().to_string());
                picture.labels.insert(cell, text);
            } else if let Some(cell) = finding.winning_move {
                picture.labels.insert(cell, "!".to_string());
            }
        }
        picture.caption = self.winner().map(|winner| format!("{winner} wins"));
        picture_file::write(&picture, path, 1.0)
    }
}

fn strategy_json(written: &Written) -> Value {
    let Written { size, bytes, seconds } = written;
    json!({
        "nodes": size.nodes,
        "connections": size.connections,
        "steps": size.steps,
        "answers": size.answers,
        "bytes": bytes,
        "seconds": seconds,
    })
}
