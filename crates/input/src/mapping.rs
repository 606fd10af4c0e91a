//! A file mapped into memory.

use crate::error::{InputError, Problem};
use crate::file::{InputFile, Kind};
use crate::guard::Watch;
use memmap2::{Mmap, MmapOptions};
use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::io;

/// The bytes of a file, or of a window of it, in memory. While it lives, a file that is cut does
/// not kill the process: the bytes become zeros and [`Mapping::is_damaged`] says so. Before a result computed from
/// them is given out, [`InputFile::verify_mapped`] must say yes.
#[derive(Debug)]
pub struct Mapping {
    // The order matters: the watch ends before the bytes are unmapped. Both are absent for no bytes.
    mapped: Option<(Watch, Mmap)>,
}

impl Mapping {
    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        match &self.mapped {
            Some((_, map)) => map,
            None => &[],
        }
    }

    /// Whether an access failed since it was mapped, by a cut or by failing storage, and zeros stand in its place.
    pub fn is_damaged(&self) -> bool {
        self.mapped.as_ref().is_some_and(|(watch, _)| watch.is_damaged())
    }

    /// For advice to the system about it.
    #[cfg(target_os = "linux")]
    pub(crate) fn map(&self) -> Option<&Mmap> {
        self.mapped.as_ref().map(|(_, map)| map)
    }
}

/// Why a file cannot be mapped, as the end of a sentence like "not mapped, read instead: "; it can still be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum MapRefused {
    /// It is a pipe or a terminal.
    Stream,
    /// Its size is not the size of its content (`/proc`, `/sys`).
    SizeUnknown,
    /// It is larger than what this program can address at once: this many bytes.
    TooLarge(u64),
    /// The system refused.
    System(io::Error),
}

impl Display for MapRefused {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stream => out.write_str("a stream cannot be mapped; reading it instead"),
            Self::SizeUnknown => {
                out.write_str("its size says nothing about its content; reading it instead of mapping")
            }
            Self::TooLarge(size) => {
                write!(
                    out,
                    "{size} bytes do not fit this program's address space; reading instead of mapping"
                )
            }
            Self::System(error) => write!(out, "mapping was refused: {error}; reading it instead"),
        }
    }
}

impl Error for MapRefused {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::System(error) => Some(error),
            _ => None,
        }
    }
}

impl InputFile {
    /// Maps the whole file.
    ///
    /// # Errors
    /// A reason to read it instead; nothing is wrong with the file then. A file that cannot be mapped because of
    /// its size can be mapped piece by piece: [`InputFile::map_windows`].
    pub fn map(&self) -> Result<Mapping, MapRefused> {
        match self.kind() {
            Kind::Stream => Err(MapRefused::Stream),
            Kind::Generated => Err(MapRefused::SizeUnknown),
            Kind::Regular => self.map_range(0, self.identity().size),
        }
    }

    /// Maps `length` bytes from `offset` on, which must be a multiple of the page size.
    pub(crate) fn map_range(&self, offset: u64, length: u64) -> Result<Mapping, MapRefused> {
        if length == 0 {
            return Ok(Mapping { mapped: None });
        }
        // No slice may be longer than isize::MAX.
        let fits = isize::try_from(length).map_err(|_| MapRefused::TooLarge(length))?;
        // SAFETY: other processes may write to the file or cut it while the slice is alive, which Rust's rules for
        // `&[u8]` do not foresee and nothing on this system prevents. What bounds it: the bytes are only read as
        // numbers, never trusted as lengths or pointers by the checksum code; the watch below turns a cut into zeros;
        // and `verify_mapped` throws the result away after any change.
        let map = unsafe { MmapOptions::new().offset(offset).len(fits.unsigned_abs()).map(self.handle()) }
            .map_err(MapRefused::System)?;
        let watch = Watch::over(&map).map_err(MapRefused::System)?;
        Ok(Mapping { mapped: Some((watch, map)) })
    }

    /// Whether what was computed from `mapping` stands: every byte could be had, and the file did not change
    /// since it was opened.
    ///
    /// # Errors
    /// What changed, or that the storage failed.
    pub fn verify_mapped(&self, mapping: &Mapping) -> Result<(), InputError> {
        let damaged = mapping.is_damaged();
        self.verify_unchanged()?;
        if damaged {
            return Err(InputError::new(self.path(), Problem::DamagedMapping));
        }
        Ok(())
    }
}
