//! A proof as text, in the form of the paper's appendix: paths of moves, boxes of equivalent replies, ranges.
//!
//! ```text
//! F3 - [A1-H1, A2-H2] - C6 - [D5, E5] - D4 ...
//! ```
//!
//! A box `[…]` holds the opponent's replies that are answered alike; inside of it `A1-H1` are all cells of a row between the
//! two. Outside of it a dash leads to the next move, and `...` says that the path goes on.

use board::{BoardSize, Cell, CellSet, Position};

use crate::{
    DecompositionProof, MoveReason, RegionAnswer,
    proof::{ProofNodeId, ProofNodeKind},
};

/// One answer in a position of the opponent, with the replies that it is for.
#[derive(Debug, Clone, Copy)]
pub struct Branch<'a> {
    /// The replies.
    pub replies: CellSet,
    /// The answer.
    pub answer: &'a RegionAnswer,
}

impl DecompositionProof {
    /// The answers of a node in a position: to each reply the first that does not need the reply's cell.
    #[must_use]
    pub fn branches(&self, node: ProofNodeId, position: &Position) -> Vec<Branch<'_>> {
        let ProofNodeKind::Answers(answers) = &self.nodes[node].kind else { return Vec::new() };
        let mut open = position.empty_cells();
        let mut branches = Vec::new();
        for answer in answers {
            let needed = self.nodes[answer.node].cells.with(answer.cell);
            let replies = open.minus(needed);
            if !replies.is_empty() {
                branches.push(Branch { replies, answer });
                open &= needed;
            }
        }
        branches
    }

    /// The paths of the solution tree, each with at most this many replies of the opponent; after `most` paths the rest is
    /// left out and counted.
    #[must_use]
    pub fn tree(&self, replies: usize, most: usize) -> String {
        let size = self.position.size();
        let mut position = self.position;
        let mut path = self.played();
        if let Some((first, _)) = self.first {
            position.play_unchecked(first);
            path.push(capital(size, first));
        }
        let mut writer = Writer { proof: self, most, paths: 0, text: String::new() };
        writer.paths(self.root, &position, &mut path, replies);
        if writer.paths > most {
            writer.text.push_str(&format!("and {} more paths\n", writer.paths - most));
        }
        writer.text
    }

    /// The stones already on the board, as the beginning of every path.
    fn played(&self) -> Vec<String> {
        let size = self.position.size();
        let stones = self.position.stones(self.winner);
        match stones.single() {
            Some(cell) if self.position.stones(self.winner.opponent()).is_empty() => {
                vec![capital(size, cell)]
            }
            _ => Vec::new(),
        }
    }
}

struct Writer<'a> {
    proof: &'a DecompositionProof,
    most: usize,
    paths: usize,
    text: String,
}

impl Writer<'_> {
    fn paths(&mut self, node: ProofNodeId, position: &Position, path: &mut Vec<String>, replies: usize) {
        let proof = self.proof;
        let branches = proof.branches(node, position);
        if branches.is_empty() || replies == 0 {
            self.paths += 1;
            if self.paths <= self.most {
                let more = if branches.is_empty() { "" } else { " ..." };
                self.text.push_str(&format!("{}{more}\n", path.join(" - ")));
            }
            return;
        }
        let size = position.size();
        for Branch { replies: cells, answer } in branches {
            path.push(format!("[{}]", boxed(size, cells)));
            path.push(capital(size, answer.cell));
            // Any reply of the box will do: the node needs none of them.
            let Some(reply) = cells.without(answer.cell).first().or_else(|| cells.first()) else { continue };
            let child = position.child(reply).child(answer.cell);
            self.paths(answer.node, &child, path, replies - 1);
            path.truncate(path.len() - 2);
        }
    }
}

/// The cells of a box: single cells and ranges of a row, as `A1-C1, E2`.
#[must_use]
pub fn boxed(size: BoardSize, cells: CellSet) -> String {
    let mut parts = Vec::new();
    let mut rest = cells;
    while let Some(first) = rest.first() {
        let mut last = first;
        rest.remove(first);
        while let Some(next) = rest.first() {
            if next.index() != last.index() + 1 || next.row(size) != first.row(size) {
                break;
            }
            last = next;
            rest.remove(next);
        }
        parts.push(match last.index() - first.index() {
            0 => capital(size, first),
            1 => format!("{}, {}", capital(size, first), capital(size, last)),
            _ => format!("{}-{}", capital(size, first), capital(size, last)),
        });
    }
    parts.join(", ")
}

fn capital(size: BoardSize, cell: Cell) -> String {
    size.name(cell).to_string().to_uppercase()
}

impl MoveReason {
    /// The reason in a line: the rule, what it means, and the group.
    #[must_use]
    pub fn line(&self, size: BoardSize) -> String {
        let mut words = self.rule.words().to_string();
        if self.color == board::Color::White {
            for (black, white) in [("Top", "Left"), ("Bottom", "Right"), ("top", "left"), ("bottom", "right")]
            {
                words = words.replace(black, white);
            }
        }
        let names: Vec<String> = self.group.iter().map(|cell| size.name(cell).to_string()).collect();
        match names.is_empty() {
            true => format!("{}: {words}", self.rule),
            false => format!("{}: {words}; group {}", self.rule, names.join(" ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        DecompositionLimits, DecompositionSettings, DecompositionSolver, SilentDecompositionObserver,
    };

    #[test]
    fn boxes_have_ranges_of_rows() {
        let size = BoardSize::square(5).unwrap();
        let cells = |names: &str| size.cells_named(names).unwrap().into_iter().collect();
        assert_eq!(boxed(size, cells("a1 b1 c1 e1 a2 b2 d5")), "A1-C1, E1, A2, B2, D5");
        assert_eq!(boxed(size, CellSet::EMPTY), "");
    }

    #[test]
    fn every_reply_is_in_one_box_and_its_answer_leaves_it_alone() {
        let size = BoardSize::square(5).unwrap();
        let position = Position::after(size, &[size.cell("b2").unwrap()]).unwrap();
        let outcome = DecompositionSolver::new(DecompositionSettings::default())
            .solve(&position, DecompositionLimits::default(), &SilentDecompositionObserver)
            .unwrap();
        let proof = outcome.won.unwrap();
        let branches = proof.branches(proof.root, &position);
        let mut seen = CellSet::EMPTY;
        for Branch { replies, answer } in branches {
            assert!(!seen.intersects(&replies));
            assert!(!replies.intersects(&proof.nodes[answer.node].cells.with(answer.cell)));
            seen |= replies;
            for reply in replies {
                assert_eq!(proof.answer_to(proof.root, reply), Some(answer));
            }
        }
        assert_eq!(seen, position.empty_cells());
        let tree = proof.tree(1, 100);
        assert!(tree.lines().all(|line| line.starts_with("B2 - [")), "{tree}");
    }
}
