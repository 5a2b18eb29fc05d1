//! Long questions: each runs on a thread of the pool, tells its progress, and can be cancelled.
//!
//! The pool has as many threads as the machine has cores, and a few more that take only quick questions, so that somebody who waits for a
//! move or points at a cell does not wait for other people's long searches; the server's own threads never compute. A job that waits or
//! runs can be watched by any number of event streams. What has ended is kept for a while so that a page that was away can
//! still fetch the answer.

use std::{
    collections::{BTreeMap, VecDeque},
    net::IpAddr,
    sync::{
        Arc, Condvar, Mutex, MutexGuard,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use serde_json::Value;
use tokio::sync::watch;

use crate::ApiError;

/// A question that may take longer than this is a long one.
const QUICK: Duration = Duration::from_secs(10);

/// Answers that are kept at most.
const MOST_KEPT: usize = 256;

/// Limits on work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JobsSettings {
    /// Threads that compute.
    pub threads: usize,
    /// Threads beside them for quick questions alone.
    pub quick_threads: usize,
    /// Jobs that one page may have waiting or running.
    pub per_client: usize,
    /// Jobs that all pages of one address may have waiting or running: one client does not fill the queue.
    pub per_address: usize,
    /// Jobs that may be waiting or running in all.
    pub waiting: usize,
    /// The longest that one job may take.
    pub longest: Duration,
    /// How long an answer is kept.
    pub keep: Duration,
}

impl Default for JobsSettings {
    fn default() -> Self {
        Self {
            threads: std::thread::available_parallelism().map_or(2, usize::from),
            quick_threads: 2,
            per_client: 6,
            per_address: 256,
            waiting: 512,
            longest: Duration::from_secs(120),
            keep: Duration::from_secs(600),
        }
    }
}

/// Who asked: an address, and the name that a page gave itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Client {
    pub(crate) address: IpAddr,
    pub(crate) page: String,
}

/// How far a job is.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum JobState {
    Waiting,
    Running(Value),
    Done(Value),
    Failed(String),
    Cancelled,
}

impl JobState {
    pub(crate) const fn has_ended(&self) -> bool {
        matches!(self, Self::Done(_) | Self::Failed(_) | Self::Cancelled)
    }
}

/// What a running job may use.
pub(crate) struct Context {
    stop: Arc<AtomicBool>,
    state: Arc<watch::Sender<JobState>>,
    deadline: Instant,
}

impl Context {
    /// Set when the job should end with what it has.
    pub(crate) fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    /// The time left before the job should end by itself.
    pub(crate) fn time_left(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }

    /// Tells whoever watches.
    pub(crate) fn progress(&self, progress: Value) {
        self.state.send_replace(JobState::Running(progress));
    }
}

/// Which threads may take a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lane {
    /// Any of them: somebody waits for the answer.
    Quick,
    /// Those that are not kept for quick questions.
    Long,
}

impl Lane {
    /// The lane of a question that may take this long.
    pub(crate) fn within(time: Duration) -> Self {
        if time > QUICK { Self::Long } else { Self::Quick }
    }
}

/// The work of a job.
pub(crate) type Work = Box<dyn FnOnce(&Context) -> Result<Value, String> + Send>;

#[derive(Debug)]
struct Job {
    client: Client,
    stop: Arc<AtomicBool>,
    state: Arc<watch::Sender<JobState>>,
    ended: Option<Instant>,
}

#[derive(Default)]
struct Inner {
    jobs: BTreeMap<u64, Job>,
    queue: VecDeque<(u64, Lane, Work)>,
    last: u64,
    closed: bool,
}

/// All jobs of a server.
pub struct Jobs {
    settings: JobsSettings,
    inner: Mutex<Inner>,
    arrived: Condvar,
}

impl std::fmt::Debug for Jobs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Jobs").field("settings", &self.settings).finish_non_exhaustive()
    }
}

impl Jobs {
    /// Starts the threads. They end when the server drops the last handle, or with the process.
    #[must_use]
    pub fn start(settings: JobsSettings) -> Arc<Self> {
        let jobs = Arc::new(Self { settings, inner: Mutex::default(), arrived: Condvar::new() });
        let any = std::iter::repeat_n(Lane::Long, settings.threads.max(1));
        let quick = std::iter::repeat_n(Lane::Quick, settings.quick_threads);
        for longest in any.chain(quick) {
            let pool = Arc::clone(&jobs);
            std::thread::spawn(move || pool.work(longest));
        }
        jobs
    }

    /// The longest that one job may take.
    pub(crate) const fn longest(&self) -> Duration {
        self.settings.longest
    }

    /// Takes a job on and returns its number.
    pub(crate) fn submit(&self, client: Client, lane: Lane, work: Work) -> Result<u64, ApiError> {
        let mut inner = self.lock();
        self.forget_old(&mut inner);
        let active = || inner.jobs.values().filter(|job| job.ended.is_none());
        if active().filter(|job| job.client == client).count() >= self.settings.per_client {
            return Err(ApiError::TooMany { most: self.settings.per_client });
        }
        if active().filter(|job| job.client.address == client.address).count() >= self.settings.per_address {
            return Err(ApiError::TooManyPages { most: self.settings.per_address });
        }
        if active().count() >= self.settings.waiting {
            return Err(ApiError::Busy { most: self.settings.waiting });
        }
        inner.last += 1;
        let id = inner.last;
        let state = Arc::new(watch::Sender::new(JobState::Waiting));
        inner.jobs.insert(id, Job { client, stop: Arc::default(), state, ended: None });
        inner.queue.push_back((id, lane, work));
        // Whoever wakes may not be the one who takes it.
        self.arrived.notify_all();
        Ok(id)
    }

    /// Watches a job.
    pub(crate) fn watch(&self, id: u64) -> Result<watch::Receiver<JobState>, ApiError> {
        let inner = self.lock();
        inner.jobs.get(&id).map(|job| job.state.subscribe()).ok_or_else(|| no_job(id))
    }

    /// Asks a job to end. One that waits ends now; one that runs ends with what it has.
    pub(crate) fn cancel(&self, id: u64) -> Result<(), ApiError> {
        let mut inner = self.lock();
        let job = inner.jobs.get(&id).ok_or_else(|| no_job(id))?;
        job.stop.store(true, Ordering::Relaxed);
        if let Some(place) = inner.queue.iter().position(|(waiting, ..)| *waiting == id) {
            inner.queue.remove(place);
            end(&mut inner, id, JobState::Cancelled);
        }
        Ok(())
    }

    /// Asks every job to end: the server stops.
    pub(crate) fn cancel_all(&self) {
        let mut inner = self.lock();
        inner.closed = true;
        let waiting: Vec<u64> = inner.queue.drain(..).map(|(id, ..)| id).collect();
        for job in inner.jobs.values() {
            job.stop.store(true, Ordering::Relaxed);
        }
        for id in waiting {
            end(&mut inner, id, JobState::Cancelled);
        }
        self.arrived.notify_all();
    }

    /// What each thread of the pool does; `longest` is the longest kind of job that it takes.
    fn work(&self, longest: Lane) {
        while let Some((id, work, context)) = self.next(longest) {
            let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| work(&context)));
            let state = match result {
                Ok(Ok(value)) => JobState::Done(value),
                Ok(Err(message)) => JobState::Failed(message),
                Err(_) => JobState::Failed("the engine failed; the server goes on".to_string()),
            };
            end(&mut self.lock(), id, state);
        }
    }

    /// Waits for the next job.
    fn next(&self, longest: Lane) -> Option<(u64, Work, Context)> {
        let mut inner = self.lock();
        loop {
            if inner.closed {
                return None;
            }
            let place = inner.queue.iter().position(|&(_, lane, _)| lane == Lane::Quick || lane == longest);
            if let Some((id, _, work)) = place.and_then(|place| inner.queue.remove(place)) {
                let job = inner.jobs.get(&id)?;
                let deadline = Instant::now() + self.settings.longest;
                let context =
                    Context { stop: Arc::clone(&job.stop), state: Arc::clone(&job.state), deadline };
                context.progress(Value::Null);
                return Some((id, work, context));
            }
            inner = self.arrived.wait(inner).unwrap_or_else(|poisoned| poisoned.into_inner());
        }
    }

    fn forget_old(&self, inner: &mut Inner) {
        inner.jobs.retain(|_, job| job.ended.is_none_or(|ended| ended.elapsed() < self.settings.keep));
        // Answers may be large: of many the oldest are forgotten first.
        let mut surplus =
            inner.jobs.values().filter(|job| job.ended.is_some()).count().saturating_sub(MOST_KEPT);
        inner.jobs.retain(|_, job| {
            let forget = surplus > 0 && job.ended.is_some();
            surplus -= usize::from(forget);
            !forget
        });
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // A panicking job never holds the lock: its work runs outside.
        self.inner.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

fn end(inner: &mut Inner, id: u64, state: JobState) {
    if let Some(job) = inner.jobs.get_mut(&id) {
        job.ended = Some(Instant::now());
        job.state.send_replace(state);
    }
}

fn no_job(id: u64) -> ApiError {
    ApiError::NotFound(format!("there is no job {id}: expected one that was asked for in the last minutes"))
}
