//! The provers of the program as one [`Knowledge`]: inferior cells, then connections, then an order of moves.
//!
//! A position is filled in first, and everything else is proved in the filled-in position. A connection found there holds in
//! the real position too, but its owner needs the cells that were filled in for it: they join every carrier (see
//! `docs/solver.md` for the argument). Stones that were filled in for the loser cost nothing, since a carrier gives the
//! loser everything outside of it anyway.

use board::{BoardSize, Cell, CellSet, Color, Position};
use connection::Connections;
use evaluate::{Circuits, Conduction};
use inferior::{Engine, Finding};
use network::Evaluator;
use verify::{End, Kind};

use crate::{Expansion, Knowledge, Proof};

/// Which provers are asked. Each can be left out without changing an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProverSettings {
    /// Virtual connections: decided positions and must-play regions.
    pub connections: bool,
    /// Inferior cells: fill-in and pruning.
    pub inferior: bool,
    /// Limits of the connection prover.
    pub limits: connection::Settings,
}

impl Default for ProverSettings {
    fn default() -> Self {
        Self { connections: true, inferior: true, limits: connection::Settings::default() }
    }
}

/// All provers, with their buffers.
#[derive(Debug)]
pub struct Provers<const W: usize> {
    settings: ProverSettings,
    engine: Engine<W>,
    connections: Option<Connections<W>>,
    circuits: Circuits<W>,
    conduction: Conduction,
    network: Option<Evaluator>,
    resistances: [f64; 2],
    builds: u64,
    threats: Vec<CellSet<W>>,
    scores: Vec<f64>,
}

impl<const W: usize> Provers<W> {
    /// Provers for boards of this size.
    #[must_use]
    pub fn new(size: BoardSize, settings: ProverSettings) -> Self {
        Self {
            settings,
            engine: Engine::new(size),
            connections: None,
            circuits: Circuits::new(size),
            conduction: Conduction::new(size),
            network: None,
            resistances: [1.0; 2],
            builds: 0,
            threats: Vec::new(),
            scores: vec![0.0; size.cells()],
        }
    }

    /// How many times connections were built from nothing.
    #[must_use]
    pub const fn builds(&self) -> u64 {
        self.builds
    }

    /// What resistance each colour's circuit had in the last position that was not decided, if connections ordered its moves.
    #[must_use]
    pub const fn resistances(&self) -> [f64; 2] {
        self.resistances
    }

    /// What the moves of the last position that was not decided were ordered by: the more, the better.
    #[must_use]
    pub fn score(&self, cell: Cell) -> f64 {
        self.scores[cell.index()]
    }

    /// The same, with moves in the order that a network gives them, where there is one. It is made for the same board size.
    #[must_use]
    pub fn ordered_by(self, network: Option<Evaluator>) -> Self {
        Self { network, ..self }
    }
}

/// A position with what was filled in, and which cells each colour needs for that.
struct Filled<const W: usize> {
    position: Position<W>,
    needs: [CellSet<W>; 2],
    survivors: CellSet<W>,
    winner: Option<Color>,
}

impl<const W: usize> Knowledge<W> for Provers<W> {
    fn examine(&mut self, position: &Position<W>, expansion: &mut Expansion<W>) {
        expansion.clear();
        // 1. Fill in, and drop the moves that need not be searched.
        let filled = self.fill_in(position);
        let needs = |color: Color| filled.needs[color.index()];
        if let Some(winner) = filled.winner {
            expansion.decided = Some(Proof { winner, carrier: needs(winner), winning_move: None });
            return;
        }
        // 2. Connections may decide the position, or say where the side to move must play.
        let mover = position.to_move();
        let mut must_play = filled.position.empty_cells();
        expansion.support = needs(mover.opponent());
        if self.settings.connections {
            self.builds += 1;
            let limits = self.settings.limits;
            let connections =
                self.connections.get_or_insert_with(|| Connections::new(&filled.position, limits));
            if let Some(verdict) = connections.decide(&filled.position) {
                let carrier = verdict.carrier | needs(verdict.winner);
                expansion.decided =
                    Some(Proof { winner: verdict.winner, carrier, winning_move: verdict.winning_move });
                return;
            }
            let opponent = mover.opponent();
            let edges = opponent.edges().map(End::Edge);
            self.threats.clear();
            let semis =
                connections.between(opponent, edges).filter(|found| matches!(found.kind, Kind::Semi(_)));
            self.threats.extend(semis.map(|semi| semi.carrier));
            expansion.support |= narrow(&mut must_play, &mut self.threats);
        }
        // 3. The moves that remain, best first.
        let moves = must_play & filled.survivors;
        expansion.pruned = must_play.minus(moves);
        // Nothing is pruned where inferior cells are not looked for.
        for cell in expansion.pruned {
            expansion.pruned_support |= self.engine.analysis().finding(cell).carrier(cell);
        }
        expansion.moves.extend(moves);
        self.order(position, &filled.position, expansion);
    }
}

impl<const W: usize> Provers<W> {
    fn fill_in(&mut self, position: &Position<W>) -> Filled<W> {
        if !self.settings.inferior {
            let survivors = position.empty_cells();
            return Filled {
                position: *position,
                needs: [CellSet::EMPTY; 2],
                survivors,
                winner: position.winner(),
            };
        }
        let analysis = self.engine.analyse(position);
        let mut filled = *position;
        let mut needs = Color::BOTH.map(|color| analysis.filled(color));
        for color in Color::BOTH {
            for cell in analysis.filled(color) {
                let placed = filled.place(color, cell);
                debug_assert!(placed.is_ok(), "only empty cells are filled in");
                if let Finding::Captured { carrier, .. } | Finding::PermanentlyInferior { carrier, .. } =
                    analysis.finding(cell)
                {
                    needs[color.index()] |= carrier;
                }
            }
        }
        // Cells that hold stones already are no part of a carrier.
        let empty = position.empty_cells();
        Filled {
            position: filled,
            needs: needs.map(|cells| cells & empty),
            survivors: analysis.survivors(),
            winner: analysis.winner(),
        }
    }

    /// Sorts the moves: what both circuits count on most comes first, or what the network does. Connections conduct where
    /// they are known; the network sees the position as it is, the circuits see it filled in.
    fn order(&mut self, position: &Position<W>, filled: &Position<W>, expansion: &mut Expansion<W>) {
        if let Some(network) = &mut self.network {
            let evaluation = network.evaluate(position, false);
            expansion.prospects = evaluation.win_probability();
            for &cell in &expansion.moves {
                self.scores[cell.index()] = f64::from(evaluation.policy[cell.index()]);
            }
        } else if let Some(connections) = self.connections.as_ref().filter(|_| self.settings.connections) {
            self.resistances = self.conduction.evaluate(connections);
            for &cell in &expansion.moves {
                self.scores[cell.index()] = self.conduction.importance(cell);
            }
        } else {
            let resistances = self.circuits.evaluate(filled);
            for &cell in &expansion.moves {
                self.scores[cell.index()] = self.circuits.importance(&resistances, cell);
            }
        }
        let scores = &self.scores;
        expansion.moves.sort_unstable_by(|&a, &b| {
            scores[b.index()].total_cmp(&scores[a.index()]).then(a.index().cmp(&b.index()))
        });
    }
}

/// Cuts the must-play region down by the opponent's threats, and returns the cells of the threats it used: as few as
/// a greedy choice finds, since the larger a carrier is the less it cuts elsewhere.
pub(crate) fn narrow<const W: usize>(must_play: &mut CellSet<W>, threats: &mut [CellSet<W>]) -> CellSet<W> {
    let target = threats.iter().fold(*must_play, |region, &threat| region & threat);
    threats.sort_unstable_by_key(|threat| threat.len());
    let mut used = CellSet::EMPTY;
    for &threat in threats.iter() {
        if *must_play == target {
            break;
        }
        if !must_play.is_subset(&threat) {
            *must_play &= threat;
            used |= threat;
        }
    }
    used
}
