//! The search with an expert for the beginning moves: where a book has a move, or the rules are too weak and somebody who
//! knows is at hand.
//!
//! The paper's solver gets its first moves from human experts. Here they come from a [`Book`], or from an [`Expert`] while
//! a book is being written. In a position of the hero the order is: what is won at once, the book, the rules with a limited
//! search, the expert. An expert cannot make anything wrong: a move that does not win leads to no proof.

use board::{Cell, CellSet, Position};

use crate::{
    Book, Reason,
    proof::{Answer, NodeId},
    rules::Rule,
    search::{Glance, Leaf, Search, Stop},
    strings::BorderType,
};

/// Somebody who knows winning moves.
pub trait Expert {
    /// A winning move of the side to move that the expert knows without thinking; asked before the rules are.
    fn recite(&self, position: &Position) -> Option<Cell>;

    /// A winning move of the side to move, if it wins and the expert finds it; asked after the rules.
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

impl<const W: usize> Search<'_, W> {
    /// The hero's position: a move that wins.
    pub(crate) fn guided_attack(
        &mut self,
        position: &Position<W>,
        guide: &mut Guide<'_, '_>,
        ply: usize,
    ) -> Result<Answer, Stop> {
        match self.glance(position, u32::MAX, ply)? {
            Glance::Answered(answer) => return Ok(answer),
            Glance::Failed => return Err(Stop::Failed),
            Glance::Open(_) => {}
        }
        // What the book says, and what the rules find soon, come before what the expert recites: a book should be short.
        let wide = position.resize();
        let mut advice = guide.book.and_then(|book| book.get(&wide));
        if advice.is_none() && guide.expert.is_some() {
            match self.by_rules(position, guide.patience.min(SHORT_PATIENCE), 1, ply) {
                Err(Stop::Failed) => {}
                result => return result,
            }
            advice = guide.expert.as_ref().and_then(|expert| expert.recite(&wide));
        }
        if let Some(cell) = advice {
            match self.advised(position, cell, guide, ply) {
                Err(Stop::Failed) => {}
                result => return result,
            }
        }
        match self.by_rules(position, guide.patience, guide.most_doubt, ply) {
            Err(Stop::Failed) => {}
            result => return result,
        }
        let advice = guide.expert.as_mut().and_then(|expert| expert.winning_move(&wide));
        match advice {
            Some(cell) => self.advised(position, cell, guide, ply),
            None => Err(Stop::Failed),
        }
    }

    /// The opponent's position: the node that wins it.
    pub(crate) fn guided_defend(
        &mut self,
        position: &Position<W>,
        guide: &mut Guide<'_, '_>,
        ply: usize,
    ) -> Result<NodeId, Stop> {
        if let Some(node) = self.known_win(position).or_else(|| self.fitting(position)) {
            return Ok(node);
        }
        let (mut open, mut answers) = match self.look(position, ply)? {
            Leaf::Won(node) => return Ok(node),
            Leaf::Open(open, answers) => (open, answers),
        };
        for reply in self.replies(position, open, ply)? {
            if open.contains(reply) {
                let answer = self.guided_attack(&position.child(reply), guide, ply + 1)?;
                self.narrow(&mut open, &mut answers, answer);
            }
        }
        let node = self.unite(answers);
        self.remember_win(position, node);
        Ok(node)
    }

    fn advised(
        &mut self,
        position: &Position<W>,
        cell: Cell,
        guide: &mut Guide<'_, '_>,
        ply: usize,
    ) -> Result<Answer, Stop> {
        let node = self.guided_defend(&position.child(cell), guide, ply + 1)?;
        let (group, border) = (CellSet::EMPTY, BorderType::None);
        let reason = Reason { rule: Rule::Book, group, border, color: self.hero() };
        let answer = Answer { cell, node, reason };
        self.remember_answer(position, answer);
        guide.used.push((position.resize(), cell));
        Ok(answer)
    }

    /// The rules alone, with growing doubt, until so many positions were examined.
    fn by_rules(
        &mut self,
        position: &Position<W>,
        patience: u64,
        most_doubt: u32,
        ply: usize,
    ) -> Result<Answer, Stop> {
        let all = self.most;
        self.most = all.min(self.examined.saturating_add(patience));
        let mut result = Err(Stop::Failed);
        for doubt in 0..=most_doubt {
            result = self.attack(position, doubt, ply);
            if result != Err(Stop::Failed) {
                break;
            }
        }
        self.most = all;
        match result {
            Err(Stop::Stopped) if !self.interrupted && self.examined <= all => Err(Stop::Failed),
            result => result,
        }
    }
}

/// Positions that the rules may examine before the expert recites.
const SHORT_PATIENCE: u64 = 100;
