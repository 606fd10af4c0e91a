//! Text and Markdown: the same tables and sentences.

use super::super::collect::Key;
use super::super::figures::Figures;
use super::super::report::Report;
use comfy_table::{CellAlignment, ContentArrangement, Table, TableStyle, presets};
use std::io::{self, Write};

const HEADS: [&str; 11] = [
    "method",
    "reads",
    "version",
    "runs",
    "mean of rates",
    "min",
    "median",
    "max",
    "total MB",
    "total s",
    "MB/s",
];

/// Columns before the first number.
const WORDS: usize = 3;

pub(super) fn text(out: &mut dyn Write, report: &Report<'_>, per_file: bool) -> io::Result<()> {
    write(out, report, per_file, presets::NOTHING, "", "")
}

pub(super) fn markdown(out: &mut dyn Write, report: &Report<'_>, per_file: bool) -> io::Result<()> {
    write(out, report, per_file, presets::ASCII_MARKDOWN, "## ", "- ")
}

fn write(
    out: &mut dyn Write,
    report: &Report<'_>,
    per_file: bool,
    preset: TableStyle,
    heading: &str,
    item: &str,
) -> io::Result<()> {
    writeln!(out, "{}\n", report.headline())?;
    writeln!(
        out,
        "MB is 2^20 bytes, whole numbers as in the log. The last column is bytes over seconds: how long a job takes follows \
         from it, not from the mean of rates.\n"
    )?;
    let mut table = new_table(preset, &HEADS, WORDS);
    for group in &report.groups {
        table.add_row(row(group.key, &group.figures));
    }
    print(out, &table)?;
    if report.has_exact() {
        exact(out, report, preset, heading)?;
    }
    let mut sentences: Vec<String> = report
        .groups
        .iter()
        .filter_map(|group| {
            let sentence = group.explanation.as_ref()?.sentence(&group.figures);
            Some(format!("{} {}, {}: {sentence}", group.key.method, group.key.reading(), group.key.version))
        })
        .collect();
    sentences.extend(report.remarks.iter().cloned());
    list(out, "Where the two means disagree, and why", &sentences, heading, item)?;
    let pairs: Vec<String> = report.comparisons.iter().map(|pair| pair.sentence()).collect();
    list(out, "Which checksum", &pairs, heading, item)?;
    if per_file {
        writeln!(out, "\n{heading}Per file\n")?;
        let mut heads = vec!["file"];
        heads.extend(HEADS);
        let mut table = new_table(preset, &heads, WORDS + 1);
        for entry in &report.files {
            let mut cells = vec![entry.file.clone()];
            cells.extend(row(entry.key, &entry.figures));
            table.add_row(cells);
        }
        print(out, &table)?;
    }
    Ok(())
}

fn exact(out: &mut dyn Write, report: &Report<'_>, preset: TableStyle, heading: &str) -> io::Result<()> {
    writeln!(out, "\n{heading}From exact bytes, in 10^6 bytes per second\n")?;
    let heads = ["method", "reads", "version", "bytes", "mean of rates", "bytes over seconds"];
    let mut table = new_table(preset, &heads, WORDS);
    for group in &report.groups {
        if let Some(exact) = &group.figures.exact {
            table.add_row([
                group.key.method.clone(),
                group.key.reading(),
                group.key.version.clone(),
                exact.bytes.to_string(),
                format!("{:.1}", exact.mean_of_run_mb_per_s),
                format!("{:.1}", exact.aggregate_mb_per_s),
            ]);
        }
    }
    print(out, &table)
}

fn list(out: &mut dyn Write, title: &str, sentences: &[String], heading: &str, item: &str) -> io::Result<()> {
    if sentences.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{heading}{title}\n")?;
    sentences.iter().try_for_each(|sentence| writeln!(out, "{item}{sentence}"))
}

fn new_table(preset: TableStyle, heads: &[&str], words: usize) -> Table {
    let mut table = Table::new();
    table.load_style(preset).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(heads);
    for place in words..heads.len() {
        if let Some(column) = table.column_mut(place) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

fn print(out: &mut dyn Write, table: &Table) -> io::Result<()> {
    writeln!(out, "{}", table.trim_fmt())
}

fn row(key: &Key, figures: &Figures) -> Vec<String> {
    let rate = |value: f64| format!("{value:.1}");
    vec![
        key.method.clone(),
        key.reading(),
        key.version.clone(),
        figures.runs.to_string(),
        rate(figures.mean),
        rate(figures.min),
        rate(figures.median),
        rate(figures.max),
        figures.total_mb.to_string(),
        format!("{:.1}", figures.total_s),
        rate(figures.aggregate),
    ]
}
