//! Opening: once, and without being caught by things that only look like files.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

#[cfg(unix)]
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};

/// Opens `path` for reading. On Unix the open never waits (a pipe without a writer) and never makes a
/// terminal ours; the handle is put back to waiting reads, so that it behaves like any other.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    options.custom_flags((rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::NOCTTY).bits() as i32);
    let file = options.open(path)?;
    #[cfg(unix)]
    {
        let flags = rustix::fs::fcntl_getfl(&file)?;
        rustix::fs::fcntl_setfl(&file, flags - rustix::fs::OFlags::NONBLOCK)?;
    }
    Ok(file)
}

/// A second handle to standard input, which shares its position.
pub(crate) fn standard_input() -> io::Result<File> {
    #[cfg(unix)]
    return Ok(File::from(std::os::fd::AsFd::as_fd(&io::stdin()).try_clone_to_owned()?));
    #[cfg(windows)]
    return Ok(File::from(std::os::windows::io::AsHandle::as_handle(&io::stdin()).try_clone_to_owned()?));
    #[cfg(not(any(unix, windows)))]
    return Err(io::Error::new(io::ErrorKind::Unsupported, "this system gives no handle to standard input"));
}

/// What `kind` is, in words, if it is neither a file nor a directory.
pub(crate) fn special(kind: std::fs::FileType) -> Option<&'static str> {
    #[cfg(unix)]
    if kind.is_fifo() {
        return Some(PIPE);
    } else if kind.is_socket() {
        return Some("a socket");
    } else if kind.is_block_device() {
        return Some("a block device");
    } else if kind.is_char_device() {
        return Some("a character device");
    }
    if kind.is_file() || kind.is_dir() { None } else { Some("something special") }
}

/// The words for a pipe, the one special kind that a caller may ask for by name.
pub(crate) const PIPE: &str = "a pipe";

/// Waits until a pipe has data or has had a writer that is gone. A read alone would take a pipe that
/// nobody opened for writing yet for an empty one, since the handle was opened without waiting.
#[cfg(unix)]
pub(crate) fn wait_for_data(file: &File) -> io::Result<()> {
    use rustix::event::{PollFd, PollFlags, poll};
    loop {
        match poll(&mut [PollFd::new(file, PollFlags::IN)], None) {
            Err(rustix::io::Errno::INTR) => {}
            other => return other.map(drop).map_err(io::Error::from),
        }
    }
}

/// Reads wait by themselves where opening does.
#[cfg(not(unix))]
pub(crate) fn wait_for_data(_: &File) -> io::Result<()> {
    Ok(())
}

/// Whether the handle lies in a file system that makes the content up when it is read and so reports sizes
/// that mean nothing (`/proc`: 0, `/sys`: 4096). The numbers are those of `statfs(2)` and `linux/magic.h`.
#[cfg(any(target_os = "linux", target_os = "android"))]
pub(crate) fn size_is_made_up(file: &File) -> bool {
    const MADE_UP: [u32; 10] = [
        0x0000_9fa0, // proc
        0x6265_6572, // sysfs
        0x0027_e0eb, // cgroup
        0x6367_7270, // cgroup2
        0x6462_6720, // debugfs
        0x7472_6163, // tracefs
        0x7363_6673, // securityfs
        0x6265_6570, // configfs
        0xf97c_ff8c, // selinux
        0xde5e_81e4, // efivarfs
    ];
    // The kernel's type is a signed or unsigned word of 32 or 64 bits, by target: its low 32 bits are the number.
    rustix::fs::fstatfs(file).is_ok_and(|found| MADE_UP.contains(&(found.f_type as u32)))
}

/// Other systems: unknown, so decided by reading.
#[cfg(not(any(target_os = "linux", target_os = "android")))]
pub(crate) fn size_is_made_up(_: &File) -> bool {
    false
}
