//! The rules of a connection, line `c`. The numbers in comments are those of `docs/reference/strategy-format.md`.

use crate::{
    graph::{Chains, Graph},
    refusal::{Check, Refusal, Verdict, require},
    types::{Captured, Cells, Claim, Connection, EDGES, Rule, Step, Vertex},
};

/// Judges steps one by one, given the winner's stones, the empty cells E, and the loser's stones on all others.
#[derive(Debug, Clone)]
pub struct Judge<'a> {
    graph: &'a Graph,
    /// The winner's stones and edges.
    own: Cells,
    chains: Chains,
    region: Cells,
    steps: Vec<Connection>,
}

impl<'a> Judge<'a> {
    /// Begins without a step. Refuses stones and empty cells that overlap or leave the board.
    pub fn new(graph: &'a Graph, stones: Cells, region: Cells) -> Verdict<Self> {
        let on_board = stones.or(region).minus(graph.cells()) == Cells::EMPTY;
        let apart = stones.and(region) == Cells::EMPTY;
        require(on_board && apart, "expected stones and other cells of the board")
            .map_err(|problem| Refusal::new("stones", problem))?;
        let own = EDGES.into_iter().fold(stones, Cells::with);
        Ok(Self { graph, own, chains: Chains::new(graph, stones), region, steps: Vec::new() })
    }

    /// Derives one more connection, with the next number. A judge that refuses is as before.
    pub fn step(&mut self, step: &Step) -> Verdict<Connection> {
        let found = self.derive(step).and_then(|found| self.keep_region(step, &found).map(|()| found));
        let found = found.map_err(|problem| Refusal::step(self.steps.len(), &step.rule, problem))?;
        self.steps.push(found);
        Ok(found)
    }

    /// Takes a connection that was proved in another way as the next one. Files cannot say this.
    pub fn assume(&mut self, connection: Connection) {
        self.steps.push(connection);
    }

    /// The end that a name means: the smallest vertex of its chain, or the cell itself. None beyond the board.
    pub fn end(&self, name: Vertex) -> Option<Vertex> {
        (usize::from(name) < self.graph.vertices()).then(|| self.chains.name(name).unwrap_or(name))
    }

    /// The connection of a step, as far as it does not depend on E.
    fn derive(&self, step: &Step) -> Check<Connection> {
        match &step.rule {
            Rule::Neighbours(names) => self.neighbours(*names, &step.captured),
            Rule::And(parts) => self.and(*parts, &step.captured),
            Rule::Or(parts) => self.or(parts, &step.captured),
        }
    }

    fn neighbours(&self, [x, y]: [Vertex; 2], captured: &[Captured]) -> Check<Connection> {
        let ends @ [x, y] = [self.known_end(x)?, self.known_end(y)?];
        require(captured.is_empty(), "found captured cells: expected none beside neighbours")?;
        require(x != y, "found one end twice: expected two ends")?;
        require(self.reaches(self.body(x), y), "the ends are not neighbours")?;
        Ok(Connection { ends, key: None, carrier: Cells::EMPTY })
    }

    fn and(&self, parts: [usize; 2], captured: &[Captured]) -> Check<Connection> {
        let [left, right] = [self.part(parts[0])?, self.part(parts[1])?];
        let z = match left.ends.map(|end| right.ends.contains(&end)) {
            [true, false] => left.ends[0],
            [false, true] => left.ends[1],
            _ => return Err("expected parts that share exactly one end".to_string()),
        };
        let [x, y] = [left, right].map(|part| if part.ends[0] == z { part.ends[1] } else { part.ends[0] });
        // 1. Carriers have no stones, so an end without a mark is in none.
        require(!left.carrier.has(y) && !right.carrier.has(x), "a carrier contains the other part's end")?;
        // 2.
        let key = match (self.mark(z), left.key, right.key) {
            (mark, None, None) => mark,
            (None, Some(key), None) if !right.carrier.has(key) => Some(key),
            (None, None, Some(key)) if !left.carrier.has(key) => Some(key),
            _ => return Err("expected full parts, or one with a key of its own over a stone".to_string()),
        };
        // 3.
        let spare = self.spare(captured, &[x, y, z])?;
        let overlap = left.carrier.and(right.carrier).minus(spare);
        self.graph.require_none(overlap, "is in both carriers and not captured")?;
        // 4.
        self.connection([x, y], key, left.carrier.or(right.carrier).or(self.marks(&[z])).or(spare))
    }

    fn or(&self, parts: &[usize], captured: &[Captured]) -> Check<Connection> {
        let first = self.part(*parts.first().ok_or("found no parts: expected one at least")?)?;
        let (mut common, mut carrier) = (first.carrier, Cells::EMPTY);
        for &number in parts {
            let part = self.part(number)?;
            let same = part.ends.iter().all(|end| first.ends.contains(end));
            require(same, "expected parts with the same two ends")?;
            require(part.key.is_some(), "found a full part: expected semi connections")?;
            common = common.and(part.carrier);
            carrier = carrier.or(part.carrier);
        }
        // 1.
        let spare = self.spare(captured, &first.ends)?;
        self.graph.require_none(common.minus(spare), "is in the carriers of all parts and not captured")?;
        // 2.
        self.connection(first.ends, None, carrier.or(spare))
    }

    /// A connection without the marks of its ends in the carrier.
    fn connection(&self, ends: [Vertex; 2], key: Option<Vertex>, carrier: Cells) -> Check<Connection> {
        let carrier = carrier.minus(self.marks(&ends));
        self.graph.require_none(carrier.and(self.own), "is a stone in the carrier")?;
        Ok(Connection { ends, key, carrier })
    }

    /// The cells named as captured by one of these ends. [`Self::keep_region`] says whether they are.
    fn spare(&self, captured: &[Captured], ends: &[Vertex]) -> Check<Cells> {
        let mut spare = Cells::EMPTY;
        for captured in captured {
            let by = self.known_end(captured.by)?;
            require(ends.contains(&by), "found cells captured by another end than those of the rule")?;
            for cell in [captured.cell, captured.partner.unwrap_or(captured.cell)] {
                spare = spare.with(self.known_end(cell)?);
            }
        }
        Ok(spare)
    }

    /// Whether a connection stays in E, and its captured cells are captured there.
    fn keep_region(&self, step: &Step, found: &Connection) -> Check<()> {
        self.graph.require_none(found.carrier.minus(self.region), "is in the carrier and not in E")?;
        self.graph.require_none(self.marks(&found.ends).minus(self.region), "is an end and not in E")?;
        for &Captured { by, cell, partner } in &step.captured {
            let body = self.body(self.known_end(by)?);
            let free = |cell: Vertex| self.region.has(cell) && !body.has(cell);
            let near = |cell: Vertex| free(cell) && self.reaches(body, cell);
            let dead = |cell: Vertex, other: Vertex| self.is_dead(cell, self.grown(body, other));
            let holds = match partner {
                None => free(cell) && self.is_dead(cell, body),
                Some(p) => cell != p && near(cell) && near(p) && dead(cell, p) && dead(p, cell),
            };
            if !holds {
                return Err(format!("{} is not captured by {}", self.graph.name(cell), self.graph.name(by)));
            }
        }
        Ok(())
    }

    /// Whether all that a stone on the cell could join hangs together without it: of its neighbours, those that
    /// are neither the loser's nor the body's are no stones and no edges, and touch the body and each other.
    fn is_dead(&self, cell: Vertex, body: Cells) -> bool {
        let is_lost = |vertex: Vertex| self.mark(vertex).is_some() && !self.region.has(vertex);
        let near = self.graph.neighbours(cell).iter().copied();
        let others = || near.clone().filter(|&other| !is_lost(other) && !body.has(other));
        let touch = |a: Vertex, b: Vertex| a == b || self.graph.neighbours(a).contains(&b);
        others().all(|a| self.mark(a).is_some() && self.reaches(body, a) && others().all(|b| touch(a, b)))
    }

    /// Whether a stone of the loser on a cell changes anything. It does not where those of its neighbours that may
    /// become the winner's hang together without it, pairwise.
    #[must_use]
    pub fn misses(&self, cell: Vertex) -> bool {
        let open = |near: &&Vertex| self.own.has(**near) || self.region.has(**near);
        let near = || self.graph.neighbours(cell).iter().filter(open);
        near().any(|&a| near().any(|&b| !self.reaches(self.body(a), b)))
    }

    /// The chain of an end whose mark is the winner's.
    fn body(&self, end: Vertex) -> Cells {
        self.chains.of(end).unwrap_or_else(|| self.grown(Cells::EMPTY, end))
    }

    /// A body, one more cell of the winner, and all chains that touch it.
    fn grown(&self, body: Cells, cell: Vertex) -> Cells {
        let chains = self.graph.neighbours(cell).iter().filter_map(|&near| self.chains.of(near));
        chains.fold(body.with(cell), Cells::or)
    }

    fn reaches(&self, body: Cells, vertex: Vertex) -> bool {
        body.has(vertex) || self.graph.neighbours(vertex).iter().any(|&near| body.has(near))
    }

    /// The cell of an end without a stone.
    fn mark(&self, end: Vertex) -> Option<Vertex> {
        (!self.own.has(end)).then_some(end)
    }

    fn marks(&self, ends: &[Vertex]) -> Cells {
        ends.iter().filter_map(|&end| self.mark(end)).collect()
    }

    fn known_end(&self, name: Vertex) -> Check<Vertex> {
        self.end(name).ok_or_else(|| format!("found vertex {name}: expected one of the board"))
    }

    fn part(&self, number: usize) -> Check<&Connection> {
        self.steps.get(number).ok_or_else(|| format!("found part {number}: expected an earlier step"))
    }
}

/// Judges a line `c`: its claim, and the connections of its steps.
pub fn judge_connection(graph: &Graph, stones: Cells, steps: &[Step]) -> Verdict<(Claim, Vec<Connection>)> {
    let refuse = |number: usize, problem| Refusal::step(number, &steps[number].rule, problem);
    let of_line = |problem| Refusal::new("connection", problem);
    // E is the carrier of the last step; so all carriers come first.
    let mut judge = Judge::new(graph, stones, Cells::EMPTY)?;
    let needs_steps = !judge.chains.join_edges();
    require(needs_steps != steps.is_empty(), "expected steps or stones that join the edges")
        .map_err(of_line)?;
    for (number, step) in steps.iter().enumerate() {
        let found = judge.derive(step).map_err(|problem| refuse(number, problem))?;
        judge.steps.push(found);
    }
    if let Some(last) = judge.steps.last() {
        let joins = last.key.is_none() && EDGES.iter().all(|edge| last.ends.contains(edge));
        require(joins, "expected a last step that joins the edges and is full").map_err(of_line)?;
        judge.region = last.carrier;
    }
    for (number, (step, found)) in steps.iter().zip(&judge.steps).enumerate() {
        judge.keep_region(step, found).map_err(|problem| refuse(number, problem))?;
    }
    Ok((Claim { stones, cells: judge.region }, judge.steps))
}
