//! [`htp`] is the engine side of HTP, which HexGUI, match runners and other Hex programs speak. Text in, text out: files and
//! clocks are arguments.

pub mod htp;
