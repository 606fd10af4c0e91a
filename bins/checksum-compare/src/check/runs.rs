//! Whether results are as `results/SCHEMA.md` says.

use super::line;
use crate::report::Place;
use crate::schema::{Stored, problems};
use checksum_console::Failure;
use std::path::Path;

/// How many runs there are, and what is wrong with them.
///
/// # Errors
/// `results` cannot be listed.
pub(super) fn check(place: &Place) -> Result<(usize, Vec<String>), Failure> {
    let folders = place.runs()?;
    let found = folders.iter().flat_map(|folder| of_run(place, folder)).collect();
    Ok((folders.len(), found))
}

fn of_run(place: &Place, folder: &Path) -> Vec<String> {
    let name = place.name_of(folder);
    let read = Stored::read(folder).and_then(|run| Ok((run.samples()?, run.plan()?, run)));
    let (samples, plan, run) = match read {
        Ok(read) => read,
        Err(error) => return vec![line(error)],
    };
    let mut found = problems(&run, samples.as_deref());
    if let Err(error) = plan.parse::<toml::Table>() {
        found.push(format!("plan.toml: {}", error.message()));
    }
    if run.rows.is_empty() {
        found.push("summary.csv has no rows".to_owned());
    }
    found.into_iter().map(|problem| line(format!("{name}: {problem}"))).collect()
}
