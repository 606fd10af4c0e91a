//! Tables as Markdown.

use super::args::SizesArgs;
use super::numbers::{mb_per_s, percent, ratio, speed};
use super::place::ranked;
use crate::schema::{Row, Stored, Verdict};
use checksum_console::Failure;
use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use std::collections::BTreeMap;
use std::fmt::Write;

/// An empty table whose columns from `words` on hold numbers.
pub(crate) fn table<S: AsRef<str>>(heads: &[S], words: usize) -> Table {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(heads.iter().map(AsRef::as_ref));
    for place in words..heads.len() {
        if let Some(column) = table.column_mut(place) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// The table as text, the alignment of its columns written as Markdown wants it.
pub(crate) fn text(table: &Table, words: usize) -> String {
    let drawn = table.trim_fmt();
    let mut lines: Vec<String> = drawn.lines().map(str::to_owned).collect();
    if let Some(rule) = lines.get_mut(1) {
        let columns = rule.matches('|').count().saturating_sub(1);
        let cells = (0..columns).map(|column| if column < words { " --- |" } else { " ---: |" });
        *rule = std::iter::once("|").chain(cells).collect();
    }
    lines.join("\n") + "\n"
}

/// The engines of one cell.
pub(super) fn cell(run: &Stored, rows: &[&Row]) -> String {
    let heads = ["engine", "code", "from", "MB/s", "5 to 95 % of samples", "ratio", "of reading", "verdict"];
    let mut table = table(&heads, 3);
    let (timed, idle): (Vec<&Row>, Vec<&Row>) =
        ranked(rows.iter().copied()).into_iter().partition(|row| row.is_timed());
    for row in &timed {
        let at = |ns: Option<f64>| ns.map_or_else(String::new, |ns| speed(mb_per_s(row.bytes, ns)));
        table.add_row([
            format!("`{}`", row.engine),
            row.code.clone().unwrap_or_default(),
            origin(row),
            at(row.median_ns),
            format!("{} to {}", at(row.p95_ns), at(row.p05_ns)),
            row.ratio.map_or_else(String::new, |middle| ratio(middle, row.ratio_low.zip(row.ratio_high))),
            row.ceiling_share.map_or_else(String::new, percent),
            verdict(row).to_owned(),
        ]);
    }
    let mut made = text(&table, 3);
    if let Some(first) = rows.first() {
        let floor = first.floor_low.zip(first.floor_high);
        let floor = floor.map_or_else(String::new, |(low, high)| {
            format!("; `{}` beside itself: {low:.2} to {high:.2}", first.baseline)
        });
        let _ = writeln!(
            made,
            "\n{}, {}. Ratio: times as fast as `{}`, lowest and highest of {} processes{floor}.",
            run.title(),
            first.cell(),
            first.baseline,
            run.record.processes,
        );
    }
    made + &did_not_run(&idle)
}

/// Engines by inputs, in MB/s.
pub(super) fn sizes(run: &Stored, args: &SizesArgs) -> Result<String, Failure> {
    let of = |input: &String| -> Vec<&Row> {
        let rows = run.rows.iter().filter(|row| row.input == *input && row.family == args.family.name());
        rows.filter(|row| (row.mode.as_str(), row.chunk, row.align) == ("whole", 0, 0)).collect()
    };
    let mut by_engine: BTreeMap<&str, Vec<Option<&Row>>> = BTreeMap::new();
    let mut idle = BTreeMap::new();
    for (place, input) in args.inputs.iter().enumerate() {
        let rows = of(input);
        if rows.is_empty() {
            let family = args.family.title();
            return Err(Failure::failed(format!("{} has no rows for {family}, {input}", run.title())));
        }
        for row in rows {
            if row.is_timed() {
                let places = by_engine.entry(&row.engine).or_insert_with(|| vec![None; args.inputs.len()]);
                places[place] = Some(row);
            } else {
                idle.insert(row.engine.as_str(), row);
            }
        }
    }
    let mut engines: Vec<(&str, Vec<Option<&Row>>)> = by_engine.into_iter().collect();
    if args.brief {
        let matter = matter(&engines);
        engines.retain(|(engine, _)| matter.contains(engine));
    }
    let last = |rows: &[Option<&Row>]| {
        rows.last().copied().flatten().and_then(|row| row.bytes_per_second).unwrap_or_default()
    };
    engines.sort_by(|a, b| last(&b.1).total_cmp(&last(&a.1)).then_with(|| a.0.cmp(b.0)));
    let mut heads = vec!["engine".to_owned(), "code".to_owned(), "from".to_owned()];
    heads.extend(args.inputs.iter().map(|input| input.strip_prefix("buffer-").unwrap_or(input).to_owned()));
    let mut table = table(&heads, 3);
    for (engine, rows) in &engines {
        let any = rows.iter().flatten().next().expect("an engine is here because a row has it");
        let mut cells = vec![format!("`{engine}`"), any.code.clone().unwrap_or_default(), origin(any)];
        cells.extend(rows.iter().map(|row| row.and_then(Row::mb_per_s).map_or_else(String::new, speed)));
        table.add_row(cells);
    }
    let idle: Vec<&Row> = if args.brief { Vec::new() } else { idle.into_values().collect() };
    Ok(text(&table, 3)
        + &format!(
            "\n{}: {}, MB/s by the median, one call over the whole buffer.\n",
            run.title(),
            args.family.title()
        )
        + &did_not_run(&idle))
}

/// The engines with a classic code, `auto`, and the fastest of each input, own and by others.
fn matter<'a>(engines: &[(&'a str, Vec<Option<&Row>>)]) -> Vec<&'a str> {
    let mut matter = Vec::new();
    let inputs = engines.first().map_or(0, |(_, rows)| rows.len());
    for place in 0..inputs {
        for own in [true, false] {
            let speed = |rows: &[Option<&Row>]| {
                rows[place].filter(|row| is_own(row) == own).and_then(|row| row.bytes_per_second)
            };
            let fastest = engines
                .iter()
                .max_by(|a, b| speed(&a.1).unwrap_or_default().total_cmp(&speed(&b.1).unwrap_or_default()));
            matter.extend(fastest.filter(|(_, rows)| speed(rows).is_some()).map(|(engine, _)| *engine));
        }
    }
    for (engine, rows) in engines {
        if engine.ends_with("/auto") || rows.iter().flatten().any(|row| row.code.is_some()) {
            matter.push(engine);
        }
    }
    matter
}

/// What was measured and what the controls said.
pub(super) fn run(run: &Stored) -> String {
    let record = &run.record;
    let machine = &record.machine;
    let mut made = String::new();
    let mut item = |name: &str, value: String| {
        if !value.is_empty() {
            let _ = writeln!(made, "| {name} | {value} |");
        }
    };
    item("run", format!("`{}`", run.title()));
    item("---", "---".to_owned());
    item("machine", machine.headline());
    item("system", machine.system.name.clone().unwrap_or_default());
    item("program", machine.build.headline());
    item("compiler flags", machine.build.rustflags.clone().unwrap_or_default());
    item("time", format!("{} to {}", record.started, record.ended));
    item("command", format!("`{}`", record.command.join(" ")));
    let engines: std::collections::BTreeSet<&str> = run.rows.iter().map(|row| row.engine.as_str()).collect();
    let controls = &record.controls;
    item(
        "size",
        format!(
            "{} engines, {} cells, {} processes, {} samples",
            engines.len(),
            controls.cells,
            record.processes,
            controls.samples
        ),
    );
    if let Some([low, middle, high]) = controls.clock_ghz {
        item("clock", format!("{middle:.2} GHz (5 to 95 % of samples: {low:.2} to {high:.2})"));
    }
    if let Some([low, middle, high]) = controls.twice {
        item("the same work twice", format!("{middle:.2} times as long ({low:.2} to {high:.2})"));
    }
    item("baseline beside itself", format!("apart in {} of {} cells", controls.twins_apart, controls.cells));
    item("disturbed", format!("{} samples; with page faults: {}", controls.disturbed, controls.faulted));
    made
}

/// Whether the code is this workspace's.
pub(crate) fn is_own(row: &Row) -> bool {
    row.source == "own"
}

/// `own`, or crate and version.
pub(crate) fn origin(row: &Row) -> String {
    if is_own(row) { "own".to_owned() } else { format!("{} {}", row.source, row.version) }
}

fn verdict(row: &Row) -> &'static str {
    row.verdict.map_or("", Verdict::words)
}

/// Engines that did not run are said, never left out.
fn did_not_run(rows: &[&Row]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let mut by_reason: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for row in rows {
        by_reason
            .entry(row.err.as_deref().unwrap_or("no reason"))
            .or_default()
            .push(format!("`{}`", row.engine));
    }
    let reasons: Vec<String> =
        by_reason.into_iter().map(|(why, engines)| format!("{} ({why})", engines.join(", "))).collect();
    format!("Without figures: {}.\n", reasons.join("; "))
}
