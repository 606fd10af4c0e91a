//! From samples to the rows of a summary. Nothing is removed.

use crate::measure::plan::Mode;
use crate::measure::setup::{CellPlan, Entrant, Setup};
use crate::pairs::{CellSamples, by_cell, median};
use crate::schema::{Control, Controls, Row, Sample, Verdict, rounded};
use checksum_measure::{Cache, Machine, Summary, quantile, separated};

/// From so many processes on all intervals of a run hold together, not only each for itself.
pub(crate) const ENOUGH_PROCESSES: u32 = 11;

/// The rows of a run, cell by cell, engines in the order of the catalogue.
pub(crate) fn rows(setup: &Setup, samples: &[Sample]) -> Vec<Row> {
    let cells = by_cell(samples);
    let nothing = CellSamples::default();
    let mut rows = Vec::new();
    for cell in &setup.cells {
        let of_cell = cells.get(&cell.cell()).unwrap_or(&nothing);
        let job = cell.job();
        for entrant in setup.engines.iter().filter(|entrant| entrant.takes_part(job.family, job.mode)) {
            rows.push(row(setup, cell, entrant, of_cell));
        }
    }
    rows
}

fn row(setup: &Setup, cell: &CellPlan, entrant: &Entrant, samples: &CellSamples<'_>) -> Row {
    let baseline = setup.baselines.get(&cell.family).cloned().unwrap_or_default();
    let own = samples.of(&entrant.name);
    let left_out = cell.left_out.iter().find(|(name, _)| *name == entrant.name).map(|(_, why)| why.clone());
    let wrong = own.iter().filter(|sample| !sample.ok).count();
    let wrong = (wrong > 0).then(|| format!("wrong digest in {wrong} of {} samples", own.len()));
    let not_run = own.is_empty().then(|| "no samples".to_owned());
    let err = entrant.missing.clone().or(left_out).or(wrong).or(not_run);
    let empty = Row {
        method: setup.method,
        family: cell.family.clone(),
        engine: entrant.name.clone(),
        code: entrant.code.clone(),
        source: entrant.source.clone(),
        version: entrant.version.clone(),
        isa: entrant.isa.clone(),
        input: cell.input.name(),
        residency: residency(cell, &setup.machine),
        bytes: cell.bytes,
        mode: cell.mode.name().to_owned(),
        chunk: cell.chunk,
        align: cell.align,
        processes: 0,
        rounds: 0,
        iters: 0,
        min_ns: None,
        p05_ns: None,
        median_ns: None,
        p95_ns: None,
        mad_ns: None,
        bytes_per_second: None,
        baseline: baseline.clone(),
        ratio: None,
        ratio_low: None,
        ratio_high: None,
        floor_low: None,
        floor_high: None,
        verdict: None,
        ceiling_share: None,
        digest: None,
        flags: String::new(),
        err,
    };
    let times: Vec<f64> = own.iter().map(|sample| sample.pass_ns()).collect();
    let (None, Some(summary)) = (&empty.err, Summary::of(&times)) else { return empty };
    let ns = |ns: f64| Some(rounded(ns, 6));
    let share = |share: f64| Some(rounded(share, 5));
    let is_baseline = entrant.name == baseline;
    let can_time = |engine: &str| samples.of(engine).iter().all(|s| setup.machine.clock.can_time(s.ns));
    let comparable = can_time(&entrant.name) && can_time(&baseline);
    let ratio = samples.ratio(&entrant.name, &baseline).filter(|_| comparable);
    let floor = samples.floor(&baseline);
    let verdict = match ratio {
        _ if is_baseline => Some(Verdict::Baseline),
        Some(ratio) => Some(separated(ratio, floor).into()),
        None => None,
    };
    let read = samples.process_ratios(&entrant.name, Control::Read.name());
    let median_ns = rounded(summary.median_ns, 6);
    let processes = samples.process_medians(&entrant.name).len() as u32;
    let flags =
        Flags { setup, cell, entrant, samples, processes, comparable, outliers: summary.outliers.len() };
    Row {
        processes,
        rounds: own.len() as u32 / processes.max(1),
        iters: cell.iters,
        min_ns: ns(summary.min_ns),
        p05_ns: ns(summary.p05_ns),
        median_ns: Some(median_ns),
        p95_ns: ns(summary.p95_ns),
        mad_ns: ns(summary.mad_ns),
        bytes_per_second: Some(rounded(cell.bytes as f64 * 1e9 / median_ns, 6)),
        ratio: ratio.and_then(|r| share(r.value)),
        ratio_low: ratio.and_then(|r| share(r.low)),
        ratio_high: ratio.and_then(|r| share(r.high)),
        floor_low: floor.and_then(|f| share(f.twin.low)),
        floor_high: floor.and_then(|f| share(f.twin.high)),
        verdict,
        ceiling_share: median(read).and_then(share),
        digest: Some(cell.digest.clone()),
        flags: flags.words(),
        ..empty
    }
}

impl From<checksum_measure::Verdict> for Verdict {
    fn from(verdict: checksum_measure::Verdict) -> Verdict {
        match verdict {
            checksum_measure::Verdict::Faster => Verdict::Faster,
            checksum_measure::Verdict::Slower => Verdict::Slower,
            checksum_measure::Verdict::NotSeparated => Verdict::NotSeparated,
        }
    }
}

/// What must be said beside a row's figures.
struct Flags<'a> {
    setup: &'a Setup,
    cell: &'a CellPlan,
    entrant: &'a Entrant,
    samples: &'a CellSamples<'a>,
    processes: u32,
    comparable: bool,
    outliers: usize,
}

impl Flags<'_> {
    fn words(&self) -> String {
        let own = self.samples.of(&self.entrant.name);
        let baseline = self.setup.baselines.get(&self.cell.family).map_or("", String::as_str);
        let mut words = Vec::new();
        let mut flag = |holds: bool, word: &str| {
            if holds {
                words.push(word.to_owned());
            }
        };
        flag(self.cell.slow.contains(&self.entrant.name), "slow");
        flag(one_call(self.cell) < self.entrant.small_below as u64, "small");
        flag(self.entrant.opaque, "opaque");
        flag(self.processes < ENOUGH_PROCESSES, "few-processes");
        flag(!self.comparable, "short-sample");
        flag(self.samples.floor(baseline).is_some_and(|floor| !floor.holds_one()), "floor-off");
        let mut count = |count: usize, word: &str| {
            if count > 0 {
                words.push(format!("{word}:{count}"));
            }
        };
        count(own.iter().filter(|sample| sample.is_disturbed()).count(), "disturbed");
        count(own.iter().filter(|sample| sample.faults > Some(0)).count(), "faults");
        count(self.outliers, "outliers");
        words.join(" ")
    }
}

/// Bytes that an engine gets at once.
fn one_call(cell: &CellPlan) -> u64 {
    match cell.mode {
        Mode::Whole | Mode::Map => cell.bytes,
        Mode::Chunk | Mode::Read => cell.chunk.min(cell.bytes),
        Mode::Many => cell.bytes / crate::measure::plan::MANY as u64,
    }
}

/// Where the bytes are, by the sizes that the machine claims for its caches.
fn residency(cell: &CellPlan, machine: &Machine) -> String {
    if cell.mode.needs_file() {
        return "page-cache".to_owned();
    }
    let holds = |cache: &&Cache| cache.kind != "instruction" && cache.bytes >= cell.bytes;
    match machine.cpu.caches.iter().filter(holds).min_by_key(|cache| cache.level) {
        Some(cache) => format!("l{}", cache.level),
        None => "memory".to_owned(),
    }
}

/// What the controls said over the whole run.
pub(crate) fn controls(setup: &Setup, samples: &[Sample]) -> Controls {
    let cells = by_cell(samples);
    let quantiles = |mut values: Vec<f64>, at: [f64; 3]| {
        values.sort_unstable_by(f64::total_cmp);
        Some([
            rounded(quantile(&values, at[0])?, 5),
            rounded(quantile(&values, at[1])?, 5),
            rounded(quantile(&values, at[2])?, 5),
        ])
    };
    let clock = samples.iter().filter(|sample| sample.engine == Control::Clock.name());
    let ghz: Vec<f64> = clock.filter_map(|sample| checksum_measure::gigahertz(sample.ns)).collect();
    let mut twice = Vec::new();
    let mut twins_apart = 0;
    for (cell, samples) in &cells {
        let Some(baseline) = setup.baselines.get(&cell.family) else { continue };
        // The control's passes count twice, so its time of one pass is as long as the baseline's: over it 1, times 2.
        twice.extend(samples.ratio(baseline, Control::Twice.name()).map(|ratio| 2.0 * ratio.value));
        twins_apart += u32::from(samples.floor(baseline).is_some_and(|floor| !floor.holds_one()));
    }
    Controls {
        clock_ghz: quantiles(ghz, [0.05, 0.5, 0.95]),
        twice: quantiles(twice, [0.0, 0.5, 1.0]),
        twins_apart,
        cells: cells.len() as u32,
        samples: samples.len() as u64,
        disturbed: samples.iter().filter(|sample| sample.is_disturbed()).count() as u64,
        faulted: samples.iter().filter(|sample| sample.faults > Some(0)).count() as u64,
    }
}
