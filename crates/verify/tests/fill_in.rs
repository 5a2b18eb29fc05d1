//! A fill-in derives only true claims from true claims: every claim of small boards with every pair, by brute force.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

mod support;

use support::{Game, bits, cells};
use verify::{Claim, Color, Fill, Graph, judge_fill};

/// Judges fill-ins of all true claims; how many were accepted. `pairs` may name edges and vertices beyond the board.
fn try_all(columns: usize, rows: usize, winner: Color, pairs: &[Vec<[u16; 2]>]) -> usize {
    let graph = Graph::new(columns, rows, winner).unwrap();
    let mut game = Game::new(&graph);
    let mut accepted = 0;
    for number in 0..3_usize.pow((columns * rows) as u32) {
        let (mut own, mut empty, mut rest) = (0_u32, 0_u32, number);
        for cell in 2..graph.vertices() {
            match rest % 3 {
                0 => own |= 1 << cell,
                1 => empty |= 1 << cell,
                _ => {}
            }
            rest /= 3;
        }
        if !game.joins_second([0, 1], own | 0b11, empty) {
            continue;
        }
        let node = Claim { stones: cells(own), cells: cells(empty) };
        // A stone that is asked for besides: on an empty cell of the node, on another one, or none.
        let more = [0, empty & empty.wrapping_neg(), (own + 4) & !own & 0x1FC];
        for (more, pairs) in more.into_iter().flat_map(|more| pairs.iter().map(move |pairs| (more, pairs))) {
            let fill = Fill { node: 0, stones: cells(more), pairs: pairs.clone() };
            let Ok(claim) = judge_fill(&graph, &fill, &[node]) else { continue };
            let [own, empty] = [claim.stones, claim.cells].map(|set| bits(set.iter()));
            assert_eq!(own & empty, 0, "{fill:?} of {node:?}");
            let is_true = game.joins_second([0, 1], own | 0b11, empty);
            assert!(is_true, "{columns}x{rows}, {winner:?}: {fill:?} of {node:?} derives {claim:?}");
            accepted += 1;
        }
    }
    accepted
}

#[test]
fn nothing_false_follows_from_one_pair() {
    for (columns, rows, winner, least) in [
        (2, 2, Color::Black, 100),
        (3, 2, Color::Black, 1_000),
        (3, 2, Color::White, 1_000),
        (3, 3, Color::Black, 50_000),
    ] {
        let most = (columns * rows + 2) as u16;
        let pairs: Vec<_> = (0..most + 1).flat_map(|a| (a..most + 1).map(move |b| vec![[a, b]])).collect();
        let accepted = try_all(columns, rows, winner, &pairs);
        assert!(accepted > least, "{columns}x{rows}: {accepted}");
    }
}

#[test]
fn nothing_false_follows_from_two_pairs() {
    let all = || (2..8).flat_map(|a| (2..8).map(move |b| [a, b])).filter(|[a, b]| a != b);
    let pairs: Vec<_> = all().flat_map(|first| all().map(move |second| vec![first, second])).collect();
    let accepted = try_all(2, 3, Color::Black, &pairs);
    assert!(accepted > 1_000, "{accepted}");
}
