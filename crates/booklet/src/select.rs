//! Chooses few patterns that suffice.
//!
//! A set of patterns is **closed** if each of them has answers whose parts are in the set and that have no cell in common. Wanted is a
//! small closed set with the roots in it. Going down from these, each pattern takes the answers that need the fewest and
//! smallest new patterns; then patterns are left out again, one by one, wherever the rest is still closed. Both are repeated with
//! other weights: what the best set so far has is cheap, everything else varies at random.

use std::collections::BTreeSet;

use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{
    pool::{Candidate, Pool, fraction, open, shuffled},
    region::Mask,
};

/// Patterns and, for each, the answers that were chosen, by their place among its options.
pub(crate) type Selection = Vec<(usize, Vec<usize>)>;

/// A closed set with the roots in it, from `rounds` attempts; the one that is there already if none is smaller.
pub(crate) fn select(
    pool: &mut Pool,
    roots: &[usize],
    rounds: usize,
    best: Option<BTreeSet<usize>>,
    random: &mut Xoshiro256PlusPlus,
) -> Option<BTreeSet<usize>> {
    let mut best = best;
    for round in 0..rounds {
        let spread = if round == 0 { 0.0 } else { [0.5, 1.5, 4.0][round % 3] };
        let liked = if round.is_multiple_of(4) { BTreeSet::new() } else { best.clone().unwrap_or_default() };
        let weights: Vec<f64> = pool
            .entries
            .iter()
            .enumerate()
            .map(|(number, entry)| {
                let (cells, ends) = (entry.shape.len() as f64, entry.shape.ends() as f64);
                let plain =
                    if liked.contains(&number) { 0.4 } else { 1.0 + 0.12 * cells + 1.5 * (ends - 2.0) };
                plain * (1.0 + spread * fraction(random))
            })
            .collect();
        let Some(set) = descend(pool, roots, None, &|number| weights[number]) else { continue };
        let set = thin_out(pool, roots, set, random);
        if best.as_ref().is_none_or(|best| set.len() <= best.len()) {
            best = Some(set);
        }
    }
    best
}

/// A closed set, from the roots downwards. Where `within` is given, only its patterns are used.
fn descend(
    pool: &mut Pool,
    roots: &[usize],
    within: Option<&BTreeSet<usize>>,
    weight: &dyn Fn(usize) -> f64,
) -> Option<BTreeSet<usize>> {
    let mut set: BTreeSet<usize> = roots.iter().copied().collect();
    let mut todo: Vec<usize> = set.iter().copied().collect();
    // Large patterns first: what they need anyway is then cheap for the small ones.
    while let Some(place) = (0..todo.len()).max_by_key(|&place| (pool.len_of(todo[place]), todo[place])) {
        let number = todo.swap_remove(place);
        pool.explore(number);
        let mut left = all_cells(pool, number);
        while left != 0 {
            let options = &pool.entries[number].options;
            let mut chosen: Option<(f64, &Candidate)> = None;
            for option in options {
                let gain = (left & !option.used).count_ones();
                if gain == 0 || within.is_some_and(|within| !is_inside(option, within)) {
                    continue;
                }
                let mut new: Vec<usize> =
                    option.parts.iter().map(|(part, _)| *part).filter(|part| !set.contains(part)).collect();
                new.dedup();
                let cost = new.iter().fold(0.02, |cost, &part| cost + weight(part));
                let worth = f64::from(gain) / cost;
                if chosen.is_none_or(|(most, _)| worth > most) {
                    chosen = Some((worth, option));
                }
            }
            let (_, option) = chosen?;
            left &= option.used;
            for &(part, _) in &option.parts {
                if set.insert(part) {
                    todo.push(part);
                }
            }
        }
    }
    Some(set)
}

/// Leaves patterns out, in random order, as long as the rest is closed.
fn thin_out(
    pool: &mut Pool,
    roots: &[usize],
    mut set: BTreeSet<usize>,
    random: &mut Xoshiro256PlusPlus,
) -> BTreeSet<usize> {
    for number in shuffled(set.iter().copied().collect(), random) {
        if roots.contains(&number) || !set.contains(&number) {
            continue;
        }
        let mut fewer = set.clone();
        fewer.remove(&number);
        // What can no longer be answered goes as well.
        loop {
            let lost: Vec<usize> =
                fewer.iter().copied().filter(|&other| holes(pool, other, &fewer) != 0).collect();
            for other in &lost {
                fewer.remove(other);
            }
            if lost.is_empty() || !roots.iter().all(|root| fewer.contains(root)) {
                break;
            }
        }
        if roots.iter().all(|root| fewer.contains(root))
            && let Some(smaller) = descend(pool, roots, Some(&fewer), &|_| 1.0)
        {
            set = smaller;
        }
    }
    set
}

/// The intrusions into a pattern that answers with parts from the set leave open.
pub(crate) fn holes(pool: &Pool, number: usize, set: &BTreeSet<usize>) -> Mask {
    let inside = pool.entries[number].options.iter().filter(|option| is_inside(option, set));
    inside.fold(all_cells(pool, number), |open, option| open & option.used)
}

fn is_inside(option: &Candidate, set: &BTreeSet<usize>) -> bool {
    option.parts.iter().all(|(part, _)| set.contains(part))
}

fn all_cells(pool: &Pool, number: usize) -> Mask {
    (1 << pool.len_of(number)) - 1
}

/// The patterns of a closed set with few answers each, small patterns first.
pub(crate) fn with_answers(pool: &Pool, set: &BTreeSet<usize>) -> Option<Selection> {
    let mut selection: Selection = Vec::new();
    for &number in set {
        selection.push((number, answers(pool, number, set)?));
    }
    // Parts come before the patterns that need them: they are smaller.
    selection.sort_by_key(|&(number, _)| (pool.len_of(number), number));
    Some(selection)
}

/// Few answers of a pattern with parts from the set: each the one that leaves the fewest intrusions open.
fn answers(pool: &Pool, number: usize, set: &BTreeSet<usize>) -> Option<Vec<usize>> {
    let options = &pool.entries[number].options;
    let mut left = all_cells(pool, number);
    let mut chosen = Vec::new();
    while left != 0 {
        let usable = options.iter().enumerate().filter(|(_, option)| is_inside(option, set));
        let (index, option) = usable.min_by_key(|(_, option)| {
            ((left & option.used).count_ones(), option.parts.len(), option.used.count_ones())
        })?;
        if left & !option.used == 0 {
            return None;
        }
        left &= option.used;
        chosen.push(index);
    }
    // What later ones made superfluous.
    let mut place = 0;
    while place < chosen.len() {
        let others: Vec<Candidate> = chosen
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != place)
            .map(|(_, &index)| options[index].clone())
            .collect();
        if chosen.len() > 1 && open(&others, all_cells(pool, number)) == 0 {
            chosen.remove(place);
        } else {
            place += 1;
        }
    }
    Some(chosen)
}
