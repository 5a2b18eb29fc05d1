//! One game, always waiting for one evaluation.
//!
//! It begins with random stones, kept if the network finds the position balanced. Then each move is searched, a few of
//! them in full; once the network is sure who wins, the policy alone plays the rest (see [`SelfPlaySettings`]).

use board::{BoardSize, Cell, CellSet, Color, Position, random_below};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};

use super::{
    sample::Pending,
    search::{Budget, Evaluation, Search},
    settings::{OPENING_STONES, SelfPlaySettings},
    view::Viewer,
};

/// Who plays and what for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// To learn from. Each colour's network by number.
    Learn { networks: [u8; 2] },
    /// To compare: every move is searched with the full visits, nothing is recorded.
    Compare { networks: [u8; 2] },
}

impl Purpose {
    const fn networks(self) -> [u8; 2] {
        match self {
            Self::Learn { networks } | Self::Compare { networks } => networks,
        }
    }
}

/// The use of the evaluation that a game waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// To keep or throw away the opening.
    Opening { tries: u32 },
    /// To begin a search, or to play by the policy alone.
    Root,
    /// To go on with a search.
    Leaf,
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ended {
    pub(crate) winner: Color,
    pub(crate) moves: u32,
    pub(crate) samples: u32,
}

/// A game in progress.
#[derive(Debug)]
pub(crate) struct Game<const W: usize> {
    purpose: Purpose,
    random: Xoshiro256PlusPlus,
    phase: Phase,
    position: Position<W>,
    /// The position that waits for an evaluation.
    asked: Position<W>,
    search: Search<W>,
    full: bool,
    first_ply: usize,
    /// Moves in a row after which the value was extreme.
    certain: u32,
    to_the_end: bool,
    pending: Vec<Pending<W>>,
    buffer: Vec<u16>,
}

impl<const W: usize> Game<W> {
    pub(crate) fn new(size: BoardSize, purpose: Purpose, seed: u64, settings: &SelfPlaySettings) -> Self {
        let mut game = Self {
            purpose,
            random: Xoshiro256PlusPlus::seed_from_u64(seed),
            phase: Phase::Root,
            position: Position::empty(size),
            asked: Position::empty(size),
            search: Search::new(size.cells()),
            full: true,
            first_ply: 0,
            certain: 0,
            to_the_end: false,
            pending: Vec::new(),
            buffer: Vec::new(),
        };
        game.begin(settings);
        game
    }

    /// The position to evaluate and the number of the network to do it.
    pub(crate) fn asked(&self) -> (&Position<W>, u8) {
        let network = match self.phase {
            // Both games of a comparison must agree on the opening, independent of the side that begins.
            Phase::Opening { .. } => 0,
            // A search below a root is the business of the side to move there.
            Phase::Root | Phase::Leaf => self.purpose.networks()[self.position.to_move().index()],
        };
        (&self.asked, network)
    }

    /// Continues with the evaluation that the game waited for, up to the next one. A game that ended starts again.
    pub(crate) fn answer(
        &mut self,
        evaluation: Evaluation<'_>,
        settings: &SelfPlaySettings,
        viewer: &Viewer,
        samples: &mut Vec<u8>,
    ) -> Option<Ended> {
        match self.phase {
            Phase::Opening { tries } => {
                let kept = (4.0 * evaluation.value * (1.0 - evaluation.value)).powf(settings.balance);
                if tries < settings.opening_tries && self.uniform() >= kept {
                    self.draw_opening(tries + 1);
                    return None;
                }
                self.root(evaluation, settings);
            }
            Phase::Root => self.root(evaluation, settings),
            Phase::Leaf => self.search.supply(evaluation),
        }
        // 1. Search on, or play: each turn of the loop plays one move, until one needs an evaluation.
        loop {
            if self.phase == Phase::Leaf {
                if let Some(leaf) = self.search.advance(viewer) {
                    self.asked = *leaf;
                    return None;
                }
                self.note_search(settings);
            }
            let color = self.position.to_move();
            let seen = if self.phase == Phase::Leaf {
                self.search.chosen()
            } else {
                best_prior(&self.position, viewer, evaluation)
            };
            let cell = viewer.cell(seen, color);
            self.play(cell);
            // 2. The end.
            if self.position.has_won(color) {
                let ended = self.finish(color, cell, viewer, samples);
                self.begin(settings);
                return Some(ended);
            }
            // 3. The search may have evaluated the new position already.
            if self.phase == Phase::Leaf
                && matches!(self.purpose, Purpose::Learn { networks } if networks[0] == networks[1])
            {
                let mut priors = std::mem::take(&mut self.buffer);
                let known = self.search.evaluation_after(seen, &mut priors);
                if let Some(value) = known {
                    self.root(Evaluation { value, priors: &priors }, settings);
                }
                self.buffer = priors;
                // By the policy alone there is a move to play at once; the loop would take the wrong evaluation for it.
                if known.is_some() && self.phase == Phase::Leaf {
                    continue;
                }
            }
            self.phase = Phase::Root;
            self.asked = self.position;
            return None;
        }
    }

    fn begin(&mut self, settings: &SelfPlaySettings) {
        self.certain = 0;
        self.pending.clear();
        self.to_the_end = self.uniform() < settings.searched_to_the_end;
        self.draw_opening(0);
    }

    /// Random stones in turn.
    fn draw_opening(&mut self, tries: u32) {
        let size = self.position.size();
        let mut chance = self.uniform();
        let stones = OPENING_STONES
            .iter()
            .find(|(_, share)| {
                chance -= share;
                chance < 0.0
            })
            .map_or(2, |&(stones, _)| stones);
        // A comparison begins with two stones: one that the swap rule would leave, and a reply.
        let stones = if matches!(self.purpose, Purpose::Compare { .. }) { 2 } else { stones };
        let stones = stones.min(size.cells() / 8);
        self.position = Position::empty(size);
        for _ in 0..stones {
            let empty = self.position.empty_cells();
            let cell = empty
                .iter()
                .nth(random_below(&mut self.random, empty.len()))
                .expect("an eighth of the cells is taken");
            self.position.play_unchecked(cell);
        }
        self.first_ply = stones;
        self.asked = self.position;
        self.phase = Phase::Opening { tries };
    }

    /// Begins the search of the position, or leaves the phase at `Root` where the policy alone is to play.
    fn root(&mut self, evaluation: Evaluation<'_>, settings: &SelfPlaySettings) {
        self.phase = Phase::Root;
        let extreme = is_extreme(evaluation.value, settings);
        if self.certain >= 2 && extreme {
            return;
        }
        if !extreme {
            self.certain = 0;
        }
        let learn = matches!(self.purpose, Purpose::Learn { .. });
        self.full = !learn || self.uniform() < settings.full_share;
        let budget = if self.full {
            Budget { visits: u32::from(settings.full_visits), considered: settings.considered }
        } else {
            let visits = u32::from(settings.fast_visits);
            Budget { visits, considered: (visits as usize / 2).clamp(2, settings.considered.max(2)) }
        };
        let noise = self.noise(settings);
        let random = &mut self.random;
        self.search.begin(&self.position, evaluation, budget, || noise * gumbel(random));
        self.phase = Phase::Leaf;
    }

    /// Scale of the noise at this move.
    fn noise(&self, settings: &SelfPlaySettings) -> f32 {
        let plies = (self.position.occupied().len() - self.first_ply) as f32;
        let decay = plies / (settings.noise_rows * self.position.size().cols() as f32);
        match self.purpose {
            Purpose::Learn { .. } => {
                settings.first_noise + (settings.last_noise - settings.first_noise) * decay.min(1.0)
            }
            Purpose::Compare { .. } => 0.0,
        }
    }

    /// Keeps what a finished search has to say.
    fn note_search(&mut self, settings: &SelfPlaySettings) {
        let value = self.search.value();
        if !self.to_the_end {
            self.certain = if is_extreme(value, settings) { self.certain + 1 } else { 0 };
        }
        let color = self.position.to_move();
        // An opponent's searches are no example: it is weaker.
        if self.full && matches!(self.purpose, Purpose::Learn { networks } if networks[color.index()] == 0) {
            let mut policy = Vec::new();
            self.search.policy(&mut policy);
            self.pending.push(Pending { position: self.position, policy, reply: None, value });
        }
    }

    fn play(&mut self, cell: Cell) {
        // A sample of the position before waits for this move; it is the last one, or the last but one if the position
        // here left a sample too.
        let stones = self.position.occupied().len();
        for pending in self.pending.iter_mut().rev().take(2) {
            if pending.position.occupied().len() + 1 == stones {
                pending.reply = Some(cell);
            }
        }
        self.position.play_unchecked(cell);
    }

    fn finish(&mut self, winner: Color, last: Cell, viewer: &Viewer, samples: &mut Vec<u8>) -> Ended {
        let chain: CellSet<W> = self.position.group_at(last);
        for pending in &self.pending {
            pending.write(viewer, winner, chain, samples);
        }
        Ended { winner, moves: self.position.occupied().len() as u32, samples: self.pending.len() as u32 }
    }

    /// A random number from 0 up to, not including, 1.
    fn uniform(&mut self) -> f32 {
        (self.random.next_u32() >> 8) as f32 / (1 << 24) as f32
    }
}

fn is_extreme(value: f32, settings: &SelfPlaySettings) -> bool {
    value < settings.decided || value > 1.0 - settings.decided
}

/// The move with the greatest prior, in the numbering of the view.
fn best_prior<const W: usize>(position: &Position<W>, viewer: &Viewer, evaluation: Evaluation<'_>) -> Cell {
    let seen = viewer.cells(position.empty_cells(), position.to_move());
    seen.iter()
        .max_by_key(|cell| (evaluation.priors[cell.index()], std::cmp::Reverse(*cell)))
        .unwrap_or(Cell::from_index_unchecked(0))
}

/// A sample of the standard Gumbel distribution.
fn gumbel(random: &mut impl Rng) -> f32 {
    // Strictly between 0 and 1, so that both logarithms are finite.
    let uniform = ((random.next_u32() >> 9) as f32 + 0.5) / (1 << 23) as f32;
    -(-uniform.ln()).ln()
}
