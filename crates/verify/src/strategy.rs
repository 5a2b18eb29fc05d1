//! The rules of a strategy: answers, lines `a`, fill-in, lines `f`, and the root, as in
//! `docs/reference/strategy-format.md`.

use crate::{
    budget::Budget,
    connection::{Judge, judge_connection},
    graph::{Chains, Graph},
    read::{StrategyReader, unseal},
    refusal::{Check, Refusal, Verdict, require},
    report::{Node, Strategy},
    types::{Cells, Claim, Fill, Header, Line, Link, Root},
};

/// Reads a strategy and judges every line of it. `progress` hears how many bytes are done.
pub fn check_strategy(text: &[u8], budget: Budget, progress: &mut dyn FnMut(usize)) -> Verdict<Strategy> {
    let mut reader = StrategyReader::new(unseal(text)?, budget)?;
    let (header, graph) = (reader.header, reader.graph.clone());
    let mut strategy = Strategy::new(header);
    loop {
        let (number, line) = reader.next_line()?;
        strategy.report.count(&line);
        let claim = match line {
            Line::Connection { stones, steps } => {
                strategy.nodes.push(Node::Connection { steps: steps.len() });
                judge_connection(&graph, stones, &steps).map(|(claim, _)| claim)
            }
            Line::Answers(links) => {
                let claim = judge_answers(&graph, &links, &strategy.claims);
                strategy.nodes.push(Node::Answers(links));
                claim.map_err(|problem| Refusal::new("answers", problem))
            }
            Line::Fill(fill) => {
                let claim = judge_fill(&graph, &fill, &strategy.claims);
                strategy.nodes.push(Node::Fill(fill));
                claim.map_err(|problem| Refusal::new("fill-in", problem))
            }
            Line::Root(root) => {
                reader.expect_end()?;
                let fits = judge_root(&graph, &header, root, &strategy.claims);
                fits.map_err(|problem| Refusal::new("root", problem).at_line(number))?;
                return Ok(Strategy { root, ..strategy });
            }
        };
        strategy.claims.push(claim.map_err(|refusal| refusal.at_line(number))?);
        progress(reader.done());
    }
}

/// Judges a line `a`, given the claims of earlier nodes. The numbers are those of the page.
pub fn judge_answers(graph: &Graph, links: &[Link], claims: &[Claim]) -> Check<Claim> {
    let board = graph.cells();
    let (mut stones, mut cells, mut needed_by_all) = (Cells::EMPTY, Cells::EMPTY, board);
    for &Link { cell, node } in links {
        // 1.
        let after = claims.get(node).ok_or_else(|| format!("found node {node}: expected an earlier node"))?;
        // 2.
        require(board.has(cell), "found a move off the board: expected a cell")?;
        require(!after.cells.has(cell), "found a move on a cell that its node needs empty")?;
        // 3. and 4.
        let needed = after.cells.with(cell);
        needed_by_all = needed_by_all.and(needed);
        cells = cells.or(needed);
        stones = stones.or(after.stones.minus(Cells::EMPTY.with(cell)));
    }
    graph.require_none(needed_by_all, "is needed by all answers: expected an answer to a stone on it")?;
    graph.require_none(stones.and(cells), "is needed both as a stone and empty")?;
    Ok(Claim { stones, cells })
}

/// Judges a line `f`, given the claims of earlier nodes. The numbers are those of the page.
pub fn judge_fill(graph: &Graph, fill: &Fill, claims: &[Claim]) -> Check<Claim> {
    // 1.
    let filled = claims.get(fill.node).ok_or("found a later node: expected an earlier one")?;
    graph.require_none(fill.stones.minus(graph.cells()), "is asked for and no cell of the board")?;
    let (mut stones, mut cells) = (filled.stones.or(fill.stones), filled.cells.minus(fill.stones));
    for &[a, b] in &fill.pairs {
        // 2.
        require(a != b, "found a cell as its own partner: expected two cells")?;
        let pair = Cells::EMPTY.with(a).with(b);
        (stones, cells) = (stones.minus(pair), cells.or(pair));
        // 3.
        for [kept, lost] in [[a, b], [b, a]] {
            let kept = Cells::EMPTY.with(kept);
            let judge =
                Judge::new(graph, stones.or(kept), cells.minus(kept)).map_err(|refusal| refusal.problem)?;
            if judge.misses(lost) {
                return Err(format!("{} is missed: expected a captured pair", graph.name(lost)));
            }
        }
    }
    Ok(Claim { stones, cells })
}

/// Whether the claim of the root's node fits the position, with the right side to move.
pub fn judge_root(graph: &Graph, header: &Header, root: Root, claims: &[Claim]) -> Check<()> {
    let claim = claims.get(root.node).ok_or("found another number: expected a node of this file")?;
    let ([own, lost], is_due) = (header.stones(), header.to_move == header.winner);
    let empty = |own: Cells| graph.cells().minus(own.or(lost));
    let mut after = own;
    if let Some(cell) = root.first {
        require(is_due, "found a first move: expected none, the loser is to move")?;
        require(empty(own).has(cell), "found a first move on a stone: expected an empty cell")?;
        after = own.with(cell);
    } else if is_due {
        require(Chains::new(graph, own).join_edges(), "found no first move: expected one")?;
    }
    graph.require_none(claim.stones.minus(after), "is needed as a stone, and the winner has none there")?;
    graph.require_none(claim.cells.minus(empty(after)), "is needed empty and has a stone")
}
