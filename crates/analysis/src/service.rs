//! The environment that a front end gives a question: limits, players, solved positions, time, and a progress observer.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use player::{Clock, Cost, NoClock, Player, PlayerError};
use serde::{Serialize, de::DeserializeOwned};
use solver::{AnySolver, Archive, ProverSettings, SolverSettings};

use crate::{AnswerProgress, Error};

/// Makes a player from its name and settings, or says what was expected.
pub type MakePlayer = dyn Fn(&str) -> Result<Box<dyn Player>, PlayerError> + Send + Sync;

/// The limits and services that a front end gives all questions.
#[derive(Clone)]
pub struct Service {
    /// The longest time that a question may ask for.
    pub longest: Duration,
    /// Bytes of a question's transposition table.
    pub table_bytes: usize,
    /// Positions that are solved already, and where new ones are kept.
    pub archive: Option<Arc<dyn Archive>>,
    /// Makes the players that questions name; refuses those that the front end does not allow.
    pub make_player: Arc<MakePlayer>,
    /// The most that a player takes, nested players included; none if the machine belongs to the person who asks.
    pub share: Option<Cost>,
}

impl std::fmt::Debug for Service {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Service")
            .field("longest", &self.longest)
            .field("table_bytes", &self.table_bytes)
            .finish_non_exhaustive()
    }
}

impl Default for Service {
    /// Two minutes, 64 megabytes, no archive, players that need no file.
    fn default() -> Self {
        Self {
            longest: Duration::from_secs(120),
            table_bytes: 64 << 20,
            archive: None,
            make_player: Arc::new(players::create),
            share: None,
        }
    }
}

impl Service {
    /// The usual service on a machine with limits: players read no file, and take no more than this.
    #[must_use]
    pub fn shared(most: Cost) -> Self {
        let make = move |player: &str| {
            let spec = players::REGISTRY.read(player)?;
            spec.within(most)?;
            spec.make(&players::no_files)
        };
        Self { make_player: Arc::new(make), share: Some(most), ..Self::default() }
    }

    /// A solver of a question.
    pub(crate) fn solver(&self) -> AnySolver {
        let settings = SolverSettings { table_bytes: self.table_bytes, ..SolverSettings::default() };
        AnySolver::new(settings, ProverSettings::default()).with_archive(self.archive.clone())
    }

    /// The time for a question that asks for this many milliseconds, or for no limit.
    pub(crate) fn time(&self, asked: Option<u64>, usual: Duration) -> Result<Duration, Error> {
        match asked.map(Duration::from_millis) {
            Some(time) if time > self.longest => {
                Err(Error::bad(format!("milliseconds: expected at most {}", self.longest.as_millis())))
            }
            time => Ok(time.unwrap_or(usual).min(self.longest)),
        }
    }

    /// The time that a proof gets: what it asks for, but no more than the front end allows. Who asks for a proof need not know
    /// what that is.
    pub(crate) fn proof_time(&self, asked: Option<u64>, usual: Duration) -> Result<Duration, Error> {
        let time = asked.map_or(usual, Duration::from_millis);
        if time > LONGEST_PROOF {
            return Err(Error::bad(format!("milliseconds: expected at most {}", LONGEST_PROOF.as_millis())));
        }
        Ok(time.min(self.longest))
    }
}

/// The longest time that a proof may ask for: a quarter of an hour.
pub(crate) const LONGEST_PROOF: Duration = Duration::from_secs(900);

/// The environment that a front end gives a running question.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// Time since the job started.
    pub clock: &'a dyn Clock,
    /// Set by others to end the work now, with what is known.
    pub stop: &'a AtomicBool,
    /// Hears how the work goes, a few times a second.
    pub hear: &'a (dyn Fn(AnswerProgress) + Sync),
}

impl Default for Context<'_> {
    /// A clock that stands still, without an observer or a stop flag.
    fn default() -> Self {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Self { clock: &NoClock, stop: &NEVER, hear: &|_| {} }
    }
}

impl Context<'_> {
    /// Whether the time is over, or someone asked to stop.
    pub(crate) fn is_past(&self, time: Duration) -> bool {
        self.stop.load(Ordering::Relaxed) || self.clock.elapsed() >= time
    }
}

/// Lets progress through a few times a second.
#[derive(Debug, Default)]
pub(crate) struct Interval(AtomicU64);

impl Interval {
    const MILLISECONDS: u64 = 150;

    /// Whether it is time to tell again.
    pub(crate) fn is_due(&self, clock: &dyn Clock) -> bool {
        let now = clock.elapsed().as_millis() as u64 / Self::MILLISECONDS;
        self.0.swap(now, Ordering::Relaxed) != now
    }
}

/// A question that was checked and can be answered.
pub struct Task<A> {
    /// The longest that the work takes, more or less.
    pub time: Duration,
    work: Box<Work<A>>,
}

type Work<A> = dyn FnOnce(&Context<'_>) -> Result<A, Error> + Send;

impl<A> Task<A> {
    pub(crate) fn new(
        time: Duration,
        work: impl FnOnce(&Context<'_>) -> Result<A, Error> + Send + 'static,
    ) -> Self {
        Self { time, work: Box::new(work) }
    }

    /// Work that is soon done.
    pub(crate) fn quick(work: impl FnOnce(&Context<'_>) -> Result<A, Error> + Send + 'static) -> Self {
        Self::new(Duration::ZERO, work)
    }

    /// Does the work.
    ///
    /// # Errors
    /// [`Error::Player`] or [`Error::Chance`] where an engine cannot answer. A limit is not an error: the answer says what is unknown.
    pub fn answer(self, context: &Context<'_>) -> Result<A, Error> {
        (self.work)(context)
    }
}

/// A question on the wire.
pub trait Question: DeserializeOwned + Send + 'static {
    /// The type of its answer.
    type Answer: Serialize + Send;

    /// Checks the question.
    ///
    /// # Errors
    /// [`Error`] with what was found and what was expected.
    fn prepare(self, service: &Service) -> Result<Task<Self::Answer>, Error>;
}
