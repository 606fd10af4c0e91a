//! `report` and `check`: what is rendered from the data, and whether it still is what the data give.

use checksum_console::{Exit, Failure};

/// What `report` is told.
#[derive(Debug, clap::Args)]
pub(crate) struct ReportArgs {}

/// What `check` is told.
#[derive(Debug, clap::Args)]
pub(crate) struct CheckArgs {}

/// `report`.
///
/// # Errors
/// Data that cannot be read, or a page that cannot be written.
pub(crate) fn report(_: &ReportArgs) -> Result<Exit, Failure> {
    Err(Failure::failed("report is not there yet"))
}

/// `check`.
///
/// # Errors
/// Something differs from what the data give.
pub(crate) fn check(_: &CheckArgs) -> Result<Exit, Failure> {
    Err(Failure::failed("check is not there yet"))
}
