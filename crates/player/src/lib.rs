//! Players: each looks at a game and says what it would do and why.
//!
//! A player gets its limits, clock, seed and observer as arguments; it reads no clock of its own and does no input or
//! output, so that one seed and one thread give one game.
//!
//! ```
//! use board::{BoardSize, Game};
//! use player::{Request, create};
//!
//! let mut player = create("bridges").unwrap();
//! let game = Game::new(BoardSize::square(5).unwrap(), false);
//! let choice = player.choose(&Request::new(&game, 1)).unwrap();
//! assert!(game.clone().play(choice.mv).is_ok());
//! ```

mod bridges;
mod distance;
mod fillings;
mod hexy;
mod level;
mod linear;
mod mops;
mod network_view;
mod neural;
mod openings;
mod perfect;
mod playouts;
mod priors;
mod queenbee;
mod random;
mod request;
mod review;
mod search;
mod sense;
mod spec;
mod time;
mod weights_file;
mod yang;

pub use bridges::{Bridges, rescue};
pub use distance::BridgeDistance;
pub use fillings::Fillings;
pub use hexy::{Generations, Hexy, HexySettings};
pub use level::{LADDER, Leveled, Rung};
pub use linear::{Eye, FeatureSet, Linear, LinearSettings};
pub use mops::{Mops, MopsFeatures};
pub use network_view::network_view;
pub use neural::{LEVELS, Level, Neural, NeuralSettings};
pub use openings::{LARGEST_KNOWN, Opening, openings};
pub use perfect::Perfect;
pub use playouts::{Playouts, PlayoutsSettings};
pub use priors::{PRIOR_FEATURES, PriorFeatures, Sight, prior_features};
pub use queenbee::{Queenbee, QueenbeeSettings};
pub use random::RandomPlayer;
pub use request::{
    Candidate, Choice, Clock, Limits, NoClock, Observer, Player, PlayerError, Progress, Request, Silent,
};
pub use review::{
    Basis, Judged, Judgement, Quality, Review, ReviewLimits, ReviewObserver, ReviewRequest, Unheard, review,
    review_solver,
};
pub use spec::{KNOWN, Known, ReadFile, create, create_with};
pub use time::TimeControl;
pub use weights_file::{Value, WeightsFile};
pub use yang::{LocalRegion, Yang, local_games, shipped_books};
