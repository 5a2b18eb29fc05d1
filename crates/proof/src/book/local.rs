//! Play from a book: the local games on the board, and the answer to the last move.

use std::collections::HashMap;

use board::{Cell, CellSet, Color, Position};

use super::{Answer, Part, PatternBook, Point, cell_at, check_parts};

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
pub struct LocalReply {
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
    /// The winner's move, if the winner is to move.
    pub reply: Option<LocalReply>,
}

/// Games, and the one that still has to be answered.
type Settled<'a> = (Vec<Part>, Option<(Part, &'a Answer)>);

impl PatternBook {
    /// Finds the local games of a position that came from the book's by the book's answers, in whichever order.
    /// `None` if the position is another one.
    #[must_use]
    pub fn local_games(&self, position: &Position) -> Option<LocalGames> {
        let size = position.size();
        let needed = self.first.into_iter().fold(self.position.stones(self.winner), CellSet::with);
        if size != self.position.size() || !needed.is_subset(&position.stones(self.winner)) {
            return None;
        }
        let mut settler = Settler { book: self, position, known: HashMap::new() };
        let (mut games, mut pending) = settler.settle_all(&self.root)?;
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
                let cell = cell_at(game.placement.apply(answer.key), size)?;
                after.place(self.winner, cell).ok()?;
                let remain = answer.parts.iter().map(|part| part.pattern).collect();
                Some(LocalReply { cell, pattern: game.pattern, disturbed, remain })
            }
        };
        // The remaining games must win, by whichever line the position was reached.
        check_parts(&after, self.winner, &games, &self.patterns).ok()?;
        let local = |game: &Part| {
            let points = self.patterns.get(game.pattern)?.placed(game.placement);
            Some(LocalGame {
                pattern: game.pattern,
                cells: points.filter_map(|point| cell_at(point, size)).collect(),
            })
        };
        Some(LocalGames { games: games.iter().filter_map(local).collect(), reply })
    }

    fn len(&self, game: &Part) -> usize {
        self.patterns.get(game.pattern).map_or(0, |pattern| pattern.region.len())
    }
}

/// Finds out what games have become, each once: answers share parts, so there are many more ways to a game than games.
struct Settler<'a> {
    book: &'a PatternBook,
    position: &'a Position,
    known: HashMap<Part, Option<Settled<'a>>>,
}

impl<'a> Settler<'a> {
    fn stone(&self, point: Point) -> Option<Color> {
        cell_at(point, self.position.size()).and_then(|cell| self.position.at(cell))
    }

    /// Settles several games; at most one may be waiting for its answer.
    fn settle_all(&mut self, parts: &[Part]) -> Option<Settled<'a>> {
        let (mut games, mut pending) = (Vec::new(), None);
        for part in parts {
            let (more, waiting) = self.settle(*part)?;
            games.extend(more);
            if waiting.is_some() && pending.is_some() {
                return None;
            }
            pending = pending.or(waiting);
        }
        Some((games, pending))
    }

    /// The current state of a game: the game itself if it was not disturbed, otherwise the parts that its answers left, step by step.
    fn settle(&mut self, game: Part) -> Option<Settled<'a>> {
        if let Some(known) = self.known.get(&game) {
            return known.clone();
        }
        let found = self.find(game);
        self.known.insert(game, found.clone());
        found
    }

    fn find(&mut self, game: Part) -> Option<Settled<'a>> {
        let book = self.book;
        let pattern = book.patterns.get(game.pattern)?;
        if pattern.placed(game.placement).all(|point| self.stone(point).is_none()) {
            return Some((vec![game], None));
        }
        let mut answers: Vec<&Answer> = pattern.answers.iter().collect();
        answers.sort_by_key(|answer| book.used(answer, game.placement).len());
        let mut waiting = None;
        for answer in answers {
            let parts = placed_parts(&game, answer);
            match self.stone(game.placement.apply(answer.key)) {
                Some(color) if color == book.winner => match self.settle_all(&parts) {
                    Some((games, None)) => return Some((games, None)),
                    Some(settled) => waiting = waiting.or(Some(settled)),
                    None => {}
                },
                // The answer that is due now, if it is the winner's turn.
                None if self.position.to_move() == book.winner => {
                    if let Some((games, None)) = self.settle_all(&parts) {
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
