//! Where the bytes come from: files, or for tests a source of a known speed.

use std::fmt;
use std::io::{self, Read};

/// What the page cache should hold before a measurement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Nothing of the files.
    Cold,
    /// The first so many bytes of stream 0 of 1.
    Warm(u64),
}

/// Ways of reading that need more than a reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Special {
    /// Mapped.
    Mapped,
    /// Past the page cache.
    Direct,
}

/// Something that can be read again and again. Read only.
pub(super) trait Storage: Sync {
    /// Brings the page cache into a state; the share of what will be read that is in memory after it, if that can be known.
    fn prepare(&self, state: State) -> Option<f64>;

    /// A reader of part `part` of `parts` of all that there is; the parts can be read at the same time.
    ///
    /// # Errors
    /// Something cannot be opened.
    fn open(&self, part: usize, parts: usize) -> io::Result<Box<dyn Read + Send + '_>>;

    /// Gives blocks to `each` until it says no or nothing is left.
    ///
    /// # Errors
    /// Why this way of reading is not to be had here, for a person.
    fn special(&self, how: Special, each: &mut dyn FnMut(&[u8]) -> bool) -> Result<(), String>;
}

impl fmt::Display for Special {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Special::Mapped => "mapped",
            Special::Direct => "past the page cache",
        })
    }
}
