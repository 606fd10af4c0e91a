//! Who is faster, by how much, and whether that can be told apart from noise.

use crate::stats::quantile;
use serde::{Deserialize, Serialize};

/// A quotient of paired values with an interval that assumes nothing about their distribution.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ratio {
    /// exp of the median of the pairs' log quotients.
    pub value: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
    /// The probability that such an interval holds the true median: at least 0.95 where there are enough pairs (six),
    /// else that of the whole range.
    pub coverage: f64,
    /// How many pairs.
    pub pairs: usize,
}

impl Ratio {
    /// The ratio a/b of paired values, such as the times of two contestants in the same rounds.
    ///
    /// The interval runs between two order statistics, by the sign test (e.g. Conover, "Practical nonparametric
    /// statistics", section 3.2). It takes the pairs as independent, which rounds of one process are not quite:
    /// they share its memory layout. What must hold beyond one process comes from [`Ratio::of_processes`].
    ///
    /// `None` without pairs, for lists of different lengths, and where a value is not positive.
    pub fn of_pairs(a: &[f64], b: &[f64]) -> Option<Ratio> {
        if a.len() != b.len() || a.iter().chain(b).any(|&value| value <= 0.0 || !value.is_finite()) {
            return None;
        }
        let mut logs: Vec<f64> = a.iter().zip(b).map(|(a, b)| (a / b).ln()).collect();
        logs.sort_unstable_by(f64::total_cmp);
        let (inward, coverage) = sign_test_interval(logs.len(), 0.95);
        Some(Ratio {
            value: quantile(&logs, 0.5)?.exp(),
            low: logs[inward].exp(),
            high: logs[logs.len() - 1 - inward].exp(),
            coverage,
            pairs: logs.len(),
        })
    }

    /// The ratio over several processes from the value that each of them found: their median, with the lowest and
    /// the highest as its interval. With eleven processes that interval covers the median with probability
    /// 1 - 2^-10, so 51 such intervals hold jointly with 95 %. `None` of nothing.
    pub fn of_processes(values: &[f64]) -> Option<Ratio> {
        let mut logs: Vec<f64> = values.iter().map(|value| value.ln()).collect();
        if logs.iter().any(|log| !log.is_finite()) {
            return None;
        }
        logs.sort_unstable_by(f64::total_cmp);
        Some(Ratio {
            value: quantile(&logs, 0.5)?.exp(),
            low: logs[0].exp(),
            high: logs[logs.len() - 1].exp(),
            coverage: 1.0 - 2.0 * 0.5_f64.powi(logs.len() as i32),
            pairs: logs.len(),
        })
    }

    /// The ratio the other way round.
    pub fn inverse(self) -> Ratio {
        Ratio { value: 1.0 / self.value, low: 1.0 / self.high, high: 1.0 / self.low, ..self }
    }
}

/// How many order statistics the ends of the interval lie inward of the extremes, and its coverage. The number
/// of pairs above the true median is binomial with p = 1/2.
fn sign_test_interval(pairs: usize, wanted: f64) -> (usize, f64) {
    // P(X <= i) for growing i, in logarithms because 2^-pairs underflows for long runs.
    let mut log_term = -(pairs as f64) * std::f64::consts::LN_2;
    let mut tail = log_term.exp();
    let mut inward = 0;
    let mut coverage = 1.0 - 2.0 * tail;
    while 2 * (inward + 1) < pairs {
        log_term += ((pairs - inward) as f64 / (inward + 1) as f64).ln();
        tail += log_term.exp();
        if 1.0 - 2.0 * tail < wanted {
            break;
        }
        inward += 1;
        coverage = 1.0 - 2.0 * tail;
    }
    (inward, coverage.max(0.0))
}

/// How far apart two names for the same code came in a run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct NoiseFloor {
    /// The twin's speed over that of the first contestant; the truth is 1.
    pub twin: Ratio,
}

impl NoiseFloor {
    /// The width as a share: 0.01 means that a difference of 1 % is nothing. It is the further end of the A/A interval.
    pub fn width(self) -> f64 {
        self.log_width().exp() - 1.0
    }

    /// Whether the A/A interval holds 1. If not, something other than noise set the twins apart, such as a drift, and
    /// the run says nothing about small differences. By chance it happens in one run out of twenty.
    pub fn holds_one(self) -> bool {
        (self.twin.low..=self.twin.high).contains(&1.0)
    }

    fn log_width(self) -> f64 {
        self.twin.low.ln().abs().max(self.twin.high.ln().abs())
    }
}

/// What may be said of two contestants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The ratio is above 1, and noise does not explain it.
    Faster,
    /// The ratio is below 1, and noise does not explain it.
    Slower,
    /// It cannot be told from noise. That is not "equal".
    NotSeparated,
}

impl Verdict {
    /// The name in records.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Faster => "faster",
            Verdict::Slower => "slower",
            Verdict::NotSeparated => "not-separated",
        }
    }
}

/// Whether `ratio` (a speed over a baseline's) is told apart from 1: its interval does not hold 1, has the wanted
/// coverage, and its value is further from 1 than the A/A width. Without a noise floor nothing is separated.
pub fn separated(ratio: Ratio, floor: Option<NoiseFloor>) -> Verdict {
    let Some(floor) = floor else { return Verdict::NotSeparated };
    if ratio.coverage < 0.95 || ratio.value.ln().abs() <= floor.log_width() {
        Verdict::NotSeparated
    } else if ratio.low > 1.0 {
        Verdict::Faster
    } else if ratio.high < 1.0 {
        Verdict::Slower
    } else {
        Verdict::NotSeparated
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    #[test]
    fn a_constant_factor_is_found_whatever_the_rounds_do() {
        let slow: Vec<f64> = (1..=15).map(|round| f64::from(round) * 1000.0).collect();
        let fast: Vec<f64> = slow.iter().map(|ns| ns / 1.5).collect();
        let ratio = Ratio::of_pairs(&slow, &fast).unwrap();
        assert!(close(ratio.value, 1.5) && close(ratio.low, 1.5) && close(ratio.high, 1.5));
        assert!(close(ratio.inverse().value, 1.0 / 1.5));
        assert_eq!(ratio.pairs, 15);
    }

    #[test]
    fn the_median_ignores_one_wild_round() {
        let baseline = [100.0; 9];
        let mut own = [50.0; 9];
        own[4] = 5000.0;
        let ratio = Ratio::of_pairs(&baseline, &own).unwrap();
        assert!(close(ratio.value, 2.0) && close(ratio.high, 2.0));
    }

    #[test]
    fn no_ratio_of_nothing_or_of_no_time() {
        assert_eq!(Ratio::of_pairs(&[], &[]), None);
        assert_eq!(Ratio::of_pairs(&[1.0], &[]), None);
        assert_eq!(Ratio::of_pairs(&[1.0], &[0.0]), None);
        assert_eq!(Ratio::of_processes(&[]), None);
        assert_eq!(Ratio::of_processes(&[1.0, 0.0]), None);
    }

    #[test]
    fn intervals_are_those_of_the_published_table() {
        // Conover's and other tables: n = 5 cannot reach 95 %; n = 6 is the whole range with 96.875 %; n = 9 the
        // second values with 96.09 %; n = 15 the fourth with 96.48 %; n = 20 the sixth with 95.86 %.
        for (pairs, inward, coverage) in
            [(1, 0, 0.0), (5, 0, 0.9375), (6, 0, 0.96875), (9, 1, 0.9609), (15, 3, 0.9648), (20, 5, 0.9586)]
        {
            let (found, cover) = sign_test_interval(pairs, 0.95);
            assert_eq!(found, inward, "{pairs} pairs");
            assert!((cover - coverage).abs() < 1e-4, "{pairs} pairs: {cover}");
        }
        let (inward, coverage) = sign_test_interval(5000, 0.95);
        assert!((2420..=2440).contains(&inward) && (0.95..0.96).contains(&coverage), "{inward} {coverage}");
    }

    #[test]
    fn eleven_processes_give_the_range() {
        let values: Vec<f64> = (0..11).map(|i| 1.10 + f64::from(i) * 0.01).collect();
        let ratio = Ratio::of_processes(&values).unwrap();
        assert!(close(ratio.value, 1.15) && close(ratio.low, 1.10) && close(ratio.high, 1.20));
        assert!(51.0 * (1.0 - ratio.coverage) < 0.05);
    }

    #[test]
    fn separation_needs_more_than_the_noise_floor() {
        let ratio = |value: f64, spread: f64| Ratio {
            value,
            low: value / spread,
            high: value * spread,
            coverage: 0.96,
            pairs: 9,
        };
        let narrow = NoiseFloor { twin: ratio(1.0, 1.02) };
        let floor = Some(narrow);
        assert_eq!(separated(ratio(1.05, 1.01), floor), Verdict::Faster);
        assert_eq!(separated(ratio(0.95, 1.01), floor), Verdict::Slower);
        assert_eq!(separated(ratio(1.015, 1.001), floor), Verdict::NotSeparated, "inside the A/A width");
        assert_eq!(separated(ratio(1.05, 1.06), floor), Verdict::NotSeparated, "the interval holds 1");
        assert_eq!(separated(ratio(2.0, 1.0), None), Verdict::NotSeparated, "no floor, no verdict");
        let few = Ratio { coverage: 0.9375, ..ratio(2.0, 1.0) };
        assert_eq!(separated(few, floor), Verdict::NotSeparated, "too few pairs");
        assert!(close(narrow.width(), 0.02) && narrow.holds_one());
        assert!(!NoiseFloor { twin: ratio(1.1, 1.01) }.holds_one());
    }
}
