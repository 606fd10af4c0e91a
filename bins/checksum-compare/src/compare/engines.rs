//! Two engines within a run, from the pairs of its rounds.

use crate::pairs::{CellSamples, by_cell, median};
use crate::schema::{Stored, Verdict};
use checksum_console::Failure;
use checksum_measure::{NoiseFloor, Ratio, separated};

/// Two engines in one cell.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// The cell, without its family.
    pub(crate) job: String,
    /// Speed of the first, from its median.
    pub(crate) a_mb_per_s: f64,
    /// Speed of the second.
    pub(crate) b_mb_per_s: f64,
    /// How many times as fast the second is.
    pub(crate) ratio: Ratio,
    /// What two names for the baseline differ by there.
    pub(crate) floor: Option<NoiseFloor>,
    /// What may be said of the second.
    pub(crate) verdict: Verdict,
}

/// Compares engine `b` with engine `a` in every cell of the run in which both ran.
///
/// # Errors
/// The run keeps no samples, an engine is not in it, or they have no cell in common.
pub(crate) fn engines_in(run: &Stored, a: &str, b: &str) -> Result<Vec<Line>, Failure> {
    for engine in [a, b] {
        if !run.rows.iter().any(|row| row.engine == engine) {
            return Err(Failure::usage(format!("'{}' is not in {}", engine.escape_debug(), run.title())));
        }
    }
    let samples = run.samples().map_err(Failure::failed)?.ok_or_else(|| no_samples(run))?;
    let cells = by_cell(&samples);
    let mut lines = Vec::new();
    // In the order of the summary, each cell once: where the first of the two stands.
    for row in run.rows.iter().filter(|row| row.engine == a) {
        let Some(cell) = cells.get(&row.cell()) else { continue };
        let Some(ratio) = cell.ratio(b, a) else { continue };
        let floor = cell.floor(&row.baseline);
        lines.push(Line {
            job: row.cell().job(),
            a_mb_per_s: mb_per_s(cell, a).unwrap_or_default(),
            b_mb_per_s: mb_per_s(cell, b).unwrap_or_default(),
            ratio,
            floor,
            verdict: separated(ratio, floor).into(),
        });
    }
    if lines.is_empty() {
        let both = format!("'{}' and '{}'", a.escape_debug(), b.escape_debug());
        return Err(Failure::failed(format!("{both} ran in no cell together: they are not comparable")));
    }
    Ok(lines)
}

/// Ratios come from samples.
pub(crate) fn no_samples(run: &Stored) -> Failure {
    Failure::failed(format!("{} keeps no samples, from which alone this could be told", run.title()))
}

/// Speed from the median of all samples.
pub(crate) fn mb_per_s(cell: &CellSamples<'_>, engine: &str) -> Option<f64> {
    let samples = cell.of(engine);
    let bytes = samples.first()?.bytes as f64;
    Some(bytes * 1000.0 / median(samples.iter().map(|sample| sample.pass_ns()).collect())?)
}
