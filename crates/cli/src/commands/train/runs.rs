//! Trainings with several seeds on several threads, saved as they go, and the games that judge them.

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

use anyhow::{Context, Result, anyhow, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use learning::{Point, Training, TrainingSettings, duel, random_openings};
use player::{FeatureSet, Mops, MopsFeatures, Player, WeightsFile};

use crate::players;

/// The fixed panel of opponents, weakest first.
pub(crate) const PANEL: [&str; 5] =
    ["random", "mops:weights=equal", "hexy:n=0,depth=1,width=40", "bridges", "queenbee:depth=1"];

/// Stones with which judging games begin.
const STONES: usize = 2;

/// Time between two saves.
const SAVE: Duration = Duration::from_secs(2);

/// What is to be done.
pub(crate) struct Plan {
    /// How to learn; the seed is the first one.
    pub(crate) settings: TrainingSettings,
    /// Who learns.
    pub(crate) player: Mops,
    /// The first weights, unless they are random.
    pub(crate) first: Option<Vec<f64>>,
    pub(crate) games: usize,
    pub(crate) seeds: u64,
    pub(crate) threads: usize,
    pub(crate) out: Option<PathBuf>,
    /// Games against the untrained self, and against each of the panel.
    pub(crate) judge: usize,
    pub(crate) panel: usize,
}

/// One training and what came of it.
pub(crate) struct Run {
    pub(crate) seed: u64,
    pub(crate) first: Vec<f64>,
    pub(crate) weights: Vec<f64>,
    pub(crate) curve: Vec<Point>,
    pub(crate) duels: Vec<Duel>,
    pub(crate) path: Option<PathBuf>,
}

/// Paired games of the trained player against another one.
pub(crate) struct Duel {
    pub(crate) against: String,
    pub(crate) games: usize,
    pub(crate) won: u32,
    /// Pairs lost, split and won.
    pub(crate) pairs: [u32; 3],
}

impl Duel {
    /// The share of games won.
    pub(crate) fn share(&self) -> f64 {
        f64::from(self.won) / self.games as f64
    }
}

/// The weights of a file, or equal ones.
pub(crate) fn first_weights(name: &str) -> Result<Vec<f64>> {
    if name == "equal" {
        return Ok(vec![1.0; MopsFeatures::NAMES.len()]);
    }
    let text = fs::read_to_string(name).with_context(|| name.to_string())?;
    let weights =
        WeightsFile::parse(&text).and_then(|file| file.weights_of(MopsFeatures::PLAYER, MopsFeatures::NAMES));
    weights.map_err(|problem| anyhow!("{name}: {problem}"))
}

/// Trains with every seed. The runs come back in the order of their seeds, whichever thread made them.
pub(crate) fn train(plan: &Plan) -> Result<Vec<Run>> {
    // All that can be wrong shows before the first game.
    let mut trainings = Vec::new();
    for seed in 0..plan.seeds {
        trainings.push(Mutex::new(Some(plan.prepare(plan.settings.seed.wrapping_add(seed))?)));
    }
    let per_run = plan.games + plan.judge + plan.panel * PANEL.len();
    let bar = ProgressBar::new(plan.seeds * per_run as u64)
        .with_style(ProgressStyle::with_template("{wide_bar} {pos}/{len} games, {eta} left {msg}")?);
    bar.enable_steady_tick(Duration::from_millis(500));
    let runs: Vec<Mutex<Option<Run>>> = trainings.iter().map(|_| Mutex::default()).collect();
    let (next, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let worker = || -> Result<()> {
        while !stop.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed) as usize;
            let Some(slot) = trainings.get(index) else { break };
            let Some(job) = slot.lock().unwrap_or_else(PoisonError::into_inner).take() else { break };
            let result = plan.work(job, &bar, &stop);
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
    bar.finish_and_clear();
    Ok(runs.into_iter().filter_map(|run| run.into_inner().unwrap_or_else(PoisonError::into_inner)).collect())
}

/// A training that is ready to begin or to go on.
struct Job {
    seed: u64,
    training: Training<Mops>,
    path: Option<PathBuf>,
}

impl Plan {
    fn prepare(&self, seed: u64) -> Result<Job> {
        let settings = TrainingSettings { seed, ..self.settings.clone() };
        let mut training = Training::new(settings, &self.player, self.first.as_deref(), &players::create)?;
        let path =
            self.out.as_ref().map(|path| if self.seeds == 1 { path.clone() } else { with_seed(path, seed) });
        if let Some(path) = path.as_ref().filter(|path| path.exists()) {
            let mut going_on = || -> Result<()> {
                let text = fs::read_to_string(path)?;
                let file = WeightsFile::parse(&text).map_err(anyhow::Error::msg)?;
                training.resume(&file)?;
                let played = training.curve().len();
                ensure!(
                    played <= self.games,
                    "found {played} games: expected at most --games {}",
                    self.games
                );
                Ok(())
            };
            going_on().with_context(|| {
                format!(
                    "{}: expected this training, to go on with it; name another file with --out to begin a new one",
                    path.display()
                )
            })?;
        }
        Ok(Job { seed, training, path })
    }

    fn work(&self, job: Job, bar: &ProgressBar, stop: &AtomicBool) -> Result<Run> {
        let Job { seed, mut training, path } = job;
        bar.inc(training.curve().len() as u64);
        let mut saved = Instant::now();
        while training.curve().len() < self.games && !stop.load(Ordering::Relaxed) {
            training.play_game()?;
            bar.inc(1);
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
                bar,
            )?);
        }
        if self.panel > 0 {
            for spec in PANEL {
                let mut other = players::create(spec)?;
                duels.push(self.duel(&mut trained, (spec, &mut *other), self.panel, seed, bar)?);
            }
        }
        let (first, weights) = (training.first().to_vec(), training.weights().to_vec());
        Ok(Run { seed, first, weights, curve: training.curve().to_vec(), duels, path })
    }

    fn duel(
        &self,
        trained: &mut Mops,
        (against, other): (&str, &mut dyn Player),
        games: usize,
        seed: u64,
        bar: &ProgressBar,
    ) -> Result<Duel> {
        let mut pairs = [0; 3];
        for (index, opening) in
            random_openings(self.settings.size, games / 2, STONES, seed).into_iter().enumerate()
        {
            let seed = seed.wrapping_mul(1 << 20).wrapping_add(index as u64);
            let wins = duel([trained, other], self.settings.size, &opening, seed)?;
            pairs[wins as usize] += 1;
            bar.inc(2);
        }
        Ok(Duel { against: against.to_string(), games, won: pairs[1] + 2 * pairs[2], pairs })
    }
}

/// `weights.toml` with the seed: `weights-3.toml`.
fn with_seed(path: &Path, seed: u64) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().map_or_else(String::new, |end| format!(".{}", end.to_string_lossy()));
    path.with_file_name(format!("{stem}-{seed}{extension}"))
}

/// Writes a file beside the old one and puts it in its place, so that a kill leaves one of them whole.
fn save(path: &Path, training: &Training<Mops>) -> Result<()> {
    let text = format!(
        "# Weights learnt by hexwright train; docs/learning.md describes the format.\n{}",
        training.file(MopsFeatures::PLAYER, MopsFeatures::NAMES)
    );
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    fs::write(&beside, text)
        .and_then(|()| fs::rename(&beside, path))
        .with_context(|| format!("cannot write {}", path.display()))
}
