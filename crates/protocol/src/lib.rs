//! The protocols that the program speaks, as text in and text out: no sockets, no files, no clocks of their own.
//!
//! [`htp`] is the engine side of HTP, which HexGUI, match runners and other Hex programs speak. [`signals`] is what the arena
//! and its players say to each other.

pub mod htp;
pub mod signals;
