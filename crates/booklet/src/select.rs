//! Chooses few patterns that suffice.
//!
//! A set of patterns is **closed** if each of them has answers whose parts are in the set and that have no cell in common. Wanted is a
//! small closed set with the roots in it. Going down from these, each pattern takes the answers that need the fewest and
//! smallest new patterns; then patterns are left out again, one by one, wherever the rest is still closed. Both are repeated with
//! other weights: what the best set so far has is cheap, everything else varies at random.

use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng as _, SeedableRng as _},
};
use rustc_hash::FxHashSet;

use crate::{
    explore::{Candidate, Library},
    game::Mask,
};

/// Patterns and, for each, the answers that were chosen, by their place in the library.
pub(crate) type Selection = Vec<(usize, Vec<usize>)>;

/// Chooses patterns, in `rounds` attempts. `progress` hears the attempts done and the fewest patterns so far.
pub(crate) fn select(
    library: &mut Library,
    roots: &[usize],
    rounds: usize,
    seed: u64,
    progress: &mut dyn FnMut(usize, usize) -> bool,
) -> Option<Selection> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut best: Option<FxHashSet<usize>> = None;
    for round in 0..rounds.max(1) {
        let spread = if round == 0 { 0.0 } else { [0.5, 1.5, 4.0][round % 3] };
        let mut noise: Vec<f64> = Vec::new();
        let mut draw = |number: usize| {
            while noise.len() <= number {
                noise.push((random.next_u64() >> 11) as f64 / (1u64 << 53) as f64);
            }
            noise[number]
        };
        let liked = best.clone().unwrap_or_default();
        let mut weight = |number: usize, cells: usize, ends: usize| {
            let plain = 1.0 + 0.12 * cells as f64 + 1.5 * (ends - 2) as f64;
            let plain = if liked.contains(&number) && !round.is_multiple_of(4) { 0.4 } else { plain };
            plain * (1.0 + spread * draw(number))
        };
        let Some(set) = descend(library, roots, None, &mut weight) else {
            continue;
        };
        let set = thin_out(library, roots, set);
        if best.as_ref().is_none_or(|best| set.len() < best.len()) {
            best = Some(set);
        }
        if !progress(round + 1, best.as_ref().map_or(0, FxHashSet::len)) {
            break;
        }
    }
    let best = best?;
    let mut selection: Selection = Vec::new();
    for &number in &best {
        selection.push((number, answers(library, number, &best)?));
    }
    // Parts come before the patterns that need them: they are smaller.
    selection.sort_by_key(|&(number, _)| (library.entries[number].shape.len(), number));
    Some(selection)
}

/// A closed set, from the roots downwards. Where `within` is given, only its patterns are used.
fn descend(
    library: &mut Library,
    roots: &[usize],
    within: Option<&FxHashSet<usize>>,
    weight: &mut dyn FnMut(usize, usize, usize) -> f64,
) -> Option<FxHashSet<usize>> {
    let mut set: FxHashSet<usize> = FxHashSet::default();
    set.extend(roots);
    let mut todo: Vec<usize> = set.iter().copied().collect();
    // Large patterns first: what they need anyway is then cheap for the small ones.
    while let Some(place) =
        (0..todo.len()).max_by_key(|&place| (library.entries[todo[place]].shape.len(), todo[place]))
    {
        let number = todo.swap_remove(place);
        library.explore(number);
        let mut open = all_cells(library, number);
        while open != 0 {
            let entry = &library.entries[number];
            let mut chosen: Option<(f64, usize)> = None;
            for (index, option) in entry.options.iter().enumerate() {
                let gain = (open & !option.used).count_ones();
                if gain == 0
                    || within
                        .is_some_and(|within| !option.parts.iter().all(|(part, _)| within.contains(part)))
                {
                    continue;
                }
                let mut cost = 0.02;
                let mut counted: Vec<usize> = Vec::new();
                for &(part, _) in &option.parts {
                    if !set.contains(&part) && !counted.contains(&part) {
                        counted.push(part);
                        let shape = &library.entries[part].shape;
                        cost += weight(part, shape.len(), shape.ends());
                    }
                }
                let worth = f64::from(gain) / cost;
                if chosen.is_none_or(|(most, _)| worth > most) {
                    chosen = Some((worth, index));
                }
            }
            let (_, index) = chosen?;
            let option = &entry.options[index];
            open &= option.used;
            for &(part, _) in &option.parts {
                if set.insert(part) {
                    todo.push(part);
                }
            }
        }
    }
    Some(set)
}

/// Leaves patterns out, the largest first, as long as the rest is closed.
fn thin_out(library: &mut Library, roots: &[usize], mut set: FxHashSet<usize>) -> FxHashSet<usize> {
    let mut order: Vec<usize> = set.iter().copied().collect();
    order.sort_by_key(|&number| std::cmp::Reverse((library.entries[number].shape.len(), number)));
    for number in order {
        if roots.contains(&number) || !set.contains(&number) {
            continue;
        }
        let mut fewer = set.clone();
        fewer.remove(&number);
        // What can no longer be answered goes as well.
        loop {
            let before = fewer.len();
            let lost: Vec<usize> =
                fewer.iter().copied().filter(|&other| !is_supported(library, other, &fewer)).collect();
            for other in lost {
                fewer.remove(&other);
            }
            if fewer.len() == before || !roots.iter().all(|root| fewer.contains(root)) {
                break;
            }
        }
        if roots.iter().all(|root| fewer.contains(root))
            && let Some(smaller) =
                descend(library, roots, Some(&fewer), &mut |_, cells, _| 1.0 + 0.1 * cells as f64)
        {
            set = smaller;
        }
    }
    set
}

fn is_supported(library: &Library, number: usize, set: &FxHashSet<usize>) -> bool {
    let possible = usable(&library.entries[number].options, set);
    possible.fold(all_cells(library, number), |open, (_, option)| open & option.used) == 0
}

fn usable<'a>(
    options: &'a [Candidate],
    set: &'a FxHashSet<usize>,
) -> impl Iterator<Item = (usize, &'a Candidate)> {
    let inside = |option: &Candidate| option.parts.iter().all(|(part, _)| set.contains(part));
    options.iter().enumerate().filter(move |(_, option)| inside(option))
}

fn all_cells(library: &Library, number: usize) -> Mask {
    (1 << library.entries[number].shape.len()) - 1
}

/// Few answers of a pattern with parts from the set: each the one that leaves the fewest intrusions open.
fn answers(library: &Library, number: usize, set: &FxHashSet<usize>) -> Option<Vec<usize>> {
    let options = &library.entries[number].options;
    let mut open = all_cells(library, number);
    let mut chosen = Vec::new();
    while open != 0 {
        let left = |(_, option): &(usize, &Candidate)| {
            ((open & option.used).count_ones(), option.parts.len(), option.used.count_ones())
        };
        let (index, option) = usable(options, set).min_by_key(left)?;
        if open & !option.used == 0 {
            return None;
        }
        open &= option.used;
        chosen.push(index);
    }
    // What later ones made superfluous.
    let mut place = 0;
    while place < chosen.len() {
        let others = chosen.iter().enumerate().filter(|(other, _)| *other != place);
        let shared =
            others.fold(all_cells(library, number), |shared, (_, &index)| shared & options[index].used);
        if shared == 0 && chosen.len() > 1 {
            chosen.remove(place);
        } else {
            place += 1;
        }
    }
    Some(chosen)
}
