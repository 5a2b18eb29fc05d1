//! The player `playouts`: Monte Carlo tree search with random playouts, after MoHex (B. Arneson, R. Hayward, P. Henderson, "Monte
//! Carlo Tree Search in Hex", 2010).
//!
//! A move is judged by the playouts that began with it and by those in which its side had its cell at the end
//! ([`crate::tree::playouts`]); a
//! playout saves its bridges and is random otherwise (`rollout`). Moves near the last stone, and where the circuits flow, are looked
//! at first. At positions visited often the provers are asked (inferior cells, connections), who decide them or leave few
//! moves; what is certain is carried up as such.

pub(crate) mod rollout;

use std::time::Duration;

use board::{Cell, Geometry, Move, Position, with_words};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

use crate::{
    hexy,
    priors::{Finding, PriorDepth, Priors},
    sense,
    tree::{
        Step,
        playouts::{Child, Manner, Standing, Tree},
    },
};
use player::{Candidate, Choice, Cost, Player, PlayerError, PlayerKind, Progress, Request, Setting, Spec};

use rollout::Rollout;

pub(crate) const KIND: PlayerKind = PlayerKind {
    name: "playouts",
    about: "searches with random games to the end that save their bridges",
    settings: &[
        Setting::whole(
            "playouts",
            [1, 1_000_000_000],
            "playouts for a move that has neither a time nor a limit of nodes",
        )
        .default("20000")
        .slower(),
        Setting::whole(
            "examine",
            [0, 1_000_000_000],
            "visits of a position after which the provers are asked; 0 never asks",
        )
        .default("500")
        .unit("visits"),
        Setting::real("exploration", [0.0, 10.0], "weight of what is known of a move beforehand")
            .default("0.5"),
        Setting::real(
            "seen",
            [1.0, 1_000_000.0],
            "what the playouts that a move was merely seen in weigh together, at most",
        )
        .default("830")
        .unit("playouts"),
    ],
    cost: Cost::bytes(128 << 20),
    make: |spec, _| Ok(Box::new(Playouts::new(PlayoutsSettings::of(spec)))),
};

/// Settings of [`Playouts`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlayoutsSettings {
    /// Playouts where the request sets neither time nor nodes.
    pub playouts: u64,
    /// Visits of a position after which the provers are asked about it; 0 never asks.
    pub examine: u32,
    /// Weight of what is known of a move beforehand.
    pub exploration: f32,
    /// The largest total weight of the playouts in which a move was merely seen, in playouts that began with it.
    pub seen: f32,
}

impl PlayoutsSettings {
    fn of(spec: &Spec) -> Self {
        Self {
            playouts: spec.whole("playouts"),
            examine: spec.whole("examine"),
            exploration: spec.real("exploration"),
            seen: spec.real("seen"),
        }
    }
}

/// Searches with random playouts.
#[derive(Debug, Clone)]
pub struct Playouts {
    settings: PlayoutsSettings,
    /// The tree of the move before.
    kept: Option<Kept>,
}

#[derive(Debug, Clone)]
struct Kept {
    /// Its root.
    position: Position,
    tree: Tree,
}

/// Playouts between two looks at the clock: a fraction of a millisecond.
const LOOK: u64 = 16;
/// Playouts between two reports to the observer.
const REPORT: u64 = 1 << 14;

impl Playouts {
    /// With these settings.
    #[must_use]
    pub const fn new(settings: PlayoutsSettings) -> Self {
        Self { settings, kept: None }
    }

    /// The part of the previous move's tree for the present position, if the game continued from there.
    fn recall(&mut self, request: &Request<'_>) -> Option<Tree> {
        let Kept { mut position, tree } = self.kept.take()?;
        let now = request.game.position();
        let stones = |position: &Position| position.size().cells() - position.empty_cells().len();
        let since = stones(now).checked_sub(stones(&position))?;
        let turns = request.game.turns();
        let line = turns[turns.len().checked_sub(since)?..].iter().map(|turn| turn.mv.cell());
        let line: Vec<Cell> = line.collect::<Option<_>>()?;
        if position.size() != now.size() || line.iter().any(|&cell| position.at(cell).is_some()) {
            return None;
        }
        line.iter().for_each(|&cell| position.play_unchecked(cell));
        tree.advanced(&line).filter(|_| position == *now)
    }

    fn think<const W: usize>(&mut self, request: &Request<'_>) -> Choice {
        let position = request.game.position().resize::<W>();
        let last = request.game.turns().iter().rev().find_map(|turn| turn.mv.cell());
        let mut settings = self.settings;
        if !hexy::has_time_for_proofs(request, PriorDepth::Second) {
            settings.examine = 0;
        }
        let mut priors = Priors::new(position.size(), PriorDepth::Second);
        let mut longest = Duration::ZERO;
        let mut tree = self.recall(request);
        if settings.examine > 0 {
            let before = request.clock.elapsed();
            match priors.examine(&position, last) {
                Finding::Open(moves) => match &mut tree {
                    Some(tree) => tree.narrow(&[], 0, &moves),
                    None => tree = Some(Tree::new(moves, true)),
                },
                Finding::Decided(_) => {
                    if let Some(choice) = hexy::decided_move(&position, request) {
                        return choice;
                    }
                }
            }
            longest = request.clock.elapsed().saturating_sub(before);
        }
        let tree = tree.filter(Tree::has_moves).unwrap_or_else(|| {
            Tree::new(priors.at_first_sight(&position, position.empty_cells(), last), false)
        });
        let mut search = Search {
            root: position,
            last,
            request,
            settings,
            manner: Manner { exploration: settings.exploration, seen_most: settings.seen },
            tree,
            rollout: Rollout::new(Geometry::of(position.size())),
            priors,
            longest,
        };
        let thoughts = search.run();
        self.kept = Some(Kept { position: *request.game.position(), tree: search.tree });
        let cell = thoughts.line.first().copied().expect("a game in progress has a move");
        let chance = 100.0 * thoughts.value.unwrap_or(0.5);
        Choice {
            mv: Move::Place(cell),
            reason: format!("{chance:.0} % of {} playouts won", thoughts.nodes),
            thoughts,
        }
    }
}

impl Player for Playouts {
    fn name(&self) -> String {
        "playouts".to_string()
    }

    fn choose(&mut self, request: &Request<'_>) -> Result<Choice, PlayerError> {
        if let Some(choice) = sense::before_thinking(request)? {
            return Ok(choice);
        }
        Ok(with_words!(request.game.size(), W => self.think::<W>(request)))
    }

    fn new_game(&mut self) {
        self.kept = None;
    }
}

struct Search<'a, const W: usize> {
    root: Position<W>,
    last: Option<Cell>,
    request: &'a Request<'a>,
    settings: PlayoutsSettings,
    manner: Manner,
    tree: Tree,
    rollout: Rollout<W>,
    priors: Priors<W>,
    /// The longest time that the provers have taken: how far ahead of the end they must not be asked.
    longest: Duration,
}

impl<const W: usize> Search<'_, W> {
    fn run(&mut self) -> Progress {
        let limits = self.request.limits;
        let most =
            limits.nodes.unwrap_or(if limits.time.is_some() { u64::MAX } else { self.settings.playouts });
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.request.seed);
        let mut path: Vec<Step> = Vec::new();
        let mut playouts = 0;
        let root = self.root;
        while self.tree.certain.is_none() && playouts < most {
            if playouts % LOOK == 0 && playouts > 0 && self.request.should_stop() {
                break;
            }
            let priors = &mut self.priors;
            let leaf = self.tree.descend(&root, &self.manner, &mut path, |position, cells, placed| {
                priors.at_first_sight(position, cells, Some(placed))
            });
            playouts += 1;
            if let Some(leaf) = leaf {
                let placed = path.last().map(|&step| self.tree.cell(step));
                let ending = self.rollout.play(&leaf, placed, &mut random);
                self.tree.back_up(&root, &path, &ending);
            }
            if self.settings.examine > 0 {
                self.examine(&path);
            }
            if playouts % REPORT == 0 {
                self.request.observer.progress(&self.progress(playouts));
            }
        }
        self.progress(playouts)
    }

    /// Whether the time suffices for another look of the provers.
    fn may_examine(&self) -> bool {
        let Request { limits, clock, .. } = self.request;
        limits.time.is_none_or(|time| clock.elapsed() + self.longest < time)
    }

    /// Asks the provers about a position on the path that is visited often.
    fn examine(&mut self, path: &[Step]) {
        let Some(place) = self.tree.unexamined(path, self.settings.examine) else { return };
        if !self.may_examine() {
            return;
        }
        self.tree.mark_examined(path[place].0);
        let before = self.request.clock.elapsed();
        let mut position = self.root;
        let mut placed = self.last;
        for &step in &path[..place] {
            let cell = self.tree.cell(step);
            position.play_unchecked(cell);
            placed = Some(cell);
        }
        match self.priors.examine(&position, placed) {
            Finding::Decided(mover_wins) => self.tree.settle(&path[..place], mover_wins),
            Finding::Open(moves) => self.tree.narrow(&path[..place], path[place].0, &moves),
        }
        self.longest = self.longest.max(self.request.clock.elapsed().saturating_sub(before));
    }

    fn progress(&self, playouts: u64) -> Progress {
        let ranked = self.tree.ranked();
        let share = |child: &Child| match child.standing {
            Standing::Wins => 1.0,
            Standing::Loses => 0.0,
            Standing::Open => f64::from(child.wins) / f64::from(child.visits.max(1)),
        };
        let line = self.tree.line();
        // The tree keeps one line, that of the best move.
        let line_of = |cell| if line.first() == Some(&cell) { line.clone() } else { vec![cell] };
        Progress {
            nodes: playouts,
            value: ranked.first().map(share),
            candidates: ranked
                .iter()
                .filter(|child| child.visits > 0)
                .map(|child| Candidate {
                    cell: child.cell,
                    value: share(child),
                    weight: f64::from(child.visits),
                    line: line_of(child.cell),
                })
                .collect(),
            line,
        }
    }
}
