//! From runs to figures.
//!
//! The columns of the archive's spreadsheet are in MB of 2^20 bytes, whole numbers as the log has them. Where every
//! line tells the exact bytes, the same is also given in 10^6 bytes per second.

use super::collect::Run;
use checksum_measure::quantile;
use serde::Serialize;

/// The figures of some runs of one group.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Figures {
    pub(crate) runs: usize,
    /// Runs with no time, which have no rate; they are in no other figure.
    pub(crate) untimed: usize,
    /// Runs of files below 2^20 bytes, which count as 0 MB in these columns.
    pub(crate) below_one_mb: usize,
    #[serde(rename = "mean_of_run_MB_per_s")]
    pub(crate) mean: f64,
    #[serde(rename = "min_MB_per_s")]
    pub(crate) min: f64,
    #[serde(rename = "median_MB_per_s")]
    pub(crate) median: f64,
    #[serde(rename = "max_MB_per_s")]
    pub(crate) max: f64,
    #[serde(rename = "total_MB")]
    pub(crate) total_mb: u64,
    pub(crate) total_s: f64,
    #[serde(rename = "aggregate_MB_per_s")]
    pub(crate) aggregate: f64,
    /// The same from exact bytes, where every run tells them.
    pub(crate) exact: Option<Exact>,
    /// Share of the runs that were the first of their file.
    pub(crate) first_share: f64,
    /// How much of the file was in memory before a run, on average over those whose lines tell it.
    pub(crate) mean_cached_share: Option<f64>,
}

/// Figures from exact bytes, in 10^6 bytes per second.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Exact {
    pub(crate) bytes: u64,
    pub(crate) mean_of_run_mb_per_s: f64,
    pub(crate) aggregate_mb_per_s: f64,
}

impl Figures {
    /// The figures; `None` of no timed run.
    pub(crate) fn of<'a>(runs: impl Iterator<Item = &'a Run>) -> Option<Figures> {
        let all: Vec<&Run> = runs.collect();
        let timed: Vec<&Run> = all.iter().copied().filter(|run| run.seconds > 0.0).collect();
        let mut rates: Vec<f64> = timed.iter().map(|run| run.rate()).collect();
        rates.sort_unstable_by(f64::total_cmp);
        let (min, max) = (*rates.first()?, *rates.last()?);
        let count = timed.len() as f64;
        let total_s = sum(timed.iter().map(|run| run.seconds));
        let total_mb: u64 = timed.iter().fold(0, |total, run| total.saturating_add(run.whole_mb));
        let bytes: Option<u64> = timed.iter().try_fold(0_u64, |total, run| total.checked_add(run.bytes?));
        let exact = bytes.map(|bytes| Exact {
            bytes,
            mean_of_run_mb_per_s: sum(timed.iter().filter_map(|run| Some(run.bytes? as f64 / run.seconds)))
                / count
                / 1e6,
            aggregate_mb_per_s: bytes as f64 / total_s / 1e6,
        });
        Some(Figures {
            runs: all.len(),
            untimed: all.len() - timed.len(),
            below_one_mb: timed.iter().filter(|run| run.whole_mb == 0 && run.bytes != Some(0)).count(),
            mean: sum(rates.iter().copied()) / count,
            min,
            median: quantile(&rates, 0.5)?,
            max,
            total_mb,
            total_s,
            aggregate: total_mb as f64 / total_s,
            exact,
            first_share: timed.iter().filter(|run| run.first).count() as f64 / count,
            mean_cached_share: mean_cached(&timed),
        })
    }
}

fn mean_cached(runs: &[&Run]) -> Option<f64> {
    let known: Vec<f64> = runs.iter().filter_map(|run| run.cached).collect();
    (!known.is_empty()).then(|| sum(known.iter().copied()) / known.len() as f64)
}

impl Run {
    /// MB of 2^20 bytes, whole, over seconds; infinite without time.
    pub(crate) fn rate(&self) -> f64 {
        self.whole_mb as f64 / self.seconds
    }
}

/// A sum that does not lose small terms beside large ones: Neumaier's variant of Kahan's ("Rundungsfehleranalyse einiger
/// Verfahren zur Summation endlicher Summen", ZAMM 54, 1974).
pub(crate) fn sum(values: impl Iterator<Item = f64>) -> f64 {
    let (mut total, mut lost) = (0.0_f64, 0.0);
    for value in values {
        let next = total + value;
        lost += if total.abs() >= value.abs() { (total - next) + value } else { (value - next) + total };
        total = next;
    }
    total + lost
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn run(whole_mb: u64, seconds: f64, bytes: Option<u64>) -> Run {
        let time = jiff::civil::date(2026, 1, 1).at(0, 0, 0, 0);
        Run { group: 0, file: 0, time, whole_mb, seconds, bytes, cached: None, first: true }
    }

    #[test]
    fn nothing_is_lost() {
        assert_eq!(sum([1e100, 1.0, -1e100].into_iter()), 1.0);
        let many = std::iter::repeat_n(0.1, 1_000_000);
        assert!((sum(many) - 100_000.0).abs() < 1e-9);
    }

    #[test]
    fn both_means() {
        let runs = [run(100, 1.0, None), run(1000, 20.0, None), run(1, 0.0, None)];
        let figures = Figures::of(runs.iter()).unwrap();
        assert_eq!((figures.runs, figures.untimed), (3, 1));
        assert_eq!((figures.mean, figures.min, figures.median, figures.max), (75.0, 50.0, 75.0, 100.0));
        assert_eq!((figures.total_mb, figures.total_s, figures.aggregate), (1100, 21.0, 1100.0 / 21.0));
        assert!(figures.exact.is_none());
        assert!(Figures::of(runs[2..].iter()).is_none());
    }

    #[test]
    fn exact_bytes_where_all_lines_tell_them() {
        let runs = [run(0, 0.5, Some(500_000)), run(2, 1.0, Some(2_500_000))];
        let exact = Figures::of(runs.iter()).unwrap().exact.unwrap();
        assert_eq!(
            (exact.bytes, exact.mean_of_run_mb_per_s, exact.aggregate_mb_per_s),
            (3_000_000, 1.75, 2.0)
        );
    }
}
