//! An open file as a [`Read`], from its beginning.

use crate::file::{InputFile, Kind};
use crate::open::wait_for_data;
use crate::position::read_at;
use std::io::{self, Read};

/// Reads an [`InputFile`]: a file from its beginning by offsets (so several readers of one file do not
/// disturb each other, and each gives the whole), a stream from where it stands. One `read` is one call of the
/// system: short reads and interruptions come through; [`crate::blocks`] deals with them.
#[derive(Debug)]
pub struct Reader<'a> {
    file: &'a InputFile,
    offset: u64,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(file: &'a InputFile) -> Self {
        Self { file, offset: 0 }
    }

    /// Bytes that came so far.
    pub fn bytes_read(&self) -> u64 {
        self.offset
    }
}

impl Read for Reader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut handle = self.file.handle();
        let read = if self.file.kind() == Kind::Stream {
            if self.offset == 0 {
                wait_for_data(handle)?;
            }
            match handle.read(buffer) {
                // Somebody who shares this pipe or terminal made its reads not wait: wait here, then have the
                // caller try again, as after any other interruption.
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    wait_for_data(handle)?;
                    return Err(io::ErrorKind::Interrupted.into());
                }
                other => other?,
            }
        } else {
            // One byte beyond the size is enough to see that a file grows; a file that is being appended to
            // faster than it can be read would never end.
            let wanted = match self.file.size() {
                Some(size) => usize::try_from(size + 1 - self.offset).unwrap_or(usize::MAX).min(buffer.len()),
                None => buffer.len(),
            };
            read_at(handle, &mut buffer[..wanted], self.offset)?
        };
        self.offset += read as u64;
        Ok(read)
    }
}
