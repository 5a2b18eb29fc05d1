//! Fixed work of every engine, and a signature of the results that guards their behaviour.
//!
//! Each part is one engine on fixed positions with fixed seeds, on one thread, without a clock, with the network in portable
//! arithmetic, so that a machine changes nothing. The signature is a hash of the parts' signatures: a part says which engine
//! moved.

use std::{collections::BTreeMap, sync::Arc};

use board::{BoardSize, Color, Game, Move, Position, RandomFilling, with_words};
use connection::{ConnectionSettings, Connections};
use evaluate::{Circuits, Connectibility, TwoDistance, Weights};
use inferior::InferiorEngine;
use network::{Instructions, Network};
use player::{Choice, Limits, Player, Request};
use players::{Neural, NeuralSettings};
use serde::{Serialize, Serializer};
use solver::{ProverSettings, Provers, Solver, SolverContext};

use super::{
    Signature,
    positions::{POSITIONS, cases},
};
use crate::{ExperimentError, error::Within as _};

/// An engine, and what adds its results to a signature.
type Part = (&'static str, fn(&mut Signature) -> Result<(), ExperimentError>);

const PARTS: &[Part] = &[
    ("board", board),
    ("inferior", inferior),
    ("connection", connections),
    ("evaluate", evaluations),
    ("solver", solver),
    ("playouts", |signature| searches(signature, &mut *players::create("playouts")?, 2_000)),
    ("hexy", |signature| searches(signature, &mut *players::create("hexy")?, 40)),
    ("neural", neural),
];

/// The guard takes every n-th position of the benchmarks.
const STEP: usize = 8;

/// The signatures of all engines.
#[derive(Debug, Clone)]
pub struct GuardReport {
    /// Of all parts together.
    pub signature: Signature,
    /// Of each engine, by its name.
    pub parts: Vec<(&'static str, Signature)>,
}

impl Serialize for GuardReport {
    /// Parts by their names.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Report {
            parts: BTreeMap<&'static str, String>,
            signature: String,
        }
        let parts = self.parts.iter().map(|&(name, signature)| (name, signature.to_string())).collect();
        Report { parts, signature: self.signature.to_string() }.serialize(serializer)
    }
}

/// Does the work of all parts.
///
/// # Errors
/// [`ExperimentError`] where an engine fails, which is a bug.
pub fn guard() -> Result<GuardReport, ExperimentError> {
    let mut report = GuardReport { signature: Signature::new(), parts: Vec::new() };
    for &(name, part) in PARTS {
        let mut signature = Signature::new();
        part(&mut signature).within(format!("part {name}"))?;
        report.signature.add(u128::from(signature.0));
        report.parts.push((name, signature));
    }
    Ok(report)
}

/// Every [`STEP`]th position of the benchmarks.
fn some_positions() -> Result<Vec<Position>, ExperimentError> {
    Ok(cases(POSITIONS)?.into_iter().map(|case| case.position).step_by(STEP).collect())
}

/// Random games to the end; hashes along play and undo.
fn board(signature: &mut Signature) -> Result<(), ExperimentError> {
    let size = BoardSize::square(11)?;
    let mut position = Position::<2>::empty(size);
    let mut filling = RandomFilling::new(1);
    let black_wins = (0..20_000).filter(|_| filling.winner(&position) == Color::Black).count();
    signature.add(black_wins as u128);
    for cell in size.iter() {
        position.play_unchecked(cell);
        signature.add(position.hash());
        signature.add(position.rotation_hash());
    }
    for cell in size.iter().rev() {
        position.undo(cell);
        signature.add(position.hash());
    }
    Ok(())
}

/// Moves that survive and cells that are filled in.
fn inferior(signature: &mut Signature) -> Result<(), ExperimentError> {
    for position in some_positions()? {
        with_words!(position.size(), W => {
            let mut engine = InferiorEngine::<W>::new(position.size());
            let analysis = engine.analyse(&position.resize());
            for cells in [analysis.survivors(), analysis.filled(Color::Black), analysis.filled(Color::White)] {
                signature.add_words(cells.words());
            }
        });
    }
    Ok(())
}

/// Connections kept, who wins over which cells, the must-play region; all again after a stone.
fn connections(signature: &mut Signature) -> Result<(), ExperimentError> {
    for position in some_positions()? {
        with_words!(position.size(), W => {
            let mut connections = Connections::<W>::new(&position.resize(), ConnectionSettings::default());
            add_connections(signature, &connections);
            if let Some(cell) = connections.must_play().first() {
                connections.play(cell);
                add_connections(signature, &connections);
                connections.undo();
                add_connections(signature, &connections);
            }
        });
    }
    Ok(())
}

fn add_connections<const W: usize>(signature: &mut Signature, connections: &Connections<W>) {
    let counts = connections.counts();
    signature.add((counts.fulls as u128) << 64 | counts.semis as u128);
    signature.add_words(connections.must_play().words());
    if let Some(verdict) = connections.verdict() {
        signature.add(u128::from(verdict.winner == Color::Black));
        signature.add_words(verdict.carrier.words());
    }
}

/// The three evaluations, in millionths: the last digits of a floating-point number may differ between processors.
fn evaluations(signature: &mut Signature) -> Result<(), ExperimentError> {
    for position in some_positions()? {
        let size = position.size();
        with_words!(size, W => {
            let position = position.resize::<W>();
            let resistance = Circuits::<W>::new(size).evaluate(&position).log_ratio();
            let connectibility =
                Weights::EQUAL.value(&Connectibility::<W>::new(size).features(&position));
            for value in [resistance, connectibility] {
                signature.add((value * 1e6).round() as i128 as u128);
            }
            for potential in TwoDistance::<W>::new(size).evaluate(&position) {
                signature.add(u128::from(potential.lowest) << 64 | u128::from(potential.mobility));
            }
        });
    }
    Ok(())
}

/// Winners, nodes and carriers of openings of 6x6, each with an empty table.
fn solver(signature: &mut Signature) -> Result<(), ExperimentError> {
    let size = BoardSize::square(6)?;
    let settings = solver::SolverSettings { table_bytes: 16 << 20, ..solver::SolverSettings::default() };
    for cell in size.cells_named("a1 c1 b2 d2 a3 c3")? {
        let position = Position::<1>::empty(size).child(cell);
        let provers = || Provers::new(size, ProverSettings::default());
        let answer = Solver::<1>::new(settings).solve(&position, provers, &SolverContext::default());
        signature.add(u128::from(answer.winner == Some(Color::Black)));
        signature.add(u128::from(answer.statistics.expanded));
        signature.add_words(answer.carrier.words());
    }
    Ok(())
}

/// The network's search, in portable arithmetic.
fn neural(signature: &mut Signature) -> Result<(), ExperimentError> {
    let portable = Instructions::detect().pop().expect("portable code is always there");
    let network =
        Arc::new(Network::new(&network::NetworkWeights::embedded(BoardSize::square(11)?), portable));
    let settings = NeuralSettings { examine: 40, ..NeuralSettings::default() };
    searches(signature, &mut Neural::new(network, settings), 100)
}

/// Two moves in a row of a player in two games: the move, the examined moves and the visits of each.
fn searches(signature: &mut Signature, player: &mut dyn Player, nodes: u64) -> Result<(), ExperimentError> {
    for (side, moves) in [(7, "c3 e5 d2"), (9, "c7 e5 f3 d7 g4")] {
        let size = BoardSize::square(side)?;
        let mut game = Game::new(size, false);
        for cell in size.cells_named(moves)? {
            game.play(Move::Place(cell))?;
        }
        player.new_game();
        for seed in 1..=2 {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let choice = player.choose(&Request::new(&game, seed).with_limits(limits))?;
            add_choice(signature, &choice);
            game.play(choice.mv)?;
        }
    }
    Ok(())
}

fn add_choice(signature: &mut Signature, choice: &Choice) {
    signature.add(choice.mv.cell().map_or(u128::MAX, |cell| cell.index() as u128));
    signature.add(u128::from(choice.thoughts.nodes));
    for candidate in &choice.thoughts.candidates {
        signature.add((candidate.cell.index() as u128) << 64 | candidate.weight as u128);
    }
}
