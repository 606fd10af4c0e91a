//! Figures as people read them. MB/s is 10^6 bytes per second, as everywhere in this workspace.

/// A speed in MB/s with about three digits: more would be noise.
pub(crate) fn speed(mb_per_s: f64) -> String {
    match mb_per_s {
        value if value >= 100.0 => format!("{value:.0}"),
        value if value >= 10.0 => format!("{value:.1}"),
        value => format!("{value:.2}"),
    }
}

/// The speed of `bytes` in `ns`, in MB/s.
pub(crate) fn mb_per_s(bytes: u64, ns: f64) -> f64 {
    bytes as f64 * 1e3 / ns
}

/// A share in percent, two digits below ten.
pub(crate) fn percent(share: f64) -> String {
    let value = share * 100.0;
    if value < 9.95 { format!("{value:.1} %") } else { format!("{value:.0} %") }
}

/// A ratio: two decimals, but never fewer than two digits that say something.
pub(crate) fn times(ratio: f64) -> String {
    match ratio {
        value if value >= 0.1 => format!("{value:.2}"),
        value if value >= 0.01 => format!("{value:.3}"),
        value => format!("{value:.4}"),
    }
}

/// A ratio with the ends of its interval.
pub(crate) fn ratio(middle: f64, ends: Option<(f64, f64)>) -> String {
    match ends {
        Some((low, high)) => format!("{} ({} to {})", times(middle), times(low), times(high)),
        None => times(middle),
    }
}

/// A length: `64`, `16K`, `4M`.
pub(crate) fn length(bytes: f64) -> String {
    match bytes {
        value if value >= 1_073_741_824.0 => format!("{}G", value / 1_073_741_824.0),
        value if value >= 1_048_576.0 => format!("{}M", value / 1_048_576.0),
        value if value >= 1024.0 => format!("{}K", value / 1024.0),
        value => format!("{value}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits() {
        assert_eq!(
            [speed(48_213.4), speed(312.7), speed(43.14), speed(0.518)],
            ["48213", "313", "43.1", "0.52"]
        );
        assert_eq!([percent(0.0782), percent(0.998), percent(1.024)], ["7.8 %", "100 %", "102 %"]);
        assert_eq!(ratio(2.0449, Some((2.0, 2.1))), "2.04 (2.00 to 2.10)");
        assert_eq!([times(1.5), times(0.0451), times(0.00412)], ["1.50", "0.045", "0.0041"]);
        assert_eq!([length(64.0), length(16384.0), length(268_435_456.0)], ["64", "16K", "256M"]);
        assert!((mb_per_s(16384, 512.0) - 32_000.0).abs() < 1e-9);
    }
}
