//! Two runs: before and after, machine against machine, build against build.
//!
//! Rounds of two runs are no pairs: they were hours apart. Process *i* of one run and process *i* of the other make a pair, which
//! is what it says where the runs took turns process by process (scripts/compare-builds), and a pairing as good as any
//! other where they did not. Two names for one code in one run do not show how far two runs drift apart; so between runs
//! of one machine the shift of the clock canary counts as noise too.

use crate::compare::engines::{mb_per_s, no_samples};
use crate::pairs::{CellSamples, by_cell, median};
use crate::schema::{Cell, Control, Stored, Verdict};
use checksum_console::Failure;
use checksum_measure::{NoiseFloor, Ratio, separated};
use std::collections::BTreeSet;

/// One engine over one input in both runs.
#[derive(Clone, Debug)]
pub(crate) struct RunLine {
    /// The cell.
    pub(crate) cell: Cell,
    /// The engine.
    pub(crate) engine: String,
    /// Its speed in the first run.
    pub(crate) a_mb_per_s: f64,
    /// In the second.
    pub(crate) b_mb_per_s: f64,
    /// How many times as fast it is in the second.
    pub(crate) ratio: Ratio,
    /// What counts as noise, as a share.
    pub(crate) noise: f64,
    /// What may be said of the second.
    pub(crate) verdict: Verdict,
}

/// Compares run `b` with run `a`; and what else must be said of them.
///
/// # Errors
/// Runs of different methods, without samples, or with nothing in common.
pub(crate) fn between(a: &Stored, b: &Stored) -> Result<(Vec<RunLine>, Vec<String>), Failure> {
    if a.record.method != b.record.method {
        return Err(Failure::usage(format!(
            "{} was made by method {}, {} by method {}: their times do not mean the same and are not compared",
            a.title(),
            a.record.method,
            b.title(),
            b.record.method
        )));
    }
    let samples_a = a.samples().map_err(Failure::failed)?.ok_or_else(|| no_samples(a))?;
    let samples_b = b.samples().map_err(Failure::failed)?.ok_or_else(|| no_samples(b))?;
    let (cells_a, cells_b) = (by_cell(&samples_a), by_cell(&samples_b));
    let same_machine =
        a.record.name == b.record.name && a.record.machine.cpu.model == b.record.machine.cpu.model;
    let mut lines = Vec::new();
    for row in a.rows.iter().filter(|row| row.is_timed()) {
        let cell = row.cell();
        let other = b.rows.iter().find(|other| other.engine == row.engine && other.cell() == cell);
        let Some(other) = other.filter(|other| other.is_timed()) else { continue };
        let (Some(in_a), Some(in_b)) = (cells_a.get(&cell), cells_b.get(&cell)) else { continue };
        let Some(ratio) = ratio(in_a, in_b, &row.engine) else { continue };
        let floor = floor((in_a, &row.baseline), (in_b, &other.baseline), same_machine);
        lines.push(RunLine {
            engine: row.engine.clone(),
            a_mb_per_s: mb_per_s(in_a, &row.engine).unwrap_or_default(),
            b_mb_per_s: mb_per_s(in_b, &row.engine).unwrap_or_default(),
            ratio,
            noise: floor.map_or(f64::INFINITY, NoiseFloor::width),
            verdict: separated(ratio, floor).into(),
            cell,
        });
    }
    if lines.is_empty() {
        return Err(Failure::failed("the runs have no engine and input in common"));
    }
    Ok((lines, notes(a, b, same_machine)))
}

/// The engine's speed in `b` over that in `a`, process by process.
fn ratio(a: &CellSamples<'_>, b: &CellSamples<'_>, engine: &str) -> Option<Ratio> {
    let (a, b) = (a.process_medians(engine), b.process_medians(engine));
    let ratios: Vec<f64> = a.iter().filter_map(|(process, a)| Some(a / b.get(process)?)).collect();
    Ratio::of_processes(&ratios)
}

/// The wider of the runs' floors, and the shift of the clock between runs of one machine.
fn floor(
    (a, a_baseline): (&CellSamples<'_>, &str),
    (b, b_baseline): (&CellSamples<'_>, &str),
    same_machine: bool,
) -> Option<NoiseFloor> {
    let wider = a.floor(a_baseline)?.width().max(b.floor(b_baseline)?.width());
    let clock =
        |cell: &CellSamples<'_>| median(cell.of(Control::Clock.name()).iter().map(|s| s.pass_ns()).collect());
    let shift = match (clock(a), clock(b)) {
        (Some(a), Some(b)) if same_machine => (a / b).ln().abs(),
        _ => 0.0,
    };
    let high = (1.0 + wider) * shift.exp();
    let twin = Ratio { value: 1.0, low: 1.0 / high, high, coverage: 1.0, pairs: 0 };
    Some(NoiseFloor { twin })
}

/// What differs between the runs beside the figures.
fn notes(a: &Stored, b: &Stored, same_machine: bool) -> Vec<String> {
    let mut notes = Vec::new();
    let (build_a, build_b) = (&a.record.machine.build, &b.record.machine.build);
    if !same_machine {
        notes.push("different machines: the clock's difference is part of the ratio".to_owned());
    }
    if build_a != build_b {
        notes.push(format!("build of A: {}", build_a.headline()));
        notes.push(format!("build of B: {}", build_b.headline()));
    }
    if let (Some([_, a, _]), Some([_, b, _])) = (a.record.controls.clock_ghz, b.record.controls.clock_ghz) {
        notes.push(format!("core's clock by the canary: {a:.2} GHz in A, {b:.2} GHz in B"));
    }
    let engines = |run: &Stored| -> BTreeSet<String> {
        run.rows.iter().filter(|row| row.is_timed()).map(|row| row.engine.clone()).collect()
    };
    let (in_a, in_b) = (engines(a), engines(b));
    for (only, run) in [(&in_a - &in_b, "A"), (&in_b - &in_a, "B")] {
        if !only.is_empty() {
            notes.push(format!("only in {run}: {}", only.into_iter().collect::<Vec<_>>().join(" ")));
        }
    }
    notes
}
