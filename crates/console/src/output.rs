use std::io::{self, BufWriter, StdoutLock, Write};

/// Standard output, buffered, whose errors come back to the caller instead of being lost or panicking.
#[derive(Debug)]
pub struct Output {
    inner: BufWriter<StdoutLock<'static>>,
}

impl Output {
    /// Standard output.
    ///
    /// # Errors
    /// When the program was started with standard output closed.
    pub fn stdout() -> io::Result<Output> {
        if started_closed() {
            return Err(io::Error::other("standard output is closed"));
        }
        Ok(Output { inner: BufWriter::new(io::stdout().lock()) })
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.inner.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// Whether the reader of our output has gone away (`| head -1`): a reason to end quietly, not an error.
pub fn is_broken_pipe(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe
}

/// Rust's runtime opens /dev/null for reading and writing in place of a closed standard stream, so that writes
/// to it would seem to succeed. A shell's `> /dev/null` opens it for writing only; that tells the two apart.
#[cfg(target_os = "linux")]
fn started_closed() -> bool {
    use rustix::fs::{OFlags, fcntl_getfl, fstat, stat};
    let stdout = io::stdout();
    let Ok(flags) = fcntl_getfl(&stdout) else { return true };
    let (Ok(ours), Ok(null)) = (fstat(&stdout), stat("/dev/null")) else { return false };
    ours.st_rdev == null.st_rdev
        && ours.st_ino == null.st_ino
        && ours.st_dev == null.st_dev
        && flags.contains(OFlags::RDWR)
}

#[cfg(not(target_os = "linux"))]
fn started_closed() -> bool {
    false
}
