//! Reads a strategy and checks it on the way: each node once, from the leaves upwards.

use board::{BoardSize, Cell, CellSet, Color, Geometry, Position};

use super::{
    Claim, Header, Link, Node, Strategy, StrategyError,
    text::{self, Written},
};
use crate::{
    Certificate, End, Kind, Rule, Step, check,
    file::{bad, check_bytes},
};

/// Reads a strategy and checks everything that it claims. `progress` hears how many bytes are done.
///
/// # Errors
/// [`StrategyError`] with the first line or node that is wrong.
pub fn read_strategy(text: &str, mut progress: impl FnMut(usize)) -> Result<Strategy, StrategyError> {
    check_bytes(text)?;
    let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line));
    let Header { position, winner } = Header::read(text::MAGIC, &mut lines)?;
    let size = position.size();
    let (mut nodes, mut claims) = (Vec::new(), Vec::new());
    let mut done = 0;
    let mut root = None;
    for (line, text) in lines.by_ref() {
        done += text.len() + 1;
        if line % 256 == 0 {
            progress(done);
        }
        if let Some(target) = text.strip_prefix("root ") {
            let target = text::read_root(size, target).ok_or_else(|| bad(line, text, "'root' and a node"))?;
            root = Some((line, target));
            break;
        }
        let node = nodes.len();
        let refuse = |problem: String| StrategyError::Node { node, line, problem };
        let (node, claim) = match text.split_at_checked(2) {
            Some(("c ", text)) => {
                let (claim, steps) = connection(size, winner, text).map_err(refuse)?;
                (Node::Connection { steps: steps.len() }, claim)
            }
            Some(("a ", text)) => {
                let links = text::read_links(size, text).map_err(refuse)?;
                let claim = check_answers(size, &links, &claims).map_err(refuse)?;
                (Node::Answers(links), claim)
            }
            _ => return Err(bad(line, text, "a node ('c' or 'a') or 'root'").into()),
        };
        nodes.push(node);
        claims.push(claim);
    }
    let Some((line, (first, root))) = root else {
        return Err(bad(text.lines().count(), "the end of the file", "'root' and a node").into());
    };
    match lines.next() {
        Some((_, last)) if last.starts_with("check ") => {}
        Some((line, other)) => return Err(bad(line, other, "'check' after 'root'").into()),
        None => return Err(bad(line, "the end of the file", "'check' after 'root'").into()),
    }
    let claim = claims.get(root).ok_or_else(|| bad(line, &root.to_string(), "a node of this file"))?;
    check_root(&position, winner, first, claim)?;
    Ok(Strategy { position, winner, first, root, nodes, claims })
}

/// Checks the line of a connection, as [`read_strategy`] does, and returns what it claims. The line is one of
/// [`connection_line`](super::connection_line).
///
/// # Errors
/// Why it does not hold, in words.
pub fn check_connection(size: BoardSize, winner: Color, line: &str) -> Result<Claim, String> {
    let text = line.strip_prefix("c ").ok_or("found another line: expected a connection")?;
    connection(size, winner, text.trim_end()).map(|(claim, _)| claim)
}

/// Checks the line of a connection as [`check_connection`] does, and returns its certificate too: what to answer to an
/// intrusion, see [`Follower`](crate::Follower).
///
/// # Errors
/// Why it does not hold, in words.
pub fn read_connection(size: BoardSize, winner: Color, line: &str) -> Result<(Claim, Certificate), String> {
    let text = line.strip_prefix("c ").ok_or("found another line: expected a connection")?;
    let (claim, steps) = connection(size, winner, text.trim_end())?;
    Ok((claim, Certificate { color: winner, steps }))
}

/// Answers hold if no cell is needed by all of them.
fn check_answers(size: BoardSize, links: &[Link], claims: &[Claim]) -> Result<Claim, String> {
    let mut needed_by_all = Geometry::of(size).all();
    let mut claim = Claim { stones: CellSet::EMPTY, cells: CellSet::EMPTY };
    if links.is_empty() {
        return Err("found no answers: expected one at least".to_string());
    }
    for &Link { cell, node } in links {
        let name = size.name(cell);
        let after = claims
            .get(node)
            .ok_or_else(|| format!("answer {name}: found a link to node {node}: expected an earlier node"))?;
        if after.cells.contains(cell) {
            return Err(format!(
                "answer {name}: found the cell occupied by the answer: expected it empty in node {node}"
            ));
        }
        let needed = after.cells.with(cell);
        needed_by_all &= needed;
        claim.cells |= needed;
        claim.stones |= after.stones.without(cell);
    }
    if let Some(reply) = needed_by_all.first() {
        return Err(format!("found no answer to {}: every answer needs it", size.name(reply)));
    }
    if let Some(cell) = (claim.stones & claim.cells).first() {
        return Err(format!("found {} both as a stone and as an empty cell", size.name(cell)));
    }
    Ok(claim)
}

/// The root's claim fits the position, and the right side is to move.
fn check_root(
    position: &Position,
    winner: Color,
    first: Option<Cell>,
    claim: &Claim,
) -> Result<(), StrategyError> {
    let refuse = |problem: String| Err(StrategyError::Root(problem));
    let size = position.size();
    let mut position = *position;
    match first {
        Some(_) if position.to_move() != winner => {
            return refuse(format!(
                "found a first move of {winner}: expected none, {} is to move",
                winner.opponent()
            ));
        }
        None if position.to_move() == winner && !position.has_won(winner) => {
            return refuse(format!("found no first move: expected one of {winner}, who is to move"));
        }
        Some(cell) if position.place(winner, cell).is_err() => {
            return refuse(format!("found the first move {}: expected an empty cell", size.name(cell)));
        }
        _ => {}
    }
    if let Some(cell) = claim.stones.minus(position.stones(winner)).first() {
        return refuse(format!(
            "the strategy needs a stone on {}: expected {winner}'s stone there",
            size.name(cell)
        ));
    }
    if let Some(cell) = claim.cells.minus(position.empty_cells()).first() {
        return refuse(format!("the strategy needs {}: expected it empty", size.name(cell)));
    }
    Ok(())
}

/// Checks a connection in the worst position: its stones, its carrier, and the loser everywhere else.
fn connection(size: BoardSize, winner: Color, text: &str) -> Result<(Claim, Vec<Step>), String> {
    let (stones, written) = text::read_connection(size, winner, text)?;
    let geometry = Geometry::<{ board::MAX_WORDS }>::of(size);
    let steps = complete(geometry, winner, stones, written)?;
    let Some(last) = steps.last() else {
        return match geometry.joins(stones, winner) {
            true => Ok((Claim { stones, cells: CellSet::EMPTY }, steps)),
            false => Err(format!("found no steps: expected stones that join {winner}'s edges")),
        };
    };
    let edges = winner.edges().map(End::Edge);
    if last.kind != Kind::Full || (last.ends != edges && last.ends != [edges[1], edges[0]]) {
        return Err("the last step does not connect the winner's edges whoever moves".to_string());
    }
    let claim = Claim { stones, cells: last.carrier };
    let others = geometry.all().minus(claim.stones | claim.cells);
    let [black, white] = match winner {
        Color::Black => [stones, others],
        Color::White => [others, stones],
    };
    let worst =
        Position::with_stones(size, black, white, winner.opponent()).map_err(|error| error.to_string())?;
    let certificate = Certificate { color: winner, steps };
    check(&worst, &certificate).map_err(|error| error.to_string())?;
    Ok((claim, certificate.steps))
}

/// Gives the steps what is not written: ends, kinds and carriers. Whether they hold is checked afterwards.
fn complete(
    geometry: &'static Geometry,
    winner: Color,
    stones: CellSet,
    written: Vec<Written>,
) -> Result<Vec<Step>, String> {
    let names = Names { geometry, winner, stones };
    let mut steps: Vec<Step> = Vec::with_capacity(written.len());
    for (number, step) in written.into_iter().enumerate() {
        let part = |part: usize| {
            steps
                .get(part)
                .ok_or_else(|| format!("step {number}: found part {part}: expected an earlier step"))
        };
        let step = match step {
            Written::Adjacent(ends) => Step {
                ends: ends.map(|end| names.canonical(end)),
                kind: Kind::Full,
                carrier: CellSet::EMPTY,
                rule: Rule::Adjacent,
            },
            Written::And(parts, captured) => {
                let [left, right] = [part(parts[0])?, part(parts[1])?];
                let shared = left.ends.into_iter().find(|end| right.ends.contains(end));
                let middle = shared.ok_or_else(|| format!("step {number}: the parts of AND share no end"))?;
                let other = |ends: [End; 2]| if ends[0] == middle { ends[1] } else { ends[0] };
                let ends = [other(left.ends), other(right.ends)];
                let key = names.mark(middle);
                let pairs = pairs(&captured).minus(names.mark(ends[0]) | names.mark(ends[1]));
                Step {
                    ends,
                    kind: key.first().map_or(Kind::Full, Kind::Semi),
                    carrier: left.carrier | right.carrier | key | pairs,
                    rule: Rule::And { parts, captured },
                }
            }
            Written::Or(parts, captured) => {
                let ends = part(*parts.first().ok_or("found OR of nothing")?)?.ends;
                let mut carrier = pairs(&captured).minus(names.mark(ends[0]) | names.mark(ends[1]));
                for &number in &parts {
                    carrier |= part(number)?.carrier;
                }
                Step { ends, kind: Kind::Full, carrier, rule: Rule::Or { parts, captured } }
            }
        };
        steps.push(step);
    }
    Ok(steps)
}

fn pairs(captured: &[crate::Captured]) -> CellSet {
    captured.iter().flat_map(|captured| [Some(captured.cell), captured.partner]).flatten().collect()
}

/// One name for each end: all stones of a group are one end, and a group at an edge is that edge.
struct Names {
    geometry: &'static Geometry,
    winner: Color,
    stones: CellSet,
}

impl Names {
    fn canonical(&self, end: End) -> End {
        let End::Cell(cell) = end else { return end };
        if !self.stones.contains(cell) {
            return end;
        }
        let group = self.geometry.flood(CellSet::of(cell), self.stones);
        let edge = self.winner.edges().into_iter().find(|&edge| self.geometry.edge(edge).intersects(&group));
        edge.map_or_else(|| group.first().map_or(end, End::Cell), End::Edge)
    }

    /// The cell of an empty end.
    fn mark(&self, end: End) -> CellSet {
        match end {
            End::Cell(cell) if !self.stones.contains(cell) => CellSet::of(cell),
            _ => CellSet::EMPTY,
        }
    }
}
