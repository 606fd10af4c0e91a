//! What every test of the program needs.
#![allow(dead_code, unused_imports, reason = "each test file uses its share")]

pub(crate) use checksum_testkit::program::{Scratch, code, stderr, stdout};

use serde_json::Value;
use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Output};

pub(crate) fn readfile() -> Command {
    checksum_testkit::program::command(env!("CARGO_BIN_EXE_readfile"))
}

pub(crate) fn run<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Output {
    readfile().args(args).output().expect("the program starts")
}

/// Runs FILE with words, as JSON; the program must succeed.
pub(crate) fn json(file: &Path, words: &str) -> Value {
    let output = readfile().arg(file).args(words.split_whitespace()).args(["--format", "json"]).output();
    let output = output.expect("the program starts");
    assert!(output.status.success(), "{words}: {}", stderr(&output));
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

pub(crate) fn results(report: &Value) -> &[Value] {
    report["results"].as_array().expect("a list")
}
