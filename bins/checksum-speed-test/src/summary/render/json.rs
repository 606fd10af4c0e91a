use super::super::collect::Key;
use super::super::figures::Figures;
use super::super::report::Report;
use serde_json::{Value, json};
use std::io::{self, Write};

/// One object with everything but the single runs.
pub(super) fn write(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    let groups: Vec<Value> = report
        .groups
        .iter()
        .map(|group| {
            let mut value = object(group.key, &group.figures);
            let why = group.explanation.as_ref().map(|why| why.sentence(&group.figures));
            value["why_the_means_differ"] = json!(why);
            value
        })
        .collect();
    let files: Vec<Value> = report
        .files
        .iter()
        .map(|entry| {
            let mut value = object(entry.key, &entry.figures);
            value["file"] = json!(entry.file);
            value
        })
        .collect();
    let comparisons: Vec<Value> = report
        .comparisons
        .iter()
        .map(|pair| {
            json!({
                "method": pair.faster, "against": pair.slower, "chunk_bytes": pair.reading, "version": pair.version,
                "by_mean_of_rates": pair.by_mean, "by_bytes_over_seconds": pair.by_bytes,
            })
        })
        .collect();
    let whole = json!({
        "schema": 1,
        "units": "MB is 2^20 bytes, whole numbers as in the log; fields in 'exact' are bytes and 10^6 bytes per second",
        "from": report.span.0.to_string(),
        "to": report.span.1.to_string(),
        "lines": report.lines,
        "bad_lines": report.bad,
        "error_lines": report.errors,
        "warning_lines": report.warnings,
        "groups": groups,
        "comparisons": comparisons,
        "remarks": report.remarks,
        "files": files,
    });
    serde_json::to_writer_pretty(&mut *out, &whole)?;
    writeln!(out)
}

fn object(key: &Key, figures: &Figures) -> Value {
    let mut value = serde_json::to_value(figures).expect("numbers");
    value["method"] = json!(key.method);
    value["chunk_bytes"] = json!(key.reading());
    value["version"] = json!(key.version);
    value
}
