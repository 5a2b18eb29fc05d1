//! A static look at a position: who has won or wins at once, and the threats of the side that is not to move.
//!
//! Two layers of virtual connections can be asked. [`Layer::Patterns`] is the paper's: drawn patterns, chains of them, and what
//! OneToConnect moves make together. [`Layer::Prover`] goes further: the prover of connections (crate `connection`), which
//! derives what patterns would have to be drawn for. The rules see patterns either way.

use board::{Cell, CellSet, Color, Geometry, Position};
use connection::{Connection, Connections};
use proof::{CertificateRule as StepRule, CertificateStep, ConnectionKind, End};

use crate::{
    analysis::{Analysis, Semi},
    proof::Draft,
    rules::{Candidate, YangRule, reason_of_threat},
    strings::BorderType,
    table::Table,
};

/// Where the virtual connections come from by which the search sees wins and threats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Layer {
    /// Drawn patterns, as in the paper.
    Patterns,
    /// The prover of connections.
    #[default]
    Prover,
}

/// A move that joins a colour's borders; or borders that are joined without one.
#[derive(Debug, Clone)]
pub(crate) struct Join<const W: usize> {
    /// The move, where one is made.
    pub(crate) key: Option<Cell>,
    /// The node that holds after it.
    pub(crate) draft: Draft<W>,
    /// Why it is made.
    pub(crate) why: Option<Candidate<W>>,
}

/// The findings of a static look at a position.
#[derive(Debug, Clone)]
pub(crate) enum View<const W: usize> {
    /// Somebody has won, or the side to move wins at once.
    Decided(Color, Join<W>),
    /// Moves by which the side that is not to move would win: as few as leave the side to move no more cells to play on than all of
    /// them do.
    Open(Vec<Join<W>>),
}

/// The eyes of the search, with their memory.
pub(crate) struct ConnectionFinder<'a, const W: usize> {
    table: &'a Table<W>,
    layer: Layer,
    connections: Option<Connections<W>>,
    /// The patterns of each colour in the position that was asked about last.
    analyses: [Analysis<W>; 2],
}

impl<'a, const W: usize> ConnectionFinder<'a, W> {
    pub(crate) fn new(table: &'a Table<W>, layer: Layer) -> Self {
        Self { table, layer, connections: None, analyses: Color::BOTH.map(Analysis::new) }
    }

    /// The patterns of a colour.
    pub(crate) fn patterns(&mut self, position: &Position<W>, color: Color) -> &Analysis<W> {
        let analysis = &mut self.analyses[color.index()];
        analysis.build(self.table, position, color);
        analysis
    }

    /// The patterns of both colours, the side to move first.
    pub(crate) fn both_patterns(&mut self, position: &Position<W>) -> [&Analysis<W>; 2] {
        let mover = position.to_move();
        for color in Color::BOTH {
            self.patterns(position, color);
        }
        [mover, mover.opponent()].map(|color| &self.analyses[color.index()])
    }

    /// Looks at a position that the side to move has not won.
    pub(crate) fn look(&mut self, position: &Position<W>) -> View<W> {
        let other = position.to_move().opponent();
        if let Some(draft) = Draft::joined(position, other) {
            return View::Decided(other, Join { key: None, draft, why: None });
        }
        match self.layer {
            Layer::Patterns => self.by_patterns(position),
            Layer::Prover => self.by_prover(position),
        }
    }

    fn by_patterns(&mut self, position: &Position<W>) -> View<W> {
        let mover = position.to_move();
        let own = self.patterns(position, mover);
        let join = |analysis: &Analysis<W>, threat: &Semi<W>| Join {
            key: Some(threat.key),
            draft: Draft::after(position, analysis, threat),
            why: Some(reason_of_threat(analysis, threat)),
        };
        if let Some(threat) = own.threats.first() {
            return View::Decided(mover, join(own, threat));
        }
        let other = self.patterns(position, mover.opponent());
        if let Some(won) = &other.won {
            let draft = Draft::connected(position, other, won);
            return View::Decided(mover.opponent(), Join { key: None, draft, why: None });
        }
        let threats = few(position.empty_cells(), &other.threats, |threat| threat.carrier);
        View::Open(threats.into_iter().map(|threat| join(other, threat)).collect())
    }

    fn by_prover(&mut self, position: &Position<W>) -> View<W> {
        let settings = connection::ConnectionSettings::thorough();
        let connections = self.connections.get_or_insert_with(|| Connections::new(position, settings));
        let mover = position.to_move();
        let verdict = connections.decide(position, connection::ProofEffort::Glance);
        if let Some(verdict) = verdict {
            let edges = verdict.winner.edges().map(End::Edge);
            let mut found: Vec<_> = connections.between(verdict.winner, edges).collect();
            found.sort_by_key(|found| found.carrier.len());
            // The winner to move needs a move: a key, or any cell that a full connection leaves alone.
            let moves = verdict.winner == mover;
            let join =
                found.iter().filter(|found| moves || found.kind == ConnectionKind::Full).find_map(|found| {
                    let mut join = proved_join(connections, found)?;
                    if moves && join.key.is_none() {
                        join.key = Some(position.empty_cells().minus(join.draft.cells).first()?);
                    }
                    Some(join)
                });
            if let Some(join) = join {
                return View::Decided(verdict.winner, join);
            }
        }
        let other = mover.opponent();
        let semis = connections.between(other, other.edges().map(End::Edge));
        let mut semis: Vec<_> = semis.filter(|semi| matches!(semi.kind, ConnectionKind::Semi(_))).collect();
        semis.sort_by_key(|semi| semi.carrier.len());
        let semis = few(position.empty_cells(), &semis, |semi| semi.carrier);
        View::Open(semis.into_iter().filter_map(|semi| proved_join(connections, semi)).collect())
    }
}

/// As few of the carriers, smallest first, as have no more in common than all of them.
fn few<const W: usize, T>(empty: CellSet<W>, all: &[T], carrier: impl Fn(&T) -> CellSet<W>) -> Vec<&T> {
    let target = all.iter().fold(empty, |common, one| common & carrier(one));
    let mut common = empty;
    let mut kept = Vec::new();
    for one in all {
        if common == target {
            break;
        }
        if !common.is_subset(&carrier(one)) {
            common &= carrier(one);
            kept.push(one);
        }
    }
    kept
}

/// A connection of the borders as the prover has it.
fn proved_join<const W: usize>(connections: &Connections<W>, found: &Connection<W>) -> Option<Join<W>> {
    let position = connections.position();
    let own = position.stones(found.color);
    let steps = connections.certificate(found)?.steps;
    let geometry = position.geometry();
    let stones_in = |numbers: &mut dyn Iterator<Item = usize>| {
        let stones = numbers.map(|number| stones_of(&steps[number], geometry, own));
        geometry.flood(stones.fold(CellSet::EMPTY, |all, stones| all | stones), own)
    };
    let stones = stones_in(&mut needed(&steps, steps.len() - 1).into_iter());
    let last = steps.last()?;
    let cells = last.carrier.resize::<W>();
    let ConnectionKind::Semi(key) = found.kind else {
        let draft = Draft::proved(stones, cells);
        return Some(Join { key: None, draft, why: None });
    };
    // Which groups the key joins: the stones on its way to either border.
    let mut sides = [CellSet::EMPTY; 2];
    if let StepRule::And { parts, .. } = &last.rule {
        for &part in parts {
            let first = steps[part].ends.contains(&End::Edge(found.color.edges()[0]));
            let stones = stones_in(&mut needed(&steps, part).into_iter());
            sides[usize::from(!first)] |= stones;
        }
    }
    let (rule, group, border) = match sides.map(|side| !side.is_empty()) {
        [true, true] => (5, sides[0], BorderType::First),
        [false, true] => (4, sides[1], BorderType::Second),
        [true, false] | [false, false] => (3, sides[0], BorderType::First),
    };
    let draft = Draft::proved(stones.with(key), cells.without(key));
    let why = Candidate { cell: key, rule: YangRule::Numbered(rule), group, border, preference: 0 };
    Some(Join { key: Some(key), draft, why: Some(why) })
}

/// The own stones that a step speaks of.
fn stones_of<const W: usize>(step: &CertificateStep, geometry: &Geometry<W>, own: CellSet<W>) -> CellSet<W> {
    let mut cells = CellSet::EMPTY;
    for end in step.ends {
        if let End::Cell(cell) = end {
            cells.insert(cell);
        }
    }
    match (&step.rule, step.ends) {
        // The captors of a cell lie around it and its partner, one cell further at the most, or beside the end.
        (StepRule::And { captured, .. } | StepRule::Or { captured, .. }, _) => {
            for captured in captured {
                let pair = CellSet::of(captured.cell).with(captured.partner.unwrap_or(captured.cell));
                cells |= geometry.grow(geometry.grow(pair));
                if let End::Cell(by) = captured.by {
                    cells |= geometry.neighbour_set(by).with(by);
                }
            }
        }
        // A cell that is not in the edge's row is its neighbour by a stone at the edge.
        (StepRule::Adjacent, [End::Edge(edge), End::Cell(cell)] | [End::Cell(cell), End::Edge(edge)])
            if !geometry.edge(edge).contains(cell) =>
        {
            cells |= geometry.neighbour_set(cell);
        }
        (StepRule::Adjacent | StepRule::Trial { .. }, _) => {}
    }
    cells & own
}

/// The numbers of the steps that a step needs, its own included.
fn needed(steps: &[CertificateStep], number: usize) -> Vec<usize> {
    let mut used = vec![false; number + 1];
    used[number] = true;
    for at in (0..=number).rev() {
        if used[at] {
            match &steps[at].rule {
                StepRule::And { parts, .. } => parts.iter().for_each(|&part| used[part] = true),
                StepRule::Or { parts, .. } => parts.iter().for_each(|&part| used[part] = true),
                StepRule::Adjacent | StepRule::Trial { .. } => {}
            }
        }
    }
    (0..=number).filter(|&at| used[at]).collect()
}

#[cfg(test)]
mod tests {
    use board::BoardSize;
    use proptest::prelude::*;

    use super::*;
    use crate::DecompositionProof;

    /// Everything that is seen of a position holds in the worst position that it speaks of.
    fn check(position: &Position<1>) {
        let table = Table::new(position.size());
        let joins = match ConnectionFinder::new(&table, Layer::Prover).look(position) {
            View::Decided(winner, join) => vec![(winner, join)],
            View::Open(threats) => {
                threats.into_iter().map(|join| (position.to_move().opponent(), join)).collect()
            }
        };
        for (color, join) in joins {
            let held = position.stones(color) | join.key.map_or(CellSet::EMPTY, CellSet::of);
            assert!(join.draft.stones.is_subset(&held), "{position}");
            assert!(join.draft.cells.is_subset(&position.empty_cells()), "{position}");
            let proof = DecompositionProof::new(&table, position, color, None, 0, &[join.draft], 0).unwrap();
            let text = DecompositionProof { position: worst(&proof, position), ..proof }.strategy();
            assert!(proof::strategy::read_strategy(&text, |_| ()).is_ok(), "{position}");
        }
    }

    /// The position in which the winner has no more than the proof asks for, with the opponent to move.
    fn worst(proof: &DecompositionProof, position: &Position<1>) -> Position {
        let needs = &proof.nodes[proof.root];
        let rest = position.geometry().all().resize().minus(needs.stones | needs.cells);
        let [black, white] = match proof.winner {
            Color::Black => [needs.stones, rest],
            Color::White => [rest, needs.stones],
        };
        Position::with_stones(position.size(), black, white, proof.winner.opponent()).unwrap()
    }

    proptest! {
        #[test]
        fn what_is_seen_can_be_proved_again(
            side in 4usize..=7,
            picks in proptest::collection::vec(any::<prop::sample::Index>(), 0..26),
        ) {
            let mut position = Position::<1>::empty(BoardSize::square(side).unwrap());
            for pick in picks.iter().take(side * side / 2) {
                let empty: Vec<Cell> = position.empty_cells().iter().collect();
                position.play_unchecked(*pick.get(&empty));
                if position.winner().is_some() {
                    return Ok(());
                }
            }
            check(&position);
        }
    }
}
