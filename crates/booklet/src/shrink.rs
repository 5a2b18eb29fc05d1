//! Makes a closed set smaller: removes a few patterns, closes the gaps with fewer new ones, and keeps the result if it is no larger.

use std::rc::Rc;

use board::random_below;
use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::FxHashMap;

use crate::{
    closed::{Closed, Ground, Patterns},
    game::{Game, Scope},
    random::shuffled,
    region::{Mask, bits},
    settle::{Local, beside, inside, settle, standard},
};

/// The number of games to examine for one gap, and of good ones after which to stop.
const LOOKS: usize = 120;
const ENOUGH: usize = 10;
/// New patterns that are tried for one gap.
const INSTEAD: usize = 3;
/// Open intrusions of a new pattern that may be answered by a further one.
const FURTHER: u32 = 3;
/// Patterns that are made or given up in one attempt.
const STEPS: usize = 12;
/// Members that are tried to be left out after a change.
const LEFT_OUT: usize = 10;

/// One attempt; the set that came out, where it is no larger.
pub(crate) fn attempt(
    patterns: &mut Patterns,
    closed: &Closed,
    random: &mut Xoshiro256PlusPlus,
) -> Option<Closed> {
    let mut next = closed.clone();
    let count = [1, 1, 2, 2, 2, 3, 3, 4][random_below(random, 8)];
    let victims = victims(patterns, closed, count, random);
    for victim in &victims {
        next.members.remove(victim);
    }
    repair(patterns, &mut next, closed.len(), *victims.first()?, random)?;
    next.tidy(patterns);
    let mut others: Vec<usize> =
        next.members.keys().copied().filter(|number| !next.is_root(*number)).collect();
    others = shuffled(others, random);
    if random_below(random, 8) != 0 {
        others.truncate(LEFT_OUT);
    }
    for number in others {
        if next.members.contains_key(&number)
            && let Some(fewer) = next.without(patterns, number)
        {
            next = fewer;
            next.tidy(patterns);
        }
    }
    (next.len() <= closed.len()).then_some(next)
}

/// Members to be taken away: one, and others like it or beside it.
fn victims(
    patterns: &Patterns,
    closed: &Closed,
    count: usize,
    random: &mut Xoshiro256PlusPlus,
) -> Vec<usize> {
    let all: Vec<usize> = closed.members.keys().copied().filter(|number| !closed.is_root(*number)).collect();
    if all.is_empty() {
        return Vec::new();
    }
    let mut order = shuffled(all, random);
    let first = if random_below(random, 2) == 0 {
        // The one of a few that the fewest others use.
        order.iter().take(4).copied().min_by_key(|&number| closed.users(number).count()).unwrap_or(order[0])
    } else {
        order[0]
    };
    match random_below(random, 3) {
        0 => {}
        1 => order.sort_by_key(|&other| patterns.len_of(other).abs_diff(patterns.len_of(first))),
        _ => {
            let mut shared: FxHashMap<usize, usize> = FxHashMap::default();
            for user in closed.users(first) {
                for part in closed.parts(user) {
                    *shared.entry(part).or_default() += 1;
                }
            }
            order.sort_by_key(|other| std::cmp::Reverse(shared.get(other)));
        }
    }
    let mut victims = vec![first];
    let near = order.into_iter().filter(|&other| other != first).take(3 * count);
    victims.extend(shuffled(near.collect(), random).into_iter().take(count - 1));
    victims
}

/// Closes all gaps of a set, which may grow to this many members. Where a gap cannot be closed, its pattern goes as well.
fn repair(
    patterns: &mut Patterns,
    closed: &mut Closed,
    most: usize,
    banned: usize,
    random: &mut Xoshiro256PlusPlus,
) -> Option<()> {
    let mut unsettled: Vec<usize> = Vec::new();
    let mut steps = STEPS;
    loop {
        let gaps = gaps(patterns, closed);
        let Some(&(number, open)) = gaps.first() else { break };
        // Patterns that only lost patterns needed are dropped with them.
        let mut reached = closed.clone();
        reached.drop_unreached();
        steps -= 1;
        if steps == 0 {
            return None;
        }
        if reached.len() < most {
            let holes: Vec<usize> = bits(open).collect();
            let hole = holes[random_below(random, holes.len())];
            if let Some((with, is_whole)) = fill(patterns, closed, &gaps, hole, banned, random) {
                let made = with.members.keys().copied().find(|made| !closed.members.contains_key(made));
                unsettled.extend(made.filter(|_| !is_whole));
                *closed = with;
                continue;
            }
        }
        if closed.is_root(number) {
            return None;
        }
        closed.members.remove(&number);
        unsettled.retain(|&other| other != number);
    }
    for number in unsettled {
        generalise(patterns, closed, number, random);
    }
    Some(())
}

/// The set with a new pattern that answers an intrusion into the first of its patterns with gaps, and whether the new one is answered.
fn fill(
    patterns: &mut Patterns,
    closed: &Closed,
    gaps: &[(usize, Mask)],
    hole: usize,
    banned: usize,
    random: &mut Xoshiro256PlusPlus,
) -> Option<(Closed, bool)> {
    let number = gaps.first()?.0;
    let set = closed.set(patterns);
    patterns.lay(number, &set);
    let (good, near): (Vec<Local>, Vec<Local>) =
        fillers(patterns.ground(number), &set, hole, random).into_iter().partition(|filler| filler.open == 0);
    let mut best: Option<(u32, Closed)> = None;
    let mut tried: Vec<usize> = Vec::new();
    for filler in good {
        if tried.len() == INSTEAD {
            break;
        }
        let ground = patterns.ground(number);
        let local = settle(ground, &set, filler, random);
        let Some((shape, replies)) = standard(ground, &local) else { continue };
        let made = patterns.add(shape);
        if banned == made || tried.contains(&made) {
            continue;
        }
        let mut with = closed.clone();
        if with.members.insert(made, Rc::new(replies)).is_some()
            || with.mend(patterns, made, Scope::First(0)) != 0
        {
            continue;
        }
        tried.push(made);
        let still: u32 =
            gaps.iter().map(|&(number, _)| with.mend(patterns, number, Scope::All).count_ones()).sum();
        if best.as_ref().is_none_or(|(least, _)| still < *least) {
            best = Some((still, with));
        }
    }
    if let Some((_, with)) = best {
        return Some((with, true));
    }
    // The one that is nearest, whose own gaps are then to be closed.
    let nearest = near.into_iter().min_by_key(|filler| filler.open.count_ones())?;
    if nearest.open.count_ones() > FURTHER {
        return None;
    }
    let (shape, replies) = standard(patterns.ground(number), &nearest)?;
    let made = patterns.add(shape);
    if banned == made || closed.members.contains_key(&made) {
        return None;
    }
    let mut with = closed.clone();
    with.members.insert(made, Rc::new(replies));
    Some((with, false))
}

/// The members with open intrusions, small ones first.
fn gaps(patterns: &mut Patterns, closed: &mut Closed) -> Vec<(usize, Mask)> {
    let mut gaps = Vec::new();
    for number in closed.set(patterns) {
        let open = closed.mend(patterns, number, Scope::All);
        if open != 0 {
            gaps.push((number, open));
        }
    }
    gaps
}

/// Puts a pattern with fewer cells and touches in the place of a member, where the others answer it as well. Returns its number.
pub(crate) fn generalise(
    patterns: &mut Patterns,
    closed: &mut Closed,
    number: usize,
    random: &mut Xoshiro256PlusPlus,
) -> Option<usize> {
    let replies = closed.members.get(&number)?.to_vec();
    let set = closed.set(patterns);
    patterns.lay(number, &set);
    let ground = patterns.ground(number);
    let filler = Local { game: ground.game.clone(), replies, open: 0 };
    let local = settle(ground, &set, filler, random);
    let (shape, replies) = standard(ground, &local)?;
    let made = patterns.add(shape);
    if made == number {
        return None;
    }
    let mut next = closed.clone();
    next.members.remove(&number);
    next.members.entry(made).or_insert_with(|| Rc::new(replies));
    let users: Vec<usize> = closed.users(number).collect();
    let holds = next.mend(patterns, made, Scope::First(0)) == 0
        && users.into_iter().all(|user| next.mend(patterns, user, Scope::First(0)) == 0);
    if !holds {
        return None;
    }
    *closed = next;
    Some(made)
}

/// Games that answer an intrusion into a pattern: those that the set answers first.
fn fillers(ground: &Ground, set: &[usize], intrusion: usize, random: &mut Xoshiro256PlusPlus) -> Vec<Local> {
    let around = &ground.region.around;
    let mut base = ground.game.clone();
    base.empty &= !(1 << intrusion);
    let mut found: Vec<Local> = Vec::new();
    let mut failed: Vec<(Game, Mask)> = Vec::new();
    let (mut looks, mut good) = (0, 0);
    let mut hint: Mask = 0;
    for key in shuffled(bits(base.empty).collect(), random) {
        let Some(mut game) = base.after(around, key) else { continue };
        game.trim(around);
        if !game.has_goal() {
            continue;
        }
        let near = ground.near_in(set, &game);
        let left = |game: &Game| -> Vec<Game> {
            beside(game, around, near.iter().map(|near| near.fit))
                .into_iter()
                .map(|beside| beside.game)
                .collect()
        };
        let mut games = left(&game);
        let more: Vec<Game> = shuffled(games.clone(), random).iter().take(2).flat_map(left).collect();
        games.extend(more);
        games = shuffled(games, random);
        games.truncate(12);
        games.insert(0, game);
        for game in games {
            looks += 1;
            let mut replies = Vec::new();
            let open = game.mend(around, &mut || inside(&near, &game), &mut replies, Scope::First(hint));
            if open == 0 {
                good += 1;
                found.push(Local { game, replies, open });
            } else {
                hint |= open;
                failed.push((game, open));
            }
            if good == ENOUGH || looks == LOOKS {
                break;
            }
        }
        if good == ENOUGH || looks == LOOKS {
            break;
        }
    }
    if good == 0 {
        for (game, _) in shuffled(failed, random).into_iter().take(12) {
            let near = ground.near_in(set, &game);
            let mut replies = Vec::new();
            let open = game.mend(around, &mut || near.clone(), &mut replies, Scope::All);
            found.push(Local { game, replies, open });
        }
    }
    found
}
