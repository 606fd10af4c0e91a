//! The lines of a log, one after the other, however damaged the file is.

use super::line::{Line, parse};
use std::io::{self, BufRead, Read};

/// Longer than any line that names a file: a path of 4096 bytes takes four times as many when all are escaped.
const LONGEST: u64 = 64 << 10;

/// What stands in one line of the file.
#[derive(Debug, PartialEq)]
pub(crate) enum Found {
    /// A line of the layout.
    Good(Line),
    /// Something else. The start of it, for a person to look at.
    Bad(String),
}

/// Calls `each` with the number (from 1) and content of every line that is not empty. Memory stays bounded whatever the
/// length of a line.
///
/// # Errors
/// Those of `source`.
pub(crate) fn lines(mut source: impl BufRead, mut each: impl FnMut(u64, Found)) -> io::Result<()> {
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        let read = source.by_ref().take(LONGEST).read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(());
        }
        if line.last() == Some(&b'\n') {
            line.pop();
        } else if read as u64 == LONGEST {
            skip_line(&mut source)?;
            each(number, Found::Bad(start(&line)));
            continue;
        }
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        each(number, parse(&line).map_or_else(|| Found::Bad(start(&line)), Found::Good));
    }
    Ok(())
}

/// The rest of a line that is too long to be one.
fn skip_line(source: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = source.fill_buf()?;
        if buffer.is_empty() {
            return Ok(());
        }
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(buffer.len(), |place| place + 1);
        source.consume(used);
        if end.is_some() {
            return Ok(());
        }
    }
}

/// The first 60 characters.
fn start(line: &[u8]) -> String {
    String::from_utf8_lossy(&line[..line.len().min(240)]).chars().take(60).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "2026-01-04 03:02:01,009\tINFO\t/a\t MD5 4096\t 1\t 0.5\t Python 3";

    fn found(text: &[u8]) -> Vec<(u64, bool)> {
        let mut all = Vec::new();
        lines(text, |number, found| all.push((number, matches!(found, Found::Good(_))))).unwrap();
        all
    }

    #[test]
    fn good_bad_and_empty_lines_are_told_apart() {
        let text = format!("{GOOD}\n\n{GOOD}\r\nbroken\n\0\0\0\n{GOOD}");
        assert_eq!(found(text.as_bytes()), [(1, true), (3, true), (4, false), (5, false), (6, true)]);
        assert_eq!(found(b""), []);
    }

    #[test]
    fn a_line_of_a_mebibyte_is_one_bad_line() {
        for end in ["\n", ""] {
            let text = format!("{}{end}", "x".repeat(1 << 20));
            assert_eq!(found(text.as_bytes()), [(1, false)]);
        }
        let text = format!("{}\n{GOOD}\n", "x".repeat(1 << 20));
        assert_eq!(found(text.as_bytes()), [(1, false), (2, true)]);
        // Exactly as long as the bound, with its end on the next piece.
        let text = format!("{}\n{GOOD}\n", "x".repeat(LONGEST as usize));
        assert_eq!(found(text.as_bytes()), [(1, false), (2, true)]);
    }
}
