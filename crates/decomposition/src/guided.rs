//! The search with an expert for the beginning moves: where a book has a move, or the rules are too weak and somebody who
//! knows is at hand.
//!
//! The paper's solver gets its first moves from human experts. Here they come from a [`Book`], or from an [`Expert`] while
//! a book is being written. In a position of the hero the order is: what is won at once, the book, the rules with a limited
//! search, the expert. An expert cannot make anything wrong: a move that does not win leads to no proof.

use board::{Cell, Position};

use crate::{
    Book,
    memory::{Fact, Open},
    proof::{Answer, NodeId},
    rules::Rule,
    search::{Found, Search, Stopped, reason_without_group},
};

/// Somebody who knows winning moves.
pub trait Expert {
    /// A winning move of the side to move, if it wins and the expert finds it.
    fn winning_move(&mut self, position: &Position) -> Option<Cell>;
}

/// What guides a search.
pub(crate) struct Guide<'b, 'e> {
    pub(crate) book: Option<&'b Book>,
    pub(crate) expert: Option<&'e mut dyn Expert>,
    /// Positions that the rules may examine before the expert is asked.
    pub(crate) patience: u64,
    /// The most doubt of the rules.
    pub(crate) most_doubt: u32,
    /// The moves of the book and the expert that led to a win.
    pub(crate) used: Vec<(Position, Cell)>,
}

/// Why a guided search came back without a win.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stop {
    /// Neither the guide nor the rules know the way.
    Failed,
    /// A limit, or the observer.
    Stopped,
}

impl From<Stopped> for Stop {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

impl<const W: usize> Search<'_, W> {
    /// The hero's position: a move that wins.
    pub(crate) fn guided_attack(
        &mut self,
        position: &Position<W>,
        guide: &mut Guide<'_, '_>,
    ) -> Result<Answer, Stop> {
        match self.glance(position)? {
            Fact::Wins(answer) => return Ok(answer),
            Fact::Loses(_) => return Err(Stop::Failed),
            Fact::Open(_) => {}
        }
        let wide = position.resize();
        if let Some(cell) = guide.book.and_then(|book| book.get(&wide)) {
            match self.advised(position, cell, guide) {
                Err(Stop::Failed) => {}
                result => return result,
            }
        }
        match self.with_patience(position, guide.patience, guide.most_doubt) {
            Err(Stop::Failed) => {}
            result => return result,
        }
        let advice = guide.expert.as_mut().and_then(|expert| expert.winning_move(&wide));
        match advice {
            Some(cell) => self.advised(position, cell, guide),
            None => Err(Stop::Failed),
        }
    }

    /// The opponent's position: the node that wins it.
    pub(crate) fn guided_defend(
        &mut self,
        position: &Position<W>,
        guide: &mut Guide<'_, '_>,
    ) -> Result<NodeId, Stop> {
        let mut open = match self.glance(position)? {
            Fact::Loses(node) => return Ok(node),
            Fact::Wins(_) => return Err(Stop::Failed),
            Fact::Open(open) => open,
        };
        for reply in self.replies(position, &mut open)? {
            if open.cells.contains(reply) {
                let answer = self.guided_attack(&position.child(reply), guide)?;
                self.memory.narrow(self.hero, &mut open, answer);
            }
        }
        let node = self.memory.unite(self.hero, open.answers);
        self.memory.set(position, Fact::Loses(node));
        Ok(node)
    }

    /// The replies that nothing answers at once, those that leave the hero the fewest moves first.
    fn replies(&mut self, position: &Position<W>, open: &mut Open<W>) -> Result<Vec<Cell>, Stop> {
        let mut replies: Vec<(usize, Cell)> = Vec::new();
        for reply in open.cells {
            if !open.cells.contains(reply) {
                continue;
            }
            match self.glance(&position.child(reply))? {
                Fact::Wins(answer) => self.memory.narrow(self.hero, open, answer),
                Fact::Loses(_) => return Err(Stop::Failed),
                Fact::Open(left) => replies.push((left.cells.len(), reply)),
            }
        }
        replies.sort_unstable();
        Ok(replies.into_iter().map(|(_, reply)| reply).collect())
    }

    fn advised(
        &mut self,
        position: &Position<W>,
        cell: Cell,
        guide: &mut Guide<'_, '_>,
    ) -> Result<Answer, Stop> {
        let node = self.guided_defend(&position.child(cell), guide)?;
        let answer = Answer { cell, node, reason: reason_without_group(Rule::Book, self.hero) };
        self.memory.set(position, Fact::Wins(answer));
        guide.used.push((position.resize(), cell));
        Ok(answer)
    }

    /// The rules alone, with growing doubt, until so many positions were examined.
    fn with_patience(
        &mut self,
        position: &Position<W>,
        patience: u64,
        most_doubt: u32,
    ) -> Result<Answer, Stop> {
        let all = self.most;
        self.most = all.min(self.examined.saturating_add(patience));
        let mut result = Err(Stop::Failed);
        for doubt in 0..=most_doubt {
            result = match self.solve(position, doubt) {
                Ok(Found::Wins(answer)) => Ok(answer),
                Ok(Found::Nothing) => continue,
                Ok(Found::Loses(_)) => Err(Stop::Failed),
                Err(Stopped) => Err(Stop::Stopped),
            };
            break;
        }
        self.most = all;
        match result {
            Err(Stop::Stopped) if !self.interrupted && self.examined <= all => Err(Stop::Failed),
            result => result,
        }
    }
}
