//! What every test of the program needs.
#![allow(dead_code, reason = "each test file uses its share")]

#[allow(unused_imports, reason = "each test file uses its share")]
pub(crate) use checksum_testkit::program::{Scratch, code, stderr, stdout};

use std::ffi::OsStr;
use std::process::{Command, Output};

/// The program. Results must not depend on where a test runs.
pub(crate) fn program() -> Command {
    let mut command = checksum_testkit::program::command(env!("CARGO_BIN_EXE_checksum-speed-test"));
    command.env("TZ", "UTC");
    command
}

pub(crate) fn run<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Output {
    program().args(args).output().expect("the program starts")
}

/// The columns of every line of a log.
pub(crate) fn columns(log: &[u8]) -> Vec<Vec<String>> {
    let text = String::from_utf8(log.to_vec()).expect("logs are UTF-8");
    assert!(text.is_empty() || text.ends_with('\n'), "{text:?}");
    text.lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}
