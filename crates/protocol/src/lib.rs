//! The protocols that the program speaks, as text in and text out: no sockets, no files, no clocks of their own.
//!
//! [`htp`] is the engine side of HTP, which HexGUI, match runners and other Hex programs speak.

pub mod htp;
