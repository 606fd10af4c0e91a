use crate::report::Report;
use checksum_measure::Row;
use std::io::{self, Write};

/// Columns about the run, the same in every row so that each row stands for itself, and `lanes`; those of [`Row`] follow.
const ABOUT_THE_RUN: [&str; 16] = [
    "schema",
    "program",
    "file",
    "file_hex",
    "bytes",
    "read_path",
    "block_size",
    "warm",
    "cached_share",
    "benchmark",
    "rounds",
    "notes",
    "machine",
    "ceiling_mb_per_s",
    "noise",
    "lanes",
];

/// One row a method.
pub(super) fn write(out: &mut dyn Write, report: &Report) -> io::Result<()> {
    let mut writer = ::csv::Writer::from_writer(out);
    writer.write_record(ABOUT_THE_RUN.iter().chain(Row::COLUMNS.iter())).map_err(io::Error::from)?;
    let machine = serde_json::to_string(&report.machine)?;
    for line in &report.results {
        let text = Option::unwrap_or_default;
        let about = [
            report.schema.to_string(),
            report.program.clone(),
            report.file.clone(),
            text(report.file_hex.clone()),
            report.bytes.to_string(),
            report.read_path.name().to_owned(),
            text(report.block_size.map(|size| size.to_string())),
            report.warm.to_string(),
            text(report.cached_share.map(|share| share.to_string())),
            report.benchmark.to_string(),
            report.rounds.to_string(),
            report.notes.join("; "),
            machine.clone(),
            text(report.ceiling_mb_per_s.map(|speed| speed.to_string())),
            text(report.noise.map(|noise| noise.map(|ratio| ratio.to_string()).join(" "))),
            line.lanes.to_string(),
        ];
        writer.write_record(about.iter().chain(line.row.fields().iter())).map_err(io::Error::from)?;
    }
    writer.flush()
}
