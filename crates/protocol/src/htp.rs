//! HTP: GTP's framing with the commands of Hex programs.
//!
//! ```
//! use player::{NoClock, Silent, create};
//! use protocol::htp::{Context, Engine, NoFiles, Settings};
//!
//! let mut engine = Engine::new(Settings::default(), create("bridges").unwrap(), Box::new(NoFiles));
//! let reply = engine.answer("7 boardsize 5", &Context::default()).unwrap();
//! assert_eq!(reply.text, "=7 \n\n");
//! ```

mod arguments;
mod clocks;
mod commands;
mod engine;
mod error;
mod line;
mod live;
mod parameters;
mod registry;
mod session;

pub use arguments::Arguments;
pub use clocks::Clocks;
pub use engine::{Context, Engine, Files, NoFiles, Reply, Settings};
pub use error::Failure;
pub use line::{Line, is_interrupt};
pub use live::Sink;
pub use parameters::Parameter;
pub use registry::{Analyze, Command, PARTS, Part, Run, commands};
pub use session::Session;
