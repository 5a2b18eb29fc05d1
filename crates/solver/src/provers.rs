//! The provers of the program as one [`Knowledge`]: inferior cells, then connections, then an order of moves.
//!
//! A position is filled in first, and everything else is proved in the filled-in position. A connection found there holds in
//! the real position too, but its owner needs the cells that were filled in for it: they join every carrier (see
//! `docs/explanation/solver.md` for the argument). Stones that were filled in for the loser cost nothing, since a carrier gives the
//! loser everything outside of it anyway.

use board::{BoardSize, Cell, CellSet, Color, Position};
use connection::{ConnectionVerdict, Connections, ProofEffort};
use evaluate::{Circuits, Conduction};
use inferior::{InferiorClasses, InferiorEngine, InferiorFinding};
use network::Evaluator;
use proof::{ConnectionKind, End};

use crate::{DecidedPosition, Expansion, Knowledge};

/// Which provers are asked. Each can be left out without changing an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProverSettings {
    /// Virtual connections: decided positions and must-play regions.
    pub connections: bool,
    /// Of connections: the opponent's threats say where the side to move must play.
    pub must_play: bool,
    /// Inferior cells: fill-in and pruning.
    pub inferior: bool,
    /// Of inferior cells: the classes that are looked for.
    pub classes: InferiorClasses,
    /// Of inferior cells: moves that need not be searched are left out.
    pub pruning: bool,
    /// Connections fill in parts of the board that they settle, and keys of connections make moves inferior. Needs connections
    /// and inferior cells.
    pub decompositions: bool,
    /// Limits of the connection prover.
    pub limits: connection::ConnectionSettings,
}

impl Default for ProverSettings {
    fn default() -> Self {
        Self {
            connections: true,
            must_play: true,
            inferior: true,
            classes: InferiorClasses::default(),
            pruning: true,
            decompositions: true,
            limits: connection::ConnectionSettings::default(),
        }
    }
}

impl ProverSettings {
    /// Whether connections and inferior cells work together.
    const fn decomposes(&self) -> bool {
        self.connections && self.inferior && self.decompositions
    }
}

/// All provers, with their buffers.
#[derive(Debug)]
pub struct Provers<const W: usize> {
    settings: ProverSettings,
    engine: InferiorEngine<W>,
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
            engine: InferiorEngine::with_classes(size, settings.classes),
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

    /// The resistance of each colour's circuit in the last undecided position, if connections ordered its moves.
    #[must_use]
    pub const fn resistances(&self) -> [f64; 2] {
        self.resistances
    }

    /// The ordering values of the moves in the last undecided position; higher is better.
    #[must_use]
    pub fn score(&self, cell: Cell) -> f64 {
        self.scores[cell.index()]
    }

    /// The same, with moves in the order that a network gives them, if there is one. It is made for the same board size.
    #[must_use]
    pub fn ordered_by(self, network: Option<Evaluator>) -> Self {
        Self { network, ..self }
    }
}

impl<const W: usize> Knowledge<W> for Provers<W> {
    fn examine(&mut self, position: &Position<W>, expansion: &mut Expansion<W>) {
        expansion.clear();
        let mover = position.to_move();
        let opponent = mover.opponent();
        // 1. Fill in.
        let mut winner = self.fill_in(position);
        let filled = loop {
            if let Some(winner) = winner {
                let carrier = self.needs(position, winner);
                expansion.decided = Some(DecidedPosition { winner, carrier, winning_move: None });
                return;
            }
            let filled = self.filled_in(position);
            // 2. Connections may decide the position, or settle a part of the board, which is filled in then.
            if let Some(ConnectionVerdict { winner, winning_move, carrier }) = self.connect(&filled) {
                let carrier = carrier | self.needs(position, winner);
                expansion.decided = Some(DecidedPosition { winner, carrier, winning_move });
                return;
            }
            if !self.decompose(mover) {
                break filled;
            }
            winner = self.engine.analysis().winner();
        };
        // 3. Drop the moves that need not be searched, and those that the opponent's threats refute.
        let survivors = self.survivors(position);
        let mut must_play = filled.empty_cells();
        expansion.support = self.needs(position, opponent);
        if let Some(connections) = self.connections.as_ref().filter(|_| self.settings.must_play) {
            let edges = opponent.edges().map(End::Edge);
            self.threats.clear();
            let semis = connections
                .between(opponent, edges)
                .filter(|found| matches!(found.kind, ConnectionKind::Semi(_)));
            self.threats.extend(semis.map(|semi| semi.carrier));
            expansion.support |= narrow(&mut must_play, &mut self.threats);
        }
        let moves = must_play & survivors;
        expansion.pruned = must_play.minus(moves);
        // Nothing is pruned where inferior cells are not looked for.
        for cell in expansion.pruned {
            expansion.pruned_support |= self.engine.analysis().finding(cell).carrier(cell);
        }
        // 4. The moves that remain, best first.
        expansion.moves.extend(moves);
        self.order(position, &filled, expansion);
    }
}

impl<const W: usize> Provers<W> {
    /// Fills in, and says who has won then.
    fn fill_in(&mut self, position: &Position<W>) -> Option<Color> {
        if self.settings.inferior { self.engine.fill_in(position).winner() } else { position.winner() }
    }

    /// The position with what was filled in.
    fn filled_in(&self, position: &Position<W>) -> Position<W> {
        if self.settings.inferior { self.engine.filled_in(position) } else { *position }
    }

    /// The cells that a colour needs for what was filled in.
    fn needs(&self, position: &Position<W>, color: Color) -> CellSet<W> {
        if !self.settings.inferior {
            return CellSet::EMPTY;
        }
        let analysis = self.engine.analysis();
        let mut needs = analysis.filled(color);
        for cell in analysis.filled(color) {
            if let InferiorFinding::Captured { carrier, .. }
            | InferiorFinding::PermanentlyInferior { carrier, .. } = analysis.finding(cell)
            {
                needs |= carrier;
            }
        }
        // Cells that hold stones already are no part of a carrier.
        needs & position.empty_cells()
    }

    /// Proves connections, and says who wins by them.
    fn connect(&mut self, filled: &Position<W>) -> Option<ConnectionVerdict<W>> {
        if !self.settings.connections {
            return None;
        }
        self.builds += 1;
        let limits = self.settings.limits;
        self.connections
            .get_or_insert_with(|| Connections::new(filled, limits))
            .decide(filled, ProofEffort::Glance)
    }

    /// Fills in a part of the board that connections settle; says whether there was one.
    fn decompose(&mut self, mover: Color) -> bool {
        let connections = self.connections.as_ref().filter(|_| self.settings.decomposes());
        connections.is_some_and(|connections| self.engine.decompose(mover, connections))
    }

    /// The moves that need to be searched.
    fn survivors(&mut self, position: &Position<W>) -> CellSet<W> {
        let mover = position.to_move();
        if !self.settings.inferior {
            return position.empty_cells();
        }
        if !self.settings.pruning {
            return self.engine.analysis().survivors();
        }
        match self.connections.as_ref().filter(|_| self.settings.decomposes()) {
            Some(connections) => self.engine.prune_with(mover, connections).survivors(),
            None => self.engine.prune(mover).survivors(),
        }
    }

    /// Sorts the moves: what both circuits count on most comes first, or what the network does, which is asked where there are
    /// several. Connections conduct where they are known; the network sees the position as it is, the circuits see it
    /// filled in.
    fn order(&mut self, position: &Position<W>, filled: &Position<W>, expansion: &mut Expansion<W>) {
        if let Some(network) = &mut self.network {
            if expansion.moves.len() < 2 {
                return;
            }
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
