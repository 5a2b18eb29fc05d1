//! Stored verdicts are claims; a random sample of them is proved again.
//!
//! A record claims more than a winner: that the winner wins even if the loser gets every empty cell outside the carrier, and
//! with the winning move where there is one. The search relies on all of it, so all of it is proved at once: the solver is
//! asked about the position with those cells given away and that move played.

use board::{Color, Position};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use solver::{AnySolver, ProverSettings, SolverLimits, SolverObserver, SolverSettings};

use crate::{Solved, Store, StoreError};

/// The sample, and what may be spent on each record of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProveSettings {
    /// How many records, taken at random.
    pub sample: usize,
    /// Which records: the same number takes the same sample.
    pub seed: u64,
    /// Positions that may be examined for a record.
    pub nodes: u64,
}

/// The result.
#[derive(Debug, Default)]
pub struct Proved {
    /// Records that are true.
    pub agreed: usize,
    /// Records whose proof needs more.
    pub undecided: usize,
    /// The false records, with what is false of each.
    pub disagreed: Vec<(Position, Solved, &'static str)>,
}

/// Proves a sample of a store's records, until the observer ends a search.
///
/// # Errors
/// [`StoreError`] where the store cannot be read.
pub fn prove_sample(
    store: &Store,
    settings: &ProveSettings,
    observer: &dyn SolverObserver,
) -> Result<Proved, StoreError> {
    let limits = SolverLimits { nodes: Some(settings.nodes) };
    let records = choose(store, settings.sample, settings.seed)?;
    let settings = SolverSettings { table_bytes: 64 << 20, ..SolverSettings::default() };
    let mut solver = AnySolver::new(settings, ProverSettings::default());
    let mut proved = Proved::default();
    for (position, solved) in records {
        let mut winner = |position: &Position| {
            // Each record is proved alone: nothing is taken from the one before.
            solver.empty_table();
            let over = position.winner();
            over.or_else(|| solver.solve(position, limits, observer).winner)
        };
        match winner(&claim(&position, &solved)) {
            Some(found) if found == solved.winner => proved.agreed += 1,
            Some(_) if winner(&position) == Some(solved.winner.opponent()) => {
                proved.disagreed.push((position, solved, "the winner is false"));
            }
            Some(_) => proved.disagreed.push((position, solved, "the carrier or the winning move is false")),
            None => proved.undecided += 1,
        }
    }
    Ok(proved)
}

/// A sample without repetition, every record with the same chance (reservoir sampling).
fn choose(store: &Store, sample: usize, seed: u64) -> Result<Vec<(Position, Solved)>, StoreError> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut chosen, mut seen) = (Vec::new(), 0_u64);
    store.for_each(|position, solved| {
        seen += 1;
        if chosen.len() < sample {
            chosen.push((*position, *solved));
        } else if let Some(place) = chosen.get_mut((random.next_u64() % seen) as usize) {
            *place = (*position, *solved);
        }
    })?;
    Ok(chosen)
}

/// The position that is won exactly if everything is true that a record says.
fn claim(position: &Position, solved: &Solved) -> Position {
    let loser = solved.winner.opponent();
    let own_move = solved.winning_move.filter(|_| position.to_move() == solved.winner);
    let mut needed = solved.carrier;
    if let Some(cell) = own_move {
        needed.insert(cell);
    }
    let given_away = position.empty_cells().minus(needed);
    let stones = |color: Color| {
        let stones = position.stones(color);
        if color == loser { stones | given_away } else { stones }
    };
    let filled = Position::with_stones(
        position.size(),
        stones(Color::Black),
        stones(Color::White),
        position.to_move(),
    );
    let filled = filled.expect("empty cells were filled");
    own_move.map_or(filled, |cell| filled.child(cell))
}
