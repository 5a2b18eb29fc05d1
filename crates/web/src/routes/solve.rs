//! Who wins: the solver with its progress, all winning moves, and the winner's answer to an intrusion.

use std::{
    ops::ControlFlow,
    sync::{Mutex, atomic::Ordering},
    time::{Duration, Instant},
};

use axum::{Json, extract::State as Shared, http::StatusCode};
use board::{BoardSize, Cell, Color, MAX_WORDS, Position};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use solver::{Answer, AnySolver, Limits, Observer, ProverSettings, Settings, Status};
use utoipa::ToSchema;

use super::{
    connections::winning_connection,
    jobs::{Accepted, Asker, accept_within},
    names::{line, name, names},
};
use crate::{
    ApiError, State, body::Body, error::Problem, jobs::Context, position::GameInput, schema::CellName,
};

/// Memory of a question's table: many pages may ask at the same time.
const TABLE_BYTES: usize = 64 << 20;
/// How long a question may take unless it says so.
const USUAL_MILLISECONDS: u64 = 20_000;
/// How often progress is told.
const INTERVAL: Duration = Duration::from_millis(150);

/// A question to the solver.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SolveQuestion {
    game: GameInput,
    /// Whether every move is to be judged, not only the position.
    #[serde(default)]
    all_moves: bool,
    /// Time for the search, in milliseconds.
    #[serde(default)]
    #[schema(maximum = 120_000)]
    milliseconds: Option<u64>,
}

/// A question about an intrusion.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReplyQuestion {
    game: GameInput,
    /// Where the loser plays.
    #[schema(value_type = CellName)]
    cell: String,
    /// Time for the search, in milliseconds.
    #[serde(default)]
    #[schema(maximum = 120_000)]
    milliseconds: Option<u64>,
}

/// Proves who wins. Progress and answer have `nodes`, `nodes_per_second`, `seconds`, `line` (the line of play that is examined),
/// `proof` and `disproof` (the numbers of the position, seen from the side to move) and `moves` (cell to `wins` or `loses` for
/// the side to move, as they are proved). The answer also has `winner` (null where the time was too short), `winning_move`,
/// `carrier` (the empty cells that the winner needs) and `connection`: the winner's connection of its edges where there is one,
/// with the move it needs first (`after`), and the reply to each intrusion with its reason (`replies`).
#[utoipa::path(post, path = "/api/jobs/solve", request_body = SolveQuestion,
    responses((status = 202, body = Accepted), (status = 400, body = Problem), (status = 429, body = Problem)))]
pub(crate) async fn ask(
    Shared(state): Shared<State>,
    asker: Asker,
    Body(question): Body<SolveQuestion>,
) -> Result<(StatusCode, Json<Accepted>), ApiError> {
    let game = question.game.game()?;
    let time = time(&state, question.milliseconds)?;
    let work = move |context: &Context| {
        let position = game.position();
        let watch = SolverWatch::new(context, position.size(), time);
        let mut solver = solver();
        let verdict = if question.all_moves {
            every_move(&mut solver, position, &watch)
        } else {
            one_move(&mut solver, position, &watch)
        };
        Ok(watch.answer(position, &verdict, &solver))
    };
    accept_within(&state, asker, time, Box::new(work))
}

/// The winner's answer to a stone of the loser: `winner`, `first` (the move that the winner makes before, if it is its turn),
/// `intrusion`, `reply`, `carrier` (what the winner then needs), `line` (how it may go on) and `why`, in words.
#[utoipa::path(post, path = "/api/jobs/reply", request_body = ReplyQuestion,
    responses((status = 202, body = Accepted), (status = 400, body = Problem), (status = 429, body = Problem)))]
pub(crate) async fn reply(
    Shared(state): Shared<State>,
    asker: Asker,
    Body(question): Body<ReplyQuestion>,
) -> Result<(StatusCode, Json<Accepted>), ApiError> {
    let game = question.game.game_in_progress()?;
    let position = *game.position();
    let intrusion = position.size().cell(&question.cell).map_err(ApiError::bad)?;
    if position.at(intrusion).is_some() {
        return Err(ApiError::bad(format!("found a stone on {}: expected an empty cell", question.cell)));
    }
    let time = time(&state, question.milliseconds)?;
    let work = move |context: &Context| {
        let watch = SolverWatch::new(context, position.size(), time);
        Ok(answer_to(&mut solver(), &position, intrusion, &watch))
    };
    accept_within(&state, asker, time, Box::new(work))
}

fn solver() -> AnySolver {
    AnySolver::new(Settings { table_bytes: TABLE_BYTES, ..Settings::default() }, ProverSettings::default())
}

fn time(state: &State, milliseconds: Option<u64>) -> Result<Duration, ApiError> {
    let longest = state.jobs.longest();
    let time = Duration::from_millis(milliseconds.unwrap_or(USUAL_MILLISECONDS));
    match milliseconds {
        Some(_) if time > longest => {
            Err(ApiError::bad(format!("milliseconds: expected at most {}", longest.as_millis())))
        }
        _ => Ok(time.min(longest)),
    }
}

/// What was found out.
#[derive(Debug, Clone, Default)]
struct Verdict {
    winner: Option<Color>,
    winning_move: Option<Cell>,
    carrier: board::CellSet,
    bounds: Option<solver::Bounds>,
}

impl From<Answer<MAX_WORDS>> for Verdict {
    fn from(answer: Answer<MAX_WORDS>) -> Self {
        Self {
            winner: answer.winner,
            winning_move: answer.winning_move,
            carrier: answer.carrier,
            bounds: Some(answer.bounds),
        }
    }
}

fn one_move(solver: &mut AnySolver, position: &Position, watch: &SolverWatch<'_>) -> Verdict {
    if let Some(winner) = position.winner() {
        return Verdict { winner: Some(winner), ..Verdict::default() };
    }
    let answer = solver.solve(position, Limits::default(), watch);
    let mut verdict = Verdict::from(answer.clone());
    if answer.winner == Some(position.to_move()) {
        verdict.winning_move = solver.winning_move(position, &answer, Limits::default(), watch);
    }
    if let Some(cell) = verdict.winning_move {
        watch.found(cell, true);
    }
    verdict
}

/// Judges every move: all of them a little, those that are left a little more, and so on, so that what is easy to prove is
/// shown first. The table keeps what was done.
fn every_move(solver: &mut AnySolver, position: &Position, watch: &SolverWatch<'_>) -> Verdict {
    if let Some(winner) = position.winner() {
        return Verdict { winner: Some(winner), ..Verdict::default() };
    }
    let mover = position.to_move();
    let mut left: Vec<Cell> = position.empty_cells().iter().collect();
    let mut best = Verdict::default();
    let mut refutations = board::CellSet::EMPTY;
    let mut nodes = 1;
    while !left.is_empty() && !watch.is_over() {
        left.retain(|&cell| {
            if watch.is_over() {
                return true;
            }
            let child = position.child(cell);
            let (winner, carrier) = match child.winner() {
                Some(winner) => (Some(winner), board::CellSet::EMPTY),
                None => {
                    watch.begin(cell);
                    let answer = solver.solve(&child, Limits { nodes: Some(nodes) }, watch);
                    (answer.winner, answer.carrier)
                }
            };
            let Some(winner) = winner else { return true };
            watch.found(cell, winner == mover);
            if winner != mover {
                refutations |= carrier.with(cell);
            } else if best.winner.is_none() {
                let carrier = carrier.with(cell);
                best = Verdict { winner: Some(mover), winning_move: Some(cell), carrier, bounds: None };
            }
            false
        });
        nodes *= 8;
    }
    if left.is_empty() && best.winner.is_none() {
        let carrier = refutations & position.empty_cells();
        best = Verdict { winner: Some(mover.opponent()), carrier, ..Verdict::default() };
    }
    best
}

/// What the winner does about a stone of the loser.
fn answer_to(solver: &mut AnySolver, position: &Position, intrusion: Cell, watch: &SolverWatch<'_>) -> Value {
    let size = position.size();
    let verdict = one_move(solver, position, watch);
    let Some(winner) = verdict.winner else {
        return json!({ "winner": null, "intrusion": name(size, intrusion), "why": "the time was too short to prove who wins" });
    };
    // The winner makes its winning move first where it is its turn.
    let first = verdict.winning_move.filter(|_| winner == position.to_move());
    if first == Some(intrusion) {
        return json!({
            "winner": winner.to_string(),
            "first": name(size, intrusion),
            "intrusion": name(size, intrusion),
            "why": format!("{} is the winning move itself", size.name(intrusion)),
        });
    }
    let mut after = first.map_or(*position, |cell| position.child(cell));
    after.play_unchecked(intrusion);
    let next = one_move(solver, &after, watch);
    let reply = next.winning_move.filter(|_| next.winner == Some(winner));
    let mut end = after;
    if let Some(cell) = reply {
        end.play_unchecked(cell);
    }
    let line_after = reply.map(|cell| {
        let mut line = vec![cell];
        line.extend(solver.line(&end));
        line
    });
    let why = match reply {
        None if next.winner.is_none() => "the time was too short to find the answer".to_string(),
        None => "the intrusion does not matter: any move keeps the win".to_string(),
        Some(cell) if end.winner().is_some() => format!("{} joins the edges", size.name(cell)),
        Some(cell) => {
            let connected = winning_connection(&end, winner, None).is_some();
            let how = if connected {
                "the edges are then connected, whatever comes".to_string()
            } else {
                format!("proved by search, over {} cells", next.carrier.len())
            };
            format!("{} keeps the win: {how}", size.name(cell))
        }
    };
    json!({
        "winner": winner.to_string(),
        "first": first.map(|cell| name(size, cell)),
        "intrusion": name(size, intrusion),
        "reply": reply.map(|cell| name(size, cell)),
        "carrier": names(size, next.carrier),
        "line": line_after.map_or_else(Vec::new, |cells| line(size, &cells)),
        "why": why,
    })
}

/// Hears the solver, keeps the time, and tells the page a few times a second.
pub(super) struct SolverWatch<'a> {
    context: &'a Context,
    size: BoardSize,
    start: Instant,
    time: Duration,
    state: Mutex<Told>,
}

#[derive(Debug)]
struct Told {
    at: Instant,
    /// Positions of the questions before this one, and of this one.
    before: u64,
    now: u64,
    first: Option<Cell>,
    moves: Map<String, Value>,
}

impl<'a> SolverWatch<'a> {
    pub(super) fn new(context: &'a Context, size: BoardSize, time: Duration) -> Self {
        let start = Instant::now();
        let state = Mutex::new(Told { at: start, before: 0, now: 0, first: None, moves: Map::new() });
        Self { context, size, start, time: time.min(context.time_left()), state }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Told> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn is_over(&self) -> bool {
        self.context.stop().load(Ordering::Relaxed) || self.start.elapsed() >= self.time
    }

    /// The position after this move is solved next.
    fn begin(&self, cell: Cell) {
        let mut told = self.lock();
        told.before += std::mem::take(&mut told.now);
        told.first = Some(cell);
    }

    /// A move is proved.
    fn found(&self, cell: Cell, wins: bool) {
        let mut told = self.lock();
        told.moves.insert(name(self.size, cell), json!(if wins { "wins" } else { "loses" }));
    }

    fn figures(&self, told: &Told) -> Value {
        let nodes = told.before + told.now;
        let seconds = self.start.elapsed().as_secs_f64();
        json!({
            "nodes": nodes,
            "seconds": seconds,
            "nodes_per_second": (nodes as f64 / seconds.max(1e-6)).round(),
            "moves": told.moves,
        })
    }

    fn answer(&self, position: &Position, verdict: &Verdict, solver: &AnySolver) -> Value {
        let size = self.size;
        let mut value = self.figures(&self.lock());
        let connection =
            verdict.winner.and_then(|winner| winning_connection(position, winner, verdict.winning_move));
        value["to_move"] = json!(position.to_move().to_string());
        value["winner"] = json!(verdict.winner.map(|winner| winner.to_string()));
        value["winning_move"] = json!(verdict.winning_move.map(|cell| name(size, cell)));
        value["carrier"] = json!(names(size, verdict.carrier));
        value["proof"] = json!(verdict.bounds.map(|bounds| bounds.proof));
        value["disproof"] = json!(verdict.bounds.map(|bounds| bounds.disproof));
        value["connection"] = connection.unwrap_or(Value::Null);
        value["line"] = json!(line(size, &solver.line(position)));
        value
    }
}

impl Observer for SolverWatch<'_> {
    fn status(&self, status: &Status<'_>) -> ControlFlow<()> {
        {
            let mut told = self.lock();
            told.now = status.expanded;
            if told.at.elapsed() >= INTERVAL {
                told.at = Instant::now();
                let mut value = self.figures(&told);
                let cells: Vec<Cell> = told.first.into_iter().chain(status.line.iter().copied()).collect();
                value["line"] = json!(line(self.size, &cells));
                // The numbers of one move of many say nothing about the position.
                if told.first.is_none() {
                    value["proof"] = json!(status.bounds.proof);
                    value["disproof"] = json!(status.bounds.disproof);
                }
                self.context.progress(value);
            }
        }
        if self.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
