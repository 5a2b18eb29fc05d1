//! The protocols that the program speaks. Text in, text out: sockets, files and clocks are arguments.
//!
//! [`htp`] is the engine side of HTP, which HexGUI, match runners and other Hex programs speak. [`signals`] is what the arena
//! and its players say to each other.

pub mod htp;
pub mod signals;
