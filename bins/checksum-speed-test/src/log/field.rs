//! Numbers in a line. The old scripts wrote them as Python does: a point, never a comma, whatever the locale.

/// A whole number without a sign.
pub(super) fn whole(text: &str) -> Option<u64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

/// Seconds, or any other number that is not below zero and not beyond what a 64-bit float holds: `1.5`, `9e-05`.
pub(super) fn decimal(text: &str) -> Option<f64> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit() || b".eE+-".contains(&byte));
    let value: f64 = text.parse().ok().filter(|_| plain && !text.starts_with(['-', '+']))?;
    value.is_finite().then_some(value)
}

/// `YYYY-MM-DD HH:MM:SS,mmm`, as far as digits and separators go, and a date that exists.
pub(super) fn time(text: &str) -> Option<jiff::civil::DateTime> {
    const LAYOUT: &[u8; 23] = b"0000-00-00 00:00:00,000";
    let fits = text.len() == LAYOUT.len()
        && text.bytes().zip(LAYOUT).all(
            |(byte, &place)| {
                if place == b'0' { byte.is_ascii_digit() } else { byte == place }
            },
        );
    if !fits {
        return None;
    }
    let number = |from: usize, to: usize| text[from..to].parse::<i16>().ok();
    let small = |from: usize| number(from, from + 2).and_then(|value| i8::try_from(value).ok());
    let milliseconds = i32::from(number(20, 23)?);
    jiff::civil::DateTime::new(
        number(0, 4)?,
        small(5)?,
        small(8)?,
        small(11)?,
        small(14)?,
        small(17)?,
        milliseconds * 1_000_000,
    )
    .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!(whole("794"), Some(794));
        for bad in ["", "-1", "+1", "1.0", "1,5", "99999999999999999999999"] {
            assert_eq!(whole(bad), None, "{bad}");
        }
        assert_eq!(decimal("1.95538223499897"), Some(1.95538223499897));
        assert_eq!(decimal("9.1e-05"), Some(9.1e-5));
        for bad in ["", "1,5", "inf", "nan", "NaN", "infinity", "1e309", "-1", "+1", "1e", "0x1", "1_0"] {
            assert_eq!(decimal(bad), None, "{bad}");
        }
    }

    #[test]
    fn times() {
        let time_of = |text| time(text).map(|time| time.to_string());
        assert_eq!(time_of("2026-02-03 04:05:06,007").as_deref(), Some("2026-02-03T04:05:06.007"));
        for bad in [
            "2026-02-30 00:00:00,000",
            "2026-02-03 04:05:06.007",
            "2026-02-03 04:05:06,07",
            "",
            "2026-02-03 24:05:06,007",
        ] {
            assert_eq!(time_of(bad), None, "{bad}");
        }
    }
}
