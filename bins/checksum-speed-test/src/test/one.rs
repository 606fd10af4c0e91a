//! One test: one method over one file, from opening it to the checksum, as the old scripts timed it.

use super::method::{Method, Reading};
use checksum_engine::Digest;
use checksum_input::{
    Buffer, CacheState, Identity, InputError, InputFile, Kind, MapRefused, Problem, WindowsError,
};
use serde::Deserialize;
use std::fmt;
use std::path::Path;
use std::time::{Duration, Instant};

/// A mapped file is used in windows of so many bytes, so that its size does not become ours.
const WINDOW: u64 = 64 << 20;

/// What the page cache should hold of the file before a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum CacheWish {
    /// Whatever it holds.
    #[default]
    AsIs,
    /// Nothing.
    Cold,
    /// All of it.
    Warm,
}

/// A test that was done.
#[derive(Clone, Debug)]
pub(crate) struct Done {
    /// Bytes read.
    pub(crate) bytes: u64,
    /// From opening the file to the checksum, by a clock that never steps back.
    pub(crate) time: Duration,
    /// The checksum.
    pub(crate) digest: Digest,
    /// What the page cache held right before.
    pub(crate) cache: CacheState,
    /// The file as it was.
    pub(crate) identity: Identity,
}

impl Done {
    /// 10^6 bytes per second; `None` of nothing.
    pub(crate) fn megabytes_per_second(&self) -> Option<f64> {
        checksum_measure::megabytes_per_second(self.bytes, self.time.as_nanos() as f64)
    }
}

/// Why a test was not done.
#[derive(Debug)]
pub(crate) enum Failed {
    /// The file cannot be read, or changed.
    Input(InputError),
    /// It cannot be mapped. It is not read instead: the line would tell of something that was not asked for.
    Map(MapRefused),
    /// The name was given to another file meanwhile.
    Replaced,
}

impl Failed {
    /// Whether the file was there when it was listed and is gone.
    pub(crate) fn is_missing(&self) -> bool {
        matches!(self, Failed::Input(error) if matches!(error.problem(), Problem::Missing))
    }
}

impl fmt::Display for Failed {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failed::Input(error) => error.fmt(out),
            Failed::Map(refused) => write!(out, "no test of mapped reading: {refused}"),
            Failed::Replaced => out.write_str("the name was given to another file during the test"),
        }
    }
}

impl From<InputError> for Failed {
    fn from(error: InputError) -> Failed {
        Failed::Input(error)
    }
}

/// Runs one test. `buffer` is at least as long as a read.
///
/// # Errors
/// The file cannot be read to its end, or changed.
pub(super) fn run(
    path: &Path,
    method: &Method,
    wish: CacheWish,
    buffer: &mut Buffer,
) -> Result<Done, Failed> {
    let before = InputFile::open_regular(path)?;
    let cache = match wish {
        CacheWish::AsIs => before.cache_state(),
        CacheWish::Cold => before.drop_cache(),
        CacheWish::Warm => before.warm()?,
    };
    let mut stream = method.runnable.stream().expect("chosen among those that have one");
    let started = Instant::now();
    let file = InputFile::open_regular(path)?;
    let bytes = match method.reading {
        Reading::Chunks(chunk) => {
            file.read_chunks_into(&mut buffer[..chunk.get()], |bytes| stream.update(bytes))?
        }
        Reading::Map => {
            file.map_windows(WINDOW, |bytes| stream.update(bytes)).map_err(|error| match error {
                WindowsError::Refused(refused) => Failed::Map(refused),
                WindowsError::Input(error) => Failed::Input(error),
            })?
        }
    };
    let digest = stream.digest();
    let time = started.elapsed();
    // Between the two openings the name may have been given to another file.
    if before.kind() == Kind::Regular && before.identity() != file.identity() {
        before.verify_unchanged()?;
        return Err(Failed::Replaced);
    }
    Ok(Done { bytes, time, digest, cache, identity: file.identity().clone() })
}
