//! The states of the frontier: how the cells that the sweep has just left are joined among themselves and to the top.
//!
//! The sweep fills the board row by row, from left to right. Between two cells its frontier is `width` cells: those of
//! the current row that are filled, and above the others the cells of the row before. The seam is no exception: the last
//! filled cell touches the first cell of the old row, as `x` touches `y` in
//!
//! ```text
//!   . . . y o o      y and o: the old row above the cells still to be filled
//!    o o x ? . .     o and x: the current row; ? is filled next and touches x, y and the cell right of y
//! ```
//!
//! so the frontier is always a chain of `width` cells in which neighbours touch, and one set of states and one table for
//! each column serve the whole board. A state says of every cell of the chain whether it is White's, Black's and joined
//! to the top edge, or in which other group of Black's it is. Groups cannot cross (the board is flat), so there are few
//! states: 29,964 for a width of 11, 649,845 for 14; about 2.8 times as many for each column more. Where no cell is
//! joined to the top, White has cut Black off and has won; this state is a sink and has the number 0.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

/// The widest frontier that is supported. Four bits a label allow this width, and its tables take some 0.7 GB.
pub const MAX_WIDTH: usize = 16;

/// The state in which White has won.
pub(crate) const CUT_OFF: u32 = 0;
/// The state above the first row: all of the edge is joined to the top.
pub(crate) const START: u32 = 1;

const WHITE: u8 = 0;
const TOP: u8 = 1;
const UNUSED: u8 = 16;

/// All states of one width and where each cell's colour leads from each state.
#[derive(Debug)]
pub(crate) struct Frontier {
    /// For each column and state, the state after a black and after a white cell in that column.
    steps: Vec<Vec<[u32; 2]>>,
    /// For each column, the most steps that lead to one state other than the sink.
    fan_in: Vec<usize>,
}

impl Frontier {
    /// The tables of a width, made once and kept for the life of the program.
    ///
    /// # Panics
    /// If the width is not in `1..=MAX_WIDTH`.
    pub(crate) fn of(width: usize) -> &'static Self {
        static SHELF: [OnceLock<Frontier>; MAX_WIDTH + 1] = [const { OnceLock::new() }; MAX_WIDTH + 1];
        assert!((1..=MAX_WIDTH).contains(&width), "no frontier of width {width}");
        SHELF[width].get_or_init(|| Self::new(width))
    }

    fn new(width: usize) -> Self {
        let start = (0..width).fold(0, |code, cell| code | u64::from(TOP) << (4 * cell));
        // Numbers are given in the order of discovery, so that the list of states is also the list of work.
        let mut states = vec![0, start];
        let mut numbers = FxHashMap::from_iter([(0, CUT_OFF), (start, START)]);
        let mut steps = vec![vec![[CUT_OFF; 2]]; width];
        let mut next = START as usize;
        while next < states.len() {
            let labels = unpack(states[next]);
            for (column, steps) in steps.iter_mut().enumerate() {
                let targets = [black(labels, width, column), white(labels, width, column)];
                steps.push(targets.map(|code| {
                    *numbers.entry(code).or_insert_with(|| {
                        states.push(code);
                        states.len() as u32 - 1
                    })
                }));
            }
            next += 1;
        }
        let fan_in = steps.iter().map(|steps| fan_in(steps)).collect();
        Self { steps, fan_in }
    }

    /// Number of states, the sink included.
    pub(crate) fn states(&self) -> usize {
        self.steps[0].len()
    }

    /// The states after a black and a white cell in this column, for each state.
    pub(crate) fn steps(&self, column: usize) -> &[[u32; 2]] {
        &self.steps[column]
    }

    /// The most steps that lead to one state other than the sink: how many numbers a sweep adds up at most.
    pub(crate) fn fan_in(&self, column: usize) -> usize {
        self.fan_in[column]
    }
}

/// Labels of the cells of a frontier.
type Labels = [u8; MAX_WIDTH];

fn unpack(code: u64) -> Labels {
    std::array::from_fn(|cell| (code >> (4 * cell) & 15) as u8)
}

/// The state after a black cell: it joins the groups of its three filled neighbours, or is a new group.
fn black(mut labels: Labels, width: usize, column: usize) -> u64 {
    let left = if column > 0 { labels[column - 1] } else { WHITE };
    let upper_right = if column + 1 < width { labels[column + 1] } else { WHITE };
    let touched = [left, labels[column], upper_right];
    let joined = touched.into_iter().filter(|&label| label != WHITE).min();
    if let Some(joined) = joined {
        for label in &mut labels[..width] {
            if *label != WHITE && touched.contains(label) {
                *label = joined;
            }
        }
    }
    labels[column] = joined.unwrap_or(UNUSED);
    pack(labels, width)
}

/// The state after a white cell.
fn white(mut labels: Labels, width: usize, column: usize) -> u64 {
    labels[column] = WHITE;
    pack(labels, width)
}

/// Numbers the groups in the order of their first cells, so that equal states have equal codes. A state without a cell
/// that is joined to the top is the sink.
fn pack(labels: Labels, width: usize) -> u64 {
    let mut names = [None; UNUSED as usize + 1];
    names[usize::from(WHITE)] = Some(WHITE);
    names[usize::from(TOP)] = Some(TOP);
    let mut unused = TOP + 1;
    let mut code = 0;
    let mut joined_to_top = false;
    for (cell, &label) in labels[..width].iter().enumerate() {
        let name = names[usize::from(label)].unwrap_or_else(|| {
            names[usize::from(label)] = Some(unused);
            unused += 1;
            unused - 1
        });
        joined_to_top |= name == TOP;
        code |= u64::from(name) << (4 * cell);
    }
    if joined_to_top { code } else { 0 }
}

fn fan_in(steps: &[[u32; 2]]) -> usize {
    let mut counts = vec![0; steps.len()];
    for &target in steps[START as usize..].iter().flatten() {
        counts[target as usize] += 1;
    }
    counts[START as usize..].iter().copied().max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of states for widths 1 to 12, without the sink: those of an independent enumeration with dictionaries of
    /// label tuples, and of a formula. `k` runs of black cells can be placed in `binomial(n + 1, 2 k)` ways; runs that are
    /// joined to the top divide the others into stretches, and within a stretch groups are non-crossing partitions, which
    /// Catalan's numbers count: the third power of their series has the coefficients `3 binomial(2 k + 1, k - 1) / (2 k + 1)`.
    #[test]
    fn numbers_of_states() {
        fn binomial(n: usize, k: usize) -> usize {
            (0..k).fold(1, |product, i| product * (n - i) / (i + 1))
        }
        let formula = |n: usize| -> usize {
            let runs = 1..=n.div_ceil(2);
            runs.map(|k| binomial(n + 1, 2 * k) * 3 * binomial(2 * k + 1, k - 1) / (2 * k + 1)).sum()
        };
        let numbers: Vec<usize> = (1..=12).map(|width| Frontier::of(width).states() - 1).collect();
        assert_eq!(numbers, [1, 3, 9, 25, 69, 189, 518, 1422, 3915, 10813, 29964, 83304]);
        assert_eq!(numbers, (1..=12).map(formula).collect::<Vec<_>>());
        assert_eq!([14, 16].map(formula), [649_845, 5_126_520]);
    }

    #[test]
    fn the_sink_leads_to_itself() {
        for width in 1..=8 {
            for column in 0..width {
                assert_eq!(Frontier::of(width).steps(column)[CUT_OFF as usize], [CUT_OFF; 2]);
            }
        }
    }

    /// A group that leaves the frontier must not be mistaken for one that stays, and joining must rename every cell of
    /// the joined groups: a frontier of two groups and the top, joined step by step.
    #[test]
    fn joining_groups() {
        let code = |labels: &[u8]| {
            let mut all = [WHITE; MAX_WIDTH];
            all[..labels.len()].copy_from_slice(labels);
            pack(all, labels.len())
        };
        let labels = unpack(code(&[2, 0, 1, 0, 2, 0, 3]));
        assert_eq!(black(labels, 7, 1), code(&[1, 1, 1, 0, 1, 0, 2]));
        assert_eq!(black(labels, 7, 5), code(&[2, 0, 1, 0, 2, 2, 2]));
        assert_eq!(white(labels, 7, 2), 0);
        assert_eq!(white(labels, 7, 0), code(&[0, 0, 1, 0, 2, 0, 3]));
    }
}
