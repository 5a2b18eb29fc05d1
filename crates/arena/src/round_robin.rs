//! A round robin in this process: all pairings, and the cross-table.
//!
//! Every pairing is a match in a folder of its own ([`SavedMatch`]). Pairings are played at the same time, not the games of a
//! pairing.

use std::{
    collections::BTreeMap,
    path::PathBuf,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::Duration,
};

use board::BoardSize;
use player::TimeControl;
use serde::Serialize;

use crate::{
    ArenaError, Contest, Contestant, GameRecord, MatchProgress, MatchSide, OpeningMoves, Rating, SavedMatch,
    Standing, folder_name, rate,
};

/// Makes a contestant, once for every thread.
pub type MakeContestant = Box<dyn Fn() -> Result<Box<dyn Contestant>, ArenaError> + Sync>;

/// Someone who takes part.
pub struct Entrant {
    /// How it is called; every name once.
    pub name: String,
    /// Makes it.
    pub make: MakeContestant,
}

/// Who plays, and how.
pub struct RoundRobin {
    /// At least two.
    pub entrants: Vec<Entrant>,
    /// The board.
    pub size: BoardSize,
    /// The openings of every pairing.
    pub openings: Vec<OpeningMoves>,
    /// Pairs of games of a pairing.
    pub pairs: usize,
    /// Everyone's time.
    pub time: TimeControl,
    /// Time that a move may take beyond its time before it loses.
    pub margin: Duration,
    /// Whether a game ends as soon as its winner is proved.
    pub adjudicate: bool,
    /// Everything random follows from this.
    pub seed: u64,
    /// Pairings at the same time.
    pub concurrency: usize,
    /// Where the matches are saved.
    pub folder: PathBuf,
}

/// Hears how a round robin goes.
pub trait RoundRobinProgress: Sync {
    /// A game is over.
    fn game(&self);
    /// A pairing is over.
    fn pairing(&self, names: [&str; 2], standing: &Standing);
}

/// The result: contestants by their points, and how each did against each.
#[derive(Debug, Clone, PartialEq)]
pub struct CrossTable {
    /// The most points first.
    pub rows: Vec<CrossRow>,
    /// Games that were lost by a crash, an illegal move or on time.
    pub faults: u64,
}

/// A contestant's line.
#[derive(Debug, Clone, PartialEq)]
pub struct CrossRow {
    /// How it is called.
    pub name: String,
    /// From all games.
    pub rating: Rating,
    /// Games won.
    pub points: u64,
    /// Games played.
    pub games: u64,
    /// Games won against each row, in the order of the rows, and of how many; `None` against itself.
    pub results: Vec<Option<[u64; 2]>>,
}

impl RoundRobin {
    /// All games of all pairings.
    #[must_use]
    pub fn games(&self) -> u64 {
        2 * (self.pairs * self.pairings().len()) as u64
    }

    fn pairings(&self) -> Vec<[usize; 2]> {
        (0..self.entrants.len()).flat_map(|b| (0..b).map(move |a| [a, b])).collect()
    }

    fn contest(&self, pairing: [usize; 2]) -> Contest<'_> {
        Contest {
            sides: pairing.map(|number| MatchSide {
                name: self.entrants[number].name.clone(),
                time: self.time,
                make: &*self.entrants[number].make,
            }),
            size: self.size,
            openings: self.openings.clone(),
            pairs: self.pairs,
            concurrency: 1,
            margin: self.margin,
            adjudicate: self.adjudicate,
            seed: self.seed,
            sprt: None,
        }
    }

    /// Plays all pairings, or what is left of them.
    ///
    /// # Errors
    /// [`ArenaError`] where a contestant cannot play at all or a folder cannot be used; other pairings then finish, and none begins.
    pub fn play(&self, progress: &dyn RoundRobinProgress) -> Result<CrossTable, ArenaError> {
        let pairings = self.pairings();
        let next = AtomicUsize::new(0);
        let work = || -> Result<Vec<(usize, Standing)>, ArenaError> {
            let mut done = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(&pairing) = pairings.get(number) else { return Ok(done) };
                let result = self.play_pairing(pairing, progress);
                if result.is_err() {
                    // The others finish their matches and take no new ones.
                    next.store(pairings.len(), Ordering::Relaxed);
                }
                done.push((number, result?));
            }
        };
        let results = thread::scope(|scope| {
            let workers: Vec<_> = (0..self.concurrency.max(1)).map(|_| scope.spawn(work)).collect();
            workers.into_iter().map(|worker| worker.join()).collect::<Vec<_>>()
        });
        let mut standings = vec![Standing::default(); pairings.len()];
        for result in results {
            match result {
                Ok(done) => done?.into_iter().for_each(|(number, standing)| standings[number] = standing),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        let names: Vec<&str> = self.entrants.iter().map(|entrant| &*entrant.name).collect();
        Ok(CrossTable::new(&names, &pairings, &standings))
    }

    fn play_pairing(
        &self,
        pairing: [usize; 2],
        progress: &dyn RoundRobinProgress,
    ) -> Result<Standing, ArenaError> {
        struct Counted<'a>(&'a dyn RoundRobinProgress);
        impl MatchProgress for Counted<'_> {
            fn game(&self, _: &GameRecord, _: &Standing) -> Result<(), ArenaError> {
                self.0.game();
                Ok(())
            }
        }
        let contest = self.contest(pairing);
        let names = [0, 1].map(|side| contest.sides[side].name.clone());
        let folder = self.folder.join(folder_name(&names, contest.size));
        let standing = SavedMatch::open(&contest, &folder)?.play(&Counted(progress))?;
        progress.pairing([&names[0], &names[1]], &standing);
        Ok(standing)
    }
}

impl CrossTable {
    /// The table of pairings with these standings.
    fn new(names: &[&str], pairings: &[[usize; 2]], standings: &[Standing]) -> Self {
        let count = names.len();
        let mut won = vec![vec![0; count]; count];
        let mut games = Vec::new();
        for (&[a, b], standing) in pairings.iter().zip(standings) {
            (won[a][b], won[b][a]) = (standing.games[0], standing.games[1]);
            games.extend((0..standing.games[0]).map(|_| (a, b)));
            games.extend((0..standing.games[1]).map(|_| (b, a)));
        }
        let ratings = rate(count, &games);
        let points = |player: usize| won[player].iter().sum::<u64>();
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by_key(|&player| std::cmp::Reverse(points(player)));
        let results = |player: usize| {
            let against = |&other: &usize| {
                (other != player).then(|| [won[player][other], won[player][other] + won[other][player]])
            };
            order.iter().map(against).collect::<Vec<_>>()
        };
        let row = |&player: &usize| CrossRow {
            name: names[player].to_string(),
            rating: ratings[player],
            points: points(player),
            games: results(player).iter().flatten().map(|result| result[1]).sum(),
            results: results(player),
        };
        Self {
            rows: order.iter().map(row).collect(),
            faults: standings.iter().flat_map(|standing| standing.faults).sum(),
        }
    }
}

impl Serialize for CrossTable {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Against {
            won: u64,
            games: u64,
        }
        #[derive(Serialize)]
        struct Row<'a> {
            name: &'a str,
            points: u64,
            games: u64,
            elo: f64,
            error: f64,
            against: BTreeMap<&'a str, Against>,
        }
        #[derive(Serialize)]
        struct Written<'a> {
            faults: u64,
            table: Vec<Row<'a>>,
        }
        let table = self.rows.iter().map(|line| Row {
            name: &line.name,
            points: line.points,
            games: line.games,
            elo: line.rating.elo,
            error: line.rating.error,
            against: self
                .rows
                .iter()
                .zip(&line.results)
                .filter_map(|(other, result)| {
                    let [won, games] = (*result)?;
                    Some((&*other.name, Against { won, games }))
                })
                .collect(),
        });
        Written { faults: self.faults, table: table.collect() }.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_counts_both_sides_of_every_pairing() {
        let standing = |games: [u64; 2], faults: [u64; 2]| {
            let mut standing = Standing::default();
            (standing.games, standing.faults) = (games, faults);
            standing
        };
        let pairings = [[0, 1], [0, 2], [1, 2]];
        let standings = [standing([1, 3], [0, 1]), standing([4, 0], [0, 0]), standing([2, 2], [1, 0])];
        let table = CrossTable::new(&["a", "b", "c"], &pairings, &standings);
        let points: Vec<(&str, u64, u64)> =
            table.rows.iter().map(|row| (&*row.name, row.points, row.games)).collect();
        assert_eq!(points, [("a", 5, 8), ("b", 5, 8), ("c", 2, 8)]);
        assert_eq!(table.rows[1].results, [Some([3, 4]), None, Some([2, 4])]);
        assert_eq!(table.faults, 2);
        let json = serde_json::to_value(&table).unwrap();
        assert_eq!(json["table"][0]["against"]["c"], serde_json::json!({ "won": 4, "games": 4 }));
        assert!(json["table"][0]["against"]["a"].is_null());
    }
}
