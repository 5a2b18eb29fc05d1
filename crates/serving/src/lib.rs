//! A server for long questions that trusts no client: who may connect, how long each part of a request may take, whose job is
//! next, and what is kept of the answers. It knows nothing of Hex.
//!
//! [`run`] serves an app; [`pass`] is the middleware around its routes; [`Jobs`] is the pool on which questions are answered, with
//! its addresses in [`job_routes`].

mod aside;
mod body;
mod budget;
mod error;
mod gate;
mod hosts;
pub mod job_routes;
mod jobs;
mod parameter;
mod schema;
mod server;

pub use aside::aside;
pub use body::Body;
pub use error::{ApiError, Problem};
pub use gate::{Gate, MOST_BYTES, pass};
pub use hosts::Hosts;
pub use job_routes::{Accepted, Asker, JobWork, accept_task, accept_within, json};
pub use jobs::{
    Client, JobAnswer, JobContext, JobId, JobParts, JobReport, JobStatus, JobTask, Jobs, JobsSettings, Lane,
    write_json,
};
pub use parameter::PathParameter;
pub use schema::JobName;
pub use server::{ServerLimits, run};
