//! The player `neural`: a tree search guided by a network, in which what is certain counts as certain.
//!
//! The network names moves and judges positions; the search ([`search`]) looks where the two promise most, joins what
//! different orders of moves have in common ([`tree`]), and keeps its graph for the next move. Wins and losses that can be
//! read off the board ([`threats`], [`chain`]), that the provers find at positions visited often, or that the solver finds at
//! the root, are exact and are carried up as such.

pub(crate) mod chain;
pub(crate) mod search;
pub(crate) mod threats;
pub(crate) mod tree;

use std::sync::{Arc, Condvar, Mutex, atomic::AtomicBool};

use board::{BoardSize, Cell, Game, Move, Position, SwapRule, below, with_words};
use network::{Evaluator, Instructions, Network, Weights};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};

use crate::{Choice, Player, PlayerError, Progress, ReadFile, Request, Sight, hexy};
use search::{Bounds, Search, chance, progress};
use threats::{Urgency, urgency};
use tree::{Exploration, Status, Tree};

/// How the player searches.
#[derive(Debug, Clone, PartialEq)]
pub struct NeuralSettings {
    /// Visits of the root, those kept from earlier moves included; without it, what the request says, else 800.
    pub visits: Option<u64>,
    /// Threads that search. With one, a seed gives the same move every time.
    pub threads: usize,
    /// How strongly moves are varied: 0 plays the best, 1 plays in proportion to visits.
    pub temperature: f32,
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
    /// How much worse than its parent a move is taken to be before it was looked at, on a scale from -1 to 1.
    pub reduction: f32,
}

impl Default for NeuralSettings {
    fn default() -> Self {
        Self {
            visits: None,
            threads: 1,
            temperature: 0.0,
            positions: 500_000,
            examine: 600,
            race: false,
            exploration: 1.0,
            growth: 0.45,
            reduction: 0.2,
        }
    }
}

/// A strength for people to play against.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Level {
    /// Visits of the root for each move.
    pub visits: u64,
    /// How strongly moves are varied.
    pub temperature: f32,
}

/// The levels, `level=1` first: the network's intuition with a loose hand, its first thought, then four times the visits each.
pub const LEVELS: [Level; 9] = [
    Level { visits: 1, temperature: 1.0 },
    Level { visits: 1, temperature: 0.0 },
    Level { visits: 4, temperature: 0.0 },
    Level { visits: 16, temperature: 0.0 },
    Level { visits: 64, temperature: 0.0 },
    Level { visits: 256, temperature: 0.0 },
    Level { visits: 1024, temperature: 0.0 },
    Level { visits: 4096, temperature: 0.0 },
    Level { visits: 16384, temperature: 0.0 },
];

/// Visits where nothing else is said.
const DEFAULT_VISITS: u64 = 800;
/// Openings whose chances differ from even by so much more than the evenest are played too, when there is swap.
const OPENING_MARGIN: f32 = 0.05;

/// Searches with a network.
#[derive(Debug)]
pub struct Neural {
    network: Arc<Network>,
    settings: NeuralSettings,
    evaluators: Vec<Evaluator>,
    tree: Option<Tree>,
}

impl Neural {
    /// A player with this network.
    #[must_use]
    pub fn new(network: Arc<Network>, settings: NeuralSettings) -> Self {
        Self { network, settings, evaluators: Vec::new(), tree: None }
    }

    /// A player from pairs of key and value: `weights` (a file in place of the embedded network), `visits`, `level`, `threads`, `temperature`, `positions`,
    /// `examine`, `race`, `exploration`, `growth`, `reduction`.
    ///
    /// # Errors
    /// [`PlayerError::Setting`] with what was expected, also where the weights cannot be read.
    pub fn from_settings(pairs: &[(&str, &str)], read: &ReadFile<'_>) -> Result<Self, PlayerError> {
        let mut settings = NeuralSettings::default();
        let mut weights = None;
        for &(key, value) in pairs {
            let error = |expected: &str| PlayerError::Setting {
                player: "neural".to_string(),
                found: format!("{key}={value}"),
                expected: expected.to_string(),
            };
            match key {
                "weights" => {
                    let bytes = read(value).map_err(|reason| error(&format!("a weights file ({reason})")))?;
                    weights = Some(
                        Weights::read(&bytes)
                            .map_err(|reason| error(&format!("a weights file ({reason})")))?,
                    );
                }
                "visits" => {
                    settings.visits =
                        Some(number(value, 1..=1_000_000_000).ok_or_else(|| error("visits from 1"))?);
                }
                "level" => {
                    let level: usize =
                        number(value, 1..=LEVELS.len()).ok_or_else(|| error("a level from 1 to 9"))?;
                    settings.visits = Some(LEVELS[level - 1].visits);
                    settings.temperature = LEVELS[level - 1].temperature;
                }
                "threads" => {
                    settings.threads = number(value, 1..=256).ok_or_else(|| error("1 to 256 threads"))?;
                }
                "positions" => {
                    settings.positions =
                        number(value, 1000..=100_000_000).ok_or_else(|| error("1000 positions or more"))?;
                }
                "temperature" => {
                    settings.temperature = number(value, 0.0..=10.0).ok_or_else(|| error("0 to 10"))?;
                }
                "examine" => {
                    settings.examine =
                        number(value, 0..=1_000_000_000).ok_or_else(|| error("visits from 0"))?;
                }
                "race" => {
                    settings.race = value.parse().map_err(|_| error("true or false"))?;
                }
                "exploration" => {
                    settings.exploration = number(value, 0.0..=10.0).ok_or_else(|| error("0 to 10"))?;
                }
                "growth" => settings.growth = number(value, 0.0..=10.0).ok_or_else(|| error("0 to 10"))?,
                "reduction" => {
                    settings.reduction = number(value, 0.0..=2.0).ok_or_else(|| error("0 to 2"))?;
                }
                _ => {
                    return Err(error(
                        "weights, visits, level, threads, temperature, positions, examine, race, exploration, growth or reduction",
                    ));
                }
            }
        }
        let weights = weights.unwrap_or_else(Weights::embedded);
        Ok(Self::new(Arc::new(Network::new(&weights, Instructions::best())), settings))
    }

    /// How many positions the network has evaluated on boards of the present size.
    #[must_use]
    pub fn evaluations(&self) -> u64 {
        self.evaluators.iter().map(Evaluator::evaluations).sum()
    }

    /// The board's evaluators, made when the size changes.
    fn prepare(&mut self, size: BoardSize) {
        if self.evaluators.first().is_none_or(|evaluator| evaluator.size() != size) {
            let evaluator = Evaluator::new(Arc::clone(&self.network), size);
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
                examine: if hexy::has_time_for_proofs(request, Sight::Second) {
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
        let (cell, chance) = even[below(&mut Xoshiro256PlusPlus::seed_from_u64(seed), even.len())];
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
            return Ok(Choice { mv: Move::Swap(SwapRule::Pieces), reason, thoughts });
        }
        let cell = pick(tree, &thoughts, self.settings.temperature, request.seed);
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
fn pick(tree: &Tree, thoughts: &Progress, temperature: f32, seed: u64) -> Cell {
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
    let weights: Vec<f64> =
        candidates.iter().map(|&(_, weight)| weight.powf(1.0 / f64::from(temperature))).collect();
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

/// Reads a number in a range.
fn number<T: std::str::FromStr + PartialOrd>(text: &str, range: std::ops::RangeInclusive<T>) -> Option<T> {
    text.parse().ok().filter(|number| range.contains(number))
}
