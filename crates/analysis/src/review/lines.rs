//! Lines of play for a bad move: its refutation, and the better move.

use board::{Cell, CellSet, Color, MAX_WORDS, Move, Position, with_words};
use connection::{ConnectionKind, Connections, End};
use solver::{AnySolver, ProverSettings, hardest_reply};

use super::{Judged, Judgement, Replay, ReviewRequest, Watch};

/// The longest line to show. Longer ones are hard to follow.
const LONGEST: usize = 24;
/// The share of the time that one step of a line may take.
const STEP_SHARE: f64 = 0.02;

/// Finds the lines of a bad move where they are proved; estimates already have the search's line.
pub(super) fn find(
    request: &ReviewRequest<'_>,
    solver: &mut AnySolver,
    replay: &Replay,
    positions: &[Judgement],
    judged: &mut Judged,
) {
    let at = judged.number - 1;
    if let Some(winner) = positions[at + 1].winner().filter(|_| judged.mv != Move::Resign) {
        let (line, carrier) = proof_line(request, solver, &replay.positions[at + 1], winner);
        if !line.is_empty() || !carrier.is_empty() {
            judged.refutation = line;
            judged.carrier = carrier.iter().collect();
        }
    }
    if let (Some(winner), Some(Move::Place(cell))) = (positions[at].winner(), judged.better) {
        let (line, _) = proof_line(request, solver, &replay.positions[at].child(cell), winner);
        judged.better_line = line;
    }
}

/// The winner's moves against the loser's best resistance, until the winner's edges are connected; and that connection's carrier.
fn proof_line(
    request: &ReviewRequest<'_>,
    solver: &mut AnySolver,
    position: &Position,
    winner: Color,
) -> (Vec<Cell>, CellSet) {
    let mut line = Vec::new();
    let mut position = *position;
    let limits = solver::SolverLimits { nodes: request.limits.proof_nodes };
    while position.winner().is_none() && line.len() < LONGEST && !request.is_past(1.0) {
        let mut next = None;
        if position.to_move() == winner {
            let watch = Watch::new(request, 1.0, STEP_SHARE);
            let answer = solver.solve(&position, limits, &watch);
            if answer.winner == Some(winner) {
                next = solver.winning_move(&position, &answer, limits, &watch);
            }
        } else {
            if let Some(carrier) = connected(&position, winner) {
                return (line, carrier);
            }
            let watch = Watch::new(request, 1.0, STEP_SHARE);
            let answer = solver.solve(&position, limits, &watch);
            if answer.winner == Some(winner) {
                next = hardest_reply(&position, answer.carrier, ProverSettings::default());
            }
        }
        let Some(cell) = next else { break };
        line.push(cell);
        position.play_unchecked(cell);
    }
    (line, CellSet::EMPTY)
}

/// The smallest carrier of a full connection of a colour's edges.
fn connected(position: &Position, color: Color) -> Option<CellSet<MAX_WORDS>> {
    with_words!(position.size(), W => {
        let connections = Connections::<W>::new(&position.resize(), connection::ConnectionSettings::default());
        connections
            .between(color, color.edges().map(End::Edge))
            .filter(|found| found.kind == ConnectionKind::Full)
            .map(|found| found.carrier)
            .min_by_key(CellSet::len)
            .map(|carrier| carrier.resize())
    })
}
