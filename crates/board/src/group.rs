//! Groups: stones of one colour joined by adjacency, with the edges they touch.

use crate::{Cell, CellSet, Color, Edge, MAX_WORDS, Position};

/// Stones of one colour that hang together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Group<const W: usize = MAX_WORDS> {
    /// Whose stones.
    pub color: Color,
    /// The stones.
    pub cells: CellSet<W>,
    /// Which of the colour's two edges they touch, in the order of [`Color::edges`].
    pub touches: [bool; 2],
}

impl<const W: usize> Group<W> {
    /// Whether the group touches the edge. A group only counts the edges of its own colour.
    #[must_use]
    pub fn touches(&self, edge: Edge) -> bool {
        self.color.edges().iter().zip(self.touches).any(|(&own, touched)| touched && own == edge)
    }

    /// Whether the group joins its colour's edges.
    #[must_use]
    pub const fn wins(&self) -> bool {
        self.touches[0] && self.touches[1]
    }
}

/// All groups of a position, in the order of their first cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Groups<const W: usize = MAX_WORDS> {
    groups: Vec<Group<W>>,
}

impl<const W: usize> Groups<W> {
    pub(crate) fn of(position: &Position<W>) -> Self {
        let geometry = position.geometry();
        let mut groups = Vec::new();
        let mut seen = CellSet::EMPTY;
        for cell in position.occupied() {
            if seen.contains(cell) {
                continue;
            }
            let Some(color) = position.at(cell) else { continue };
            let cells = geometry.flood(CellSet::of(cell), position.stones(color));
            let touches = color.edges().map(|edge| cells.intersects(&geometry.edge(edge)));
            seen |= cells;
            groups.push(Group { color, cells, touches });
        }
        Self { groups }
    }

    /// The groups as a slice.
    #[must_use]
    pub fn as_slice(&self) -> &[Group<W>] {
        &self.groups
    }

    /// The group with a stone on this cell.
    #[must_use]
    pub fn at(&self, cell: Cell) -> Option<&Group<W>> {
        self.groups.iter().find(|group| group.cells.contains(cell))
    }

    /// The groups of one colour.
    pub fn of_color(&self, color: Color) -> impl Iterator<Item = &Group<W>> {
        self.groups.iter().filter(move |group| group.color == color)
    }
}
