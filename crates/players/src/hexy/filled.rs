//! Hexy with all that came after the paper: every position is filled in before its connections are built, inferior moves are
//! left out, and every virtual connection conducts (the circuits of the solver, not only joints between groups).

use board::{BoardSize, Cell, Color, Position};
use rustc_hash::FxHashMap;
use solver::{DecidedPosition, Expansion, Knowledge as _, ProverSettings, Provers};

use super::thousandths;
use crate::search::{Look, Mind, PLY, Try};

/// Sees positions as the solver's provers do.
pub(super) struct FilledMind<const W: usize> {
    provers: Provers<W>,
    expansion: Expansion<W>,
    width: usize,
    /// Positions seen before in this search, with the moves to try.
    seen: FxHashMap<u128, (Look, Box<[Try]>)>,
}

impl<const W: usize> FilledMind<W> {
    /// For boards of this size, with the most moves that are tried in a position.
    pub(super) fn new(size: BoardSize, limits: connection::ConnectionSettings, width: usize) -> Self {
        let settings = ProverSettings { limits, ..ProverSettings::default() };
        Self {
            provers: Provers::new(size, settings),
            expansion: Expansion::default(),
            width,
            seen: FxHashMap::default(),
        }
    }

    /// The provers' verdict on a position: its winner, or the moves to consider, best first. No moves: threats that no
    /// single stone stops, and the opponent wins.
    pub(super) fn examine(&mut self, position: &Position<W>) -> Result<&[Cell], DecidedPosition<W>> {
        self.provers.examine(position, &mut self.expansion);
        match self.expansion.decided {
            Some(proof) => Err(proof),
            None => Ok(&self.expansion.moves),
        }
    }

    /// How far ahead the side to move was in the position examined last: the logarithm of the opponent's resistance over its own.
    pub(super) fn ahead(&self, mover: Color) -> f64 {
        let [black, white] = self.provers.resistances();
        let ahead = (white / black).ln();
        if mover == Color::Black { ahead } else { -ahead }
    }

    fn look_anew(&mut self, position: &Position<W>) -> (Look, Box<[Try]>) {
        let mover = position.to_move();
        let width = self.width;
        match self.examine(position) {
            Err(proof) => (Look::Won(proof.winner), Box::default()),
            // Threats that no single stone stops.
            Ok([]) => (Look::Won(mover.opponent()), Box::default()),
            Ok(moves) => {
                let tries = moves.iter().take(width).map(|&cell| Try { cell, cost: PLY }).collect();
                (Look::Open(thousandths(self.ahead(mover))), tries)
            }
        }
    }
}

impl<const W: usize> Mind<W> for FilledMind<W> {
    fn look(&mut self, position: &Position<W>, _: &[Cell], tries: Option<&mut Vec<Try>>) -> Look {
        if let Some(winner) = position.winner() {
            return Look::Won(winner);
        }
        if !self.seen.contains_key(&position.hash()) {
            let seen = self.look_anew(position);
            self.seen.insert(position.hash(), seen);
        }
        let (look, known) = &self.seen[&position.hash()];
        if let Some(tries) = tries {
            tries.extend(known);
        }
        *look
    }
}
