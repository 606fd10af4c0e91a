//! What the page's script gets. Names that stand in thousands of rows stand once, and rows point to them.

use crate::schema::{Cell, Row, Stored, Verdict};
use checksum_engine::Family;
use serde::Serialize;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Everything on the page.
#[derive(Debug, Serialize)]
pub(super) struct Data<'a> {
    families: Vec<FamilyName>,
    runs: Vec<Run<'a>>,
    engines: Vec<Engine<'a>>,
    cells: Vec<Job>,
    controls: Vec<Control<'a>>,
    rows: Vec<Figures<'a>>,
}

#[derive(Debug, Serialize)]
struct FamilyName {
    name: &'static str,
    title: &'static str,
}

/// A run, and facts about it in the order in which they are shown.
#[derive(Debug, Serialize)]
struct Run<'a> {
    folder: &'a str,
    title: String,
    target: &'a str,
    processes: u32,
    facts: Vec<(&'static str, String)>,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct Engine<'a> {
    id: &'a str,
    family: &'a str,
    code: Option<&'a str>,
    source: &'a str,
    version: &'a str,
    isa: &'a str,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct Job {
    family: String,
    input: String,
    mode: String,
    chunk: u64,
    align: u32,
    bytes: u64,
    residency: String,
}

/// What the engines of one cell of one run share.
#[derive(Debug, Serialize)]
struct Control<'a> {
    run: usize,
    cell: usize,
    baseline: &'a str,
    floor: Option<[f64; 2]>,
    digest: Option<&'a str>,
}

/// A row: places of run, engine and cell; processes, rounds, passes; least, 5 %, median, 95 %, deviation in ns; ratio,
/// its low and high end, share of the ceiling; verdict; flags; error. The script takes them apart in this order.
type Figures<'a> = (
    (usize, usize, usize),
    (u32, u32, u32),
    [Option<f64>; 5],
    [Option<f64>; 4],
    Option<Verdict>,
    &'a str,
    Option<&'a str>,
);

/// Gathers the data of some runs, each with its folder's name.
pub(super) fn gather(runs: &[(String, Rc<Stored>)]) -> Data<'_> {
    let rows = || runs.iter().flat_map(|(_, run)| run.rows.iter());
    let mut engines: BTreeMap<Engine<'_>, usize> = rows().map(|row| (engine(row), 0)).collect();
    let mut cells: BTreeMap<Job, usize> = rows().map(|row| (job(row), 0)).collect();
    for (number, place) in engines.values_mut().enumerate() {
        *place = number;
    }
    for (number, place) in cells.values_mut().enumerate() {
        *place = number;
    }
    let mut controls: BTreeMap<(usize, usize), Control<'_>> = BTreeMap::new();
    let mut figures = Vec::new();
    for (run, (_, stored)) in runs.iter().enumerate() {
        for row in &stored.rows {
            let (engine, cell) = (engines[&engine(row)], cells[&job(row)]);
            let control = controls.entry((run, cell)).or_insert_with(|| Control {
                run,
                cell,
                baseline: &row.baseline,
                floor: None,
                digest: None,
            });
            control.floor = control.floor.or(row.floor_low.zip(row.floor_high).map(<[f64; 2]>::from));
            control.digest = control.digest.or(row.digest.as_deref());
            figures.push(figures_of(row, (run, engine, cell)));
        }
    }
    Data {
        families: Family::ALL
            .into_iter()
            .map(|family| FamilyName { name: family.name(), title: family.title() })
            .collect(),
        runs: runs.iter().map(|(folder, run)| described(folder, run)).collect(),
        engines: engines.into_keys().collect(),
        cells: cells.into_keys().collect(),
        controls: controls.into_values().collect(),
        rows: figures,
    }
}

fn engine(row: &Row) -> Engine<'_> {
    Engine {
        id: &row.engine,
        family: &row.family,
        code: row.code.as_deref(),
        source: &row.source,
        version: &row.version,
        isa: &row.isa,
    }
}

fn job(row: &Row) -> Job {
    let Cell { family, input, mode, chunk, align } = row.cell();
    Job { family, input, mode, chunk, align, bytes: row.bytes, residency: row.residency.clone() }
}

fn figures_of(row: &Row, places: (usize, usize, usize)) -> Figures<'_> {
    (
        places,
        (row.processes, row.rounds, row.iters),
        [row.min_ns, row.p05_ns, row.median_ns, row.p95_ns, row.mad_ns],
        [row.ratio, row.ratio_low, row.ratio_high, row.ceiling_share],
        row.verdict,
        &row.flags,
        row.err.as_deref(),
    )
}

fn described<'a>(folder: &'a str, run: &'a Stored) -> Run<'a> {
    let record = &run.record;
    let (machine, build) = (&record.machine, &record.machine.build);
    let controls = &record.controls;
    let three = |[low, middle, high]: [f64; 3]| format!("{middle:.2} ({low:.2} to {high:.2})");
    let facts = [
        ("machine", machine.headline()),
        ("system", machine.system.name.clone().unwrap_or_default()),
        ("CPU features", machine.cpu.usable.join(" ")),
        ("masked", machine.cpu.masked.join(" ")),
        ("program", build.headline()),
        (
            "compiler",
            build.rustc.as_deref().and_then(|text| text.split(';').next()).unwrap_or_default().to_owned(),
        ),
        ("compiler flags", build.rustflags.clone().unwrap_or_default()),
        ("features at build time", build.target_features.clone().unwrap_or_default()),
        ("time", format!("{} to {}", record.started, record.ended)),
        ("command", record.command.join(" ")),
        (
            "size",
            format!("{} cells, {} processes, {} samples", controls.cells, record.processes, controls.samples),
        ),
        ("clock in GHz", controls.clock_ghz.map(three).unwrap_or_default()),
        ("the same work twice", controls.twice.map(three).unwrap_or_default()),
        ("baseline beside itself", format!("apart in {} of {} cells", controls.twins_apart, controls.cells)),
        ("disturbed", format!("{} samples; with page faults: {}", controls.disturbed, controls.faulted)),
    ];
    Run {
        folder,
        title: run.title(),
        target: build.target.as_deref().unwrap_or("unknown target"),
        processes: record.processes,
        facts: facts.into_iter().filter(|(_, value)| !value.is_empty()).collect(),
    }
}
