//! Pairs all players at the lowest total cost: minimum-weight perfect matching in a complete graph.
//!
//! Edmonds' blossom algorithm with dual variables, in the form of Galil ("Efficient algorithms for finding maximum matching in
//! graphs", 1986) that keeps one slack edge for each blossom and takes a time of the order of the number of players to the third
//! power. Vertices are counted from 1, blossoms follow them, and 0 is "none". The tests compare it with all matchings there are.

use std::collections::VecDeque;

/// The partner of each of `n` players (an even number) such that the sum of the costs is least.
pub(super) fn least_cost_pairs(n: usize, cost: impl Fn(usize, usize) -> i64) -> Vec<usize> {
    debug_assert!(n.is_multiple_of(2), "an odd number cannot be paired");
    if n == 0 {
        return Vec::new();
    }
    // All weights are positive, so a maximum-weight matching leaves no player out.
    let pairs = || (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b)));
    let highest = pairs().map(|(a, b)| cost(a, b)).max().unwrap_or(0);
    let mut graph = Graph::new(n);
    for (a, b) in pairs() {
        graph.connect(a + 1, b + 1, highest - cost(a, b) + 1);
    }
    while graph.grow_matching() {}
    (1..=n).map(|vertex| graph.mate[vertex] - 1).collect()
}

/// Where a blossom stands in the alternating forest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Label {
    Free,
    Outer,
    Inner,
}

/// An edge between two vertices, possibly seen from blossoms that contain them.
#[derive(Debug, Clone, Copy, Default)]
struct Edge {
    from: usize,
    to: usize,
    weight: i64,
}

struct Graph {
    /// Vertices.
    n: usize,
    /// Vertices and places for blossoms that are in use.
    used: usize,
    /// Row length of the square tables.
    side: usize,
    /// For each pair of blossoms an edge between them of least slack.
    edges: Vec<Edge>,
    /// Which part of a blossom contains a vertex.
    part_with: Vec<usize>,
    dual: Vec<i64>,
    mate: Vec<usize>,
    /// A vertex whose edge to this blossom has the least slack.
    slack: Vec<usize>,
    /// The outermost blossom that contains this one.
    top: Vec<usize>,
    /// The vertex through which a blossom was reached.
    parent: Vec<usize>,
    label: Vec<Label>,
    visited: Vec<usize>,
    visit: usize,
    /// The parts of a blossom around its cycle; the first is its base.
    cycle: Vec<Vec<usize>>,
    queue: VecDeque<usize>,
}

impl Graph {
    fn new(n: usize) -> Self {
        // At most half as many blossoms as vertices exist at once.
        let side = n + n / 2 + 2;
        let mut graph = Self {
            n,
            used: n,
            side,
            edges: vec![Edge::default(); side * side],
            part_with: vec![0; side * side],
            dual: vec![0; side],
            mate: vec![0; side],
            slack: vec![0; side],
            top: vec![0; side],
            parent: vec![0; side],
            label: vec![Label::Free; side],
            visited: vec![0; side],
            visit: 0,
            cycle: vec![Vec::new(); side],
            queue: VecDeque::new(),
        };
        for vertex in 1..=n {
            graph.top[vertex] = vertex;
            graph.part_with[vertex * side + vertex] = vertex;
            for other in 1..=n {
                graph.edges[vertex * side + other] = Edge { from: vertex, to: other, weight: 0 };
            }
        }
        graph
    }

    fn connect(&mut self, a: usize, b: usize, weight: i64) {
        self.edges[a * self.side + b].weight = weight;
        self.edges[b * self.side + a].weight = weight;
        for vertex in 1..=self.n {
            self.dual[vertex] = self.dual[vertex].max(weight);
        }
    }

    fn edge(&self, a: usize, b: usize) -> Edge {
        self.edges[a * self.side + b]
    }

    /// The slack of an edge: 0 where it may be used.
    fn slack_of(&self, edge: Edge) -> i64 {
        self.dual[edge.from] + self.dual[edge.to] - self.edge(edge.from, edge.to).weight * 2
    }

    fn note_slack(&mut self, vertex: usize, blossom: usize) {
        let known = self.slack[blossom];
        let better = known == 0
            || self.slack_of(self.edge(vertex, blossom)) < self.slack_of(self.edge(known, blossom));
        if better {
            self.slack[blossom] = vertex;
        }
    }

    fn find_slack(&mut self, blossom: usize) {
        self.slack[blossom] = 0;
        for vertex in 1..=self.n {
            let top = self.top[vertex];
            if self.edge(vertex, blossom).weight > 0 && top != blossom && self.label[top] == Label::Outer {
                self.note_slack(vertex, blossom);
            }
        }
    }

    /// Calls for every vertex of a blossom.
    fn vertices(&self, blossom: usize, found: &mut Vec<usize>) {
        if blossom <= self.n {
            found.push(blossom);
        } else {
            for &part in &self.cycle[blossom] {
                self.vertices(part, found);
            }
        }
    }

    fn enqueue(&mut self, blossom: usize) {
        let mut found = Vec::new();
        self.vertices(blossom, &mut found);
        self.queue.extend(found);
    }

    fn set_top(&mut self, blossom: usize, top: usize) {
        self.top[blossom] = top;
        if blossom > self.n {
            for part in self.cycle[blossom].clone() {
                self.set_top(part, top);
            }
        }
    }

    /// Turns the cycle so that the way from the base to a part has even length, and returns that length.
    fn even_way(&mut self, blossom: usize, part: usize) -> usize {
        let cycle = &mut self.cycle[blossom];
        let place = cycle.iter().position(|&other| other == part).unwrap_or(0);
        if place % 2 == 0 {
            return place;
        }
        cycle[1..].reverse();
        cycle.len() - place
    }

    /// Matches a blossom along its edge to another, and its parts accordingly.
    fn match_along(&mut self, blossom: usize, other: usize) {
        let edge = self.edge(blossom, other);
        self.mate[blossom] = edge.to;
        if blossom <= self.n {
            return;
        }
        let part = self.part_with[blossom * self.side + edge.from];
        let way = self.even_way(blossom, part);
        for place in 0..way {
            let (this, next) = (self.cycle[blossom][place], self.cycle[blossom][place ^ 1]);
            self.match_along(this, next);
        }
        self.match_along(part, other);
        self.cycle[blossom].rotate_left(way);
    }

    /// Exchanges matched and unmatched edges from a blossom back to its root.
    fn augment(&mut self, mut blossom: usize, mut other: usize) {
        loop {
            let next = self.top[self.mate[blossom]];
            self.match_along(blossom, other);
            if next == 0 {
                return;
            }
            let above = self.top[self.parent[next]];
            self.match_along(next, above);
            (blossom, other) = (above, next);
        }
    }

    /// Where the ways of two blossoms to their roots meet; 0 if the roots differ.
    fn meeting(&mut self, mut a: usize, mut b: usize) -> usize {
        self.visit += 1;
        while a != 0 || b != 0 {
            if a != 0 {
                if self.visited[a] == self.visit {
                    return a;
                }
                self.visited[a] = self.visit;
                a = self.top[self.mate[a]];
                if a != 0 {
                    a = self.top[self.parent[a]];
                }
            }
            std::mem::swap(&mut a, &mut b);
        }
        0
    }

    /// Contracts the odd cycle that an edge closes.
    fn contract(&mut self, a: usize, base: usize, b: usize) {
        let blossom = (self.n + 1..=self.used).find(|&place| self.top[place] == 0).unwrap_or(self.used + 1);
        self.used = self.used.max(blossom);
        self.dual[blossom] = 0;
        self.label[blossom] = Label::Outer;
        self.mate[blossom] = self.mate[base];
        let mut cycle = vec![base];
        for (index, start) in [a, b].into_iter().enumerate() {
            let mut part = start;
            while part != base {
                let inner = self.top[self.mate[part]];
                cycle.extend([part, inner]);
                self.enqueue(inner);
                part = self.top[self.parent[inner]];
            }
            if index == 0 {
                cycle[1..].reverse();
            }
        }
        self.cycle[blossom] = cycle.clone();
        self.set_top(blossom, blossom);
        let side = self.side;
        for other in 1..=self.used {
            self.edges[blossom * side + other].weight = 0;
            self.edges[other * side + blossom].weight = 0;
        }
        for vertex in 1..=self.n {
            self.part_with[blossom * side + vertex] = 0;
        }
        for part in cycle {
            for other in 1..=self.used {
                let is_better = self.edge(blossom, other).weight == 0
                    || self.slack_of(self.edge(part, other)) < self.slack_of(self.edge(blossom, other));
                if is_better {
                    self.edges[blossom * side + other] = self.edge(part, other);
                    self.edges[other * side + blossom] = self.edge(other, part);
                }
            }
            for vertex in 1..=self.n {
                if self.part_with[part * side + vertex] != 0 {
                    self.part_with[blossom * side + vertex] = part;
                }
            }
        }
        self.find_slack(blossom);
    }

    /// Takes an inner blossom without dual value apart.
    fn expand(&mut self, blossom: usize) {
        for part in self.cycle[blossom].clone() {
            self.set_top(part, part);
        }
        let entry = self.edge(blossom, self.parent[blossom]).from;
        let part = self.part_with[blossom * self.side + entry];
        let way = self.even_way(blossom, part);
        let cycle = std::mem::take(&mut self.cycle[blossom]);
        for place in (0..way).step_by(2) {
            let (inner, outer) = (cycle[place], cycle[place + 1]);
            self.parent[inner] = self.edge(outer, inner).from;
            self.label[inner] = Label::Inner;
            self.label[outer] = Label::Outer;
            self.slack[inner] = 0;
            self.find_slack(outer);
            self.enqueue(outer);
        }
        self.label[part] = Label::Inner;
        self.parent[part] = self.parent[blossom];
        for &free in &cycle[way + 1..] {
            self.label[free] = Label::Free;
            self.find_slack(free);
        }
        self.top[blossom] = 0;
    }

    /// Uses an edge without slack from an outer vertex; true when the matching has grown.
    fn use_edge(&mut self, edge: Edge) -> bool {
        let (a, b) = (self.top[edge.from], self.top[edge.to]);
        match self.label[b] {
            Label::Free => {
                self.parent[b] = edge.from;
                self.label[b] = Label::Inner;
                let next = self.top[self.mate[b]];
                self.slack[b] = 0;
                self.slack[next] = 0;
                self.label[next] = Label::Outer;
                self.enqueue(next);
                false
            }
            Label::Outer => {
                let base = self.meeting(a, b);
                if base == 0 {
                    self.augment(a, b);
                    self.augment(b, a);
                    return true;
                }
                self.contract(a, base, b);
                false
            }
            Label::Inner => false,
        }
    }

    /// Finds one augmenting path and uses it; false when the matching is the best.
    fn grow_matching(&mut self) -> bool {
        self.label[1..=self.used].fill(Label::Free);
        self.slack[1..=self.used].fill(0);
        self.queue.clear();
        for blossom in 1..=self.used {
            if self.top[blossom] == blossom && self.mate[blossom] == 0 {
                self.parent[blossom] = 0;
                self.label[blossom] = Label::Outer;
                self.enqueue(blossom);
            }
        }
        if self.queue.is_empty() {
            return false;
        }
        loop {
            while let Some(vertex) = self.queue.pop_front() {
                if self.label[self.top[vertex]] == Label::Inner {
                    continue;
                }
                for other in 1..=self.n {
                    let edge = self.edge(vertex, other);
                    if edge.weight == 0 || self.top[vertex] == self.top[other] {
                        continue;
                    }
                    if self.slack_of(edge) > 0 {
                        self.note_slack(vertex, self.top[other]);
                    } else if self.use_edge(edge) {
                        return true;
                    }
                }
            }
            if !self.change_duals() {
                return false;
            }
            for blossom in 1..=self.used {
                let vertex = self.slack[blossom];
                if self.top[blossom] == blossom
                    && vertex != 0
                    && self.top[vertex] != blossom
                    && self.slack_of(self.edge(vertex, blossom)) == 0
                    && self.use_edge(self.edge(vertex, blossom))
                {
                    return true;
                }
            }
            for blossom in self.n + 1..=self.used {
                if self.top[blossom] == blossom
                    && self.label[blossom] == Label::Inner
                    && self.dual[blossom] == 0
                {
                    self.expand(blossom);
                }
            }
        }
    }

    /// Moves the dual variables until an edge has no slack any more; false when the matching is the best.
    fn change_duals(&mut self) -> bool {
        let mut step = i64::MAX;
        for blossom in self.n + 1..=self.used {
            if self.top[blossom] == blossom && self.label[blossom] == Label::Inner {
                step = step.min(self.dual[blossom] / 2);
            }
        }
        for blossom in 1..=self.used {
            if self.top[blossom] == blossom && self.slack[blossom] != 0 {
                let slack = self.slack_of(self.edge(self.slack[blossom], blossom));
                match self.label[blossom] {
                    Label::Free => step = step.min(slack),
                    Label::Outer => step = step.min(slack / 2),
                    Label::Inner => {}
                }
            }
        }
        for vertex in 1..=self.n {
            match self.label[self.top[vertex]] {
                Label::Outer if self.dual[vertex] <= step => return false,
                Label::Outer => self.dual[vertex] -= step,
                Label::Inner => self.dual[vertex] += step,
                Label::Free => {}
            }
        }
        for blossom in self.n + 1..=self.used {
            if self.top[blossom] == blossom {
                match self.label[blossom] {
                    Label::Outer => self.dual[blossom] += step * 2,
                    Label::Inner => self.dual[blossom] -= step * 2,
                    Label::Free => {}
                }
            }
        }
        self.queue.clear();
        true
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The least cost over all ways to pair the rest.
    fn brute_force(rest: &[usize], cost: &dyn Fn(usize, usize) -> i64) -> i64 {
        let Some((&first, others)) = rest.split_first() else { return 0 };
        let with = |place: usize| {
            let mut left = others.to_vec();
            let partner = left.remove(place);
            cost(first, partner) + brute_force(&left, cost)
        };
        (0..others.len()).map(with).min().unwrap_or(0)
    }

    proptest! {
        #[test]
        fn nobody_finds_cheaper_pairs(half in 0usize..=4, costs in prop::collection::vec(0i64..12, 64)) {
            let n = 2 * half;
            let cost = |a: usize, b: usize| costs[a.min(b) * 8 + a.max(b)];
            let partner = least_cost_pairs(n, cost);
            let mut total = 0;
            for player in 0..n {
                prop_assert_eq!(partner[partner[player]], player);
                prop_assert_ne!(partner[player], player);
                total += cost(player, partner[player]);
            }
            prop_assert_eq!(total / 2, brute_force(&(0..n).collect::<Vec<_>>(), &cost));
        }
    }

    #[test]
    fn many_players_are_paired_at_no_cost_where_that_is_possible() {
        // A hidden perfect matching of cost 0 among costs that tempt a greedy pairing.
        let n = 120;
        let hidden = |a: usize| (n - 1) - a;
        let cost = |a: usize, b: usize| if hidden(a) == b { 0 } else { 1 + ((a * 7 + b * 7) % 5) as i64 };
        let partner = least_cost_pairs(n, cost);
        assert!((0..n).all(|player| partner[player] == hidden(player)));
    }
}
