//! Files as a storage to be judged.

use super::measure::PARTS;
use super::storage::{Special, State, Storage};
use crate::options::Options;
use crate::tree::{Filter, Found, walk};
use checksum_console::Failure;
use checksum_input::{Buffer, CacheState, InputFile, blocks, shown};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Of a tree, so many of the largest files are used: measuring wants large ones.
const FILES: usize = 64;

/// Files, largest first.
#[derive(Debug)]
pub(super) struct Files {
    files: Vec<(PathBuf, u64)>,
}

impl Files {
    /// The files that `paths` name or hold.
    ///
    /// # Errors
    /// There is none with anything in it.
    pub(super) fn find(paths: &[PathBuf]) -> Result<Files, Failure> {
        let filter = Filter::new(&Options::default(), &[])?;
        let mut files: Vec<(PathBuf, u64)> = Vec::new();
        for root in paths {
            for found in walk(root, &filter, SystemTime::now()) {
                match found {
                    Found::File(path, size) if size > 0 && InputFile::open_regular(&path).is_ok() => {
                        files.push((path, size));
                        // Keeps memory small in huge trees.
                        if files.len() >= 4 * FILES {
                            keep_largest(&mut files);
                        }
                    }
                    Found::Unreadable(path, why) if path == *root => {
                        return Err(Failure::usage(format!("'{}': {why}", shown(&path))));
                    }
                    _ => {}
                }
            }
        }
        keep_largest(&mut files);
        if files.is_empty() {
            return Err(Failure::usage(
                "no readable file with anything in it; name a large one, or a tree that has one",
            ));
        }
        Ok(Files { files })
    }

    /// How many, how many bytes.
    pub(super) fn describe(&self) -> (usize, u64) {
        (self.files.len(), self.total())
    }

    fn total(&self) -> u64 {
        self.files.iter().map(|(_, size)| size).sum()
    }

    /// What a part consists of: whole files where there are enough, else a piece of each.
    fn segments(&self, part: usize, parts: usize) -> Vec<Segment<'_>> {
        if self.files.len() >= parts {
            let mine = self.files.iter().skip(part).step_by(parts);
            return mine.map(|(path, size)| Segment { path, from: 0, to: *size }).collect();
        }
        let (part, parts) = (part as u64, parts as u64);
        // Pieces begin at whole mebibytes, as their reads then do.
        let edge =
            |size: u64, number: u64| if number == parts { size } else { (size / parts * number) >> 20 << 20 };
        self.files
            .iter()
            .map(|(path, size)| Segment { path, from: edge(*size, part), to: edge(*size, part + 1) })
            .filter(|segment| segment.from < segment.to)
            .collect()
    }
}

fn keep_largest(files: &mut Vec<(PathBuf, u64)>) {
    files.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    files.truncate(FILES);
}

/// A piece of a file.
#[derive(Debug)]
struct Segment<'a> {
    path: &'a Path,
    from: u64,
    to: u64,
}

impl Storage for Files {
    fn prepare(&self, state: State) -> Option<f64> {
        match state {
            State::Cold => {
                let (mut pages, mut cached) = (0, 0);
                for (path, _) in &self.files {
                    match InputFile::open_regular(path).ok()?.drop_cache() {
                        CacheState::Counted { pages: all, cached: there, .. } => {
                            pages += all;
                            cached += there;
                        }
                        CacheState::Unknown(_) => return None,
                    }
                }
                Some(cached as f64 / pages.max(1) as f64)
            }
            State::Warm(bytes) => {
                // What one reader will read, and what each of several will.
                let mut buffer = Buffer::new(1 << 20);
                for (part, parts) in (0..PARTS).map(|part| (part, PARTS)).chain([(0, 1)]) {
                    let reader = self.open(part, parts).ok()?;
                    let share = bytes.div_ceil(parts as u64);
                    blocks::for_each(&mut reader.take(share), &mut buffer, |_| {}).ok()?;
                }
                None
            }
        }
    }

    fn open(&self, part: usize, parts: usize) -> io::Result<Box<dyn Read + Send + '_>> {
        Ok(Box::new(Chain { left: self.segments(part, parts).into_iter(), now: None }))
    }

    fn special(&self, how: Special, each: &mut dyn FnMut(&[u8]) -> bool) -> Result<(), String> {
        for (path, _) in &self.files {
            let file = InputFile::open_regular(path).map_err(|error| error.to_string())?;
            let goes_on = match how {
                Special::Mapped => {
                    let mapping = file.map().map_err(|refused| refused.to_string())?;
                    let goes_on = mapping.bytes().chunks(1 << 20).all(&mut *each);
                    file.verify_mapped(&mapping).map_err(|error| error.to_string())?;
                    goes_on
                }
                Special::Direct => {
                    let mut reader = file.direct_reader().map_err(|refused| refused.to_string())?;
                    let mut block = Buffer::new(1 << 20);
                    loop {
                        let filled =
                            blocks::fill(&mut reader, &mut block).map_err(|error| error.to_string())?;
                        if filled == 0 {
                            break true;
                        }
                        if !each(&block[..filled]) {
                            break false;
                        }
                    }
                }
            };
            if !goes_on {
                return Ok(());
            }
        }
        Ok(())
    }
}

/// The pieces of a part, one after the other.
struct Chain<'a> {
    left: std::vec::IntoIter<Segment<'a>>,
    now: Option<(InputFile, u64)>,
}

impl Read for Chain<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if let Some((file, left)) = &mut self.now {
                let wanted = usize::try_from(*left).unwrap_or(usize::MAX).min(buffer.len());
                let read = file.handle().read(&mut buffer[..wanted])?;
                *left -= read as u64;
                if read > 0 {
                    return Ok(read);
                }
                file.verify_unchanged().map_err(io::Error::other)?;
            }
            let Some(segment) = self.left.next() else { return Ok(0) };
            let file = InputFile::open_regular(segment.path).map_err(io::Error::other)?;
            file.handle().seek(SeekFrom::Start(segment.from))?;
            self.now = Some((file, segment.to - segment.from));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use checksum_testkit::program::Scratch;

    #[test]
    fn the_parts_are_the_whole() {
        let scratch = Scratch::new();
        let content: Vec<u8> = (0..5_000_003_u32).map(|i| (i % 251) as u8).collect();
        scratch.file("a", &content);
        scratch.file("b", b"123");
        scratch.file("empty", b"");
        let files = Files::find(&[scratch.path("")]).unwrap();
        assert_eq!(files.describe(), (2, 5_000_006));
        for parts in [1, 2, 3, 8] {
            let mut total = 0;
            for part in 0..parts {
                let mut bytes = Vec::new();
                files.open(part, parts).unwrap().read_to_end(&mut bytes).unwrap();
                total += bytes.len();
            }
            assert_eq!(total, 5_000_006, "{parts}");
        }
        let mut mapped = 0;
        files
            .special(Special::Mapped, &mut |block| {
                mapped += block.len();
                true
            })
            .unwrap();
        assert_eq!(mapped, 5_000_006);
        assert!(Files::find(&[scratch.path("absent")]).is_err());
        assert!(Files::find(&[scratch.path("empty")]).is_err());
    }
}
