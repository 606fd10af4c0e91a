//! What a run says, before it is rendered as text, CSV or JSON.

use checksum_measure::{Disagreement, Machine, Row};
use serde::Serialize;
use std::path::PathBuf;

/// Raised whenever a field changes its meaning.
pub(crate) const SCHEMA: u32 = 1;

/// Everything about one run. The JSON form is this, field by field.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    pub(crate) schema: u32,
    /// Program and version.
    pub(crate) program: String,
    /// The file's name; a name that is not UTF-8 is shown with replacement characters here.
    pub(crate) file: String,
    /// The name as it was given, for text.
    #[serde(skip)]
    pub(crate) path: PathBuf,
    /// The name's bytes in hex, where `file` cannot hold them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) file_hex: Option<String>,
    /// Bytes of the file.
    pub(crate) bytes: u64,
    /// `map`, `read`, or `stream` (a pipe, or a file that can only be read once).
    pub(crate) read_path: ReadPath,
    /// Bytes a read, unless mapped.
    pub(crate) block_size: Option<usize>,
    /// Whether the page cache was filled (and a mapping's pages entered) before the first pass.
    pub(crate) warm: bool,
    /// Share of the file in the page cache before the run, 0 to 1, where the system tells.
    pub(crate) cached_share: Option<f64>,
    /// Whether there were timed rounds after the first.
    pub(crate) benchmark: bool,
    /// How many.
    pub(crate) rounds: u32,
    /// What a reader of the figures must know: a map that was refused, a pass that cannot be repeated.
    pub(crate) notes: Vec<String>,
    pub(crate) machine: Machine,
    /// The same bytes read and nothing computed, in MB/s (minimum time).
    pub(crate) ceiling_mb_per_s: Option<f64>,
    /// Median of the ratio of the first method to itself, and its interval: what noise makes of no difference.
    pub(crate) noise: Option<[f64; 3]>,
    /// Families whose engines gave different values. Empty is how it must be.
    pub(crate) disagreements: Vec<Disagreement>,
    pub(crate) results: Vec<Line>,
}

/// How the bytes reached the engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ReadPath {
    Map,
    Read,
    Stream,
}

impl ReadPath {
    pub(crate) fn name(self) -> &'static str {
        match self {
            ReadPath::Map => "map",
            ReadPath::Read => "read",
            ReadPath::Stream => "stream",
        }
    }
}

/// One method.
#[derive(Debug, Serialize)]
pub(crate) struct Line {
    #[serde(flatten)]
    pub(crate) row: Row,
    /// Streams hashed side by side. For more than one, each is the whole file, and speeds count all of them.
    pub(crate) lanes: u16,
    /// Whether it came along with `all` or a glob: then it is no failure that it cannot run here.
    #[serde(skip)]
    pub(crate) optional: bool,
}

impl Report {
    /// Whether everything that was asked for was done and matched.
    pub(crate) fn is_good(&self) -> bool {
        self.disagreements.is_empty()
            && self.results.iter().any(|line| line.row.verified)
            && self.results.iter().all(|line| line.row.verified || (!line.row.available && line.optional))
    }
}
