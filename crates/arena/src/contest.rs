//! A match: pairs of games from the same opening with colours exchanged, on several threads, saved after every game.

use std::{
    collections::BTreeMap,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use board::{BoardSize, Color, Move};
use player::TimeControl;
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};

use crate::{
    ArenaError, Contestant, Fault, FaultKind, Finished, GameEnding, GameLog, GameRecord, LogHeader,
    OpeningMoves, PairCounts, Referee, Rules, Sprt,
};

/// After this many crashes of a contestant in a row, the match ends with an error.
const MOST_CRASHES: usize = 5;

/// Makes a contestant; each thread of a match needs its own.
pub type Maker<'a> = &'a (dyn Fn() -> Result<Box<dyn Contestant>, ArenaError> + Sync);

/// One side of a match.
#[derive(Clone)]
pub struct MatchSide<'a> {
    /// How it is called in results.
    pub name: String,
    /// Its time.
    pub time: TimeControl,
    /// Makes it.
    pub make: Maker<'a>,
}

/// A match to be played.
#[derive(Clone)]
pub struct Contest<'a> {
    /// The two contestants; results are seen from the first one.
    pub sides: [MatchSide<'a>; 2],
    /// The board.
    pub size: BoardSize,
    /// The openings; pair number `i` plays the one at `i` modulo their number.
    pub openings: Vec<OpeningMoves>,
    /// How many pairs of games.
    pub pairs: usize,
    /// How many games at the same time.
    pub concurrency: usize,
    /// Time that a move may take beyond its time before it loses.
    pub margin: Duration,
    /// Whether a game ends as soon as its winner is proved.
    pub adjudicate: bool,
    /// Everything random follows from this.
    pub seed: u64,
    /// Ends the match early when it has decided.
    pub sprt: Option<Sprt>,
}

/// The state of a match.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Standing {
    /// Games won and lost by the first contestant.
    pub games: [u64; 2],
    /// Complete pairs.
    pub pairs: PairCounts,
    /// Games won by Black.
    pub black: u64,
    /// Games that ended by a fault of the first and of the second contestant: illegal move, time, crash.
    pub faults: [u64; 2],
    /// Games won by the first contestant in pairs that are not complete.
    open: BTreeMap<usize, u64>,
}

/// Hears of every game of a match.
pub trait MatchProgress: Sync {
    /// A game is over; it may have been played by an earlier run.
    ///
    /// # Errors
    /// Returns an error if the listener cannot store the game; the match then ends.
    fn game(&self, game: &GameRecord, standing: &Standing) -> Result<(), ArenaError>;
}

impl Standing {
    /// Games so far.
    #[must_use]
    pub const fn played(&self) -> u64 {
        self.games[0] + self.games[1]
    }

    fn add(&mut self, game: &GameRecord) {
        self.games[usize::from(!game.first_won)] += 1;
        self.black += u64::from(game.winner == Color::Black.to_string());
        if matches!(game.ending, GameEnding::Illegal | GameEnding::Time | GameEnding::Crash) {
            self.faults[usize::from(game.first_won)] += 1;
        }
        match self.open.remove(&game.pair) {
            Some(won) => self.pairs.add(won + u64::from(game.first_won)),
            None => drop(self.open.insert(game.pair, u64::from(game.first_won))),
        }
    }
}

impl Contest<'_> {
    /// The data that identifies the match in its log.
    #[must_use]
    pub fn header(&self) -> LogHeader {
        let names = |opening: &OpeningMoves| {
            opening.iter().map(|&cell| self.size.name(cell).to_string()).collect::<Vec<_>>().join(" ")
        };
        LogHeader::new(
            &self.sides[0].name,
            &self.sides[1].name,
            &self.size.to_string(),
            [0, 1].map(|side| self.sides[side].time.to_string()),
            self.seed,
            self.openings.iter().map(names).collect(),
        )
        .with_adjudication(self.adjudicate)
    }

    /// Plays the match, or what is left of it, and returns its standing.
    ///
    /// # Errors
    /// [`ArenaError`] where a contestant cannot play at all or the log cannot be kept. Games already played are in the log.
    pub fn play(
        &self,
        log: Option<GameLog>,
        earlier: &[GameRecord],
        progress: &dyn MatchProgress,
    ) -> Result<Standing, ArenaError> {
        let mut state =
            State { log, standing: Standing::default(), next: 0, done: Vec::new(), crashes: [0; 2] };
        for game in earlier {
            state.standing.add(game);
            state.done.push((game.pair, game.game));
            progress.game(game, &state.standing)?;
        }
        let (state, stop) = (Mutex::new(state), AtomicBool::new(false));
        let results = thread::scope(|scope| {
            let worker = || {
                let result = self.work(&state, &stop, progress);
                if result.is_err() {
                    stop.store(true, Ordering::Relaxed);
                }
                result
            };
            let workers: Vec<_> = (0..self.concurrency.max(1)).map(|_| scope.spawn(worker)).collect();
            workers.into_iter().map(|worker| worker.join()).collect::<Vec<_>>()
        });
        for result in results {
            match result {
                Ok(result) => result?,
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        Ok(state.into_inner().unwrap_or_else(PoisonError::into_inner).standing)
    }

    /// One thread: takes pair after pair.
    fn work(
        &self,
        state: &Mutex<State>,
        stop: &AtomicBool,
        progress: &dyn MatchProgress,
    ) -> Result<(), ArenaError> {
        let mut contestants = [(self.sides[0].make)()?, (self.sides[1].make)()?];
        while !stop.load(Ordering::Relaxed) {
            let Some((pair, games)) = lock(state).take_pair(self) else { return Ok(()) };
            for game in games {
                if stop.load(Ordering::Relaxed) {
                    return Ok(());
                }
                let finished = self.play_game(&mut contestants, pair, game)?;
                let record = self.record(pair, game, &finished);
                let mut state = lock(state);
                state.count_crashes(self, &record)?;
                if let Some(log) = &mut state.log {
                    log.add(&record)?;
                }
                state.standing.add(&record);
                progress.game(&record, &state.standing)?;
            }
        }
        Ok(())
    }

    /// Game 0 of a pair has the first contestant as Black, game 1 as White.
    fn play_game(
        &self,
        contestants: &mut [Box<dyn Contestant>; 2],
        pair: usize,
        game: usize,
    ) -> Result<Finished, ArenaError> {
        let [first, second] = contestants;
        let mut seats: [&mut dyn Contestant; 2] = [&mut **first, &mut **second];
        let mut time = [0, 1].map(|side| self.sides[side].time);
        if game == 1 {
            seats.reverse();
            time.reverse();
        }
        let referee =
            Referee::new(Rules { size: self.size, time, margin: self.margin, adjudicate: self.adjudicate });
        let opening = &self.openings[pair % self.openings.len()];
        let seed = self.seed_of(pair, game);
        let mut tries = 0;
        loop {
            let [black, white] = &mut seats;
            match referee.play([*black, *white], opening, seed) {
                Ok(finished) => return Ok(finished),
                // A program that ended after its last game is started again by the next try.
                Err((_, Fault { kind: FaultKind::Crash, .. })) if tries == 0 => tries += 1,
                Err((color, fault)) => {
                    let side = (color.index() + game) % 2;
                    let name = self.sides[side].name.clone();
                    return Err(ArenaError::Contestant { name, problem: fault.detail });
                }
            }
        }
    }

    /// Every game has its own seed, whichever thread plays it and when.
    fn seed_of(&self, pair: usize, game: usize) -> u64 {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let start = random.next_u64().wrapping_add(2 * pair as u64 + game as u64);
        Xoshiro256PlusPlus::seed_from_u64(start).next_u64()
    }

    fn record(&self, pair: usize, game: usize, finished: &Finished) -> GameRecord {
        let names = |moves: &mut dyn Iterator<Item = Option<Move>>| {
            let name = |mv: Option<Move>| mv.map_or("pass".to_string(), |mv| mv.name(self.size).to_string());
            moves.map(name).collect::<Vec<_>>()
        };
        let opening = &self.openings[pair % self.openings.len()];
        let stones = names(&mut opening.iter().map(|&cell| Some(Move::Place(cell))));
        let mut moves = stones.clone();
        moves.extend(names(&mut finished.moves.iter().map(|&(_, mv)| mv)));
        let player = |color: Color| self.sides[(color.index() + game) % 2].name.clone();
        GameRecord {
            pair,
            game,
            opening: stones.join(" "),
            black: player(Color::Black),
            white: player(Color::White),
            winner: finished.winner.to_string(),
            first_won: finished.winner.index() == game,
            ending: finished.ending,
            detail: finished.detail.clone(),
            moves: moves.join(" "),
            seconds: finished.used.map(rounded),
            longest: finished.longest.map(rounded),
        }
    }
}

/// The state that the threads of a match share behind a lock.
struct State {
    log: Option<GameLog>,
    standing: Standing,
    next: usize,
    done: Vec<(usize, usize)>,
    crashes: [usize; 2],
}

impl State {
    /// The next pair and its games that are not played yet.
    fn take_pair(&mut self, contest: &Contest<'_>) -> Option<(usize, Vec<usize>)> {
        let decided = contest.sprt.and_then(|sprt| sprt.state(&self.standing.pairs).accepted());
        if decided.is_some() {
            return None;
        }
        while self.next < contest.pairs {
            let pair = self.next;
            self.next += 1;
            let games: Vec<_> =
                [0, 1].into_iter().filter(|&game| !self.done.contains(&(pair, game))).collect();
            if !games.is_empty() {
                return Some((pair, games));
            }
        }
        None
    }

    fn count_crashes(&mut self, contest: &Contest<'_>, game: &GameRecord) -> Result<(), ArenaError> {
        let loser = usize::from(game.first_won);
        if game.ending != GameEnding::Crash {
            self.crashes[loser] = 0;
            return Ok(());
        }
        self.crashes[loser] += 1;
        if self.crashes[loser] < MOST_CRASHES {
            return Ok(());
        }
        let problem = format!("it crashed in {MOST_CRASHES} games in a row, the last time: {}", game.detail);
        Err(ArenaError::Contestant { name: contest.sides[loser].name.clone(), problem })
    }
}

/// A thread that panicked while it held the lock ends the match anyway; the others may finish their games.
fn lock(state: &Mutex<State>) -> std::sync::MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

fn rounded(time: Duration) -> f64 {
    (time.as_secs_f64() * 1000.0).round() / 1000.0
}
