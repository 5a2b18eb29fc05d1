//! Reviews of games: every move is judged, by the solver's proof if possible and otherwise by a player's search.
//!
//! The positions are proved from the last one back, since late positions are easy and the solver's table then knows what
//! earlier ones lead to. Where the proofs end a player evaluates. A move is judged by what it did to its maker's chances, and a bad
//! one is answered: by the line that refutes it, and by what should have been played.

mod lines;
mod question;
mod words;

use std::{
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use board::{Cell, Color, Game, Move, Position, SwapRule};
use player::{Clock, Limits, NoClock, Player, PlayerError, Request};
use solver::{AnySolver, Archive, ProverSettings, SolverStatus};

pub use question::{JudgedMove, JudgedPosition, ReviewAnswer, ReviewProgress, ReviewQuestion};

/// The limits of a review. The first one reached ends it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ReviewLimits {
    /// Time for the whole game.
    pub time: Option<Duration>,
    /// Positions that the solver may examine for each position of the game.
    pub proof_nodes: Option<u64>,
    /// Visits of the player's search for each position of the game.
    pub visits: Option<u64>,
}

/// The share of the time that may go into proofs; the rest is for the search and for the lines.
const PROOF_SHARE: f64 = 0.45;
/// The share of the time after which no position is searched any more.
const SEARCH_SHARE: f64 = 0.9;
/// The share of the time that one position's proof may take.
const ONE_PROOF_SHARE: f64 = 0.08;
/// The review proves positions backwards from the end and stops after this many failures in a row: earlier ones are harder.
const GIVE_UP_AFTER: usize = 3;

/// How much of its chances a move may lose and still be called good. The search's own noise stays below.
const INACCURATE_FROM: f64 = 0.07;
/// A mistake changes who is likely to win only together with others.
const MISTAKE_FROM: f64 = 0.15;
/// A blunder alone makes a clear advantage a clear disadvantage.
const BLUNDER_FROM: f64 = 0.30;

/// One question: a game to review.
#[derive(Clone, Copy)]
pub struct ReviewRequest<'a> {
    /// The game, to its end or to where it stands.
    pub game: &'a Game,
    /// The limits of the review.
    pub limits: ReviewLimits,
    /// Measures the time.
    pub clock: &'a dyn Clock,
    /// Set by others to end the review now, with what is known.
    pub stop: &'a AtomicBool,
    /// Hears of every judged position.
    pub observer: &'a dyn ReviewObserver,
}

impl<'a> ReviewRequest<'a> {
    /// A review without clock or observer.
    #[must_use]
    pub fn new(game: &'a Game, limits: ReviewLimits) -> Self {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Self { game, limits, clock: &NoClock, stop: &NEVER, observer: &Unheard }
    }

    /// Whether this share of the time is over, or someone asked to stop.
    fn is_past(&self, share: f64) -> bool {
        let late = self.limits.time.is_some_and(|time| self.clock.elapsed() >= time.mul_f64(share));
        late || self.stop.load(Ordering::Relaxed)
    }
}

/// Hears how a review goes.
pub trait ReviewObserver: Sync {
    /// Something is known about another position: all that is known, the position after `n` moves at place `n`.
    fn judged(&self, positions: &[Judgement]);
}

/// An observer that does nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unheard;

impl ReviewObserver for Unheard {
    fn judged(&self, _: &[Judgement]) {}
}

/// Where a judgement comes from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Basis {
    /// Nothing is known yet, or the time was over.
    #[default]
    Unknown,
    /// A player's search estimates it.
    Estimate,
    /// It is proved, or the game is over.
    Proof,
}

impl Basis {
    /// The name that programs read.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::Estimate => "estimate",
            Self::Proof => "proof",
        }
    }
}

/// The knowledge about a position.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Judgement {
    /// Where it comes from.
    pub basis: Basis,
    /// Black's chance of winning: 0 or 1 where it is proved.
    pub black: f64,
    /// The best move that is known for the side to move.
    pub best: Option<Cell>,
    /// How play may go on from here, the best move first.
    pub line: Vec<Cell>,
}

impl Judgement {
    fn proved(winner: Color, best: Option<Cell>) -> Self {
        let black = if winner == Color::Black { 1.0 } else { 0.0 };
        Self { basis: Basis::Proof, black, best, line: best.into_iter().collect() }
    }

    /// A colour's chance.
    #[must_use]
    pub fn of(&self, color: Color) -> f64 {
        if color == Color::Black { self.black } else { 1.0 - self.black }
    }

    /// The winner, where it is proved.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        let winner = if self.black > 0.5 { Color::Black } else { Color::White };
        (self.basis == Basis::Proof).then_some(winner)
    }
}

/// The worth of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quality {
    /// The time was over before both positions were judged.
    Unknown,
    /// Keeps its maker's chances, or a proved win.
    Good,
    /// Its maker had lost before: nothing could be lost.
    Lost,
    /// Loses a little.
    Inaccuracy,
    /// Loses much.
    Mistake,
    /// Gives the game away, or is proved to.
    Blunder,
}

impl Quality {
    /// The name that programs read.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::Good => "good",
            Self::Lost => "lost",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    /// Whether a better move should be shown.
    #[must_use]
    pub const fn is_bad(self) -> bool {
        matches!(self, Self::Mistake | Self::Blunder)
    }
}

/// A move of the game and what it was worth.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged {
    /// Counted from 1.
    pub number: usize,
    /// The side that made it.
    pub color: Color,
    /// The move.
    pub mv: Move,
    /// Its judgement.
    pub quality: Quality,
    /// Whether the quality is proved.
    pub proved: bool,
    /// Its maker's chances before and after it.
    pub chances: [f64; 2],
    /// For a bad move: what should have been done instead.
    pub better: Option<Move>,
    /// How play would have gone on after that, without the move itself.
    pub better_line: Vec<Cell>,
    /// For a bad move: how the opponent refutes it.
    pub refutation: Vec<Cell>,
    /// For a refutation that is proved: the empty cells over which the opponent's edges are connected at its end.
    pub carrier: Vec<Cell>,
}

/// A game judged.
#[derive(Debug, Clone, PartialEq)]
pub struct Review {
    /// The position after `n` moves at place `n`.
    pub positions: Vec<Judgement>,
    /// The moves.
    pub moves: Vec<Judged>,
}

/// Judges a game, with a player for what the solver cannot prove.
///
/// # Errors
/// When the player cannot evaluate a position at all.
pub fn review(
    request: &ReviewRequest<'_>,
    solver: &mut AnySolver,
    player: &mut dyn Player,
) -> Result<Review, PlayerError> {
    let replay = Replay::of(request.game);
    let mut positions = vec![Judgement::default(); replay.positions.len()];
    prove(request, solver, &replay, &mut positions);
    estimate(request, player, &replay, &mut positions)?;
    let mut moves: Vec<Judged> = (0..replay.moves.len()).map(|at| replay.judge(at, &positions)).collect();
    for judged in &mut moves {
        if judged.quality.is_bad() {
            lines::find(request, solver, &replay, &positions, judged);
        }
    }
    Ok(Review { positions, moves })
}

/// The solver that a review is made with: a table that many may have at once, and an archive of solved positions.
#[must_use]
pub fn review_solver(archive: Option<Arc<dyn Archive>>) -> AnySolver {
    let settings = solver::SolverSettings { table_bytes: 96 << 20, ..solver::SolverSettings::default() };
    AnySolver::new(settings, ProverSettings::default()).with_archive(archive)
}

/// A game taken apart.
struct Replay {
    positions: Vec<Position>,
    moves: Vec<(Color, Move)>,
    /// Whether the second move could have been a swap.
    swap_allowed: bool,
}

impl Replay {
    fn of(game: &Game) -> Self {
        let mut back = game.clone();
        let mut positions = vec![*game.position()];
        let mut swap_allowed = false;
        while back.undo().is_ok() {
            positions.push(*back.position());
            swap_allowed |= back.can_swap();
        }
        positions.reverse();
        let moves = game.turns().iter().map(|turn| (turn.color, turn.mv)).collect();
        Self { positions, moves, swap_allowed }
    }

    /// Judges the move at a place by the positions around it.
    fn judge(&self, at: usize, positions: &[Judgement]) -> Judged {
        let (color, mv) = self.moves[at];
        let [before, after] = [&positions[at], &positions[at + 1]];
        let is_opening = self.swap_allowed && at == 0;
        let could_swap = self.swap_allowed && at == 1;
        let stay = before.of(color);
        // The side that may swap has the better of the two sides; the opening side leaves the choice to it.
        let chance_before = match (is_opening, could_swap) {
            (true, _) => 0.5,
            (_, true) => stay.max(1.0 - stay),
            _ => stay,
        };
        let chance_after = match mv {
            Move::Resign => 0.0,
            Move::Swap(SwapRule::Sides) => 1.0 - after.of(color),
            _ if is_opening => after.of(color).min(1.0 - after.of(color)),
            _ => after.of(color),
        };
        let proved = before.basis == Basis::Proof && (after.basis == Basis::Proof || mv == Move::Resign);
        let known = before.basis != Basis::Unknown && after.basis != Basis::Unknown;
        let lost = chance_before - chance_after;
        let quality = if !known {
            Quality::Unknown
        } else if is_opening {
            // Under the swap rule no opening wins; how even it is, the chances tell.
            Quality::Good
        } else if before.basis == Basis::Proof && chance_before < 0.5 {
            Quality::Lost
        } else if lost >= BLUNDER_FROM {
            Quality::Blunder
        } else if lost >= MISTAKE_FROM {
            Quality::Mistake
        } else if lost >= INACCURATE_FROM {
            Quality::Inaccuracy
        } else {
            Quality::Good
        };
        let should_swap = could_swap && stay < 0.5 && !matches!(mv, Move::Swap(_));
        let better = if should_swap {
            let square = self.positions[at].size().is_square();
            Some(Move::Swap(if square { SwapRule::Pieces } else { SwapRule::Sides }))
        } else {
            before.best.map(Move::Place)
        };
        let better = better.filter(|&better| quality.is_bad() && better != mv);
        let continues =
            |better: Move| better.cell().is_some() && before.line.first() == better.cell().as_ref();
        let better_line = match better {
            Some(better) if continues(better) => before.line[1..].to_vec(),
            _ => Vec::new(),
        };
        let refutation = if quality.is_bad() && mv != Move::Resign { after.line.clone() } else { Vec::new() };
        Judged {
            number: at + 1,
            color,
            mv,
            quality,
            proved,
            chances: [chance_before, chance_after],
            better,
            better_line,
            refutation,
            carrier: Vec::new(),
        }
    }
}

/// Proves what can be proved, from the end of the game back.
fn prove(request: &ReviewRequest<'_>, solver: &mut AnySolver, replay: &Replay, positions: &mut [Judgement]) {
    let mut failures = 0;
    for at in (0..positions.len()).rev() {
        let position = &replay.positions[at];
        let mover = position.to_move();
        let played = replay.moves.get(at).and_then(|(_, mv)| mv.cell());
        let next = positions.get(at + 1).and_then(Judgement::winner);
        if let Some(winner) = position.winner() {
            positions[at] = Judgement::proved(winner, None);
        } else if let (Some(cell), true) = (played, next == Some(mover)) {
            // A move that is proved to win proves the position before it.
            let line = std::iter::once(cell).chain(positions[at + 1].line.iter().copied()).collect();
            positions[at] = Judgement { line, ..Judgement::proved(mover, Some(cell)) };
        } else if failures < GIVE_UP_AFTER && !request.is_past(PROOF_SHARE) {
            let watch = Watch::new(request, PROOF_SHARE, ONE_PROOF_SHARE);
            let limits = solver::SolverLimits { nodes: request.limits.proof_nodes };
            let answer = solver.solve(position, limits, &watch);
            let Some(winner) = answer.winner else {
                failures += 1;
                continue;
            };
            failures = 0;
            let best = solver.winning_move(position, &answer, limits, &watch);
            positions[at] = Judgement::proved(winner, best);
            let line = solver.line(position);
            if best.is_none() || line.first() == best.as_ref() {
                positions[at].line = line;
            }
        } else {
            continue;
        }
        request.observer.judged(positions);
    }
}

/// Lets the player judge what is not proved.
fn estimate(
    request: &ReviewRequest<'_>,
    player: &mut dyn Player,
    replay: &Replay,
    positions: &mut [Judgement],
) -> Result<(), PlayerError> {
    let mut left = positions.iter().filter(|judgement| judgement.basis == Basis::Unknown).count() as u32;
    for at in 0..positions.len() {
        if positions[at].basis != Basis::Unknown {
            continue;
        }
        if request.stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        let since = request.clock.elapsed();
        let time =
            request.limits.time.map(|time| time.mul_f64(SEARCH_SHARE).saturating_sub(since) / left.max(1));
        let position = replay.positions[at];
        // Without history there is no swap: the position is judged as it is.
        let game = Game::from_position(position);
        let clock = Since { clock: request.clock, since };
        let question = Request {
            limits: Limits { time, nodes: request.limits.visits, depth: None },
            clock: &clock,
            stop: request.stop,
            ..Request::new(&game, at as u64)
        };
        let choice = player.choose(&question)?;
        left -= 1;
        let Some(value) = choice.thoughts.value else { continue };
        let black = if position.to_move() == Color::Black { value } else { 1.0 - value };
        // Even a search that is certain is called an estimate: only the solver's word counts as a proof here.
        positions[at] =
            Judgement { basis: Basis::Estimate, black, best: choice.mv.cell(), line: choice.thoughts.line };
        request.observer.judged(positions);
    }
    Ok(())
}

/// A clock that began later.
struct Since<'a> {
    clock: &'a dyn Clock,
    since: Duration,
}

impl Clock for Since<'_> {
    fn elapsed(&self) -> Duration {
        self.clock.elapsed().saturating_sub(self.since)
    }
}

/// Ends the solver's work in time.
struct Watch<'a> {
    request: &'a ReviewRequest<'a>,
    until: f64,
    one: Option<Duration>,
}

impl<'a> Watch<'a> {
    /// Until a share of the time is over, and for at most another share.
    fn new(request: &'a ReviewRequest<'a>, until: f64, most: f64) -> Self {
        let one = request.limits.time.map(|time| request.clock.elapsed() + time.mul_f64(most));
        Self { request, until, one }
    }
}

impl solver::SolverObserver for Watch<'_> {
    fn status(&self, _: &SolverStatus<'_>) -> ControlFlow<()> {
        let late = self.one.is_some_and(|one| self.request.clock.elapsed() >= one);
        if late || self.request.is_past(self.until) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}
