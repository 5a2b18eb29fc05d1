//! Strategies over the API: the shipped ones hold, and played out they win against every line of replies.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use std::{fs, path::Path};

use board::{Cell, CellSet, Color, Position};
use proof::{
    Follower, IntrusionAnswer,
    strategy::{Node, Strategy, read_connection, read_strategy},
};

/// The shipped strategies, with the lines of their nodes.
fn shipped() -> Vec<(String, Strategy, Vec<String>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/strategies");
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "strategy"))
        .collect();
    files.sort();
    files
        .into_iter()
        .map(|path| {
            let text = fs::read_to_string(&path).unwrap();
            let lines = text.lines().filter(|line| line.starts_with("c ") || line.starts_with("a "));
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            (name, read_strategy(&text, |_| {}).unwrap(), lines.map(String::from).collect())
        })
        .collect()
}

struct Game<'a> {
    strategy: &'a Strategy,
    lines: &'a [String],
    /// How the loser chooses among its replies: all of them, or by chance.
    random: Option<u64>,
    won: usize,
}

impl Game<'_> {
    fn replies(&mut self, position: &Position) -> Vec<Cell> {
        let cells: Vec<Cell> = position.empty_cells().iter().collect();
        match &mut self.random {
            None => cells,
            Some(state) => {
                *state =
                    state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                vec![cells[(*state >> 33) as usize % cells.len()]]
            }
        }
    }

    /// The loser moves in a position that a node fits.
    fn at_node(&mut self, node: usize, position: Position) {
        let winner = self.strategy.winner();
        let claim = self.strategy.claims()[node];
        assert!(claim.fits(&position, winner));
        match &self.strategy.nodes()[node] {
            Node::Connection { .. } => {
                let (_, certificate) = read_connection(position.size(), winner, &self.lines[node]).unwrap();
                match Follower::new(&certificate) {
                    Some(follower) => self.in_connection(&follower, position),
                    None => assert!(position.has_won(winner)),
                }
            }
            Node::Fill { .. } => panic!("found a fill-in: expected shipped strategies without"),
            Node::Answers(links) => {
                for reply in self.replies(&position) {
                    let mut next = position;
                    next.place(winner.opponent(), reply).unwrap();
                    let clear = |link: &&proof::strategy::Link| {
                        !self.strategy.claims()[link.node].cells.with(link.cell).contains(reply)
                    };
                    let link = *links.iter().find(clear).expect("an answer to every reply");
                    next.place(winner, link.cell).unwrap();
                    self.at_node(link.node, next);
                }
            }
        }
    }

    /// The loser moves inside a connection, which is played out to the end.
    fn in_connection(&mut self, follower: &Follower<'_>, position: Position) {
        let winner = self.strategy.winner();
        if position.has_won(winner) {
            self.won += 1;
            return;
        }
        assert!(!position.has_won(winner.opponent()), "the connection broke\n{position:?}");
        let replies = self.replies(&position);
        assert!(!replies.is_empty());
        for reply in replies {
            let mut follower = follower.clone();
            let mut next = position;
            next.place(winner.opponent(), reply).unwrap();
            let answer = match follower.answer(reply).expect("an answer to every intrusion") {
                IntrusionAnswer::Play(cell) => Some(cell),
                IntrusionAnswer::Nothing => follower.advance(),
            };
            match answer {
                Some(cell) => next.place(winner, cell).unwrap(),
                None => assert!(next.has_won(winner), "nothing is left to do and the edges are not joined"),
            }
            let needs: CellSet = follower.needs();
            assert!(needs.is_subset(&next.empty_cells()), "a connection needs empty cells");
            self.in_connection(&follower, next);
        }
    }
}

fn play(strategy: &Strategy, lines: &[String], random: Option<u64>) -> usize {
    let mut position = *strategy.position();
    if let Some(first) = strategy.first_move() {
        position.place(strategy.winner(), first).unwrap();
    }
    let mut game = Game { strategy, lines, random, won: 0 };
    game.at_node(strategy.root(), position);
    game.won
}

#[test]
fn shipped_strategies_win_against_every_reply() {
    let all = shipped();
    assert!(all.iter().any(|(_, strategy, _)| strategy.winner() == Color::White));
    assert!(all.iter().any(|(_, strategy, _)| strategy.position().size().cols() == 6));
    for (name, strategy, lines) in &all {
        // Up to 4x4 all lines of play, beyond some thousands of them.
        if strategy.position().size().cells() <= 16 {
            assert!(play(strategy, lines, None) > 20, "{name}");
        }
        for seed in 0..2000 {
            assert_eq!(play(strategy, lines, Some(seed * 7919 + 1)), 1, "{name} {seed}");
        }
    }
}
