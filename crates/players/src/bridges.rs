//! The player `bridges`: answers every intrusion into a bridge, and otherwise plays where its own and its opponent's
//! shortest paths meet.

use board::{Cell, CellSet, Color, Edge, Position, random_below};
use player::{Choice, Cost, Player, PlayerError, PlayerKind, Request};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

use crate::{BridgeDistance, openings};

pub(crate) const KIND: PlayerKind = PlayerKind {
    name: "bridges",
    about: "answers intrusions into bridges and follows the shortest paths",
    settings: &[],
    cost: Cost::bytes(0),
    make: |_, _| Ok(Box::new(Bridges)),
};

/// Knows bridges and nothing more.
#[derive(Debug, Clone, Copy, Default)]
pub struct Bridges;

impl Player for Bridges {
    fn name(&self) -> String {
        "bridges".to_string()
    }

    fn choose(&mut self, request: &Request<'_>) -> Result<Choice, PlayerError> {
        request.check_in_progress()?;
        if let Some(choice) = openings::choose(request) {
            return Ok(choice);
        }
        let position = request.game.position();
        if let Some(last) = request.game.turns().last().and_then(|turn| turn.mv.cell())
            && let Some(cell) = rescue(position, last)
        {
            let intruder = position.size().name(last);
            return Ok(Choice::place(cell, format!("saves the bridge that {intruder} intrudes into")));
        }
        let cell = on_the_paths(position, request.seed);
        Ok(Choice::place(cell, "where both sides' shortest paths over bridges meet"))
    }
}

/// The answer to an intrusion: the other middle cell of a bridge of the side to move that the opponent's stone on
/// `intrusion` cuts into, unless its ends hang together without it.
#[must_use]
pub fn rescue(position: &Position, intrusion: Cell) -> Option<Cell> {
    let color = position.to_move();
    let geometry = position.geometry();
    let own = position.stones(color);
    let ring = geometry.ring(intrusion);
    // The ends of a bridge and its two middle cells form a rhombus. Seen from the intruded cell, the ends are
    // two neighbours with the other middle cell between them.
    (0..6).find_map(|direction| {
        let middle = ring[(direction + 1) % 6]?;
        let is_empty = position.at(middle).is_none();
        let ends = [ring[direction], ring[(direction + 2) % 6]];
        let [Some(a), Some(b)] = ends else {
            // One end may be the edge, in the row beside it.
            let end = ends.into_iter().flatten().next()?;
            let edge = color.edges().into_iter().find(|&edge| {
                let row = geometry.edge(edge);
                row.contains(middle) && row.contains(intrusion)
            })?;
            let joined = touches(position, geometry.flood(CellSet::of(end), own), edge);
            return (is_empty && own.contains(end) && !joined).then_some(middle);
        };
        let joined = geometry.flood(CellSet::of(a), own).contains(b);
        (is_empty && own.contains(a) && own.contains(b) && !joined).then_some(middle)
    })
}

fn touches(position: &Position, cells: CellSet, edge: Edge) -> bool {
    cells.intersects(&position.geometry().edge(edge))
}

/// The empty cell with the shortest paths of both colours through it; among equals, one by the seed.
pub(crate) fn on_the_paths(position: &Position, seed: u64) -> Cell {
    let [black, white] = Color::BOTH.map(|color| BridgeDistance::of(position, color));
    let (own, other) = match position.to_move() {
        Color::Black => (black, white),
        Color::White => (white, black),
    };
    // A path that does not exist counts as longer than any that does.
    let length = |distance: &BridgeDistance, cell| distance.through(cell).map_or(1000, u32::from);
    let score = |cell: Cell| {
        let (own, other) = (length(&own, cell), length(&other, cell));
        // A path of one stone is a win now; an opponent's path of one stone must be stopped now.
        (own != 1, other != 1, own + other, own)
    };
    let empty = position.empty_cells();
    let best = empty.iter().map(score).min();
    let cells: Vec<Cell> = empty.iter().filter(|&cell| Some(score(cell)) == best).collect();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    cells[random_below(&mut random, cells.len())]
}
