//! Solving: who wins a position, and which of its moves win. All front ends call this module.
//!
//! [`solve`] asks the solver about a position, or about each of its moves ([`Moves`]). Front ends differ in the order of the
//! work and in what they show meanwhile ([`SolveObserver`]), not in what they ask.

mod forecast;
mod question;
mod reply;

use std::time::Duration;

use board::{Cell, CellSet, Color, Position, Symmetry};
use solver::{AnySolver, Bounds, SolverAnswer, SolverLimits, SolverObserver, SolverStatistics};

pub use forecast::{Forecaster, MoveForecast, NodeForecast, TimeLeft, forecast_all, forecast_moves};
pub use question::{Figures, FindingAnswer, MoveVerdict, RestsOn, SolveAnswer, SolveProgress, SolveQuestion};
pub use reply::{ReplyAnswer, ReplyQuestion};

/// Which positions are asked about.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Moves {
    /// The position itself.
    #[default]
    None,
    /// The position after each move, each to its end, those that look easiest first ([`forecast_moves`]).
    EachToItsEnd,
    /// The position after each move: all of them a little, those that are left a little more, and so on, so that what is easy
    /// to prove is known first.
    AllALittle,
}

/// A question to the solver.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Plan {
    /// Which positions are asked about.
    pub moves: Moves,
    /// Positions that the solver may examine for each.
    pub nodes: Option<u64>,
    /// Empties the table before each position, so that the figures of one do not depend on the others.
    pub fresh_table: bool,
    /// Looks for a move where the side to move wins without any particular one.
    pub name_a_move: bool,
}

/// Follows the solver's work and may end it.
pub trait SolveObserver: SolverObserver {
    /// Time since the job started.
    fn elapsed(&self) -> Duration;
    /// Whether the work should end with what is known.
    fn is_over(&self) -> bool;
    /// The position after this move is asked about next; none stands for the position itself.
    fn begin(&self, _after: Option<Cell>) {}
    /// The moves will be asked about in this order.
    fn order(&self, _forecasts: &[MoveForecast]) {}
    /// Who wins a position, where that is proved already, such as by a strategy that was checked. It is not asked about then.
    fn known(&self, _position: &Position) -> Option<Color> {
        None
    }
    /// The winner after a move was found; the solver's table still holds the search.
    fn solved(&self, _solver: &mut AnySolver, _position: &Position, _after: Cell) {}
    /// A move is proved to win or to lose.
    fn found(&self, _cell: Cell, _wins: bool) {}
    /// The observer ended a search: whether it goes on where it stopped.
    fn goes_on(&self, _solver: &AnySolver, _position: &Position) -> bool {
        false
    }
}

/// The verdict on a position: the one asked about, or the one after a move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Finding {
    /// The move; none for the position itself.
    pub after: Option<Cell>,
    /// Who wins; none if a limit came first.
    pub winner: Option<Color>,
    /// A winning move of the side to move, where it wins.
    pub winning_move: Option<Cell>,
    /// The empty cells that the winner needs.
    pub carrier: CellSet,
    /// Proof and disproof number, seen from the side to move.
    pub bounds: Bounds,
    /// Statistics of the search.
    pub statistics: SolverStatistics,
    /// Verdicts of the archive that the finding may rest on.
    pub stored_verdicts: u64,
    /// How long it took.
    pub time: Duration,
    /// A copy of a rotated move's verdict, which cost nothing.
    pub by_symmetry: bool,
    /// The observer knew the winner before ([`SolveObserver::known`]).
    pub was_known: bool,
}

impl Finding {
    /// Nothing is known.
    fn unknown(after: Option<Cell>) -> Self {
        Self {
            after,
            winner: None,
            winning_move: None,
            carrier: CellSet::EMPTY,
            bounds: Bounds::UNKNOWN,
            statistics: SolverStatistics::default(),
            stored_verdicts: 0,
            time: Duration::ZERO,
            by_symmetry: false,
            was_known: false,
        }
    }

    fn of(after: Option<Cell>, answer: &SolverAnswer<{ board::MAX_WORDS }>, time: Duration) -> Self {
        Self {
            winner: answer.winner,
            winning_move: answer.winning_move,
            carrier: answer.carrier,
            bounds: answer.bounds,
            statistics: answer.statistics,
            stored_verdicts: answer.stored_verdicts,
            time,
            ..Self::unknown(after)
        }
    }

    /// Whether the winner is known.
    #[must_use]
    pub const fn is_solved(&self) -> bool {
        self.winner.is_some()
    }

    /// Whether the verdict rests on what an archive says, unproved, and not on this search alone.
    #[must_use]
    pub const fn rests_on_store(&self) -> bool {
        self.winner.is_some() && self.stored_verdicts > 0
    }

    /// What the verdict was proved with.
    #[must_use]
    pub const fn rests_on(&self) -> RestsOn {
        match (self.was_known, self.rests_on_store()) {
            (true, _) => RestsOn::Strategy,
            (false, true) => RestsOn::Store,
            (false, false) => RestsOn::Search,
        }
    }

    /// The verdict on the rotated move.
    fn turned(&self, after: Cell) -> Self {
        Self {
            winner: self.winner,
            bounds: self.bounds,
            stored_verdicts: self.stored_verdicts,
            by_symmetry: true,
            was_known: self.was_known,
            ..Self::unknown(Some(after))
        }
    }
}

/// The solver's verdict on a position or on all of its moves.
#[derive(Debug, Clone, PartialEq)]
pub struct Solution {
    /// The position asked about.
    pub position: Position,
    /// One verdict on the position, or one on each of its moves in the order of the cells.
    pub findings: Vec<Finding>,
}

impl Solution {
    /// Who wins the position, as far as the findings tell.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        let mover = self.position.to_move();
        if let Some(winner) = self.position.winner() {
            return Some(winner);
        }
        match self.findings.as_slice() {
            [only] if only.after.is_none() => only.winner,
            all if all.iter().any(|finding| finding.winner == Some(mover)) => Some(mover),
            all if all.iter().all(Finding::is_solved) => Some(mover.opponent()),
            _ => None,
        }
    }

    /// A winning move of the side to move.
    #[must_use]
    pub fn winning_move(&self) -> Option<Cell> {
        let mover = self.position.to_move();
        self.findings.iter().find_map(|finding| match finding.after {
            None => finding.winning_move,
            Some(cell) => (finding.winner == Some(mover)).then_some(cell),
        })
    }

    /// The empty cells that the winner needs.
    #[must_use]
    pub fn carrier(&self) -> CellSet {
        let Some(winner) = self.winner() else { return CellSet::EMPTY };
        match self.findings.as_slice() {
            [only] if only.after.is_none() => only.carrier,
            all if winner == self.position.to_move() => {
                let won = all.iter().find(|finding| finding.winner == Some(winner) && !finding.by_symmetry);
                won.map_or(CellSet::EMPTY, |finding| finding.carrier | cell_of(finding))
            }
            // The loser may try every move: all refutations together.
            all => {
                let carrier = all
                    .iter()
                    .fold(CellSet::EMPTY, |carrier, finding| carrier | finding.carrier | cell_of(finding));
                let size = self.position.size();
                // A move whose verdict is its image's is refuted over the image's cells, turned.
                let turned = match self.position.image(Symmetry::Rotation) == self.position {
                    true => Symmetry::Rotation.cells(carrier, size),
                    false => CellSet::EMPTY,
                };
                let carrier = carrier | turned;
                carrier & self.position.empty_cells()
            }
        }
    }

    /// Whether nothing stayed unknown.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.findings.iter().all(Finding::is_solved)
    }

    /// Statistics of all searches together.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.findings.iter().map(|finding| finding.statistics.expanded).sum()
    }

    /// Verdicts that came from earlier searches.
    #[must_use]
    pub fn recalled(&self) -> u64 {
        self.findings.iter().map(|finding| finding.statistics.recalled).sum()
    }

    /// How long all searches took together.
    #[must_use]
    pub fn time(&self) -> Duration {
        self.findings.iter().map(|finding| finding.time).sum()
    }
}

fn cell_of(finding: &Finding) -> CellSet {
    finding.after.map_or(CellSet::EMPTY, CellSet::of)
}

/// Asks who wins a position, or each position after a move.
pub fn solve(
    solver: &mut AnySolver,
    position: &Position,
    plan: &Plan,
    observer: &dyn SolveObserver,
) -> Solution {
    let findings = match plan.moves {
        Moves::None => vec![of_position(solver, position, plan, observer)],
        Moves::EachToItsEnd | Moves::AllALittle => of_moves(solver, position, plan, observer),
    };
    Solution { position: *position, findings }
}

fn of_position(
    solver: &mut AnySolver,
    position: &Position,
    plan: &Plan,
    observer: &dyn SolveObserver,
) -> Finding {
    let mut finding = ask(solver, position, None, plan.nodes, plan, observer);
    if finding.winner == Some(position.to_move()) && position.winner().is_none() {
        if plan.name_a_move && finding.winning_move.is_none() {
            let answer = SolverAnswer {
                winner: finding.winner,
                winning_move: None,
                carrier: finding.carrier,
                bounds: finding.bounds,
                statistics: finding.statistics,
                stored_verdicts: finding.stored_verdicts,
            };
            let limits = SolverLimits { nodes: plan.nodes };
            finding.winning_move = solver.winning_move(position, &answer, limits, observer);
        }
        if let Some(cell) = finding.winning_move {
            observer.found(cell, true);
        }
    }
    finding
}

fn of_moves(
    solver: &mut AnySolver,
    position: &Position,
    plan: &Plan,
    observer: &dyn SolveObserver,
) -> Vec<Finding> {
    if position.winner().is_some() {
        return Vec::new();
    }
    let size = position.size();
    // A cell and its image under a rotation that keeps the position have the same verdict.
    let is_rotated = position.image(Symmetry::Rotation) == *position;
    let twin =
        |cell: Cell| Some(Symmetry::Rotation.cell(cell, size)).filter(|&twin| is_rotated && twin < cell);
    let mut findings: Vec<Finding> =
        position.empty_cells().iter().map(|cell| Finding::unknown(Some(cell))).collect();
    let mut order: Vec<usize> = (0..findings.len()).collect();
    if plan.moves == Moves::EachToItsEnd {
        let cells: Vec<Cell> = position.empty_cells().iter().collect();
        let asked: Vec<Cell> = cells.iter().copied().filter(|&cell| twin(cell).is_none()).collect();
        let forecasts = forecast_moves(position, &asked);
        observer.order(&forecasts);
        order = forecasts.iter().filter_map(|forecast| cells.binary_search(&forecast.cell).ok()).collect();
    }
    let mut budget = if plan.moves == Moves::AllALittle { Some(1) } else { plan.nodes };
    loop {
        for &index in &order {
            let finding = &mut findings[index];
            let Some(cell) = finding.after.filter(|&cell| twin(cell).is_none()) else { continue };
            if finding.is_solved() || observer.is_over() {
                continue;
            }
            let before = (finding.statistics, finding.time);
            let child = position.child(cell);
            *finding = match observer.known(&child) {
                Some(winner) => {
                    Finding { winner: Some(winner), was_known: true, ..Finding::unknown(Some(cell)) }
                }
                None => ask(solver, &child, Some(cell), budget, plan, observer),
            };
            finding.statistics.add(&before.0);
            finding.time += before.1;
            if let Some(winner) = finding.winner {
                if !finding.was_known {
                    observer.solved(solver, &child, cell);
                }
                let images = [Some(cell), is_rotated.then(|| Symmetry::Rotation.cell(cell, size))];
                for cell in images.into_iter().flatten() {
                    observer.found(cell, winner == position.to_move());
                }
            }
        }
        let is_spent = plan.moves == Moves::EachToItsEnd || budget >= plan.nodes.or(Some(u64::MAX));
        let is_done = |finding: &Finding| finding.is_solved() || finding.after.and_then(twin).is_some();
        if is_spent || observer.is_over() || findings.iter().all(is_done) {
            break;
        }
        budget = budget.map(|nodes| nodes.saturating_mul(8).min(plan.nodes.unwrap_or(u64::MAX)));
    }
    let known = findings.clone();
    for finding in &mut findings {
        if let Some((cell, twin)) = finding.after.and_then(|cell| Some((cell, twin(cell)?)))
            && let Some(image) = known.iter().find(|other| other.after == Some(twin))
        {
            *finding = image.turned(cell);
        }
    }
    findings
}

/// Asks the solver about one position.
fn ask(
    solver: &mut AnySolver,
    position: &Position,
    after: Option<Cell>,
    nodes: Option<u64>,
    plan: &Plan,
    observer: &dyn SolveObserver,
) -> Finding {
    if let Some(winner) = position.winner() {
        return Finding { winner: Some(winner), ..Finding::unknown(after) };
    }
    if plan.fresh_table {
        solver.empty_table();
    }
    observer.begin(after);
    let start = observer.elapsed();
    loop {
        let answer = solver.solve(position, SolverLimits { nodes }, observer);
        if answer.winner.is_some() || !observer.goes_on(solver, position) {
            return Finding::of(after, &answer, observer.elapsed().saturating_sub(start));
        }
    }
}
