//! The summary in its formats.

mod csv;
mod html;
mod json;
mod svg;
mod tables;

use super::Format;
use super::report::Report;
use std::io::{self, Write};

/// Writes the report.
pub(crate) fn write(
    out: &mut dyn Write,
    format: Format,
    per_file: bool,
    report: &Report<'_>,
) -> io::Result<()> {
    match format {
        Format::Text => tables::text(out, report, per_file),
        Format::Markdown => tables::markdown(out, report, per_file),
        Format::Csv => csv::write(out, report),
        Format::Json => json::write(out, report),
        Format::Html => html::write(out, report),
    }
}
