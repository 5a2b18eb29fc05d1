//! The search with an expert for the beginning moves: where a book has a move, or the rules are too weak and somebody who
//! knows is at hand.
//!
//! The paper's solver gets its first moves from human experts. Here they come from an [`OpeningBook`], or from an [`Expert`] while
//! a book is being written. In a position of the hero the order is: what is won at once, the book, the rules with a limited
//! search, the expert. An expert cannot make anything wrong: a move that does not win leads to no proof.

use board::{Cell, CellSet, Color, Position};

use crate::{
    OpeningBook,
    memory::{Fact, Open},
    proof::{ProofNodeId, RegionAnswer},
    rules::YangRule,
    search::{Found, Search, Stopped, reason_without_group},
};

/// Somebody who knows winning moves.
pub trait Expert {
    /// Who wins, if the expert finds it out.
    fn winner(&mut self, position: &Position) -> Option<Color>;

    /// The move for the side to move.
    fn advice(&mut self, position: &Position) -> ExpertAdvice;
}

/// The expert's advice to the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExpertAdvice {
    /// This move wins.
    Wins(Cell),
    /// No move does.
    Loses,
    /// A limit has ended the expert's search.
    Unknown,
}

/// The guide of a search.
pub(crate) struct Guide<'b, 'e> {
    pub(crate) book: &'b OpeningBook,
    /// Moves for positions where the rules have failed, before the expert is asked.
    pub(crate) advice: Option<&'b OpeningBook>,
    pub(crate) expert: Option<&'e mut dyn Expert>,
    /// Positions that the rules may examine before anybody else is asked.
    pub(crate) patience: u64,
    /// The most doubt of the rules.
    pub(crate) most_doubt: u32,
    /// The moves of the book and of experts that led to a win.
    pub(crate) used: Vec<Used>,
}

/// A move that led to a win.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Used {
    pub(crate) position: Position,
    pub(crate) cell: Cell,
    /// How many such moves its win takes, itself among them.
    pub(crate) moves: usize,
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
    ) -> Result<RegionAnswer, Stop> {
        match self.glance(position)? {
            Fact::Wins(answer) => return Ok(answer),
            Fact::Loses(_) => return Err(Stop::Failed),
            Fact::Open(_) => {}
        }
        let wide = position.resize();
        if let Some(cell) = guide.book.get(&wide) {
            match self.advised(position, cell, guide) {
                Err(Stop::Failed) => {}
                result => return result,
            }
        }
        match self.with_patience(position, guide.patience, guide.most_doubt) {
            Err(Stop::Failed) => {}
            result => return result,
        }
        let known = guide.advice.and_then(|advice| advice.get(&wide)).map(ExpertAdvice::Wins);
        let advice = known.or_else(|| Some(guide.expert.as_mut()?.advice(&wide)));
        match advice {
            Some(ExpertAdvice::Wins(cell)) => self.advised(position, cell, guide),
            Some(ExpertAdvice::Unknown) => Err(Stop::Stopped),
            Some(ExpertAdvice::Loses) | None => Err(Stop::Failed),
        }
    }

    /// The opponent's position: the node that wins it.
    pub(crate) fn guided_defend(
        &mut self,
        position: &Position<W>,
        guide: &mut Guide<'_, '_>,
    ) -> Result<ProofNodeId, Stop> {
        let mut open = match self.glance(position)? {
            Fact::Loses(node) => return Ok(node),
            Fact::Wins(_) => return Err(Stop::Failed),
            Fact::Open(open) => open,
        };
        while let Some(reply) = self.next_reply(position, &open, guide) {
            match self.guided_attack(&position.child(reply), guide) {
                Ok(answer) => self.memory.narrow(self.hero, &mut open, answer),
                Err(stop) => {
                    // Answered replies stay answered.
                    self.memory.set(position, Fact::Open(open));
                    return Err(stop);
                }
            }
        }
        let node = self.memory.unite(self.hero, open.answers);
        self.memory.set(position, Fact::Loses(node));
        Ok(node)
    }

    /// Which of the open replies to answer next: the latest answer's own move, which hurts it most, if it is open; otherwise
    /// the one with the most current. While the expert plays the whole win, replies that the book answers come before all
    /// others: an unfinished win goes on where it stood.
    fn next_reply(&mut self, position: &Position<W>, open: &Open<W>, guide: &Guide<'_, '_>) -> Option<Cell> {
        let mut cells = open.cells;
        if guide.patience == 0 {
            let is_answered = |reply: &Cell| guide.book.get(&position.child(*reply).resize()).is_some();
            let answered: CellSet<W> = cells.iter().filter(is_answered).collect();
            cells = if answered.is_empty() { cells } else { answered };
        }
        let latest = open.answers.iter().rev().map(|answer| answer.cell).find(|cell| cells.contains(*cell));
        latest.or_else(|| self.most_current(position, cells))
    }

    fn advised(
        &mut self,
        position: &Position<W>,
        cell: Cell,
        guide: &mut Guide<'_, '_>,
    ) -> Result<RegionAnswer, Stop> {
        let before = guide.used.len();
        let node = self.guided_defend(&position.child(cell), guide)?;
        let answer = RegionAnswer { cell, node, reason: reason_without_group(YangRule::Book, self.hero) };
        self.memory.set(position, Fact::Wins(answer));
        let moves = guide.used.len() + 1 - before;
        guide.used.push(Used { position: position.resize(), cell, moves });
        Ok(answer)
    }

    /// The rules alone, with growing doubt, until this many positions were examined.
    fn with_patience(
        &mut self,
        position: &Position<W>,
        patience: u64,
        most_doubt: u32,
    ) -> Result<RegionAnswer, Stop> {
        if patience == 0 {
            return Err(Stop::Failed);
        }
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
