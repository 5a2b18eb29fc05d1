//! The player `hexy` of V. V. Anshelevich (2000): alpha-beta over E = log(R_B / R_W), the ratio of both sides' circuit resistances.
//!
//! How many generations of virtual connections the circuits know is the number in Hexy(n): Hexy(0) none, Hexy(1) two-bridges,
//! Hexy(infinity) all that the theorem prover finds. With the prover, a position that connections decide is not searched further, and
//! where the opponent threatens to connect only the must-play region is tried.
//!
//! Once connections decide the game, nothing is left to search: a won game is won by the proved move that leaves the least
//! resistance, a lost one is resisted where the prover loses sight of the win or else where the circuits suffer most.
//!
//! With all generations and unless told to be faithful to the paper, it sees positions as the solver does ([`filled`]), and where few
//! moves are left to try the solver itself has the first quarter of the time. Where time or nodes are the limit and not a depth,
//! it then searches best first ([`best_first`]).

mod best_first;
mod filled;

use board::{Cell, CellSet, Color, Position, with_words};
use connection::{ConnectionSettings, Connections};
use evaluate::{Circuits, Resistances};
use rustc_hash::FxHashMap;
use solver::{AnySolver, ProverSettings};

use crate::{
    perfect::Watch,
    priors::PriorDepth,
    search::{self, Budgets, Look, MOST, Mind, PLY, Search, Try},
    sense,
    tree::graph::Tree as Graph,
};
use filled::FilledMind;
use player::{Choice, Cost, Player, PlayerError, PlayerKind, Progress, Request, Setting, Spec};

pub(crate) const KIND: PlayerKind = PlayerKind {
    name: "hexy",
    about: "searches over electrical circuits with virtual connections",
    settings: &[
        Setting::whole("n", [0, 1000], "generations of virtual connections that the circuits know")
            .or(&["inf"])
            .default("inf")
            .slower(),
        Setting::whole("most", [1, 1000], "connections that a pair of ends keeps, at most")
            .default("20")
            .slower(),
        Setting::whole(
            "depth",
            [1, 40],
            "moves to look ahead, at most; 3 for a move that has neither a time nor a limit of nodes",
        )
        .unit("moves")
        .slower(),
        Setting::whole("width", [1, 361], "moves tried in a position").default("15").unit("moves").slower(),
        Setting::switch("faithful", "do without what came after the paper"),
    ],
    cost: Cost::bytes(RACE_TABLE as u64 + best_first::MOST_BYTES),
    make: |spec, _| Ok(Box::new(Hexy::new(HexySettings::of(spec)))),
};

/// How many generations of virtual connections a [`Hexy`] knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Generations {
    /// No connections: Hexy(0).
    None,
    /// Two-bridges between groups: Hexy(1).
    Bridges,
    /// The connections that the prover finds in this many rounds of its rules: Hexy(n).
    Rounds(usize),
}

impl Generations {
    /// As many rounds as there is something new to find: Hexy(infinity).
    pub const ALL: Self = Self::Rounds(usize::MAX);
}

/// Settings of [`Hexy`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HexySettings {
    /// Which connections the circuits know.
    pub generations: Generations,
    /// The most full connections that a pair of ends with a stone or an edge keeps: the paper's N.
    pub most: usize,
    /// Moves to look ahead, at most: the paper's D. Without it, [`player::Limits::depth_or`] decides.
    pub depth: Option<u32>,
    /// Moves tried in a position: those that both sides' circuits count on most.
    pub width: usize,
    /// Whether to do without what came after the paper: inferior cells, circuits in which every connection conducts, best-first
    /// search, and the solver.
    pub faithful: bool,
}

impl HexySettings {
    fn of(spec: &Spec) -> Self {
        let generations = match spec.optional("n") {
            Some(0) => Generations::None,
            Some(1) => Generations::Bridges,
            Some(rounds) => Generations::Rounds(usize::try_from(rounds).unwrap_or(usize::MAX)),
            None => Generations::ALL,
        };
        Self {
            generations,
            most: spec.whole("most"),
            depth: spec.optional("depth").map(|depth| depth as u32),
            width: spec.whole("width"),
            faithful: spec.is_on("faithful"),
        }
    }
}

impl Default for HexySettings {
    fn default() -> Self {
        Self::of(&Spec::plain(&KIND))
    }
}

/// Searches over circuits.
#[derive(Debug)]
pub struct Hexy {
    settings: HexySettings,
    /// Keeps what it has proved from move to move.
    solver: AnySolver,
    /// The graph of the best-first search.
    graph: Option<Graph>,
}

/// The paper's D, the depth of a search that nothing else limits.
const USUAL_DEPTH: u32 = 3;
const TABLE_BITS: u32 = 16;
/// The solver is asked where so few moves are left to try ...
const RACE_MOVES: usize = 12;
/// ... for this part of the time.
const RACE_SHARE: u32 = 4;
/// Memory of its table, in bytes.
const RACE_TABLE: usize = 16 << 20;
/// The number of moves to examine if the game is decided.
const LAST_TRIES: usize = 12;

impl Hexy {
    /// With these settings.
    #[must_use]
    pub fn new(settings: HexySettings) -> Self {
        let race = solver::SolverSettings { table_bytes: RACE_TABLE, ..solver::SolverSettings::default() };
        Self { settings, solver: AnySolver::new(race, ProverSettings::default()), graph: None }
    }

    fn think<const W: usize>(&mut self, request: &Request<'_>) -> Choice {
        let position = request.game.position().resize::<W>();
        let mut settings = self.settings;
        if matches!(settings.generations, Generations::Rounds(_))
            && !has_time_for_proofs(request, PriorDepth::Second)
        {
            settings.generations = Generations::Bridges;
        }
        // The search tells the moves that were stones.
        let stones = request.game.turns().iter().filter(|turn| turn.mv.cell().is_some()).count();
        let mut mind = HexyMind::<W>::new(&position, settings, stones);
        if let Some(choice) = mind.last_moves(&position, request) {
            return choice;
        }
        let limits = request.limits;
        let budgets = Budgets::plies(limits.depth_or(settings.depth, USUAL_DEPTH));
        let found = match (&mind.follower, settings) {
            (Some(_), HexySettings { faithful: false, generations: Generations::ALL, .. }) => {
                let sight = match has_time_for_proofs(request, PriorDepth::Third) {
                    true => PriorDepth::Third,
                    false => PriorDepth::Second,
                };
                let mut filled =
                    FilledMind::<W>::new(position.size(), prover_settings(settings, sight), settings.width);
                match filled.examine(&position) {
                    Err(proof) => {
                        let cell = proof.winning_move.unwrap_or_else(|| mind.most_important(&position));
                        return decided(cell, proof.winner, proof.carrier, &position);
                    }
                    Ok(moves) if moves.len() <= RACE_MOVES => {
                        if let Some(choice) = self.race(request) {
                            return choice;
                        }
                    }
                    Ok(_) => {}
                }
                let is_deep = limits.depth.is_some() || settings.depth.is_some();
                if !is_deep && (limits.time.is_some() || limits.nodes.is_some()) {
                    return self.best_first(&position, sight, request);
                }
                Search::new(&mut filled, request, TABLE_BITS).run(&position, budgets)
            }
            _ => Search::new(&mut mind, request, TABLE_BITS).run(&position, budgets),
        };
        let cell = found.line.first().copied().unwrap_or_else(|| mind.most_important(&position));
        let plies = found.budget / PLY;
        Choice {
            mv: board::Move::Place(cell),
            reason: format!("best of {} positions, {plies} moves deep", found.nodes),
            thoughts: Progress {
                nodes: found.nodes,
                line: found.line,
                value: Some(search::chance(found.value)),
                candidates: Vec::new(),
            },
        }
    }
}

impl Hexy {
    /// Searches best first, with the graph of the move before.
    fn best_first<const W: usize>(
        &mut self,
        position: &Position<W>,
        sight: PriorDepth,
        request: &Request<'_>,
    ) -> Choice {
        let graph = match &mut self.graph {
            Some(graph) => {
                graph.advance(position);
                graph
            }
            None => self.graph.insert(Graph::new(position)),
        };
        let thoughts = best_first::search(graph, position, sight, request);
        let cell = thoughts.line.first().copied().expect("an open position has moves");
        Choice {
            mv: board::Move::Place(cell),
            reason: format!("best of {} positions, {} moves deep", thoughts.nodes, thoughts.line.len()),
            thoughts,
        }
    }

    /// The winning move that the solver finds in its share of the time. A loss is resisted by the search, as the opponent may not
    /// know it.
    fn race(&mut self, request: &Request<'_>) -> Option<Choice> {
        let until = request.limits.time? / RACE_SHARE;
        let position = request.game.position();
        let watch = Watch { request, until: Some(until) };
        let answer = self.solver.solve(position, solver::SolverLimits::default(), &watch);
        let cell = self.solver.winning_move(position, &answer, solver::SolverLimits::default(), &watch)?;
        let mut choice = Choice::place(cell, format!("proved to win, over {} cells", answer.carrier.len()));
        choice.thoughts.value = Some(1.0);
        choice.thoughts.nodes = answer.statistics.expanded;
        Some(choice)
    }
}

impl Player for Hexy {
    fn name(&self) -> String {
        let HexySettings { generations, depth, width, faithful, .. } = self.settings;
        let n = match generations {
            Generations::None => "0".to_string(),
            Generations::Bridges => "1".to_string(),
            Generations::ALL => "inf".to_string(),
            Generations::Rounds(rounds) => rounds.to_string(),
        };
        let manner = if faithful { ",faithful=true" } else { "" };
        let depth = depth.unwrap_or(USUAL_DEPTH);
        format!("hexy:n={n},depth={depth},width={width}{manner}")
    }

    fn choose(&mut self, request: &Request<'_>) -> Result<Choice, PlayerError> {
        if let Some(choice) = sense::before_thinking(request)? {
            return Ok(choice);
        }
        Ok(with_words!(request.game.size(), W => self.think::<W>(request)))
    }

    fn new_game(&mut self) {
        self.solver.clear();
        self.graph = None;
    }
}

struct HexyMind<const W: usize> {
    circuits: Circuits<W>,
    settings: HexySettings,
    follower: Option<Follower<W>>,
}

/// The prover's state, which follows the search stone by stone.
struct Follower<const W: usize> {
    connections: Connections<W>,
    /// How many moves the game had when the search began.
    root: usize,
    /// The moves since, as played in `connections`.
    path: Vec<Cell>,
    /// Positions seen before in this search.
    seen: FxHashMap<u128, Seen>,
}

/// The observations in a position.
struct Seen {
    look: Look,
    /// The moves to try, if someone asked for them.
    tries: Option<Box<[Try]>>,
}

impl<const W: usize> HexyMind<W> {
    fn new(position: &Position<W>, settings: HexySettings, root: usize) -> Self {
        let follower = match settings.generations {
            Generations::None | Generations::Bridges => None,
            Generations::Rounds(_) => Some(Follower {
                connections: Connections::new(position, prover_settings(settings, PriorDepth::Second)),
                root,
                path: Vec::new(),
                seen: FxHashMap::default(),
            }),
        };
        Self { circuits: Circuits::new(position.size()), settings, follower }
    }

    fn evaluate(&mut self, position: &Position<W>) -> Resistances {
        match (&self.follower, self.settings.generations) {
            (Some(follower), _) => self.circuits.evaluate_connected(&follower.connections),
            (None, Generations::None) => self.circuits.evaluate(position),
            (None, _) => self.circuits.evaluate_bridged(position),
        }
    }

    /// The cell that both sides count on most, for want of time.
    fn most_important(&mut self, position: &Position<W>) -> Cell {
        let mut tries = Vec::new();
        let resistances = self.circuits.evaluate(position);
        self.tries(position.empty_cells(), &resistances, &mut tries);
        tries.first().map(|tried| tried.cell).expect("a game in progress has an empty cell")
    }

    fn tries(&self, cells: CellSet<W>, resistances: &Resistances, tries: &mut Vec<Try>) {
        let importance = |cell: &Cell| self.circuits.importance(resistances, *cell);
        let mut cells: Vec<Cell> = cells.iter().collect();
        cells.sort_by(|a, b| importance(b).total_cmp(&importance(a)).then(a.cmp(b)));
        tries.extend(cells.iter().take(self.settings.width).map(|&cell| Try { cell, cost: PLY }));
    }

    /// The move in a game that connections decide.
    fn last_moves(&mut self, position: &Position<W>, request: &Request<'_>) -> Option<Choice> {
        let follower = self.follower.as_mut()?;
        let verdict = follower.connections.verdict()?;
        let won = verdict.winner == position.to_move();
        let resistances = self.circuits.evaluate(position);
        let own = |cell: &Cell| self.circuits.share(&resistances, verdict.winner, *cell);
        // The cells that the win needs, those that carry most of the winner's current first.
        let mut cells: Vec<Cell> = verdict.carrier.iter().collect();
        cells.sort_by(|a, b| own(b).total_cmp(&own(a)).then(a.cmp(b)));
        let first = verdict.winning_move.or_else(|| cells.first().copied())?;
        cells.retain(|&cell| cell != first);
        cells.insert(0, first);
        let mut best: Option<(f64, Cell)> = None;
        for &cell in cells.iter().take(LAST_TRIES) {
            if best.is_some() && request.should_stop() {
                break;
            }
            let child = position.child(cell);
            follower.connections.play(cell);
            let decided = follower.connections.verdict().map(|verdict| verdict.winner);
            let must_play = follower.connections.must_play();
            follower.connections.undo();
            let of = self.circuits.evaluate(&child).of;
            let resistance = of[verdict.winner.index()];
            let score = match won {
                // The move that is proved to win at the root needs no second proof; others do.
                true if decided == Some(verdict.winner) || cell == first => -resistance,
                true => continue,
                // A loser hopes for what the prover does not see, then for few answers, then for resistance.
                false if decided.is_none() && !must_play.is_empty() => 1000.0 + resistance,
                false => resistance,
            };
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, cell));
            }
        }
        let (_, cell) = best?;
        Some(decided(cell, verdict.winner, verdict.carrier, position))
    }

    /// The result of the connections: who wins, or where the side to move must play.
    fn judge(&mut self, moves: &[Cell]) -> Result<CellSet<W>, Color> {
        let Some(follower) = &mut self.follower else { return Ok(CellSet::EMPTY) };
        follower.follow(moves);
        if let Some(verdict) = follower.connections.verdict() {
            return Err(verdict.winner);
        }
        let must_play = follower.connections.must_play();
        // Threats that no single stone stops.
        if must_play.is_empty() {
            Err(follower.connections.position().to_move().opponent())
        } else {
            Ok(must_play)
        }
    }

    fn look_anew(&mut self, position: &Position<W>, moves: &[Cell], tries: Option<&mut Vec<Try>>) -> Look {
        let must_play = match self.judge(moves) {
            Ok(must_play) => must_play,
            Err(winner) => return Look::Won(winner),
        };
        let resistances = self.evaluate(position);
        if let Some(tries) = tries {
            let cells = if self.follower.is_some() { must_play } else { position.empty_cells() };
            self.tries(cells, &resistances, tries);
        }
        Look::Open(value(position.to_move(), &resistances))
    }
}

impl<const W: usize> Follower<W> {
    /// Brings the connections to the position after these moves of the game.
    fn follow(&mut self, moves: &[Cell]) {
        let target = &moves[self.root.min(moves.len())..];
        let same = self.path.iter().zip(target).take_while(|(a, b)| a == b).count();
        while self.path.len() > same {
            self.path.pop();
            self.connections.undo();
        }
        for &cell in &target[same..] {
            self.path.push(cell);
            self.connections.play(cell);
        }
    }
}

impl<const W: usize> Mind<W> for HexyMind<W> {
    fn look(&mut self, position: &Position<W>, moves: &[Cell], mut tries: Option<&mut Vec<Try>>) -> Look {
        if let Some(winner) = position.winner() {
            return Look::Won(winner);
        }
        // Circuits alone are as quick as a memory; connections are not.
        if let Some(seen) = self.follower.as_ref().and_then(|follower| follower.seen.get(&position.hash())) {
            match (&mut tries, &seen.tries) {
                (None, _) => return seen.look,
                (Some(tries), Some(known)) => {
                    tries.extend(known);
                    return seen.look;
                }
                (Some(_), None) if matches!(seen.look, Look::Won(_)) => return seen.look,
                (Some(_), None) => {}
            }
        }
        let look = self.look_anew(position, moves, tries.as_deref_mut());
        if let Some(follower) = &mut self.follower {
            let tries = tries.map(|tries| tries.as_slice().into());
            follower.seen.insert(position.hash(), Seen { look, tries });
        }
        look
    }
}

/// The prover's settings for Hexy's.
fn prover_settings(settings: HexySettings, sight: PriorDepth) -> ConnectionSettings {
    let rounds = match settings.generations {
        Generations::Rounds(rounds) => rounds,
        Generations::None | Generations::Bridges => 0,
    };
    let mut rules = ConnectionSettings { rounds, ..sight.limits() };
    rules.stones.most_fulls = settings.most;
    rules.stones.free_fulls = rules.stones.free_fulls.min(settings.most);
    rules
}

/// Whether the time suffices for the provers. A first build of connections cannot be interrupted; with what belongs to it, it takes
/// some ten milliseconds on 11x11 at second sight, four times that at third sight, and grows with the cube of the number of cells. A request that leaves
/// less time than a few of them is answered without.
pub(crate) fn has_time_for_proofs(request: &Request<'_>, sight: PriorDepth) -> bool {
    let builds = if sight == PriorDepth::Third { 4 } else { 1 };
    let cells = request.game.size().cells() as u64;
    let needed = std::time::Duration::from_micros(builds * 30_000 * cells.pow(3) / 121_u64.pow(3));
    request.limits.time.is_none_or(|time| time >= needed)
}

/// The move in a position that connections decide, for any player that has nothing else to look for there.
pub(crate) fn decided_move<const W: usize>(position: &Position<W>, request: &Request<'_>) -> Option<Choice> {
    let settings = HexySettings::default();
    let mut mind = HexyMind::<W>::new(position, settings, 0);
    if let Some(choice) = mind.last_moves(position, request) {
        return Some(choice);
    }
    let mut filled =
        FilledMind::<W>::new(position.size(), prover_settings(settings, PriorDepth::Second), settings.width);
    let proof = filled.examine(position).err()?;
    let cell = proof.winning_move.unwrap_or_else(|| mind.most_important(position));
    Some(decided(cell, proof.winner, proof.carrier, position))
}

/// A move in a position that is decided.
fn decided<const W: usize>(cell: Cell, winner: Color, carrier: CellSet<W>, position: &Position<W>) -> Choice {
    let won = winner == position.to_move();
    let whose = if won { "our edges are" } else { "the opponent's edges are" };
    let mut choice = Choice::place(cell, format!("{whose} virtually connected over {} cells", carrier.len()));
    choice.thoughts.value = Some(if won { 1.0 } else { 0.0 });
    choice.thoughts.nodes = 1;
    choice
}

/// The evaluation in thousandths, for the side to move.
fn value(to_move: Color, resistances: &Resistances) -> i32 {
    let black = -resistances.log_ratio();
    thousandths(if to_move == Color::Black { black } else { -black })
}

/// An evaluation as the search counts it.
fn thousandths(evaluation: f64) -> i32 {
    (evaluation * 1000.0).clamp(-f64::from(MOST), f64::from(MOST)) as i32
}
