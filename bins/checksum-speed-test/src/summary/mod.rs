//! `summary LOG...`: what the logs say, as the archive's spreadsheet has it and by bytes over seconds.

mod collect;
mod explain;
mod figures;
mod order;
mod render;
mod report;

use crate::exit::Ending;
use crate::session::complain;
use checksum_console::{Failure, Output, is_broken_pipe};
use clap::{Args, ValueEnum};
use std::io::Write;
use std::path::PathBuf;

/// Options of the summary.
#[derive(Debug, Args)]
pub(crate) struct SummaryArgs {
    /// Logs of the old scripts and of this program, in any mixture; '-' is standard input
    #[arg(value_name = "LOG", required = true)]
    logs: Vec<PathBuf>,

    /// How the summary is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Also a table for each file (CSV, JSON and HTML always have it)
    #[arg(long)]
    per_file: bool,
}

/// How a summary is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Tables and sentences for people
    Text,
    /// One row a group and a file
    Csv,
    /// One object with everything
    Json,
    /// Tables for a document
    Markdown,
    /// One page with charts that needs nothing else
    Html,
}

/// Reads the logs and prints the summary.
///
/// # Errors
/// No log holds a line that could be used, or the summary cannot be written.
pub(crate) fn run(args: &SummaryArgs) -> Result<Ending, Failure> {
    // A closed standard output is found before the work.
    let mut out = Output::stdout().map_err(|error| Failure::failed(format!("standard output: {error}")))?;
    let collected = collect::read(&args.logs);
    for problem in &collected.unreadable {
        complain(problem);
    }
    for bad in &collected.bad_examples {
        complain(bad);
    }
    if collected.bad > 0 {
        complain(&format!(
            "{} of {} lines are no log lines and were left out",
            collected.bad, collected.lines
        ));
    }
    if collected.runs.is_empty() {
        return Err(Failure::usage("no line of these logs is a test; is it a log of checksum_speed_test?"));
    }
    let report = report::Report::new(&collected);
    let written = render::write(&mut out, args.format, args.per_file, &report).and_then(|()| out.flush());
    match written {
        Err(error) if !is_broken_pipe(&error) => {
            Err(Failure::failed(format!("standard output: {error}; the summary is incomplete")))
        }
        _ if !collected.unreadable.is_empty() => Ok(Ending::Unreadable),
        _ => Ok(Ending::Done),
    }
}
