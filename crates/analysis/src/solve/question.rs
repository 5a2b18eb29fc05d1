//! Who wins, as a question on the wire.

use std::{
    collections::BTreeMap,
    ops::ControlFlow,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use board::{BoardSize, Cell, Game, Position};
use serde::{Deserialize, Serialize};
use solver::{SolverObserver, SolverStatus};
use utoipa::ToSchema;

use super::{Finding, Forecaster, Moves, Plan, Solution, SolveObserver, TimeLeft, solve};
use crate::{
    AnswerProgress, Context, Error, GameInput, Question, Service, SwapWorth, Task, WinningConnection,
    connections::winning_connection,
    game::opponent_may_swap,
    names::{CellName, ColorName, line, name, names},
    service::Interval,
};

/// How long a question may take unless it says so.
const USUAL: Duration = Duration::from_secs(20);

/// Who wins a position, and which moves win.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SolveQuestion {
    /// The game.
    pub game: GameInput,
    /// Whether to judge every move, not only the position.
    #[serde(default)]
    pub all_moves: bool,
    /// Time for the search, in milliseconds. A server may allow less.
    #[serde(default)]
    #[schema(maximum = 900_000)]
    pub milliseconds: Option<u64>,
}

/// The proved result of a move for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MoveVerdict {
    /// It wins.
    Wins,
    /// It loses.
    Loses,
}

/// The source of an answer's proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum RestsOn {
    /// This search alone.
    Search,
    /// Verdicts of earlier searches too, as a store holds them.
    Store,
    /// A winning strategy that was checked.
    Strategy,
}

/// How far the solver is.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Figures {
    /// Positions examined.
    pub nodes: u64,
    /// Time since the job started.
    pub seconds: f64,
    /// Positions examined per second.
    pub nodes_per_second: f64,
    /// The moves that are proved, for the side to move if it plays a stone.
    pub moves: BTreeMap<String, MoveVerdict>,
}

/// The solver at work.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct SolveProgress {
    /// How far it is.
    #[serde(flatten)]
    pub figures: Figures,
    /// The line of play that is examined.
    #[schema(value_type = Vec<CellName>)]
    pub line: Vec<String>,
    /// The proof number of the position, seen from the side to move; absent while single moves are judged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<u32>,
    /// The disproof number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disproof: Option<u32>,
    /// The time that the search still takes; absent while there is too little to go by, and while single moves are judged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<TimeLeft>,
}

/// The winner. All fields but `swap` assume that the side to move plays a stone.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct SolveAnswer {
    /// Statistics of the search.
    #[serde(flatten)]
    pub figures: Figures,
    /// The side to move.
    #[schema(value_type = ColorName)]
    pub to_move: String,
    /// The winner; null if a limit came first.
    #[schema(value_type = Option<ColorName>)]
    pub winner: Option<String>,
    /// A winning move of the side to move.
    #[schema(value_type = Option<CellName>)]
    pub winning_move: Option<String>,
    /// The values of swapping and of playing on, if the side to move may swap.
    pub swap: Option<SwapWorth>,
    /// Whether the opponent may swap after the next stone: it takes over a stone that wins.
    pub opponent_may_swap: bool,
    /// The empty cells that the winner needs.
    #[schema(value_type = Vec<CellName>)]
    pub carrier: Vec<String>,
    /// The proof number reached, seen from the side to move; null where single moves were judged.
    pub proof: Option<u32>,
    /// The disproof number reached.
    pub disproof: Option<u32>,
    /// The winner's connection of its edges, if there is one.
    pub connection: Option<WinningConnection>,
    /// The best line of play that the solver knows.
    #[schema(value_type = Vec<CellName>)]
    pub line: Vec<String>,
    /// The source of the verdict; null if there is none.
    pub rests_on: Option<RestsOn>,
    /// The number of stored verdicts that the answer may rest on. They are claims, not proofs.
    pub stored_verdicts: u64,
}

/// The findings about one position: that of the question, or the one after a move.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct FindingAnswer {
    /// The move; null for the position of the question.
    #[schema(value_type = Option<CellName>)]
    pub after: Option<String>,
    /// The winner; null if a limit came first.
    #[schema(value_type = Option<ColorName>)]
    pub winner: Option<String>,
    /// A winning move of the side to move.
    #[schema(value_type = Option<CellName>)]
    pub winning_move: Option<String>,
    /// The empty cells that the winner needs.
    #[schema(value_type = Vec<CellName>)]
    pub carrier: Vec<String>,
    /// The proof number reached, seen from the side to move.
    pub proof: u32,
    /// The disproof number reached.
    pub disproof: u32,
    /// Positions examined.
    pub nodes: u64,
    /// Positions whose verdict came from the store.
    pub recalled: u64,
    /// The source of the verdict; null if there is none.
    pub rests_on: Option<RestsOn>,
    /// Verdicts of a store that it may rest on.
    pub stored_verdicts: u64,
    /// How long it took.
    pub seconds: f64,
    /// Whether it is a copy of a rotated move's verdict.
    pub by_symmetry: bool,
}

impl FindingAnswer {
    /// A finding on the wire.
    #[must_use]
    pub fn of(size: BoardSize, finding: &Finding) -> Self {
        Self {
            after: finding.after.map(|cell| name(size, cell)),
            winner: finding.winner.map(|winner| winner.to_string()),
            winning_move: finding.winning_move.map(|cell| name(size, cell)),
            carrier: names(size, finding.carrier),
            proof: finding.bounds.proof,
            disproof: finding.bounds.disproof,
            nodes: finding.statistics.expanded,
            recalled: finding.statistics.recalled,
            rests_on: finding.winner.map(|_| finding.rests_on()),
            stored_verdicts: finding.stored_verdicts,
            seconds: finding.time.as_secs_f64(),
            by_symmetry: finding.by_symmetry,
        }
    }
}

impl Question for SolveQuestion {
    type Answer = SolveAnswer;

    fn prepare(self, service: &Service) -> Result<Task<SolveAnswer>, Error> {
        let game = self.game.game()?;
        let time = service.proof_time(self.milliseconds, USUAL)?;
        let mut solver = service.solver();
        let moves = if self.all_moves { Moves::AllALittle } else { Moves::None };
        Ok(Task::new(time, move |context| {
            let watch = Watch::new(*context, game.position(), time);
            let plan = Plan { moves, name_a_move: true, ..Plan::default() };
            let solution = solve(&mut solver, game.position(), &plan, &watch);
            let figures = watch.figures(&watch.lock());
            Ok(SolveAnswer::of(&game, &solution, figures, &solver.line(game.position())))
        }))
    }
}

impl SolveAnswer {
    /// The answer that a solution gives to a question about a game.
    #[must_use]
    pub fn of(game: &Game, solution: &Solution, figures: Figures, best: &[Cell]) -> Self {
        let position = game.position();
        let size = position.size();
        let (winner, winning_move) = (solution.winner(), solution.winning_move());
        let single = solution.findings.iter().find(|finding| finding.after.is_none());
        let mover_wins = winner.map(|winner| if winner == position.to_move() { 1.0 } else { 0.0 });
        let stored_verdicts = solution.recalled();
        Self {
            figures,
            to_move: position.to_move().to_string(),
            winner: winner.map(|winner| winner.to_string()),
            winning_move: winning_move.map(|cell| name(size, cell)),
            swap: SwapWorth::of(game, mover_wins, true),
            opponent_may_swap: opponent_may_swap(game),
            carrier: names(size, solution.carrier()),
            proof: single.map(|finding| finding.bounds.proof),
            disproof: single.map(|finding| finding.bounds.disproof),
            connection: winner.and_then(|winner| winning_connection(position, winner, winning_move)),
            line: line(size, best),
            rests_on: winner.map(|_| if stored_verdicts > 0 { RestsOn::Store } else { RestsOn::Search }),
            stored_verdicts,
        }
    }
}

impl Figures {
    /// The figures of a solution that is complete.
    #[must_use]
    pub fn of(solution: &Solution) -> Self {
        let position = &solution.position;
        let verdict = |finding: &Finding| {
            let cell = finding.after.or(finding.winning_move)?;
            let wins = finding.winner? == position.to_move();
            let verdict = if wins { MoveVerdict::Wins } else { MoveVerdict::Loses };
            Some((name(position.size(), cell), verdict))
        };
        let (nodes, seconds) = (solution.nodes(), solution.time().as_secs_f64());
        let moves = solution.findings.iter().filter_map(verdict).collect();
        Self { nodes, seconds, nodes_per_second: rate(nodes, seconds), moves }
    }
}

fn rate(nodes: u64, seconds: f64) -> f64 {
    (nodes as f64 / seconds.max(1e-6)).round()
}

/// Hears the solver, keeps the time, and tells what is known a few times a second.
pub(super) struct Watch<'a> {
    context: Context<'a>,
    size: BoardSize,
    time: Duration,
    interval: Interval,
    state: Mutex<Told>,
}

#[derive(Debug)]
pub(super) struct Told {
    /// Positions of the questions before this one, and of this one.
    before: u64,
    now: u64,
    first: Option<Cell>,
    moves: BTreeMap<String, MoveVerdict>,
    forecaster: Forecaster,
}

impl<'a> Watch<'a> {
    pub(super) fn new(context: Context<'a>, position: &Position, time: Duration) -> Self {
        let told = Told {
            before: 0,
            now: 0,
            first: None,
            moves: BTreeMap::new(),
            forecaster: Forecaster::new(position),
        };
        let (interval, state) = (Interval::default(), Mutex::new(told));
        Self { context, size: position.size(), time, interval, state }
    }

    fn lock(&self) -> MutexGuard<'_, Told> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn figures(&self, told: &Told) -> Figures {
        let nodes = told.before + told.now;
        let seconds = self.context.clock.elapsed().as_secs_f64();
        Figures { nodes, seconds, nodes_per_second: rate(nodes, seconds), moves: told.moves.clone() }
    }
}

impl SolveObserver for Watch<'_> {
    fn elapsed(&self) -> Duration {
        self.context.clock.elapsed()
    }

    fn is_over(&self) -> bool {
        self.context.is_past(self.time)
    }

    fn begin(&self, after: Option<Cell>) {
        let mut told = self.lock();
        told.before += std::mem::take(&mut told.now);
        told.first = after;
    }

    fn found(&self, cell: Cell, wins: bool) {
        let verdict = if wins { MoveVerdict::Wins } else { MoveVerdict::Loses };
        self.lock().moves.insert(name(self.size, cell), verdict);
    }
}

impl SolverObserver for Watch<'_> {
    fn status(&self, status: &SolverStatus<'_>) -> ControlFlow<()> {
        let mut told = self.lock();
        told.now = status.expanded;
        told.forecaster.hear(status.expanded, status.bounds);
        if self.interval.is_due(self.context.clock) {
            let cells: Vec<Cell> = told.first.into_iter().chain(status.line.iter().copied()).collect();
            // The numbers of one move of many say nothing about the position.
            let is_whole = told.first.is_none();
            (self.context.hear)(AnswerProgress::Solve(SolveProgress {
                figures: self.figures(&told),
                line: line(self.size, &cells),
                proof: is_whole.then_some(status.bounds.proof),
                disproof: is_whole.then_some(status.bounds.disproof),
                left: is_whole
                    .then(|| told.forecaster.left(status.expanded, self.context.clock.elapsed()))
                    .flatten(),
            }));
        }
        drop(told);
        if self.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
