//! Prints results for people, for programs and as pictures.

use std::path::Path;

use analysis::{Figures, Finding, FindingAnswer, RestsOn, Solution, SolveAnswer, SwapWorth};
use anyhow::Result;
use board::{Cell, Color, Game};
use proof::strategy::Size;
use record::Picture;
use serde::Serialize;

use super::strategy::Written;
use crate::{interrupt, picture_file};

/// The answer as every front end gives it, and what only this one has.
#[derive(Serialize)]
struct SolveReport {
    #[serde(flatten)]
    answer: SolveAnswer,
    size: String,
    /// Places of the transposition table.
    table: TableReport,
    interrupted: bool,
    /// The strategy that was written.
    strategy: Option<StrategyReport>,
    /// The strategies of openings that were written to a folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    strategies: Option<Vec<OpeningStrategyReport>>,
    /// Each position that the solver was asked about.
    findings: Vec<FindingAnswer>,
}

#[derive(Serialize)]
struct TableReport {
    used: usize,
    places: usize,
}

#[derive(Serialize)]
struct OpeningStrategyReport {
    after: String,
    #[serde(flatten)]
    written: StrategyReport,
}

#[derive(Serialize)]
struct StrategyReport {
    nodes: usize,
    connections: usize,
    steps: usize,
    answers: usize,
    bytes: usize,
    seconds: f64,
}

/// All verdicts of one question.
pub(super) struct Report {
    pub(super) game: Game,
    pub(super) solution: Solution,
    /// Best play, as far as the solver knows it.
    pub(super) line: Vec<Cell>,
    pub(super) table: (usize, usize),
    /// The strategy, where one was asked for, and what was written.
    pub(super) strategy: Option<Option<Written>>,
    /// The strategies of openings that were written; none where no folder was named.
    pub(super) strategies: Option<Vec<(Cell, Written)>>,
}

impl Report {
    /// Whether nothing stayed unknown or unwritten.
    pub(super) fn is_complete(&self) -> bool {
        self.solution.is_complete() && !matches!(self.strategy, Some(None))
    }

    pub(super) fn print_json(&self) -> Result<()> {
        let (size, solution) = (self.game.size(), &self.solution);
        let (used, places) = self.table;
        let report = SolveReport {
            answer: SolveAnswer::of(&self.game, solution, Figures::of(solution), &self.line),
            size: size.to_string(),
            table: TableReport { used, places },
            interrupted: interrupt::asked(),
            strategy: self.strategy.as_ref().and_then(Option::as_ref).map(StrategyReport::of),
            strategies: self.strategies.as_ref().map(|strategies| {
                let written = |(cell, written): &(Cell, Written)| OpeningStrategyReport {
                    after: size.name(*cell).to_string(),
                    written: StrategyReport::of(written),
                };
                strategies.iter().map(written).collect()
            }),
            findings: solution.findings.iter().map(|finding| FindingAnswer::of(size, finding)).collect(),
        };
        println!("{}", serde_json::to_value(report)?);
        Ok(())
    }

    pub(super) fn print_text(&self) {
        let size = self.game.size();
        let is_map = self.solution.findings.iter().any(|finding| finding.after.is_some());
        if is_map {
            println!("{}", self.map());
            for finding in self.solution.findings.iter().filter(|finding| !finding.by_symmetry) {
                let Some(cell) = finding.after else { continue };
                let verdict = finding.winner.map_or("unknown".to_string(), |winner| format!("{winner} wins"));
                println!(
                    "{:<4} {verdict:<12} {:>10} nodes {:>10.3} s{}",
                    size.name(cell),
                    finding.statistics.expanded,
                    finding.time.as_secs_f64(),
                    match finding.rests_on() {
                        RestsOn::Store => "  from the store",
                        RestsOn::Strategy => "  from its strategy",
                        RestsOn::Search => "",
                    }
                );
            }
        }
        match (self.solution.winner(), self.solution.findings.first()) {
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
                self.game.to_move()
            ),
            (None, _) => println!("unknown"),
        }
        if let Some(swap) = self.swap() {
            println!("{swap}");
        }
        println!("{} nodes in {:.3} s", self.solution.nodes(), self.solution.time().as_secs_f64());
        self.print_provenance();
        match &self.strategy {
            Some(Some(Written { size, bytes, seconds })) => println!(
                "strategy: {} nodes, {} of them connections of {} steps, {} answers; {bytes} bytes, {seconds:.3} s, checked",
                size.nodes, size.connections, size.steps, size.answers
            ),
            Some(None) => println!("strategy: not finished, nothing written"),
            None => {}
        }
        for (cell, Written { size: counts, bytes, seconds }) in self.strategies.iter().flatten() {
            println!(
                "strategy of {}: {} nodes, {} of them connections of {} steps, {} answers; {bytes} bytes, {seconds:.3} s, checked",
                size.name(*cell),
                counts.nodes,
                counts.connections,
                counts.steps,
                counts.answers
            );
        }
        if interrupt::asked() {
            println!("interrupted");
        }
    }

    /// Says what rests on stored verdicts, which are claims and not proofs.
    fn print_provenance(&self) {
        let stored = self.solution.findings.iter().filter(|finding| finding.rests_on_store());
        let (findings, verdicts) = stored.fold((0, 0), |(count, sum), finding| {
            (count + 1, sum + if finding.by_symmetry { 0 } else { finding.stored_verdicts })
        });
        if findings == 0 {
            return;
        }
        let what = if self.solution.findings.len() == 1 {
            "the answer rests".to_string()
        } else {
            format!("{findings} of {} answers (marked * on the map) rest", self.solution.findings.len())
        };
        println!(
            "{what} on {verdicts} stored verdicts; 'hexwright store check FILE --prove N' proves a sample again"
        );
    }

    /// The value of the swap, if the side to move may swap.
    fn swap(&self) -> Option<String> {
        let position = self.game.position();
        let wins = self.solution.winner().map(|winner| if winner == position.to_move() { 1.0 } else { 0.0 });
        let swap = SwapWorth::of(&self.game, wins, true)?;
        let mover = position.to_move();
        Some(match swap.is_better() {
            Some(true) => format!("{mover} may swap: {} wins, playing on loses", swap.mv),
            Some(false) => format!("{mover} may swap: {} loses, playing on wins", swap.mv),
            None => format!("{mover} may swap: unknown"),
        })
    }

    /// Who wins after each move, drawn as a board: `B`, `W`, or `?` where a limit was hit; stones in lower case. A `*`
    /// follows a verdict that rests on the store.
    fn map(&self) -> String {
        let size = self.game.size();
        let mut map = String::new();
        for row in 0..size.rows() {
            map.push_str(&" ".repeat(row));
            for col in 0..size.cols() {
                let Some(cell) = size.at(col, row) else { continue };
                let finding = self.solution.findings.iter().find(|finding| finding.after == Some(cell));
                map.push(match (self.game.position().at(cell), finding) {
                    (Some(color), _) => color.letter().to_ascii_lowercase(),
                    (None, Some(finding)) => finding.winner.map_or('?', Color::letter),
                    (None, None) => '.',
                });
                let is_last = col + 1 == size.cols();
                if finding.is_some_and(Finding::rests_on_store) {
                    map.push('*');
                } else if !is_last {
                    map.push(' ');
                }
                if is_last {
                    map.push('\n');
                }
            }
        }
        map
    }

    /// Draws who wins after each move, or the winner's carrier.
    pub(super) fn draw(&self, path: &Path) -> Result<()> {
        let mut picture = Picture::new(*self.game.position());
        for finding in &self.solution.findings {
            if let Some(cell) = finding.after {
                let text = finding.winner.map_or("?".to_string(), |winner| winner.letter().to_string());
                picture.labels.insert(cell, text);
            } else if let Some(cell) = finding.winning_move {
                picture.labels.insert(cell, "!".to_string());
            }
        }
        picture.caption = self.solution.winner().map(|winner| format!("{winner} wins"));
        picture_file::write(&picture, path, 1.0)
    }
}

impl StrategyReport {
    const fn of(written: &Written) -> Self {
        let Written { size, bytes, seconds } = *written;
        let Size { nodes, connections, steps, answers, .. } = size;
        Self { nodes, connections, steps, answers, bytes, seconds }
    }
}
