//! What is known about one engine over one input: a line of `summary.csv`.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What is held equal where engines are compared: a job. Engines are only ever compared within a cell.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct Cell {
    /// The algorithm family: `adler32`, `crc32`, `crc32c` or `md5`.
    pub(crate) family: String,
    /// The input's name, such as `buffer-16k`, `short-64-dependent` or `file:NAME`.
    pub(crate) input: String,
    /// How the engine gets the bytes: `whole`, `chunk`, `read`, `map` or `many`.
    pub(crate) mode: String,
    /// Bytes handed over at once, in the modes `chunk` and `read`; else 0.
    pub(crate) chunk: u64,
    /// Offset of the first byte from a 64-byte line.
    pub(crate) align: u32,
}

/// `crc32, buffer-16k, chunk 4096, align 1`; what is 0 is left out.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.family, self.job())
    }
}

impl Cell {
    /// The cell in words, without the family.
    pub(crate) fn job(&self) -> String {
        let mut words = format!("{}, {}", self.input, self.mode);
        if self.chunk > 0 {
            words += &format!(" {}", self.chunk);
        }
        if self.align > 0 {
            words += &format!(", align {}", self.align);
        }
        words
    }
}

/// What may be said of an engine beside its cell's baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Verdict {
    /// It is the baseline.
    Baseline,
    /// Faster than the baseline, and noise does not explain it.
    Faster,
    /// Slower than the baseline, and noise does not explain it.
    Slower,
    /// Cannot be told from noise. That is not "equal".
    NotSeparated,
}

impl Verdict {
    /// As it is printed.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Verdict::Baseline => "baseline",
            Verdict::Faster => "faster",
            Verdict::Slower => "slower",
            Verdict::NotSeparated => "not separated",
        }
    }
}

/// One engine over one input in one mode. The fields are the columns, in their order. Times are ns of one pass (one
/// call over the whole input). A row of an engine that did not run has `err` and no figures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Row {
    /// See [`METHOD`](crate::schema::METHOD).
    pub(crate) method: u32,
    /// The algorithm family.
    pub(crate) family: String,
    /// The engine's id.
    pub(crate) engine: String,
    /// Its classic code, `a`, `gd`, `e3`.
    pub(crate) code: Option<String>,
    /// `own`, or the crate that it comes from.
    pub(crate) source: String,
    /// The crate's version, or this workspace's.
    pub(crate) version: String,
    /// The CPU features that it needs, between spaces.
    pub(crate) isa: String,
    /// The input's name.
    pub(crate) input: String,
    /// Where the bytes are: the smallest of `l1`, `l2`, `l3`, `memory` that holds them, or `page-cache` where a file is
    /// read in the clock.
    pub(crate) residency: String,
    /// Bytes of one pass.
    pub(crate) bytes: u64,
    /// The mode.
    pub(crate) mode: String,
    /// Bytes handed over at once, or 0.
    pub(crate) chunk: u64,
    /// Offset from a 64-byte line.
    pub(crate) align: u32,
    /// Child processes that it ran in.
    pub(crate) processes: u32,
    /// Rounds in each of them.
    pub(crate) rounds: u32,
    /// Passes in a sample.
    pub(crate) iters: u32,
    /// The shortest.
    pub(crate) min_ns: Option<f64>,
    /// The 5th percentile.
    pub(crate) p05_ns: Option<f64>,
    /// The median.
    pub(crate) median_ns: Option<f64>,
    /// The 95th percentile.
    pub(crate) p95_ns: Option<f64>,
    /// Median absolute deviation from the median, not scaled.
    pub(crate) mad_ns: Option<f64>,
    /// `bytes` over `median_ns`.
    pub(crate) bytes_per_second: Option<f64>,
    /// The engine that the ratio refers to.
    pub(crate) baseline: String,
    /// How many times as fast as the baseline: the median of the processes' medians of paired log ratios.
    pub(crate) ratio: Option<f64>,
    /// Lowest of the processes.
    pub(crate) ratio_low: Option<f64>,
    /// Highest of the processes.
    pub(crate) ratio_high: Option<f64>,
    /// The same of the baseline's twin, whose true ratio is 1: lowest.
    pub(crate) floor_low: Option<f64>,
    /// Highest.
    pub(crate) floor_high: Option<f64>,
    /// What follows.
    pub(crate) verdict: Option<Verdict>,
    /// Speed as a share of that of only reading the same bytes in the same rounds (1: as fast as reading).
    pub(crate) ceiling_share: Option<f64>,
    /// The checksum of one pass, lower-case hex.
    pub(crate) digest: Option<String>,
    /// Words between spaces, each with its count behind a colon where it has one; see `results/SCHEMA.md`.
    pub(crate) flags: String,
    /// Why it did not run, or what was wrong.
    pub(crate) err: Option<String>,
}

impl Row {
    /// Which cell it belongs to.
    pub(crate) fn cell(&self) -> Cell {
        Cell {
            family: self.family.clone(),
            input: self.input.clone(),
            mode: self.mode.clone(),
            chunk: self.chunk,
            align: self.align,
        }
    }

    /// Speed in MB/s of 10^6 bytes per second, from the median.
    pub(crate) fn mb_per_s(&self) -> Option<f64> {
        Some(self.bytes_per_second? / 1e6)
    }

    /// Whether it has figures.
    pub(crate) fn is_timed(&self) -> bool {
        self.median_ns.is_some() && self.err.is_none()
    }
}
