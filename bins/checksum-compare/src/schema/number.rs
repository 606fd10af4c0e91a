//! Numbers as they are written: as many digits as mean something, so that files stay small and comparable.

/// `value` to `digits` significant decimal digits. What is written so is read back as the same number.
pub(crate) fn rounded(value: f64, digits: usize) -> f64 {
    if !value.is_finite() || value == 0.0 {
        return value;
    }
    // Through text, since a multiplication by a power of ten is not exact.
    format!("{value:.*e}", digits.saturating_sub(1)).parse().unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn significant_digits() {
        assert_eq!(rounded(1234.5678, 6), 1234.57);
        assert_eq!(rounded(0.000_123_456_78, 3), 0.000_123);
        assert_eq!(rounded(0.0, 3), 0.0);
        assert_eq!(rounded(-99.96, 3), -100.0);
        assert!(rounded(f64::INFINITY, 3).is_infinite());
    }
}
