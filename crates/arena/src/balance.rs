//! Finding openings of two stones that are about even.
//!
//! All pairs of a black and a white stone are judged with Black to move, one of each two that the half turn of the board
//! exchanges: all of them briefly, the most even ones with the full effort. No first stone is taken too often. A judge is one of our players that says how good its
//! position is, or, where none can, random fillings of the board.

use std::collections::BTreeMap;

use board::{BoardSize, Cell, Color, Game, Move, Position, RandomFilling, Symmetry, with_words};
use player::{Limits, Player, PlayerError, Request};

use crate::OpeningMoves;

/// Says how good a position is for Black, who is to move: from 0 to 1.
pub trait Judge {
    /// Black's chance, from this many filled boards or examined positions.
    ///
    /// # Errors
    /// [`PlayerError`] where the judge cannot say.
    fn chance(&mut self, opening: &[Cell], size: BoardSize, effort: u32) -> Result<f64, PlayerError>;
}

/// The share of the effort for the first pass.
const BRIEF: u32 = 64;
/// How many openings are judged closely for each one that is kept.
const CANDIDATES: usize = 4;

/// The most even openings of two stones, with Black's chances: a brief look at all of them tells which are worth the full effort.
/// `tell` hears of every opening that is judged, with how many there are in this look.
///
/// # Errors
/// [`PlayerError`] where the judge cannot say.
pub fn find_even(
    judge: &mut dyn Judge,
    size: BoardSize,
    count: usize,
    effort: u32,
    tell: &mut dyn FnMut(usize),
) -> Result<Vec<(OpeningMoves, f64)>, PlayerError> {
    let mut judged = |openings: Vec<OpeningMoves>, effort: u32| {
        let all = openings.len();
        let chance = |opening: OpeningMoves| {
            let chance = judge.chance(&opening, size, effort)?;
            tell(all);
            Ok((opening, chance))
        };
        openings.into_iter().map(chance).collect::<Result<Vec<_>, PlayerError>>()
    };
    let brief = judged(two_stones(size), (effort / BRIEF).max(1))?;
    let promising = most_even(brief, CANDIDATES * count);
    let promising = promising.into_iter().map(|(opening, _)| opening).collect();
    Ok(most_even(judged(promising, effort)?, count))
}

/// Black's chance with each first stone, in the order of the cells, for all that the half turn of the board exchanges once.
/// `tell` hears of every stone that is judged, with how many there are.
///
/// # Errors
/// [`PlayerError`] where the player cannot say.
pub fn judge_first_stones(
    judge: &mut PlayerJudge,
    size: BoardSize,
    effort: u32,
    tell: &mut dyn FnMut(usize),
) -> Result<Vec<f64>, PlayerError> {
    let turned = |cell| Symmetry::Rotation.cell(cell, size);
    let all = size.cells().div_ceil(2);
    let mut chances: Vec<f64> = Vec::with_capacity(size.cells());
    for cell in size.iter() {
        let chance = if turned(cell) < cell {
            chances[turned(cell).index()]
        } else {
            tell(all);
            // White is to move, and the judge speaks for the side to move.
            1.0 - judge.chance(&[cell], size, effort)?
        };
        chances.push(chance);
    }
    Ok(chances)
}

/// Judges by full boards filled at random.
///
/// With `p` the share of fillings that Black wins and `q` that share among the fillings with Black on the best cell, the next
/// move takes Black from `p` to `q`. A position is even when neither side's share stays closer to one half after its own move
/// than before it: when the mean of `p` and `q` is one half.
#[derive(Debug, Clone)]
pub struct FillingsJudge {
    /// Everything random follows from this.
    pub seed: u64,
}

impl Judge for FillingsJudge {
    fn chance(&mut self, opening: &[Cell], size: BoardSize, effort: u32) -> Result<f64, PlayerError> {
        let position: Position = Position::after(size, opening)?;
        Ok(with_words!(size, W => tempo_chance::<W>(&position.resize(), effort, self.seed)))
    }
}

fn tempo_chance<const W: usize>(position: &Position<W>, count: u32, seed: u64) -> f64 {
    let cells = position.size().cells();
    let (mut won, mut held, mut won_with) = (0u32, vec![0u32; cells], vec![0u32; cells]);
    let mut fillings = RandomFilling::new(seed);
    let empty = position.empty_cells();
    for _ in 0..count {
        let black = fillings.fill(position);
        let wins = position.geometry().joins(black, Color::Black);
        won += u32::from(wins);
        for cell in black & empty {
            held[cell.index()] += 1;
            won_with[cell.index()] += u32::from(wins);
        }
    }
    let share = |won: u32, of: u32| f64::from(won) / f64::from(of.max(1));
    let best = empty.iter().map(|cell| share(won_with[cell.index()], held[cell.index()])).fold(0.0, f64::max);
    f64::midpoint(share(won, count), best)
}

/// Judges by what a player says about its own chances.
pub struct PlayerJudge {
    /// The player.
    pub player: Box<dyn Player>,
}

impl Judge for PlayerJudge {
    fn chance(&mut self, opening: &[Cell], size: BoardSize, effort: u32) -> Result<f64, PlayerError> {
        let mut game = Game::new(size, false);
        for &cell in opening {
            game.play(Move::Place(cell))?;
        }
        self.player.new_game();
        let limits = Limits { nodes: Some(u64::from(effort)), ..Limits::default() };
        let choice = self.player.choose(&Request::new(&game, 1).with_limits(limits))?;
        choice.thoughts.value.ok_or_else(|| PlayerError::NoValue { player: self.player.name() })
    }
}

/// All openings of two stones, one of each two that the half turn of the board exchanges.
#[must_use]
pub(crate) fn two_stones(size: BoardSize) -> Vec<OpeningMoves> {
    let pairs = size.iter().flat_map(|black| size.iter().map(move |white| [black, white]));
    let distinct = pairs.filter(|[black, white]| black != white);
    let turned = |pair: [Cell; 2]| pair.map(|cell| Symmetry::Rotation.cell(cell, size));
    let first = distinct.filter(|&pair| pair <= turned(pair)).map(Vec::from);
    let open = |opening: &OpeningMoves| {
        Position::<6>::after(size, opening).is_ok_and(|position| position.winner().is_none())
    };
    first.filter(open).collect()
}

/// The most even of the judged openings, no more than a sixteenth of them with the same first stone.
#[must_use]
pub(crate) fn most_even(mut judged: Vec<(OpeningMoves, f64)>, count: usize) -> Vec<(OpeningMoves, f64)> {
    judged.sort_by(|(a, p), (b, q)| (p - 0.5).abs().total_cmp(&(q - 0.5).abs()).then_with(|| a.cmp(b)));
    let most = count.div_ceil(16);
    let mut begun: BTreeMap<Cell, usize> = BTreeMap::new();
    judged.retain(|(opening, _)| {
        let Some(&first) = opening.first() else { return false };
        let times = begun.entry(first).or_default();
        *times += 1;
        *times <= most
    });
    judged.truncate(count);
    judged
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_counted_once_for_each_turn_of_the_board() {
        // 9 * 8 pairs, half of which are turned images of the others; none is its own image.
        assert_eq!(two_stones(BoardSize::square(3).unwrap()).len(), 36);
        assert!(two_stones(BoardSize::square(1).unwrap()).is_empty());
    }

    #[test]
    fn a_strong_stone_more_is_seen() {
        let size = BoardSize::square(7).unwrap();
        let mut judge = FillingsJudge { seed: 1 };
        let mut chance = |names: &str| judge.chance(&size.cells_named(names).unwrap(), size, 2000).unwrap();
        let (good, even, bad) = (chance("d4 a1"), chance("a3 b2"), chance("a1 d4"));
        assert!(good > 0.6 && bad < 0.5 && bad < even && even < good, "{good} {even} {bad}");
    }

    #[test]
    fn the_most_even_come_first_and_no_first_stone_too_often() {
        let size = BoardSize::square(5).unwrap();
        let judged = two_stones(size).into_iter().enumerate();
        let judged = judged.map(|(index, opening)| (opening, 0.5 + index as f64 / 1000.0)).collect();
        let chosen = most_even(judged, 10);
        assert_eq!(chosen.len(), 10);
        assert!(chosen.windows(2).all(|pair| pair[0].1 < pair[1].1 && pair[0].0[0] != pair[1].0[0]));
    }

    #[test]
    fn a_first_stone_in_the_centre_is_worth_more_than_one_in_the_corner() {
        let size = BoardSize::square(5).unwrap();
        let mut judge = PlayerJudge { player: players::create("neural").unwrap() };
        let mut told = 0;
        let chances =
            judge_first_stones(&mut judge, size, 20, &mut |all| told += usize::from(all == 13)).unwrap();
        assert_eq!((chances.len(), told), (25, 13));
        assert!(chances[12] > 0.9 && chances[0] < 0.1, "{chances:?}");
        assert!((0..25).all(|index| chances[index] == chances[24 - index]));
    }

    #[test]
    fn a_player_without_an_opinion_is_refused() {
        let mut judge = PlayerJudge { player: players::create("random").unwrap() };
        let size = BoardSize::square(3).unwrap();
        let message = judge.chance(&size.cells_named("a1 b2").unwrap(), size, 1).unwrap_err().to_string();
        assert!(message.contains("does not judge positions"), "{message}");
    }
}
