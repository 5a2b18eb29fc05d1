//! Move priors of players that grow a tree without a network.
//!
//! A prior is a softmax over four features of the moves. There are three sights of a position ([`PriorDepth`]), with weights of their own: they are what
//! `hexwright fit` prints, the conditional logit that makes the moves of the player `neural` most likely.

use board::{BoardSize, Cell, CellSet, Color, Position, with_words};
use evaluate::Circuits;
use solver::{Expansion, Knowledge as _, ProverSettings, Provers};

use crate::sense;

/// The features of a move.
pub const PRIOR_FEATURES: [&str; 4] = [
    // The logarithm of the power or current of both circuits.
    "flow",
    // Beside the opponent's last stone, or a bridge away from it.
    "beside-last",
    "bridge-to-last",
    // How many of the opponent's stones are beside it.
    "beside-opponent",
];

/// The features of a move, or their weights, in logits.
pub type PriorFeatures = [f64; PRIOR_FEATURES.len()];

/// How a position is examined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PriorDepth {
    /// By the circuits of the plain board: some ten microseconds on 11x11.
    First,
    /// By the provers (inferior cells, connections, circuits in which every connection conducts), who may decide the position:
    /// about a millisecond.
    Second,
    /// The same, with as many connections between empty cells as the circuits can use: two to three milliseconds.
    Third,
}

impl PriorDepth {
    /// All of them, the quickest first.
    pub const ALL: [Self; 3] = [Self::First, Self::Second, Self::Third];

    /// The weights of the features, to a tenth.
    #[must_use]
    pub const fn weights(self) -> PriorFeatures {
        match self {
            Self::First => [1.2, 1.9, 1.4, 0.4],
            Self::Second => [3.0, 1.2, 0.7, 0.3],
            Self::Third => [2.9, 1.2, 0.7, 0.3],
        }
    }

    /// The limits of the connection prover. To decide positions it needs few connections between empty cells, but circuits are
    /// the better for every one of them.
    pub(crate) fn limits(self) -> connection::ConnectionSettings {
        let mut settings = connection::ConnectionSettings::default();
        if self == Self::Third {
            settings.cells = connection::ConnectionLimits {
                free_fulls: 2,
                most_fulls: 8,
                most_semis: 8,
                over_stone: usize::MAX,
                over_cell: usize::MAX,
                alone: true,
                or_budget: 4,
                ..settings.cells
            };
        }
        settings
    }
}

/// Looks at positions of one board size. Owns the memory it needs.
#[derive(Debug)]
pub(crate) struct Priors<const W: usize> {
    circuits: Circuits<W>,
    provers: Provers<W>,
    expansion: Expansion<W>,
    /// How the provers look.
    sight: PriorDepth,
}

/// The knowledge that the provers find.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Finding<T> {
    /// Whether the side to move wins.
    Decided(bool),
    /// The moves that are left.
    Open(Vec<(Cell, T)>),
}

impl<const W: usize> Priors<W> {
    /// For boards of this size; `sight` is how the provers look, the second or the third.
    pub(crate) fn new(size: BoardSize, sight: PriorDepth) -> Self {
        let settings = ProverSettings { limits: sight.limits(), ..ProverSettings::default() };
        Self {
            circuits: Circuits::new(size),
            provers: Provers::new(size, settings),
            expansion: Expansion::default(),
            sight,
        }
    }

    /// The priors of some moves at first sight, after the opponent's stone `placed`.
    pub(crate) fn at_first_sight(
        &mut self,
        position: &Position<W>,
        cells: CellSet<W>,
        placed: Option<Cell>,
    ) -> Vec<(Cell, f32)> {
        softmax(&self.first_features(position, cells, placed), &PriorDepth::First.weights())
    }

    /// The priors of the moves that the provers leave.
    pub(crate) fn examine(&mut self, position: &Position<W>, placed: Option<Cell>) -> Finding<f32> {
        match self.proved_features(position, placed) {
            Finding::Decided(wins) => Finding::Decided(wins),
            Finding::Open(moves) => Finding::Open(softmax(&moves, &self.sight.weights())),
        }
    }

    /// How far the side to move was ahead in the position that the provers saw last and left open: the logarithm of the
    /// opponent's resistance over its own.
    pub(crate) fn ahead(&self, mover: Color) -> f64 {
        let [black, white] = self.provers.resistances();
        let ahead = (white / black).ln();
        if mover == Color::Black { ahead } else { -ahead }
    }

    fn first_features(
        &mut self,
        position: &Position<W>,
        cells: CellSet<W>,
        placed: Option<Cell>,
    ) -> Vec<(Cell, PriorFeatures)> {
        let resistances = self.circuits.evaluate(position);
        features(position, cells, placed, |cell| self.circuits.importance(&resistances, cell) + 1e-4)
    }

    fn proved_features(&mut self, position: &Position<W>, placed: Option<Cell>) -> Finding<PriorFeatures> {
        self.provers.examine(position, &mut self.expansion);
        if let Some(proof) = self.expansion.decided {
            return Finding::Decided(proof.winner == position.to_move());
        }
        let cells: CellSet<W> = self.expansion.moves.iter().copied().collect();
        // Threats that no single stone stops.
        if cells.is_empty() {
            return Finding::Decided(false);
        }
        Finding::Open(features(position, cells, placed, |cell| self.provers.score(cell) + 1e-3))
    }
}

/// The features of the moves of a position as a sight shows them, after the opponent's stone `placed`; where provers look, also how far the
/// side to move is ahead. None if the provers decide the position.
#[must_use]
pub fn prior_features(
    position: &Position,
    placed: Option<Cell>,
    sight: PriorDepth,
) -> Option<(Vec<(Cell, PriorFeatures)>, f64)> {
    with_words!(position.size(), W => {
        let position = position.resize::<W>();
        let mut priors = Priors::<W>::new(position.size(), sight);
        match sight {
            PriorDepth::First => Some((priors.first_features(&position, position.empty_cells(), placed), 0.0)),
            PriorDepth::Second | PriorDepth::Third => match priors.proved_features(&position, placed) {
                Finding::Decided(_) => None,
                Finding::Open(moves) => Some((moves, priors.ahead(position.to_move()))),
            },
        }
    })
}

fn features<const W: usize>(
    position: &Position<W>,
    cells: CellSet<W>,
    placed: Option<Cell>,
    flow: impl Fn(Cell) -> f64,
) -> Vec<(Cell, PriorFeatures)> {
    let geometry = position.geometry();
    let opponent = position.stones(position.to_move().opponent());
    let [beside, bridged] =
        placed.map_or([CellSet::EMPTY; 2], |placed| sense::surroundings(position, placed));
    let one_if = |holds: bool| f64::from(u8::from(holds));
    let of = |cell: Cell| {
        let stones = (geometry.neighbour_set(cell) & opponent).len() as f64;
        [flow(cell).ln(), one_if(beside.contains(cell)), one_if(bridged.contains(cell)), stones]
    };
    cells.iter().map(|cell| (cell, of(cell))).collect()
}

/// The chances of the moves, which sum to one.
fn softmax(moves: &[(Cell, PriorFeatures)], weights: &PriorFeatures) -> Vec<(Cell, f32)> {
    let logit = |features: &PriorFeatures| -> f64 { features.iter().zip(weights).map(|(a, b)| a * b).sum() };
    let most = moves.iter().map(|(_, features)| logit(features)).fold(f64::NEG_INFINITY, f64::max);
    let mut chances: Vec<(Cell, f32)> =
        moves.iter().map(|(cell, features)| (*cell, (logit(features) - most).exp() as f32)).collect();
    let sum: f32 = chances.iter().map(|&(_, chance)| chance).sum();
    for (_, chance) in &mut chances {
        *chance /= sum;
    }
    chances
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn priors_sum_to_one_and_follow_the_flow() {
        let size = BoardSize::square(7).unwrap();
        let position = Position::<1>::after(size, &size.cells_named("d4 c5").unwrap()).unwrap();
        let mut priors = Priors::<1>::new(size, PriorDepth::Second);
        let last = size.cell("c5").unwrap();
        let first = priors.at_first_sight(&position, position.empty_cells(), Some(last));
        let Finding::Open(second) = priors.examine(&position, Some(last)) else {
            panic!("the game is not over yet")
        };
        for moves in [first, second] {
            let sum: f32 = moves.iter().map(|&(_, prior)| prior).sum();
            assert!((sum - 1.0).abs() < 1e-4);
            let of =
                |name: &str| moves.iter().find(|(cell, _)| *cell == size.cell(name).unwrap()).map(|x| x.1);
            assert!(of("d5") > of("g1"), "{moves:?}");
        }
    }

    #[test]
    fn a_decided_position_has_no_priors() {
        let size = BoardSize::square(5).unwrap();
        let position = Position::<1>::after(size, &size.cells_named("c3").unwrap()).unwrap();
        assert_eq!(
            Priors::<1>::new(size, PriorDepth::Third).examine(&position, None),
            Finding::Decided(false)
        );
    }
}
