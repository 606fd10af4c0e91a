use crate::report::Report;
use checksum_measure::Row;
use std::io::{self, Write};

/// Columns that are the same in every row, so that each row stands for itself, before those of [`Row`].
const ABOUT_THE_RUN: [&str; 10] = [
    "schema",
    "program",
    "file",
    "bytes",
    "read_path",
    "block_size",
    "warm",
    "cpu",
    "ceiling_mb_per_s",
    "lanes",
];

/// One row a method.
pub(super) fn write(out: &mut dyn Write, report: &Report) -> io::Result<()> {
    let mut writer = ::csv::Writer::from_writer(out);
    writer.write_record(ABOUT_THE_RUN.iter().chain(Row::COLUMNS.iter())).map_err(io::Error::from)?;
    for line in &report.results {
        let text = |value: Option<String>| value.unwrap_or_default();
        let about = [
            report.schema.to_string(),
            report.program.clone(),
            report.file.clone(),
            report.bytes.to_string(),
            report.read_path.name().to_owned(),
            text(report.block_size.map(|size| size.to_string())),
            report.warm.to_string(),
            text(report.machine.cpu.model.clone()),
            text(report.ceiling_mb_per_s.map(|speed| speed.to_string())),
            line.lanes.to_string(),
        ];
        writer.write_record(about.iter().chain(line.row.fields().iter())).map_err(io::Error::from)?;
    }
    writer.flush()
}
