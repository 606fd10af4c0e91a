//! Why a file gives no checksum. Every message names the file and what to do about it.

use crate::change::Change;
use crate::name::shown;
use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::io;
use std::path::{Path, PathBuf};

/// A file that could not be read, or not be trusted.
#[derive(Debug)]
pub struct InputError {
    path: PathBuf,
    problem: Problem,
}

/// What is wrong with it.
#[derive(Debug)]
#[non_exhaustive]
pub enum Problem {
    /// No file of this name.
    Missing,
    /// The caller may not read it.
    Permission,
    /// A directory.
    Directory,
    /// Something else that is no file, in words: "a socket", "a character device", "a pipe".
    Special(&'static str),
    /// It changed while it was read.
    Changed(Change),
    /// The system reported an error while opening.
    Open(io::Error),
    /// The system reported an error while reading.
    Io(io::Error),
    /// The storage failed under a mapped page, or the memory that held it did.
    DamagedMapping,
}

impl InputError {
    pub(crate) fn new(path: &Path, problem: Problem) -> Self {
        Self { path: path.to_owned(), problem }
    }

    /// Sorts an error met while opening into the problems that have a name here.
    pub(crate) fn opening(path: &Path, error: io::Error) -> Self {
        let problem = match error.kind() {
            // "A directory of its path is a file" is one way of not being there.
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Problem::Missing,
            io::ErrorKind::PermissionDenied => Problem::Permission,
            io::ErrorKind::IsADirectory => Problem::Directory,
            _ => Problem::Open(error),
        };
        Self::new(path, problem)
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What is wrong.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Whether the file changed, as opposed to being unreadable.
    pub fn is_change(&self) -> bool {
        matches!(self.problem, Problem::Changed(_))
    }
}

impl Display for InputError {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        write!(out, "'{}': ", shown(&self.path))?;
        match &self.problem {
            Problem::Missing => out.write_str("no such file; check the name and the current directory"),
            Problem::Permission => {
                out.write_str("may not be read by this user; change its mode or run as a user who may")
            }
            Problem::Directory => out.write_str("is a directory; name a file in it"),
            Problem::Special(what) => {
                write!(out, "is {what}, not a file; copy its content to a file or into standard input")
            }
            Problem::Changed(change) => write!(
                out,
                "changed while it was read ({change}); no checksum is valid, read it again when nothing writes to it"
            ),
            Problem::Open(error) => {
                write!(out, "could not be opened: {error}; check the name and what it points to")
            }
            Problem::Io(error) => {
                write!(out, "could not be read: {error}; check the storage and try again")
            }
            Problem::DamagedMapping => out.write_str(
                "could not be read: the storage failed under a mapped page; check the storage, or read \
                 without mapping to learn where",
            ),
        }
    }
}

impl Error for InputError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.problem {
            Problem::Open(error) | Problem::Io(error) => Some(error),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_name_the_file_and_escape_it() {
        let error = InputError::new(Path::new("a\x1b[2J"), Problem::Changed(Change::Rewritten));
        let text = error.to_string();
        assert!(text.starts_with(r"'a\u{1b}[2J': changed while it was read (rewritten"), "{text}");
        assert!(error.is_change());
    }
}
