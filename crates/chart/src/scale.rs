/// A logarithmic scale: rates and lengths differ by powers of ten.
#[derive(Clone, Copy, Debug)]
pub struct LogScale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl LogScale {
    /// A scale over the positive values, with some room at both ends, drawn from `from` to `to` (which may be the
    /// smaller one: upwards in a chart).
    pub fn over(values: impl Iterator<Item = f64>, from: f64, to: f64) -> LogScale {
        let positive = values.filter(|value| *value > 0.0 && value.is_finite());
        let (low, high) =
            positive.fold((f64::MAX, 0.0_f64), |(low, high), value| (low.min(value), high.max(value)));
        if high == 0.0 {
            LogScale { low: 1.0, high: 10.0, from, to }
        } else {
            LogScale { low: low / 1.15, high: high * 1.15, from, to }
        }
    }

    /// The lowest value that has a place of its own.
    pub fn low(&self) -> f64 {
        self.low
    }

    /// The highest value that has a place of its own.
    pub fn high(&self) -> f64 {
        self.high
    }

    /// How far along the scale a value lies, 0 to 1; what lies outside is put at the end.
    pub fn share(&self, value: f64) -> f64 {
        ((value.max(self.low) / self.low).ln() / (self.high / self.low).ln()).clamp(0.0, 1.0)
    }

    /// Where a value is drawn.
    pub fn at(&self, value: f64) -> f64 {
        self.from + self.share(value) * (self.to - self.from)
    }

    /// 1, 2 and 5 times the powers of ten within; only the powers where there are many.
    pub fn ticks(&self) -> Vec<f64> {
        let decades = (self.high / self.low).log10();
        let steps: &[f64] = if decades > 3.0 { &[1.0] } else { &[1.0, 2.0, 5.0] };
        let from = self.low.log10().floor() as i32;
        let to = self.high.log10().ceil() as i32;
        let all = (from..=to).flat_map(|power| steps.iter().map(move |step| step * 10_f64.powi(power)));
        all.filter(|tick| (self.low..=self.high).contains(tick)).collect()
    }

    /// Powers of two within, every one or every second, third, … so that at most `most` remain.
    pub fn binary_ticks(&self, most: usize) -> Vec<f64> {
        let from = self.low.log2().ceil() as i32;
        let to = self.high.log2().floor() as i32;
        let step = (from..=to).count().div_ceil(most.max(1)).max(1);
        (from..=to).step_by(step).map(|power| 2_f64.powi(power)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_lie_between_the_ends() {
        let scale = LogScale::over([10.0, 1000.0].into_iter(), 100.0, 500.0);
        assert!(scale.at(10.0) > 100.0 && scale.at(1000.0) < 500.0 && scale.at(0.0) == 100.0);
        assert!((scale.at(100.0) - 300.0).abs() < 1e-9);
        let up = LogScale::over([10.0, 1000.0].into_iter(), 300.0, 20.0);
        assert!(up.at(1000.0) < up.at(10.0));
    }

    #[test]
    fn nothing_to_show_is_no_error() {
        let scale = LogScale::over([0.0, f64::NAN, f64::INFINITY].into_iter(), 0.0, 1.0);
        assert!(scale.at(5.0).is_finite() && !scale.ticks().is_empty());
    }

    #[test]
    fn ticks_are_round_and_few() {
        let scale = LogScale::over([1.0, 4096.0].into_iter(), 0.0, 1.0);
        assert_eq!(scale.binary_ticks(7), [1.0, 4.0, 16.0, 64.0, 256.0, 1024.0, 4096.0]);
        assert_eq!(
            LogScale::over([10.0, 40.0].into_iter(), 0.0, 1.0).ticks(),
            [10.0, 20.0],
            "50 lies beyond the room at the end"
        );
    }
}
