//! The knowledge of every player before it searches: when the rules say that the game is over, how to win or not to lose at once,
//! and when to swap.

use board::{Cell, CellSet, Color, Position};

use crate::openings;
use player::{Choice, PlayerError, Request};

/// The answer that needs no thinking, if there is one.
///
/// # Errors
/// [`PlayerError::GameOver`].
pub(crate) fn before_thinking(request: &Request<'_>) -> Result<Option<Choice>, PlayerError> {
    request.check_in_progress()?;
    let position = request.game.position();
    let color = position.to_move();
    if let Some(cell) = winning_cells(position, color).first() {
        return Ok(Some(Choice::place(cell, "joins the edges")));
    }
    if let Some(choice) = openings::choose(request) {
        return Ok(Some(choice));
    }
    let threats = winning_cells(position, color.opponent());
    Ok(threats.first().map(|cell| match threats.len() {
        1 => Choice::place(cell, "the opponent would win there at once"),
        _ => Choice::place(cell, "one of several places where the opponent would win at once"),
    }))
}

/// The empty cells on which a stone of this colour joins its edges.
pub(crate) fn winning_cells<const W: usize>(position: &Position<W>, color: Color) -> CellSet<W> {
    let geometry = position.geometry();
    let own = position.stones(color);
    let [from, to] = color.edges().map(|edge| {
        let row = geometry.edge(edge);
        row | geometry.grow(geometry.flood(row, own))
    });
    from & to & position.empty_cells()
}

/// The empty cells around a cell: its neighbours, then the far ends of its bridges.
pub(crate) fn surroundings<const W: usize>(position: &Position<W>, cell: Cell) -> [CellSet<W>; 2] {
    let geometry = position.geometry();
    let near = geometry.neighbour_set(cell);
    let ring = geometry.ring(cell);
    let mut far = CellSet::EMPTY;
    for direction in 0..6 {
        if let (Some(a), Some(b)) = (ring[direction], ring[(direction + 1) % 6]) {
            far |= (geometry.neighbour_set(a) & geometry.neighbour_set(b)).without(cell);
        }
    }
    [near, far].map(|cells| cells & position.empty_cells())
}

#[cfg(test)]
mod tests {
    use board::parse_diagram;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn winning_cells_win(cols in 1..7usize, rows in 1..7usize, kinds in prop::collection::vec(0..3u8, 36)) {
            let size = board::BoardSize::new(cols, rows).unwrap();
            let mut position = Position::<6>::empty(size);
            for (cell, kind) in size.iter().zip(kinds) {
                if let Some(&color) = Color::BOTH.get(usize::from(kind)) {
                    position.place(color, cell).unwrap();
                }
            }
            prop_assume!(position.winner().is_none());
            for color in Color::BOTH {
                let found = winning_cells(&position, color);
                for cell in position.empty_cells() {
                    let mut next = position;
                    next.place(color, cell).unwrap();
                    prop_assert_eq!(found.contains(cell), next.has_won(color));
                }
            }
        }
    }

    #[test]
    fn a_stone_in_the_middle_has_six_neighbours_and_six_bridges() {
        let position = parse_diagram(&". . . . .\n".repeat(5)).unwrap();
        let size = position.size();
        let [near, far] = surroundings(&position, size.cell("c3").unwrap());
        assert_eq!(near, size.cells_named("c2 d2 b3 d3 b4 c4").unwrap().into_iter().collect());
        assert_eq!(far, size.cells_named("d1 b2 e2 a4 d4 b5").unwrap().into_iter().collect());
        let [near, far] = surroundings(&position, size.cell("a1").unwrap());
        assert_eq!((near.len(), far.len()), (2, 1));
    }
}
