//! Pages brought into a mapping ahead of time. A page cache that holds the file is not enough: entering its pages
//! into the mapping costs about as much as a fast checksum.
//!
//! No advice is given besides (`MADV_HUGEPAGE`, `MADV_SEQUENTIAL`, `MADV_WILLNEED`): on ext4 under Linux 6.18, 1 GiB,
//! none of them was faster than populating alone, warm or cold.

use crate::mapping::Mapping;
use crate::memory::has_room_for;
use std::fmt::{self, Display, Formatter};
use std::hint::black_box;
use std::io;

/// What was done to a mapping's pages.
#[derive(Debug)]
#[non_exhaustive]
pub enum Populated {
    /// There are no pages.
    Empty,
    /// The system entered all of them (`MADV_POPULATE_READ`).
    BySystem,
    /// One byte of each was read.
    Touched,
    /// Nothing was done: the memory that is free has no room for them, so the first would be gone before the last
    /// came.
    NoRoom,
    /// Not all of them are in: the file changed or its storage failed.
    Failed(io::Error),
}

impl Display for Populated {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => out.write_str("nothing to populate"),
            Self::BySystem => out.write_str("populated"),
            Self::Touched => out.write_str("every page touched"),
            Self::NoRoom => out.write_str("not populated: larger than the free memory"),
            Self::Failed(error) => write!(out, "not populated: {error}"),
        }
    }
}

impl Mapping {
    /// Brings every page into memory and into the mapping, by the system where it can (Linux 5.14 and later),
    /// else by reading a byte of each, unless there is no room for them. A failure is not an error here: the pages come when they are used, or the damage
    /// shows then.
    pub fn populate(&self) -> Populated {
        if self.bytes().is_empty() {
            return Populated::Empty;
        }
        if !has_room_for(self.bytes().len() as u64) {
            return Populated::NoRoom;
        }
        #[cfg(target_os = "linux")]
        if let Some(map) = self.map() {
            match map.advise(memmap2::Advice::PopulateRead) {
                Ok(()) => return Populated::BySystem,
                // An older kernel does not know the advice.
                Err(error) if error.kind() == io::ErrorKind::InvalidInput => {}
                Err(error) => return Populated::Failed(error),
            }
        }
        self.touch();
        if self.is_damaged() {
            return Populated::Failed(io::Error::other("a page could not be read"));
        }
        Populated::Touched
    }

    /// Reads one byte of every page of 4 KiB, whatever the system's page size is.
    fn touch(&self) {
        for page in self.bytes().chunks(4096) {
            black_box(page[0]);
        }
    }
}
