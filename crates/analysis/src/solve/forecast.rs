//! How long a search will take: before it starts, from what the network thinks of the position, and while it runs, from the
//! history of its proof numbers.
//!
//! Both are fitted to searches of this solver (docs/explanation/solver.md, "Forecasts"), and say how far off they may be.

use std::{ops::RangeInclusive, time::Duration};

use board::{Cell, Position};
use serde::Serialize;
use solver::{Bounds, move_ordering_network};
use utoipa::ToSchema;

/// How many nodes to expect: in two cases of three the truth lies between the value divided by the factor and the value times
/// the factor.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NodeForecast {
    /// The middle.
    pub value: f64,
    /// From 1 on.
    pub factor: f64,
}

impl NodeForecast {
    /// Of a logarithm and its standard deviation.
    fn of_log(log: f64, deviation: f64) -> Self {
        Self { value: log.exp(), factor: deviation.exp() }
    }
}

/// What is expected of the search after a move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MoveForecast {
    /// The move.
    pub cell: Cell,
    /// How sure the network is of the winner: the absolute logit of its value.
    pub certainty: f64,
    /// Positions that a search with an empty table will examine; none where no searches of such positions are known.
    pub nodes: Option<NodeForecast>,
}

/// The sides of the square boards whose openings have a forecast.
const SIDES: RangeInclusive<usize> = 7..=11;

/// The logarithm of an opening's nodes on 7x7 where the network is not sure at all, ...
const NODES: f64 = 8.88;
/// ... what each row more adds, ...
const NODES_OF_ROW: f64 = 4.14;
/// ... what certainty takes away, ...
const NODES_OF_CERTAINTY: f64 = 0.41;
/// ... and the standard deviation of what is left: on 7x7 and 8x8, which this is fitted to, ...
const NODES_DEVIATION: f64 = 0.95;
/// ... and of what each row beyond them may be worth besides.
const ROW_DEVIATION: f64 = 1.0;

/// What to expect after each of these moves, the easiest first: those where the network is surest of the winner.
#[must_use]
pub fn forecast_moves(position: &Position, cells: &[Cell]) -> Vec<MoveForecast> {
    let size = position.size();
    let mut network = move_ordering_network(size);
    let is_opening = position.occupied().is_empty() && size.is_square() && SIDES.contains(&size.cols());
    let mut forecast = |cell: Cell| {
        let child = position.child(cell);
        // A value that rounds to 0 or 1 says no more than one near to it.
        let value = f64::from(network.evaluate(&child, false).win_probability()).clamp(1e-6, 1.0 - 1e-6);
        let certainty = (value / (1.0 - value)).ln().abs();
        let rows = size.cols() as f64 - 7.0;
        let log = NODES + NODES_OF_ROW * rows - NODES_OF_CERTAINTY * certainty;
        let deviation = NODES_DEVIATION.hypot(ROW_DEVIATION * (rows - 1.0).max(0.0));
        let nodes = is_opening.then(|| NodeForecast::of_log(log, deviation));
        MoveForecast { cell, certainty, nodes }
    };
    let mut forecasts: Vec<MoveForecast> = cells.iter().map(|&cell| forecast(cell)).collect();
    forecasts.sort_by(|a, b| b.certainty.total_cmp(&a.certainty).then(a.cell.cmp(&b.cell)));
    forecasts
}

/// What all of these searches of one board together will examine; none where one of them has no forecast. What the board is
/// worth is the same error for all, the rest of their errors is taken for independent.
#[must_use]
pub fn forecast_all(forecasts: &[MoveForecast]) -> Option<NodeForecast> {
    let (mut sum, mut variance, mut common) = (0.0, 0.0, 0.0_f64);
    let square = NODES_DEVIATION.powi(2);
    for forecast in forecasts {
        let NodeForecast { value, factor } = forecast.nodes?;
        // The mean and the variance of a number whose logarithm is normal.
        let mean = value * (square / 2.0).exp();
        sum += mean;
        variance += mean.powi(2) * square.exp_m1();
        common = common.max((factor.ln().powi(2) - square).max(0.0).sqrt());
    }
    let deviation = (variance / (sum * sum)).ln_1p().sqrt().hypot(common);
    (sum > 0.0).then(|| NodeForecast { value: sum, factor: deviation.exp() })
}

/// The time that a search still takes.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
pub struct TimeLeft {
    /// The middle, in seconds.
    pub seconds: f64,
    /// In two cases of three it is at least this, ...
    pub least: f64,
    /// ... and at most this.
    pub most: f64,
}

/// The smaller of the root's numbers is heard each time that the nodes have grown by this part, ...
const STEP: u64 = 10;
/// ... and the last ones count, so that one line of play does not say everything.
const RECENT: usize = 5;
/// No forecast before this many nodes.
const FIRST: u64 = 64;

/// The logarithm of all nodes of a search, where everything below is 0, ...
const ALL: f64 = -1.37;
/// ... how it grows with the logarithm of the nodes so far, ...
const ALL_OF_NODES: f64 = 0.17;
/// ... with that of the smaller number of the root, ...
const ALL_OF_NUMBER: f64 = 0.96;
/// ... with the empty cells, ...
const ALL_OF_EMPTY: f64 = 0.051;
/// ... and the standard deviation of what is left.
const ALL_DEVIATION: f64 = 0.8;

/// Says how long a search still takes, from the history of the root's proof numbers. What is left to prove shows in the smaller
/// of the two.
#[derive(Debug, Clone)]
pub struct Forecaster {
    /// Empty cells of the position.
    empty: usize,
    /// When the numbers are heard next.
    next: u64,
    /// Logarithms of the smaller number.
    recent: [f64; RECENT],
    heard: usize,
}

impl Forecaster {
    /// Of the search of a position that has heard nothing yet.
    #[must_use]
    pub fn new(position: &Position) -> Self {
        Self { empty: position.empty_cells().len(), next: 0, recent: [0.0; RECENT], heard: 0 }
    }

    /// Hears the root's numbers after `nodes` nodes. Fewer nodes than before belong to another search and are left out.
    pub fn hear(&mut self, nodes: u64, bounds: Bounds) {
        if nodes < self.next || bounds.is_solved() {
            return;
        }
        self.next = nodes + 1 + nodes / STEP;
        self.recent[self.heard % RECENT] = f64::from(bounds.proof.min(bounds.disproof)).ln();
        self.heard += 1;
    }

    /// The time left from the nodes and the time so far; none while there is too little to go by.
    #[must_use]
    pub fn left(&self, nodes: u64, elapsed: Duration) -> Option<TimeLeft> {
        if nodes < FIRST || self.heard < RECENT {
            return None;
        }
        let number = self.recent.iter().sum::<f64>() / RECENT as f64;
        let done = (nodes as f64).ln();
        let all = ALL + ALL_OF_NODES * done + ALL_OF_NUMBER * number + ALL_OF_EMPTY * self.empty as f64;
        // What is left is never nothing while the search goes on.
        let left = |all: f64| elapsed.as_secs_f64() * (all - done).exp_m1().max(LEAST_LEFT);
        Some(TimeLeft {
            seconds: left(all),
            least: left(all - ALL_DEVIATION),
            most: left(all + ALL_DEVIATION),
        })
    }
}

/// The least that is said to be left, as a part of the time so far.
const LEAST_LEFT: f64 = 0.05;

#[cfg(test)]
mod tests {
    use board::BoardSize;

    use super::*;

    #[test]
    fn openings_come_easiest_first() {
        let size = BoardSize::square(7).unwrap();
        let cells = size.cells_named("a4 d4 f2 b4").unwrap();
        let forecasts = forecast_moves(&Position::empty(size), &cells);
        let order: Vec<String> = forecasts.iter().map(|it| size.name(it.cell).to_string()).collect();
        // By nodes: 92, 146, 12,612 and 2,552.
        assert_eq!(order[..2], ["f2", "d4"]);
        let [easy, hard] = [0, 3].map(|place| forecasts[place].nodes.unwrap());
        assert!(easy.value < hard.value && easy.factor > 1.0);
        assert!(easy.value < 1000.0 && hard.value > 500.0, "{easy:?} {hard:?}");
    }

    #[test]
    fn all_openings_are_forecast_within_the_error() {
        // Nodes of all openings: docs/explanation/solver.md.
        for (side, truth) in [(7, 34_107.0), (8, 3_980_000.0)] {
            let size = BoardSize::square(side).unwrap();
            let cells: Vec<Cell> = size.iter().take(size.cells().div_ceil(2)).collect();
            let NodeForecast { value, factor } =
                forecast_all(&forecast_moves(&Position::empty(size), &cells)).unwrap();
            let off = (truth / value).ln().abs();
            assert!(off < 2.0 * factor.ln(), "{side}: {value} within {factor}, found {truth}");
        }
        let size = BoardSize::square(4).unwrap();
        let cells: Vec<Cell> = size.iter().collect();
        assert_eq!(forecast_all(&forecast_moves(&Position::empty(size), &cells)), None);
    }

    #[test]
    fn the_time_left_follows_the_numbers() {
        let size = BoardSize::square(7).unwrap();
        let mut forecaster = Forecaster::new(&Position::empty(size));
        let hundred = Duration::from_secs(100);
        assert_eq!(forecaster.left(1000, hundred), None);
        for nodes in 1..=1000 {
            forecaster.hear(nodes, Bounds { proof: 800, disproof: 1200 });
        }
        let early = forecaster.left(1000, hundred).unwrap();
        assert!(early.least < early.seconds && early.seconds < early.most);
        // Numbers of another search, and of the end, are left out.
        forecaster.hear(5, Bounds { proof: 8, disproof: 8 });
        forecaster.hear(2000, Bounds::WIN);
        assert_eq!(forecaster.left(1000, hundred), Some(early));
        for nodes in 1001..=2000 {
            forecaster.hear(nodes, Bounds { proof: 100, disproof: 1200 });
        }
        let late = forecaster.left(2000, 2 * hundred).unwrap();
        assert!(late.seconds < early.seconds && late.least > 0.0, "{early:?} {late:?}");
    }
}
