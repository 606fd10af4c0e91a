//! Medians and quantiles.

/// The `q` quantile (0..=1) of sorted values, between neighbours by proportion. NaN for none.
pub fn quantile(sorted: &[f64], q: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return f64::NAN };
    let at = q * last as f64;
    let low = at.floor() as usize;
    let high = at.ceil() as usize;
    sorted[low] + (sorted[high] - sorted[low]) * (at - low as f64)
}

/// A middle and how far around it the values lie.
#[derive(Clone, Copy, Debug)]
pub struct Spread {
    /// The 10 % quantile.
    pub low: f64,
    /// The median.
    pub median: f64,
    /// The 90 % quantile.
    pub high: f64,
}

/// Median and 10..90 % spread.
pub fn spread(values: impl Iterator<Item = f64>) -> Spread {
    let mut sorted: Vec<f64> = values.collect();
    sorted.sort_by(f64::total_cmp);
    Spread { low: quantile(&sorted, 0.1), median: quantile(&sorted, 0.5), high: quantile(&sorted, 0.9) }
}

/// How many times faster `ours` was than `theirs`: the spread of the ratios of samples taken in one round.
pub fn paired(theirs: &[f64], ours: &[f64]) -> Spread {
    spread(theirs.iter().zip(ours).map(|(theirs, ours)| theirs / ours))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_lie_between_neighbours() {
        assert_eq!(quantile(&[1.0, 2.0, 4.0], 0.5), 2.0);
        assert_eq!(quantile(&[1.0, 2.0], 0.5), 1.5);
        assert!(quantile(&[], 0.5).is_nan());
    }

    #[test]
    fn a_pair_is_taken_within_its_round() {
        // Both slow down tenfold in the second round: the ratio stays.
        let ratio = paired(&[20.0, 200.0], &[10.0, 100.0]);
        assert_eq!((ratio.low, ratio.median, ratio.high), (2.0, 2.0, 2.0));
    }
}
