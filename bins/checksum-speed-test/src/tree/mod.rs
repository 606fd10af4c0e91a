//! The files below a directory: found in a repeatable order, filtered, sampled. Links are not followed.

mod filter;
mod sample;
mod walk;

pub(crate) use filter::Filter;
pub(crate) use sample::Sample;
pub(crate) use walk::{Found, walk};
