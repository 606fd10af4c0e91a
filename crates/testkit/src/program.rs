//! Starting a built program in a test, under an emulator where `TEST_RUNNER` names one.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The program at `path` (`env!("CARGO_BIN_EXE_...")`), behind the words of `TEST_RUNNER` if there are any.
pub fn command(path: &str) -> Command {
    let runner = std::env::var("TEST_RUNNER").unwrap_or_default();
    let mut words = runner.split_whitespace();
    match words.next() {
        Some(runner) => {
            let mut command = Command::new(runner);
            command.args(words).arg(path);
            command
        }
        None => Command::new(path),
    }
}

/// Whether programs run under an emulator, whose own behaviour then shows in limits and open files.
pub fn is_emulated() -> bool {
    std::env::var("TEST_RUNNER").is_ok_and(|runner| !runner.trim().is_empty())
}

/// What it printed.
pub fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// What it said on stderr.
pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Its exit code.
///
/// # Panics
/// If it died by a signal.
pub fn code(output: &Output) -> i32 {
    output.status.code().unwrap_or_else(|| panic!("ended by a signal: {}", output.status))
}

/// A folder that goes away with the test.
#[derive(Debug)]
pub struct Scratch {
    folder: tempfile::TempDir,
}

impl Scratch {
    /// An empty one.
    ///
    /// # Panics
    /// If there is no place for it.
    #[allow(clippy::new_without_default, reason = "it makes a folder")]
    pub fn new() -> Scratch {
        Scratch { folder: tempfile::tempdir().expect("a scratch folder") }
    }

    /// The path of a name in it.
    pub fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A file in it with this content.
    ///
    /// # Panics
    /// If it cannot be written.
    pub fn file(&self, name: impl AsRef<Path>, content: &[u8]) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, content).expect("a scratch file");
        path
    }
}
