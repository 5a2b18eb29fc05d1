//! The progress of a search, as HexGUI draws it: blocks of text before the reply that begin with
//! `gogui-gfx:` and end with an empty line. Controllers that do not ask for them (`param_player live_graphics 1`) get none.

use std::fmt::Write;

use board::{BoardSize, Color};
use player::{Observer, Progress};

/// Where text goes that precedes a reply.
pub type Sink<'a> = dyn Fn(&str) + Sync + 'a;

/// Cells that are labelled, the best ones.
const MOST_LABELS: usize = 12;

/// Draws progress for HexGUI.
pub(crate) struct Live<'a> {
    pub(crate) out: &'a Sink<'a>,
    pub(crate) size: BoardSize,
    pub(crate) color: Color,
}

impl Observer for Live<'_> {
    fn progress(&self, progress: &Progress) {
        if let Some(text) = block(progress, self.size, self.color) {
            (self.out)(&text);
        }
    }
}

/// The best line, each candidate's chance and weight, and a line of text; `None` while there is no line, without which HexGUI
/// cannot read the block.
fn block(progress: &Progress, size: BoardSize, color: Color) -> Option<String> {
    if progress.line.is_empty() {
        return None;
    }
    let mut text = "gogui-gfx:\nuct\nVAR".to_string();
    let mut mover = color;
    for &cell in &progress.line {
        write!(text, " {} {}", mover.letter(), size.name(cell)).ok()?;
        mover = mover.opponent();
    }
    let best = || progress.candidates.iter().take(MOST_LABELS);
    text.push_str("\nINFLUENCE");
    for candidate in best() {
        write!(text, " {} {:.2}", size.name(candidate.cell), candidate.value).ok()?;
    }
    text.push_str("\nLABEL");
    for candidate in best() {
        write!(text, " {} {:.0}", size.name(candidate.cell), candidate.weight).ok()?;
    }
    write!(text, "\nTEXT {} positions", progress.nodes).ok()?;
    if let Some(value) = progress.value {
        write!(text, ", {:.1} % for {color}", 100.0 * value).ok()?;
    }
    text.push_str("\n\n");
    Some(text)
}

#[cfg(test)]
mod tests {
    use player::Candidate;

    use super::*;

    #[test]
    fn progress_is_drawn_as_hexgui_reads_it() {
        let size = BoardSize::square(5).unwrap();
        let [a, b] = ["c3", "d2"].map(|name| size.cell(name).unwrap());
        let mut progress = Progress {
            nodes: 1200,
            line: vec![a, b],
            value: Some(0.625),
            candidates: vec![Candidate { cell: a, value: 0.6251, weight: 800.0, line: Vec::new() }],
        };
        assert_eq!(
            block(&progress, size, Color::White).unwrap(),
            "gogui-gfx:\nuct\nVAR W c3 B d2\nINFLUENCE c3 0.63\nLABEL c3 800\nTEXT 1200 positions, 62.5 % for white\n\n"
        );
        progress.line.clear();
        assert_eq!(block(&progress, size, Color::White), None);
    }
}
