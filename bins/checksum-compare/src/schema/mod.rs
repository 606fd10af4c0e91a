//! The results as data: what stands in a run's folder, read, written and checked in one place.
//!
//! `results/SCHEMA.md` describes the same for people. A run's folder holds `machine.json`, `plan.toml`,
//! `samples.csv.gz` (or `samples.csv`) and `summary.csv`; nothing in it is ever changed.

mod folder;
mod number;
mod problems;
mod record;
mod sample;
mod summary;

pub(crate) use folder::{Stored, read_rows, runs_below, write as write_run, write_rows};
pub(crate) use number::rounded;
pub(crate) use problems::problems;
pub(crate) use record::{Controls, RunRecord};
pub(crate) use sample::{Control, Sample};
pub(crate) use summary::{Cell, Row, Verdict};

/// The version of what a time means: what is inside the clock, how samples are drawn, how figures follow from them. Raised
/// whenever one of these changes; runs of different versions are never compared.
pub(crate) const METHOD: u32 = 1;

/// The files of a run.
pub(crate) const MACHINE: &str = "machine.json";
/// The plan as it was carried out.
pub(crate) const PLAN: &str = "plan.toml";
/// Every sample.
pub(crate) const SAMPLES: &str = "samples.csv";
/// Every sample, compressed.
pub(crate) const SAMPLES_GZ: &str = "samples.csv.gz";
/// One row an engine and input.
pub(crate) const SUMMARY: &str = "summary.csv";
/// The folder in it, as long as it is not finished.
pub(crate) const UNFINISHED: &str = "unfinished";

#[cfg(test)]
mod tests;
