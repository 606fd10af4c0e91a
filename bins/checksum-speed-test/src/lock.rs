//! One run at a time: a lock that the system takes back when its holder ends, however he ends.

use crate::exit::Ending;
use checksum_input::shown;
use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;

/// A lock that is held until it is dropped.
#[derive(Debug)]
pub(crate) struct Lock(#[expect(dead_code, reason = "held for its lock")] File);

/// Takes the lock on the file at `path`, which is made if it is not there and stays there.
///
/// # Errors
/// Another run holds it, or there can be no lock there; in words, with the run's ending.
pub(crate) fn take(path: &Path) -> Result<Lock, (Ending, String)> {
    let name = shown(path);
    let file = OpenOptions::new().write(true).create(true).truncate(false).open(path);
    let file = file.map_err(|error| {
        (Ending::Usage, format!("lock '{name}': {error}; name another place with --lock"))
    })?;
    match file.try_lock() {
        Ok(()) => Ok(Lock(file)),
        Err(TryLockError::WouldBlock) => {
            Err((Ending::Locked, format!("another run holds the lock '{name}'; nothing was tested")))
        }
        Err(TryLockError::Error(error)) => Err((
            Ending::Usage,
            format!("lock '{name}': {error}; name a place on a local file system with --lock"),
        )),
    }
}
