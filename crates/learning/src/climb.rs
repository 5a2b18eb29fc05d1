//! Evolutionary hill climbing: the (1+1) evolution strategy of the MIHex paper (2002), section 2.3.2.
//!
//! There is a champion and a mutant of it. Each lives for a number of games, one after the other, against the same kind of
//! opponents; where the mutant has won more games it takes the champion's place, otherwise it is forgotten. A mutant differs from the
//! champion by a normally distributed vector whose standard deviation is itself drawn for each mutant, from a normal
//! distribution with the step size as standard deviation. The one that is alive may learn meanwhile: what a mutant has learnt stays only
//! if the mutant stays.

use rand_xoshiro::Xoshiro256PlusPlus;

use crate::normal::normal;

/// Settings of hill climbing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Climb {
    /// Step size: the standard deviation of the standard deviation of a mutation. Above 0.
    pub step: f64,
    /// Games that a champion or mutant lives. At least 1.
    pub lifetime: u32,
}

impl Default for Climb {
    /// The paper's settings.
    fn default() -> Self {
        Self { step: 0.005, lifetime: 10 }
    }
}

/// The result of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Event {
    /// Nothing but a result.
    #[default]
    Nothing,
    /// The champion's life is over, a mutant lives.
    Born,
    /// The mutant has won more games than the champion and takes its place.
    Kept,
    /// The mutant has not, and the champion lives on as it was.
    Dropped,
}

/// Champion, mutant, and how they fare.
#[derive(Debug, Clone, PartialEq)]
pub struct Climber {
    /// The weights of the champion; while it lives itself, those at the start of its life.
    pub champion: Vec<f64>,
    /// The games that the champion won in its last life.
    pub champion_wins: u32,
    /// Whether the mutant is alive.
    pub mutant: bool,
    /// The games of the present life, and how many of them were won.
    pub games: u32,
    /// Games won in the present life.
    pub wins: u32,
}

impl Climber {
    /// A champion with these weights begins its life.
    #[must_use]
    pub const fn new(champion: Vec<f64>) -> Self {
        Self { champion, champion_wins: 0, mutant: false, games: 0, wins: 0 }
    }

    /// Ends a game of the champion or mutant that is alive. At the end of a life, `weights` become those of the next one.
    pub fn game(
        &mut self,
        settings: &Climb,
        won: bool,
        weights: &mut [f64],
        random: &mut Xoshiro256PlusPlus,
    ) -> Event {
        self.games += 1;
        self.wins += u32::from(won);
        if self.games < settings.lifetime {
            return Event::Nothing;
        }
        let wins = self.wins;
        (self.games, self.wins) = (0, 0);
        if !self.mutant {
            self.mutant = true;
            self.champion.copy_from_slice(weights);
            self.champion_wins = wins;
            mutate(settings.step, weights, random);
            return Event::Born;
        }
        self.mutant = false;
        if wins > self.champion_wins {
            self.champion.copy_from_slice(weights);
            return Event::Kept;
        }
        weights.copy_from_slice(&self.champion);
        Event::Dropped
    }
}

/// Adds a random vector of random length.
pub(crate) fn mutate(step: f64, weights: &mut [f64], random: &mut Xoshiro256PlusPlus) {
    let deviation = step * normal(random).abs();
    for weight in weights {
        *weight += deviation * normal(random);
    }
}
