//! Text between markers that hold the command which makes it.
//!
//! ```text
//! <!-- checksum-compare report table results/MACHINE/RUN --family crc32 -->
//! ... what the command prints ...
//! <!-- end of checksum-compare report -->
//! ```

use std::fmt;

const OPEN: &str = "<!-- checksum-compare report ";
const OPEN_END: &str = " -->";
const CLOSE: &str = "<!-- end of checksum-compare report -->";

/// A text in which something is to be filled in, or has been.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Part<'a> {
    /// Written by hand, markers included.
    Kept(&'a str),
    /// Made by a command.
    Made {
        /// The words behind `checksum-compare report`.
        words: &'a str,
        /// The line that the opening marker is on, from 1.
        line: usize,
        /// What stands there now.
        text: &'a str,
    },
}

/// Markers that do not go together.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Unpaired {
    line: usize,
    problem: &'static str,
}

impl fmt::Display for Unpaired {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

/// Takes a text apart. Its parts, one after the other, are the text.
///
/// # Errors
/// A marker without its other half.
pub(crate) fn parts(text: &str) -> Result<Vec<Part<'_>>, Unpaired> {
    let mut found = Vec::new();
    let mut kept = 0;
    let mut open: Option<(&str, usize, usize)> = None;
    let mut at = 0;
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        let next = at + line.len();
        let unpaired = |problem| Err(Unpaired { line: number, problem });
        if let Some(words) = line.trim_end().strip_prefix(OPEN) {
            let Some(words) = words.strip_suffix(OPEN_END) else {
                return unpaired("the marker does not end on its line");
            };
            if open.is_some() {
                return unpaired("a marker opens within another");
            }
            open = Some((words, number, next));
        } else if line.trim_end() == CLOSE {
            let Some((words, line, from)) = open.take() else {
                return unpaired("a marker closes that was not opened");
            };
            found.push(Part::Kept(&text[kept..from]));
            found.push(Part::Made { words, line, text: &text[from..at] });
            kept = at;
        }
        at = next;
    }
    if let Some((_, line, _)) = open {
        return Err(Unpaired { line, problem: "the marker is never closed" });
    }
    found.push(Part::Kept(&text[kept..]));
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "a\n<!-- checksum-compare report table x --family md5 -->\nold\nold\n\
                        <!-- end of checksum-compare report -->\nb";

    #[test]
    fn the_parts_are_the_text() {
        let parts = parts(TEXT).unwrap();
        assert!(matches!(
            parts[1],
            Part::Made { words: "table x --family md5", line: 2, text: "old\nold\n" }
        ));
        let again: String = parts
            .iter()
            .map(|part| match part {
                Part::Kept(text) | Part::Made { text, .. } => *text,
            })
            .collect();
        assert_eq!(again, TEXT);
    }

    #[test]
    fn halves_are_refused() {
        let line = |text: &str| parts(text).unwrap_err().line;
        assert_eq!(line("x\n<!-- checksum-compare report seed r -->\n"), 2);
        assert_eq!(line("<!-- end of checksum-compare report -->\n"), 1);
        assert_eq!(line("<!-- checksum-compare report seed r\n-->\n"), 1);
        assert_eq!(line(&format!("{TEXT}\n{}", &TEXT[2..60])), 7);
    }
}
