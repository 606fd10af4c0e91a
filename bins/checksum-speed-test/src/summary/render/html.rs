//! One page that needs nothing else: no script, no network, light or dark as the reader has it.

use super::super::collect::Key;
use super::super::figures::Figures;
use super::super::report::Report;
use super::svg;
use checksum_chart::{escaped, page_head};
use std::io::{self, Write};

/// Rows of the table of files; more would make a page that nobody can open. The CSV has all.
const FILE_ROWS: usize = 2000;

pub(super) fn write(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    writeln!(
        out,
        "{}<h1>Checksum speed tests</h1>\n<p>{}</p>",
        page_head("Checksum speed tests", ""),
        escaped(&report.headline())
    )?;
    conclusions(out, report)?;
    chart(
        out,
        "Two means",
        &svg::means(report),
        "MB/s. Pale: the mean of rates, every run alike. Full: bytes over seconds, which says how long a job takes.",
    )?;
    writeln!(out, "<h2>Figures</h2>\n<p class=\"note\">MB is 2^20 bytes, whole numbers as in the log.</p>")?;
    let rows = report.groups.iter().map(|group| (None, group.key, &group.figures));
    table(out, None, rows)?;
    exact(out, report)?;
    chart(
        out,
        "Distribution",
        &svg::distribution(report),
        "MB/s, logarithmic. A point a run; the box holds the middle half, the thick line is the median.",
    )?;
    let (bars, left_out) = svg::files(report);
    let more = if left_out > 0 {
        format!(" {left_out} files that took less time are not drawn.")
    } else {
        String::new()
    };
    chart(
        out,
        "Per file",
        &bars,
        &format!(
            "MB/s, bytes over seconds, logarithmic; a bar for each group in the order of the table above.{more}"
        ),
    )?;
    chart(out, "Over time", &svg::over_time(report), "MB/s, logarithmic from bottom to top. A point a run.")?;
    writeln!(out, "<h2>Files</h2>")?;
    if report.files.len() > FILE_ROWS {
        writeln!(out, "<p class=\"note\">The first {FILE_ROWS} of {} rows.</p>", report.files.len())?;
    }
    let rows = report
        .files
        .iter()
        .take(FILE_ROWS)
        .map(|entry| (Some(entry.file.as_str()), entry.key, &entry.figures));
    table(out, Some("file"), rows)?;
    writeln!(out, "</html>")
}

fn conclusions(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    let why = report.groups.iter().filter_map(|group| {
        let sentence = group.explanation.as_ref()?.sentence(&group.figures);
        Some(format!("{} {}, {}: {sentence}", group.key.method, group.key.reading(), group.key.version))
    });
    let which: Vec<String> = report.comparisons.iter().map(|pair| pair.sentence()).collect();
    let why: Vec<String> = why.chain(report.remarks.iter().cloned()).collect();
    for (title, sentences) in [("Which checksum", which), ("Where the two means disagree, and why", why)] {
        if !sentences.is_empty() {
            writeln!(out, "<h2>{title}</h2>\n<ul>")?;
            for sentence in sentences {
                writeln!(out, "<li>{}</li>", escaped(&sentence))?;
            }
            writeln!(out, "</ul>")?;
        }
    }
    Ok(())
}

fn chart(out: &mut dyn Write, title: &str, svg: &str, caption: &str) -> io::Result<()> {
    writeln!(out, "<h2>{title}</h2>\n<figure>\n{svg}<figcaption>{caption}</figcaption>\n</figure>")
}

fn table<'a>(
    out: &mut dyn Write,
    first: Option<&str>,
    rows: impl Iterator<Item = (Option<&'a str>, &'a Key, &'a Figures)>,
) -> io::Result<()> {
    let heads = ["runs", "mean of rates", "min", "median", "max", "total MB", "total s", "MB/s"];
    write!(out, "<div class=\"scroll\"><table><tr>")?;
    for word in first.into_iter().chain(["method", "reads", "version"]) {
        write!(out, "<th class=\"word\">{word}</th>")?;
    }
    heads.iter().try_for_each(|head| write!(out, "<th>{head}</th>"))?;
    writeln!(out, "</tr>")?;
    for (file, key, figures) in rows {
        write!(out, "<tr>")?;
        let reading = key.reading();
        for word in file.into_iter().chain([key.method.as_str(), &reading, &key.version]) {
            write!(out, "<td class=\"word\">{}</td>", escaped(word))?;
        }
        let Figures { runs, mean, min, median, max, total_mb, total_s, aggregate, .. } = figures;
        writeln!(
            out,
            "<td>{runs}</td><td>{mean:.1}</td><td>{min:.1}</td><td>{median:.1}</td><td>{max:.1}</td><td>{total_mb}</td>\
             <td>{total_s:.1}</td><td class=\"main\">{aggregate:.1}</td></tr>"
        )?;
    }
    writeln!(out, "</table></div>")
}

fn exact(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    if !report.has_exact() {
        return Ok(());
    }
    writeln!(
        out,
        "<p class=\"note\">From exact bytes, where the lines have them, in 10^6 bytes per second:</p>\n\
         <div class=\"scroll\"><table><tr><th class=\"word\">method</th><th class=\"word\">reads</th>\
         <th class=\"word\">version</th><th>bytes</th><th>mean of rates</th><th>bytes over seconds</th></tr>"
    )?;
    for group in &report.groups {
        if let Some(exact) = &group.figures.exact {
            writeln!(
                out,
                "<tr><td class=\"word\">{}</td><td class=\"word\">{}</td><td class=\"word\">{}</td><td>{}</td><td>{:.1}</td>\
                 <td class=\"main\">{:.1}</td></tr>",
                escaped(&group.key.method),
                group.key.reading(),
                escaped(&group.key.version),
                exact.bytes,
                exact.mean_of_run_mb_per_s,
                exact.aggregate_mb_per_s
            )?;
        }
    }
    writeln!(out, "</table></div>")
}
