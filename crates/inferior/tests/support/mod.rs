//! Answers against exact values: the winner, the surviving moves, and each finding by the definition of its class.

#![allow(
    dead_code,
    clippy::unwrap_used,
    reason = "each test file uses a part; a test that cannot go on should panic"
)]

use std::collections::HashMap;

use board::{BoardSize, Cell, CellSet, Color, Position};
use inferior::{InferiorAnalysis, InferiorFinding};
use proof::{Exact, solve};

/// Someone who knows the truth about positions.
pub(crate) trait Judge {
    /// Who wins with these stones.
    fn winner<const W: usize>(&mut self, stones: &[CellSet<W>; 2], to_move: Color) -> Color;
    /// Whether no completion depends on the colour of an empty cell.
    fn is_dead<const W: usize>(&mut self, stones: &[CellSet<W>; 2], cell: Cell) -> bool;
}

impl Judge for Exact {
    fn winner<const W: usize>(&mut self, stones: &[CellSet<W>; 2], to_move: Color) -> Color {
        Exact::winner(self, stones, to_move)
    }

    fn is_dead<const W: usize>(&mut self, stones: &[CellSet<W>; 2], cell: Cell) -> bool {
        Exact::is_dead(self, stones, cell)
    }
}

/// A judge for larger boards with few empty cells.
pub(crate) struct Searcher {
    pub(crate) size: BoardSize,
    pub(crate) known: HashMap<u128, Color>,
}

impl Judge for Searcher {
    fn winner<const W: usize>(&mut self, stones: &[CellSet<W>; 2], to_move: Color) -> Color {
        let position = Position::with_stones(self.size, stones[0], stones[1], to_move).unwrap();
        solve(&position, &mut self.known)
    }

    fn is_dead<const W: usize>(&mut self, stones: &[CellSet<W>; 2], cell: Cell) -> bool {
        let position = Position::with_stones(self.size, stones[0], stones[1], Color::Black).unwrap();
        let others: Vec<Cell> = position.empty_cells().without(cell).iter().collect();
        (0..1u32 << others.len()).all(|filling| {
            let black = others.iter().enumerate().filter(|(i, _)| filling >> i & 1 != 0);
            let black = stones[0] | black.map(|(_, cell)| *cell).collect();
            let joins = |stones| position.geometry().joins(stones, Color::Black);
            joins(black) == joins(black.with(cell))
        })
    }
}

fn with<const W: usize>(stones: &[CellSet<W>; 2], color: Color, cells: CellSet<W>) -> [CellSet<W>; 2] {
    let mut more = *stones;
    more[color.index()] |= cells;
    more
}

/// Checks an answer against exact values: the winner, the surviving moves, and each finding by its definition.
pub(crate) fn check<const W: usize>(
    exact: &mut impl Judge,
    position: &Position<W>,
    analysis: &InferiorAnalysis<W>,
) {
    let complain = |what: &str| -> ! {
        let size = position.size();
        let mut text = format!("{what}\n{position:?}\n");
        for cell in size.iter() {
            if analysis.finding(cell) != InferiorFinding::Nothing {
                text += &format!("{}: {:?}\n", size.name(cell), Named(size, analysis.finding(cell)));
            }
        }
        panic!("{text}survivors: {}", names(size, analysis.survivors()));
    };
    let before = Color::BOTH.map(|color| position.stones(color));
    let filled = Color::BOTH.map(|color| analysis.stones(color));
    let mover = position.to_move();
    for to_move in Color::BOTH {
        if exact.winner(&before, to_move) != exact.winner(&filled, to_move) {
            complain(&format!("fill-in changes the winner with {to_move} to move"));
        }
    }
    let winner = exact.winner(&before, mover);
    if analysis.winner().is_some_and(|claimed| claimed != winner) {
        complain("the filled-in stones join the wrong edges");
    }
    if analysis.winner().is_some() {
        return;
    }
    let mut winning = [CellSet::<W>::EMPTY; 2];
    for (winning, stones) in winning.iter_mut().zip([&before, &filled]) {
        let moves = position.empty_cells().minus(stones[0] | stones[1]);
        let wins = moves
            .iter()
            .filter(|&cell| exact.winner(&with(stones, mover, CellSet::of(cell)), mover.opponent()) == mover);
        *winning = wins.collect();
    }
    let wins = |cell: Cell| winning[1].contains(cell);
    let wins_unfilled = |cell: Cell| winning[0].contains(cell);
    if winner == mover && !analysis.survivors().iter().any(wins) {
        complain("the last winning move is pruned");
    }
    for cell in position.size().iter().filter(|&cell| position.at(cell).is_none()) {
        let ok = match analysis.finding(cell) {
            InferiorFinding::Nothing => {
                analysis.survivors().contains(cell) && wins(cell) == wins_unfilled(cell)
            }
            InferiorFinding::Dead { color, .. } => {
                let mut stones = filled;
                stones[color.index()].remove(cell);
                exact.is_dead(&stones, cell)
            }
            InferiorFinding::Captured { color, carrier } => {
                let free = |stones: &[CellSet<W>; 2]| {
                    let mut stones = *stones;
                    stones[color.index()] = stones[color.index()].minus(carrier);
                    stones
                };
                Color::BOTH
                    .into_iter()
                    .all(|to_move| exact.winner(&free(&filled), to_move) == exact.winner(&filled, to_move))
                    && carrier.contains(cell)
            }
            InferiorFinding::PermanentlyInferior { color, .. } => {
                let mut stones = filled;
                stones[color.index()].remove(cell);
                Color::BOTH
                    .into_iter()
                    .all(|to_move| exact.winner(&stones, to_move) == exact.winner(&filled, to_move))
            }
            InferiorFinding::Vulnerable { killer, carrier } => {
                let killed = with(&filled, mover.opponent(), carrier.with(killer));
                exact.is_dead(&killed, cell)
            }
            InferiorFinding::CapturedReversible { reverser, carrier, .. } => {
                let reversed = with(&filled, mover.opponent(), CellSet::of(reverser));
                Color::BOTH.into_iter().all(|to_move| {
                    exact.winner(&reversed, to_move)
                        == exact.winner(&with(&reversed, mover, carrier), to_move)
                })
            }
            InferiorFinding::Dominated { by, .. } => !wins(cell) || wins(by),
        };
        if !ok {
            complain(&format!("the finding about {} does not hold", position.size().name(cell)));
        }
    }
}

/// Checks the carriers of pruned moves: each finding still holds when the side to move is given some of the cells, as
/// `chosen` says, that lie outside of its carrier.
pub(crate) fn check_carriers<const W: usize>(
    exact: &mut impl Judge,
    position: &Position<W>,
    analysis: &InferiorAnalysis<W>,
    mut chosen: impl FnMut(Cell) -> bool,
) {
    let (mover, opponent) = (position.to_move(), position.to_move().opponent());
    let filled = Color::BOTH.map(|color| analysis.stones(color));
    let empty = position.empty_cells().minus(filled[0] | filled[1]);
    for cell in empty {
        let finding = analysis.finding(cell);
        let carrier = finding.carrier(cell);
        let given = empty.minus(carrier).iter().filter(|&cell| chosen(cell)).collect();
        let stones = with(&filled, mover, given);
        let mut wins = |cell: Cell| exact.winner(&with(&stones, mover, CellSet::of(cell)), opponent) == mover;
        let ok = match finding {
            InferiorFinding::Vulnerable { killer, carrier } => {
                exact.is_dead(&with(&stones, opponent, carrier.with(killer)), cell)
            }
            InferiorFinding::CapturedReversible { reverser, carrier, .. } => {
                let reversed = with(&stones, opponent, CellSet::of(reverser));
                Color::BOTH.into_iter().all(|to_move| {
                    exact.winner(&reversed, to_move)
                        == exact.winner(&with(&reversed, mover, carrier), to_move)
                })
            }
            InferiorFinding::Dominated { by, .. } => !wins(cell) || wins(by),
            _ => true,
        };
        let size = position.size();
        assert!(
            ok,
            "the carrier of {} is too small: {:?} with {} for {mover} in\n{position}",
            size.name(cell),
            Named(size, finding),
            names(size, given)
        );
    }
}

fn names<const W: usize>(size: BoardSize, cells: CellSet<W>) -> String {
    cells.iter().map(|cell| size.name(cell).to_string()).collect::<Vec<_>>().join(" ")
}

struct Named<const W: usize>(BoardSize, InferiorFinding<W>);

impl<const W: usize> std::fmt::Debug for Named<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.1 {
            InferiorFinding::Vulnerable { killer, carrier } => {
                write!(f, "vulnerable to {} with {}", self.0.name(killer), names(self.0, carrier))
            }
            InferiorFinding::CapturedReversible { reverser, carrier, .. } => {
                write!(f, "reversed by {} in {}", self.0.name(reverser), names(self.0, carrier))
            }
            InferiorFinding::Dominated { by, how, carrier } => {
                write!(f, "dominated by {} ({how:?}) with {}", self.0.name(by), names(self.0, carrier))
            }
            InferiorFinding::Captured { color, carrier } => {
                write!(f, "captured for {color} in {}", names(self.0, carrier))
            }
            other => write!(f, "{other:?}"),
        }
    }
}
