//! HTP: GTP's framing with the commands of Hex programs.
//!
//! ```
//! use players::create;
//! use protocol::htp::{Engine, HtpContext, HtpSettings, NoFiles};
//!
//! let mut engine = Engine::new(HtpSettings::default(), create("bridges").unwrap(), Box::new(NoFiles));
//! let reply = engine.answer("7 boardsize 5", &HtpContext::default()).unwrap();
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
pub use engine::{Engine, Files, HtpContext, HtpSettings, NoFiles, Reply};
pub use error::Failure;
pub use line::{Line, is_interrupt};
pub use live::Sink;
pub use parameters::Parameter;
pub use registry::{Analyze, Command, HtpPart, PARTS, Run, commands};
pub use session::Session;
