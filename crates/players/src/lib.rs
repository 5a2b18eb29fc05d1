//! The players, and the list of them that every subcommand, HTP and the match runner use.
//!
//! ```
//! use board::{BoardSize, Game};
//! use player::Request;
//!
//! let mut player = players::create("bridges").unwrap();
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
mod neural;
mod openings;
mod perfect;
mod playouts;
mod priors;
mod queenbee;
mod random;
mod registry;
mod search;
mod sense;
mod tree;
mod weights_file;
mod yang;

pub use bridges::{Bridges, rescue};
pub use distance::BridgeDistance;
pub use fillings::Fillings;
pub use hexy::{Generations, Hexy, HexySettings};
pub use level::{LADDER, LevelSettings, Leveled};
pub use linear::{FeatureReader, FeatureSet, Linear, LinearSettings};
pub use mops::{Mops, MopsFeatures};
pub use neural::{LEVELS, Level, Neural, NeuralSettings};
pub use openings::{LARGEST_KNOWN, Opening, openings, swap_move};
pub use perfect::Perfect;
pub use playouts::{Playouts, PlayoutsSettings};
pub use priors::{PRIOR_FEATURES, PriorDepth, PriorFeatures, prior_features};
pub use queenbee::{Queenbee, QueenbeeSettings};
pub use random::RandomPlayer;
pub use registry::{REGISTRY, create, create_with, no_files};
pub use weights_file::{WeightsFile, WeightsValue};
pub use yang::{Yang, local_games, shipped_books};
