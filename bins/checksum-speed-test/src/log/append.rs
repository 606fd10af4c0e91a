//! A file of lines that several programs may append to at once: every line goes out in one `write`.

use checksum_console::Failure;
use checksum_input::shown;
use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file that is appended to, line by line. A line is in it whole or not at all, unless the storage fills up or fails in
/// the middle of one: then the line before is intact, the error is reported, and the next start ends the broken line.
#[derive(Debug)]
pub(crate) struct LineFile {
    path: PathBuf,
    file: File,
}

impl LineFile {
    /// Opens the file, makes it if it is not there, and ends a last line that a killed run left without its end.
    ///
    /// # Errors
    /// Whatever would make writing fail later, as far as it can be known now: a directory of that name, no directory for
    /// it, no permission, a read-only or full file system.
    pub(crate) fn open(path: &Path) -> Result<LineFile, Failure> {
        let file = open(path).map_err(|error| refused(path, &error))?;
        Ok(LineFile { path: path.to_owned(), file })
    }

    /// Appends one line, which must have its end.
    ///
    /// # Errors
    /// The line is not in the file, or not whole.
    pub(crate) fn append(&mut self, line: &str) -> Result<(), Failure> {
        debug_assert!(line.ends_with('\n') && line.matches('\n').count() == 1);
        let unwritten = |error: io::Error| {
            let path = shown(&self.path);
            Failure::failed(format!(
                "'{path}': a line could not be written: {error}; make room or name another log"
            ))
        };
        if self.has_moved() {
            self.file = open(&self.path).map_err(unwritten)?;
        }
        // One call, so that the system keeps lines of several writers apart. A second call for the rest of a line would
        // put it anywhere: a short write is an error.
        loop {
            match self.file.write(line.as_bytes()) {
                Ok(written) if written == line.len() => return Ok(()),
                Ok(_) => return Err(unwritten(io::ErrorKind::StorageFull.into())),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(unwritten(error)),
            }
        }
    }

    /// Whether the name has come to mean another file, or none: logs are rotated, also in the middle of a run.
    fn has_moved(&self) -> bool {
        match (std::fs::metadata(&self.path), self.file.metadata()) {
            (Ok(named), Ok(ours)) => !is_same(&named, &ours),
            (Err(error), _) => error.kind() == io::ErrorKind::NotFound,
            (Ok(_), Err(_)) => false,
        }
    }
}

fn open(path: &Path) -> io::Result<File> {
    if path.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let mut file = OpenOptions::new().append(true).create(true).open(path)?;
    if file.metadata()?.is_file() {
        if has_no_room(&file) {
            return Err(io::ErrorKind::StorageFull.into());
        }
        if ends_within_a_line(path) {
            file.write_all(b"\n")?;
        }
    }
    Ok(file)
}

/// Whether the last byte is no line end. A log that may be written but not read is taken to be well.
fn ends_within_a_line(path: &Path) -> bool {
    let last = || {
        let mut file = File::open(path)?;
        if file.seek(SeekFrom::End(0))? == 0 {
            return Ok(b'\n');
        }
        file.seek(SeekFrom::End(-1))?;
        let mut byte = [0];
        file.read_exact(&mut byte)?;
        io::Result::Ok(byte[0])
    };
    last().is_ok_and(|byte| byte != b'\n')
}

fn refused(path: &Path, error: &io::Error) -> Failure {
    let path = shown(path);
    let remedy = match error.kind() {
        io::ErrorKind::NotFound => "make its directory first",
        io::ErrorKind::IsADirectory => "name a file in it",
        io::ErrorKind::StorageFull => "make room or choose another place",
        _ => "choose a place that this user may write to",
    };
    Failure::usage(format!("'{path}' cannot be written: {error}; nothing was tested; {remedy}"))
}

#[cfg(unix)]
fn is_same(a: &Metadata, b: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (a.dev(), a.ino()) == (b.dev(), b.ino())
}

/// Elsewhere an open file cannot be moved away.
#[cfg(not(unix))]
fn is_same(_: &Metadata, _: &Metadata) -> bool {
    true
}

#[cfg(unix)]
fn has_no_room(file: &File) -> bool {
    // File systems that count no blocks say 0 of 0.
    rustix::fs::fstatvfs(file).is_ok_and(|system| system.f_blocks > 0 && system.f_bavail == 0)
}

#[cfg(not(unix))]
fn has_no_room(_: &File) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use checksum_testkit::program::Scratch;

    #[test]
    fn lines_are_appended_and_a_broken_one_is_closed() {
        let scratch = Scratch::new();
        let path = scratch.file("log", b"whole\nbrok");
        LineFile::open(&path).unwrap().append("new\n").unwrap();
        LineFile::open(&path).unwrap().append("newer\n").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"whole\nbrok\nnew\nnewer\n");
    }

    #[cfg(unix)]
    #[test]
    fn rotation_in_the_middle_of_a_run() {
        let scratch = Scratch::new();
        let (path, rotated) = (scratch.path("log"), scratch.path("log.1"));
        let mut log = LineFile::open(&path).unwrap();
        log.append("one\n").unwrap();
        std::fs::rename(&path, &rotated).unwrap();
        log.append("two\n").unwrap();
        assert_eq!(std::fs::read(&rotated).unwrap(), b"one\n");
        assert_eq!(std::fs::read(&path).unwrap(), b"two\n");
        OpenOptions::new().write(true).open(&path).unwrap().set_len(0).unwrap();
        log.append("three\n").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"three\n");
    }

    #[test]
    fn refused_before_anything_is_done() {
        let scratch = Scratch::new();
        for path in [scratch.path(""), scratch.path("no/such/directory/log")] {
            let failure = LineFile::open(&path).unwrap_err();
            assert!(failure.message.contains("nothing was tested"), "{failure}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_device_is_reported_at_once() {
        let mut log = LineFile::open(Path::new("/dev/full")).unwrap();
        assert!(log.append("line\n").is_err());
    }
}
