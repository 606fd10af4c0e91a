//! What is wrong with a run's data, rule by rule.

use crate::schema::{Cell, Control, METHOD, Row, Sample, Stored, Verdict};
use std::collections::{BTreeMap, BTreeSet};

/// Every breach of the schema in a run, in words; nothing is how it should be. `samples` are the run's, if it
/// keeps them.
pub(crate) fn problems(run: &Stored, samples: Option<&[Sample]>) -> Vec<String> {
    let mut found = Vec::new();
    if run.record.method == 0 || run.record.method > METHOD {
        found.push(format!("method {} is none that this program knows", run.record.method));
    }
    let mut seen = BTreeSet::new();
    for row in &run.rows {
        let place = format!("{} in {}", row.engine, row.cell());
        if !seen.insert((row.cell(), row.engine.clone())) {
            found.push(format!("{place}: stands twice"));
        }
        if row.method != run.record.method {
            found.push(format!("{place}: method {}, but the run's is {}", row.method, run.record.method));
        }
        found.extend(of_row(row).into_iter().map(|problem| format!("{place}: {problem}")));
    }
    if let Some(samples) = samples {
        found.extend(of_samples(run, samples));
    }
    found
}

fn of_row(row: &Row) -> Vec<String> {
    let mut found = Vec::new();
    let mut must = |holds: bool, rule: &str| {
        if !holds {
            found.push(rule.to_owned());
        }
    };
    let times = [row.min_ns, row.p05_ns, row.median_ns, row.p95_ns];
    let figures = times.iter().chain([&row.mad_ns]);
    must(row.engine.starts_with(&format!("{}/", row.family)), "the id is not of the family");
    must(["whole", "chunk", "read", "map", "many"].contains(&row.mode.as_str()), "unknown mode");
    must((row.chunk > 0) == ["chunk", "read"].contains(&row.mode.as_str()), "chunk goes with chunk and read");
    must(row.align < 64, "an offset from a 64-byte line is below 64");
    if row.err.is_some() && row.median_ns.is_none() {
        must(figures.clone().all(Option::is_none), "an engine that did not run has no times");
        must(row.ratio.is_none() && row.verdict.is_none(), "an engine that did not run has no ratio");
        return found;
    }
    must(figures.clone().all(Option::is_some), "a time is missing");
    must(times.is_sorted() && times[0] > Some(0.0), "times are positive and in order");
    must(row.processes > 0 && row.rounds > 0 && row.iters > 0, "a time needs process, round and passes");
    if let (Some(speed), Some(median)) = (row.bytes_per_second, row.median_ns) {
        let wanted = row.bytes as f64 * 1e9 / median;
        must((speed / wanted - 1.0).abs() < 1e-4, "bytes_per_second is not bytes over median_ns");
    }
    let ratio = [row.ratio_low, row.ratio, row.ratio_high];
    must(ratio.iter().all(Option::is_some) || ratio.iter().all(Option::is_none), "half a ratio");
    must(ratio.is_sorted(), "the ratio is outside its interval");
    must([row.floor_low, row.floor_high].is_sorted(), "the floor's ends are in the wrong order");
    must((row.verdict == Some(Verdict::Baseline)) == (row.engine == row.baseline), "baseline and verdict");
    let hex = if row.family == "md5" { 32 } else { 8 };
    let is_hex = |digest: &String| {
        digest.len() == hex && digest.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
    };
    must(row.digest.as_ref().is_some_and(is_hex), "the digest is not lower-case hex of the family's length");
    found
}

fn of_samples(run: &Stored, samples: &[Sample]) -> Vec<String> {
    let mut found = Vec::new();
    let mut counted: BTreeMap<(Cell, &str), u32> = BTreeMap::new();
    for (line, sample) in (2..).zip(samples) {
        let mut must = |holds: bool, rule: &str| {
            if !holds {
                found.push(format!("samples, line {line}: {rule}"));
            }
        };
        must(sample.run == run.record.run, "of another run");
        must((1..=run.record.processes).contains(&sample.process), "no such process");
        must(sample.round > 0 && sample.iters > 0 && sample.ns > 0, "round, passes and time count from 1");
        must(sample.ok, "its digest was wrong");
        if !Control::is_one(&sample.engine) {
            *counted.entry((sample.cell(), &sample.engine)).or_default() += 1;
        }
    }
    for row in run.rows.iter().filter(|row| row.median_ns.is_some()) {
        let samples = counted.remove(&(row.cell(), &row.engine)).unwrap_or_default();
        let wanted = row.processes * row.rounds;
        if samples != wanted {
            let place = format!("{} in {}", row.engine, row.cell());
            found.push(format!("{place}: {samples} samples, but its row speaks of {wanted}"));
        }
    }
    for (cell, engine) in counted.into_keys() {
        found.push(format!("{engine} in {cell}: samples without a row"));
    }
    found
}
