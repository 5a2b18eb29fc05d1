//! Makes the pool of patterns smaller during the search.
//!
//! The open tasks depend on some patterns, which stay; other patterns that these need may be dropped or exchanged for
//! less, as in a finished set. A small pool of useful patterns is worth more to the tasks that follow than the many that were
//! found one after another: on 8x8 these are thousands, and each makes the next task slower.

use proof::book::Placement;

use crate::{
    closed::{Closed, Replies},
    game::Scope,
    make::Progress,
    search::Search,
    shrink::attempt,
};

/// New patterns after which the pool is made smaller, at the least; a large one may grow by a quarter.
const GROWTH: usize = 40;
/// Attempts that this takes.
const ATTEMPTS: usize = 100;

impl Search<'_> {
    /// Lets the pool grow from here.
    pub(crate) fn make_room(&mut self, patterns: &[usize]) {
        self.room = patterns.len() + GROWTH.max(patterns.len() / 4);
    }

    /// Makes the pool smaller, without losing the patterns on which open tasks depend.
    pub(crate) fn compact(&mut self, patterns: &mut Vec<usize>, tell: &mut Progress<'_>) {
        if let Some(mut closed) = self.closed(patterns) {
            for _ in 0..ATTEMPTS {
                self.tell(closed.len(), tell);
                if self.ended {
                    break;
                }
                if let Some(next) = attempt(&mut self.patterns, &closed, &mut self.random) {
                    closed = next;
                }
            }
            *patterns = closed.set(&self.patterns);
            self.replies.extend(closed.members);
            let unused: Vec<usize> =
                self.known.keys().copied().filter(|number| !patterns.contains(number)).collect();
            for number in unused {
                self.replies.insert(number, self.known[&number].clone());
                patterns.push(number);
            }
            let keep = |number: usize| patterns.contains(&number);
            self.patterns.forget(&keep);
            self.board.forget(&keep);
            self.compactions += 1;
        }
        self.make_room(patterns);
    }

    /// The patterns that the open tasks need, as a closed set; `None` if some answer is not found again.
    fn closed(&mut self, patterns: &[usize]) -> Option<Closed> {
        let replies = |&number: &usize| -> (usize, Replies) {
            (number, self.replies.get(&number).cloned().unwrap_or_default())
        };
        let mut needed: Vec<usize> = self.resting.iter().flatten().copied().collect();
        needed.sort_unstable();
        needed.dedup();
        let mut closed = Closed {
            members: patterns.iter().map(replies).collect(),
            // Where they lie does not matter here.
            root: needed.into_iter().map(|number| (number, Placement::IDENTITY)).collect(),
        };
        for number in closed.set(&self.patterns) {
            if closed.mend(&mut self.patterns, number, Scope::First(0)) != 0 {
                return None;
            }
        }
        closed.tidy(&self.patterns);
        Some(closed)
    }
}
