//! Decompositions: parts of the board that can be settled by themselves.
//!
//! **Combinatorial decomposition.** Let two groups of a colour be joined by a full connection whose carrier lies in a part of
//! the board that, for this colour, touches nothing else: every way from there to the colour's edges passes cells around
//! the two groups. Then the most that the colour can gain in that part is to join the two groups, and it can do so even
//! if the opponent begins. So the carrier may be filled in: the colour answers every intrusion, and once the groups are
//! joined the part is cut off by the cells around one group, hence dead.
//!
//! **Splitting decomposition.** A group that touches both of the opponent's edges splits the board: its colour wins if and
//! only if the group can be joined to each of the colour's edges, and these are two separate questions.
//!
//! Both come from Henderson, Arneson and Hayward, "Solving 8x8 Hex" (2009).

use board::{CellSet, Color, Edge, Geometry, Position};
use connection::{ConnectionKind, Connections, End};

/// A part of the board that a colour's connection settles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CombinatorialDecomposition<const W: usize> {
    /// The two ends: groups or edges of the colour.
    pub ends: [End; 2],
    /// The cells of the connection: they may be filled in for the colour.
    pub carrier: CellSet<W>,
    /// The part of the board that is dead once they are.
    pub region: CellSet<W>,
}

/// A group or an edge, with the empty cells around it.
#[derive(Debug)]
pub(crate) struct Side<const W: usize> {
    end: End,
    edge: Option<Edge>,
    stones: CellSet<W>,
    around: CellSet<W>,
}

/// Two ends of a colour and the part of the board that they cut off for it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Part<const W: usize> {
    pub(crate) ends: [End; 2],
    /// The part: once the ends are joined, it is dead.
    pub(crate) region: CellSet<W>,
}

/// Looks for a combinatorial decomposition of a colour in the position that the connections belong to. A position that
/// was filled in first gives more.
#[must_use]
pub fn find_combinatorial_decomposition<const W: usize>(
    connections: &Connections<W>,
    color: Color,
) -> Option<CombinatorialDecomposition<W>> {
    find_combinatorial_decomposition_in(connections, color, &mut Vec::new())
}

/// The same, with a list that is used again.
pub(crate) fn find_combinatorial_decomposition_in<const W: usize>(
    connections: &Connections<W>,
    color: Color,
    sides: &mut Vec<Side<W>>,
) -> Option<CombinatorialDecomposition<W>> {
    parts(connections.position(), color, sides).find_map(|Part { ends, region }| {
        let carrier = connections
            .between(color, ends)
            .filter(|connection| connection.kind == ConnectionKind::Full && !connection.carrier.is_empty())
            .map(|connection| connection.carrier)
            .find(|carrier| carrier.is_subset(&region))?;
        Some(CombinatorialDecomposition { ends, carrier, region })
    })
}

/// The parts of the board that two ends of a colour cut off. The two edges are no such ends: the colour has won when they
/// are joined, and nothing is left to decompose.
pub(crate) fn parts<const W: usize>(
    position: &Position<W>,
    color: Color,
    sides: &mut Vec<Side<W>>,
) -> impl Iterator<Item = Part<W>> {
    let geometry = position.geometry();
    list_sides(geometry, position, color, sides);
    let sides = &*sides;
    let pairs = (0..sides.len()).flat_map(|one| (0..one).map(move |other| [one, other]));
    pairs.filter_map(move |pair| {
        let pair = pair.map(|side| &sides[side]);
        if pair.iter().all(|side| side.edge.is_some()) {
            return None;
        }
        let region = cut_off(geometry, position, color, pair);
        (!region.is_empty()).then(|| Part { ends: pair.map(|side| side.end), region })
    })
}

/// A group of a colour that touches both edges of its opponent, if there is one.
#[must_use]
pub fn find_splitting_decomposition<const W: usize>(
    position: &Position<W>,
    color: Color,
) -> Option<CellSet<W>> {
    let geometry = position.geometry();
    let [first, second] = color.opponent().edges().map(|edge| geometry.edge(edge));
    let mut starts = position.stones(color) & first;
    while let Some(start) = starts.first() {
        let group = geometry.flood(CellSet::of(start), position.stones(color));
        if group.intersects(&second) {
            return Some(group);
        }
        starts = starts.minus(group);
    }
    None
}

/// The colour's edges with the groups that touch them, and its other groups.
fn list_sides<const W: usize>(
    geometry: &Geometry<W>,
    position: &Position<W>,
    color: Color,
    sides: &mut Vec<Side<W>>,
) {
    let own = position.stones(color);
    let empty = position.empty_cells();
    let mut rest = own;
    sides.clear();
    for edge in color.edges() {
        let border = geometry.edge(edge);
        let stones = geometry.flood(border, own);
        rest = rest.minus(stones);
        let around = (geometry.grow(stones) | border) & empty;
        sides.push(Side { end: End::Edge(edge), edge: Some(edge), stones, around });
    }
    while let Some(first) = rest.first() {
        let stones = geometry.flood(CellSet::of(first), rest);
        rest = rest.minus(stones);
        let around = geometry.grow(stones) & empty;
        sides.push(Side { end: End::Cell(first), edge: None, stones, around });
    }
}

/// The empty cells from which every way of the colour to its other edges passes a cell around one of two sides.
fn cut_off<const W: usize>(
    geometry: &Geometry<W>,
    position: &Position<W>,
    color: Color,
    sides: [&Side<W>; 2],
) -> CellSet<W> {
    let empty = position.empty_cells();
    let cut = sides[0].around | sides[1].around;
    let own = position.stones(color).minus(sides[0].stones | sides[1].stones);
    let mut seeds = CellSet::EMPTY;
    for edge in color.edges() {
        if sides.iter().all(|side| side.edge != Some(edge)) {
            seeds |= geometry.edge(edge);
        }
    }
    let reached = geometry.flood(seeds, (empty | own).minus(cut));
    // Cells of the cut that the rest of the board touches are not cut off.
    empty.minus(geometry.grow(reached) | seeds)
}
