//! A file, opened once.

use crate::blocks;
use crate::buffer::Buffer;
use crate::change::{Change, Identity};
use crate::error::{InputError, Problem};
use crate::open;
use crate::position::read_at;
use crate::reader::Reader;
use std::fs::File;
use std::io::{self, Seek};
use std::path::{Path, PathBuf};

/// What an open input is, as far as reading it is concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A file whose size is the size of its content: it can be mapped, and read again.
    Regular,
    /// A file that the system makes up when it is read (`/proc`, `/sys`, some network file systems): its size
    /// says nothing, its content ends where reading ends, and may differ at the next reading.
    Generated,
    /// A pipe, terminal or socket: the bytes come once.
    Stream,
}

/// A file that was opened once; everything else happens on that handle, so that a name that moves to
/// another file meanwhile changes nothing.
#[derive(Debug)]
pub struct InputFile {
    path: PathBuf,
    handle: File,
    identity: Identity,
    kind: Kind,
}

impl InputFile {
    /// Opens what a person named: a file, a pipe, or standard input as `-` or `/dev/stdin`.
    ///
    /// # Errors
    /// Missing, not permitted, a directory, a socket, a device, or what else the system reports. Devices are
    /// refused by their name, unopened, since opening some of them has effects.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, InputError> {
        let path = path.as_ref();
        if path == Path::new("-") || path == Path::new("/dev/stdin") {
            return Self::standard_input(path);
        }
        Self::open_named(path, true)
    }

    /// Opens what was found in a directory tree: only regular files, and `-` is a name like any other. Never
    /// waits, whatever the name has become meanwhile: the type is checked on the open handle.
    ///
    /// # Errors
    /// As [`InputFile::open`], and for pipes.
    pub fn open_regular(path: impl AsRef<Path>) -> Result<Self, InputError> {
        Self::open_named(path.as_ref(), false)
    }

    fn open_named(path: &Path, pipes: bool) -> Result<Self, InputError> {
        let fail = |error| InputError::opening(path, error);
        let allowed = |kind: std::fs::FileType| match open::special(kind) {
            _ if kind.is_dir() => Err(InputError::new(path, Problem::Directory)),
            Some(open::PIPE) if pipes => Ok(Kind::Stream),
            Some(what) => Err(InputError::new(path, Problem::Special(what))),
            None => Ok(Kind::Regular),
        };
        allowed(std::fs::metadata(path).map_err(fail)?.file_type())?;
        let handle = open::open(path).map_err(fail)?;
        let metadata = handle.metadata().map_err(fail)?;
        let mut kind = allowed(metadata.file_type())?;
        let identity = Identity::of(&metadata);
        if kind == Kind::Regular && content_is_made_up(&handle, identity.size).map_err(fail)? {
            kind = Kind::Generated;
        }
        Ok(Self { path: path.to_owned(), handle, identity, kind })
    }

    fn standard_input(path: &Path) -> Result<Self, InputError> {
        let fail = |error| InputError::opening(path, error);
        let mut handle = open::standard_input().map_err(fail)?;
        let nothing = Identity { place: None, size: 0, modified: None, status_changed: None };
        let (identity, kind) = match handle.metadata() {
            Ok(metadata) if metadata.is_dir() => return Err(InputError::new(path, Problem::Directory)),
            Ok(metadata) => {
                let identity = Identity::of(&metadata);
                // A file is one only if all of it is still to come: after `(read line; ...) < file` the rest
                // is wanted, as from a pipe.
                let whole = metadata.is_file() && handle.stream_position().is_ok_and(|at| at == 0);
                let made_up = whole && content_is_made_up(&handle, identity.size).map_err(fail)?;
                let kind = match (whole, made_up) {
                    (true, false) => Kind::Regular,
                    (true, true) => Kind::Generated,
                    (false, _) => Kind::Stream,
                };
                (identity, kind)
            }
            // Windows tells nothing about a pipe.
            Err(_) => (nothing, Kind::Stream),
        };
        Ok(Self { path: path.to_owned(), handle, identity, kind })
    }

    /// The name it was opened by.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What it is.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Its size in bytes when it was opened; `None` if only reading to the end can tell.
    pub fn size(&self) -> Option<u64> {
        (self.kind == Kind::Regular).then_some(self.identity.size)
    }

    /// What the handle said about the file when it was opened.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// The open handle, for questions about it. Moving its position does not disturb readers of regular files.
    pub fn handle(&self) -> &File {
        &self.handle
    }

    /// A reader from the beginning (of a stream: from where it stands). It does not check what
    /// [`InputFile::read_chunks`] checks: call [`InputFile::verify_read`] after its end.
    pub fn reader(&self) -> Reader<'_> {
        Reader::new(self)
    }

    /// Reads the file in blocks of exactly `block_size` bytes, but for the last, and returns the number of
    /// bytes; see [`blocks`]. When it returns, the file is known to be whole and unchanged.
    ///
    /// # Errors
    /// An error of the system, or a change of the file. What was computed from the blocks is worthless then.
    ///
    /// # Panics
    /// If `block_size` is 0.
    pub fn read_chunks(&self, block_size: usize, use_block: impl FnMut(&[u8])) -> Result<u64, InputError> {
        self.read_chunks_into(&mut Buffer::new(block_size), use_block)
    }

    /// [`InputFile::read_chunks`] with the caller's memory, so that none is asked for inside a timed run.
    ///
    /// # Errors
    /// As there.
    ///
    /// # Panics
    /// If `block` is empty.
    pub fn read_chunks_into(
        &self,
        block: &mut [u8],
        use_block: impl FnMut(&[u8]),
    ) -> Result<u64, InputError> {
        let total = blocks::for_each(&mut self.reader(), block, use_block).map_err(|e| self.failed(e))?;
        self.verify_read(total)?;
        Ok(total)
    }

    /// Whether the file is still what it was when it was opened: same size, times and place on the same
    /// handle. A checksum may be given out only after this. Streams and generated files have no state to compare.
    ///
    /// # Errors
    /// What changed.
    pub fn verify_unchanged(&self) -> Result<(), InputError> {
        if self.kind != Kind::Regular {
            return Ok(());
        }
        let now = Identity::of(&self.handle.metadata().map_err(|error| self.failed(error))?);
        match self.identity.change_to(&now) {
            Some(change) => Err(self.changed(change)),
            None => Ok(()),
        }
    }

    /// [`InputFile::verify_unchanged`] after reading to the end gave `bytes`: they must be as many as the size
    /// promised.
    ///
    /// # Errors
    /// What changed.
    pub fn verify_read(&self, bytes: u64) -> Result<(), InputError> {
        self.verify_unchanged()?;
        match self.size() {
            Some(size) if bytes < size => Err(self.changed(Change::EndedEarly { size, read: bytes })),
            Some(was) if bytes > was => Err(self.changed(Change::Grown { was, now: bytes })),
            _ => Ok(()),
        }
    }

    pub(crate) fn failed(&self, error: io::Error) -> InputError {
        InputError::new(&self.path, Problem::Io(error))
    }

    pub(crate) fn changed(&self, change: Change) -> InputError {
        InputError::new(&self.path, Problem::Changed(change))
    }
}

/// Whether a regular file's size is not the size of its content: by its file system, or because a file
/// of no bytes gives one.
fn content_is_made_up(handle: &File, size: u64) -> io::Result<bool> {
    if open::size_is_made_up(handle) {
        return Ok(true);
    }
    if size > 0 {
        return Ok(false);
    }
    // A file that was empty and is being written to also gives a byte: then its size has moved as well.
    Ok(read_at(handle, &mut [0], 0).is_ok_and(|read| read > 0) && handle.metadata()?.len() == 0)
}
