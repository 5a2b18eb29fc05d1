//! All claims that answers derive on small boards, and all roots that rest on them, compared with brute force.
//!
//! On a board of `n` cells a claim is one of 3^n: each cell is a stone of the winner, empty, or neither. So the game by
//! brute force knows all of them, and the rules can be asked about each.

use verify::{Claim, Color, Graph, Header, Link, Root, judge_answers, judge_connection, judge_root};

use crate::support::{Game, bits, cells, members, position};

/// The claim that was judged.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Judged {
    /// Claims that were asked for.
    pub(crate) claims: usize,
    /// Claims that the rules derive, all of them true.
    pub(crate) derived: usize,
    /// Pairs of answers, on the smallest boards.
    pub(crate) pairs: usize,
    /// Roots that were tried.
    pub(crate) roots: usize,
    /// Roots that were accepted, all of them true.
    pub(crate) accepted: usize,
}

/// A board with the truth about each of its claims, by number as [`position`] counts.
pub(crate) struct Claims {
    graph: Graph,
    header: Header,
    area: usize,
    is_true: Vec<bool>,
}

impl Claims {
    pub(crate) fn new(columns: usize, rows: usize, winner: Color) -> Self {
        let (graph, area) = (Graph::new(columns, rows, winner).unwrap(), columns * rows);
        let mut game = Game::new(&graph);
        let is_true = (0..3_usize.pow(area as u32)).map(|number| {
            let [own, empty] = position(area, number);
            game.joins_second([0, 1], own | 0b11, empty)
        });
        let none = cells(0);
        let header = Header { columns, rows, black: none, white: none, to_move: winner, winner };
        Self { is_true: is_true.collect(), graph, header, area }
    }

    /// The number of a claim.
    fn number(&self, own: u32, empty: u32) -> usize {
        let digit = |cell: usize| usize::from(own >> cell & 1 != 0);
        (2..self.area + 2).rev().fold(0, |number, cell| match empty >> cell & 1 {
            0 => 3 * number + 2 - digit(cell),
            _ => 3 * number,
        })
    }

    /// Derives claims from nothing: stones that join the edges, then answers, those with fewer cells first. A claim must
    /// be derived, or one that asks for less, exactly if it is true.
    ///
    /// The answers that are offered for a claim are enough. They may name any derived claim inside of it; for each move
    /// and each cell that the loser may take, one that does without this cell is offered. Whether some cell is needed by all
    /// answers does not change if more of them are offered.
    pub(crate) fn derive_all(&self, judged: &mut Judged) {
        let mut order: Vec<usize> = (0..self.is_true.len()).collect();
        order.sort_by_key(|&number| position(self.area, number)[1].count_ones());
        let mut derived: Vec<Option<Claim>> = vec![None; order.len()];
        for number in order {
            let [own, empty] = position(self.area, number);
            let by_stones = judge_connection(&self.graph, cells(own), &[]).map(|(claim, _)| claim);
            let mut nodes = Vec::new();
            let mut links = Vec::new();
            for cell in members(empty) {
                let rest = empty & !(1 << cell);
                for taken in members(rest) {
                    let below = derived[self.number(own | 1 << cell, rest & !(1 << taken))];
                    links.extend(below.map(|_| Link { cell, node: nodes.len() }));
                    nodes.extend(below);
                }
            }
            let found = by_stones.ok().or_else(|| judge_answers(&self.graph, &links, &nodes).ok());
            judged.claims += 1;
            judged.derived += usize::from(found.is_some());
            if let Some(claim) = found {
                assert!(self.claim_is_true(&claim), "{claim:?} is derived by {links:?} from {nodes:?}");
            }
            assert_eq!(found.is_some(), self.is_true[number], "stones {own:b}, empty {empty:b}");
            derived[number] = found;
        }
    }

    fn claim_is_true(&self, claim: &Claim) -> bool {
        self.is_true[self.number(bits(claim.stones.iter()), bits(claim.cells.iter()))]
    }

    /// The true claims, as nodes.
    fn nodes(&self) -> Vec<Claim> {
        let of = |number| {
            let [own, empty] = position(self.area, number);
            Claim { stones: cells(own), cells: cells(empty) }
        };
        (0..self.is_true.len()).filter(|&number| self.is_true[number]).map(of).collect()
    }

    /// One and two answers of any kind: any move, also edges and numbers beyond the board, before any true claim.
    pub(crate) fn try_all_pairs(&self, judged: &mut Judged) {
        let nodes = self.nodes();
        let moves = 0..self.area as u16 + 4;
        let links: Vec<Link> =
            moves.flat_map(|cell| (0..=nodes.len()).map(move |node| Link { cell, node })).collect();
        for (number, &first) in links.iter().enumerate() {
            for &second in &links[number..] {
                judged.pairs += 1;
                let Ok(claim) = judge_answers(&self.graph, &[first, second], &nodes) else { continue };
                assert!(self.claim_is_true(&claim), "{first:?} and {second:?} derive {claim:?}");
                judged.derived += 1;
            }
        }
    }

    /// Every n-th position with each side to move, each first move or none, and each true claim as the root's
    /// node. A root must be accepted exactly if the position is won.
    pub(crate) fn try_roots(&self, every: usize, judged: &mut Judged) {
        let nodes = self.nodes();
        let mut game = Game::new(&self.graph);
        for number in (0..self.is_true.len()).step_by(every) {
            let [own, empty] = position(self.area, number);
            let lost = bits(self.graph.cells().iter()) & !own & !empty;
            for to_move in [Color::Black, Color::White] {
                let [black, white] = match self.header.winner {
                    Color::Black => [own, lost],
                    Color::White => [lost, own],
                };
                let header = Header { black: cells(black), white: cells(white), to_move, ..self.header };
                let mut accepted = 0;
                for first in std::iter::once(None).chain((0..self.area as u16 + 4).map(Some)) {
                    for node in 0..=nodes.len() {
                        judged.roots += 1;
                        let root = Root { first, node };
                        let fits = judge_root(&self.graph, &header, root, &nodes).is_ok();
                        accepted += usize::from(fits);
                    }
                }
                judged.accepted += accepted;
                let is_won = if to_move == header.winner {
                    game.joins_first([0, 1], own | 0b11, empty)
                } else {
                    self.is_true[number]
                };
                assert_eq!(accepted > 0, is_won, "stones {own:b}, empty {empty:b}, {to_move:?} to move");
            }
        }
    }
}
