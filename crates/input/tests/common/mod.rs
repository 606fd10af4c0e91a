//! Deeds that need a process of their own (one that dies, has a limit, or another standard input) are done by this
//! test program, started again: its test `child` does what the environment variable says.

#![allow(dead_code, reason = "not every test program uses all of it")]

use std::process::Command;

/// A folder that goes away with the test. WASI has no place for such; there it lies in the working directory.
pub(crate) fn folder() -> tempfile::TempDir {
    let made = if cfg!(target_os = "wasi") { tempfile::tempdir_in(".") } else { tempfile::tempdir() };
    made.expect("a folder")
}

/// Names the deed in the child's environment.
const DEED: &str = "CHECKSUM_INPUT_TEST_DEED";

/// The command that starts this program again to do `deed`, with the emulator in front where there is one
/// (`TEST_RUNNER`).
pub(crate) fn child(deed: &str) -> Command {
    let words = runner();
    let program = std::env::args_os().next().unwrap();
    let mut command = match words.split_first() {
        Some((runner, arguments)) => {
            let mut command = Command::new(runner);
            command.args(arguments).arg(program);
            command
        }
        None => Command::new(program),
    };
    command.args(["--exact", "child", "--nocapture"]).env(DEED, deed);
    command
}

/// What the child is to do; `None` in the parent.
pub(crate) fn deed() -> Option<String> {
    std::env::var(DEED).ok()
}

/// Whether this program runs in an emulator, which dies by signals and under limits in ways of its own.
pub(crate) fn emulated() -> bool {
    runner().iter().any(|word| word.contains("qemu"))
}

fn runner() -> Vec<String> {
    std::env::var("TEST_RUNNER").unwrap_or_default().split_whitespace().map(str::to_owned).collect()
}
