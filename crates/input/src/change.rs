//! Has the file changed between two looks at the same open handle?

use std::fmt::{self, Display, Formatter};
use std::fs::Metadata;
use std::time::SystemTime;

/// What a file's open handle said about the file at one moment. Two equal identities of one handle
/// mean that nobody wrote to, cut, or lengthened the file in between (see the crate's text for what no
/// program can notice).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// Device and inode number; `None` where the system has no such numbers.
    pub place: Option<(u64, u64)>,
    /// Size in bytes.
    pub size: u64,
    /// Time of the last change of content; `None` where the file system keeps none.
    pub modified: Option<SystemTime>,
    /// Time of the last change of content or attributes, in seconds and nanoseconds since 1970.
    /// Unlike the time above no ordinary program can set it. `None` where the system keeps none.
    pub status_changed: Option<(i64, i64)>,
}

impl Identity {
    /// The identity out of what the open handle reports.
    pub fn of(metadata: &Metadata) -> Self {
        #[cfg(unix)]
        let (place, status_changed) = {
            use std::os::unix::fs::MetadataExt;
            (Some((metadata.dev(), metadata.ino())), Some((metadata.ctime(), metadata.ctime_nsec())))
        };
        #[cfg(not(unix))]
        let (place, status_changed) = (None, None);
        Self { place, size: metadata.len(), modified: metadata.modified().ok(), status_changed }
    }

    /// What happened from `self` to `later`; `None` if nothing did.
    pub fn change_to(&self, later: &Self) -> Option<Change> {
        let (was, now) = (self.size, later.size);
        if now < was {
            Some(Change::Cut { was, now })
        } else if now > was {
            Some(Change::Grown { was, now })
        } else if self.modified != later.modified {
            Some(Change::Rewritten)
        } else if self != later {
            Some(Change::Attributes)
        } else {
            None
        }
    }
}

/// How a file changed while it was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Change {
    /// It became shorter.
    Cut {
        /// Bytes when it was opened.
        was: u64,
        /// Bytes now.
        now: u64,
    },
    /// It became longer.
    Grown {
        /// Bytes when it was opened.
        was: u64,
        /// Bytes now, or as far as they were read.
        now: u64,
    },
    /// Its size is the same, its time of modification is not.
    Rewritten,
    /// Only the time of the last status change moved: renamed, linked, unlinked, or given other rights;
    /// or written to by a program that then set the time of modification back. The content may or may not
    /// be what it was.
    Attributes,
    /// Fewer bytes could be read than its size promised, and its size is still the same.
    EndedEarly {
        /// Bytes promised.
        size: u64,
        /// Bytes read.
        read: u64,
    },
}

impl Display for Change {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cut { was, now } => write!(out, "cut from {was} to {now} bytes"),
            Self::Grown { was, now } => write!(out, "grown from {was} to {now} bytes"),
            Self::Rewritten => out.write_str("rewritten: its time of modification moved"),
            Self::Attributes => {
                out.write_str("its status changed: renamed, linked, given other rights, or rewritten")
            }
            Self::EndedEarly { size, read } => write!(out, "ended after {read} of {size} bytes"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn identity(size: u64, modified: u64, changed: i64) -> Identity {
        let modified = Some(SystemTime::UNIX_EPOCH + Duration::from_secs(modified));
        Identity { place: Some((1, 2)), size, modified, status_changed: Some((changed, 0)) }
    }

    #[test]
    fn names_what_happened() {
        let before = identity(10, 5, 5);
        assert_eq!(before.change_to(&before), None);
        assert_eq!(before.change_to(&identity(9, 6, 6)), Some(Change::Cut { was: 10, now: 9 }));
        assert_eq!(before.change_to(&identity(11, 6, 6)), Some(Change::Grown { was: 10, now: 11 }));
        assert_eq!(before.change_to(&identity(10, 6, 6)), Some(Change::Rewritten));
        assert_eq!(before.change_to(&identity(10, 5, 6)), Some(Change::Attributes));
    }
}
