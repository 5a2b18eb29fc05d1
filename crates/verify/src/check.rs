//! The rules, as plainly as they can be written.
//!
//! Why captured cells may be shared: with the end own, answer a stone on a captured cell on its partner. The stone is then
//! dead, because all that its cell could have joined hangs together without it; so play goes on as if both cells were the
//! colour's own, and what was shared there is not missed. The rule asks for the partner inside the carrier.

use board::{Cell, CellSet, Color, Position};

use crate::{Captured, Certificate, End, Kind, Rule, Step, VerifyError};

/// Checks every step of a certificate in a position.
///
/// # Errors
/// [`VerifyError`] with the first step that does not follow.
pub fn check(position: &Position, certificate: &Certificate) -> Result<(), VerifyError> {
    if certificate.steps.is_empty() {
        return Err(VerifyError::Empty);
    }
    check_steps(position, certificate.color, &certificate.steps, "")
}

fn check_steps(position: &Position, color: Color, steps: &[Step], path: &str) -> Result<(), VerifyError> {
    for (number, step) in steps.iter().enumerate() {
        let path = format!("{path}{number}");
        let checker = Checker { position, color, earlier: &steps[..number], path: &path };
        checker.check(step)?;
    }
    Ok(())
}

/// The stones of an end, as if an empty one were taken, and the own edges they touch.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Body {
    cells: CellSet,
    edges: [bool; 2],
}

struct Checker<'a> {
    position: &'a Position,
    color: Color,
    earlier: &'a [Step],
    path: &'a str,
}

impl Checker<'_> {
    fn check(&self, step: &Step) -> Result<(), VerifyError> {
        let bodies = [self.body(step.ends[0])?, self.body(step.ends[1])?];
        self.require(!self.same(step.ends[0], step.ends[1])?, "found one end twice: expected two ends")?;
        self.require(
            step.carrier.is_subset(&self.position.empty_cells()),
            "the carrier has a cell that is not empty",
        )?;
        for end in step.ends {
            self.require(!step.carrier.intersects(&self.mark(end)), "the carrier contains an end")?;
        }
        if let Kind::Semi(key) = step.kind {
            self.require(step.carrier.contains(key), "the key is not in the carrier")?;
        }
        match &step.rule {
            Rule::Adjacent => {
                self.require(step.kind == Kind::Full, "found neighbours as semi: expected full")?;
                let reach = self.reach(&bodies[0]);
                let touch = reach.intersects(&bodies[1].cells) || self.touches_edge(&bodies, step.ends);
                self.require(touch, "the ends are not neighbours")
            }
            Rule::And { parts, captured } => self.check_and(step, *parts, captured),
            Rule::Or { parts, captured } => self.check_or(step, parts, captured),
            Rule::Trial { steps } => self.check_trial(step, steps),
        }
    }

    /// The ends of the parts are `x - z` and `z - y` with `x`, `y` the ends of the step.
    fn check_and(&self, step: &Step, parts: [usize; 2], captured: &[Captured]) -> Result<(), VerifyError> {
        let [left, right] = [self.part(parts[0])?, self.part(parts[1])?];
        let [x, y] = step.ends;
        let mut shared = None;
        for [near, z] in [left.ends, [left.ends[1], left.ends[0]]] {
            for [from, far] in [right.ends, [right.ends[1], right.ends[0]]] {
                let fits = (self.same(near, x)? && self.same(far, y)?)
                    || (self.same(near, y)? && self.same(far, x)?);
                if fits && self.same(z, from)? {
                    shared = Some((z, near, far));
                }
            }
        }
        let Some((z, near, far)) = shared else {
            return Err(self.refuse("the parts of AND do not share an end between the ends"));
        };
        let clear = |carrier: &CellSet, end| !carrier.intersects(&self.mark(end));
        self.require(
            clear(&left.carrier, far) && clear(&right.carrier, near),
            "the carrier of one part contains the end of the other",
        )?;
        let key = self.mark(z).first();
        // Over a stone the key of a semi part is the step's: once it is played, both parts are full. It must not be a cell of
        // the other part, which could want it for itself.
        let kind = match (left.kind, right.kind, key) {
            (Kind::Full, Kind::Full, None) => Kind::Full,
            (Kind::Full, Kind::Full, Some(key)) => Kind::Semi(key),
            (Kind::Full, Kind::Semi(key), None) if !left.carrier.contains(key) => Kind::Semi(key),
            (Kind::Semi(key), Kind::Full, None) if !right.carrier.contains(key) => Kind::Semi(key),
            _ => return Err(self.refuse("the parts of AND are not full, nor one of them semi over a stone")),
        };
        self.require(step.kind == kind, "AND over a stone is full, over an empty cell semi with it as key")?;
        let spare = self.captured(step, &[x, y, z], captured)?;
        let overlap = left.carrier & right.carrier;
        self.require(overlap.is_subset(&spare), "the carriers of AND overlap")?;
        self.require(
            (left.carrier | right.carrier | self.mark(z)).is_subset(&step.carrier),
            "the carrier lacks a cell of a part",
        )
    }

    fn check_or(&self, step: &Step, parts: &[usize], captured: &[Captured]) -> Result<(), VerifyError> {
        self.require(step.kind == Kind::Full, "found OR as semi: expected full")?;
        self.require(!parts.is_empty(), "found OR of nothing: expected semi connections")?;
        let mut common = step.carrier;
        for &part in parts {
            let part = self.part(part)?;
            let [a, b] = part.ends;
            let [x, y] = step.ends;
            let fits = (self.same(a, x)? && self.same(b, y)?) || (self.same(a, y)? && self.same(b, x)?);
            self.require(fits, "a part of OR has other ends")?;
            self.require(matches!(part.kind, Kind::Semi(_)), "a part of OR is not semi")?;
            self.require(part.carrier.is_subset(&step.carrier), "the carrier lacks a cell of a part")?;
            common &= part.carrier;
        }
        let spare = self.captured(step, &step.ends, captured)?;
        self.require(common.is_subset(&spare), "the parts of OR have a cell in common")
    }

    fn check_trial(&self, step: &Step, steps: &[Step]) -> Result<(), VerifyError> {
        let Kind::Semi(key) = step.kind else {
            return Err(self.refuse("found a trial as full: expected semi"));
        };
        let mut with_key = *self.position;
        with_key.place(self.color, key).map_err(|_| self.refuse("the key is not empty"))?;
        check_steps(&with_key, self.color, steps, &format!("{}.", self.path))?;
        let Some(last) = steps.last() else { return Err(self.refuse("found a trial without steps")) };
        self.require(last.kind == Kind::Full, "a trial does not end in a full connection")?;
        let inner = Checker { position: &with_key, earlier: &[], ..*self };
        let [a, b] = last.ends;
        let [x, y] = step.ends;
        let fits = (inner.same(a, x)? && inner.same(b, y)?) || (inner.same(a, y)? && inner.same(b, x)?);
        self.require(fits, "a trial ends in a connection of other ends")?;
        self.require(last.carrier.with(key).is_subset(&step.carrier), "the carrier lacks a cell of the trial")
    }

    /// The cells that may be shared: each is captured by one of the ends, and its partner is in the carrier.
    fn captured(&self, step: &Step, ends: &[End], captured: &[Captured]) -> Result<CellSet, VerifyError> {
        let mut spare = CellSet::EMPTY;
        for &Captured { by, cell, partner } in captured {
            let mut known = false;
            for &end in ends {
                known |= self.same(by, end)?;
            }
            self.require(known, "a captured cell is named with an end that is not there")?;
            let body = self.body(by)?;
            let pair = partner.into_iter().fold(CellSet::of(cell), CellSet::with);
            // An empty end is taken, so it may be the partner as well as a cell of the carrier.
            let taken = ends.iter().fold(CellSet::EMPTY, |taken, &end| taken | self.mark(end));
            self.require(
                pair.is_subset(&(step.carrier | taken)) && !pair.intersects(&body.cells),
                "a captured cell or its partner is not in the carrier",
            )?;
            let dead = match partner {
                None => self.dead(&body, cell),
                Some(partner) => {
                    self.reach(&body).contains(partner)
                        && self.reach(&body).contains(cell)
                        && self.dead(&self.joined(body, partner), cell)
                        && self.dead(&self.joined(body, cell), partner)
                }
            };
            self.require(dead, "a cell is claimed to be captured and is not")?;
            spare |= pair;
        }
        Ok(spare)
    }

    /// Whether all cells that an own path through `cell` could come from or go to hang together without it: own stones
    /// beside it belong to the body, and the rest touch the body and each other.
    fn dead(&self, body: &Body, cell: Cell) -> bool {
        let geometry = self.position.geometry();
        let own = self.position.stones(self.color);
        let blocked = self.position.stones(self.color.opponent());
        let edges = self.color.edges();
        if (0..2).any(|index| !body.edges[index] && geometry.edge(edges[index]).contains(cell)) {
            return false;
        }
        let rest = geometry.neighbour_set(cell).minus(blocked | body.cells);
        let touch = |a: Cell, b: Cell| a == b || geometry.neighbour_set(a).contains(b);
        !rest.intersects(&own)
            && rest.is_subset(&self.reach(body))
            && rest.iter().all(|a| rest.iter().all(|b| touch(a, b)))
    }

    fn body(&self, end: End) -> Result<Body, VerifyError> {
        let nothing = Body { cells: CellSet::EMPTY, edges: [false; 2] };
        match end {
            End::Cell(cell) if cell.index() >= self.position.size().cells() => {
                Err(self.refuse("an end is not on the board"))
            }
            End::Cell(cell) => match self.position.at(cell) {
                Some(color) if color != self.color => Err(self.refuse("an end is the opponent's stone")),
                // An empty end counts as taken, with all that it then joins.
                _ => Ok(self.joined(nothing, cell)),
            },
            End::Edge(edge) => {
                let Some(index) = self.color.edges().iter().position(|&own| own == edge) else {
                    return Err(self.refuse("an end is the opponent's edge"));
                };
                let geometry = self.position.geometry();
                let own = self.position.stones(self.color);
                let mut body = nothing;
                body.edges[index] = true;
                body.cells = geometry.flood(geometry.edge(edge), own);
                Ok(body)
            }
        }
    }

    /// The body with one more own stone, and the stones and edges that it joins.
    fn joined(&self, mut body: Body, cell: Cell) -> Body {
        let geometry = self.position.geometry();
        let own = self.position.stones(self.color).with(cell) | body.cells;
        body.cells = geometry.flood(body.cells.with(cell), own);
        for (index, edge) in self.color.edges().into_iter().enumerate() {
            if geometry.edge(edge).intersects(&body.cells) {
                body.edges[index] = true;
                body.cells |= geometry.flood(geometry.edge(edge), own);
            }
        }
        body
    }

    fn reach(&self, body: &Body) -> CellSet {
        let geometry = self.position.geometry();
        let mut reach = geometry.grow(body.cells);
        for (touched, edge) in body.edges.into_iter().zip(self.color.edges()) {
            if touched {
                reach |= geometry.edge(edge);
            }
        }
        reach
    }

    /// The cell of an empty end; nothing for stones and edges.
    fn mark(&self, end: End) -> CellSet {
        match end {
            End::Cell(cell) if self.position.at(cell).is_none() => CellSet::of(cell),
            _ => CellSet::EMPTY,
        }
    }

    /// Whether two ends are the same cell, group or edge.
    fn same(&self, a: End, b: End) -> Result<bool, VerifyError> {
        let empty = [a, b].map(|end| !self.mark(end).is_empty());
        if empty[0] || empty[1] {
            return Ok(a == b);
        }
        let [a, b] = [self.body(a)?, self.body(b)?];
        Ok(a.cells.intersects(&b.cells) || (0..2).any(|index| a.edges[index] && b.edges[index]))
    }

    /// Whether an edge is one of the ends and the other end lies at it.
    fn touches_edge(&self, bodies: &[Body; 2], ends: [End; 2]) -> bool {
        (0..2).any(|end| {
            matches!(ends[end], End::Edge(_)) && {
                let mine = bodies[end].edges;
                (0..2).any(|index| mine[index] && bodies[1 - end].edges[index])
            }
        })
    }

    fn part(&self, number: usize) -> Result<&Step, VerifyError> {
        self.earlier.get(number).ok_or_else(|| self.refuse("a part is not an earlier step"))
    }

    fn require(&self, holds: bool, problem: &'static str) -> Result<(), VerifyError> {
        if holds { Ok(()) } else { Err(self.refuse(problem)) }
    }

    fn refuse(&self, problem: &'static str) -> VerifyError {
        VerifyError::Step { step: self.path.to_string(), problem }
    }
}
