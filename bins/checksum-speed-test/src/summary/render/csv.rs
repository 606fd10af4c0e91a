use super::super::collect::Key;
use super::super::figures::Figures;
use super::super::report::Report;
use std::io::{self, Write};

/// The columns of the archive's spreadsheet by their names, and more. MB is 2^20 bytes, whole; `exact_` is from exact
/// bytes, in 10^6 bytes per second.
const COLUMNS: [&str; 17] = [
    "scope",
    "file",
    "method",
    "chunk_bytes",
    "version",
    "runs",
    "untimed",
    "mean_of_run_MB_per_s",
    "min_MB_per_s",
    "median_MB_per_s",
    "max_MB_per_s",
    "total_MB",
    "total_s",
    "aggregate_MB_per_s",
    "exact_bytes",
    "exact_mean_of_run_mb_per_s",
    "exact_aggregate_mb_per_s",
];

/// A row for each group, then one for each file and group.
pub(super) fn write(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    let mut writer = ::csv::Writer::from_writer(out);
    writer.write_record(COLUMNS)?;
    for group in &report.groups {
        writer.write_record(row("all", "", group.key, &group.figures))?;
    }
    for entry in &report.files {
        writer.write_record(row("file", &entry.file, entry.key, &entry.figures))?;
    }
    writer.flush()
}

fn row(scope: &str, file: &str, key: &Key, figures: &Figures) -> [String; 17] {
    let exact = |value: fn(&super::super::figures::Exact) -> String| {
        figures.exact.as_ref().map(value).unwrap_or_default()
    };
    [
        scope.to_owned(),
        file.to_owned(),
        key.method.clone(),
        key.reading(),
        key.version.clone(),
        figures.runs.to_string(),
        figures.untimed.to_string(),
        figures.mean.to_string(),
        figures.min.to_string(),
        figures.median.to_string(),
        figures.max.to_string(),
        figures.total_mb.to_string(),
        figures.total_s.to_string(),
        figures.aggregate.to_string(),
        exact(|exact| exact.bytes.to_string()),
        exact(|exact| exact.mean_of_run_mb_per_s.to_string()),
        exact(|exact| exact.aggregate_mb_per_s.to_string()),
    ]
}
