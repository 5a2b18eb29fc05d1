//! Settings of self-play.

/// Settings of the games and of their searches.
#[derive(Debug, Clone, PartialEq)]
pub struct SelfPlaySettings {
    /// Visits of a full search, whose improved policy becomes a sample.
    pub full_visits: u16,
    /// Visits of a fast search, which only chooses a move (playout-cap randomisation, Wu 2019).
    pub fast_visits: u16,
    /// Share of moves that get a full search.
    pub full_share: f32,
    /// Root moves that a full search considers; a fast one considers half of its visits.
    pub considered: usize,
    /// Scale of the Gumbel noise at a game's first move. 1 samples moves from the improved policy, 0 plays the best.
    pub first_noise: f32,
    /// Scale of the noise once `noise_rows` times the board's side moves have been played.
    pub last_noise: f32,
    /// See `last_noise`.
    pub noise_rows: f32,
    /// A side whose value is below this, or above one minus this, for two moves has decided the game: it is then
    /// played out by the policy alone, one evaluation a move, and leaves no more samples. The result is still the
    /// one on the board, and where the value comes back from the extreme, searching resumes.
    pub decided: f32,
    /// Share of games that are searched to the end regardless of the value, so that endings are learnt too.
    pub searched_to_the_end: f32,
    /// Exponent of the probability `4 v (1 - v)` with which a random opening of value `v` is kept.
    pub balance: f32,
    /// Random openings tried before the last one is kept as it is.
    pub opening_tries: u32,
}

impl Default for SelfPlaySettings {
    fn default() -> Self {
        Self {
            full_visits: 64,
            fast_visits: 8,
            full_share: 0.25,
            considered: 16,
            first_noise: 1.0,
            last_noise: 0.25,
            noise_rows: 1.5,
            decided: 0.02,
            searched_to_the_end: 0.15,
            balance: 1.5,
            opening_tries: 12,
        }
    }
}

/// Random stones of an opening as (stones, share of games): mostly one and two, as in games with the swap rule and in
/// matches from two-stone openings.
pub(crate) const OPENING_STONES: [(usize, f32); 7] =
    [(0, 0.06), (1, 0.24), (2, 0.40), (3, 0.10), (4, 0.10), (6, 0.06), (8, 0.04)];
