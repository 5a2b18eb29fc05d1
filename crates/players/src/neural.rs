//! The player `neural`: a tree search guided by a network, with exact results for proved positions.
//!
//! The network names moves and judges positions; the search ([`search`]) looks where the two promise most, joins what
//! different orders of moves have in common ([`crate::tree::graph`]), and keeps its graph for the next move. Wins and
//! losses that can be read off the board, that the provers find at positions visited often, or that the solver finds
//! at the root, are exact and are carried up as such.

pub(crate) mod search;

use std::sync::{Arc, Condvar, Mutex, atomic::AtomicBool};

use board::{BoardSize, Cell, Game, Move, Position, random_below, with_words};
use network::{Evaluator, Instructions, Network, NetworkWeights};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};

use crate::{
    PriorDepth, hexy, swap_move,
    tree::{
        graph::{Exploration, Status, Tree},
        threats::{Urgency, urgency},
    },
};
use player::{Choice, Cost, Player, PlayerError, PlayerKind, Progress, ReadFile, Request, Setting, Spec};

use search::{Bounds, Search, chance, progress};

pub(crate) const KIND: PlayerKind = PlayerKind {
    name: "neural",
    about: "searches with a network that was learnt by self-play",
    settings: &[
        Setting::file("weights", "a weights file", "a network in place of that of the program"),
        Setting::whole(
            "visits",
            [1, 1_000_000_000],
            "visits of the root, at most; 800 for a move that has neither a time nor a limit of nodes",
        )
        .slower(),
        Setting::level("level", &LEVELS_ABOUT, "a strength for people: visits and temperature"),
        Setting::whole("threads", [1, 256], "threads that search").default("1").threads(1),
        Setting::real(
            "temperature",
            [0.0, 10.0],
            "how strongly moves are varied: 0 plays the best, 1 in proportion to visits; 0 unless the level says otherwise",
        ),
        Setting::whole("positions", [1000, 100_000_000], "positions that are kept, at most")
            .default(POSITIONS)
            .bytes(POSITION_BYTES),
        Setting::whole(
            "examine",
            [0, 1_000_000_000],
            "visits of a position after which the provers are asked; 0 never asks",
        )
        .default("600")
        .unit("visits"),
        Setting::switch("race", "the solver works on the position at the same time")
            .threads(1)
            .bytes(search::RACE_TABLE as u64),
        Setting::real(
            "exploration",
            [0.0, 10.0],
            "weight of the network's opinion in choosing a move to look at",
        )
        .default("1"),
        Setting::real("growth", [0.0, 10.0], "how this weight grows with the logarithm of the visits")
            .default("0.45"),
        Setting::real(
            "reduction",
            [0.0, 2.0],
            "how much worse than its parent an unvisited move is assumed to be",
        )
        .default("0.2"),
    ],
    // The network, and what its evaluations need.
    cost: Cost::bytes(64 << 20),
    make: |spec, read| Ok(Box::new(Neural::of(spec, read)?)),
};

/// The positions that are kept unless the settings say otherwise: a browser has less memory to give.
const POSITIONS: &str = if cfg!(target_arch = "wasm32") { "100000" } else { "500000" };

/// About what a position in the graph takes.
pub(crate) const POSITION_BYTES: u64 = 1 << 10;

/// How the player searches.
#[derive(Debug, Clone, PartialEq)]
pub struct NeuralSettings {
    /// Visits of the root, those kept from earlier moves included; without it, what the request says, else 800.
    pub visits: Option<u64>,
    /// Threads that search. With one, a seed gives the same move every time.
    pub threads: usize,
    /// How strongly moves are varied: 0 plays the best, 1 plays in proportion to visits.
    pub temperature: f32,
    /// The share of the likeliest move's weight that a move needs to be drawn.
    pub plausible: f32,
    /// Most positions that are kept, about a kilobyte each.
    pub positions: usize,
    /// Visits after which the provers (inferior cells, connections) are asked about a position: they decide it or leave
    /// few moves; 0 never asks.
    pub examine: u32,
    /// Whether the solver works on the position at the same time, in a thread of its own.
    pub race: bool,
    /// Weight of the network's opinion in choosing a move to look at.
    pub exploration: f32,
    /// How this weight grows with the logarithm of the visits.
    pub growth: f32,
    /// How much worse than its parent an unvisited move is assumed to be, on a scale from -1 to 1.
    pub reduction: f32,
}

impl NeuralSettings {
    /// The settings of a specification. A level sets visits and temperature where they are not given.
    fn of(spec: &Spec) -> Self {
        let level = spec.optional("level").and_then(|level| LEVELS.get(level as usize - 1));
        let given = |key| spec.get(key).is_some();
        Self {
            visits: spec.optional("visits").or(level.map(|level| level.visits)),
            threads: spec.whole("threads"),
            temperature: match level {
                _ if given("temperature") => spec.real("temperature"),
                level => level.map_or(0.0, |level| level.temperature),
            },
            plausible: 0.0,
            positions: spec.whole("positions"),
            examine: spec.whole("examine"),
            race: spec.is_on("race"),
            exploration: spec.real("exploration"),
            growth: spec.real("growth"),
            reduction: spec.real("reduction"),
        }
    }
}

impl Default for NeuralSettings {
    fn default() -> Self {
        Self::of(&Spec::plain(&KIND))
    }
}

/// A strength for people to play against.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Level {
    /// Visits of the root for each move.
    pub visits: u64,
    /// How strongly moves are varied.
    pub temperature: f32,
    /// A description in one line.
    pub about: &'static str,
}

impl Level {
    const fn new(visits: u64, temperature: f32, about: &'static str) -> Self {
        Self { visits, temperature, about }
    }
}

/// The levels, `level=1` first: the network's intuition with a loose hand, its first thought, then four times the visits each.
pub const LEVELS: [Level; 9] = [
    Level::new(1, 1.0, "the network's intuition with a loose hand"),
    Level::new(1, 0.0, "the network's first thought"),
    Level::new(4, 0.0, "4 positions a move"),
    Level::new(16, 0.0, "16 positions a move"),
    Level::new(64, 0.0, "64 positions a move"),
    Level::new(256, 0.0, "256 positions a move"),
    Level::new(1024, 0.0, "1024 positions a move"),
    Level::new(4096, 0.0, "4096 positions a move"),
    Level::new(16384, 0.0, "16384 positions a move"),
];

const LEVELS_ABOUT: [&str; LEVELS.len()] = {
    let mut about = [""; LEVELS.len()];
    let mut index = 0;
    while index < about.len() {
        about[index] = LEVELS[index].about;
        index += 1;
    }
    about
};

/// Visits where nothing else is said.
const DEFAULT_VISITS: u64 = 800;
/// Openings whose chances differ from even by so much more than the evenest are played too, when there is swap.
const OPENING_MARGIN: f32 = 0.05;

/// Searches with a network.
#[derive(Debug)]
pub struct Neural {
    /// The network that was given; otherwise the program's own for the size of the board plays.
    network: Option<Arc<Network>>,
    settings: NeuralSettings,
    evaluators: Vec<Evaluator>,
    tree: Option<Tree>,
}

impl Neural {
    /// A player with this network.
    #[must_use]
    pub fn new(network: Arc<Network>, settings: NeuralSettings) -> Self {
        Self::playing(Some(network), settings)
    }

    /// A player with the network of the program for each size of board.
    #[must_use]
    pub fn embedded(settings: NeuralSettings) -> Self {
        Self::playing(None, settings)
    }

    fn playing(network: Option<Arc<Network>>, settings: NeuralSettings) -> Self {
        Self { network, settings, evaluators: Vec::new(), tree: None }
    }

    fn of(spec: &Spec, read: &ReadFile<'_>) -> Result<Self, PlayerError> {
        let weights_in =
            |bytes: &[u8]| NetworkWeights::read(bytes).map_err(|reason| format!("a weights file ({reason})"));
        let weights = spec.files("weights", read, weights_in)?.pop();
        let network = weights.map(|weights| Arc::new(Network::new(&weights, Instructions::best())));
        Ok(Self::playing(network, NeuralSettings::of(spec)))
    }

    /// How many positions the network has evaluated on boards of the present size.
    #[must_use]
    pub fn evaluations(&self) -> u64 {
        self.evaluators.iter().map(Evaluator::evaluations).sum()
    }

    /// The board's evaluators, made when the size changes.
    fn prepare(&mut self, size: BoardSize) {
        if self.evaluators.first().is_none_or(|evaluator| evaluator.size() != size) {
            let network = self.network.clone().unwrap_or_else(|| Network::embedded(size));
            let evaluator = Evaluator::new(network, size);
            self.evaluators = vec![evaluator; self.settings.threads.max(1)];
            self.tree = None;
        }
    }

    /// Searches a position that is neither won nor lost at once, and leaves the graph in `tree`.
    fn search<const W: usize>(&mut self, position: &Position<W>, request: &Request<'_>) {
        let limits = request.limits;
        let visits = match (self.settings.visits, limits.nodes) {
            (Some(visits), Some(nodes)) => visits.min(nodes),
            (Some(visits), None) | (None, Some(visits)) => visits,
            (None, None) if limits.time.is_some() => u64::MAX,
            (None, None) => DEFAULT_VISITS,
        };
        let tree = match &mut self.tree {
            Some(tree) => {
                tree.advance(position);
                tree
            }
            None => self.tree.insert(Tree::new(position)),
        };
        let search = Search {
            root: *position,
            tree: Mutex::new(tree),
            exploration: Exploration {
                base: self.settings.exploration,
                growth: self.settings.growth,
                reduction: self.settings.reduction,
            },
            bounds: Bounds {
                visits,
                positions: self.settings.positions,
                // A proof cannot be interrupted.
                examine: if hexy::has_time_for_proofs(request, PriorDepth::Second) {
                    self.settings.examine
                } else {
                    0
                },
                race: self.settings.race,
            },
            request,
            seed: request.seed,
            finished: AtomicBool::new(false),
            evaluated: Condvar::new(),
        };
        search.run(&mut self.evaluators);
    }

    /// The first move where the opponent may swap: one of the openings nearest to even chances.
    fn open(&mut self, game: &Game, seed: u64) -> Choice {
        let position = *game.position();
        let evaluator = &mut self.evaluators[0];
        let mut chance_after = |cell: Cell| {
            let child = position.child(cell);
            let [one, other] =
                [false, true].map(|rotated| evaluator.evaluate(&child, rotated).win_probability());
            1.0 - f32::midpoint(one, other)
        };
        let openings: Vec<(Cell, f32)> = game.size().iter().map(|cell| (cell, chance_after(cell))).collect();
        let distance = |(_, chance): &(Cell, f32)| (chance - 0.5).abs();
        let least = openings.iter().map(distance).fold(1.0, f32::min);
        let even: Vec<_> =
            openings.iter().filter(|opening| distance(opening) <= least + OPENING_MARGIN).collect();
        let (cell, chance) = even[random_below(&mut Xoshiro256PlusPlus::seed_from_u64(seed), even.len())];
        let reason = format!("an even opening, {:.0} % to win for the one who has it", chance * 100.0);
        let mut choice = Choice::place(*cell, reason);
        choice.thoughts.value = Some(f64::from(*chance));
        choice
    }
}

impl Player for Neural {
    fn name(&self) -> String {
        match self.settings.visits {
            Some(visits) => format!("neural, {visits} visits"),
            None => "neural".to_string(),
        }
    }

    fn choose(&mut self, request: &Request<'_>) -> Result<Choice, PlayerError> {
        request.check_in_progress()?;
        let game = request.game;
        self.prepare(game.size());
        if swap_follows(game) {
            return Ok(self.open(game, request.seed));
        }
        let position = game.position();
        let first =
            |cells: board::CellSet| cells.first().expect("a decided move has cells while the game goes on");
        match urgency(position) {
            Urgency::Won(cells) => return Ok(certain(first(cells), true, "wins at once")),
            Urgency::Lost(cells) => {
                return Ok(certain(first(cells), false, "one of several wins that the opponent threatens"));
            }
            Urgency::Within(_) => {}
        }
        with_words!(game.size(), W => self.search::<W>(&position.resize(), request));
        let tree = self.tree.as_ref().expect("the search left its graph");
        let thoughts = progress(tree);
        let value = tree.value(tree.root());
        if game.can_swap() && value < 0.0 {
            let reason = format!("{:.0} % to win without swapping", chance(value) * 100.0);
            return Ok(Choice { mv: swap_move(game.size()), reason, thoughts });
        }
        let cell = pick(tree, &thoughts, &self.settings, request.seed);
        let reason = match tree.status(tree.root()) {
            Status::Won => "wins for certain".to_string(),
            Status::Lost => "loses for certain against best play".to_string(),
            Status::Open | Status::Pending => {
                format!("{:.1} % to win after {} visits", chance(value) * 100.0, thoughts.nodes)
            }
        };
        Ok(Choice { mv: Move::Place(cell), reason, thoughts: Progress { line: tree.line(cell), ..thoughts } })
    }

    fn new_game(&mut self) {
        self.tree = None;
    }
}

/// Whether the opponent may swap after the next move.
fn swap_follows(game: &Game) -> bool {
    let mut next = game.clone();
    let cell = game.size().iter().next().expect("a board has a cell");
    game.turns().is_empty() && next.play(Move::Place(cell)).is_ok() && next.can_swap()
}

fn certain(cell: Cell, wins: bool, reason: &str) -> Choice {
    let mut choice = Choice::place(cell, reason);
    choice.thoughts.value = Some(if wins { 1.0 } else { 0.0 });
    choice
}

/// The move to play: the best candidate, or at a temperature one drawn by its visits. Moves that lose for certain are not
/// drawn while others are left.
fn pick(tree: &Tree, thoughts: &Progress, settings: &NeuralSettings, seed: u64) -> Cell {
    let &NeuralSettings { temperature, plausible, .. } = settings;
    let candidates: Vec<(Cell, f64)> = if tree.tried().is_empty() {
        tree.untried().iter().map(|prior| (prior.cell, f64::from(prior.prior))).collect()
    } else {
        let open = thoughts.candidates.iter().filter(|candidate| candidate.value > 0.0);
        open.map(|candidate| (candidate.cell, candidate.weight)).collect()
    };
    let best = || thoughts.line.first().copied().expect("a position in progress has a move");
    if temperature == 0.0 || candidates.is_empty() || tree.status(tree.root()) == Status::Won {
        return best();
    }
    let least = f64::from(plausible) * candidates.iter().map(|&(_, weight)| weight).fold(0.0, f64::max);
    let weight = |&(_, weight): &(Cell, f64)| {
        if weight < least { 0.0 } else { weight.powf(1.0 / f64::from(temperature)) }
    };
    let weights: Vec<f64> = candidates.iter().map(weight).collect();
    let unit = (Xoshiro256PlusPlus::seed_from_u64(seed).next_u64() >> 11) as f64 / (1u64 << 53) as f64;
    let mut left = unit * weights.iter().sum::<f64>();
    for (&(cell, _), weight) in candidates.iter().zip(weights) {
        left -= weight;
        if left < 0.0 {
            return cell;
        }
    }
    best()
}
