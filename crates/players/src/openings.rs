//! The first move and the answer to it under the swap rule.
//!
//! Up to 8x8 who wins each opening is known, on 9x9 of some (`data/openings.txt`). On larger square boards the network has judged
//! them with a search (`data/judged-openings.txt`, made by `hexwright openings --first`). On rectangles an opening is judged by its circuit
//! evaluation as a part of what a stone in the centre gives, against what an even opening needs: [`EVEN`] of it in general. Circuits flatter stones at
//! an edge: beside White's edges an opening needs as much as the centre, and beside Black's own edges only the obtuse corner is worth
//! taking, as on all boards that are known. The test below holds the rule against the known maps.

use std::{collections::BTreeMap, sync::OnceLock};

use board::{BoardSize, Cell, Color, Game, Move, Position, SwapRule, random_below, with_words};
use evaluate::Circuits;
use player::{Choice, Request};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

/// The answer to the opponent's first stone if that is to swap, and the first stone where the opponent may swap.
pub(crate) fn choose(request: &Request<'_>) -> Option<Choice> {
    let game = request.game;
    if game.can_swap() {
        let opening = game.turns().first()?.mv.cell()?;
        let verdict = Verdict::of(game.size(), opening);
        return verdict.is_black().then(|| Choice {
            mv: swap_move(game.size()),
            reason: format!("the opening {} {}", game.size().name(opening), verdict.reason()),
            thoughts: player::Progress::default(),
        });
    }
    swap_follows(game).then(|| fair_opening(game.size(), request.seed))
}

/// The swap that a board allows: only on a square one can the first stone be mirrored.
#[must_use]
pub const fn swap_move(size: BoardSize) -> Move {
    Move::Swap(if size.is_square() { SwapRule::Pieces } else { SwapRule::Sides })
}

/// The known or estimated result of Black's first stone.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Opening {
    /// Where it is.
    pub cell: Cell,
    /// Who wins with perfect play, or is thought to.
    pub winner: Color,
    /// Whether the winner is known.
    pub known: bool,
    /// Black's chance from 0 to 1, where the network judged the opening.
    pub chance: Option<f64>,
}

/// The longest side of a square board whose openings are all known.
pub const LARGEST_KNOWN: usize = 8;

/// All openings of a board, in the order of the cells: known up to [`LARGEST_KNOWN`] and for some of 9x9, on larger square
/// boards judged by the network, on rectangles estimated.
#[must_use]
pub fn openings(size: BoardSize) -> Vec<Opening> {
    let verdict = |cell| {
        let verdict = Verdict::of(size, cell);
        let winner = if verdict.is_black() { Color::Black } else { Color::White };
        let chance = if let Verdict::Judged(chance) = verdict { Some(chance) } else { None };
        Opening { cell, winner, known: matches!(verdict, Verdict::Known(_)), chance }
    };
    size.iter().map(verdict).collect()
}

/// How an opening was judged.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Verdict {
    /// Known: who wins with perfect play.
    Known(Color),
    /// Judged by the network with a search: Black's chance.
    Judged(f64),
    /// Estimated by circuits: positive is good for Black.
    Estimated(f64),
}

impl Verdict {
    fn of(size: BoardSize, opening: Cell) -> Self {
        let judged = || judged(size, opening).map(Self::Judged);
        let estimated = || Self::Estimated(estimate(size, opening));
        known(size, opening).map(Self::Known).or_else(judged).unwrap_or_else(estimated)
    }

    fn is_black(self) -> bool {
        match self {
            Self::Known(winner) => winner == Color::Black,
            Self::Judged(chance) => chance > 0.5,
            Self::Estimated(value) => value > 0.0,
        }
    }

    fn reason(self) -> String {
        match self {
            Self::Known(Color::Black) => "is known to win".to_string(),
            Self::Known(Color::White) => "is known to lose".to_string(),
            Self::Judged(chance) => format!("wins {:.0} % for Black", 100.0 * chance),
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

/// Black's chance with an opening, where the network has judged it.
fn judged(size: BoardSize, opening: Cell) -> Option<f64> {
    static MAPS: OnceLock<BTreeMap<usize, Vec<f64>>> = OnceLock::new();
    let maps = MAPS.get_or_init(|| parse_chances(include_str!("../data/judged-openings.txt")));
    let map = maps.get(&size.cols()).filter(|_| size.is_square())?;
    map.get(opening.index()).copied()
}

/// Reads Black's chances by side; they stand in the file in thousandths.
fn parse_chances(text: &str) -> BTreeMap<usize, Vec<f64>> {
    let mut maps = BTreeMap::new();
    let mut side = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if let Some(number) = line.strip_prefix("size ") {
            side = number.trim().parse().unwrap_or(0);
        } else {
            let chances = line.split_whitespace().filter_map(|word| word.parse::<f64>().ok());
            maps.entry(side).or_insert_with(Vec::new).extend(chances.map(|chance| chance / 1000.0));
        }
    }
    maps
}

/// Reads the maps of the boards from 1x1 on; a sign that is not a colour means unknown.
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

/// The circuits' value of an opening: positive is good for Black.
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

/// One of the openings that are nearest to even: they are worth about the same to both sides.
fn fair_opening(size: BoardSize, seed: u64) -> Choice {
    const CHOICES: usize = 4;
    let distance =
        |cell| judged(size, cell).map_or_else(|| estimate(size, cell).abs(), |chance| (chance - 0.5).abs());
    let mut openings: Vec<(f64, Cell)> = size.iter().map(|cell| (distance(cell), cell)).collect();
    openings.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (_, cell) = openings[random_below(&mut random, CHOICES.min(openings.len()))];
    Choice::place(cell, "an even opening, since the opponent may swap")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_maps_are_whole_and_turn_onto_themselves() {
        for side in 1..=9 {
            let size = BoardSize::square(side).unwrap();
            let whole = openings(size).iter().all(|opening| opening.known);
            assert_eq!(whole, side <= LARGEST_KNOWN);
            for cell in size.iter() {
                let turned = Cell::from_index_unchecked(size.cells() - 1 - cell.index());
                assert_eq!(known(size, cell), known(size, turned), "{size} {}", size.name(cell));
            }
        }
        let size = BoardSize::square(8).unwrap();
        for (opening, winner) in [("d5", Color::Black), ("a4", Color::White), ("h4", Color::Black)] {
            assert_eq!(known(size, size.cell(opening).unwrap()), Some(winner), "{opening}");
        }
        for side in 9..=19 {
            let size = BoardSize::square(side).unwrap();
            for Opening { cell, winner, known, chance } in openings(size) {
                assert_eq!(known, side == 9 && size.cell("e5") == Ok(cell));
                if known {
                    assert_eq!(winner, Color::Black);
                    continue;
                }
                let chance = chance.unwrap();
                assert!((0.0..=1.0).contains(&chance));
                assert_eq!(winner == Color::Black, chance > 0.5);
                let turned = Cell::from_index_unchecked(size.cells() - 1 - cell.index());
                assert_eq!(judged(size, turned), Some(chance), "{size} {}", size.name(cell));
            }
        }
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
