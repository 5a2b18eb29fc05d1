//! The trial rule, which goes beyond AND and OR: a key may be any cell, and a stone on it is tried.
//!
//! AND makes a semi connection only where the connections from the key to both ends do not overlap. In a braid they do:
//! the colour plays a cell that threatens two ways on, and the ways cross. With a stone on that cell, OR over the ways
//! proves the full connection between the ends; so without the stone there is a semi connection with that key. It
//! joins the others, and OR and AND go on from there. This covers what the crossing rule of Henderson, Arneson and
//! Hayward (2009) was made for.
//!
//! A trial costs an update and its undoing for each key, so it is made for one pair of ends at a time and on demand.

use board::{CellSet, Position};

use crate::{
    ends::{Node, is_edge},
    facts::{Entry, Reason, full},
    prover::Prover,
};

impl<const W: usize> Prover<W> {
    /// Tries a stone on every key for one pair of ends, until the pair has a full connection or no trial brings a new
    /// semi connection. Says whether it has one.
    pub(crate) fn try_keys(&mut self, position: &Position<W>, ends: [Node; 2]) -> bool {
        let color = self.sites.color;
        let mut found: Vec<(CellSet<W>, Node)> = Vec::new();
        while self.facts.lists.is_empty(full(ends)) && !self.won {
            let derived = self.facts.log.len();
            found.clear();
            for key in position.empty_cells() {
                let node = self.sites.at(key);
                if ends.contains(&node) {
                    continue;
                }
                let mut with_key = *position;
                if with_key.place(color, key).is_err() {
                    continue;
                }
                self.play(&with_key, key, color);
                // The stone may have become one with an end, or have joined them.
                let [x, y] = ends.map(|end| self.representative(end));
                let joined = self.won || x == y;
                if joined {
                    found.push((CellSet::of(key), node));
                } else {
                    let carriers = self.facts.lists.carriers(full([x, y]));
                    found.extend(carriers.iter().map(|carrier| (carrier.with(key), node)));
                }
                self.undo();
            }
            for &(carrier, key) in &found {
                let new = Entry { carrier, ends, round: 0, reason: Reason::Trial(key) };
                let limits = self.sites.limits(&self.settings, ends);
                self.facts.offer_semi(limits, &new, carrier.len(), None);
            }
            self.close();
            if self.facts.log.len() == derived {
                break;
            }
        }
        self.won || !self.facts.lists.is_empty(full(ends))
    }

    /// The end that an end was merged into, or itself.
    pub(crate) fn representative(&self, end: Node) -> Node {
        match self.sites[end].cells.first() {
            Some(cell) if !is_edge(end) => self.sites.at(cell),
            _ => end,
        }
    }
}
