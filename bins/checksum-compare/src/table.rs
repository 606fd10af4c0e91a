//! Tables for people, and the same as CSV.

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use std::io::{self, Write};

/// How a table is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// Aligned columns
    Text,
    /// For other programs
    Csv,
    /// A table for documents
    Markdown,
}

/// A table: a header, rows of as many cells, and from which column on they are numbers.
#[derive(Debug)]
pub(crate) struct Printed {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
    words: usize,
}

impl Printed {
    /// `words`: how many columns from the left are text; the others are aligned to the right.
    pub(crate) fn new(header: &[&str], words: usize) -> Printed {
        Printed { header: header.iter().map(|&name| name.to_owned()).collect(), rows: Vec::new(), words }
    }

    /// One more column.
    pub(crate) fn column(&mut self, name: &str) {
        self.header.push(name.to_owned());
    }

    /// One more row.
    pub(crate) fn row(&mut self, cells: Vec<String>) {
        debug_assert_eq!(cells.len(), self.header.len());
        self.rows.push(cells);
    }

    /// Keeps the rows for which `keep` says so.
    pub(crate) fn keep(&mut self, keep: &[bool]) {
        let mut keep = keep.iter();
        self.rows.retain(|_| *keep.next().unwrap_or(&true));
    }

    /// Prints it.
    ///
    /// # Errors
    /// The writer's.
    pub(crate) fn print(&self, out: &mut dyn Write, format: Format) -> io::Result<()> {
        if format == Format::Csv {
            let mut writer = csv::Writer::from_writer(out);
            writer.write_record(&self.header)?;
            for row in &self.rows {
                writer.write_record(row)?;
            }
            return writer.flush();
        }
        let mut table = Table::new();
        let style = if format == Format::Markdown { presets::ASCII_MARKDOWN } else { presets::NOTHING };
        table.load_style(style).set_content_arrangement(ContentArrangement::Disabled);
        table.set_header(&self.header);
        for row in &self.rows {
            table.add_row(row);
        }
        for column in table.column_iter_mut().skip(self.words) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        writeln!(out, "{}", table.trim_fmt())
    }
}

/// A speed, to three digits or to the whole MB/s.
pub(crate) fn speed(mb_per_s: f64) -> String {
    if mb_per_s < 100.0 { format!("{mb_per_s:.1}") } else { format!("{mb_per_s:.0}") }
}

/// A ratio, with as many digits as it takes to tell it from 1.
pub(crate) fn ratio(ratio: f64) -> String {
    if ratio >= 10.0 { format!("{ratio:.1}") } else { format!("{ratio:.3}") }
}
