//! The peer bench: this workspace's checksums against everybody else's, in one process, interleaved
//! burst by burst.
//!
//! [`contestants`] wraps every implementation behind one of three function shapes, [`cases`] says what is
//! computed, [`verify`] checks every answer before anything is timed, [`timing`] runs the rounds, [`goals`]
//! holds the ratios to reach, [`report`] prints the tables and writes the record.

pub mod cases;
pub mod contestants;
pub mod goals;
pub mod report;
pub mod stats;
pub mod timing;
pub mod verify;
