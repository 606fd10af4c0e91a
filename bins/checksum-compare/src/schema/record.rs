//! What stands beside the figures: `machine.json`.

use checksum_measure::Machine;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A run as a whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct RunRecord {
    /// See [`METHOD`](crate::schema::METHOD).
    pub(crate) method: u32,
    /// `DATE-REVISION`, the folder's name when it was made.
    pub(crate) run: String,
    /// The name under which this machine's runs stand.
    pub(crate) name: String,
    /// What tells this build from others, if anything does: `x86-64-v3`.
    pub(crate) label: Option<String>,
    /// The words of the command line, from the program's name on.
    pub(crate) command: Vec<String>,
    /// When it began, in UTC, RFC 3339.
    pub(crate) started: String,
    /// When it ended.
    pub(crate) ended: String,
    /// Time in which nothing was measured, between an interruption and its resumption, is not in here: seconds of
    /// all child processes.
    pub(crate) measured_seconds: f64,
    /// Child processes.
    pub(crate) processes: u32,
    /// The core that they were kept on, if they were.
    pub(crate) core: Option<usize>,
    /// What drew orders, places and environments.
    pub(crate) seed: u64,
    /// The engine of each family that ratios refer to and that is entered twice.
    pub(crate) baselines: BTreeMap<String, String>,
    /// What the controls said.
    pub(crate) controls: Controls,
    /// The machine, its state at the start, and the build.
    pub(crate) machine: Machine,
}

/// What the controls said over the whole run. `None`: there was none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Controls {
    /// Effective frequency of the core in GHz: 5th percentile, median, 95th percentile of all samples.
    pub(crate) clock_ghz: Option<[f64; 3]>,
    /// Two passes over one, which should be 2: lowest, median, highest of all cells.
    pub(crate) twice: Option<[f64; 3]>,
    /// Cells whose A/A interval does not hold 1.
    pub(crate) twins_apart: u32,
    /// Cells.
    pub(crate) cells: u32,
    /// Samples, controls included.
    pub(crate) samples: u64,
    /// Those during which something else took time.
    pub(crate) disturbed: u64,
    /// Those with page faults.
    pub(crate) faulted: u64,
}
