//! What the tests of this program share.

#![allow(dead_code, reason = "no test uses all of it")]

pub(crate) mod browser;
pub(crate) mod made;

use checksum_testkit::program;
use std::path::Path;
use std::process::Output;

/// Runs the program below a folder.
pub(crate) fn compare(root: &Path, words: &[&str]) -> Output {
    program::command(env!("CARGO_BIN_EXE_checksum-compare"))
        .args(words)
        .current_dir(root)
        .output()
        .expect("the program runs")
}

/// The rows of a run's summary, by column name.
pub(crate) fn rows(folder: &Path) -> Vec<std::collections::HashMap<String, String>> {
    let mut reader = csv::Reader::from_path(folder.join("summary.csv")).expect("a summary");
    reader.deserialize().map(|row| row.expect("a row")).collect()
}
