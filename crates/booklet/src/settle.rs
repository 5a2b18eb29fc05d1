//! Games that could become patterns: the rest that known patterns leave of a game, and the smallest part of it that is needed.

use proof::book::{Ends, Site};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{
    closed::Ground,
    fits::Fit,
    game::{Game, Near, Reply, Scope},
    random::shuffled,
    region::{Mask, bits},
    shape::Shape,
};

/// Patterns that are put beside a new one for each group that they may join.
const BESIDE: usize = 5;

/// A game, the answers to intrusions, and the intrusions without one.
#[derive(Debug)]
pub(crate) struct Local {
    pub(crate) game: Game,
    pub(crate) replies: Vec<Reply>,
    pub(crate) open: Mask,
}

/// Possible answers to a game that lies in another.
pub(crate) fn inside<'a>(near: &[Near<'a>], game: &Game) -> Vec<Near<'a>> {
    let own = near.iter().filter(|near| near.fit.cells & !game.empty == 0);
    own.filter(|near| near.keys & game.empty != 0)
        .map(|near| Near { fit: near.fit, keys: near.keys & game.empty })
        .collect()
}

/// A game that a pattern leaves of another: it joins one of the two goals to a further group on these cells.
#[derive(Debug, Clone)]
pub(crate) struct Beside {
    pub(crate) game: Game,
    pub(crate) goal: usize,
    pub(crate) middle: usize,
    pub(crate) cells: Mask,
}

/// The games that patterns leave of a game where they join one of its goals to something else.
pub(crate) fn beside<'a>(game: &Game, around: &[Mask], fits: impl Iterator<Item = &'a Fit>) -> Vec<Beside> {
    let touched = game.groups.iter().fold(0, |all, group| all | group);
    let ready: Vec<&Fit> =
        fits.filter(|fit| fit.cells & !game.empty == 0 && fit.touches() & !touched == 0).collect();
    let mut games = Vec::new();
    for middle in (0..game.groups.len()).filter(|&group| group != game.goal.0 && group != game.goal.1) {
        for goal in [game.goal.0, game.goal.1] {
            let mut tried: Vec<Mask> = Vec::new();
            for fit in &ready {
                if !fit.links(game.groups[goal], game.groups[middle])
                    || !fit.is_helped(&game.groups)
                    || tried.iter().any(|cells| cells & !fit.cells == 0)
                {
                    continue;
                }
                if tried.len() == BESIDE {
                    break;
                }
                tried.push(fit.cells);
                let mut next = game.clone();
                next.empty &= !fit.cells;
                next.unite(1 << goal | 1 << middle);
                next.trim(around);
                if next.has_goal() {
                    games.push(Beside { game: next, goal, middle, cells: fit.cells });
                }
            }
        }
    }
    games
}

/// Takes away cells, helpers and touches as long as the set answers every intrusion.
pub(crate) fn settle(
    ground: &Ground,
    set: &[usize],
    filler: Local,
    random: &mut Xoshiro256PlusPlus,
) -> Local {
    let around = &ground.region.around;
    let Local { mut game, mut replies, .. } = filler;
    let near = ground.near_in(set, &game);
    let keep = |game: &mut Game, replies: &mut Vec<Reply>, smaller: Game| {
        if !smaller.has_goal() {
            return;
        }
        let mut fewer = replies.clone();
        let again = &mut || -> Vec<Near<'_>> {
            let own = near.iter().filter(|near| near.fit.cells & !smaller.empty == 0);
            own.filter_map(|near| Some(Near { fit: near.fit, keys: smaller.keys(around, near.fit)? }))
                .collect()
        };
        if smaller.mend(around, again, &mut fewer, Scope::First(0)) == 0 {
            *game = smaller;
            *replies = fewer;
        }
    };
    for cell in shuffled(bits(game.empty).collect(), random) {
        if game.empty >> cell & 1 != 0 {
            let mut smaller = game.clone();
            smaller.empty &= !(1 << cell);
            smaller.trim(around);
            keep(&mut game, &mut replies, smaller);
        }
    }
    for group in shuffled((0..game.groups.len()).collect(), random) {
        if group != game.goal.0 && group != game.goal.1 && game.groups[group] & game.empty != 0 {
            let mut smaller = game.clone();
            smaller.groups[group] = 0;
            keep(&mut game, &mut replies, smaller);
        }
    }
    for group in 0..game.groups.len() {
        for cell in shuffled(bits(game.groups[group] & game.empty).collect(), random) {
            let mut smaller = game.clone();
            smaller.groups[group] &= !(1 << cell);
            keep(&mut game, &mut replies, smaller);
        }
    }
    Local { game, replies, open: 0 }
}

/// The standard form of a game as a pattern, with its answers; `None` if it has too many ends.
pub(crate) fn standard(ground: &Ground, local: &Local) -> Option<(Shape, Vec<Reply>)> {
    let sites = sites(ground, &local.game)?;
    let (shape, place) = Shape::of(&sites);
    let back = place.inverse();
    let numbers: Vec<usize> = ground
        .region
        .sites
        .iter()
        .map(|site| {
            let point = back.apply(site.point);
            shape.sites().iter().position(|site| site.point == point).unwrap_or_default()
        })
        .collect();
    let moved = |cells: Mask| bits(cells).fold(0, |mask: Mask, cell| mask | 1 << numbers[cell]);
    let reply = |reply: &Reply| Reply {
        key: numbers[reply.key],
        used: moved(reply.used),
        parts: reply.parts.iter().map(|part| part.moved(back, moved)).collect(),
    };
    let replies = local.replies.iter().map(reply).collect();
    Some((shape, replies))
}

/// The cells of a game with the ends that touch them; `None` where these are too many.
fn sites(ground: &Ground, game: &Game) -> Option<Vec<Site>> {
    let others = (0..game.groups.len()).filter(|&group| group != game.goal.0 && group != game.goal.1);
    let helping = others.filter(|&group| game.groups[group] & game.empty != 0);
    let order: Vec<usize> = [game.goal.0, game.goal.1].into_iter().chain(helping).collect();
    if order.len() > Ends::MOST {
        return None;
    }
    let ends = |cell: usize| {
        let touching = order.iter().enumerate().filter(|(_, group)| game.groups[**group] >> cell & 1 != 0);
        Ends(touching.fold(0, |ends, (end, _)| ends | 1 << end))
    };
    Some(
        bits(game.empty)
            .map(|cell| Site { point: ground.region.sites[cell].point, ends: ends(cell) })
            .collect(),
    )
}
