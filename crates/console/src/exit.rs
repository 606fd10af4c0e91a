use std::fmt;
use std::process::ExitCode;

/// What a program's exit code says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Everything asked for was done and matched.
    Done = 0,
    /// Something failed or disagreed.
    Failed = 1,
    /// The command line asks for something that cannot be.
    Usage = 2,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// One clear line for stderr, and the exit code that goes with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The exit code.
    pub exit: Exit,
    /// The line, naming the file or argument and the remedy, without the program's name.
    pub message: String,
}

impl Failure {
    /// Something failed or disagreed.
    pub fn failed(message: impl fmt::Display) -> Failure {
        Failure { exit: Exit::Failed, message: message.to_string() }
    }

    /// The command line asks for something that cannot be.
    pub fn usage(message: impl fmt::Display) -> Failure {
        Failure { exit: Exit::Usage, message: message.to_string() }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}
