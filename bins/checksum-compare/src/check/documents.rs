//! Whether tables, charts and the page are what the data give.

use super::line;
use crate::report::{CHARTS, Place, everything};
use std::fs;
use std::path::Path;

/// How many files follow from the data, and which differ from what they should be.
pub(super) fn check(place: &Place) -> (usize, Vec<String>) {
    let files = match everything(place) {
        Ok(files) => files,
        Err(failure) => return (0, vec![line(failure)]),
    };
    let mut found = Vec::new();
    for (file, wanted) in &files {
        let name = file.display();
        match fs::read_to_string(place.path(file)) {
            Ok(now) if now == *wanted => {}
            Ok(now) => found.push(format!(
                "{name}, line {}: differs from what the data give; run checksum-compare report",
                first_difference(&now, wanted)
            )),
            Err(error) => found.push(format!("{name}: {error}; run checksum-compare report")),
        }
    }
    for entry in fs::read_dir(place.path(CHARTS)).into_iter().flatten().flatten() {
        let file = Path::new(CHARTS).join(entry.file_name());
        if !files.contains_key(&file) {
            found.push(format!("{}: no text shows it", file.display()));
        }
    }
    (files.len(), found.into_iter().map(line).collect())
}

/// The first line that differs, from 1.
fn first_difference(now: &str, wanted: &str) -> usize {
    let same = now.split('\n').zip(wanted.split('\n')).take_while(|(now, wanted)| now == wanted).count();
    same + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_have_a_line() {
        assert_eq!(first_difference("a\nb\nc", "a\nx\nc"), 2);
        assert_eq!(first_difference("a\n", "a\nb\n"), 2);
    }
}
