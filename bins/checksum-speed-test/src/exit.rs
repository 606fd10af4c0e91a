//! What the exit code says. A scheduler reads nothing else.

use std::process::ExitCode;

/// How a run ended; of several, the gravest counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Ending {
    /// Everything asked for was done and matched.
    Done,
    /// The stop file appeared: what came before it is in the log.
    Stopped,
    /// Some files could not be read; all others are in the log.
    Unreadable,
    /// Another run holds the lock; nothing was done.
    Locked,
    /// Something failed or disagreed.
    Failed,
    /// The command line asks for something that cannot be; nothing was done.
    Usage,
}

impl Ending {
    fn code(self) -> u8 {
        match self {
            Ending::Done => 0,
            Ending::Failed => 1,
            Ending::Usage => 2,
            Ending::Unreadable => 3,
            Ending::Locked => 4,
            Ending::Stopped => 5,
        }
    }
}

impl From<Ending> for ExitCode {
    fn from(ending: Ending) -> ExitCode {
        ExitCode::from(ending.code())
    }
}

impl From<checksum_console::Exit> for Ending {
    fn from(exit: checksum_console::Exit) -> Ending {
        match exit {
            checksum_console::Exit::Done => Ending::Done,
            checksum_console::Exit::Failed => Ending::Failed,
            checksum_console::Exit::Usage => Ending::Usage,
        }
    }
}
