//! The walk itself.

use super::filter::Filter;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use walkdir::{DirEntry, WalkDir};

/// Directories held open at once; of deeper ones the names are kept in memory. Leaves room under small limits.
const OPEN_DIRECTORIES: usize = 8;

/// What the walk comes upon.
#[derive(Debug)]
pub(crate) enum Found {
    /// A file that is wanted, and its size.
    File(PathBuf, u64),
    /// Something that is neither file, directory nor link.
    Special(PathBuf, &'static str),
    /// A place that could not be looked at, and why.
    Unreadable(PathBuf, String),
    /// A name that was gone when it was looked at.
    Gone(PathBuf),
}

/// What is below `root`, sorted by the bytes of the names within each directory. Links below it are not followed; `root`
/// itself may be one. A file is its own tree.
pub(crate) fn walk<'a>(root: &Path, filter: &'a Filter, now: SystemTime) -> impl Iterator<Item = Found> + 'a {
    let top = root.to_owned();
    let below = top.clone();
    WalkDir::new(root)
        .follow_links(false)
        .max_open(OPEN_DIRECTORIES)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(move |entry| {
            let path = entry.path().strip_prefix(&below).unwrap_or(entry.path());
            entry.depth() == 0 || !filter.excludes(path, entry.file_name())
        })
        .filter_map(move |entry| match entry {
            Ok(entry) => look_at(entry, filter, now),
            Err(error) => Some(failed(error, &top)),
        })
}

fn look_at(entry: DirEntry, filter: &Filter, now: SystemTime) -> Option<Found> {
    let kind = entry.file_type();
    if kind.is_dir() || kind.is_symlink() && entry.depth() > 0 {
        return None;
    }
    if !kind.is_file() && !kind.is_symlink() {
        return Some(Found::Special(entry.into_path(), special(kind)));
    }
    // Of a link that was named itself, what it leads to.
    let metadata = if kind.is_symlink() {
        std::fs::metadata(entry.path())
    } else {
        entry.metadata().map_err(Into::into)
    };
    match metadata {
        // A link to a directory that was named itself: walked, and no file.
        Ok(metadata) if metadata.is_dir() => None,
        Ok(metadata) => {
            filter.wants(entry.path(), &metadata, now).then(|| Found::File(entry.into_path(), metadata.len()))
        }
        Err(error) => Some(problem(entry.into_path(), &error)),
    }
}

fn failed(error: walkdir::Error, top: &Path) -> Found {
    let path = error.path().unwrap_or(top).to_owned();
    let gone_below = error.depth() > 0;
    let error: std::io::Error = error.into();
    match problem(path, &error) {
        // What was named must be there.
        Found::Gone(path) if !gone_below => Found::Unreadable(path, "no such file or directory".to_owned()),
        other => other,
    }
}

fn problem(path: PathBuf, error: &std::io::Error) -> Found {
    if error.kind() == std::io::ErrorKind::NotFound {
        return Found::Gone(path);
    }
    // walkdir's text repeats the path; the system's own does not.
    let text = match error.raw_os_error() {
        Some(code) => std::io::Error::from_raw_os_error(code).to_string(),
        None => {
            error.get_ref().and_then(|inner| inner.source()).map_or(error.to_string(), ToString::to_string)
        }
    };
    Found::Unreadable(path, text)
}

#[cfg(unix)]
fn special(kind: std::fs::FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    match () {
        () if kind.is_fifo() => "a pipe",
        () if kind.is_socket() => "a socket",
        () if kind.is_block_device() => "a block device",
        () if kind.is_char_device() => "a character device",
        () => "something special",
    }
}

#[cfg(not(unix))]
fn special(_: std::fs::FileType) -> &'static str {
    "something special"
}
