//! A small tree search with Gumbel root selection (Danihelka, Guez, Schrittwieser, Silver 2022) that stops at each leaf
//! until somebody evaluates it.
//!
//! At the root, the moves with the greatest prior plus Gumbel noise share the visits by sequential halving; below it,
//! visits follow the improved policy. What comes out is a move, and the improved policy `softmax(log prior + sigma(q))`
//! as the target for learning: better than the prior with any number of visits. Won leaves are exact.
//!
//! Priors are bfloat16 numbers as they came from the evaluator. Non-negative ones order like their bits, so that the best
//! move without a child is the largest of an array of integers; a move that gets a child is set to zero there and keeps
//! its prior in the child.

use board::{Cell, Position};

use super::view::Viewer;

/// The evaluator's output for a position.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Evaluation<'a> {
    /// Probability that the side to move wins.
    pub(crate) value: f32,
    /// Probability of each move as bfloat16, in the numbering of the view; 0 for occupied cells.
    pub(crate) priors: &'a [u16],
}

/// How long a search is and how it explores.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Budget {
    pub(crate) visits: u32,
    pub(crate) considered: usize,
}

/// Scale of values against log priors: `(VISIT_OFFSET + most visits) * VALUE_SCALE * q`. The offset is the paper's. Its
/// scale of 1 for values from -1 to 1 would be 2 here; a quarter of it trusts a young network less.
const VISIT_OFFSET: f32 = 50.0;
const VALUE_SCALE: f32 = 0.5;

const NONE: u32 = u32::MAX;

/// A position of the tree. A node's children hang on a list that begins with the youngest.
#[derive(Debug, Clone, Copy)]
struct Node<const W: usize> {
    position: Position<W>,
    /// The move that led here, in the view of the side that made it, its prior, and whether it won.
    cell: u16,
    won: bool,
    prior: f32,
    visits: u32,
    /// Sum over the visits of the value for the side that moved here.
    sum: f32,
    /// The evaluator's output, for the side to move.
    value: f32,
    /// Sum of the priors of the children.
    mass: f32,
    first_child: u32,
    next_sibling: u32,
}

impl<const W: usize> Node<W> {
    fn q(&self) -> f32 {
        self.sum / self.visits as f32
    }
}

/// A root move that is still in the running.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    cell: u16,
    /// Gumbel noise plus log prior.
    score: f32,
    node: u32,
}

/// A search of one position. Its buffers are kept from one search to the next.
#[derive(Debug)]
pub(crate) struct Search<const W: usize> {
    nodes: Vec<Node<W>>,
    priors: Vec<u16>,
    cells: usize,
    candidates: Vec<Candidate>,
    /// For each visit, how many visits the candidate that gets it has had.
    schedule: Vec<u32>,
    visit: usize,
    path: Vec<u32>,
}

impl<const W: usize> Search<W> {
    pub(crate) fn new(cells: usize) -> Self {
        Self {
            nodes: Vec::new(),
            priors: Vec::new(),
            cells,
            candidates: Vec::new(),
            schedule: Vec::new(),
            visit: 0,
            path: Vec::new(),
        }
    }

    /// Begins a search at an evaluated position. `noise` gives the Gumbel noise of each move, scaled as wanted.
    pub(crate) fn begin(
        &mut self,
        position: &Position<W>,
        evaluation: Evaluation<'_>,
        budget: Budget,
        mut noise: impl FnMut() -> f32,
    ) {
        self.nodes.clear();
        self.priors.clear();
        self.candidates.clear();
        self.visit = 0;
        self.push(*position, 0, 0.0);
        self.expand(0, evaluation);
        for (cell, &bits) in evaluation.priors.iter().enumerate() {
            if bits != 0 {
                let score = prior(bits).ln() + noise();
                self.candidates.push(Candidate { cell: cell as u16, score, node: NONE });
            }
        }
        // An evaluator may round every prior to zero, or give weight to stones only; the empty cells then share.
        if self.candidates.is_empty() {
            let color = position.to_move();
            let viewer = Viewer::new(position.size());
            for cell in position.empty_cells() {
                let cell = viewer.cell(cell, color).index() as u16;
                self.candidates.push(Candidate { cell, score: noise(), node: NONE });
            }
        }
        self.candidates.sort_unstable_by(|a, b| b.score.total_cmp(&a.score).then(a.cell.cmp(&b.cell)));
        self.candidates.truncate(budget.considered.max(1));
        considered_visits(self.candidates.len(), budget.visits, &mut self.schedule);
    }

    /// Goes on until a leaf needs an evaluation, which [`Search::supply`] brings, or until the visits are spent.
    pub(crate) fn advance(&mut self, viewer: &Viewer) -> Option<&Position<W>> {
        while self.visit < self.schedule.len() {
            let leaf = self.descend(viewer);
            if self.nodes[leaf as usize].won {
                self.back_up(1.0);
            } else {
                return Some(&self.nodes[leaf as usize].position);
            }
        }
        None
    }

    /// Evaluates the leaf that [`Search::advance`] stopped at.
    pub(crate) fn supply(&mut self, evaluation: Evaluation<'_>) {
        let leaf = self.path.last().copied().unwrap_or(0);
        self.expand(leaf, evaluation);
        self.back_up(1.0 - evaluation.value);
    }

    /// The move to play, in the numbering of the view.
    pub(crate) fn chosen(&self) -> Cell {
        let most = self.most_root_visits();
        let best = self
            .candidates
            .iter()
            .filter(|candidate| self.visits(candidate) == most)
            .max_by(|a, b| self.rank(a, most).total_cmp(&self.rank(b, most)));
        Cell::from_index_unchecked(best.map_or(0, |candidate| usize::from(candidate.cell)))
    }

    /// The value of the root under its improved policy, for the side to move.
    pub(crate) fn value(&self) -> f32 {
        let root = &self.nodes[0];
        let mixed = self.mixed_value(0);
        let scale = self.scale(0);
        let (mut weights, mut values) = (0.0, 0.0);
        let mut unvisited = 1.0f32;
        for child in self.children(0) {
            let weight = child.prior * ((child.q() - mixed) * scale).exp();
            weights += weight;
            values += weight * child.q();
            unvisited -= child.prior;
        }
        let rest = unvisited.max(0.0);
        let total = weights + rest;
        if total > 0.0 { (values + rest * mixed) / total } else { root.value }
    }

    /// Writes the improved policy as probabilities times 65,535, in the numbering of the view.
    pub(crate) fn policy(&self, into: &mut Vec<u16>) {
        let mixed = self.mixed_value(0);
        let scale = self.scale(0);
        // Relative to the mixed value, so that moves without a visit keep their prior as weight.
        let mut weights: Vec<f32> = self.priors[..self.cells].iter().map(|&bits| prior(bits)).collect();
        let largest = self.children(0).map(Node::q).fold(mixed, f32::max);
        let unvisited = ((mixed - largest) * scale).exp();
        weights.iter_mut().for_each(|weight| *weight *= unvisited);
        for child in self.children(0) {
            weights[usize::from(child.cell)] = child.prior * ((child.q() - largest) * scale).exp();
        }
        let total: f32 = weights.iter().sum();
        into.clear();
        if total > 0.0 {
            into.extend(weights.iter().map(|weight| (weight / total * 65_535.0).round() as u16));
        } else {
            into.resize(self.cells, 0);
            into[self.chosen().index()] = u16::MAX;
        }
    }

    /// The evaluator's output for the position after the chosen move, if the search asked for it.
    pub(crate) fn evaluation_after(&self, chosen: Cell, priors: &mut Vec<u16>) -> Option<f32> {
        let found = self.candidates.iter().find(|candidate| usize::from(candidate.cell) == chosen.index())?;
        let node = self.nodes.get(found.node as usize).filter(|node| !node.won && node.visits > 0)?;
        let from = found.node as usize * self.cells;
        priors.clear();
        priors.extend_from_slice(&self.priors[from..from + self.cells]);
        for child in self.children(found.node) {
            priors[usize::from(child.cell)] = bits(child.prior);
        }
        Some(node.value)
    }

    /// Walks from the root to a leaf, which is made, and leaves the way in `path`.
    fn descend(&mut self, viewer: &Viewer) -> u32 {
        self.path.clear();
        self.path.push(0);
        let candidate = self.next_candidate();
        let mut node = self.candidates[candidate].node;
        if node == NONE {
            node = self.make_child(0, self.candidates[candidate].cell, viewer);
            self.candidates[candidate].node = node;
            self.path.push(node);
            return node;
        }
        self.path.push(node);
        while !self.nodes[node as usize].won {
            match self.select(node) {
                Selected::Child(child) => {
                    self.path.push(child);
                    node = child;
                }
                Selected::New(cell) => {
                    let child = self.make_child(node, cell, viewer);
                    self.path.push(child);
                    return child;
                }
            }
        }
        node
    }

    /// The candidate whose turn it is: the best of those with as many visits as the schedule says.
    fn next_candidate(&self) -> usize {
        let due = self.schedule[self.visit];
        let most = self.most_root_visits();
        (0..self.candidates.len())
            .filter(|&index| self.visits(&self.candidates[index]) == due)
            .max_by(|&a, &b| {
                self.rank(&self.candidates[a], most).total_cmp(&self.rank(&self.candidates[b], most))
            })
            .unwrap_or(0)
    }

    /// The move whose visits lag most behind the improved policy.
    fn select(&self, node: u32) -> Selected {
        let mixed = self.mixed_value(node);
        let scale = self.scale(node);
        let parent = &self.nodes[node as usize];
        let mut total = (1.0 - parent.mass).max(0.0);
        for child in self.children(node) {
            total += child.prior * ((child.q() - mixed) * scale).exp();
        }
        // One of the node's visits was its own evaluation, so these are its children's visits plus one.
        let share = 1.0 / parent.visits.max(1) as f32;
        let from = node as usize * self.cells;
        let (cell, largest) = largest(&self.priors[from..from + self.cells]);
        let mut best =
            (if largest > 0 { prior(largest) / total } else { f32::NEG_INFINITY }, Selected::New(cell));
        let mut index = parent.first_child;
        while index != NONE {
            let child = &self.nodes[index as usize];
            let lag = child.prior * ((child.q() - mixed) * scale).exp() / total - child.visits as f32 * share;
            if lag > best.0 {
                best = (lag, Selected::Child(index));
            }
            index = child.next_sibling;
        }
        if best.0 == f32::NEG_INFINITY {
            // Every prior rounded to zero and there is no child: any empty cell.
            let position = &parent.position;
            let seen = Viewer::new(position.size()).cells(position.empty_cells(), position.to_move());
            return Selected::New(seen.first().map_or(0, |cell| cell.index() as u16));
        }
        best.1
    }

    /// The value of a node's position from its evaluation and its children, for the side to move (the paper's `v_mix`).
    fn mixed_value(&self, node: u32) -> f32 {
        let parent = &self.nodes[node as usize];
        let (mut visits, mut mass, mut weighted) = (0, 0.0, 0.0);
        for child in self.children(node) {
            visits += child.visits;
            mass += child.prior;
            weighted += child.prior * child.q();
        }
        if mass <= 0.0 {
            return parent.value;
        }
        let visits = visits as f32;
        (parent.value + visits * weighted / mass) / (1.0 + visits)
    }

    fn scale(&self, node: u32) -> f32 {
        let most = self.children(node).map(|child| child.visits).max().unwrap_or(0);
        (VISIT_OFFSET + most as f32) * VALUE_SCALE
    }

    fn visits(&self, candidate: &Candidate) -> u32 {
        self.nodes.get(candidate.node as usize).map_or(0, |node| node.visits)
    }

    fn most_root_visits(&self) -> u32 {
        self.candidates.iter().map(|candidate| self.visits(candidate)).max().unwrap_or(0)
    }

    fn rank(&self, candidate: &Candidate, most_visits: u32) -> f32 {
        let Some(node) = self.nodes.get(candidate.node as usize) else { return candidate.score };
        candidate.score + (VISIT_OFFSET + most_visits as f32) * VALUE_SCALE * node.q()
    }

    fn children(&self, node: u32) -> impl Iterator<Item = &Node<W>> {
        let mut index = self.nodes[node as usize].first_child;
        std::iter::from_fn(move || {
            let child = self.nodes.get(index as usize)?;
            index = child.next_sibling;
            Some(child)
        })
    }

    fn make_child(&mut self, parent: u32, cell: u16, viewer: &Viewer) -> u32 {
        let index = self.nodes.len() as u32;
        let at = parent as usize * self.cells + usize::from(cell);
        let prior = prior(std::mem::take(&mut self.priors[at]));
        let node = &mut self.nodes[parent as usize];
        let color = node.position.to_move();
        let played = viewer.cell(Cell::from_index_unchecked(usize::from(cell)), color);
        let position = node.position.child(played);
        let next_sibling = std::mem::replace(&mut node.first_child, index);
        node.mass += prior;
        self.push(position, cell, prior);
        let child = &mut self.nodes[index as usize];
        child.next_sibling = next_sibling;
        child.won = position.has_won(color);
        index
    }

    fn push(&mut self, position: Position<W>, cell: u16, prior: f32) {
        self.nodes.push(Node {
            position,
            cell,
            won: false,
            prior,
            visits: 0,
            sum: 0.0,
            value: 0.5,
            mass: 0.0,
            first_child: NONE,
            next_sibling: NONE,
        });
        self.priors.resize(self.nodes.len() * self.cells, 0);
    }

    fn expand(&mut self, node: u32, evaluation: Evaluation<'_>) {
        debug_assert_eq!(evaluation.priors.len(), self.cells);
        self.nodes[node as usize].value = evaluation.value;
        let from = node as usize * self.cells;
        self.priors[from..from + self.cells].copy_from_slice(evaluation.priors);
    }

    /// Adds a visit to the path. `value` is for the side that moved to the leaf.
    fn back_up(&mut self, mut value: f32) {
        for &node in self.path.iter().rev() {
            let node = &mut self.nodes[node as usize];
            node.visits += 1;
            node.sum += value;
            value = 1.0 - value;
        }
        self.visit += 1;
    }
}

enum Selected {
    Child(u32),
    New(u16),
}

/// The number that bfloat16 bits stand for.
pub(crate) fn prior(bits: u16) -> f32 {
    f32::from_bits(u32::from(bits) << 16)
}

/// The bits of a number that [`prior`] gave.
fn bits(prior: f32) -> u16 {
    (prior.to_bits() >> 16) as u16
}

/// The largest number of a row and where it is first.
fn largest(row: &[u16]) -> (u16, u16) {
    // Two passes, since the first is a few vector instructions and one that also tracks the place is not.
    let largest = row.iter().copied().fold(0, u16::max);
    (row.iter().position(|&bits| bits == largest).unwrap_or(0) as u16, largest)
}

/// Sequential halving as a list: which number of visits the candidate that gets the next visit must have. All
/// `candidates` get the same share of a round's visits, then the better half goes on.
fn considered_visits(candidates: usize, visits: u32, into: &mut Vec<u32>) {
    into.clear();
    let wanted = visits as usize;
    if candidates <= 1 {
        into.extend(0..visits);
        return;
    }
    let rounds = candidates.next_power_of_two().trailing_zeros() as usize;
    let mut considered = candidates;
    let mut had = 0;
    while into.len() < wanted {
        let extra = (wanted / (rounds * considered)).max(1) as u32;
        for _ in 0..extra {
            into.extend(std::iter::repeat_n(had, considered));
            had += 1;
        }
        considered = (considered / 2).max(2);
    }
    into.truncate(wanted);
}

#[cfg(test)]
mod tests {
    use board::{BoardSize, parse_diagram};
    use proptest::prelude::*;

    use super::*;

    const BUDGET: Budget = Budget { visits: 32, considered: 8 };

    /// Searches with every position a coin toss and every move as good as another.
    fn searched(diagram: &str, budget: Budget) -> (Search<1>, Position<1>) {
        let position: Position<1> = parse_diagram(diagram).unwrap().resize();
        let viewer = Viewer::new(position.size());
        let mut search = Search::new(position.size().cells());
        let priors = even_priors(&position, &viewer);
        search.begin(&position, Evaluation { value: 0.5, priors: &priors }, budget, || 0.0);
        while let Some(leaf) = search.advance(&viewer) {
            let priors = even_priors(leaf, &viewer);
            search.supply(Evaluation { value: 0.5, priors: &priors });
        }
        (search, position)
    }

    fn even_priors(position: &Position<1>, viewer: &Viewer) -> Vec<u16> {
        let empty = viewer.cells(position.empty_cells(), position.to_move());
        let share = bits(1.0 / empty.len() as f32);
        position.size().iter().map(|cell| if empty.contains(cell) { share } else { 0 }).collect()
    }

    #[test]
    fn finds_the_winning_move_for_either_colour() {
        for diagram in ["B . W\n W B W\n  . B .", "B B .\n W W .\n  . B ."] {
            let (search, position) = searched(diagram, BUDGET);
            let cell = Viewer::new(position.size()).cell(search.chosen(), position.to_move());
            assert!(position.child(cell).has_won(position.to_move()), "{diagram}: {cell:?}");
            assert!(search.value() > 0.8, "{}", search.value());
        }
    }

    #[test]
    fn the_improved_policy_favours_the_win_and_spares_stones() {
        let (search, position) = searched(". B .\n . B W\n  . . W", Budget { visits: 24, considered: 6 });
        let mut policy = Vec::new();
        search.policy(&mut policy);
        let total: u32 = policy.iter().map(|&share| u32::from(share)).sum();
        assert!((65_500..=65_570).contains(&total), "{total}");
        // Black to move wins at once with a3 or b3.
        let size = position.size();
        let share = |name: &str| policy[size.cell(name).unwrap().index()];
        assert!(u32::from(share("a3")) + u32::from(share("b3")) > 60_000, "{policy:?}");
        for stone in position.occupied() {
            assert_eq!(policy[stone.index()], 0);
        }
    }

    #[test]
    fn what_the_evaluator_said_after_the_chosen_move_is_kept() {
        let (search, position) = searched(". . .\n . . .\n  . . .", BUDGET);
        let viewer = Viewer::new(position.size());
        let chosen = search.chosen();
        let mut priors = Vec::new();
        let value = search.evaluation_after(chosen, &mut priors);
        let mut after = position;
        after.play(viewer.cell(chosen, position.to_move())).unwrap();
        assert_eq!(value, Some(0.5));
        assert_eq!(priors, even_priors(&after, &viewer));
    }

    #[test]
    fn sequential_halving_gives_each_round_the_same_share() {
        let mut schedule = Vec::new();
        considered_visits(4, 8, &mut schedule);
        assert_eq!(schedule, [0, 0, 0, 0, 1, 1, 2, 2]);
        considered_visits(16, 64, &mut schedule);
        let visits = |had: u32| schedule.iter().filter(|&&due| due == had).count();
        assert_eq!(
            [visits(0), visits(1), visits(2), visits(3), visits(6), visits(7), visits(14)],
            [16, 8, 8, 4, 4, 2, 2]
        );
        considered_visits(1, 3, &mut schedule);
        assert_eq!(schedule, [0, 1, 2]);
    }

    /// The improved policy as the paper writes it, over all moves at once.
    fn obvious_policy(search: &Search<1>, priors: &[u16]) -> Vec<f64> {
        let root = &search.nodes[0];
        let children: Vec<_> = search.children(0).collect();
        let child = |cell: usize| children.iter().find(|child| usize::from(child.cell) == cell);
        let visits: f64 = children.iter().map(|child| f64::from(child.visits)).sum();
        let most = children.iter().map(|child| child.visits).max().unwrap_or(0);
        let mass: f64 = children.iter().map(|child| f64::from(child.prior)).sum();
        let weighted: f64 = children.iter().map(|child| f64::from(child.prior * child.q())).sum();
        let mixed = (f64::from(root.value) + visits * weighted / mass) / (1.0 + visits);
        let weights: Vec<f64> = (0..priors.len())
            .map(|cell| {
                let q = child(cell).map_or(mixed, |child| f64::from(child.q()));
                let sigma = f64::from(VISIT_OFFSET + most as f32) * f64::from(VALUE_SCALE) * q;
                if priors[cell] == 0 { 0.0 } else { (f64::from(prior(priors[cell])).ln() + sigma).exp() }
            })
            .collect();
        let total: f64 = weights.iter().sum();
        weights.iter().map(|weight| weight / total).collect()
    }

    proptest! {
        #[test]
        fn the_improved_policy_is_that_of_the_paper(seed: u64, visits in 1u32..40, considered in 1usize..12) {
            let size = BoardSize::square(4).unwrap();
            let viewer = Viewer::new(size);
            let position = Position::<1>::empty(size);
            let mut state = seed;
            let mut random = move || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 40) as f32 / (1 << 24) as f32
            };
            let mut evaluate = |position: &Position<1>| {
                let empty = viewer.cells(position.empty_cells(), position.to_move());
                let weights: Vec<f32> =
                    size.iter().map(|cell| if empty.contains(cell) { random() + 0.01 } else { 0.0 }).collect();
                let total: f32 = weights.iter().sum();
                (random(), weights.iter().map(|weight| bits(weight / total)).collect::<Vec<u16>>())
            };
            let mut search = Search::new(size.cells());
            let (value, priors) = evaluate(&position);
            search.begin(&position, Evaluation { value, priors: &priors }, Budget { visits, considered }, || 0.0);
            while let Some(leaf) = search.advance(&viewer) {
                let leaf = *leaf;
                let (value, priors) = evaluate(&leaf);
                search.supply(Evaluation { value, priors: &priors });
            }
            prop_assert_eq!(search.nodes[0].visits, visits);
            let mut policy = Vec::new();
            search.policy(&mut policy);
            let obvious = obvious_policy(&search, &priors);
            for (share, obvious) in policy.iter().zip(&obvious) {
                prop_assert!((f64::from(*share) / 65_535.0 - obvious).abs() < 1e-3, "{} {}", share, obvious);
            }
            let value: f64 = size
                .iter()
                .map(|cell| {
                    let child = search.children(0).find(|child| usize::from(child.cell) == cell.index());
                    obvious[cell.index()] * child.map_or(f64::from(search.mixed_value(0)), |child| f64::from(child.q()))
                })
                .sum();
            prop_assert!((f64::from(search.value()) - value).abs() < 0.02, "{} {}", search.value(), value);
        }
    }
}
