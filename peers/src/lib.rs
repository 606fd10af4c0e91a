//! The peer bench: this workspace's checksums against everybody else's, in one process, interleaved
//! burst by burst.
//!
//! [`contestants`] wraps every implementation behind one of three function shapes, [`cases`] says what is
//! computed, [`verify`] checks every answer before anything is timed, [`timing`] runs the rounds, [`goals`]
//! holds the ratios to reach, [`report`] prints the tables and writes the record.
//! [`files`] goes from files to checksums, for the comparison of whole commands.

pub mod cases;
pub mod contestants;
pub mod disturbance;
pub mod files;
pub mod goals;
pub mod report;
pub mod stats;
pub mod timing;
pub mod verify;

/// Keeps this process, and those it starts, on one CPU (the last one allowed if none is named), so that the
/// scheduler is no part of the figures.
///
/// # Errors
/// A CPU that is not there.
pub fn pin(cpu: Option<usize>) -> Result<(), Box<dyn std::error::Error>> {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
    let allowed = sched_getaffinity(None)?;
    let last = (0..CpuSet::MAX_CPU).rev().find(|&cpu| allowed.is_set(cpu));
    let cpu = cpu.or(last).ok_or("no CPU allowed")?;
    let mut set = CpuSet::new();
    set.set(cpu);
    sched_setaffinity(None, &set).map_err(|error| format!("CPU {cpu}: {error}").into())
}
