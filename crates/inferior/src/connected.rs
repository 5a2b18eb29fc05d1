//! The contribution of connections to the fixed point: decompositions fill in more, and keys of connections make moves inferior.
//!
//! Let two groups of a colour cut off a part of the board for it (see [`crate::decomposition`]), so that the part is dead
//! once they are joined.
//!
//! - *Fill-in.* If a full connection inside the part joins them, its carrier is filled in for the colour.
//! - *Domination.* If a semi connection inside the part joins them and its colour is to move, then after a stone on its
//!   key the connection is full: its carrier is the colour's and the rest of the part dead. No stone elsewhere in the
//!   part can be worth more, so the key dominates every other move there.
//! - *Vulnerable cells.* If the opponent has such a semi connection, then a move in the part outside of its carrier is
//!   killed by the opponent's stone on the key, which captures the rest of the carrier.
//!
//! The last two stay true when more stones of the connection's colour come, as the argument for taking vulnerable cells
//! away needs: a cell of the border that becomes the colour's joins one of the groups, and what was cut off still is.
//!
//! Decomposition: Henderson, Arneson and Hayward, "Solving 8x8 Hex" (2009). Domination read off connections: Hayward,
//! Björnsson, Johanson, Kan, Po and van Rijswijck, "Solving 7x7 Hex with domination, fill-in, and virtual connections"
//! (2005).

use board::{Color, Position};
use connection::{ConnectionKind, Connections};

use crate::{
    InferiorEngine, InferiorFinding,
    analysis::InferiorAnalysis,
    decomposition::{find_combinatorial_decomposition_in, parts},
};

impl<const W: usize> InferiorEngine<W> {
    /// As [`InferiorEngine::analyse`], with what connections prove. They are built for the filled-in position, again and again
    /// until a decomposition fills in no more; when this returns without a winner, they are those of
    /// [`InferiorAnalysis::stones`] and can be used further.
    ///
    /// # Panics
    /// If the position's board is of another size than the engine's.
    pub fn analyse_with(
        &mut self,
        position: &Position<W>,
        connections: &mut Connections<W>,
    ) -> &InferiorAnalysis<W> {
        let to_move = position.to_move();
        self.fill_in(position);
        loop {
            if self.analysis.winner.is_some() {
                return &self.analysis;
            }
            connections.build(&self.filled_in(position));
            if !self.decompose(to_move, connections) {
                break;
            }
        }
        self.prune_with(to_move, connections)
    }

    /// Fills in what a decomposition by connections of the filled-in position settles, and what follows from that; says
    /// whether there was one.
    pub fn decompose(&mut self, to_move: Color, connections: &Connections<W>) -> bool {
        let found = Color::BOTH.into_iter().find_map(|color| {
            find_combinatorial_decomposition_in(connections, color, &mut self.sides)
                .map(|found| (color, found.carrier))
        });
        if let Some((color, carrier)) = found {
            self.fill(carrier, color, InferiorFinding::Captured { color, carrier });
            self.settle(to_move);
        }
        found.is_some()
    }

    /// After [`InferiorEngine::fill_in`]: takes away what the side to move need not search, by connections of the filled-in
    /// position too.
    pub fn prune_with(&mut self, to_move: Color, connections: &Connections<W>) -> &InferiorAnalysis<W> {
        self.read_connections(to_move, connections);
        self.prune(to_move)
    }

    /// The position with what was filled in.
    #[must_use]
    pub fn filled_in(&self, position: &Position<W>) -> Position<W> {
        let mut filled = *position;
        for color in Color::BOTH {
            for cell in self.analysis.filled(color) {
                let placed = filled.place(color, cell);
                debug_assert!(placed.is_ok(), "only empty cells are filled in, and once");
            }
        }
        filled
    }

    /// Notes what keys of connections make dominated or vulnerable.
    fn read_connections(&mut self, to_move: Color, connections: &Connections<W>) {
        let mut sides = std::mem::take(&mut self.sides);
        for color in Color::BOTH {
            for part in parts(connections.position(), color, &mut sides) {
                for connection in connections.between(color, part.ends) {
                    let ConnectionKind::Semi(key) = connection.kind else { continue };
                    let carrier = connection.carrier;
                    if !carrier.is_subset(&part.region) {
                        continue;
                    }
                    if color == to_move {
                        for cell in part.region.without(key) {
                            if self.joined[cell.index()].is_none() {
                                self.joined[cell.index()] = Some((key, carrier));
                                self.dominators[cell.index()].insert(key);
                            }
                        }
                    } else {
                        for cell in part.region.minus(carrier) {
                            let killer = (key, carrier.without(key));
                            self.carried[cell.index()].get_or_insert(killer);
                        }
                    }
                }
            }
        }
        self.sides = sides;
    }
}
