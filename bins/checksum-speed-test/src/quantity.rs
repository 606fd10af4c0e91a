//! Sizes and ages as people type them.

use serde::Deserialize;
use std::str::FromStr;
use std::time::Duration;

/// A number of bytes: `4096`, `64K`, `1.5T` is refused; K, M, G and T are powers of 1024.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Bytes(pub(crate) u64);

impl FromStr for Bytes {
    type Err = String;

    fn from_str(text: &str) -> Result<Bytes, String> {
        let (digits, unit) = match text.as_bytes().last().map(u8::to_ascii_uppercase) {
            Some(b'K') => (&text[..text.len() - 1], 1 << 10),
            Some(b'M') => (&text[..text.len() - 1], 1 << 20),
            Some(b'G') => (&text[..text.len() - 1], 1 << 30),
            Some(b'T') => (&text[..text.len() - 1], 1 << 40),
            _ => (text, 1),
        };
        let size = digits.parse::<u64>().ok().and_then(|count| count.checked_mul(unit));
        size.map(Bytes).ok_or_else(|| format!("'{text}' is no size; give bytes, for example 4096, 64K or 2T"))
    }
}

impl TryFrom<String> for Bytes {
    type Error = String;

    fn try_from(text: String) -> Result<Bytes, String> {
        text.parse()
    }
}

/// An age: `90s`, `15m`, `4h`, `2d`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Age(pub(crate) Duration);

impl FromStr for Age {
    type Err = String;

    fn from_str(text: &str) -> Result<Age, String> {
        let unit = match text.as_bytes().last() {
            Some(b's') => Some(1),
            Some(b'm') => Some(60),
            Some(b'h') => Some(3600),
            Some(b'd') => Some(86400),
            _ => None,
        };
        let seconds = unit.and_then(|unit| text[..text.len() - 1].parse::<u64>().ok()?.checked_mul(unit));
        let wrong = || format!("'{text}' is no age; give a number with s, m, h or d, for example 15m");
        seconds.map(|seconds| Age(Duration::from_secs(seconds))).ok_or_else(wrong)
    }
}

impl TryFrom<String> for Age {
    type Error = String;

    fn try_from(text: String) -> Result<Age, String> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        assert_eq!("4096".parse(), Ok(Bytes(4096)));
        assert_eq!("2t".parse(), Ok(Bytes(2 << 40)));
        for bad in ["", "K", "-1", "1.5M", "1 M", "99999999999999T"] {
            assert!(bad.parse::<Bytes>().is_err(), "{bad}");
        }
    }

    #[test]
    fn ages() {
        assert_eq!("15m".parse(), Ok(Age(Duration::from_secs(900))));
        assert_eq!("0s".parse(), Ok(Age(Duration::ZERO)));
        for bad in ["", "m", "15", "-1h", "1.5h", "99999999999999999d"] {
            assert!(bad.parse::<Age>().is_err(), "{bad}");
        }
    }
}
