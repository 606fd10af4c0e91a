//! `measure`: a plan carried out in child processes, and its result laid down as data.

mod calibrate;
mod child;
mod contest;
mod data;
mod plan;
mod prepare;
mod progress;
mod run;
mod setup;
mod summarise;

pub(crate) use child::{ChildArgs, run as run_child};
pub(crate) use contest::with_handicap;
pub(crate) use prepare::MeasureArgs;
pub(crate) use run::measure;
