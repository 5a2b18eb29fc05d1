//! The search graph: the positions reached, their values, and the proven results.
//!
//! Positions reached by different orders of moves are one node, so the tree is a graph without cycles. An edge counts the
//! visits that went through it, and the value of a node is always the mean of its network value and its children's
//! values weighted by these counts ("Monte-Carlo graph search": Czech, Korus, Kersting 2020; the form that recomputes
//! means from edges is KataGo's). All values are those of the side to move at the node, from -1 (lost) to 1 (won).
//!
//! A node that is won or lost for certain says so, and nothing but such certainty makes another node certain: one move to
//! a lost position wins, and a node all of whose moves lose is lost.

use board::{Cell, CellSet, Position};
use rustc_hash::FxHashMap;

use super::{FirstLook, Linked, Step, first_look, reachable};

/// The data of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Status {
    /// Someone is evaluating it.
    Pending,
    /// It is believed to be worth its value.
    Open,
    /// The side to move wins, for certain.
    Won,
    /// The side to move loses, for certain.
    Lost,
}

/// A move and the network's opinion of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Prior {
    pub(crate) cell: Cell,
    pub(crate) prior: f32,
}

/// A move that was tried.
#[derive(Debug, Clone, Copy)]
struct Edge {
    child: u32,
    visits: u32,
    /// Threads that are below it now: each counts as a visit that was lost, so that the next one looks elsewhere.
    under_way: u32,
    /// The provers' verdict on it.
    standing: Standing,
}

/// The provers' verdict on a move, independent of the search below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Standing {
    /// Nothing.
    Open,
    /// Another move is at least as good: it needs no more visits.
    Pruned,
    /// It loses to a connection of the opponent.
    Loses,
}

#[derive(Debug, Clone)]
struct Node {
    hash: u128,
    status: Status,
    /// Whether the provers have been asked.
    examined: bool,
    /// A move that wins by a connection.
    key: Option<Cell>,
    /// The network's output.
    evaluation: f32,
    /// Its current value.
    value: f32,
    visits: u32,
    /// All moves that may win, best first; the first ones have edges.
    moves: Vec<Prior>,
    edges: Vec<Edge>,
}

/// How the search weighs what it knows against what it does not.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Exploration {
    /// Weight of the network's opinion in choosing a move to look at.
    pub(crate) base: f32,
    /// How this weight grows with the logarithm of the visits.
    pub(crate) growth: f32,
    /// How much worse than its parent an unvisited move is assumed to be.
    pub(crate) reduction: f32,
}

/// Visits after which the growth of exploration sets in.
const GROWTH_VISITS: f32 = 500.0;

/// The provers' verdict on a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Finding<const W: usize> {
    /// The side to move wins, by this move or, where there is none, by any.
    Won(Option<Cell>),
    /// It loses.
    Lost,
    /// It is open. One of `moves` wins if any move does; those of `pruned` are no better, and all others lose.
    Within { moves: CellSet<W>, pruned: CellSet<W> },
}

/// The end of a walk from the root.
pub(crate) enum Leaf<const W: usize> {
    /// A new position: to be evaluated, then handed to [`Tree::fill`] and [`Tree::back_up`].
    New { node: u32, position: Position<W>, allowed: CellSet<W> },
    /// Something known: to be handed to [`Tree::back_up`].
    Known,
    /// A position that another thread is evaluating: the walk has been taken back.
    Busy,
}

/// The graph, with the root that is searched.
#[derive(Debug, Clone)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    index: FxHashMap<u128, u32>,
    root: u32,
}

impl Tree {
    /// A graph of one position. Its game is not over.
    pub(crate) fn new<const W: usize>(position: &Position<W>) -> Self {
        let mut tree = Self { nodes: Vec::new(), index: FxHashMap::default(), root: 0 };
        tree.add(position.hash());
        tree
    }

    /// Makes a position the root and forgets what cannot be reached from it.
    pub(crate) fn advance<const W: usize>(&mut self, position: &Position<W>) {
        // A position that was proven when it was created has no moves to choose from: it is examined again.
        let known =
            self.index.get(&position.hash()).filter(|&&root| !self.nodes[root as usize].moves.is_empty());
        let Some(&root) = known else {
            *self = Self::new(position);
            return;
        };
        self.nodes = reachable(&mut self.nodes, root);
        let numbered = self.nodes.iter().enumerate();
        self.index = numbered.map(|(number, node)| (node.hash, number as u32)).collect();
        self.root = 0;
    }

    /// How many positions are kept.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) const fn root(&self) -> u32 {
        self.root
    }

    pub(crate) fn status(&self, node: u32) -> Status {
        self.nodes[node as usize].status
    }

    pub(crate) fn visits(&self, node: u32) -> u32 {
        self.nodes[node as usize].visits
    }

    pub(crate) fn value(&self, node: u32) -> f32 {
        self.nodes[node as usize].value
    }

    /// Walks from the root to a position worth looking at, leaving its way in `path`.
    pub(crate) fn descend<const W: usize>(
        &mut self,
        root: &Position<W>,
        exploration: &Exploration,
        path: &mut Vec<Step>,
    ) -> Leaf<W> {
        path.clear();
        let mut position = *root;
        let mut node = self.root;
        loop {
            // 1. Choose a move. Where none is left the node has become lost meanwhile, which backing up will notice.
            let Some(choice) = self.select(node, exploration) else { return Leaf::Known };
            let cell = self.nodes[node as usize].moves[choice].cell;
            position.play_unchecked(cell);
            // 2. Find the position it leads to.
            let is_new =
                choice == self.nodes[node as usize].edges.len() && !self.index.contains_key(&position.hash());
            if choice == self.nodes[node as usize].edges.len() {
                let child = self.add(position.hash());
                self.nodes[node as usize].edges.push(Edge {
                    child,
                    visits: 0,
                    under_way: 0,
                    standing: Standing::Open,
                });
            }
            let edge = &mut self.nodes[node as usize].edges[choice];
            edge.under_way += 1;
            let (child, edge_visits) = (edge.child, edge.visits);
            path.push((node, choice as u32));
            // 3. A position never seen before may be decided on the board; else the network is asked.
            if is_new {
                return match first_look(&position) {
                    FirstLook::Decided { mover_wins: true } => self.prove(child, Status::Won),
                    FirstLook::Decided { mover_wins: false } => self.prove(child, Status::Lost),
                    FirstLook::Within(allowed) => Leaf::New { node: child, position, allowed },
                };
            }
            // 4. A position that is certain, or that is known from elsewhere better than this edge tells, needs no look.
            match self.nodes[child as usize].status {
                Status::Won | Status::Lost => return Leaf::Known,
                Status::Pending => {
                    self.take_back(path);
                    return Leaf::Busy;
                }
                Status::Open if self.nodes[child as usize].visits > edge_visits => return Leaf::Known,
                Status::Open => node = child,
            }
        }
    }

    /// Enters what the network said about a position.
    pub(crate) fn fill(&mut self, node: u32, evaluation: f32, moves: Vec<Prior>) {
        let node = &mut self.nodes[node as usize];
        node.status = Status::Open;
        node.evaluation = evaluation;
        node.value = evaluation;
        node.visits = 1;
        node.moves = moves;
    }

    /// Enters that a position is certain.
    pub(crate) fn settle(&mut self, node: u32, status: Status) {
        debug_assert!(matches!(status, Status::Won | Status::Lost));
        let node = &mut self.nodes[node as usize];
        node.status = status;
        node.value = if status == Status::Won { 1.0 } else { -1.0 };
        node.visits = node.visits.max(1);
    }

    /// Enters what the provers say of a position: by whom it is won, or which moves are left.
    pub(crate) fn enter<const W: usize>(&mut self, number: u32, finding: Finding<W>) {
        let node = &mut self.nodes[number as usize];
        if node.status != Status::Open {
            return;
        }
        let (moves, pruned) = match finding {
            Finding::Won(key) => {
                node.key = key;
                return self.settle(number, Status::Won);
            }
            Finding::Lost => return self.settle(number, Status::Lost),
            Finding::Within { moves, pruned } => (moves, pruned),
        };
        let tried = node.edges.len();
        for (edge, prior) in node.edges.iter_mut().zip(&node.moves) {
            edge.standing = match prior.cell {
                cell if moves.contains(cell) => Standing::Open,
                cell if pruned.contains(cell) => Standing::Pruned,
                _ => Standing::Loses,
            };
        }
        let mut place = 0;
        node.moves.retain(|prior| {
            place += 1;
            place <= tried || moves.contains(prior.cell)
        });
        self.update(number);
    }

    /// The place on the path of the first node, the root included, that has this many visits and unexamined connections. The
    /// node then counts as examined.
    pub(crate) fn take_unexamined(&mut self, path: &[Step], visits: u32) -> Option<usize> {
        let place = path.iter().position(|&(node, _)| {
            let node = &self.nodes[node as usize];
            node.visits >= visits && !node.examined && node.status == Status::Open
        })?;
        self.nodes[path[place].0 as usize].examined = true;
        Some(place)
    }

    /// Whether the root's connections were not examined yet. The root then counts as examined.
    pub(crate) fn take_unexamined_root(&mut self) -> bool {
        let root = &mut self.nodes[self.root as usize];
        root.status == Status::Open && !std::mem::replace(&mut root.examined, true)
    }

    /// Brings values along a path up to date without counting a visit.
    pub(crate) fn refresh(&mut self, path: &[Step]) {
        for &(node, _) in path.iter().rev() {
            self.update(node);
        }
    }

    /// The cell that a step plays.
    pub(crate) fn cell(&self, (node, edge): Step) -> Cell {
        self.nodes[node as usize].moves[edge as usize].cell
    }

    /// The root's move that wins by a connection, if one is known.
    pub(crate) fn key(&self) -> Option<Cell> {
        self.nodes[self.root as usize].key
    }

    /// Counts a visit on every edge of the path and brings the values above up to date.
    pub(crate) fn back_up(&mut self, path: &[Step]) {
        for &(node, edge) in path.iter().rev() {
            let parent = &mut self.nodes[node as usize];
            parent.visits += 1;
            let edge = &mut parent.edges[edge as usize];
            edge.under_way -= 1;
            edge.visits += 1;
            self.update(node);
        }
        if path.is_empty() {
            self.update(self.root);
        }
    }

    /// The moves tried at the root, with their visits, values (of the side to move) and status: won, lost or open.
    pub(crate) fn tried(&self) -> Vec<RootMove> {
        let root = &self.nodes[self.root as usize];
        let tried = root.edges.iter().zip(&root.moves).map(|(edge, prior)| {
            let child = &self.nodes[edge.child as usize];
            let (value, status) = match child.status {
                _ if edge.standing == Standing::Loses => (-1.0, Status::Lost),
                Status::Won => (-1.0, Status::Lost),
                Status::Lost => (1.0, Status::Won),
                Status::Open => (-child.value, Status::Open),
                Status::Pending => (root.value, Status::Pending),
            };
            let pruned = edge.standing == Standing::Pruned;
            RootMove { cell: prior.cell, visits: edge.visits, value, status, pruned }
        });
        tried.collect()
    }

    /// The root's moves that were not tried, best by the network first.
    pub(crate) fn untried(&self) -> &[Prior] {
        let root = &self.nodes[self.root as usize];
        &root.moves[root.edges.len()..]
    }

    /// The line of most visits from the root, beginning with a given move. Winning moves go before others.
    pub(crate) fn line(&self, first: Cell) -> Vec<Cell> {
        let mut line = Vec::new();
        let mut node = &self.nodes[self.root as usize];
        let mut choice =
            node.moves.iter().position(|prior| prior.cell == first).filter(|&i| i < node.edges.len());
        while let Some(edge) = choice {
            line.push(node.moves[edge].cell);
            node = &self.nodes[node.edges[edge].child as usize];
            let rank = |edge: &Edge| (self.nodes[edge.child as usize].status == Status::Lost, edge.visits);
            choice = (0..node.edges.len())
                .filter(|&i| node.edges[i].visits > 0)
                .max_by_key(|&i| (rank(&node.edges[i]), std::cmp::Reverse(i)));
        }
        if line.is_empty() { vec![first] } else { line }
    }

    /// The node of a position, made if it is new.
    fn add(&mut self, hash: u128) -> u32 {
        *self.index.entry(hash).or_insert_with(|| {
            self.nodes.push(Node::new(hash));
            self.nodes.len() as u32 - 1
        })
    }

    fn prove<const W: usize>(&mut self, node: u32, status: Status) -> Leaf<W> {
        self.settle(node, status);
        Leaf::Known
    }

    /// Takes the threads' marks off a path that was not finished.
    fn take_back(&mut self, path: &[Step]) {
        for &(node, edge) in path {
            self.nodes[node as usize].edges[edge as usize].under_way -= 1;
        }
    }

    /// The move with the largest sum of value and exploration (PUCT, Rosin 2011, with the network's priors); the number of
    /// edges stands for the best move not tried yet.
    fn select(&self, node: u32, exploration: &Exploration) -> Option<usize> {
        let node = &self.nodes[node as usize];
        let mut total = 0;
        let mut seen = 0.0;
        for (edge, prior) in node.edges.iter().zip(&node.moves) {
            match self.nodes[edge.child as usize].status {
                _ if edge.standing != Standing::Open => {}
                Status::Won => {}
                _ => {
                    total += edge.visits + edge.under_way;
                    seen += prior.prior;
                }
            }
        }
        let total = total as f32;
        let weight = exploration.base + exploration.growth * ((total + GROWTH_VISITS) / GROWTH_VISITS).ln();
        let scale = weight * total.max(1.0).sqrt();
        let unseen = node.value - exploration.reduction * seen.sqrt();
        let mut best = None;
        let mut most = f32::NEG_INFINITY;
        for (number, (edge, prior)) in node.edges.iter().zip(&node.moves).enumerate() {
            let child = &self.nodes[edge.child as usize];
            if edge.standing != Standing::Open || child.status == Status::Won {
                continue;
            }
            if child.status == Status::Lost {
                return Some(number);
            }
            let (visits, under_way) = (edge.visits as f32, edge.under_way as f32);
            let value = match child.status {
                Status::Pending => unseen - under_way,
                _ if edge.visits + edge.under_way == 0 => -child.value,
                _ => (visits * -child.value - under_way) / (visits + under_way),
            };
            let score = value + scale * prior.prior / (1.0 + visits + under_way);
            if score > most {
                (best, most) = (Some(number), score);
            }
        }
        if let Some(next) = node.moves.get(node.edges.len())
            && unseen + scale * next.prior > most
        {
            best = Some(node.edges.len());
        }
        best
    }

    /// Recomputes a node's value and status from its edges.
    fn update(&mut self, number: u32) {
        let node = &self.nodes[number as usize];
        if node.status != Status::Open {
            return;
        }
        let mut sum = node.evaluation;
        let mut weight = 1.0;
        let mut hope = node.moves.len() > node.edges.len();
        for edge in node.edges.iter().filter(|edge| edge.standing == Standing::Open) {
            let child = &self.nodes[edge.child as usize];
            match child.status {
                Status::Lost => return self.settle(number, Status::Won),
                Status::Won => {}
                Status::Pending => hope = true,
                Status::Open => {
                    hope = true;
                    sum -= edge.visits as f32 * child.value;
                    weight += edge.visits as f32;
                }
            }
        }
        if hope {
            self.nodes[number as usize].value = sum / weight;
        } else {
            self.settle(number, Status::Lost);
        }
    }
}

/// A move tried at the root.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct RootMove {
    pub(crate) cell: Cell,
    pub(crate) visits: u32,
    /// From -1 to 1, for the side to move at the root.
    pub(crate) value: f32,
    /// Whether the move is known to win or to lose.
    pub(crate) status: Status,
    /// Whether another move is at least as good.
    pub(crate) pruned: bool,
}

impl Default for Node {
    /// A node of no position.
    fn default() -> Self {
        Self::new(0)
    }
}

impl Linked for Node {
    fn links(&mut self) -> impl Iterator<Item = &mut u32> {
        self.edges.iter_mut().map(|edge| &mut edge.child)
    }
}

impl Node {
    const fn new(hash: u128) -> Self {
        Self {
            hash,
            status: Status::Pending,
            examined: false,
            key: None,
            evaluation: 0.0,
            value: 0.0,
            visits: 0,
            moves: Vec::new(),
            edges: Vec::new(),
        }
    }
}
