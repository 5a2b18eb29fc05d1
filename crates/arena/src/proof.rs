//! Proved wins before the chain is on the board, for matches with adjudication.
//!
//! The prover of virtual connections finds a connection of the winner's edges; its certificate is then checked by the crate
//! `verify`, which does not trust the prover. Without a certificate that holds, nothing is proved and the game goes on.

use board::{Color, Position, with_words};
use connection::{ConnectionKind, ConnectionSettings, Connections, End};

/// Who wins, if a connection of the edges proves it.
#[must_use]
pub fn proven_winner(position: &Position) -> Option<Color> {
    if let Some(winner) = position.winner() {
        return Some(winner);
    }
    with_words!(position.size(), W => connected::<W>(position))
}

fn connected<const W: usize>(position: &Position) -> Option<Color> {
    let connections = Connections::<W>::new(&position.resize(), ConnectionSettings::default());
    let winner = connections.verdict()?.winner;
    let edges = winner.edges().map(End::Edge);
    // A semi connection is enough for the side to move.
    let is_enough = |kind: ConnectionKind| kind == ConnectionKind::Full || winner == position.to_move();
    let best = connections
        .between(winner, edges)
        .filter(|connection| is_enough(connection.kind))
        .min_by_key(|connection| connection.carrier.len())?;
    let certificate = connections.certificate(&best)?;
    let claim = certificate.steps.last()?;
    let joins_the_edges = edges.iter().all(|edge| claim.ends.contains(edge));
    let holds = certificate.color == winner && joins_the_edges && is_enough(claim.kind);
    (holds && proof::check(position, &certificate).is_ok()).then_some(winner)
}
