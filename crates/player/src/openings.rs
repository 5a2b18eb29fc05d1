//! The first move and the answer to it, where swap is allowed: by value.
//!
//! Up to 7x7 who wins each opening is known, on 8x8 of nearly all (`data/openings.txt`). Otherwise an opening is judged by its circuit evaluation as a part of what a
//! stone in the centre gives, against what an even opening needs: [`EVEN`] of it in general. Circuits flatter stones at
//! an edge: beside White's edges an opening needs as much as the centre, and beside Black's own edges only the obtuse corner is worth
//! taking, as on all boards that are known. The test below holds the rule against the known maps.

use std::sync::OnceLock;

use board::{BoardSize, Cell, Color, Game, Move, Position, SwapRule, below, with_words};
use evaluate::Circuits;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

use crate::{Choice, Request};

/// The answer to the opponent's first stone if that is to swap, and the first stone where the opponent may swap.
pub(crate) fn choose(request: &Request<'_>) -> Option<Choice> {
    let game = request.game;
    if game.can_swap() {
        let opening = game.turns().first()?.mv.cell()?;
        let verdict = Verdict::of(game.size(), opening);
        return verdict.is_black().then(|| Choice {
            mv: Move::Swap(if game.size().is_square() { SwapRule::Pieces } else { SwapRule::Sides }),
            reason: format!("the opening {} {}", game.size().name(opening), verdict.reason()),
            thoughts: crate::Progress::default(),
        });
    }
    swap_follows(game).then(|| fair_opening(game.size(), request.seed))
}

/// What is known, or thought, of Black's first stone.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Opening {
    /// Where it is.
    pub cell: Cell,
    /// Who wins with perfect play, or is thought to.
    pub winner: Color,
    /// How much an estimate favours Black; none where the winner is known.
    pub estimate: Option<f64>,
}

/// The longest side of a square board whose openings are all known.
pub const LARGEST_KNOWN: usize = 7;

/// All openings of a board, in the order of the cells: known up to [`LARGEST_KNOWN`] and for most of 8x8, estimated otherwise.
#[must_use]
pub fn openings(size: BoardSize) -> Vec<Opening> {
    let verdict = |cell| {
        let verdict = Verdict::of(size, cell);
        let winner = if verdict.is_black() { Color::Black } else { Color::White };
        let estimate = if let Verdict::Estimated(value) = verdict { Some(value) } else { None };
        Opening { cell, winner, estimate }
    };
    size.iter().map(verdict).collect()
}

/// How an opening was judged.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Verdict {
    /// Known: who wins with perfect play.
    Known(Color),
    /// Estimated: positive is good for Black.
    Estimated(f64),
}

impl Verdict {
    fn of(size: BoardSize, opening: Cell) -> Self {
        known(size, opening).map_or_else(|| Self::Estimated(estimate(size, opening)), Self::Known)
    }

    fn is_black(self) -> bool {
        match self {
            Self::Known(winner) => winner == Color::Black,
            Self::Estimated(value) => value > 0.0,
        }
    }

    fn reason(self) -> String {
        match self {
            Self::Known(Color::Black) => "is known to win".to_string(),
            Self::Known(Color::White) => "is known to lose".to_string(),
            Self::Estimated(value) => format!("is judged as {value:+.3} for Black"),
        }
    }
}

/// A map: the winner of each opening in the order of the cells, where it is known.
type Map = Vec<Option<Color>>;

/// The winner of an opening, where it is known.
fn known(size: BoardSize, opening: Cell) -> Option<Color> {
    static MAPS: OnceLock<Vec<Map>> = OnceLock::new();
    let maps = MAPS.get_or_init(|| parse_maps(include_str!("../data/openings.txt")));
    let map = maps.get(size.cols() - 1).filter(|_| size.is_square())?;
    map.get(opening.index()).copied().flatten()
}

/// Reads the maps of the boards from 1x1 on; whatever is no colour is not known.
fn parse_maps(text: &str) -> Vec<Map> {
    let mut maps: Vec<Map> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if line.starts_with("size") {
            maps.push(Vec::new());
        } else if let Some(map) = maps.last_mut() {
            map.extend(line.split_whitespace().map(|word| word.parse::<Color>().ok()));
        }
    }
    maps
}

/// The part of the centre's value from which on an opening is Black's.
const EVEN: f64 = 0.57;

/// What the circuits say of an opening: positive is good for Black.
fn estimate(size: BoardSize, opening: Cell) -> f64 {
    let Some(centre) = size.at(size.cols() / 2, size.rows() / 2) else { return 0.0 };
    let value = with_words!(size, W => {
        let mut circuits = Circuits::<W>::new(size);
        let mut value = |cell| -circuits.evaluate(&Position::<W>::empty(size).child(cell)).log_ratio();
        value(opening) / value(centre)
    });
    let (last_col, last_row) = (size.cols() - 1, size.rows() - 1);
    let (col, row) = (opening.col(size), opening.row(size));
    let obtuse_corner = [(0, last_col), (last_row, 0)].contains(&(row, col));
    let needed = match () {
        () if obtuse_corner => EVEN,
        () if row == 0 || row == last_row => f64::INFINITY,
        () if col == 0 || col == last_col => 1.0,
        () => EVEN,
    };
    value - needed
}

/// Whether the opponent may swap after the next stone.
fn swap_follows(game: &Game) -> bool {
    let Some(cell) = game.position().empty_cells().first() else { return false };
    let mut next = game.clone();
    game.turns().is_empty() && next.play(Move::Place(cell)).is_ok() && next.can_swap()
}

/// One of the openings that are nearest to even: they are worth about the same to both, whoever takes them.
fn fair_opening(size: BoardSize, seed: u64) -> Choice {
    const CHOICES: usize = 4;
    let mut openings: Vec<(f64, Cell)> = size.iter().map(|cell| (estimate(size, cell).abs(), cell)).collect();
    openings.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (_, cell) = openings[below(&mut random, CHOICES.min(openings.len()))];
    Choice::place(cell, "an even opening, since the opponent may swap")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_maps_are_whole_and_turn_onto_themselves() {
        for side in 1..=8 {
            let size = BoardSize::square(side).unwrap();
            let whole = openings(size).iter().all(|opening| opening.estimate.is_none());
            assert_eq!(whole, side <= LARGEST_KNOWN);
            for cell in size.iter() {
                let turned = Cell::from_index_unchecked(size.cells() - 1 - cell.index());
                assert_eq!(known(size, cell), known(size, turned), "{size} {}", size.name(cell));
            }
        }
        let size = BoardSize::square(8).unwrap();
        let open = |opening: &Opening| opening.estimate.map(|_| size.name(opening.cell).to_string());
        let open: Vec<String> = openings(size).iter().filter_map(open).collect();
        assert_eq!(open, ["h2", "a4", "h4", "a5", "h5", "a7"]);
        assert_eq!(known(size, size.cell("d5").unwrap()), Some(Color::Black));
        let size = BoardSize::square(9).unwrap();
        assert!(openings(size).iter().all(|opening| opening.estimate.is_some()));
        assert_eq!(known(size, size.cell("a1").unwrap()), None);
        let oblong = BoardSize::new(3, 4).unwrap();
        assert_eq!(known(oblong, oblong.cell("a1").unwrap()), None);
    }

    #[test]
    fn a_map_may_have_gaps() {
        let maps = parse_maps("# two boards\nsize 1\nB\n\nsize 2\nW ?\n ? W\n");
        let (black, white) = (Some(Color::Black), Some(Color::White));
        assert_eq!(maps, [vec![black], vec![white, None, None, white]]);
    }

    /// The estimate beside what is known: how many openings of each map it gets right.
    #[test]
    fn the_estimate_agrees_with_most_known_openings() {
        let mut matched = Vec::new();
        for side in 5..=7 {
            let size = BoardSize::square(side).unwrap();
            let same = size.iter().filter(|&cell| {
                Verdict::Estimated(estimate(size, cell)).is_black() == Verdict::of(size, cell).is_black()
            });
            matched.push((same.count(), size.cells()));
        }
        assert_eq!(matched, [(23, 25), (32, 36), (45, 49)]);
    }
}
