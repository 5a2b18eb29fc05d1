//! The judgement of a move in words.

use board::{BoardSize, Cell, Color, Move};

use super::{Judged, Quality};

impl Judged {
    /// The worth of the move and the reason, in one or two sentences. `names` is how Black and White are called.
    #[must_use]
    pub fn in_words(&self, size: BoardSize, names: [&str; 2]) -> String {
        let name = |color: Color| names[color.index()];
        let (mover, opponent) = (name(self.color), name(self.color.opponent()));
        let [before, after] = self.chances.map(|chance| format!("{:.0} %", 100.0 * chance));
        let mut text = match self.quality {
            Quality::Unknown => "Not judged: the time was over.".to_string(),
            Quality::Good if self.proved => format!("Good, proved: {mover} wins."),
            Quality::Good => format!("Good: {mover} has {after}."),
            Quality::Lost => format!("{mover} had lost already: {opponent} is proved to win."),
            Quality::Inaccuracy => format!("Inaccuracy: {mover} falls from {before} to {after}."),
            Quality::Mistake => format!("Mistake: {mover} falls from {before} to {after}."),
            Quality::Blunder if self.proved && self.mv == Move::Resign => {
                format!("Blunder, proved: {mover} resigned a won game.")
            }
            Quality::Blunder if self.proved => {
                format!("Blunder, proved: {mover} was winning, now {opponent} wins.")
            }
            Quality::Blunder => format!("Blunder: {mover} falls from {before} to {after}."),
        };
        if self.number == 1 && self.quality == Quality::Good && self.chances[0] == 0.5 {
            text = format!("An opening under the swap rule: {after} for {mover} if {opponent} chooses well.");
        }
        if let Some(better) = self.better {
            let what = match better {
                Move::Swap(_) => "to swap".to_string(),
                other => other.name(size).to_string(),
            };
            text.push_str(&format!(" Better was {what}"));
            text.push_str(&line(size, &self.better_line));
            text.push('.');
        }
        if let Some((first, rest)) = self.refutation.split_first() {
            text.push_str(&format!(" {opponent} answers {}{}", size.name(*first), line(size, rest)));
            if !self.carrier.is_empty() {
                text.push_str(" and is connected");
            }
            text.push('.');
        } else if !self.carrier.is_empty() {
            text.push_str(&format!(" {opponent} is connected."));
        }
        text
    }
}

/// The rest of a line, as far as one reads in a sentence.
fn line(size: BoardSize, cells: &[Cell]) -> String {
    const MOST: usize = 7;
    if cells.is_empty() {
        return String::new();
    }
    let names: Vec<String> = cells.iter().take(MOST).map(|&cell| size.name(cell).to_string()).collect();
    format!(", then {}{}", names.join(" "), if cells.len() > MOST { " …" } else { "" })
}
