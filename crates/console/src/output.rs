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
    /// When the program was started with standard output closed, or open for reading only.
    pub fn stdout() -> io::Result<Output> {
        if let Some(problem) = stdout_problem() {
            return Err(io::Error::other(problem));
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

/// Whether the program was started with standard input closed: what is read from it then is not the empty input
/// that it looks like.
pub fn stdin_is_closed() -> bool {
    #[cfg(target_os = "linux")]
    return stands_in_for_closed(&io::stdin());
    #[cfg(not(target_os = "linux"))]
    false
}

#[cfg(target_os = "linux")]
fn stdout_problem() -> Option<&'static str> {
    use rustix::fs::{OFlags, fcntl_getfl};
    let stdout = io::stdout();
    if stands_in_for_closed(&stdout) {
        return Some("is closed");
    }
    // The standard library takes a write that the system refuses for this reason as done.
    let flags = fcntl_getfl(&stdout).ok()?;
    (!flags.intersects(OFlags::WRONLY | OFlags::RDWR)).then_some("is not open for writing")
}

#[cfg(not(target_os = "linux"))]
fn stdout_problem() -> Option<&'static str> {
    None
}

/// Rust's runtime opens /dev/null for reading and writing in place of a closed standard stream, so that reads and
/// writes would seem to succeed. A shell's `> /dev/null` or `< /dev/null` opens it one way only; that tells them apart.
#[cfg(target_os = "linux")]
fn stands_in_for_closed(stream: &impl std::os::fd::AsFd) -> bool {
    use rustix::fs::{OFlags, fcntl_getfl, fstat, stat};
    let Ok(flags) = fcntl_getfl(stream) else { return true };
    let (Ok(ours), Ok(null)) = (fstat(stream), stat("/dev/null")) else { return false };
    ours.st_rdev == null.st_rdev
        && ours.st_ino == null.st_ino
        && ours.st_dev == null.st_dev
        && flags.contains(OFlags::RDWR)
}
