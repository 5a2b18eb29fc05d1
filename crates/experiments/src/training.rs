//! Trainings with several seeds on several threads, saved as they go, and the games that judge them.

mod plot;

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use learning::{CurvePoint, Event, Training, TrainingSettings, duel, random_openings};
use player::Player;
use players::{FeatureSet, Mops, MopsFeatures, WeightsFile};
use serde::{Serialize, Serializer};

use crate::{
    ExperimentError, Lab,
    error::{Within as _, require},
};

pub use plot::draw;

/// The fixed panel of opponents, weakest first.
pub const PANEL: [&str; 5] =
    ["random", "mops:weights=equal", "hexy:n=0,depth=1,width=40", "bridges", "queenbee:depth=1"];

/// Stones with which judging games begin.
const STONES: usize = 2;

/// Time between two saves.
const SAVE: Duration = Duration::from_secs(2);

/// The task.
#[derive(Debug, Clone)]
pub struct TrainingPlan {
    /// How to learn; the seed is the first one.
    pub settings: TrainingSettings,
    /// Who learns.
    pub player: Mops,
    /// The first weights, unless they are random.
    pub first: Option<Vec<f64>>,
    /// Games of each training, with those of an earlier one that goes on.
    pub games: usize,
    /// How many trainings, with seeds from that of the settings on.
    pub seeds: u64,
    /// Trainings at the same time.
    pub threads: usize,
    /// The weights file, also for going on; with several seeds, one file each.
    pub out: Option<PathBuf>,
    /// Paired games of the trained player against its untrained self.
    pub judge: usize,
    /// Paired games against each of the panel.
    pub panel: usize,
}

/// One training and what came of it.
#[derive(Debug, Clone)]
pub struct TrainingRun {
    /// Random seed.
    pub seed: u64,
    /// The weights before the first game.
    pub first: Vec<f64>,
    /// The weights after the last.
    pub weights: Vec<f64>,
    /// Every game, with the weights after it.
    pub curve: Vec<CurvePoint>,
    /// How the trained player did.
    pub duels: Vec<TrainingDuel>,
    /// The weights file.
    pub path: Option<PathBuf>,
}

impl TrainingRun {
    /// How often a game ended with this event.
    #[must_use]
    pub fn count(&self, event: Event) -> usize {
        self.curve.iter().filter(|point| point.event == event).count()
    }
}

impl Serialize for TrainingRun {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Game<'a> {
            won: bool,
            event: Option<&'static str>,
            weights: &'a [f64],
        }
        #[derive(Serialize)]
        struct Run<'a> {
            seed: u64,
            features: &'a [&'static str],
            first: &'a [f64],
            weights: &'a [f64],
            duels: &'a [TrainingDuel],
            curve: Vec<Game<'a>>,
            file: &'a Option<PathBuf>,
        }
        let games = self.curve.iter().map(|point| {
            let event = match point.event {
                Event::Nothing => None,
                Event::Born => Some("born"),
                Event::Kept => Some("kept"),
                Event::Dropped => Some("dropped"),
            };
            Game { won: point.won, event, weights: &point.weights }
        });
        let Self { seed, first, weights, duels, path, .. } = self;
        let (features, curve) = (MopsFeatures::NAMES, games.collect());
        Run { seed: *seed, features, first, weights, duels, curve, file: path }.serialize(serializer)
    }
}

/// Paired games of the trained player against another one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TrainingDuel {
    /// The other player.
    pub against: String,
    /// Games in all.
    pub games: usize,
    /// Games won.
    pub won: u32,
    /// Pairs lost, split and won.
    pub pairs: [u32; 3],
}

impl TrainingDuel {
    /// The share of games won.
    #[must_use]
    pub fn share(&self) -> f64 {
        f64::from(self.won) / self.games as f64
    }
}

/// The weights of a file, or equal ones.
///
/// # Errors
/// [`ExperimentError`] where the file has no weights of this player.
pub fn first_weights(name: &str) -> Result<Vec<f64>, ExperimentError> {
    if name == "equal" {
        return Ok(vec![1.0; MopsFeatures::NAMES.len()]);
    }
    let text = fs::read_to_string(name).within(name)?;
    let weights =
        WeightsFile::parse(&text).and_then(|file| file.weights_of(MopsFeatures::PLAYER, MopsFeatures::NAMES));
    weights.within(name)
}

/// Trains with every seed. The runs come back in the order of their seeds, whichever thread made them.
///
/// # Errors
/// [`ExperimentError`] where the plan makes no sense, or a file cannot be read or written.
pub fn train(plan: &TrainingPlan, lab: &Lab<'_>) -> Result<Vec<TrainingRun>, ExperimentError> {
    // All that can be wrong shows before the first game.
    let mut trainings = Vec::new();
    for seed in 0..plan.seeds {
        trainings.push(Mutex::new(Some(plan.prepare(plan.settings.seed.wrapping_add(seed), lab)?)));
    }
    let per_run = plan.games + plan.judge + plan.panel * PANEL.len();
    lab.watcher.begin(plan.seeds * per_run as u64, "games");
    let runs: Vec<Mutex<Option<TrainingRun>>> = trainings.iter().map(|_| Mutex::default()).collect();
    let (next, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let worker = || -> Result<(), ExperimentError> {
        while !stop.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed) as usize;
            let Some(slot) = trainings.get(index) else { break };
            let Some(job) = slot.lock().unwrap_or_else(PoisonError::into_inner).take() else { break };
            let result = plan.work(job, lab, &stop);
            if result.is_err() {
                stop.store(true, Ordering::Relaxed);
            }
            *runs[index].lock().unwrap_or_else(PoisonError::into_inner) = Some(result?);
        }
        Ok(())
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..plan.threads).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().try_for_each(|worker| match worker.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        })
    })?;
    Ok(runs.into_iter().filter_map(|run| run.into_inner().unwrap_or_else(PoisonError::into_inner)).collect())
}

/// A training that is ready to begin or to go on.
struct Job {
    seed: u64,
    training: Training<Mops>,
    path: Option<PathBuf>,
}

impl TrainingPlan {
    fn prepare(&self, seed: u64, lab: &Lab<'_>) -> Result<Job, ExperimentError> {
        let settings = TrainingSettings { seed, ..self.settings.clone() };
        let mut training =
            Training::new(settings, &self.player, self.first.as_deref(), &|spec| lab.player(spec))?;
        let path =
            self.out.as_ref().map(|path| if self.seeds == 1 { path.clone() } else { with_seed(path, seed) });
        if let Some(path) = path.as_ref().filter(|path| path.exists()) {
            let mut going_on = || -> Result<(), ExperimentError> {
                let text = fs::read_to_string(path)?;
                let file = WeightsFile::parse(&text)
                    .map_err(|problem| ExperimentError::unexpected(problem.to_string()))?;
                training.resume(&file)?;
                let played = training.curve().len();
                require!(
                    played <= self.games,
                    "found {played} games: expected at most --games {}",
                    self.games
                );
                Ok(())
            };
            going_on().within(format!(
                "{}: expected this training, to go on with it; name another file with --out to begin a new one",
                path.display()
            ))?;
        }
        Ok(Job { seed, training, path })
    }

    fn work(&self, job: Job, lab: &Lab<'_>, stop: &AtomicBool) -> Result<TrainingRun, ExperimentError> {
        let Job { seed, mut training, path } = job;
        lab.watcher.advance(training.curve().len() as u64);
        let mut saved = Instant::now();
        while training.curve().len() < self.games && !stop.load(Ordering::Relaxed) {
            training.play_game()?;
            lab.watcher.advance(1);
            if let Some(path) = &path
                && saved.elapsed() >= SAVE
            {
                save(path, &training)?;
                saved = Instant::now();
            }
        }
        if let Some(path) = &path {
            save(path, &training)?;
        }
        let mut trained = self.player.clone();
        trained.set_weights(training.weights());
        let mut untrained = self.player.clone();
        untrained.set_weights(training.first());
        let mut duels = Vec::new();
        if self.judge > 0 {
            duels.push(self.duel(
                &mut trained,
                ("its untrained self", &mut untrained),
                self.judge,
                seed,
                lab,
            )?);
        }
        if self.panel > 0 {
            for spec in PANEL {
                let mut other = lab.player(spec)?;
                duels.push(self.duel(&mut trained, (spec, &mut *other), self.panel, seed, lab)?);
            }
        }
        let (first, weights) = (training.first().to_vec(), training.weights().to_vec());
        Ok(TrainingRun { seed, first, weights, curve: training.curve().to_vec(), duels, path })
    }

    fn duel(
        &self,
        trained: &mut Mops,
        (against, other): (&str, &mut dyn Player),
        games: usize,
        seed: u64,
        lab: &Lab<'_>,
    ) -> Result<TrainingDuel, ExperimentError> {
        let mut pairs = [0; 3];
        for (index, opening) in
            random_openings(self.settings.size, games / 2, STONES, seed).into_iter().enumerate()
        {
            let seed = seed.wrapping_mul(1 << 20).wrapping_add(index as u64);
            let wins = duel([trained, other], self.settings.size, &opening, seed)?;
            pairs[wins as usize] += 1;
            lab.watcher.advance(2);
        }
        Ok(TrainingDuel { against: against.to_string(), games, won: pairs[1] + 2 * pairs[2], pairs })
    }
}

/// `weights.toml` with the seed: `weights-3.toml`.
fn with_seed(path: &Path, seed: u64) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().map_or_else(String::new, |end| format!(".{}", end.to_string_lossy()));
    path.with_file_name(format!("{stem}-{seed}{extension}"))
}

/// Writes a file beside the old one and puts it in its place, so that a kill leaves one of them whole.
fn save(path: &Path, training: &Training<Mops>) -> Result<(), ExperimentError> {
    let text = format!(
        "# Weights learnt by hexwright train; docs/explanation/learning.md describes the format.\n{}",
        training.file(MopsFeatures::PLAYER, MopsFeatures::NAMES)
    );
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    fs::write(&beside, text)
        .and_then(|()| fs::rename(&beside, path))
        .within(format!("cannot write {}", path.display()))
}
