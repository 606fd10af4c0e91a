//! `check`: whether what is committed still is what the data give, and whether the data are what they should be.

mod documents;
mod runs;
mod versions;

use crate::report::{CheckArgs, Place};
use checksum_console::command_line::print;
use checksum_console::{Exit, Failure};
use std::io::{self, Write};

/// `check`. Every problem is a line on standard error.
///
/// # Errors
/// There is nothing to check, or standard output takes no more.
pub(crate) fn check(args: &CheckArgs) -> Result<Exit, Failure> {
    let place = Place::find(args.root.as_deref())?;
    let (runs, mut found) = runs::check(&place)?;
    let (engines, of_versions) = versions::check(&place);
    found.extend(of_versions);
    let (files, of_files) = documents::check(&place);
    found.extend(of_files);
    for problem in &found {
        // A closed stderr must not turn a message into a panic.
        let _ = writeln!(io::stderr(), "checksum-compare: {problem}");
    }
    let word =
        if found.is_empty() { "as they should be".to_owned() } else { format!("{} problems", found.len()) };
    print(|out| writeln!(out, "{runs} runs, {engines} engines, {files} files made from them: {word}"))?;
    Ok(if found.is_empty() { Exit::Done } else { Exit::Failed })
}

/// One line, whatever a message holds.
fn line(message: impl std::fmt::Display) -> String {
    message.to_string().split_whitespace().collect::<Vec<_>>().join(" ")
}
