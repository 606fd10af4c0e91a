//! Samples put side by side: what was measured in the same round of the same process is a pair.

use crate::schema::{Cell, Sample};
use checksum_measure::{NoiseFloor, Ratio, quantile};
use std::collections::BTreeMap;

/// The samples of one cell, by engine or control.
#[derive(Debug, Default)]
pub(crate) struct CellSamples<'a> {
    by_engine: BTreeMap<&'a str, Vec<&'a Sample>>,
}

/// All samples by cell.
pub(crate) fn by_cell(samples: &[Sample]) -> BTreeMap<Cell, CellSamples<'_>> {
    let mut cells: BTreeMap<Cell, CellSamples<'_>> = BTreeMap::new();
    // Samples of a cell follow one another, so its key is made once for all of them.
    for group in samples.chunk_by(|a, b| {
        (&a.family, &a.input, &a.mode, a.chunk, a.align) == (&b.family, &b.input, &b.mode, b.chunk, b.align)
    }) {
        let cell = cells.entry(group[0].cell()).or_default();
        for sample in group {
            cell.by_engine.entry(&sample.engine).or_default().push(sample);
        }
    }
    cells
}

impl<'a> CellSamples<'a> {
    /// All samples of an engine or control.
    pub(crate) fn of(&self, engine: &str) -> &[&'a Sample] {
        self.by_engine.get(engine).map_or(&[], Vec::as_slice)
    }

    /// In each process: how many times as fast `engine` is as `other`, the median over the rounds in which both ran.
    pub(crate) fn process_ratios(&self, engine: &str, other: &str) -> Vec<f64> {
        ratios_by_process(self.of(engine), self.of(other), |sample| (sample.process, sample.round))
            .into_values()
            .collect()
    }

    /// How many times as fast `engine` is as `other`, over all processes.
    pub(crate) fn ratio(&self, engine: &str, other: &str) -> Option<Ratio> {
        Ratio::of_processes(&self.process_ratios(engine, other))
    }

    /// The twin of `baseline` over `baseline`.
    pub(crate) fn floor(&self, baseline: &str) -> Option<NoiseFloor> {
        let twin = self.ratio(crate::schema::Control::Twin.name(), baseline)?;
        Some(NoiseFloor { twin })
    }

    /// The median time of one pass in each process, in ns.
    pub(crate) fn process_medians(&self, engine: &str) -> BTreeMap<u32, f64> {
        let mut by_process: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
        for sample in self.of(engine) {
            by_process.entry(sample.process).or_default().push(sample.pass_ns());
        }
        by_process.into_iter().filter_map(|(process, times)| Some((process, median(times)?))).collect()
    }
}

/// Pairs by `key`, whose first part is the process; in each process the median ratio of speeds.
fn ratios_by_process(
    own: &[&Sample],
    other: &[&Sample],
    key: impl Fn(&Sample) -> (u32, u32),
) -> BTreeMap<u32, f64> {
    let others: BTreeMap<(u32, u32), f64> =
        other.iter().map(|sample| (key(sample), sample.pass_ns())).collect();
    let mut pairs: BTreeMap<u32, (Vec<f64>, Vec<f64>)> = BTreeMap::new();
    for sample in own {
        if let Some(&other_ns) = others.get(&key(sample)) {
            let (theirs, ours) = pairs.entry(sample.process).or_default();
            theirs.push(other_ns);
            ours.push(sample.pass_ns());
        }
    }
    let ratio = |(process, (theirs, ours)): (u32, (Vec<f64>, Vec<f64>))| {
        Some((process, Ratio::of_pairs(&theirs, &ours)?.value))
    };
    pairs.into_iter().filter_map(ratio).collect()
}

/// The median of unsorted values.
pub(crate) fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_unstable_by(f64::total_cmp);
    quantile(&values, 0.5)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A made-up sample.
    pub(crate) fn sample(engine: &str, process: u32, round: u32, ns: u64) -> Sample {
        Sample {
            run: "2026-11-30-abc".to_owned(),
            process,
            round,
            position: 0,
            family: "crc32".to_owned(),
            engine: engine.to_owned(),
            input: "buffer-16k".to_owned(),
            mode: "whole".to_owned(),
            chunk: 0,
            align: 0,
            iters: 10,
            bytes: 16384,
            ns,
            faults: Some(0),
            wait_ns: Some(0),
            steal_ticks: Some(0),
            switches: Some(0),
            ok: true,
        }
    }

    #[test]
    fn pairs_are_made_within_a_round() {
        // The machine gets slower from round to round; the second engine takes twice as long in each.
        let mut samples = Vec::new();
        for process in 1..=3 {
            for round in 1..=5 {
                let drift = u64::from(process * 10 + round);
                samples.push(sample("crc32/a", process, round, 1000 * drift));
                samples.push(sample("crc32/b", process, round, 2000 * drift));
            }
        }
        // A slow engine runs in one round of a process only.
        samples.push(sample("crc32/c", 2, 5, 250_000));
        let cells = by_cell(&samples);
        let cell = cells.values().next().unwrap();
        let ratio = cell.ratio("crc32/b", "crc32/a").unwrap();
        assert!((ratio.value - 0.5).abs() < 1e-12 && (ratio.high - 0.5).abs() < 1e-12);
        assert_eq!(ratio.pairs, 3);
        let slow = cell.process_ratios("crc32/c", "crc32/a");
        assert!(slow.len() == 1 && (slow[0] - 0.1).abs() < 1e-12, "{slow:?}");
        assert_eq!(cell.ratio("crc32/a", "crc32/none"), None);
        assert_eq!(cell.process_medians("crc32/a")[&2], 2300.0);
    }
}
