//! How much of a file is in the page cache, and changing that. Measured, not assumed.

use crate::error::InputError;
use crate::file::{InputFile, Kind};
use crate::memory::has_room_for;
use crate::populate::Populated;
use std::fmt::{self, Display, Formatter};

/// What the system said about a file's pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CacheState {
    /// Counted by the system.
    Counted {
        /// Pages of the file.
        pages: u64,
        /// Those in memory.
        cached: u64,
        /// How it was asked: `cachestat` or `mincore`.
        asked: &'static str,
    },
    /// Nobody can tell.
    Unknown(CacheUnknown),
}

/// Why the cache state is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum CacheUnknown {
    /// The system has no such question, or refused it.
    System,
    /// The system answers only those who own the file or may write to it.
    NotPermitted,
    /// A stream or a file of unknown size has no pages to count.
    NoPages,
}

impl CacheState {
    /// Share of the pages in memory, 0 to 1; 1 for a file of no pages.
    pub fn share(&self) -> Option<f64> {
        match *self {
            Self::Counted { pages: 0, .. } => Some(1.0),
            Self::Counted { pages, cached, .. } => Some(cached as f64 / pages as f64),
            Self::Unknown(_) => None,
        }
    }

    /// Whether every page is known to be in memory.
    pub fn is_warm(&self) -> bool {
        matches!(self, Self::Counted { pages, cached, .. } if pages == cached)
    }

    /// Whether no page is known to be in memory (and there is one that could be).
    pub fn is_cold(&self) -> bool {
        matches!(self, Self::Counted { pages: 1.., cached: 0, .. })
    }
}

impl Display for CacheState {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Counted { pages, cached, asked } => {
                write!(out, "{cached} of {pages} pages in memory ({asked})")
            }
            Self::Unknown(CacheUnknown::System) => out.write_str("unknown: this system does not tell"),
            Self::Unknown(CacheUnknown::NotPermitted) => {
                out.write_str("unknown: the system tells only the file's owner")
            }
            Self::Unknown(CacheUnknown::NoPages) => out.write_str("unknown: not a file with pages"),
        }
    }
}

impl InputFile {
    /// How much of the file is in memory now. Pages that a program has mapped count like all others.
    pub fn cache_state(&self) -> CacheState {
        match self.kind() {
            Kind::Regular => ask::state(self),
            _ => CacheState::Unknown(CacheUnknown::NoPages),
        }
    }

    /// Brings the file into memory, unless it is known to be there or is larger than the free memory, where it
    /// would not stay; returns the state after it. Entering the pages into a mapping for use is
    /// [`crate::Mapping::populate`].
    ///
    /// It populates a mapping where it can, and reads elsewhere: the pages then come in larger pieces, which a later
    /// mapping is quicker to enter (ext4, Linux 6.18, 1 GiB: mapped reading was 1.25 times as fast after it as after
    /// `read` in blocks of 1 MiB, median of 5 each).
    ///
    /// # Errors
    /// Those of reading, and a change meanwhile.
    pub fn warm(&self) -> Result<CacheState, InputError> {
        let before = self.cache_state();
        let Some(size) = self.size() else { return Ok(before) };
        if before.is_warm() || !has_room_for(size) {
            return Ok(before);
        }
        if let Ok(mapping) = self.map() {
            let populated = mapping.populate();
            self.verify_mapped(&mapping)?;
            // What counts is the state, where it can be had: a system that takes the advice may not follow it.
            let after = self.cache_state();
            let done = matches!(populated, Populated::BySystem | Populated::Touched);
            if after.is_warm() || done && after.share().is_none() {
                return Ok(after);
            }
        }
        self.read_chunks(1 << 20, |_| {})?;
        Ok(self.cache_state())
    }

    /// Asks the system to forget the file's pages, after writing out what is not on disk yet, and returns
    /// the state after it, which says whether it obeyed. Pages that any program has mapped stay: drop
    /// mappings of the file first.
    pub fn drop_cache(&self) -> CacheState {
        if self.kind() == Kind::Regular {
            ask::forget(self);
        }
        self.cache_state()
    }
}

#[cfg(target_os = "linux")]
use crate::cache_linux as ask;

/// Systems that do not tell.
#[cfg(not(target_os = "linux"))]
mod ask {
    use super::{CacheState, CacheUnknown, InputFile};

    pub(super) fn state(_: &InputFile) -> CacheState {
        CacheState::Unknown(CacheUnknown::System)
    }
    pub(super) fn forget(_: &InputFile) {}
}
