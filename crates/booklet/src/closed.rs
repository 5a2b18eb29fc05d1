//! Closed sets: patterns each of which is answered by others of the set.

use std::{
    collections::{BTreeMap, BTreeSet},
    rc::Rc,
};

use proof::book::Placement;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::{
    fits::{Fit, Views},
    game::{Game, Near, Reply, Scope},
    region::{Mask, Region},
    shape::Shape,
};

/// Every pattern examined so far, with the facts known about it.
#[derive(Debug, Default)]
pub(crate) struct Patterns {
    entries: Vec<Entry>,
    numbers: FxHashMap<Shape, usize>,
}

#[derive(Debug)]
struct Entry {
    shape: Shape,
    views: Option<Views>,
    ground: Option<Box<Ground>>,
}

/// The region of a pattern and the places of other patterns in it.
#[derive(Debug)]
pub(crate) struct Ground {
    pub(crate) region: Region,
    pub(crate) game: Game,
    laid: FxHashMap<usize, Laid>,
}

/// The places of one pattern in another; those that can be part of an answer, and after which keys.
#[derive(Debug, Default)]
struct Laid {
    fits: Vec<Fit>,
    near: Vec<(usize, Mask)>,
}

impl Patterns {
    pub(crate) fn add(&mut self, shape: Shape) -> usize {
        let next = self.entries.len();
        let number = *self.numbers.entry(shape.clone()).or_insert(next);
        if number == next {
            self.entries.push(Entry { shape, views: None, ground: None });
        }
        number
    }

    pub(crate) fn shape(&self, number: usize) -> &Shape {
        &self.entries[number].shape
    }

    pub(crate) fn len_of(&self, number: usize) -> usize {
        self.entries[number].shape.len()
    }

    /// Finds the places of patterns in another, unless they are known.
    pub(crate) fn lay(&mut self, number: usize, set: &[usize]) {
        let entry = &mut self.entries[number];
        let made = entry.ground.take();
        let mut ground = made.unwrap_or_else(|| Box::new(Ground::new(Region::new(entry.shape.sites()))));
        self.lay_on(&mut ground, set);
        self.entries[number].ground = Some(ground);
    }

    /// Finds the places of patterns on a ground, unless they are known.
    pub(crate) fn lay_on(&mut self, ground: &mut Ground, set: &[usize]) {
        for &part in set {
            let entry = &mut self.entries[part];
            if entry.shape.len() > ground.region.len() || ground.laid.contains_key(&part) {
                continue;
            }
            let views = entry.views.get_or_insert_with(|| Views::of(&entry.shape));
            let mut laid = Laid::default();
            views.fits(part, &ground.region, &mut laid.fits);
            let around = &ground.region.around;
            let keys = laid.fits.iter().map(|fit| ground.game.keys(around, fit));
            laid.near = keys.enumerate().filter_map(|(index, keys)| Some((index, keys?))).collect();
            ground.laid.insert(part, laid);
        }
    }

    /// The ground of a pattern on which something was laid.
    pub(crate) fn ground(&self, number: usize) -> &Ground {
        self.entries[number].ground.as_ref().expect("the pattern was laid out before")
    }

    /// Forgets what lies on a pattern: of thousands of patterns on each other the places fill the memory.
    pub(crate) fn clear(&mut self, number: usize) {
        self.entries[number].ground = None;
    }

    /// Forgets the places of all patterns but some.
    pub(crate) fn forget(&mut self, keep: &dyn Fn(usize) -> bool) {
        for (number, entry) in self.entries.iter_mut().enumerate() {
            if !keep(number) {
                (entry.views, entry.ground) = (None, None);
            } else if let Some(ground) = &mut entry.ground {
                ground.forget(keep);
            }
        }
    }
}

impl Ground {
    pub(crate) fn new(region: Region) -> Self {
        let game = Game::of(&region);
        Self { region, game, laid: FxHashMap::default() }
    }

    /// Forgets the places of all patterns but some.
    pub(crate) fn forget(&mut self, keep: &dyn Fn(usize) -> bool) {
        self.laid.retain(|&part, _| keep(part));
    }

    /// The patterns that lie on empty cells.
    pub(crate) fn lying(&self, set: &[usize], empty: Mask) -> Vec<&Fit> {
        let laid = set.iter().filter_map(|part| self.laid.get(part));
        laid.flat_map(|laid| &laid.fits).filter(|fit| fit.cells & !empty == 0).collect()
    }

    /// Possible answers to the whole pattern.
    pub(crate) fn near(&self, set: &[usize]) -> Vec<Near<'_>> {
        let laid = set.iter().filter_map(|part| self.laid.get(part));
        laid.flat_map(|laid| laid.near.iter().map(|&(index, keys)| Near { fit: &laid.fits[index], keys }))
            .collect()
    }

    /// Possible answers to a game inside.
    pub(crate) fn near_in(&self, set: &[usize], game: &Game) -> Vec<Near<'_>> {
        let fits = set.iter().filter_map(|part| self.laid.get(part)).flat_map(|laid| &laid.fits);
        fits.filter_map(|fit| Some(Near { fit, keys: game.keys(&self.region.around, fit)? })).collect()
    }
}

/// The answers of a pattern, shared by the sets in which they are the same.
pub(crate) type Replies = Rc<Vec<Reply>>;

/// Patterns with answers by patterns of the set.
#[derive(Debug, Clone, Default)]
pub(crate) struct Closed {
    pub(crate) members: BTreeMap<usize, Replies>,
    /// The members that lie on the board, and how.
    pub(crate) root: Vec<(usize, Placement)>,
}

impl Closed {
    pub(crate) fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether a member lies on the board.
    pub(crate) fn is_root(&self, number: usize) -> bool {
        self.root.iter().any(|&(root, _)| root == number)
    }

    /// The members, small ones first.
    pub(crate) fn set(&self, patterns: &Patterns) -> Vec<usize> {
        let mut set: Vec<usize> = self.members.keys().copied().collect();
        set.sort_by_key(|&number| (patterns.len_of(number), number));
        set
    }

    /// Completes the answers of a member. Returns the intrusions that stay open.
    pub(crate) fn mend(&mut self, patterns: &mut Patterns, number: usize, scope: Scope) -> Mask {
        let Some(mut replies) = self.members.remove(&number) else { return 0 };
        let has = |part: &Fit| self.members.contains_key(&part.pattern);
        let holds = |reply: &Reply| reply.parts.iter().all(has);
        if !replies.iter().all(holds) {
            Rc::make_mut(&mut replies).retain(holds);
        }
        let all: Mask = (1 << patterns.len_of(number)) - 1;
        let mut open = replies.iter().fold(all, |left, reply| left & reply.used);
        if open != 0 {
            let set = self.set(patterns);
            patterns.lay(number, &set);
            let ground = patterns.ground(number);
            let near = &mut || ground.near(&set);
            open = ground.game.mend(&ground.region.around, near, Rc::make_mut(&mut replies), scope);
        }
        self.members.insert(number, replies);
        open
    }

    /// Gives every member few answers, on few cells.
    pub(crate) fn choose_answers(&mut self, patterns: &mut Patterns) {
        let set = self.set(patterns);
        for &number in &set {
            patterns.lay(number, &set);
            let ground = patterns.ground(number);
            let mut options = ground.game.options(&ground.region.around, &ground.near(&set));
            let mut left = ground.game.empty;
            patterns.clear(number);
            let Some(replies) = self.members.get_mut(&number) else { continue };
            options.extend_from_slice(replies);
            let mut chosen: Vec<Reply> = Vec::new();
            while left != 0 {
                let size = |reply: &&Reply| {
                    ((left & reply.used).count_ones(), reply.parts.len(), reply.used.count_ones())
                };
                let Some(reply) = options.iter().min_by_key(size) else { break };
                left &= reply.used;
                chosen.push(reply.clone());
            }
            if chosen.len() <= replies.len() {
                *replies = Rc::new(chosen);
            }
        }
    }

    /// The patterns in a member's answers, each once.
    pub(crate) fn parts(&self, number: usize) -> BTreeSet<usize> {
        let replies = self.members.get(&number).into_iter().flat_map(|replies| replies.iter());
        replies.flat_map(|reply| &reply.parts).map(|part| part.pattern).collect()
    }

    /// The members with answers that use another.
    pub(crate) fn users(&self, number: usize) -> impl Iterator<Item = usize> {
        let uses = move |reply: &Reply| reply.parts.iter().any(|part| part.pattern == number);
        self.members.iter().filter(move |(_, replies)| replies.iter().any(uses)).map(|(&user, _)| user)
    }

    /// The set without a member, if it is closed.
    pub(crate) fn without(&self, patterns: &mut Patterns, number: usize) -> Option<Self> {
        let mut users: Vec<usize> = self.users(number).collect();
        users.sort_by_key(|&user| patterns.len_of(user));
        let mut fewer = self.clone();
        fewer.members.remove(&number);
        users.into_iter().all(|user| fewer.mend(patterns, user, Scope::First(0)) == 0).then_some(fewer)
    }

    /// Drops answers that are not needed, and the members that no root leads to.
    pub(crate) fn tidy(&mut self, patterns: &Patterns) {
        for (&number, replies) in &mut self.members {
            let all: Mask = (1 << patterns.len_of(number)) - 1;
            let mut place = 0;
            while place < replies.len() {
                let others = replies.iter().enumerate().filter(|(other, _)| *other != place);
                if others.fold(all, |left, (_, reply)| left & reply.used) == 0 {
                    Rc::make_mut(replies).remove(place);
                } else {
                    place += 1;
                }
            }
        }
        self.drop_unreached();
    }

    /// Drops the members that no root leads to.
    pub(crate) fn drop_unreached(&mut self) {
        let mut reached = FxHashSet::default();
        let mut next: Vec<usize> = self.root.iter().map(|(number, _)| *number).collect();
        while let Some(number) = next.pop() {
            if reached.insert(number) {
                next.extend(self.parts(number));
            }
        }
        self.members.retain(|number, _| reached.contains(number));
    }
}
