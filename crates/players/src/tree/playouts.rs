//! The tree of a Monte Carlo search: how often each move was tried and won, how often it was on the winning side of any playout,
//! and what is certain.

use board::{Cell, CellSet, Position};

use super::{FirstLook, Linked, Step, first_look, reachable};
use crate::playouts::rollout::Ending;

/// The statistics of a move, for the side that makes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Standing {
    Open,
    Wins,
    Loses,
}

/// A move.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Child {
    pub(crate) cell: Cell,
    /// The position after it, if that was visited often enough.
    node: Option<u32>,
    pub(crate) visits: u32,
    pub(crate) wins: u32,
    /// Playouts through the parent in which the mover had this cell at the end, and those of them that it won.
    seen: u32,
    seen_wins: u32,
    pub(crate) prior: f32,
    pub(crate) standing: Standing,
}

#[derive(Debug, Clone, Default)]
struct Node {
    visits: u32,
    examined: bool,
    children: Vec<Child>,
}

/// How the search chooses.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Manner {
    /// Weight of the prior.
    pub(crate) exploration: f32,
    /// The largest total weight of the playouts in which a move was merely seen, in visits.
    pub(crate) seen_most: f32,
}

/// The weight of the first playout in which a move was seen, in visits.
const SEEN_FIRST: f32 = 2.0;

/// The tree.
#[derive(Debug, Clone)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    children: usize,
    /// Whether the side to move at the root wins, where that is certain.
    pub(crate) certain: Option<bool>,
}

/// Visits of a move before the position after it becomes part of the tree.
const EXPAND: u32 = 12;
/// The most moves that a tree keeps: 128 MB.
const MOST_CHILDREN: usize = 4 << 20;

impl Linked for Node {
    fn links(&mut self) -> impl Iterator<Item = &mut u32> {
        self.children.iter_mut().filter_map(|child| child.node.as_mut())
    }
}

impl Tree {
    /// A tree of one position with its moves, which the provers have seen or not.
    pub(crate) fn new(moves: Vec<(Cell, f32)>, examined: bool) -> Self {
        let mut tree = Self { nodes: Vec::new(), children: 0, certain: None };
        tree.add(moves);
        tree.nodes[0].examined = examined;
        tree
    }

    /// The part of the tree below a line of moves from its root, if the line is in it and its end is open.
    pub(crate) fn advanced(mut self, line: &[Cell]) -> Option<Self> {
        let mut root = 0;
        for &cell in line {
            let children = &self.nodes[root as usize].children;
            let child = children.iter().find(|child| child.cell == cell)?;
            root = child.node.filter(|_| child.standing == Standing::Open)?;
        }
        let nodes = reachable(&mut self.nodes, root);
        let children = nodes.iter().map(|node| node.children.len()).sum();
        Some(Self { nodes, children, certain: None })
    }

    /// Whether a move is left to try at the root.
    pub(crate) fn has_moves(&self) -> bool {
        self.nodes[0].children.iter().any(|child| child.standing == Standing::Open)
    }

    /// Walks from the root to a position that is not in the tree and leaves the way in `path`. Returns the position, or `None`
    /// where it was found to be certain.
    pub(crate) fn descend<const W: usize>(
        &mut self,
        root: &Position<W>,
        manner: &Manner,
        path: &mut Vec<Step>,
        mut priors: impl FnMut(&Position<W>, CellSet<W>, Cell) -> Vec<(Cell, f32)>,
    ) -> Option<Position<W>> {
        path.clear();
        let mut position = *root;
        let mut node = 0;
        loop {
            let choice = self.select(node, manner)?;
            path.push((node, choice));
            let child = self.nodes[node as usize].children[choice as usize];
            position.play_unchecked(child.cell);
            if let Some(next) = child.node {
                node = next;
                continue;
            }
            if child.visits < EXPAND || self.children >= MOST_CHILDREN {
                return Some(position);
            }
            let allowed = match first_look(&position) {
                FirstLook::Decided { mover_wins } => {
                    self.settle(path, mover_wins);
                    return None;
                }
                FirstLook::Within(allowed) => allowed,
            };
            let new = self.add(priors(&position, allowed, child.cell));
            self.nodes[node as usize].children[choice as usize].node = Some(new);
            return Some(position);
        }
    }

    fn add(&mut self, moves: Vec<(Cell, f32)>) -> u32 {
        self.children += moves.len();
        let children = moves.into_iter().map(|(cell, prior)| Child {
            cell,
            node: None,
            visits: 0,
            wins: 0,
            seen: 0,
            seen_wins: 0,
            prior,
            standing: Standing::Open,
        });
        self.nodes.push(Node { visits: 0, examined: false, children: children.collect() });
        self.nodes.len() as u32 - 1
    }

    /// The move that promises most: wins of its own and of playouts that it was seen in, weighed by their numbers, and
    /// its prior. `None` if no move is open.
    fn select(&self, node: u32, manner: &Manner) -> Option<u32> {
        let node = &self.nodes[node as usize];
        let scale = manner.exploration * (node.visits as f32).sqrt();
        let mut best = None;
        let mut most = f32::NEG_INFINITY;
        for (number, child) in node.children.iter().enumerate() {
            if child.standing != Standing::Open {
                continue;
            }
            let visits = child.visits as f32;
            let seen = child.seen as f32;
            let weight = seen / (1.0 / SEEN_FIRST + seen / manner.seen_most);
            let sum = visits + weight;
            let value = if sum > 0.0 {
                (child.wins as f32 + weight * child.seen_wins as f32 / seen.max(1.0)) / sum
            } else {
                0.5
            };
            let score = value + scale * child.prior / (1.0 + visits);
            if score > most {
                (best, most) = (Some(number as u32), score);
            }
        }
        best
    }

    /// Enters a playout.
    pub(crate) fn back_up<const W: usize>(&mut self, root: &Position<W>, path: &[Step], ending: &Ending<W>) {
        let mut mover = root.to_move();
        for &(node, choice) in path {
            let node = &mut self.nodes[node as usize];
            let won = u32::from(ending.winner == mover);
            node.visits += 1;
            let chosen = &mut node.children[choice as usize];
            chosen.visits += 1;
            chosen.wins += won;
            let stones = ending.stones[mover.index()];
            for child in &mut node.children {
                let seen = u32::from(stones.contains(child.cell));
                child.seen += seen;
                child.seen_wins += seen & won;
            }
            mover = mover.opponent();
        }
    }

    /// Enters that the side to move in the position at the end of a path wins or loses for certain.
    pub(crate) fn settle(&mut self, path: &[Step], mut mover_wins: bool) {
        for &(node, choice) in path.iter().rev() {
            let children = &mut self.nodes[node as usize].children;
            if mover_wins {
                children[choice as usize].standing = Standing::Loses;
                if children.iter().any(|child| child.standing == Standing::Open) {
                    return;
                }
                mover_wins = false;
            } else {
                children[choice as usize].standing = Standing::Wins;
                mover_wins = true;
            }
        }
        self.certain = Some(mover_wins);
    }

    /// The length of the path to the first node on it, the root included, that has this many visits and was never examined.
    pub(crate) fn unexamined(&self, path: &[Step], visits: u32) -> Option<usize> {
        path.iter().position(|&(node, _)| {
            let node = &self.nodes[node as usize];
            node.visits >= visits && !node.examined
        })
    }

    /// Enters that the provers were asked about a node.
    pub(crate) fn mark_examined(&mut self, node: u32) {
        self.nodes[node as usize].examined = true;
    }

    /// Enters what the provers left of the moves of a node, with new priors: all others lose, or are no better.
    pub(crate) fn narrow(&mut self, path: &[Step], node: u32, moves: &[(Cell, f32)]) {
        let children = &mut self.nodes[node as usize].children;
        children.retain_mut(|child| {
            let kept = moves.iter().find(|(cell, _)| *cell == child.cell);
            if let Some((_, prior)) = kept {
                child.prior = *prior;
            }
            kept.is_some()
        });
        if children.iter().all(|child| child.standing == Standing::Loses) {
            self.settle(path, false);
        }
    }

    /// The cell that a step plays.
    pub(crate) fn cell(&self, (node, choice): Step) -> Cell {
        self.nodes[node as usize].children[choice as usize].cell
    }

    /// The moves of the root, the best first: one that wins, then by visits, and those that lose at the end.
    pub(crate) fn ranked(&self) -> Vec<Child> {
        let mut children = self.nodes.first().map_or_else(Vec::new, |root| root.children.clone());
        children.sort_by_key(|child| {
            (
                child.standing != Standing::Wins,
                child.standing == Standing::Loses,
                std::cmp::Reverse(child.visits),
            )
        });
        children
    }

    /// The line of most visits from the root.
    pub(crate) fn line(&self) -> Vec<Cell> {
        let Some(first) = self.ranked().first().copied() else { return Vec::new() };
        let mut line = vec![first.cell];
        let mut next = first.node;
        while let Some(node) = next {
            let children = self.nodes[node as usize].children.iter().filter(|child| child.visits > 0);
            let Some(best) = children.max_by_key(|child| (child.standing == Standing::Wins, child.visits))
            else {
                break;
            };
            line.push(best.cell);
            next = best.node;
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use board::{BoardSize, Geometry};
    use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

    use super::{
        super::threats::{Urgency, urgency},
        *,
    };
    use crate::playouts::rollout::Rollout;

    /// Whether the side to move wins, by trying everything.
    fn wins(position: &Position<1>) -> bool {
        let mover = position.to_move();
        position.empty_cells().iter().any(|cell| {
            let child = position.child(cell);
            child.has_won(mover) || !wins(&child)
        })
    }

    const MANNER: Manner = Manner { exploration: 0.5, seen_most: 800.0 };

    fn even(cells: CellSet<1>) -> Vec<(Cell, f32)> {
        cells.iter().map(|cell| (cell, 0.1)).collect()
    }

    /// Searches a position with all moves at even priors until it is certain.
    fn solve(root: &Position<1>) -> bool {
        let mut tree = Tree::new(even(root.empty_cells()), true);
        let mut rollout = Rollout::new(Geometry::of(root.size()));
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut path = Vec::new();
        for _ in 0..1_000_000 {
            if let Some(certain) = tree.certain {
                let best = tree.ranked()[0];
                assert_eq!(best.standing == Standing::Wins, certain);
                return certain;
            }
            if let Some(leaf) = tree.descend(root, &MANNER, &mut path, |_, cells, _| even(cells)) {
                let placed = path.last().map(|&step| tree.cell(step));
                let ending = rollout.play(&leaf, placed, &mut random);
                tree.back_up(root, &path, &ending);
            }
        }
        panic!("a million playouts do not suffice for\n{root}");
    }

    #[test]
    fn what_is_certain_is_true() {
        let size = BoardSize::square(3).unwrap();
        let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
        for round in 0..200 {
            let mut position = Position::<1>::empty(size);
            for _ in 0..round % 5 {
                let cells: Vec<_> = position.empty_cells().iter().collect();
                let child = position.child(cells[board::random_below(&mut random, cells.len())]);
                if child.winner().is_none() {
                    position = child;
                }
            }
            if !matches!(urgency(&position), Urgency::Within(_)) {
                continue;
            }
            assert_eq!(solve(&position), wins(&position), "\n{position}");
        }
    }

    #[test]
    fn what_is_below_a_line_is_kept() {
        let root = Position::<1>::empty(BoardSize::square(6).unwrap());
        let mut tree = Tree::new(even(root.empty_cells()), false);
        let mut rollout = Rollout::new(Geometry::of(root.size()));
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut path = Vec::new();
        for _ in 0..5000 {
            if let Some(leaf) = tree.descend(&root, &MANNER, &mut path, |_, cells, _| even(cells)) {
                let ending = rollout.play(&leaf, None, &mut random);
                tree.back_up(&root, &path, &ending);
            }
        }
        let line = tree.line();
        let visits_along = |tree: &Tree, line: &[Cell]| -> Vec<u32> {
            let mut node = 0;
            let step = |cell: &Cell| {
                let child = tree.nodes[node].children.iter().find(|child| child.cell == *cell)?;
                node = child.node.unwrap_or(0) as usize;
                Some(child.visits)
            };
            line.iter().map_while(step).collect()
        };
        let before = visits_along(&tree, &line);
        assert!(line.len() > 3 && before.len() == line.len());
        assert!(tree.clone().advanced(&[line[0], line[0]]).is_none(), "nobody plays there twice");
        let kept = tree.advanced(&line[..2]).unwrap();
        assert_eq!(visits_along(&kept, &line[2..]), before[2..]);
        assert_eq!(kept.children, kept.nodes.iter().map(|node| node.children.len()).sum::<usize>());
    }

    #[test]
    fn a_move_that_is_pruned_away_leaves_the_others_to_decide() {
        let size = BoardSize::square(4).unwrap();
        let [a, b, c] = ["a1", "b2", "c3"].map(|name| size.cell(name).unwrap());
        let mut tree = Tree::new(vec![(a, 0.3), (b, 0.3), (c, 0.4)], false);
        tree.settle(&[(0, 1)], true);
        assert_eq!(tree.certain, None);
        tree.narrow(&[], 0, &[(b, 1.0)]);
        assert_eq!(tree.certain, Some(false), "the only move left loses");
    }
}
