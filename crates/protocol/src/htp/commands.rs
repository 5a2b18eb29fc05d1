//! The commands, a file for each part of the program; [`super::registry`] lists their tables.

pub(super) mod admin;
pub(super) mod ask;
pub(super) mod connections;
pub(super) mod evaluations;
pub(super) mod files;
pub(super) mod game;
pub(super) mod genmove;
pub(super) mod inferior;
pub(super) mod local_games;
pub(super) mod solver;
pub(super) mod time;
