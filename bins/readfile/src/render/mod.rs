//! The report as text, CSV or JSON.

mod csv;
mod text;

use crate::cli::Format;
use crate::report::Report;
use std::io::{self, Write};

/// Writes the report.
pub(crate) fn write(out: &mut dyn Write, format: Format, report: &Report) -> io::Result<()> {
    match format {
        Format::Text => text::write(out, report),
        Format::Csv => csv::write(out, report),
        Format::Json => {
            serde_json::to_writer_pretty(&mut *out, report)?;
            writeln!(out)
        }
    }
}
