//! The subcommands: each has its arguments in `Args` and does its work in `run`.

pub(crate) mod arena;
pub(crate) mod bench;
pub(crate) mod bid;
pub(crate) mod booklet;
pub(crate) mod chance;
pub(crate) mod chance_match;
pub(crate) mod chance_plots;
pub(crate) mod connections;
pub(crate) mod convert;
pub(crate) mod evaluate;
pub(crate) mod htp;
pub(crate) mod inferior;
pub(crate) mod matches;
pub(crate) mod openings;
pub(crate) mod patterns;
pub(crate) mod play;
pub(crate) mod reproduce;
pub(crate) mod review;
pub(crate) mod round_robin;
pub(crate) mod selfplay;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod store;
pub(crate) mod train;
pub(crate) mod verify;
