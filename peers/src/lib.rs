//! The peer bench: this workspace's checksums against everybody else's, in one process, interleaved
//! burst by burst.
//!
//! [`contestants`] wraps every implementation behind one of three function shapes, [`cases`] says what is
//! computed, [`verify`] checks every answer before anything is timed, [`timing`] runs the rounds, [`goals`]
//! holds the ratios to reach, [`report`] prints the tables and writes the record.
//! [`files`] goes from files to checksums, for the comparison of whole commands.

pub mod cases;
pub mod contestants;
pub mod files;
pub mod goals;
pub mod lesser_cpu;
pub mod report;
pub mod stats;
pub mod timing;
pub mod verify;

use checksum_measure::{Machine, MonotonicClock, affinity};
use std::fs::File;
use std::io;
use std::path::Path;

/// Keeps this process, and those it starts, on one CPU (the last one allowed if none is named), so that the
/// scheduler is no part of the figures.
///
/// # Errors
/// A CPU that is not there.
pub fn pin(cpu: Option<usize>) -> Result<(), Box<dyn std::error::Error>> {
    let cpu = cpu.or(affinity::allowed().last().copied()).ok_or("the system does not tell its CPUs")?;
    affinity::pin(cpu).map_err(|error| format!("CPU {cpu}: {error}").into())
}

/// Writes what was measured on and with what into `dir/machine-<name>.json`.
///
/// # Errors
/// What the file system says.
pub fn record_machine(dir: &Path, name: &str) -> io::Result<()> {
    std::fs::create_dir_all(dir)?;
    let machine = Machine::gather(&MonotonicClock::new());
    let file = File::create(dir.join(format!("machine-{name}.json")))?;
    Ok(serde_json::to_writer_pretty(file, &machine)?)
}
