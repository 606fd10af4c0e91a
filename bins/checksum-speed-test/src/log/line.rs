//! One line of the log, to and from text.
//!
//! ```text
//! 2026-01-14 12:21:14,990<TAB>INFO<TAB>/mnt/a.mkv<TAB> CRC32 65536<TAB> 794<TAB> 0.83<TAB> Python 3
//! ```
//!
//! Time, level, name, method with the size of a read, size of the file in whole 2^20 bytes, seconds, version; the blanks
//! after the tabs belong to the layout. Our lines have the engine in the version's place, and further columns behind it:
//! the size in bytes, the checksum, the share of the file that was in memory before. A file that could not be tested has a
//! line with the level ERROR, with `-` where there is no value, and with the reason as its last column; what was passed over
//! has the level WARNING.

use super::{field, name};
use jiff::civil::DateTime;
use std::fmt;

/// The second column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Level {
    /// A test that was done.
    Info,
    /// Something was passed over: a pipe, a file that is gone.
    Warning,
    /// Something could not be tested.
    Error,
}

impl Level {
    fn name(self) -> &'static str {
        match self {
            Level::Info => "INFO",
            Level::Warning => "WARNING",
            Level::Error => "ERROR",
        }
    }
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Line {
    /// When it was written, in the writer's time zone.
    pub(crate) time: DateTime,
    /// The file's name, as bytes.
    pub(crate) path: Vec<u8>,
    /// What it says about the file.
    pub(crate) entry: Entry,
}

/// What a line says.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Entry {
    /// A test that was done.
    Test(Test),
    /// Something that was not, and why; `level` is never INFO.
    Note { level: Level, method: Option<(String, String)>, version: String, text: String },
}

/// A test that was done.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Test {
    /// `CRC32`, `MD5`.
    pub(crate) method: String,
    /// Bytes of a read, or `map`.
    pub(crate) chunk: String,
    /// The file's size in whole 2^20 bytes, rounded down.
    pub(crate) whole_mb: u64,
    /// How long it took.
    pub(crate) seconds: f64,
    /// `Python 3`, or this program, its version and the engine.
    pub(crate) version: String,
    /// The exact size, in our lines.
    pub(crate) bytes: Option<u64>,
    /// The checksum, in our lines.
    pub(crate) digest: Option<String>,
    /// Share of the file's pages that were in memory before, where the system told.
    pub(crate) cached: Option<f64>,
}

impl fmt::Display for Line {
    /// The line with its end.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = name::escape(&self.path);
        let level = match &self.entry {
            Entry::Test(_) => Level::Info,
            Entry::Note { level, .. } => *level,
        };
        write!(out, "{}\t{}\t{path}", self.time.strftime("%Y-%m-%d %H:%M:%S,%3f"), level.name())?;
        match &self.entry {
            Entry::Test(test) => {
                let Test { method, chunk, whole_mb, seconds, version, .. } = test;
                // A float's shortest form that gives the same float back; never with an exponent.
                write!(out, "\t {method} {chunk}\t {whole_mb}\t {seconds}\t {version}")?;
                if let Some(bytes) = test.bytes {
                    write!(out, "\t bytes={bytes}")?;
                }
                if let Some(digest) = &test.digest {
                    write!(out, "\t digest={digest}")?;
                }
                if let Some(cached) = test.cached {
                    write!(out, "\t cached={cached:.4}")?;
                }
            }
            Entry::Note { method, version, text, .. } => {
                let method =
                    method.as_ref().map_or("-".to_owned(), |(method, chunk)| format!("{method} {chunk}"));
                write!(out, "\t {method}\t -\t -\t {version}\t error={}", name::escape(text.as_bytes()))?;
            }
        }
        writeln!(out)
    }
}

/// Takes a line apart, without its end. `None` for one that is not of the layout: it counts as bad.
pub(super) fn parse(line: &[u8]) -> Option<Line> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    if line.contains(&0) {
        return None;
    }
    let fields: Vec<&[u8]> = line.split(|&byte| byte == b'\t').collect();
    let text = |place: usize| std::str::from_utf8(fields.get(place)?).ok();
    // One blank belongs to the layout; a person's editor may have added or taken some.
    let value = |place: usize| text(place).map(str::trim).filter(|text| !text.is_empty());
    let time = field::time(text(0)?)?;
    let path = name::unescape(fields.get(2)?);
    let method = || method(value(3)?);
    let version = value(6)?.to_owned();
    let further = |key: &str| (7..fields.len()).find_map(|place| value(place)?.strip_prefix(key));
    let entry = match text(1)? {
        "INFO" => {
            let (method, chunk) = method()?;
            Entry::Test(Test {
                method,
                chunk,
                whole_mb: field::whole(value(4)?)?,
                seconds: field::decimal(value(5)?)?,
                version,
                bytes: further("bytes=").and_then(field::whole),
                digest: further("digest=").map(str::to_owned),
                cached: further("cached=").and_then(field::decimal),
            })
        }
        level @ ("WARNING" | "ERROR") => Entry::Note {
            level: if level == "ERROR" { Level::Error } else { Level::Warning },
            method: method(),
            version,
            text: String::from_utf8_lossy(&name::unescape(further("error=")?.as_bytes())).into_owned(),
        },
        _ => return None,
    };
    Some(Line { time, path, entry })
}

/// `CRC32 4096` in two.
fn method(text: &str) -> Option<(String, String)> {
    let (method, chunk) = text.split_once(' ')?;
    let named = !method.is_empty() && method.bytes().all(|byte| byte.is_ascii_graphic());
    let sized = chunk == "map" || field::whole(chunk).is_some_and(|bytes| bytes > 0);
    (named && sized).then(|| (method.to_owned(), chunk.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test_line() -> Line {
        Line {
            time: jiff::civil::date(2026, 1, 4).at(3, 2, 1, 9_000_000),
            path: b"/mnt/a b.mkv".to_vec(),
            entry: Entry::Test(Test {
                method: "CRC32".to_owned(),
                chunk: "65536".to_owned(),
                whole_mb: 794,
                seconds: 0.8388366230065,
                version: "checksum-speed-test 0.1.0 crc32/auto".to_owned(),
                bytes: None,
                digest: None,
                cached: None,
            }),
        }
    }

    #[test]
    fn the_layout_of_the_old_scripts_to_the_byte() {
        let expected = "2026-01-04 03:02:01,009\tINFO\t/mnt/a b.mkv\t CRC32 65536\t 794\t 0.8388366230065\
                        \t checksum-speed-test 0.1.0 crc32/auto\n";
        assert_eq!(test_line().to_string(), expected);
        let old = expected.replace("checksum-speed-test 0.1.0 crc32/auto\n", "Python 3");
        let Entry::Test(test) = parse(old.as_bytes()).unwrap().entry else { panic!("a test") };
        assert_eq!((test.version.as_str(), test.seconds, test.bytes), ("Python 3", 0.8388366230065, None));
    }

    #[test]
    fn lines_come_back() {
        let mut line = test_line();
        line.path = b"tab\t\nand \xff".to_vec();
        if let Entry::Test(test) = &mut line.entry {
            (test.bytes, test.digest, test.cached) =
                (Some(832_570_001), Some("cbf43926".to_owned()), Some(0.25));
            test.seconds = 1e-9;
        }
        let note = |level| Line {
            entry: Entry::Note {
                level,
                method: (level == Level::Error).then(|| ("MD5".to_owned(), "map".to_owned())),
                version: "v".to_owned(),
                text: "two\nlines, a\ttab".to_owned(),
            },
            ..test_line()
        };
        for line in [line, note(Level::Error), note(Level::Warning)] {
            let text = line.to_string();
            assert_eq!(text.matches('\n').count(), 1);
            assert_eq!(parse(text.trim_end_matches('\n').as_bytes()), Some(line));
        }
    }

    #[test]
    fn bad_lines() {
        let good = test_line().to_string();
        let good = good.trim_end();
        assert!(parse(format!("{good}\r").as_bytes()).is_some());
        for (from, to) in [
            ("\tINFO", "\tDEBUG"),
            ("\t 794", ""),
            ("0.83", "0,83"),
            ("0.8388366230065", "inf"),
            ("0.8388366230065", "1e309"),
            ("0.8388366230065", "-1"),
            ("/mnt/a b.mkv", "/mnt/a\tb.mkv"),
            ("mkv", "m\0kv"),
            ("CRC32 65536", "CRC32"),
            ("CRC32 65536", "CRC32 0"),
            ("2026-01", "2026-13"),
            ("\t checksum-speed-test 0.1.0 crc32/auto", ""),
        ] {
            let bad = good.replacen(from, to, 1);
            assert_ne!(bad, good);
            assert_eq!(parse(bad.as_bytes()), None, "{bad}");
        }
        for cut in 0..good.len() - "checksum-speed-test 0.1.0 crc32/auto".len() {
            assert_eq!(parse(&good.as_bytes()[..cut]), None, "{cut}");
        }
    }
}
