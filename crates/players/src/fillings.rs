//! The player `fillings`: B. Cohen's Monte Carlo (*Board evaluation in Hex*, 2004).
//!
//! The board is filled at random, with as many stones of each colour as alternating play leaves, again and again; the move is the
//! cell that most often has the winner's colour.

use board::Cell;
use chance::BalancedSample;

use crate::sense;
use player::{Candidate, Choice, Cost, Player, PlayerError, PlayerKind, Progress, Request, Setting};

pub(crate) const KIND: PlayerKind = PlayerKind {
    name: "fillings",
    about: "fills the board at random and plays where the winners have their stones",
    settings: &[Setting::whole("fillings", [1, 1_000_000_000], "random fillings for a move, at most")
        .default("20000")
        .slower()],
    cost: Cost::bytes(0),
    make: |spec, _| Ok(Box::new(Fillings { fillings: spec.whole("fillings") })),
};

/// Plays where the winners of random fillings have their stones.
#[derive(Debug, Clone, Copy)]
pub struct Fillings {
    /// How many fillings a move is worth, where the request does not limit it.
    pub fillings: u64,
}

/// Fillings between two looks at the clock: a millisecond or so.
const BATCH: u64 = 200;

impl Player for Fillings {
    fn name(&self) -> String {
        format!("fillings:fillings={}", self.fillings)
    }

    fn choose(&mut self, request: &Request<'_>) -> Result<Choice, PlayerError> {
        if let Some(choice) = sense::before_thinking(request)? {
            return Ok(choice);
        }
        let position = request.game.position();
        let total = request.limits.nodes.unwrap_or(self.fillings).max(1);
        let mut sum: Option<BalancedSample> = None;
        while sum.as_ref().is_none_or(|sum| sum.fillings < total && !request.should_stop()) {
            let done = sum.as_ref().map_or(0, |sum| sum.fillings);
            let count = BATCH.min(total - done);
            // Batches must not repeat each other: each has its own seed.
            let seed = request.seed.wrapping_add(done.wrapping_mul(0x9E37_79B9_7F4A_7C15));
            let batch = BalancedSample::of(position, count, seed);
            sum = Some(match sum {
                None => batch,
                Some(sum) => merged(sum, &batch),
            });
        }
        let sum = sum.ok_or(PlayerError::NoFilling)?;
        let fillings = sum.fillings as f64;
        let mut candidates: Vec<Candidate> = sum
            .cells
            .iter()
            .map(|counts| Candidate {
                cell: counts.cell,
                value: counts.won as f64 / counts.taken.max(1) as f64,
                weight: (sum.fillings - counts.losing) as f64 / fillings,
                line: Vec::new(),
            })
            .collect();
        candidates.sort_by(|a, b| b.weight.total_cmp(&a.weight).then(a.cell.cmp(&b.cell)));
        let best: Cell = candidates[0].cell;
        let share = candidates[0].weight * 100.0;
        let black = sum.black_wins as f64 / fillings;
        let value = if position.to_move() == board::Color::Black { black } else { 1.0 - black };
        Ok(Choice {
            mv: board::Move::Place(best),
            reason: format!("has the winner's colour in {share:.1} % of {} random fillings", sum.fillings),
            thoughts: Progress { nodes: sum.fillings, line: vec![best], value: Some(value), candidates },
        })
    }
}

fn merged(mut sum: BalancedSample, batch: &BalancedSample) -> BalancedSample {
    sum.fillings += batch.fillings;
    sum.black_wins += batch.black_wins;
    for (sum, batch) in sum.cells.iter_mut().zip(&batch.cells) {
        sum.taken += batch.taken;
        sum.won += batch.won;
        sum.losing += batch.losing;
    }
    sum
}
