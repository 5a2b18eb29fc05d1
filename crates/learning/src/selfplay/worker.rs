//! A worker of self-play: it owns some slots, each with a batch of games. While one slot waits for its answers, it works on another.

use std::collections::BTreeMap;

use board::BoardSize;

use crate::{
    LearningError,
    selfplay::{
        batch::{Batch, BatchKind, new_batch},
        exchange::{ExchangeCommand, ExchangeReport},
        settings::SelfPlaySettings,
    },
};

/// The other side of self-play: where positions go, and where answers come from.
pub trait Exchange {
    /// Why something cannot be read or written.
    type Error: From<LearningError>;

    /// Fills `bytes` with the answers of a slot.
    ///
    /// # Errors
    /// Why they cannot be read.
    fn read_answers(&self, slot: u16, bytes: &mut [u8]) -> Result<(), Self::Error>;

    /// Hands over the positions of a slot.
    ///
    /// # Errors
    /// Why they cannot be written.
    fn write_requests(&self, slot: u16, bytes: &[u8]) -> Result<(), Self::Error>;

    /// Keeps whole samples of games on boards of this size.
    ///
    /// # Errors
    /// Why they cannot be written.
    fn append_samples(&self, size: BoardSize, bytes: &[u8]) -> Result<(), Self::Error>;

    /// Says how far a slot is.
    ///
    /// # Errors
    /// Why it cannot be said.
    fn report(&self, report: ExchangeReport) -> Result<(), Self::Error>;
}

/// The slots of a thread.
pub struct Worker<'a, E> {
    exchange: &'a E,
    settings: &'a SelfPlaySettings,
    /// Games in a batch.
    games: usize,
    batches: BTreeMap<u16, Box<dyn Batch>>,
    bytes: Vec<u8>,
    samples: Vec<u8>,
}

impl<'a, E: Exchange> Worker<'a, E> {
    /// A worker without games, whose batches will have this many.
    #[must_use]
    pub fn new(exchange: &'a E, settings: &'a SelfPlaySettings, games: usize) -> Self {
        Self { exchange, settings, games, batches: BTreeMap::new(), bytes: Vec::new(), samples: Vec::new() }
    }

    /// Does what the evaluator asks for; false if it asks for the end.
    ///
    /// # Errors
    /// Those of the exchange, and [`LearningError`] for answers that no slot waits for.
    pub fn obey(&mut self, command: ExchangeCommand) -> Result<bool, E::Error> {
        match command {
            ExchangeCommand::Answers { slot } => self.answers(slot)?,
            ExchangeCommand::Play { slot, size, full_visits, fast_visits, against_opponent, seed } => {
                let kind = if against_opponent { BatchKind::AgainstOpponent } else { BatchKind::SelfPlay };
                self.start(slot, size, kind, [full_visits, fast_visits], seed)?;
            }
            ExchangeCommand::Match { slot, size, visits, games, seed } => {
                let kind = BatchKind::Match { games: games as usize };
                self.start(slot, size, kind, [visits; 2], seed)?;
            }
            ExchangeCommand::Quit => return Ok(false),
        }
        Ok(true)
    }

    fn start(
        &mut self,
        slot: u16,
        size: BoardSize,
        kind: BatchKind,
        [full_visits, fast_visits]: [u16; 2],
        seed: u32,
    ) -> Result<(), E::Error> {
        let settings = SelfPlaySettings { full_visits, fast_visits, ..self.settings.clone() };
        let seed = u64::from(slot) << 32 | u64::from(seed);
        let batch = new_batch(size, kind, self.games, &settings, seed);
        batch.requests(&mut self.bytes);
        self.batches.insert(slot, batch);
        self.send_requests(ExchangeReport::Requests { slot, size, games: 0, moves: 0, samples: 0 }, slot)
    }

    fn answers(&mut self, slot: u16) -> Result<(), E::Error> {
        let Some(batch) = self.batches.get_mut(&slot) else {
            return Err(LearningError::NoGames { slot }.into());
        };
        self.bytes.resize(batch.answers_len(), 0);
        self.exchange.read_answers(slot, &mut self.bytes)?;
        self.samples.clear();
        let tally = batch.answers(&self.bytes, &mut self.samples)?;
        let size = batch.size();
        if !self.samples.is_empty() {
            self.exchange.append_samples(size, &self.samples)?;
        }
        if let Some((games, wins)) = batch.match_result() {
            self.batches.remove(&slot);
            return self.exchange.report(ExchangeReport::MatchOver { slot, size, games, wins });
        }
        batch.requests(&mut self.bytes);
        let (games, moves, samples) = (tally.games, tally.moves, tally.samples);
        self.send_requests(ExchangeReport::Requests { slot, size, games, moves, samples }, slot)
    }

    fn send_requests(&self, report: ExchangeReport, slot: u16) -> Result<(), E::Error> {
        self.exchange.write_requests(slot, &self.bytes)?;
        self.exchange.report(report)
    }
}
