//! From times to a few figures. Nothing here removes a sample.

use serde::{Deserialize, Serialize};

/// What the times of one contestant look like; all in ns of one pass.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// How many times there were.
    pub count: usize,
    /// The shortest: what the code can do, since interference only adds.
    pub min_ns: f64,
    /// The 5th percentile.
    pub p05_ns: f64,
    /// The median: what one gets.
    pub median_ns: f64,
    /// The 95th percentile.
    pub p95_ns: f64,
    /// Median of the absolute deviations from the median, not scaled.
    pub mad_ns: f64,
    /// Places (from 0, in the order given) of times that lie far out. They are in all figures above.
    pub outliers: Vec<usize>,
}

impl Summary {
    /// The figures of `times`; `None` of nothing.
    pub fn of(times: &[f64]) -> Option<Summary> {
        let mut sorted = times.to_vec();
        sorted.sort_unstable_by(f64::total_cmp);
        let median_ns = quantile(&sorted, 0.5)?;
        let deviations: Vec<f64> = times.iter().map(|time| (time - median_ns).abs()).collect();
        let mut sorted_deviations = deviations.clone();
        sorted_deviations.sort_unstable_by(f64::total_cmp);
        let mad_ns = quantile(&sorted_deviations, 0.5)?;
        Some(Summary {
            count: times.len(),
            min_ns: sorted[0],
            p05_ns: quantile(&sorted, 0.05)?,
            median_ns,
            p95_ns: quantile(&sorted, 0.95)?,
            mad_ns,
            outliers: outliers(&deviations, mad_ns),
        })
    }
}

/// The quantile of sorted values, between neighbours by straight lines (type 7 of Hyndman and Fan, "Sample
/// quantiles in statistical packages", 1996; the default of R and NumPy). `None` of nothing.
pub fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let place = share.clamp(0.0, 1.0) * last as f64;
    let (below, above) = (place.floor() as usize, place.ceil() as usize);
    let fraction = place - place.floor();
    Some(sorted[below] + (sorted[above] - sorted[below]) * fraction)
}

/// Iglewicz and Hoaglin's rule ("How to detect and handle outliers", 1993): a modified z-score above 3.5. Where
/// more than half of the times are equal the MAD is 0 and the mean deviation stands in for it, as they advise.
fn outliers(deviations: &[f64], mad: f64) -> Vec<usize> {
    let mean = deviations.iter().sum::<f64>() / deviations.len() as f64;
    let limit = if mad > 0.0 { 3.5 * mad / 0.6745 } else { 3.5 * mean * 1.253_314 };
    (0..deviations.len()).filter(|&place| deviations[place] > limit).collect()
}

/// Bytes per second in units of 10^6, the MB/s of all our tables. `None` where there is no speed: nothing was
/// read, or no time passed.
pub fn megabytes_per_second(bytes: u64, ns: f64) -> Option<f64> {
    (bytes > 0 && ns > 0.0 && ns.is_finite()).then(|| bytes as f64 * 1000.0 / ns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_of_known_times() {
        let summary = Summary::of(&[5.0, 1.0, 2.0, 4.0, 3.0]).unwrap();
        assert_eq!((summary.count, summary.min_ns, summary.median_ns, summary.mad_ns), (5, 1.0, 3.0, 1.0));
        assert!((summary.p05_ns - 1.2).abs() < 1e-12);
        assert!((summary.p95_ns - 4.8).abs() < 1e-12);
        assert!(summary.outliers.is_empty());
        assert_eq!(Summary::of(&[1.0, 2.0]).unwrap().median_ns, 1.5);
        assert_eq!(Summary::of(&[]), None);
        let one = Summary::of(&[7.0]).unwrap();
        assert_eq!(
            (one.min_ns, one.p05_ns, one.median_ns, one.p95_ns, one.mad_ns),
            (7.0, 7.0, 7.0, 7.0, 0.0)
        );
    }

    #[test]
    fn outliers_are_flagged_and_stay_in_the_figures() {
        let mut times = vec![100.0, 101.0, 99.0, 100.0, 102.0, 98.0, 100.5];
        times[3] = 500.0;
        let summary = Summary::of(&times).unwrap();
        assert_eq!(summary.outliers, [3]);
        assert_eq!(summary.count, 7);
        assert!(summary.p95_ns > 300.0);
        // More than half of the times are equal: the MAD is 0.
        let mut equal = vec![100.0; 20];
        assert!(Summary::of(&equal).unwrap().outliers.is_empty());
        equal[19] = 900.0;
        assert_eq!(Summary::of(&equal).unwrap().outliers, [19]);
    }

    #[test]
    fn no_speed_instead_of_infinity() {
        assert_eq!(megabytes_per_second(1_000_000, 1e6), Some(1000.0));
        assert_eq!(megabytes_per_second(0, 5.0), None);
        assert_eq!(megabytes_per_second(1, 0.0), None);
        assert_eq!(megabytes_per_second(1, f64::INFINITY), None);
    }
}
