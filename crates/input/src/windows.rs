//! A file mapped piece by piece, where it is larger than the address space or should not fill it.

use crate::error::{InputError, Problem};
use crate::file::{InputFile, Kind};
use crate::mapping::MapRefused;

/// The end of an attempt to map in windows.
#[derive(Debug)]
pub enum WindowsError {
    /// A window could not be mapped: the first, and nothing has been used, or a later one (memory can run out in
    /// between), and what has been used must be thrown away. Reading from the beginning is still possible.
    Refused(MapRefused),
    /// The file failed or changed.
    Input(InputError),
}

impl InputFile {
    /// A window size that is no burden: small beside 2 GiB of address space, large beside the cost of a mapping.
    pub const WINDOW: u64 = 256 << 20;

    /// Maps the file in windows of `window` bytes (a multiple of the page size), calls `use_window` with each in
    /// order and unmaps it again; returns the number of bytes. When it returns, the file is known to
    /// be whole and unchanged.
    ///
    /// # Errors
    /// See [`WindowsError`].
    ///
    /// # Panics
    /// If `window` is 0.
    pub fn map_windows(&self, window: u64, mut use_window: impl FnMut(&[u8])) -> Result<u64, WindowsError> {
        assert!(window > 0, "a window of 0 bytes never comes to an end");
        let Some(size) = self.size() else {
            let stream = self.kind() == Kind::Stream;
            return Err(WindowsError::Refused(if stream {
                MapRefused::Stream
            } else {
                MapRefused::SizeUnknown
            }));
        };
        let mut offset = 0;
        while offset < size {
            let length = window.min(size - offset);
            let mapping = self.map_range(offset, length).map_err(WindowsError::Refused)?;
            mapping.populate();
            use_window(mapping.bytes());
            if mapping.is_damaged() {
                self.verify_unchanged().map_err(WindowsError::Input)?;
                return Err(WindowsError::Input(InputError::new(self.path(), Problem::DamagedMapping)));
            }
            offset += length;
        }
        self.verify_unchanged().map_err(WindowsError::Input)?;
        Ok(size)
    }
}
