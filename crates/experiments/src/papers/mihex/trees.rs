//! Searches to a fixed depth that differ only in how they prune, over evaluations that differ only in what they
//! measure.
//!
//! All see the same tree: the same moves in the same order, by the evaluation of the position after each. So their
//! values are equal, and the positions that they examine can be compared.

use board::{BoardSize, Cell, Color, Position};
use evaluate::{Circuits, Connectibility, FEATURES, Potential, TwoDistance, UNREACHABLE};
use rustc_hash::FxHashMap;

/// What is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Measure {
    /// Hexy's: the logarithm of the ratio of both circuits' resistances.
    Circuit,
    /// Queenbee's: the difference of both sides' least potentials, then of their numbers.
    TwoDistance,
    /// Mops': eight features with the program's learnt weights.
    Connectibility,
    /// A weighted sum of the three.
    Combination,
}

impl Measure {
    pub(super) const ALL: [Self; 4] =
        [Self::Circuit, Self::TwoDistance, Self::Connectibility, Self::Combination];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Circuit => "circuit resistance",
            Self::TwoDistance => "two-distance",
            Self::Connectibility => "connectibility",
            Self::Combination => "combination",
        }
    }
}

/// The three evaluations and a weighted sum of them.
pub(super) struct Judge<const W: usize> {
    circuits: Circuits<W>,
    distance: TwoDistance<W>,
    connectibility: Connectibility<W>,
    mops: [f64; FEATURES],
    /// The weights of the combination.
    pub(super) weights: [f64; 3],
}

/// The value of a side that two-distance gives up on.
const HOPELESS: f64 = 40.0;
/// What a cell with the least potential is worth beside a step of potential.
const MOBILITY: f64 = 0.02;
/// A value of a won game, more than any other.
pub(super) const WIN: i32 = 1_000_000;

impl<const W: usize> Judge<W> {
    pub(super) fn new(size: BoardSize, weights: [f64; 3]) -> Self {
        let mut mops = [0.0; FEATURES];
        mops.copy_from_slice(players::Mops::default().weights());
        Self {
            circuits: Circuits::new(size),
            distance: TwoDistance::new(size),
            connectibility: Connectibility::new(size),
            mops,
            weights,
        }
    }

    /// One measure of an undecided position, positive where it speaks for Black.
    fn measure(&mut self, position: &Position<W>, measure: Measure) -> f64 {
        match measure {
            Measure::Circuit => -self.circuits.evaluate(position).log_ratio().clamp(-50.0, 50.0),
            Measure::TwoDistance => {
                let steps = |potential: Potential| match potential.lowest {
                    UNREACHABLE => HOPELESS,
                    lowest => f64::from(lowest),
                };
                let [black, white] = self.distance.evaluate(position);
                let mobility = f64::from(black.mobility.min(40)) - f64::from(white.mobility.min(40));
                steps(white) - steps(black) + MOBILITY * mobility
            }
            Measure::Connectibility => {
                let features = self.connectibility.features(position);
                features.iter().zip(&self.mops).map(|(feature, weight)| feature * weight).sum()
            }
            Measure::Combination => {
                let all = self.all(position);
                all.iter().zip(&self.weights).map(|(value, weight)| value * weight).sum()
            }
        }
    }

    /// The three measures.
    pub(super) fn all(&mut self, position: &Position<W>) -> [f64; 3] {
        [Measure::Circuit, Measure::TwoDistance, Measure::Connectibility]
            .map(|measure| self.measure(position, measure))
    }

    /// The value for the side to move, in thousandths.
    fn value(&mut self, position: &Position<W>, measure: Measure) -> i32 {
        let black = match position.winner() {
            Some(Color::Black) => return if position.to_move() == Color::Black { WIN } else { -WIN },
            Some(Color::White) => return if position.to_move() == Color::White { WIN } else { -WIN },
            None => (1000.0 * self.measure(position, measure)) as i32,
        };
        if position.to_move() == Color::Black { black } else { -black }
    }
}

/// How a search prunes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Pruning {
    /// Every move of every position.
    Minimax,
    /// Alpha-beta.
    AlphaBeta,
    /// NegaScout, also called principal variation search: later moves only have to show that they are not better.
    NegaScout,
    /// MTD(f): alpha-beta with windows of one point and a table, around a guess.
    Mtd,
}

impl Pruning {
    pub(super) const ALL: [Self; 4] = [Self::Minimax, Self::AlphaBeta, Self::NegaScout, Self::Mtd];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Minimax => "minimax",
            Self::AlphaBeta => "alpha-beta",
            Self::NegaScout => "NegaScout (PVS)",
            Self::Mtd => "MTD(f)",
        }
    }
}

/// A search: its evaluation, and what it has counted.
pub(super) struct TreeSearch<'a, const W: usize> {
    pub(super) judge: &'a mut Judge<W>,
    pub(super) measure: Measure,
    /// Moves tried in a position, those with the best value after them.
    pub(super) width: usize,
    /// Positions at which the search arrived.
    pub(super) nodes: u64,
    /// The moves of positions, best first with their values: every search sees the same, and computes them once.
    pub(super) moves: FxHashMap<u128, Vec<(i32, Cell)>>,
    /// Bounds of MTD(f), by position and depth.
    bounds: FxHashMap<(u128, u32), [i32; 2]>,
    /// Whether the search is to end; its value then means nothing.
    pub(super) over: &'a dyn Fn() -> bool,
    stopped: bool,
}

impl<'a, const W: usize> TreeSearch<'a, W> {
    pub(super) fn new(
        judge: &'a mut Judge<W>,
        measure: Measure,
        width: usize,
        over: &'a dyn Fn() -> bool,
    ) -> Self {
        Self {
            judge,
            measure,
            width,
            nodes: 0,
            moves: FxHashMap::default(),
            bounds: FxHashMap::default(),
            over,
            stopped: false,
        }
    }

    /// The value of a position for the side to move, searched this deep.
    pub(super) fn value(&mut self, position: &Position<W>, depth: u32, pruning: Pruning) -> i32 {
        match pruning {
            Pruning::Minimax => self.minimax(position, depth),
            Pruning::AlphaBeta => self.alpha_beta(position, depth, [-WIN - 1, WIN + 1], false),
            Pruning::NegaScout => self.alpha_beta(position, depth, [-WIN - 1, WIN + 1], true),
            Pruning::Mtd => self.mtd(position, depth),
        }
    }

    /// The best move, by NegaScout; none if it was stopped before the first move had a value.
    pub(super) fn best(&mut self, position: &Position<W>, depth: u32) -> Option<Cell> {
        let mut best = None;
        let mut alpha = -WIN - 1;
        for (_, cell) in self.tries(position) {
            let child = position.child(cell);
            let mut value = -self.alpha_beta(&child, depth - 1, [-alpha - 1, -alpha], true);
            if value > alpha && !self.stopped {
                value = -self.alpha_beta(&child, depth - 1, [-WIN - 1, -alpha], true);
            }
            if self.stopped {
                return None;
            }
            if value > alpha {
                (alpha, best) = (value, Some(cell));
            }
        }
        best
    }

    /// The moves to try, the most promising first. The values are those of the side to move.
    fn tries(&mut self, position: &Position<W>) -> Vec<(i32, Cell)> {
        if let Some(tries) = self.moves.get(&position.hash()) {
            return tries.clone();
        }
        let mut tries: Vec<(i32, Cell)> = Vec::new();
        for cell in position.empty_cells() {
            tries.push((-self.judge.value(&position.child(cell), self.measure), cell));
        }
        tries.sort_by_key(|&(value, cell)| (std::cmp::Reverse(value), cell));
        tries.truncate(self.width);
        self.moves.insert(position.hash(), tries.clone());
        tries
    }

    /// The value at the end of a line: of a game that is over, or at depth 0.
    fn leaf(&mut self, position: &Position<W>, depth: u32) -> Option<i32> {
        self.nodes += 1;
        self.stopped |= self.nodes.is_multiple_of(16) && (self.over)();
        match position.winner() {
            _ if self.stopped => Some(0),
            // Sooner wins are better.
            Some(winner) if winner == position.to_move() => Some(WIN - 100 + depth as i32),
            Some(_) => Some(100 - WIN - depth as i32),
            None if depth == 0 => Some(self.judge.value(position, self.measure)),
            None => None,
        }
    }

    fn minimax(&mut self, position: &Position<W>, depth: u32) -> i32 {
        if let Some(value) = self.leaf(position, depth) {
            return value;
        }
        let tries = self.tries(position);
        tries
            .into_iter()
            .map(|(_, cell)| -self.minimax(&position.child(cell), depth - 1))
            .max()
            .unwrap_or(-WIN)
    }

    fn alpha_beta(
        &mut self,
        position: &Position<W>,
        depth: u32,
        [mut alpha, beta]: [i32; 2],
        scout: bool,
    ) -> i32 {
        if let Some(value) = self.leaf(position, depth) {
            return value;
        }
        let mut best = -WIN - 1;
        for (index, (_, cell)) in self.tries(position).into_iter().enumerate() {
            let child = position.child(cell);
            let value = if scout && index > 0 {
                let test = -self.alpha_beta(&child, depth - 1, [-alpha - 1, -alpha], scout);
                let inside = test > alpha && test < beta;
                if inside { -self.alpha_beta(&child, depth - 1, [-beta, -test], scout) } else { test }
            } else {
                -self.alpha_beta(&child, depth - 1, [-beta, -alpha], scout)
            };
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta || self.stopped {
                break;
            }
        }
        best
    }

    fn mtd(&mut self, position: &Position<W>, depth: u32) -> i32 {
        self.bounds.clear();
        let mut guess = self.judge.value(position, self.measure);
        let [mut low, mut high] = [-WIN - 1, WIN + 1];
        while low < high && !self.stopped {
            let beta = if guess == low { guess + 1 } else { guess };
            guess = self.bounded(position, depth, beta);
            if guess < beta { high = guess } else { low = guess }
        }
        guess
    }

    /// Alpha-beta with a window of one point below `beta`, and bounds from a table.
    fn bounded(&mut self, position: &Position<W>, depth: u32, beta: i32) -> i32 {
        let key = (position.hash(), depth);
        let [low, high] = self.bounds.get(&key).copied().unwrap_or([-WIN - 1, WIN + 1]);
        if low >= beta {
            return low;
        }
        if high < beta {
            return high;
        }
        let value = match self.leaf(position, depth) {
            Some(value) => {
                self.bounds.insert(key, [value, value]);
                return value;
            }
            None => {
                let mut best = -WIN - 1;
                for (_, cell) in self.tries(position) {
                    best = best.max(-self.bounded(&position.child(cell), depth - 1, 1 - beta));
                    if best >= beta || self.stopped {
                        break;
                    }
                }
                best
            }
        };
        let bounds = if value >= beta { [value.max(low), high] } else { [low, value.min(high)] };
        self.bounds.insert(key, bounds);
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_searches_find_the_same_value() {
        let size = BoardSize::square(4).expect("a board");
        let mut judge = Judge::<1>::new(size, [1.0; 3]);
        let mut position = Position::<1>::empty(size);
        for name in ["b2", "c3", "c2"] {
            position.play(size.cell(name).expect("a cell")).expect("an empty cell");
            for measure in Measure::ALL {
                let values = Pruning::ALL.map(|pruning| {
                    TreeSearch::new(&mut judge, measure, 6, &|| false).value(&position, 3, pruning)
                });
                assert!(
                    values.iter().all(|value| *value == values[0]),
                    "{measure:?}: {values:?}\n{position}"
                );
            }
        }
    }
}
