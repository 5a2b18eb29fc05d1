//! Makes a book smaller: takes patterns away from the best choice so far, finds others that fill the gap, and chooses again.

use std::collections::BTreeSet;

use crate::{
    pool::{Pool, below, open, shuffled},
    region::{Mask, Region, bits},
    search::{Search, Task},
    select::{holes, select},
    sums::usable,
};

/// Patterns that are tried in the place of one that was taken away.
const INSTEAD: usize = 12;
/// Patterns that are put beside a new one.
const BESIDE: usize = 4;
/// Attempts to choose after new patterns were found.
const CHOICES: usize = 3;

/// The best choice so far: the pattern of the whole board, and all that are needed.
#[derive(Debug, Clone)]
pub(crate) struct Choice {
    pub(crate) root: usize,
    pub(crate) set: BTreeSet<usize>,
}

/// One attempt: every other one fills the gap inside the patterns, the others go down from the board once more.
pub(crate) fn improve(
    search: &mut Search<'_>,
    task: &Task,
    depth: usize,
    round: usize,
    choice: &mut Choice,
    tell: &mut dyn FnMut(usize, usize) -> bool,
) {
    let before = search.pool.entries.len();
    let mut fewer = choice.set.clone();
    for number in
        shuffled(choice.set.iter().copied().collect(), &mut search.random).into_iter().take(1 + round % 3)
    {
        if number != choice.root {
            fewer.remove(&number);
        }
    }
    if round.is_multiple_of(2) {
        fill(search, &fewer);
    } else {
        let largest = search.pool.len_of(choice.root) * 3 / 4;
        let mut patterns: Vec<usize> =
            fewer.into_iter().filter(|&number| search.pool.len_of(number) < largest).collect();
        // The bridge, which is the first, stays.
        for _ in 0..below(5, &mut search.random) {
            if patterns.len() > 3 {
                let place = 1 + below(patterns.len() - 1, &mut search.random);
                patterns.remove(place);
            }
        }
        search.start_over();
        search.noise = [0.0, 2.0, 6.0][below(3, &mut search.random)];
        let made = search.complete(task, &mut patterns, depth, tell);
        search.noise = 0.0;
        if let Some(root) = made.filter(|&root| root != choice.root) {
            let set = select(&mut search.pool, &[root], 2 * CHOICES, None, &mut search.random);
            if let Some(set) = set.filter(|set| set.len() <= choice.set.len()) {
                *choice = Choice { root, set };
            }
        }
    }
    if search.pool.entries.len() > before {
        let best = Some(choice.set.clone());
        if let Some(set) = select(&mut search.pool, &[choice.root], CHOICES, best, &mut search.random) {
            choice.set = set;
        }
    }
}

/// Finds patterns that fill the gaps of a set, answered by the set alone.
fn fill(search: &mut Search<'_>, set: &BTreeSet<usize>) {
    let patterns: Vec<usize> = set.iter().copied().collect();
    for &number in &patterns {
        let gaps: Vec<usize> = bits(holes(&search.pool, number, set)).collect();
        if gaps.is_empty() {
            continue;
        }
        let gap = gaps[below(gaps.len(), &mut search.random)];
        let found = fillers(&search.pool, number, gap, &patterns);
        for sites in shuffled(found, &mut search.random).into_iter().take(INSTEAD) {
            let region = Region::new(&sites);
            let fits = search.pool.fits(&region, patterns.iter().copied());
            let options = search.pool.answers(&region, &fits);
            search.pool.settle(&sites, &options, &patterns, &mut search.random);
        }
    }
}

/// Regions that answer an intrusion into a pattern and are answered by patterns themselves.
fn fillers(pool: &Pool, number: usize, intrusion: usize, patterns: &[usize]) -> Vec<Vec<verify::book::Site>> {
    let region = Region::new(pool.entries[number].shape.sites());
    let fits = pool.fits(&region, patterns.iter().copied());
    let mut found = Vec::new();
    for key in (0..region.len()).filter(|&key| key != intrusion) {
        let empty = region.all() & !(1 << key) & !(1 << intrusion);
        let Some(things) = region.things(Some(key)) else { continue };
        let (touched, goal) = (&things.touched, things.goal);
        let mut regions = vec![region.between(touched, goal, empty)];
        let usable = usable(&fits, touched, empty);
        for middle in (0..touched.len()).filter(|&thing| thing != goal.0 && thing != goal.1) {
            for (near, far) in [goal, (goal.1, goal.0)] {
                let mut tried: Vec<Mask> = Vec::new();
                for fit in usable.iter().filter(|fit| fit.links(touched[near], touched[middle])) {
                    if tried.iter().any(|cells| cells & !fit.cells == 0) {
                        continue;
                    }
                    if tried.len() == BESIDE {
                        break;
                    }
                    tried.push(fit.cells);
                    regions.push(region.between(touched, (middle, far), empty & !fit.cells));
                }
            }
        }
        found.extend(regions.into_iter().filter(|sites| {
            let region = Region::new(sites);
            let fits = pool.fits(&region, patterns.iter().copied());
            region.has_goal() && open(&pool.answers(&region, &fits), region.all()) == 0
        }));
    }
    found
}
