//! Long questions: each runs on a thread of the pool, reports its progress, and can be cancelled.
//!
//! The pool has as many threads as the machine has cores, at least four, so that a proof, an engine and a review go on side by side
//! on a small machine too. A few more take only quick questions: somebody who waits for a
//! move or points at a cell does not wait for other people's long searches; the server's own threads never compute. A job that waits or
//! runs can be watched by any number of event streams. What has ended is kept for a while so that a page that was away can
//! still fetch the answer.
//!
//! The job of a page ends when the page is gone: a tab that was closed, or a machine that went to sleep, does not keep a thread.
//!
//! Jobs and their bytes are counted for each page, for each address, and in all. Who asks for more than its part is refused, or
//! loses its own oldest answers; others do not notice.

mod queue;
mod report;

use std::{
    collections::BTreeMap,
    net::IpAddr,
    sync::{
        Arc, Condvar, Mutex, MutexGuard,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use serde_json::Value;
use tokio::sync::watch;

use self::queue::{Queue, Waiting};
pub use self::report::{JobAnswer, JobId, JobParts, JobReport, JobStatus, write_json};
use crate::ApiError;

/// A question that may take longer than this is a long one.
const QUICK: Duration = Duration::from_secs(10);

/// Threads that compute, at least: one page may want a proof, an engine and a review at once.
const LEAST_THREADS: usize = 4;

/// Jobs that have ended and are kept, in all and for each address.
const MOST_KEPT: usize = 4096;
const MOST_KEPT_EACH: usize = 256;

/// The stack of a thread that computes: as much as the program's first thread has.
const STACK: usize = 8 << 20;

/// The message for a dropped answer.
const GIVEN_UP: &str =
    "the answer was given up: you asked for more than is kept for one page or address; ask again";

/// The message for a job that lost its place.
const DISPLACED: &str = "the server is full, and your address has most questions waiting: ask again soon";

/// Limits on work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JobsSettings {
    /// Threads that compute.
    pub threads: usize,
    /// Threads beside them for quick questions alone. One address gets all of them but one.
    pub quick_threads: usize,
    /// Jobs that one page may have waiting or running.
    pub per_client: usize,
    /// Jobs that all pages of one address may have waiting or running: one client does not fill the queue.
    pub per_address: usize,
    /// Jobs that may be waiting or running in all.
    pub waiting: usize,
    /// The longest that one job may take.
    pub longest: Duration,
    /// How long the job of a page goes on while no stream watches it and no request asks for its state.
    pub unwatched: Duration,
    /// How long an answer is kept.
    pub keep: Duration,
    /// Bytes of questions and answers that are kept in all.
    pub bytes: usize,
    /// The same for one address.
    pub bytes_per_address: usize,
    /// The same for one page.
    pub bytes_per_client: usize,
}

impl Default for JobsSettings {
    fn default() -> Self {
        Self {
            threads: std::thread::available_parallelism().map_or(2, usize::from).max(LEAST_THREADS),
            quick_threads: 2,
            per_client: 6,
            per_address: 256,
            waiting: 512,
            longest: Duration::from_secs(120),
            unwatched: Duration::from_secs(20),
            keep: Duration::from_secs(600),
            bytes: 256 << 20,
            bytes_per_address: 96 << 20,
            bytes_per_client: 64 << 20,
        }
    }
}

/// Who asked: an address, and the name that a page gave itself.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Client {
    /// The address, or the network that counts as one.
    pub address: IpAddr,
    /// The name of the page; empty for a client that is none.
    pub page: String,
}

impl Client {
    /// Whether it watches its jobs as long as it wants their answers.
    fn is_page(&self) -> bool {
        !self.page.is_empty()
    }
}

/// The resources of a running job.
pub struct JobContext {
    stop: Arc<AtomicBool>,
    report: Arc<watch::Sender<JobStatus>>,
    deadline: Instant,
}

impl JobContext {
    /// Set when the job should end with what it has.
    #[must_use]
    pub fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    /// The time left before the job should end by itself.
    #[must_use]
    pub fn time_left(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }

    /// Notifies the watchers.
    #[expect(clippy::needless_pass_by_value, reason = "a progress is made to be told, and not used after")]
    pub fn progress(&self, progress: Value) {
        self.report.send_replace(JobStatus::running(&progress));
    }
}

/// Which threads may take a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lane {
    /// Any of them: somebody waits for the answer.
    Quick,
    /// Those that are not kept for quick questions.
    Long,
}

impl Lane {
    /// The lane of a question that may take this long.
    #[must_use]
    pub fn within(time: Duration) -> Self {
        if time > QUICK { Self::Long } else { Self::Quick }
    }
}

/// The work of a job.
pub type JobTask = Box<dyn FnOnce(&JobContext) -> Result<JobAnswer, String> + Send>;

struct Job {
    client: Client,
    stop: Arc<AtomicBool>,
    report: Arc<watch::Sender<JobStatus>>,
    /// The kind of thread that it runs on.
    runs_on: Option<Lane>,
    /// When a stream or a request last wanted the answer.
    wanted: Instant,
    ended: Option<Instant>,
    /// The question's, and when it has ended the answer's.
    bytes: usize,
}

#[derive(Default)]
struct Inner {
    jobs: BTreeMap<JobId, Job>,
    queue: Queue,
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
    ///
    /// # Panics
    /// When the system has no threads to give.
    #[must_use]
    pub fn start(settings: JobsSettings) -> Arc<Self> {
        let jobs = Arc::new(Self { settings, inner: Mutex::default(), arrived: Condvar::new() });
        let any = std::iter::repeat_n(Lane::Long, settings.threads.max(1));
        let quick = std::iter::repeat_n(Lane::Quick, settings.quick_threads);
        for lane in any.chain(quick) {
            let pool = Arc::clone(&jobs);
            let thread = std::thread::Builder::new().name("job".to_string()).stack_size(STACK);
            thread.spawn(move || pool.work(lane)).expect("a system that starts a server starts its threads");
        }
        let pool = Arc::clone(&jobs);
        let thread = std::thread::Builder::new().name("unwatched".to_string());
        thread.spawn(move || pool.end_unwatched()).expect("a system that starts a server starts its threads");
        jobs
    }

    /// Accepts a job whose question has this many bytes, and returns its name.
    ///
    /// # Errors
    /// [`ApiError`] where the client, its address or the server has as much as it may have.
    pub fn submit(&self, client: Client, lane: Lane, bytes: usize, task: JobTask) -> Result<JobId, ApiError> {
        let id = JobId::random()?;
        let mut inner = self.lock();
        inner.forget_old(self.settings.keep);
        inner.admit(&client, &self.settings)?;
        if !inner.make_room(&client, bytes, &self.settings) {
            return Err(ApiError::Full);
        }
        let report = Arc::new(watch::Sender::new(JobStatus::waiting()));
        let (client_of_job, stop, wanted) = (client.clone(), Arc::default(), Instant::now());
        let job = Job { client: client_of_job, stop, report, runs_on: None, wanted, ended: None, bytes };
        inner.jobs.insert(id, job);
        inner.queue.push(Waiting { id, client, lane, task });
        // The thread that wakes up may not be the one that takes the job.
        self.arrived.notify_all();
        Ok(id)
    }

    /// Watches a job.
    ///
    /// # Errors
    /// [`ApiError::NotFound`] where there is none of this name.
    pub fn watch(&self, id: JobId) -> Result<watch::Receiver<JobStatus>, ApiError> {
        let mut inner = self.lock();
        let job = inner.jobs.get_mut(&id).ok_or_else(no_job)?;
        job.wanted = Instant::now();
        Ok(job.report.subscribe())
    }

    /// Asks a job to end. One that waits ends now; one that runs ends with what it has.
    ///
    /// # Errors
    /// [`ApiError::NotFound`] where there is none of this name.
    pub fn cancel(&self, id: JobId) -> Result<(), ApiError> {
        let mut inner = self.lock();
        inner.jobs.contains_key(&id).then(|| inner.cancel(id)).ok_or_else(no_job)
    }

    /// The loop of the thread that looks for jobs of pages that are gone.
    fn end_unwatched(&self) {
        let pause = (self.settings.unwatched / 4).min(Duration::from_secs(1));
        let mut inner = self.lock();
        while !inner.closed {
            for id in inner.unwatched(self.settings.unwatched) {
                inner.cancel(id);
            }
            let waited = self.arrived.wait_timeout(inner, pause);
            inner = waited.unwrap_or_else(|poisoned| poisoned.into_inner()).0;
        }
    }

    /// Asks every job to end: the server stops.
    pub fn cancel_all(&self) {
        let mut inner = self.lock();
        inner.closed = true;
        for job in inner.jobs.values() {
            job.stop.store(true, Ordering::Relaxed);
        }
        for id in inner.queue.drain() {
            inner.end(id, JobStatus::cancelled());
        }
        self.arrived.notify_all();
    }

    /// The loop of each thread of the pool; `lane` is the longest kind of job that it takes.
    fn work(&self, lane: Lane) {
        while let Some((id, task, context)) = self.next(lane) {
            let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| task(&context)));
            let report = match result {
                Ok(Ok(answer)) => JobStatus::done(answer),
                Ok(Err(message)) => JobStatus::failed(&message),
                Err(_) => JobStatus::failed("the engine failed; the server goes on"),
            };
            self.finish(id, report);
        }
    }

    /// Keeps an answer, if there is room for it.
    fn finish(&self, id: JobId, report: JobStatus) {
        let mut inner = self.lock();
        let Some(job) = inner.jobs.get_mut(&id) else { return };
        // The question is not needed any more.
        job.bytes = 0;
        let client = job.client.clone();
        if inner.make_room(&client, report.bytes(), &self.settings) {
            inner.end(id, report);
        } else {
            inner.end(id, JobStatus::failed(GIVEN_UP));
        }
    }

    /// Waits for the next job.
    fn next(&self, lane: Lane) -> Option<(JobId, JobTask, JobContext)> {
        let mut inner = self.lock();
        loop {
            if inner.closed {
                return None;
            }
            if let Some(waiting) = inner.next(lane, self.settings.quick_threads)
                && let Some(job) = inner.jobs.get_mut(&waiting.id)
            {
                job.runs_on = Some(lane);
                let deadline = Instant::now() + self.settings.longest;
                let context =
                    JobContext { stop: Arc::clone(&job.stop), report: Arc::clone(&job.report), deadline };
                context.progress(Value::Null);
                return Some((waiting.id, waiting.task, context));
            }
            inner = self.arrived.wait(inner).unwrap_or_else(|poisoned| poisoned.into_inner());
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // A panicking job never holds the lock: its work runs outside.
        self.inner.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl Inner {
    /// Whether there is a place for one more job of a client; where the server is full, the greediest address makes one.
    fn admit(&mut self, client: &Client, settings: &JobsSettings) -> Result<(), ApiError> {
        let mut by_address: BTreeMap<IpAddr, usize> = BTreeMap::new();
        for job in self.jobs.values().filter(|job| job.ended.is_none()) {
            *by_address.entry(job.client.address).or_default() += 1;
        }
        let of_client = self.jobs.values().filter(|job| job.ended.is_none() && job.client == *client).count();
        if of_client >= settings.per_client {
            return Err(ApiError::TooMany { most: settings.per_client });
        }
        let mine = by_address.get(&client.address).copied().unwrap_or(0);
        if mine >= settings.per_address {
            return Err(ApiError::TooManyPages { most: settings.per_address });
        }
        if by_address.values().sum::<usize>() < settings.waiting {
            return Ok(());
        }
        let busy = ApiError::Busy { most: settings.waiting };
        let greediest = by_address.into_iter().max_by_key(|&(_, count)| count);
        let Some((greediest, _)) = greediest.filter(|&(_, count)| count > mine + 1) else { return Err(busy) };
        let Some(id) = self.queue.newest(greediest) else { return Err(busy) };
        self.queue.remove(id);
        self.end(id, JobStatus::failed(DISPLACED));
        Ok(())
    }

    /// Drops old answers until this many more bytes fit: first the page's own, then its address's, then those of the address
    /// that has most. False when that is not enough.
    fn make_room(&mut self, client: &Client, bytes: usize, settings: &JobsSettings) -> bool {
        let of_client = |job: &Job| job.client == *client;
        let of_address = |job: &Job| job.client.address == client.address;
        if !self.give_up(of_client, bytes, settings.bytes_per_client)
            || !self.give_up(of_address, bytes, settings.bytes_per_address)
        {
            return false;
        }
        while self.bytes(|_| true) + bytes > settings.bytes {
            let mut by_address: BTreeMap<IpAddr, usize> = BTreeMap::new();
            for job in self.jobs.values().filter(|job| job.ended.is_some()) {
                *by_address.entry(job.client.address).or_default() += job.bytes;
            }
            let greediest =
                by_address.into_iter().max_by_key(|&(_, bytes)| bytes).filter(|&(_, bytes)| bytes > 0);
            let Some((greediest, _)) = greediest else { return false };
            self.give_up_one(|job| job.client.address == greediest);
        }
        true
    }

    /// Drops old answers of these jobs until they and this many more bytes are within a limit.
    fn give_up(&mut self, which: impl Fn(&Job) -> bool, bytes: usize, most: usize) -> bool {
        while self.bytes(&which) + bytes > most {
            if !self.give_up_one(&which) {
                return false;
            }
        }
        true
    }

    /// Gives up the oldest answer of these jobs, if there is one.
    fn give_up_one(&mut self, which: impl Fn(&Job) -> bool) -> bool {
        let kept = self.jobs.values_mut().filter(|job| job.ended.is_some() && job.bytes > 0 && which(job));
        let Some(job) = kept.min_by_key(|job| job.ended) else { return false };
        job.bytes = 0;
        job.report.send_replace(JobStatus::failed(GIVEN_UP));
        true
    }

    fn bytes(&self, which: impl Fn(&Job) -> bool) -> usize {
        self.jobs.values().filter(|job| which(job)).map(|job| job.bytes).sum()
    }

    /// The job whose turn it is on a thread of this kind.
    fn next(&mut self, lane: Lane, quick_threads: usize) -> Option<Waiting> {
        let running = self.jobs.values().filter(|job| job.runs_on.is_some() && job.ended.is_none());
        let (mut clients, mut on_quick) = (Vec::new(), BTreeMap::<IpAddr, usize>::new());
        for job in running {
            clients.push(&job.client);
            *on_quick.entry(job.client.address).or_default() += usize::from(job.runs_on == Some(Lane::Quick));
        }
        let quick_each = quick_threads.saturating_sub(1).max(1);
        self.queue.next(&clients, |waiting| match lane {
            Lane::Long => true,
            Lane::Quick => {
                let mine = on_quick.get(&waiting.client.address).copied().unwrap_or(0);
                waiting.lane == Lane::Quick && mine < quick_each
            }
        })
    }

    /// The jobs of pages that no stream has watched and no request has asked for in this time.
    fn unwatched(&mut self, time: Duration) -> Vec<JobId> {
        let mut found = Vec::new();
        for (&id, job) in self.jobs.iter_mut().filter(|(_, job)| job.ended.is_none() && job.client.is_page())
        {
            if job.report.receiver_count() > 0 {
                job.wanted = Instant::now();
            } else if job.wanted.elapsed() >= time {
                found.push(id);
            }
        }
        found
    }

    /// Asks a job to end, or takes it out of the queue.
    fn cancel(&mut self, id: JobId) {
        if let Some(job) = self.jobs.get(&id) {
            job.stop.store(true, Ordering::Relaxed);
        }
        if self.queue.remove(id) {
            self.end(id, JobStatus::cancelled());
        }
    }

    fn end(&mut self, id: JobId, report: JobStatus) {
        if let Some(job) = self.jobs.get_mut(&id) {
            job.ended = Some(Instant::now());
            job.bytes = report.bytes();
            job.report.send_replace(report);
        }
    }

    fn forget_old(&mut self, keep: Duration) {
        self.jobs.retain(|_, job| job.ended.is_none_or(|ended| ended.elapsed() < keep));
        let ended = self.jobs.iter().filter_map(|(&id, job)| Some((job.ended?, id, job.client.address)));
        let mut ended: Vec<(Instant, JobId, IpAddr)> = ended.collect();
        ended.sort_unstable_by(|one, two| two.cmp(one));
        let mut kept: BTreeMap<IpAddr, usize> = BTreeMap::new();
        for (place, (_, id, address)) in ended.into_iter().enumerate() {
            let count = kept.entry(address).or_default();
            *count += 1;
            if place >= MOST_KEPT || *count > MOST_KEPT_EACH {
                self.jobs.remove(&id);
            }
        }
    }
}

fn no_job() -> ApiError {
    ApiError::NotFound(
        "there is no job of this name: expected one that was asked for in the last minutes".to_string(),
    )
}

#[cfg(test)]
mod tests;
