//! A book at play: which local games are on the board, and what answers the last move.

use board::{Cell, CellSet, Position};

use super::{Answer, Book, Part, Point, check::check_parts};

/// One local game on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LocalGame {
    /// The number of its pattern, from 0.
    pub pattern: usize,
    /// Its region.
    pub cells: CellSet,
}

/// The winner's move in a position, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// The move.
    pub cell: Cell,
    /// The pattern of which it is an answer, from 0.
    pub pattern: usize,
    /// Whether the loser had disturbed it; otherwise nothing was in danger, and the move only shortens the game.
    pub disturbed: bool,
    /// The patterns that remain of it.
    pub remain: Vec<usize>,
}

/// The local games of a position; with the winner to move, those after the reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocalGames {
    /// The games; together they join the winner's edges.
    pub games: Vec<LocalGame>,
    /// What the winner plays, where the winner is to move.
    pub reply: Option<Reply>,
}

/// Games, and the one that still has to be answered.
type Settled<'a> = (Vec<Part>, Option<(Part, &'a Answer)>);

impl Book {
    /// Finds the local games of a position that came from the book's by the book's answers, in whichever order. `None`
    /// where the position is another one.
    #[must_use]
    pub fn local_games(&self, position: &Position) -> Option<LocalGames> {
        let size = position.size();
        let needed = self.first.into_iter().fold(self.position.stones(self.winner), CellSet::with);
        if size != self.position.size() || !needed.is_subset(&position.stones(self.winner)) {
            return None;
        }
        let (mut games, mut pending) = self.settle_all(&self.root, position)?;
        let winner_moves = position.to_move() == self.winner;
        let disturbed = pending.is_some();
        if winner_moves && !disturbed {
            // Nothing is in danger: the largest game is made smaller.
            let largest = games.iter().copied().max_by_key(|game| (self.len(game), *game))?;
            games.retain(|game| *game != largest);
            let answers = self.patterns.get(largest.pattern)?.answers.iter();
            let answer = answers.min_by_key(|answer| self.used(answer, largest.placement).len())?;
            games.extend(placed_parts(&largest, answer));
            pending = Some((largest, answer));
        }
        let mut after = *position;
        let reply = match pending {
            None => None,
            Some((game, answer)) => {
                let cell = game.placement.apply(answer.key).cell(size)?;
                after.place(self.winner, cell).ok()?;
                let remain = answer.parts.iter().map(|part| part.pattern).collect();
                Some(Reply { cell, pattern: game.pattern, disturbed, remain })
            }
        };
        // Whatever the way here was: the games left must win.
        check_parts(&after, self.winner, &games, &self.patterns).ok()?;
        let local = |game: &Part| {
            let points = self.patterns.get(game.pattern)?.placed(game.placement);
            Some(LocalGame {
                pattern: game.pattern,
                cells: points.filter_map(|point| point.cell(size)).collect(),
            })
        };
        Some(LocalGames { games: games.iter().filter_map(local).collect(), reply })
    }

    fn len(&self, game: &Part) -> usize {
        self.patterns.get(game.pattern).map_or(0, |pattern| pattern.region.len())
    }

    /// Settles several games; at most one may be waiting for its answer.
    fn settle_all(&self, parts: &[Part], position: &Position) -> Option<Settled<'_>> {
        let (mut games, mut pending) = (Vec::new(), None);
        for part in parts {
            let (more, waiting) = self.settle(*part, position)?;
            games.extend(more);
            if waiting.is_some() && pending.is_some() {
                return None;
            }
            pending = pending.or(waiting);
        }
        Some((games, pending))
    }

    /// What a game has become: itself if nobody played there, otherwise what its answers left, step by step.
    fn settle(&self, game: Part, position: &Position) -> Option<Settled<'_>> {
        let size = position.size();
        let pattern = self.patterns.get(game.pattern)?;
        let stone = |point: Point| point.cell(size).and_then(|cell| position.at(cell));
        if pattern.placed(game.placement).all(|point| stone(point).is_none()) {
            return Some((vec![game], None));
        }
        let mut answers: Vec<&Answer> = pattern.answers.iter().collect();
        answers.sort_by_key(|answer| self.used(answer, game.placement).len());
        let mut waiting = None;
        for answer in answers {
            let parts = placed_parts(&game, answer);
            match stone(game.placement.apply(answer.key)) {
                Some(color) if color == self.winner => match self.settle_all(&parts, position) {
                    Some((games, None)) => return Some((games, None)),
                    Some(settled) => waiting = waiting.or(Some(settled)),
                    None => {}
                },
                // The answer that is due now, if it is the winner's turn.
                None if position.to_move() == self.winner => {
                    if let Some((games, None)) = self.settle_all(&parts, position) {
                        waiting = waiting.or(Some((games, Some((game, answer)))));
                    }
                }
                _ => {}
            }
        }
        waiting
    }
}

/// The parts of an answer on the board.
fn placed_parts(game: &Part, answer: &Answer) -> Vec<Part> {
    let place = |part: &Part| Part { placement: game.placement.after(part.placement), ..*part };
    answer.parts.iter().map(place).collect()
}
