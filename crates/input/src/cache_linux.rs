//! Linux's questions about the page cache: `cachestat(2)` (since 6.5), else `mincore(2)` on a mapping.

use crate::cache::{CacheState, CacheUnknown};
use crate::file::InputFile;
use rustix::fs::{Advice, fadvise, fdatasync};
use std::io;
use std::os::fd::AsRawFd;

/// How many of the file's pages are in memory.
pub(crate) fn state(file: &InputFile) -> CacheState {
    let Some(size) = file.size() else { return CacheState::Unknown(CacheUnknown::NoPages) };
    let pages = size.div_ceil(rustix::param::page_size() as u64);
    if pages == 0 {
        return CacheState::Counted { pages, cached: 0, asked: "no pages" };
    }
    if let Ok(cached) = cachestat(file, size) {
        // Pages beyond the end may belong to the last large page of the cache.
        return CacheState::Counted { pages, cached: cached.min(pages), asked: "cachestat" };
    }
    if !may_ask(file) {
        return CacheState::Unknown(CacheUnknown::NotPermitted);
    }
    match mincore(file, size) {
        Some(cached) => CacheState::Counted { pages, cached, asked: "mincore" },
        None => CacheState::Unknown(CacheUnknown::System),
    }
}

/// Forget the file's pages. Those not written out yet cannot be forgotten, so they are written first; that may be
/// refused for a handle that only reads, and is then without effect.
pub(crate) fn forget(file: &InputFile) {
    let _ = fdatasync(file.handle());
    let _ = fadvise(file.handle(), 0, None, Advice::DontNeed);
}

/// Whether `mincore` answers truly: to others than the owner, root, and those who may write, it says that
/// every page is in memory (`can_do_mincore` in `mm/mincore.c`, since 5.2), so that nobody watches what others read.
/// `cachestat` refuses them instead, or, in its first versions, tells everybody the truth.
fn may_ask(file: &InputFile) -> bool {
    use rustix::fs::{Access, AtFlags, CWD, accessat};
    use std::os::unix::fs::MetadataExt;
    let user = rustix::process::geteuid();
    let owns = file.handle().metadata().is_ok_and(|metadata| metadata.uid() == user.as_raw());
    let this = format!("/proc/self/fd/{}", file.handle().as_raw_fd());
    owns || user.is_root() || accessat(CWD, this, Access::WRITE_OK, AtFlags::EACCESS).is_ok()
}

/// Pages in memory by `cachestat`.
fn cachestat(file: &InputFile, size: u64) -> io::Result<u64> {
    // The number is the same on every architecture that counts as Linux does since 5.1; the others get mincore.
    const NUMBER: libc::c_long = 451;
    if cfg!(any(target_arch = "mips", target_arch = "mips64", target_pointer_width = "16"))
        || cfg!(all(target_arch = "x86_64", target_pointer_width = "32"))
    {
        return Err(io::ErrorKind::Unsupported.into());
    }
    // struct cachestat_range { off, len } and struct cachestat { cache, dirty, writeback, evicted, recently_evicted }
    let range = [0_u64, size];
    let mut counts = [0_u64; 5];
    // SAFETY: the kernel reads two words from the first pointer and writes five to the second, as in linux/mman.h;
    // both live as long as the call. An unknown number gives ENOSYS.
    let result =
        unsafe { libc::syscall(NUMBER, file.handle().as_raw_fd(), range.as_ptr(), counts.as_mut_ptr(), 0) };
    if result == 0 { Ok(counts[0]) } else { Err(io::Error::last_os_error()) }
}

/// Pages in memory by `mincore`, window by window.
fn mincore(file: &InputFile, size: u64) -> Option<u64> {
    let page = rustix::param::page_size();
    let mut answers = vec![0_u8; (InputFile::WINDOW as usize).div_ceil(page)];
    let mut cached = 0;
    let mut offset = 0;
    while offset < size {
        let window = file.map_range(offset, InputFile::WINDOW.min(size - offset)).ok()?;
        let bytes = window.bytes();
        let pages = bytes.len().div_ceil(page);
        // SAFETY: the range is a live mapping; the kernel writes one byte for each page of it, and there are as many.
        let result = unsafe {
            libc::mincore(bytes.as_ptr().cast_mut().cast(), bytes.len(), answers[..pages].as_mut_ptr().cast())
        };
        if result != 0 {
            return None;
        }
        cached += answers[..pages].iter().filter(|&answer| answer & 1 == 1).count() as u64;
        offset += bytes.len() as u64;
    }
    Some(cached)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn both_questions_have_the_same_answer() {
        let mut file = tempfile::NamedTempFile::new_in(".").unwrap();
        file.write_all(&vec![7; 1_000_000]).unwrap();
        let input = InputFile::open(file.path()).unwrap();
        let by_mincore = mincore(&input, 1_000_000);
        assert_eq!(by_mincore, Some(245));
        if let Ok(cached) = cachestat(&input, 1_000_000) {
            assert_eq!(Some(cached.min(245)), by_mincore);
        }
    }
}
