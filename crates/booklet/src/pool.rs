//! All patterns that were found, each proved by smaller ones, and the answers that they give in a region.

use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::Rng as _};
use rustc_hash::FxHashMap;
use verify::book::{Ends, Placement, Site};

use crate::{
    region::{Mask, Region, bits, ends_of},
    shape::Shape,
    sums::{Fit, Views, sums, usable},
};

/// Answers by one key that are kept where any will do, and where patterns are chosen.
const ANY: usize = 100;
const CHOICE: usize = 400;

/// An answer inside a region: a move, the patterns that remain, and the cells of both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Candidate {
    pub(crate) key: usize,
    pub(crate) used: Mask,
    pub(crate) parts: Vec<(usize, Placement)>,
}

/// A pattern with the answers that the pool gives.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) shape: Shape,
    views: Views,
    pub(crate) options: Vec<Candidate>,
    /// The options take so many patterns of the pool into account, with these places.
    known: usize,
    fits: Vec<Fit>,
}

/// Patterns, each with answers whose parts are in the pool as well.
#[derive(Debug, Default)]
pub(crate) struct Pool {
    pub(crate) entries: Vec<Entry>,
    numbers: FxHashMap<Shape, usize>,
}

impl Pool {
    /// The number of a pattern, which must hold by patterns of the pool.
    pub(crate) fn add(&mut self, shape: Shape) -> usize {
        let next = self.entries.len();
        let number = *self.numbers.entry(shape.clone()).or_insert(next);
        if number == next {
            let views = Views::of(&shape);
            self.entries.push(Entry { shape, views, options: Vec::new(), known: 0, fits: Vec::new() });
        }
        number
    }

    pub(crate) fn len_of(&self, number: usize) -> usize {
        self.entries[number].shape.len()
    }

    /// The places of patterns inside a region, patterns of its own size left out.
    pub(crate) fn fits(&self, region: &Region, patterns: impl IntoIterator<Item = usize>) -> Vec<Fit> {
        let mut fits = Vec::new();
        for pattern in patterns {
            if self.len_of(pattern) < region.len() {
                self.entries[pattern].views.fits(pattern, region, &mut fits);
            }
        }
        fits
    }

    /// The places where a pattern of any size lies in a region and joins its ends.
    pub(crate) fn whole(&self, region: &Region, patterns: &[usize]) -> Option<Vec<Fit>> {
        let mut fits = Vec::new();
        for &pattern in patterns {
            self.entries[pattern].views.fits(pattern, region, &mut fits);
        }
        let things = region.things(None)?;
        let usable = usable(&fits, &things.touched, region.all());
        let mut found: Option<Vec<Fit>> = None;
        sums(&usable, &things.touched, things.goal, false, &mut |parts, _| {
            if found.as_ref().is_none_or(|found| parts.len() < found.len()) {
                found = Some(parts.iter().map(|&part| usable[part].clone()).collect());
            }
            false
        });
        found
    }

    /// The answers that patterns give in a region: of those with the same key only the ones on fewest cells.
    pub(crate) fn answers(&self, region: &Region, fits: &[Fit]) -> Vec<Candidate> {
        let mut options: Vec<Candidate> = Vec::new();
        for key in 0..region.len() {
            let Some(things) = region.things(Some(key)) else {
                options.push(Candidate { key, used: 1 << key, parts: Vec::new() });
                continue;
            };
            let usable = usable(fits, &things.touched, region.all() & !(1 << key));
            let first = options.len();
            sums(&usable, &things.touched, things.goal, false, &mut |parts, cells| {
                let used = cells | 1 << key;
                if !options[first..].iter().any(|other| other.used & !used == 0) {
                    options.push(Candidate { key, used, parts: named(parts, &usable) });
                }
                options.len() - first >= ANY
            });
        }
        options
    }

    /// Brings the options of a pattern up to date: all answers but those that need the cells and the patterns of another one.
    pub(crate) fn explore(&mut self, number: usize) {
        let count = self.entries.len();
        let known = std::mem::replace(&mut self.entries[number].known, count);
        if known == count {
            return;
        }
        let region = Region::new(self.entries[number].shape.sites());
        let mut fits = std::mem::take(&mut self.entries[number].fits);
        let mut options = std::mem::take(&mut self.entries[number].options);
        let new = self.fits(&region, known..count);
        if known == 0 || !new.is_empty() {
            fits.extend(new);
            for key in 0..region.len() {
                explore_key(&region, &fits, key, known, &mut options);
            }
        }
        self.entries[number].fits = fits;
        self.entries[number].options = options;
    }

    /// Whether patterns answer every intrusion into cells.
    fn holds(&self, sites: &[Site], patterns: &[usize]) -> bool {
        let region = Region::new(sites);
        if !region.has_goal() {
            return false;
        }
        let fits = self.fits(&region, patterns.iter().copied());
        open(&self.answers(&region, &fits), region.all()) == 0
    }

    /// Makes a pattern of cells on which some patterns answer every intrusion: no cell, no helper and no touch can be taken away.
    pub(crate) fn settle(
        &mut self,
        sites: &[Site],
        options: &[Candidate],
        patterns: &[usize],
        random: &mut Xoshiro256PlusPlus,
    ) -> usize {
        let mut cells = options.iter().fold(0, |cells, option| cells | option.used);
        for cell in shuffled(bits(cells).collect(), random) {
            let fewer = cells & !(1 << cell);
            let inside = || options.iter().filter(|option| option.used & !fewer == 0);
            if inside().fold(fewer, |open, option| open & option.used) == 0 {
                cells = inside().fold(0, |cells, option| cells | option.used);
            }
        }
        let mut sites: Vec<Site> = bits(cells).map(|cell| sites[cell]).collect();
        for end in (2..ends_of(&sites)).rev() {
            let without: Vec<Site> =
                sites.iter().map(|site| Site { ends: Ends(site.ends.0 & !(1 << end)), ..*site }).collect();
            if without != sites && self.holds(&without, patterns) {
                sites = without;
            }
        }
        for end in 0..ends_of(&sites) {
            for index in 0..sites.len() {
                let before = sites[index].ends;
                if before.contains(end) {
                    sites[index].ends = Ends(before.0 & !(1 << end));
                    if !self.holds(&sites, patterns) {
                        sites[index].ends = before;
                    }
                }
            }
        }
        close_names(&mut sites);
        self.add(Shape::of(&sites).0)
    }
}

/// The answers by a key that use a pattern from `known` on.
fn explore_key(region: &Region, fits: &[Fit], key: usize, known: usize, options: &mut Vec<Candidate>) {
    let Some(things) = region.things(Some(key)) else {
        if known == 0 {
            options.push(Candidate { key, used: 1 << key, parts: Vec::new() });
        }
        return;
    };
    let usable = usable(fits, &things.touched, region.all() & !(1 << key));
    if !usable.iter().any(|fit| fit.pattern >= known) {
        return;
    }
    let first = options.len();
    sums(&usable, &things.touched, things.goal, true, &mut |parts, cells| {
        if parts.iter().any(|&part| usable[part].pattern >= known) {
            let used = cells | 1 << key;
            let parts = named(parts, &usable);
            let covers = |other: &Candidate| {
                let has = |pattern: usize| parts.iter().any(|(own, _)| *own == pattern);
                other.used & !used == 0 && other.parts.iter().all(|(part, _)| has(*part))
            };
            if !options.iter().any(covers) {
                options.push(Candidate { key, used, parts });
            }
        }
        options.len() - first >= CHOICE
    });
}

fn named(parts: &[usize], fits: &[&Fit]) -> Vec<(usize, Placement)> {
    let mut named: Vec<(usize, Placement)> =
        parts.iter().map(|&part| (fits[part].pattern, fits[part].placement)).collect();
    named.sort_unstable();
    named
}

/// The intrusions that none of the options answers.
pub(crate) fn open(options: &[Candidate], all: Mask) -> Mask {
    options.iter().fold(all, |open, option| open & option.used)
}

/// In random order.
pub(crate) fn shuffled<T>(mut items: Vec<T>, random: &mut Xoshiro256PlusPlus) -> Vec<T> {
    for last in (1..items.len()).rev() {
        items.swap(last, below(last + 1, random));
    }
    items
}

/// A number below a limit.
pub(crate) fn below(limit: usize, random: &mut Xoshiro256PlusPlus) -> usize {
    (random.next_u64() % limit as u64) as usize
}

/// A number from 0 to 1.
pub(crate) fn fraction(random: &mut Xoshiro256PlusPlus) -> f64 {
    (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

/// Gives the ends the first names, without gaps.
fn close_names(sites: &mut [Site]) {
    let used: Vec<usize> =
        (0..Ends::MOST).filter(|&end| end < 2 || sites.iter().any(|site| site.ends.contains(end))).collect();
    for site in sites {
        let ends = used.iter().enumerate().filter(|&(_, &old)| site.ends.contains(old));
        site.ends = Ends(ends.fold(0, |ends, (new, _)| ends | 1 << new));
    }
}
