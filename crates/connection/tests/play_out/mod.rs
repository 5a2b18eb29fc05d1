//! A checker that knows nothing of the prover: it plays a connection out, move by move, inside its carrier.

use std::collections::HashMap;

use board::{CellSet, Color, Edge, Position};
use connection::{Connection, ConnectionKind, End};

/// Whether a connection holds against every play of the opponent when its colour may only use the carrier. Empty ends
/// count as own stones, and every empty cell outside as the opponent's.
pub(crate) fn holds<const W: usize>(position: &Position<W>, connection: &Connection<W>) -> bool {
    let mut own = position.stones(connection.color);
    for end in connection.ends {
        if let End::Cell(cell) = end {
            own.insert(cell);
        }
    }
    assert!(connection.carrier.is_subset(&position.empty_cells()), "a carrier consists of empty cells");
    assert!(!connection.carrier.intersects(&own), "a carrier does not contain its ends");
    let play = Play { position, color: connection.color, from: connection.ends[0], to: connection.ends[1] };
    let mut known = HashMap::new();
    match connection.kind {
        ConnectionKind::Full => play.survives(own, connection.carrier, &mut known),
        ConnectionKind::Semi(key) => {
            connection.carrier.contains(key)
                && play.survives(own.with(key), connection.carrier.without(key), &mut known)
        }
    }
}

struct Play<'a, const W: usize> {
    position: &'a Position<W>,
    color: Color,
    from: End,
    to: End,
}

impl<const W: usize> Play<'_, W> {
    /// Whether the ends get joined although the opponent moves first. A move of the opponent outside `free` is a pass.
    fn survives(
        &self,
        own: CellSet<W>,
        free: CellSet<W>,
        known: &mut HashMap<(CellSet<W>, CellSet<W>), bool>,
    ) -> bool {
        if self.joined(own) {
            return true;
        }
        if !self.joined(own | free) {
            return false;
        }
        if let Some(&result) = known.get(&(own, free)) {
            return result;
        }
        let result = free.iter().all(|intrusion| {
            let free = free.without(intrusion);
            free.iter().any(|reply| self.survives(own.with(reply), free.without(reply), known))
        });
        known.insert((own, free), result);
        result
    }

    /// Whether these stones join the ends; the edges of the colour count as stones.
    fn joined(&self, own: CellSet<W>) -> bool {
        let geometry = self.position.geometry();
        let mut edges = [false; 2];
        let mut reached = CellSet::EMPTY;
        let visit = |end: End, reached: &mut CellSet<W>, edges: &mut [bool; 2]| match end {
            End::Cell(cell) => reached.insert(cell),
            End::Edge(edge) => edges[self.number(edge)] = true,
        };
        visit(self.from, &mut reached, &mut edges);
        loop {
            let mut next = geometry.flood(reached, own);
            for (index, edge) in self.color.edges().into_iter().enumerate() {
                edges[index] |= next.intersects(&geometry.edge(edge));
                if edges[index] {
                    next |= geometry.edge(edge) & own;
                }
            }
            if next == reached {
                break;
            }
            reached = next;
        }
        match self.to {
            End::Cell(cell) => reached.contains(cell),
            End::Edge(edge) => edges[self.number(edge)],
        }
    }

    fn number(&self, edge: Edge) -> usize {
        self.color.edges().iter().position(|&own| own == edge).expect("an edge of the colour")
    }
}
