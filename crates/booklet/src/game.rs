//! A game inside a region: empty cells, what touches them, which two of these groups are to be joined, and how patterns answer.
//!
//! An answer is a stone and patterns that share no cell. The patterns are put down one after another: each joins the
//! groups that are joined already, which count as one, to another group. That is a tree that grows from one of the two goals, so
//! that every pattern may rest on several joined groups at once, as the checker allows.

use crate::{
    fits::Fit,
    region::{Mask, Region, bits},
};

/// The most parts of an answer.
const PARTS: usize = 4;
/// Steps of the search for the parts after one key, beyond which an answer counts as not found.
const STEPS: usize = 400;

/// Cells, the cells that each group touches, and the two groups that are to be joined.
#[derive(Debug, Clone)]
pub(crate) struct Game {
    pub(crate) empty: Mask,
    pub(crate) groups: Vec<Mask>,
    pub(crate) goal: (usize, usize),
}

/// A stone, the patterns that remain, and the cells of both.
#[derive(Debug, Clone)]
pub(crate) struct Reply {
    pub(crate) key: usize,
    pub(crate) used: Mask,
    pub(crate) parts: Vec<Fit>,
}

/// Which open intrusions are wanted.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Scope {
    /// All.
    All,
    /// One is enough; these are the likely ones.
    First(Mask),
}

/// A pattern in its place, and the keys after which its ends may be touched.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Near<'a> {
    pub(crate) fit: &'a Fit,
    pub(crate) keys: Mask,
}

impl Game {
    /// The game of a whole pattern.
    pub(crate) fn of(region: &Region) -> Self {
        Self { empty: region.all(), groups: region.touched.clone(), goal: (0, 1) }
    }

    /// The game after a stone of the owner; `None` if that joins the two.
    pub(crate) fn after(&self, around: &[Mask], key: usize) -> Option<Self> {
        let joins = |group: usize| self.groups[group] >> key & 1 != 0;
        if joins(self.goal.0) && joins(self.goal.1) {
            return None;
        }
        let empty = self.empty & !(1 << key);
        let joined =
            (0..self.groups.len()).filter(|&group| joins(group)).fold(0, |set, group| set | 1 << group);
        let mut next = Self { empty, groups: self.groups.clone(), goal: self.goal };
        next.groups.push(around[key]);
        next.unite(joined | 1 << self.groups.len());
        Some(next)
    }

    /// Makes one group of several; the goals must not both be among them.
    pub(crate) fn unite(&mut self, set: u32) {
        let union = self.union(set);
        let (mut groups, mut goal, mut place) = (Vec::with_capacity(self.groups.len()), (0, 0), None);
        for (group, &touched) in self.groups.iter().enumerate() {
            let index = match (set >> group & 1 != 0, place) {
                (true, Some(place)) => place,
                (true, None) => {
                    place = Some(groups.len());
                    groups.push(union);
                    groups.len() - 1
                }
                (false, _) => {
                    groups.push(touched);
                    groups.len() - 1
                }
            };
            goal.0 = if group == self.goal.0 { index } else { goal.0 };
            goal.1 = if group == self.goal.1 { index } else { goal.1 };
        }
        (self.groups, self.goal) = (groups, goal);
    }

    fn union(&self, set: u32) -> Mask {
        self.groups.iter().enumerate().fold(
            0,
            |union, (group, touched)| {
                if set >> group & 1 != 0 { union | touched } else { union }
            },
        )
    }

    /// Keeps only the cells on some way from one goal to the other.
    pub(crate) fn trim(&mut self, around: &[Mask]) {
        let reached = |from: Mask| {
            let mut reached = from & self.empty;
            loop {
                let cells = bits(reached).fold(reached, |cells, cell| cells | around[cell]);
                let over = self.groups.iter().filter(|&&group| group & reached != 0);
                let next = over.fold(cells, |cells, group| cells | group) & self.empty;
                if next == reached {
                    return reached;
                }
                reached = next;
            }
        };
        self.empty &= reached(self.groups[self.goal.0]) & reached(self.groups[self.goal.1]);
    }

    /// Whether the two have cells at all.
    pub(crate) fn has_goal(&self) -> bool {
        self.groups[self.goal.0] & self.empty != 0 && self.groups[self.goal.1] & self.empty != 0
    }

    /// The keys after which all ends of a pattern may be touched; `None` if it does not lie in the game or there are none.
    pub(crate) fn keys(&self, around: &[Mask], fit: &Fit) -> Option<Mask> {
        if fit.cells & !self.empty != 0 {
            return None;
        }
        let touched = self.groups.iter().fold(0, |all, group| all | group);
        let missing = fit.touches() & !touched;
        let keys = bits(missing).fold(self.empty & !fit.cells, |keys, cell| keys & around[cell]);
        (keys != 0).then_some(keys)
    }

    /// Whether an answer is one in this game.
    pub(crate) fn accepts(&self, around: &[Mask], reply: &Reply) -> bool {
        if reply.used & !self.empty != 0 {
            return false;
        }
        let Some(mut game) = self.after(around, reply.key) else { return true };
        // Each round joins something or is the last one.
        loop {
            let before = game.groups.len();
            for part in &reply.parts {
                let holding = |end: Mask| game.groups.iter().position(|group| end & !group == 0);
                if (2..part.ends()).any(|end| holding(part.end(end)).is_none()) {
                    continue;
                }
                let (from, to) = (game.holders(part.end(0)), game.holders(part.end(1)));
                if from == 0 || to == 0 || (from | to).count_ones() < 2 {
                    continue;
                }
                if (from | to) >> game.goal.0 & 1 != 0 && (from | to) >> game.goal.1 & 1 != 0 {
                    return true;
                }
                game.unite(from | to);
            }
            if game.groups.len() == before {
                return false;
            }
        }
    }

    /// The groups that touch all of some cells.
    fn holders(&self, cells: Mask) -> u32 {
        self.groups.iter().enumerate().fold(
            0,
            |set, (group, touched)| {
                if cells & !touched == 0 { set | 1 << group } else { set }
            },
        )
    }

    /// Patterns that join the goals without a stone, where all that is needed stands.
    pub(crate) fn standing(&self, fits: &[&Fit]) -> Option<Vec<Fit>> {
        let near: Vec<Near<'_>> = fits.iter().map(|fit| Near { fit, keys: 0 }).collect();
        let laid = Laid::new(self, &near);
        let sum = Sum { groups: self.groups.clone(), merged: 0, first: 0, touched: 0, goal: self.goal };
        sum.find(&laid.ready, 0).map(|(parts, _)| parts)
    }

    /// Completes answers to the game with those that patterns give. Returns the intrusions left open, or only the first of them where
    /// one is enough to know.
    pub(crate) fn mend<'a>(
        &self,
        around: &[Mask],
        near: &mut dyn FnMut() -> Vec<Near<'a>>,
        replies: &mut Vec<Reply>,
        scope: Scope,
    ) -> Mask {
        replies.retain(|reply| self.accepts(around, reply));
        let mut left = replies.iter().fold(self.empty, |left, reply| left & reply.used);
        if left == 0 {
            return 0;
        }
        let mut laid = Laid::new(self, &near());
        let mut open = 0;
        while left & !open != 0 {
            let rest = left & !open;
            let intrusion = match scope {
                Scope::First(hint) if rest & hint != 0 => (rest & hint).trailing_zeros(),
                _ => rest.trailing_zeros(),
            };
            let mut best: Option<Reply> = None;
            let mut count = 0;
            self.replies(around, &mut laid, 1 << intrusion, &mut |reply| {
                let is_better = best
                    .as_ref()
                    .is_none_or(|best| (best.used & left).count_ones() > (reply.used & left).count_ones());
                if is_better {
                    best = Some(reply);
                }
                count += 1;
                count >= 4
            });
            match best {
                Some(reply) => {
                    left &= reply.used;
                    replies.push(reply);
                }
                None => {
                    open |= 1 << intrusion;
                    if matches!(scope, Scope::First(_)) {
                        return open;
                    }
                }
            }
        }
        open
    }

    /// Answers to every intrusion, one for each key.
    pub(crate) fn options(&self, around: &[Mask], near: &[Near<'_>]) -> Vec<Reply> {
        let mut laid = Laid::new(self, near);
        let mut options: Vec<Reply> = Vec::new();
        for intrusion in bits(self.empty) {
            self.replies(around, &mut laid, 1 << intrusion, &mut |reply| {
                if !options.iter().any(|other| other.key == reply.key && other.used & !reply.used == 0) {
                    options.push(reply);
                }
                false
            });
        }
        options
    }

    /// Tells the answers to an intrusion, one for each key, until somebody says that it is enough.
    fn replies(
        &self,
        around: &[Mask],
        laid: &mut Laid<'_>,
        intrusion: Mask,
        tell: &mut dyn FnMut(Reply) -> bool,
    ) {
        for key in bits(self.empty & !intrusion) {
            let used = 1 << key;
            match laid.after(self, around, key) {
                After::Joined => {
                    if tell(Reply { key, used, parts: Vec::new() }) {
                        return;
                    }
                }
                After::Nothing => {}
                After::Sums(sum, links) => {
                    if let Some((parts, cells)) = sum.find(links, intrusion)
                        && tell(Reply { key, used: cells | used, parts })
                    {
                        return;
                    }
                }
            }
        }
    }
}

/// A pattern in its place: its cells and ends, the groups that touch `A` and `B`, and the cells of helpers that no
/// single group is.
#[derive(Debug, Clone, Copy)]
struct Link<'a> {
    fit: &'a Fit,
    cells: Mask,
    ends: [Mask; 2],
    from: u32,
    to: u32,
    unhelped: Mask,
}

/// The patterns of a game: those whose ends are all touched, and by keys those that wait for a stone there.
struct Laid<'a> {
    ready: Vec<Link<'a>>,
    late: Vec<Link<'a>>,
    /// The late ones of each key, one key after another, and where those of a key begin.
    waiting: Vec<usize>,
    begin: Vec<usize>,
    /// The local games after each key, computed on demand.
    after: Vec<Option<After<'a>>>,
}

/// The effect of a stone: it joins the goals, patterns may do the rest, or nothing does.
enum After<'a> {
    Joined,
    Sums(Sum, Vec<Link<'a>>),
    Nothing,
}

impl<'a> Laid<'a> {
    fn new(game: &Game, near: &[Near<'a>]) -> Self {
        let most = Mask::BITS as usize - game.empty.leading_zeros() as usize;
        let mut ready = Vec::with_capacity(near.len());
        let mut late = Vec::with_capacity(near.len());
        let mut late_keys: Vec<Mask> = Vec::with_capacity(near.len());
        let mut begin = vec![0; most + 1];
        let touched = game.groups.iter().fold(0, |all, group| all | group);
        for near in near {
            let fit = near.fit;
            let helpers = (2..fit.ends()).map(|end| fit.end(end)).filter(|&end| game.holders(end) == 0);
            let link = Link {
                fit,
                cells: fit.cells,
                ends: [fit.end(0), fit.end(1)],
                from: game.holders(fit.end(0)),
                to: game.holders(fit.end(1)),
                unhelped: helpers.fold(0, |all, end| all | end),
            };
            if fit.touches() & !touched == 0 {
                ready.push(link);
            } else {
                for key in bits(near.keys) {
                    begin[key + 1] += 1;
                }
                late.push(link);
                late_keys.push(near.keys);
            }
        }
        for key in 0..most {
            begin[key + 1] += begin[key];
        }
        let mut next = begin.clone();
        let mut waiting = vec![0; begin[most]];
        for (index, &keys) in late_keys.iter().enumerate() {
            for key in bits(keys) {
                waiting[next[key]] = index;
                next[key] += 1;
            }
        }
        let mut after = Vec::new();
        after.resize_with(most, || None);
        Self { ready, late, waiting, begin, after }
    }

    /// The local games after a key.
    fn after(&mut self, game: &Game, around: &[Mask], key: usize) -> &After<'a> {
        let Self { ready, late, waiting, begin, after } = self;
        after[key].get_or_insert_with(|| {
            let Some(sum) = Sum::after(game, around, key) else { return After::Joined };
            let early = ready.iter().filter(|link| link.cells >> key & 1 == 0);
            let late = waiting[begin[key]..begin[key + 1]].iter().map(|&index| &late[index]);
            let links: Vec<Link<'a>> = early.chain(late).filter_map(|link| sum.link(link)).collect();
            if sum.may_join(&links, 0) { After::Sums(sum, needed(&links)) } else { After::Nothing }
        })
    }
}

/// The groups of a game after a stone: the stone and all that it touches are one.
struct Sum {
    groups: Vec<Mask>,
    /// The groups that the stone touches, of which the first stands for all, and the cells that they touch.
    merged: u32,
    first: u32,
    touched: Mask,
    goal: (usize, usize),
}

impl Sum {
    /// `None` if the stone joins the goals.
    fn after(game: &Game, around: &[Mask], key: usize) -> Option<Self> {
        let merged =
            game.groups.iter().enumerate().fold(1 << game.groups.len(), |set: u32, (group, touched)| {
                if touched >> key & 1 != 0 { set | 1 << group } else { set }
            });
        let is_merged = |group: usize| merged >> group & 1 != 0;
        if is_merged(game.goal.0) && is_merged(game.goal.1) {
            return None;
        }
        let first = merged.trailing_zeros() as usize;
        let touched = around[key] | game.union(merged);
        let mut groups: Vec<Mask> = Vec::with_capacity(game.groups.len() + 1);
        groups.extend(
            game.groups.iter().enumerate().map(|(group, &own)| if is_merged(group) { 0 } else { own }),
        );
        groups.push(0);
        groups[first] = touched;
        let named = |goal: usize| if is_merged(goal) { first } else { goal };
        let goal = (named(game.goal.0), named(game.goal.1));
        Some(Self { groups, merged, first: 1 << first, touched, goal })
    }

    /// A pattern as it lies after the stone; `None` if it joins nothing.
    fn link<'a>(&self, link: &Link<'a>) -> Option<Link<'a>> {
        let held = |before: u32, end: Mask| {
            before & !self.merged | if end & !self.touched == 0 { self.first } else { 0 }
        };
        let (from, to) = (held(link.from, link.ends[0]), held(link.to, link.ends[1]));
        // Both ends are one group, or none is a group by itself. In the first case it might still join groups that hold an end
        // together but not alone: such an answer is not found.
        if from == to && from.count_ones() < 2 {
            return None;
        }
        let mut unhelped = link.unhelped;
        if unhelped != 0 {
            let fit = link.fit;
            let helpers = (2..fit.ends()).map(|end| fit.end(end));
            unhelped = helpers
                .filter(|&end| end & !self.touched != 0 && self.groups.iter().all(|group| end & !group != 0))
                .fold(0, |all, end| all | end);
        }
        Some(Link { from, to, unhelped, ..*link })
    }

    /// Few patterns that share no cell with each other and the intrusion and join the goals, and their cells.
    fn find(&self, links: &[Link<'_>], intrusion: Mask) -> Option<(Vec<Fit>, Mask)> {
        if !self.may_join(links, intrusion) {
            return None;
        }
        for parts in 1..=PARTS {
            // Few sums of two need to grow from the other side: only for larger ones is that worth the time.
            let sides = if parts < 3 { 1 } else { 2 };
            for (from, to) in [self.goal, (self.goal.1, self.goal.0)].into_iter().take(sides) {
                let last: Vec<usize> = (0..links.len())
                    .filter(|&index| (links[index].from | links[index].to) >> to & 1 != 0)
                    .collect();
                let mut walk =
                    Walk { sum: self, links, last, goal: to, most: parts, steps: STEPS, parts: Vec::new() };
                let start = Joined { set: 1 << from, touched: self.groups[from] };
                if let Some(cells) = walk.on(start, None, intrusion) {
                    let parts = walk.parts.iter().map(|&part| links[part].fit.clone()).collect();
                    return Some((parts, cells & !intrusion));
                }
            }
        }
        None
    }

    /// Whether patterns away from the intrusion lead from one goal to the other, if they might share cells.
    fn may_join(&self, links: &[Link<'_>], intrusion: Mask) -> bool {
        [self.goal, (self.goal.1, self.goal.0)].into_iter().any(|(from, to)| {
            let mut joined = Joined { set: 1 << from, touched: self.groups[from] };
            loop {
                let before = joined.set;
                for link in links.iter().filter(|link| link.cells & intrusion == 0) {
                    let more = link.next(&joined);
                    if more != 0 {
                        let touched = bits(u128::from(more))
                            .fold(joined.touched, |all, group| all | self.groups[group]);
                        joined = Joined { set: joined.set | more, touched };
                    }
                }
                if joined.set >> to & 1 != 0 {
                    return true;
                }
                if joined.set == before {
                    return false;
                }
            }
        })
    }
}

/// The links without those on more cells than another that needs no more touches: it can replace them.
fn needed<'a>(links: &[Link<'a>]) -> Vec<Link<'a>> {
    let mut kept: Vec<Link<'a>> = Vec::with_capacity(links.len());
    for link in links {
        let within = |[a, b]: [Mask; 2]| a & !link.ends[0] == 0 && b & !link.ends[1] == 0;
        let covers = |other: &Link<'_>| {
            other.cells & !link.cells == 0
                && other.unhelped == 0
                && (within(other.ends) || within([other.ends[1], other.ends[0]]))
        };
        if !kept.iter().any(covers) {
            kept.push(*link);
        }
    }
    kept
}

/// Things that are joined, and the cells that they touch together.
#[derive(Clone, Copy)]
struct Joined {
    set: u32,
    touched: Mask,
}

impl Link<'_> {
    /// The groups that the pattern adds to joined ones.
    fn next(&self, joined: &Joined) -> u32 {
        let mut next = 0;
        if self.from & joined.set != 0 || self.ends[0] & !joined.touched == 0 {
            next |= self.to;
        }
        if self.to & joined.set != 0 || self.ends[1] & !joined.touched == 0 {
            next |= self.from;
        }
        next &= !joined.set;
        if self.unhelped & !joined.touched == 0 { next } else { 0 }
    }
}

struct Walk<'a> {
    sum: &'a Sum,
    links: &'a [Link<'a>],
    /// The links that touch the goal.
    last: Vec<usize>,
    goal: usize,
    /// The number of parts to look for.
    most: usize,
    steps: usize,
    parts: Vec<usize>,
}

impl Walk<'_> {
    /// Goes on from joined groups, and those before the last part. The cells of the parts, where they reach the goal.
    fn on(&mut self, joined: Joined, before: Option<(Joined, usize)>, used: Mask) -> Option<Mask> {
        self.steps = self.steps.checked_sub(1)?;
        let links = self.links;
        if self.parts.len() + 1 == self.most {
            // Answers that were possible before the last part do not need it.
            let early =
                |link: &Link<'_>| before.is_some_and(|(before, _)| link.next(&before) >> self.goal & 1 != 0);
            let reaches = |&&index: &&usize| {
                let link = &links[index];
                link.cells & used == 0 && link.next(&joined) >> self.goal & 1 != 0 && !early(link)
            };
            let found = *self.last.iter().find(reaches)?;
            self.parts.push(found);
            return Some(used | links[found].cells);
        }
        for (index, link) in links.iter().enumerate() {
            if link.cells & used != 0 {
                continue;
            }
            let mut next = link.next(&joined) & !(1 << self.goal);
            if next == 0 {
                continue;
            }
            // Parts in another order are the same answer.
            if let Some((before, last)) = &before
                && index < *last
            {
                next &= !link.next(before);
            }
            for group in bits(u128::from(next)) {
                let more =
                    Joined { set: joined.set | 1 << group, touched: joined.touched | self.sum.groups[group] };
                self.parts.push(index);
                let found = self.on(more, Some((joined, index)), used | link.cells);
                if found.is_some() {
                    return found;
                }
                self.parts.pop();
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use proof::book::{Ends, Point, Site};
    use proptest::prelude::*;

    use super::*;
    use crate::{fits::Views, shape::Shape};

    fn sites(cells: &[(i16, i16, u8)]) -> Vec<Site> {
        cells.iter().map(|&(col, row, ends)| Site { point: Point { col, row }, ends: Ends(ends) }).collect()
    }

    /// The bridge, and a stone in the second row before three cells of an edge.
    fn known() -> Vec<Shape> {
        let bridge = sites(&[(0, 0, 3), (1, 0, 3)]);
        let trapezoid = sites(&[(0, 0, 1), (1, 0, 1), (-1, 1, 2), (0, 1, 2), (1, 1, 2)]);
        [bridge, trapezoid].iter().map(|sites| Shape::of(sites).0).collect()
    }

    /// Whether a stone and at most two patterns answer an intrusion, by trying all of them: the first joins the one goal to something,
    /// the second what is joined then to the other goal. Patterns with both ends at one group alone are left out.
    fn is_answered(game: &Game, around: &[Mask], fits: &[Fit], intrusion: usize) -> bool {
        bits(game.empty & !(1 << intrusion)).any(|key| {
            let Some(after) = game.after(around, key) else { return true };
            let empty = after.empty & !(1 << intrusion);
            let lies = |fit: &&Fit, empty: Mask| {
                let [a, b] = [0, 1].map(|end| after.holders(fit.end(end)));
                fit.cells & !empty == 0 && (a != b || a.count_ones() > 1)
            };
            let (from, to) = (after.groups[after.goal.0], after.groups[after.goal.1]);
            fits.iter().filter(|fit| lies(fit, empty)).any(|first| {
                first.links(from, to)
                    || after.groups.iter().any(|&group| {
                        let rest = empty & !first.cells;
                        let joined = from | group;
                        first.links(from, group)
                            && fits.iter().any(|second| lies(&second, rest) && second.links(joined, to))
                    })
            })
        })
    }

    proptest! {
        /// The results of the search are answers, and it finds one whenever trying everything does.
        #[test]
        fn answers_are_found_where_there_are_some(
            cells in prop::collection::btree_map((0..5i16, 0..4i16), 0..8u8, 4..16),
        ) {
            let cells: Vec<(i16, i16, u8)> = cells.iter().map(|(&(col, row), &ends)| (col, row, ends)).collect();
            let region = Region::new(&sites(&cells));
            prop_assume!(region.touched.len() >= 2);
            let game = Game::of(&region);
            let mut fits = Vec::new();
            for (number, shape) in known().iter().enumerate() {
                Views::of(shape).fits(number, &region, &mut fits);
            }
            let around = &region.around;
            let near = || fits.iter().filter_map(|fit| Some(Near { fit, keys: game.keys(around, fit)? })).collect();
            let mut replies = Vec::new();
            let open = game.mend(around, &mut || near(), &mut replies, Scope::All);
            for reply in &replies {
                prop_assert!(game.accepts(around, reply));
            }
            for intrusion in bits(game.empty) {
                let is_open = open >> intrusion & 1 != 0;
                prop_assert!(is_open || replies.iter().any(|reply| reply.used >> intrusion & 1 == 0));
                prop_assert!(!is_open || !is_answered(&game, around, &fits, intrusion));
            }
        }
    }
}
