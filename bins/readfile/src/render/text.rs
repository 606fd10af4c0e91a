use crate::report::{Line, ReadPath, Report};
use crate::table;
use checksum_measure::Timing;
use comfy_table::CellAlignment;
use std::io::{self, Write};

/// A table for people: a header, one line a method, and what a reader of the figures must know.
pub(super) fn write(out: &mut dyn Write, report: &Report) -> io::Result<()> {
    header(out, report)?;
    let rows: Vec<[String; 9]> = report.results.iter().map(|line| row(report, line)).collect();
    let heads = ["method", "engine", "checksum", "MB/s", "median", "ceiling", "ratio", "first", ""];
    // A column that is empty in every row says nothing: without `b` there are no medians and ratios.
    let used: Vec<usize> =
        (0..heads.len()).filter(|&i| i < 3 || rows.iter().any(|row| !row[i].is_empty())).collect();
    let mut table = table::plain(&used.iter().map(|&i| heads[i]).collect::<Vec<_>>());
    for row in &rows {
        table.add_row(used.iter().map(|&i| row[i].as_str()));
    }
    for (place, &i) in used.iter().enumerate() {
        if let Some(column) = table.column_mut(place).filter(|_| (3..8).contains(&i)) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    writeln!(out, "\n{}", table.trim_fmt())?;
    footer(out, report)
}

fn header(out: &mut dyn Write, report: &Report) -> io::Result<()> {
    let block = report.block_size.unwrap_or_default();
    let how = match report.read_path {
        ReadPath::Map => "mapped".to_owned(),
        ReadPath::Read => format!("read in blocks of {block} bytes, reading inside the clock"),
        ReadPath::Stream => format!("read once in blocks of {block} bytes"),
    };
    let cache = match (report.warm, report.cached_share) {
        (true, _) => ", warmed first".to_owned(),
        (false, Some(share)) => format!(", {:.0} % in the page cache before", share * 100.0),
        (false, None) => String::new(),
    };
    writeln!(out, "{}: {} bytes, {how}{cache}", checksum_input::shown(&report.path), report.bytes)?;
    writeln!(out, "{}", report.machine.headline())?;
    writeln!(out, "readfile {}", report.machine.build.headline())?;
    if report.benchmark {
        writeln!(
            out,
            "{} rounds after a first one, which is ignored; MB/s is 10^6 bytes/s by the shortest and by the median time",
            report.rounds
        )?;
        if let Some(ceiling) = report.ceiling_mb_per_s {
            writeln!(out, "ceiling (the same bytes read, nothing computed): {} MB/s", speed(ceiling))?;
        }
    } else {
        writeln!(out, "one pass each; MB/s is 10^6 bytes/s (b runs several rounds)")?;
    }
    for note in &report.notes {
        writeln!(out, "note: {note}")?;
    }
    Ok(())
}

fn row(report: &Report, line: &Line) -> [String; 9] {
    let row = &line.row;
    let text = |value: Option<String>| value.unwrap_or_default();
    let lanes = if line.lanes > 1 {
        format!(" ({} streams, each the whole file)", line.lanes)
    } else {
        String::new()
    };
    let dash = |value: Option<String>| value.or(Some("-".to_owned())).filter(|_| row.available);
    let first = dash(row.first_mb_per_s.map(speed));
    let (fastest, median, first) = if report.benchmark {
        let ignored = |speed: String| if speed == "-" { speed } else { format!("{speed}, ignored") };
        let first = first.filter(|_| row.first_ns.is_some()).map(ignored);
        (dash(row.mb_per_s.map(speed)), dash(row.median_mb_per_s.map(speed)), first)
    } else {
        (first, None, None)
    };
    let verdict = match (row.available, row.verified, row.timing) {
        (false, ..) => format!("not here: lacks {}", row.missing.join(" ")),
        (_, false, Timing::NotRun) if row.checksum.is_none() => "not run".to_owned(),
        (_, false, _) => "DISAGREES".to_owned(),
        (_, true, Timing::TooShort) => "ok, too short to time".to_owned(),
        (_, true, _) => "ok".to_owned(),
    };
    [
        table::typed(&row.id).unwrap_or_default(),
        row.id.clone() + &lanes,
        text(row.checksum.clone()),
        text(fastest),
        text(median),
        text(row.share_of_ceiling.map(percent)),
        text(row.ratio.map(|ratio| format!("{ratio:.2}"))),
        text(first),
        verdict,
    ]
}

fn footer(out: &mut dyn Write, report: &Report) -> io::Result<()> {
    if let Some([_, low, high]) =
        report.noise.filter(|_| report.results.iter().any(|line| line.row.ratio.is_some()))
    {
        writeln!(
            out,
            "\nratio: to the first method, median over the rounds; that method against itself came out at {low:.3} to {high:.3}"
        )?;
    }
    let disturbed = report.results.iter().filter(|line| !line.row.disturbed.is_empty()).count();
    if disturbed > 0 {
        writeln!(
            out,
            "other work disturbed rounds (methods: {disturbed}); the csv and json forms say which"
        )?;
    }
    for found in &report.disagreements {
        writeln!(out, "{found}")?;
    }
    Ok(())
}

/// MB/s with as many digits as mean something.
fn speed(mb_per_s: f64) -> String {
    if mb_per_s < 100.0 { format!("{mb_per_s:.1}") } else { format!("{mb_per_s:.0}") }
}

fn percent(share: f64) -> String {
    let percent = share * 100.0;
    if percent < 10.0 { format!("{percent:.1} %") } else { format!("{percent:.0} %") }
}
