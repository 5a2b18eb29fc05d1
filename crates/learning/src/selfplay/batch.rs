//! Many games of one board size that share one evaluator.

use board::{BoardSize, with_words};
use rand_xoshiro::{
    SplitMix64,
    rand_core::{Rng, SeedableRng},
};

use super::{
    game::{Game, Purpose},
    search::{Evaluation, prior},
    settings::SelfPlaySettings,
    view::Viewer,
};
use crate::LearningError;

/// The purpose of a batch's games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BatchKind {
    /// Network 0 learns from games against itself.
    SelfPlay,
    /// Network 0 learns from games against network 1.
    AgainstOpponent,
    /// Network 0 plays this many games against network 1, two for each opening.
    Match {
        /// Number of games, at most the batch's.
        games: usize,
    },
}

/// Events while the answers were read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BatchTally {
    /// Games that ended.
    pub games: u32,
    /// Their moves, openings included.
    pub moves: u32,
    /// Samples they left.
    pub samples: u32,
}

/// Games that wait for one evaluation each.
pub trait Batch: Send {
    /// The board.
    fn size(&self) -> BoardSize;

    /// Replaces `into` by the positions to evaluate, laid out as [`exchange`](crate::exchange) says.
    fn requests(&self, into: &mut Vec<u8>);

    /// Bytes of the answers to the requests.
    fn answers_len(&self) -> usize;

    /// Takes every game one evaluation further and appends the [samples](crate::sample) of those that end.
    ///
    /// # Errors
    /// [`LearningError::AnswerLength`] and [`LearningError::NotAProbability`]; the games are then as before.
    fn answers(&mut self, answers: &[u8], samples: &mut Vec<u8>) -> Result<BatchTally, LearningError>;

    /// Games and wins of network 0, once the batch was a match and every game of it has ended.
    fn match_result(&self) -> Option<(u32, u32)>;
}

/// A batch of `games` games.
#[must_use]
pub fn new_batch(
    size: BoardSize,
    kind: BatchKind,
    games: usize,
    settings: &SelfPlaySettings,
    seed: u64,
) -> Box<dyn Batch> {
    with_words!(size, W => Box::new(Games::<W>::new(size, kind, games, settings, seed)))
}

struct Games<const W: usize> {
    size: BoardSize,
    kind: BatchKind,
    settings: SelfPlaySettings,
    viewer: Viewer,
    games: Vec<Game<W>>,
    /// Of a match, who won each game so far: network 0 or 1.
    results: Vec<Option<u8>>,
    priors: Vec<u16>,
}

impl<const W: usize> Games<W> {
    fn new(size: BoardSize, kind: BatchKind, games: usize, settings: &SelfPlaySettings, seed: u64) -> Self {
        let mut seeds = SplitMix64::seed_from_u64(seed);
        let mut pair_seed = 0;
        let games = (0..games).map(|index| {
            let (odd, own) = (index % 2, seeds.next_u64());
            pair_seed = if odd == 0 { own } else { pair_seed };
            let networks = if odd == 0 { [0, 1] } else { [1, 0] };
            let (purpose, seed) = match kind {
                BatchKind::SelfPlay => (Purpose::Learn { networks: [0, 0] }, own),
                BatchKind::AgainstOpponent => (Purpose::Learn { networks }, own),
                BatchKind::Match { .. } => (Purpose::Compare { networks }, pair_seed),
            };
            Game::new(size, purpose, seed, settings)
        });
        let games: Vec<_> = games.collect();
        Self {
            size,
            kind,
            settings: settings.clone(),
            viewer: Viewer::new(size),
            results: vec![None; games.len()],
            games,
            priors: Vec::new(),
        }
    }

    /// Values and priors as sent; checked before any game moves.
    fn read(&mut self, answers: &[u8]) -> Result<Vec<f32>, LearningError> {
        if answers.len() != self.answers_len() {
            return Err(LearningError::AnswerLength { found: answers.len(), expected: self.answers_len() });
        }
        let (values, priors) = answers.split_at(4 * self.games.len());
        let bad = |what, value, game| LearningError::NotAProbability { what, value, game };
        let values: Vec<f32> = values
            .chunks_exact(4)
            .map(|bytes| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
            .collect();
        if let Some(game) = values.iter().position(|value| !(0.0..=1.0).contains(value)) {
            return Err(bad("value", values[game], game));
        }
        self.priors.clear();
        self.priors.extend(priors.chunks_exact(2).map(|bytes| u16::from_le_bytes([bytes[0], bytes[1]])));
        // Bits above those of 1 are greater numbers, negative ones, infinities and NaN.
        if let Some(at) = self.priors.iter().position(|&bits| bits > ONE) {
            return Err(bad("prior", prior(self.priors[at]), at / self.size.cells()));
        }
        Ok(values)
    }
}

/// The bits of 1 as bfloat16.
const ONE: u16 = 0x3F80;

impl<const W: usize> Batch for Games<W> {
    fn size(&self) -> BoardSize {
        self.size
    }

    fn requests(&self, into: &mut Vec<u8>) {
        into.clear();
        for game in &self.games {
            let view = self.viewer.view(game.asked().0);
            for cells in [view.own, view.opponent] {
                cells.words().iter().for_each(|word| into.extend(word.to_le_bytes()));
            }
        }
        into.extend(self.games.iter().map(|game| game.asked().1));
    }

    fn answers_len(&self) -> usize {
        self.games.len() * (4 + 2 * self.size.cells())
    }

    fn answers(&mut self, answers: &[u8], samples: &mut Vec<u8>) -> Result<BatchTally, LearningError> {
        let values = self.read(answers)?;
        let mut tally = BatchTally::default();
        let rows = self.priors.chunks_exact(self.size.cells());
        for (index, ((game, value), priors)) in self.games.iter_mut().zip(values).zip(rows).enumerate() {
            let evaluation = Evaluation { value, priors };
            if let Some(ended) = game.answer(evaluation, &self.settings, &self.viewer, samples) {
                tally.games += 1;
                tally.moves += ended.moves;
                tally.samples += ended.samples;
                // Network 0 is Black in the games with even numbers.
                let winner = ended.winner.index() ^ (index % 2);
                self.results[index].get_or_insert(winner as u8);
            }
        }
        Ok(tally)
    }

    fn match_result(&self) -> Option<(u32, u32)> {
        let BatchKind::Match { games } = self.kind else { return None };
        let results = &self.results[..games.min(self.results.len())];
        let ended: Option<Vec<u8>> = results.iter().copied().collect();
        ended.map(|results| {
            (results.len() as u32, results.iter().filter(|&&winner| winner == 0).count() as u32)
        })
    }
}
