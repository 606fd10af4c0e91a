//! Which files are wanted.

use crate::options::Options;
use checksum_console::Failure;
use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use std::ffi::OsStr;
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// What a file must be like.
#[derive(Debug)]
pub(crate) struct Filter {
    names: GlobSet,
    paths: GlobSet,
    min_age: Option<Duration>,
    min_size: u64,
    max_size: u64,
    /// What this program itself writes to.
    own: Vec<PathBuf>,
}

impl Filter {
    /// The filter of a run that writes to `own`.
    ///
    /// # Errors
    /// A glob that cannot be parsed.
    pub(crate) fn new(options: &Options, own: &[&Path]) -> Result<Filter, Failure> {
        let (mut names, mut paths) = (GlobSetBuilder::new(), GlobSetBuilder::new());
        for text in &options.exclude {
            let glob = GlobBuilder::new(text.trim_matches('/')).literal_separator(true).build();
            let glob = glob.map_err(|error| Failure::usage(format!("--exclude: {error}")))?;
            if text.trim_end_matches('/').contains('/') {
                paths.add(glob)
            } else {
                names.add(glob)
            };
        }
        let built =
            |set: GlobSetBuilder| set.build().map_err(|error| Failure::usage(format!("--exclude: {error}")));
        Ok(Filter {
            names: built(names)?,
            paths: built(paths)?,
            min_age: options.min_age.map(|age| age.0),
            min_size: options.min_size.map_or(0, |size| size.0),
            max_size: options.max_size.map_or(u64::MAX, |size| size.0),
            own: own.iter().filter_map(|path| path.canonicalize().ok()).collect(),
        })
    }

    /// Whether a file or directory is left out by its name. `below` is its path below the directory that was named.
    pub(super) fn excludes(&self, below: &Path, name: &OsStr) -> bool {
        self.names.is_match(name) || self.paths.is_match(below)
    }

    /// Whether a file is wanted by what it is like at `now`.
    pub(super) fn wants(&self, path: &Path, metadata: &Metadata, now: SystemTime) -> bool {
        let size = metadata.len();
        // A time in the future is no age: such a file is young.
        let old_enough = |age: Duration| {
            metadata
                .modified()
                .ok()
                .and_then(|then| now.duration_since(then).ok())
                .is_some_and(|is| is >= age)
        };
        (self.min_size..=self.max_size).contains(&size)
            && self.min_age.is_none_or(old_enough)
            && !self.is_own(path)
    }

    fn is_own(&self, path: &Path) -> bool {
        let same_name = |own: &&PathBuf| own.file_name() == path.file_name();
        self.own.iter().find(same_name).is_some_and(|own| path.canonicalize().is_ok_and(|path| path == *own))
    }
}
