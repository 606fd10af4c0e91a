//! Reading past the page cache (`O_DIRECT`): what the storage itself gives, and no displacement of what others
//! have in memory.

use crate::file::InputFile;
use std::fmt::{self, Display, Formatter};
use std::io;

/// Why a file cannot be read past the page cache; it can still be read through it.
#[derive(Debug)]
#[non_exhaustive]
pub enum DirectRefused {
    /// This system has no such reading, or this crate does not know how to ask for it.
    Unsupported,
    /// It is a pipe, or a file whose content is made up when it is read.
    NotStored,
    /// The file system refused.
    System(io::Error),
}

impl Display for DirectRefused {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsupported => out.write_str("this system has no reading past the page cache"),
            Self::NotStored => out.write_str("not a stored file: there is no page cache to read past"),
            Self::System(error) => write!(out, "reading past the page cache was refused: {error}"),
        }
    }
}

impl std::error::Error for DirectRefused {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::System(error) => Some(error),
            _ => None,
        }
    }
}

#[cfg(any(target_os = "linux", target_os = "android"))]
pub use linux::DirectReader;

#[cfg(any(target_os = "linux", target_os = "android"))]
mod linux {
    use super::DirectRefused;
    use crate::buffer::Buffer;
    use crate::file::{InputFile, Kind};
    use crate::position::read_at;
    use rustix::fs::OFlags;
    use std::fs::{File, OpenOptions};
    use std::io::{self, Read};
    use std::os::fd::AsRawFd;
    use std::os::unix::fs::OpenOptionsExt;

    /// Reads a file from its beginning past the page cache, into memory that starts at a multiple of
    /// [`Buffer::ALIGNMENT`] (a [`Buffer`] does), in requests of whole multiples of it. What lies between such
    /// multiples (the end of the file; the rest after a short read) comes through the page cache.
    #[derive(Debug)]
    pub struct DirectReader<'a> {
        file: &'a InputFile,
        direct: File,
        offset: u64,
    }

    impl<'a> DirectReader<'a> {
        pub(super) fn open(file: &'a InputFile) -> Result<Self, DirectRefused> {
            if file.kind() != Kind::Regular {
                return Err(DirectRefused::NotStored);
            }
            // The same file by its open handle, not by its name, which may be another file's by now. A flag set on a
            // copy of the handle would also hold for the handle itself.
            let this = format!("/proc/self/fd/{}", file.handle().as_raw_fd());
            let direct = OpenOptions::new()
                .read(true)
                .custom_flags((OFlags::DIRECT | OFlags::NONBLOCK).bits() as i32)
                .open(this)
                .map_err(DirectRefused::System)?;
            let reader = Self { file, direct, offset: 0 };
            // Some file systems agree to open and refuse to read.
            let mut probe = Buffer::new(Buffer::ALIGNMENT);
            read_at(&reader.direct, &mut probe, 0).map_err(DirectRefused::System)?;
            Ok(reader)
        }

        /// Bytes that came so far.
        pub fn bytes_read(&self) -> u64 {
            self.offset
        }
    }

    impl Read for DirectReader<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let align = Buffer::ALIGNMENT;
            let beyond = (self.offset % align as u64) as usize;
            let left = self.file.identity().size.saturating_sub(self.offset);
            let read = if beyond > 0 || left < align as u64 {
                // As far as the next multiple; at the end one byte more, to see that the file has grown.
                let wanted = buffer.len().min(align - beyond);
                read_at(self.file.handle(), &mut buffer[..wanted], self.offset)?
            } else {
                let wanted = buffer.len() - buffer.len() % align;
                if wanted == 0 || !buffer.as_ptr().addr().is_multiple_of(align) {
                    let why = "direct reading needs an aligned buffer of a multiple of 4096 bytes";
                    return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
                }
                read_at(&self.direct, &mut buffer[..wanted], self.offset)?
            };
            self.offset += read as u64;
            Ok(read)
        }
    }
}

/// Reads a file past the page cache; cannot be made on this system.
#[cfg(not(any(target_os = "linux", target_os = "android")))]
#[derive(Debug)]
pub struct DirectReader<'a> {
    never: std::convert::Infallible,
    _file: &'a InputFile,
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
impl DirectReader<'_> {
    /// Bytes that came so far.
    pub fn bytes_read(&self) -> u64 {
        match self.never {}
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
impl io::Read for DirectReader<'_> {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        match self.never {}
    }
}

impl InputFile {
    /// A reader past the page cache; it takes the place of [`InputFile::reader`], with
    /// [`crate::blocks::for_each`] or [`crate::overlap::for_each`] and a block size that is a multiple of
    /// [`crate::Buffer::ALIGNMENT`]. Ask [`InputFile::verify_read`] after its end.
    ///
    /// # Errors
    /// A reason to read through the page cache; nothing is wrong with the file then.
    pub fn direct_reader(&self) -> Result<DirectReader<'_>, DirectRefused> {
        #[cfg(any(target_os = "linux", target_os = "android"))]
        return DirectReader::open(self);
        #[cfg(not(any(target_os = "linux", target_os = "android")))]
        return Err(DirectRefused::Unsupported);
    }
}
